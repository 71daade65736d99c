"""A generator's consumer that returns, breaks or continues while the generator is in a loop."""

from language.harness import case
import torch

T = torch.tensor


def numbers(x, n):
    for i in range(n):
        if i == 3:
            return
        yield x + i


def any_of_generator(x, n):
    return any(v.sum() > 5 for v in numbers(x, n))


def returned_from(x, n):
    for v in numbers(x, n):
        if v.sum() > 5:
            return v
    return None


def broken_from(x, n):
    seen = 0
    for v in numbers(x, n):
        if v.sum() > 8:
            break
        if v.sum() > 3:
            continue
        seen += 1
    else:
        seen += 100
    return seen


def first_of(x):
    found = next((v for v in x.tolist() if v > 1), -1)
    where = next((i for i, v in enumerate(x) if v == 2), None)
    return found, where


def value_of_yield_from(x, n):
    def part(k):
        for i in range(k):
            if i > 2:
                return -i
            yield x * i
        return k * 10

    def whole():
        first = yield from part(n)
        yield first
        second = yield from [x, x]
        yield second

    return list(whole())


CASES = [
    case(value_of_yield_from, lambda: [(T([3.0]), 4), (T([0.0]), 0), (T([4.0]), 2)]),
    case(first_of, lambda: [(T([3.0, 1.0, 2.0]),), (T([0.0]),), (T([0.0, 2.0]),)]),
    case(any_of_generator, lambda: [(T([3.0, 5.0]), 4), (T([0.0]), 0), (T([0.0]), 5)]),
    case(returned_from, lambda: [(T([3.0, 5.0]), 4), (T([0.0]), 0), (T([4.0]), 5)]),
    case(broken_from, lambda: [(T([3.0, 5.0]), 4), (T([0.0]), 0), (T([0.0]), 5)]),
]
