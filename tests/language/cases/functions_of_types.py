"""Functions that types have beside their methods, and numbers and texts in other forms."""

from collections import OrderedDict

from language.harness import case
import torch


def from_keys(n):
    d = OrderedDict.fromkeys(range(n), 0)
    for i in range(n):
        d[i] += i
    return d, OrderedDict.fromkeys(["a", "b"]), dict.fromkeys("ab", n)


def translated(s):
    table = "".maketrans("ab", "xy")
    return s.translate(table), s.translate(str.maketrans({"a": None, "b": "<b>"}))


def hexadecimal(f):
    return f.hex(), float.fromhex("0x1.8p1"), float.fromhex(f.hex()) == f


def from_hexadecimal(text):
    try:
        return float.fromhex(text)
    except (ValueError, OverflowError) as e:
        return f"{type(e).__name__}: {e}"


def of_bytes(n):
    little, big = int.from_bytes(b"\x01\x02", "little"), int.from_bytes(b"\xff\x02", "big")
    return little + n, big, int.from_bytes(b"\xff\x02", "big", signed=True)


def constant_bytes(n):
    b = b"abc"
    return [x + n for x in b], b[0], b[n], len(b), b[1:], sum(b), b.decode()


def kind_of_result(x, n):
    for i in range(n):
        x = x.double() if i else x > 0
    return x, x.dtype


def in_ascii(s):
    return f"{s!a}", f"{s!a:>12}|", ascii(s), ascii([s, 1]), f"{len(s)!a}"


def bounds(a, n):
    return slice(1, a).indices(n), slice(a, None, -2).indices(n), slice(None).indices(n)


TEXTS = ["0x1.8p1", " -1.5P-3 ", "ff", "0x.8", "inf", "-NAN", "", "0x", "1p", "zz", "0x1p5000"]
FLOATS = [5.5, -0.1, -0.0, float("inf"), 5e-324, 1e-310, 1e308]
CASES = [
    case(from_keys, lambda: [(2,), (0,)]),
    case(translated, lambda: [("abc",), ("",)], straight=True),
    case(hexadecimal, lambda: [(x,) for x in FLOATS], straight=True),
    case(from_hexadecimal, lambda: [(t,) for t in TEXTS[::2]]),
    case(from_hexadecimal, lambda: [(t,) for t in TEXTS[1::2]], name="from_more_hexadecimal"),
    case(of_bytes, lambda: [(5,), (-1,)], straight=True),
    case(constant_bytes, lambda: [(1,), (-3,), (3,)]),
    case(kind_of_result, lambda: [(torch.ones(2), i) for i in range(3)]),
    case(in_ascii, lambda: [("abc",), ("é€😀'\n",), ("",)], straight=True),
    case(bounds, lambda: [(3, 5), (-1, 0), (9, 4)], straight=True),
]
