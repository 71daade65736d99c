"""Numbers: complex ones and their parts, sums and products of the module math."""


def complex_element(tensor):
    if tensor.numel() != 1:
        raise ValueError("only one element tensors can be converted to Python scalars")
    return tensor.item()


def real_element(tensor, name):
    """The only element of a complex tensor as a real number, by what C++ calls its type."""
    number = complex_element(tensor)
    prim.check(number.imag == 0.0, "RuntimeError", "value cannot be converted to type {0} without overflow", name)
    return number.real


def complex_abs(number):
    return math.hypot(number.real, number.imag)


@operator("math.fsum")
def math_fsum(seq, /):
    """The sum without loss (Shewchuk, 1997): of terms that do not overlap, rounded once"""
    terms = []
    special = infinities = 0.0
    for item in seq:
        number = float(item)
        if not math.isfinite(number):
            special += number
            infinities += number if number == number else 0.0
            continue
        kept = 0
        for i in range(len(terms)):
            term = terms[i]
            if abs(number) < abs(term):
                number, term = term, number
            high = number + term
            low = term - (high - number)
            if low:
                terms[kept] = low
                kept += 1
            number = high
        del terms[kept:]
        terms.append(number)
    if infinities != infinities:
        raise ValueError("-inf + inf in fsum")
    if special:
        return special
    total = 0.0
    while terms:
        number = total
        term = terms.pop()
        total = number + term
        low = term - (total - number)
        if low:
            # Half-way cases go by the sign of what is left.
            if terms and (low < 0.0) == (terms[-1] < 0.0):
                twice = low * 2.0
                if twice == (total + twice) - total:
                    total = total + twice
            break
    return total


@operator("math.prod")
def math_prod(iterable, /, *, start=1):
    for item in iterable:
        start = start * item
    return start
