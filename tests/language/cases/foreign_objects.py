"""Dates, decimals, paths and numbers of NumPy: truth, text, order and keys are Python's."""

import datetime
from decimal import Decimal
from pathlib import Path

import numpy as np

from language.harness import case

DAY = datetime.date(2020, 1, 2)
DELTA = datetime.timedelta(0)
SMALL = Decimal("1.50")
KIND = np.dtype("float32")
ROOT, SAME, OTHER = Path("a/b"), Path("a/b"), Path("a")
COUNT, NONE, FLAG = np.int64(1), np.float64(0), np.bool_(True)


def texts(n):
    print(DAY, KIND, "%s" % SMALL, ROOT)  # noqa: UP031
    if n > 1:
        return f"{DAY} {DELTA} {SMALL!r}", str(SMALL), n
    return "{}".format(KIND), format(DAY, "%d.%m.%Y"), f"{SMALL:.1f}"  # noqa: UP032


def truths(n):
    if n > 0:
        return bool(DELTA), not SMALL, (DELTA or n), "yes" if COUNT else "no", n + 1
    return bool(SMALL), not DELTA, any([DELTA, NONE]), NONE or n


def numbers(n):
    match COUNT:
        case 1:
            word = "one"
        case _:
            word = "other"
    if n > 1:
        return bool(COUNT == 1), bool(COUNT != 1), COUNT in [1], COUNT in {1}, {1: n}[COUNT], word
    return {COUNT: n}[1], int(min(COUNT, 3)), bool(NONE == 0), bool(FLAG == True), bool(COUNT == n)  # noqa: E712


def paths(n):
    return ROOT == SAME if n > 1 else str(ROOT), {ROOT: n}[SAME], f"{ROOT}", ROOT != OTHER


def unhashable(n):
    return {slice(n): 1}


def complex_numbers(n):
    made = np.complex128(1 + 2j) if n > 1 else np.complex64(3)
    return str(made), repr(made + 1), bool(made == 3), type(made) is np.complex64


def items_of_numbers(n):
    found = []
    for index in (0, "a", slice(0, 1)):
        try:
            np.complex128(2)[index] if n > 1 else NONE[index]
        except (IndexError, TypeError) as e:
            found.append(f"{type(e).__name__}: {e}")
    return found, str(np.complex128(2)[()])


def text_and_number(n):
    return "a" + (np.complex64(1) if n > 1 else SMALL)


def call_of_a_number(n):
    return (np.complex64(1) if n > 1 else DAY)(n)


CASES = [
    case(texts, lambda: [(1,), (2,)]),
    case(truths, lambda: [(1,), (-3,)]),
    case(numbers, lambda: [(1,), (4,)]),
    case(paths, lambda: [(1,), (2,)]),
    case(unhashable, lambda: [(1,), (2,)], straight=True),
    case(complex_numbers, lambda: [(1,), (2,)]),
    case(items_of_numbers, lambda: [(1,), (2,)]),
    case(text_and_number, lambda: [(1,), (2,)]),
    case(call_of_a_number, lambda: [(1,), (2,)]),
]
