"""Arithmetic of TorchScript on numbers: that of C++ where it differs from Python's.

A division by zero of floats gives infinity or nan, a power is a float, what Python cannot represent
raises RuntimeError. Operators that lists have as well are told apart here.
"""


def script_quotient_of_zero(a, b):
    """a / b where b is 0.0 or -0.0"""
    if a == 0 or a != a:
        return math.nan
    return math.copysign(math.inf, a) * math.copysign(1.0, b)


def script_quotient(a, b):
    a, b = float(a), float(b)
    return script_quotient_of_zero(a, b) if b == 0 else a / b


def script_rest(a, b):
    """The rest of a / b with the sign of a; nan where there is none"""
    a, b = float(a), float(b)
    return math.nan if b == 0 or math.isinf(a) or a != a or b != b else math.fmod(a, b)


def script_whole(x):
    """The largest whole number that is not above a float, as a float"""
    return float(math.floor(x)) if x != 0 and abs(x) < 4503599627370496.0 else x


@operator("script.add")
def script_add(a, b):
    """The sum of numbers; texts or lists one behind the other"""
    return a + b


@operator("script.sub")
def script_sub(a, b):
    """The difference of numbers"""
    return a - b


@operator("script.mul")
def script_mul(a, b):
    """The product of numbers; a list so many times"""
    return a * b


@operator("script.div")
def script_div(a, b):
    """The quotient, a float"""
    if not isinstance(a, complex) and not isinstance(b, complex):
        return script_quotient(a, b)
    if b == 0 or not isinstance(b, complex):
        a, b = complex(a), b.real
        return complex(script_quotient(a.real, b), script_quotient(a.imag, b))
    return a / b


@operator("script.floordiv")
def script_floordiv(a, b):
    """The quotient rounded down: of ints an int"""
    if isinstance(a, float) or isinstance(b, float):
        return script_whole(script_quotient(a, b))
    if b == 0:
        raise RuntimeError("division by 0")
    return a // b


@operator("script.__round_to_zero_floordiv")
def script_round_to_zero_floordiv(a, b):
    """The quotient of ints without its fraction"""
    if b == 0:
        raise RuntimeError("division by 0")
    return abs(a) // abs(b) if (a < 0) == (b < 0) else -(abs(a) // abs(b))


@operator("script.remainder")
def script_remainder(a, b):
    """What floordiv leaves, with the sign of b"""
    if isinstance(a, float) or isinstance(b, float):
        return script_rest(script_rest(a, b) + b, b)
    return a % b


@operator("script.divmod")
def script_divmod(x, y):
    """Quotient and rest, as Python gives them"""
    if y == 0:
        floats = isinstance(x, float) or isinstance(y, float)
        raise RuntimeError("ZeroDivisionError: " + ("float divmod()" if floats else "integer division or modulo by zero"))
    return divmod(x, y)


@operator("script.pow")
def script_pow(a, b):
    """A power: of ints, too, a float"""
    if isinstance(a, complex) or isinstance(b, complex):
        return complex(a) ** b
    a, b = float(a), float(b)
    if a == 0 and b < 0:
        raise RuntimeError("0.0 cannot be raised to a negative power")
    if a < 0 and math.isfinite(a) and math.isfinite(b) and script_whole(b) != b:
        return math.nan
    try:
        return a**b
    except OverflowError:
        return -math.inf if a < 0 and math.fmod(b, 2.0) != 0 else math.inf


@operator("script.neg")
def script_neg(a):
    """The number with the other sign"""
    return -a


@operator("script.prim.abs")
def script_abs(a):
    """The magnitude of a number, or of the elements of a tensor"""
    return abs(a)


def script_check_whole(a):
    if a != a or math.isinf(a):
        raise RuntimeError(f"Cannot convert float {'nan' if a != a else 'inf' if a > 0 else '-inf'} to integer")


@operator("script.floor")
def script_floor(a):
    """The largest int that is not above a number"""
    script_check_whole(a)
    return math.floor(a)


@operator("script.ceil")
def script_ceil(a):
    """The smallest int that is not below a number"""
    script_check_whole(a)
    return math.ceil(a)


@operator("script.round")
def script_round(a):
    """The nearest whole number, the even one of two, as a float"""
    a = float(a)
    return math.copysign(float(round(a)), a) if abs(a) < 4503599627370496.0 else a


@operator("script.__and__")
def script_and(a, b):
    """Bits that both have"""
    return a & b


@operator("script.__or__")
def script_or(a, b):
    """Bits that one of them has"""
    return a | b


@operator("script.__xor__")
def script_xor(a, b):
    """Bits in which they differ"""
    return a ^ b


@operator("script.__lshift__")
def script_lshift(a, b):
    """Bits moved up"""
    return a << b


@operator("script.__rshift__")
def script_rshift(a, b):
    """Bits moved down"""
    return a >> b
