"""What __int__, __str__, __index__ and their like gave, where Python takes one type only."""

import fractions

from language.harness import case
import torch

T = torch.tensor


class Gives:
    def __init__(self, value):
        self.value = value

    def __int__(self):
        return self.value

    __index__ = __float__ = __str__ = __repr__ = __hash__ = __complex__ = __int__

    def __format__(self, spec):
        return self.value


class Index:
    def __init__(self, value):
        self.value = value

    def __index__(self):
        if self.value == 7:
            raise ValueError("seven")
        return self.value


def attempts(functions, value):
    out = []
    for function in functions:
        try:
            result = function(value)
            out.append((result, type(result).__name__))
        except (TypeError, ValueError) as error:
            out.append(str(error))
    return out


def of_floats(x, n: int):
    value = x.sum().item() if n > 1 else 1.5
    return attempts([int, hash, bin, lambda v: f"{v:>5}", lambda v: [1, 2][v]], Gives(value))


def of_bools(x, n: int):
    return attempts([int, hash, bin, lambda v: [1, 2][v:], lambda v: "ab" * v], Gives(n > 1))


def of_ints(x, n: int):
    return attempts([int, float, complex, str, repr, format, range, hash], Gives(n - 4))


def of_texts(x, n: int):
    text = "a" if n > 1 else "b"
    return attempts([str, repr, format, int, float, complex], Gives(text))


def by_index(x, n: int):
    return attempts([int, float, complex, lambda v: [1, 2, 3, 4][v]], Index(n))


def raised(x, n: int):
    try:
        return [1, 2, 3, 4][Index(n)]
    except ValueError as error:
        return str(error)


def of_fractions(x, n: int):
    return complex(fractions.Fraction(n, 2)), complex(imag=n), complex(n, 2.0)


def on_paths(x, n: int):
    class Text:
        def __str__(self):
            if n > 1:
                return None
            return "a"

    class Error(Exception):
        def __str__(self):
            return n

    try:
        raise Error
    except Error as error:
        kept = error
    try:
        return str(kept)
    except TypeError as error:
        return str(error), str(Text())


def truncated(x, n: int):
    class Whole:
        def __trunc__(self):
            return n > 1

    return int(Whole()), type(int(Whole())).__name__


CASES = [
    case(of_floats, lambda: [(T([1.0, 2.0]), 1), (T([3.0]), 3)]),
    case(of_bools, lambda: [(T([1.0, 2.0]), 1), (T([3.0]), 3)], straight=True),
    case(of_ints, lambda: [(T([1.0, 2.0]), 1), (T([3.0]), 3)], straight=True),
    case(of_texts, lambda: [(T([1.0, 2.0]), 1), (T([3.0]), 3)]),
    case(by_index, lambda: [(T([1.0, 2.0]), 1), (T([3.0]), 3)], straight=True, tool=False),
    case(raised, lambda: [(T([1.0, 2.0]), 1), (T([3.0]), 7)]),
    case(of_fractions, lambda: [(T([1.0, 2.0]), 1), (T([3.0]), 3)], straight=True, tool=False),
    case(on_paths, lambda: [(T([1.0, 2.0]), 1), (T([3.0]), 3)]),
    case(truncated, lambda: [(T([1.0, 2.0]), 1), (T([3.0]), 3)], straight=True),
]
