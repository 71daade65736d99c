"""87: `print(f"{t}")` prints the values on every call."""

from language.harness import case
import torch

T = torch.tensor


def formatted(t):
    print(f"{t}")
    return t + 1


def many(t, n):
    print("n =", n, "t:", t, sep="|", end="!\n")
    print(f"{n:>5} {n / 3:.3f} {t.sum().item():8.2f} {t.shape} {n!r}")
    if t.sum() > 0:
        print([t, (n, "s")], {"k": t})
    print()
    return t


def kinds(t):
    print(t.dtype, t.bool(), t.long(), t > 0, None, True, 1.0, 1e20, -0.0)
    print("%d %s" % (3, "x"), "{} {:03d}".format("a", 7), str(1.5) + repr("q"))
    return str(t)


CASES = [
    case(formatted, lambda: [(T([1.0, 2.5]),), (T([[1, 2], [3, 4]]),), (T(3.25),)], straight=True),
    case(many, lambda: [(T([1.0, 2.5]), 3), (T([-1.0]), -12)]),
    case(kinds, lambda: [(T([1.0, -2.0]),), (torch.zeros(0),)], straight=True),
]
