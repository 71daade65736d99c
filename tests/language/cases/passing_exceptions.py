"""Exceptions that no handler of a `try` takes: they pass by it, to the next that may."""

import torch

from language.harness import case


def not_taken(x, n):
    try:
        y = x.reshape(n, -1)
    except TypeError:
        return "type"
    return y


def taken_outside(x, n):
    try:
        try:
            y = x.reshape(n, -1)
        except (TypeError, KeyError):
            return "inner"
    except RuntimeError as error:
        return "outer", str(error)
    return y


def in_loops(x, sizes):
    out = []
    for i in range(sizes.size(0)):
        try:
            for k in range(3):
                try:
                    out.append(x.reshape(int(sizes[i]) + k, -1).size(1))
                except KeyError:
                    out.append(-1)
        except RuntimeError:
            out.append(-2)
    return out


def with_finally(x, n, log):
    try:
        try:
            y = x[n]
        except AttributeError:
            y = None
        finally:
            log.append(n)
    except IndexError:
        return "index", log
    return y, log


def numbers(n, d):
    try:
        try:
            return n // d
        except TypeError:
            return "type"
    except ZeroDivisionError:
        return "zero"


def raised_by_the_program(x):
    try:
        if x.sum() > 0:
            raise KeyError("sum")
        if x.sum() < -5:
            raise TypeError("small")
        return x.reshape(4, -1)
    except TypeError as error:
        return str(error)


def assertion(x):
    try:
        assert x.sum() > 0, "not positive"
        return x.log()
    except AssertionError as error:
        return str(error)


class Missing(Exception):
    pass


def own_class(x, n):
    try:
        if n < 0:
            raise Missing(n)
        return x.reshape(n, -1)
    except Missing as error:
        return error.args[0]


def from_containers(d, key, x):
    try:
        try:
            return d[key] + x.reshape(2, -1).sum()
        except KeyError:
            return "key"
    except RuntimeError:
        return "runtime"


X = torch.arange(6.0)
CASES = [
    case(not_taken, lambda: [(X, 2), (X, 4), (X, 3)]),
    case(taken_outside, lambda: [(X, 2), (X, 4)]),
    case(
        in_loops,
        lambda: [(X, torch.tensor([1, 2, 3])), (X, torch.tensor([5])), (X, torch.tensor([4, 1]))],
    ),
    case(with_finally, lambda: [(X, 2, []), (X, 9, [1])]),
    case(numbers, lambda: [(7, 2), (7, 0)]),
    case(raised_by_the_program, lambda: [(X,), (-X,), (X * 0,), (-X[:1] - 1,)]),
    case(assertion, lambda: [(X,), (-X,)]),
    case(own_class, lambda: [(X, 2), (X, -1), (X, 4)]),
    case(
        from_containers,
        lambda: [({"a": 1.0}, "a", X), ({"a": 1.0}, "b", X), ({"a": 1.0}, "a", X[:3])],
    ),
]
