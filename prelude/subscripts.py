"""The subscripts of torch.einsum, as a text or as numbers."""


def _einsum_spelled(arguments):
    """The equation and operands of `a, [0, 1], b, [1, 2], [0, 2]`."""
    count = len(arguments) // 2
    equation = ",".join([_einsum_letters(term) for term in arguments[1::2]])
    if len(arguments) % 2 == 1:
        equation = equation + "->" + _einsum_letters(arguments[-1])
    return equation, arguments[: 2 * count : 2]


def _einsum_letters(numbers):
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
    for each in numbers:
        if each is not ... and not 0 <= each < 52:
            raise ValueError("einsum(): subscript in subscript list is not within the valid range [0, 52)")
    return "".join(["..." if each is ... else letters[each] for each in numbers])


def _einsum_subscripts(text, start, count):
    """The subscripts of `count` operands, or of the result (None), with `.` for an ellipsis."""
    terms, skipped = [""], 0
    for i, each in enumerate(text):
        if skipped > 0:
            skipped = skipped - 1
            continue
        if each == ".":
            whose = "output" if count is None else f"operand {len(terms) - 1}"
            if "." in terms[-1]:
                raise RuntimeError(f"einsum(): found '.' for {whose} {'but an ellipsis (...)' if count is None else 'for which an ellipsis'} was already found")
            if text[i : i + 3] != "...":
                raise RuntimeError(f"einsum(): found '.' for {whose} that is not part of any ellipsis{' (...)' if count is None else ''}")
            skipped = 2
        if each == "," and count is not None:
            if len(terms) == count:
                raise RuntimeError("einsum(): fewer operands were provided than specified in the equation")
            terms.append("")
        elif each == "." or "a" <= each <= "z" or "A" <= each <= "Z":
            terms[-1] = terms[-1] + each
        elif each != " ":
            raise RuntimeError(f"einsum(): invalid subscript given at index {start + i} in the equation string, subscripts must be in [a-zA-Z]")
    if count is not None and len(terms) < count:
        raise RuntimeError("einsum(): more operands were provided than specified in the equation")
    return terms


def _einsum_check_ranks(terms, operands):
    for i in range(len(terms)):
        count, rank = len(terms[i].replace(".", "")), operands[i].dim()
        if "." in terms[i] and count > rank:
            raise RuntimeError(f"einsum(): the number of subscripts in the equation ({count}) is more than the number of dimensions ({rank}) for operand {i}")
        if "." not in terms[i] and count != rank:
            raise RuntimeError(f"einsum(): the number of subscripts in the equation ({count}) does not match the number of dimensions ({rank}) for operand {i} and no ellipsis was given")


def _einsum_terms(equation, operands):
    """The subscripts of each operand and of the result, `...` spelled out in spare letters."""
    arrow = equation.find("->")
    inputs = equation if arrow < 0 else equation[:arrow]
    terms = _einsum_subscripts(inputs, 0, len(operands))
    _einsum_check_ranks(terms, operands)
    letters = "".join(terms).replace(".", "")
    widest = max([operands[i].dim() - len(terms[i]) + 1 if "." in terms[i] else 0 for i in range(len(terms))])
    dots = "".join([each for each in "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz" if each not in letters][:widest])
    for i in range(len(terms)):
        terms[i] = terms[i].replace(".", dots[widest - operands[i].dim() + len(terms[i]) - 1 :])
    if arrow < 0:
        return terms, dots + "".join(sorted([each for each in set(letters) if letters.count(each) == 1]))
    output = _einsum_subscripts(equation[arrow + 2 :], arrow + 2, None)[0]
    for each in output.replace(".", ""):
        if each not in letters:
            raise RuntimeError(f"einsum(): output subscript {each} does not appear in the equation for any input operand")
        if output.count(each) > 1:
            raise RuntimeError(f"einsum(): output subscript {each} appears more than once in the output")
    return terms, output.replace(".", dots)
