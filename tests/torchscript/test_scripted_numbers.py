"""Operators of TorchScript on numbers and texts do what PyTorch's registry does."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import torch
from scripted import SCRIPT, outcome, overload, same

BIG = 2**40 + 3
VALUES: dict[str, list[Any]] = {
    "int": [-BIG, -7, -2, -1, 0, 1, 2, 3, 10, BIG],
    "float": [-math.inf, -1e300, -7.5, -2.5, -1.0, -0.5, -0.0, 0.0, 0.1, 0.5, 1.0, 1.5, 2.5, 3.0, 1e17, math.inf, math.nan],
    "bool": [False, True],
    "complex": [0j, 1 + 2j, -1.5 + 0.5j, 2 - 1j, 3 + 0j],
    "str": ["", "a", "ab", "abcabc", " a b ", "Hello World", "HELLO1", "a1_", "12", "-5", "a,b,,c", "x\ty\tz", "a\nb\r\nc\n", "\r a \v"],
    "List[int]": [[], [0], [3, 1, 2], [1, 1, -5]],
    "List[float]": [[], [0.0], [2.5, -1.0, 0.5]],
    "List[bool]": [[], [False], [True, False]],
    "List[str]": [[], [""], ["b", "a", "b"]],
    "Optional[int]": [None, -2, 0, 1, 5],
    "Optional[str]": [None, " ", ",", "b"],
    "Device": [torch.device("cpu"), torch.device("cuda:1")],
}  # fmt: skip


def is_empty(text: str, start: int, end: int) -> bool:
    """Whether C++ is asked for a part of a text that ends before it begins."""
    size = len(text)
    return (
        not 0 <= (start + size if start < 0 else start) <= (size + end + 1 if end < 0 else end)
        or start > size
    )


# What ends the process or does not end, and what is an accident of C++: results that int, int32 or
# float32 cannot hold; numbers whose kind only run time knows ("Scalar") are computed in float32.
LEFT_OUT: dict[str, Callable[..., bool]] = {
    "__derive_index": lambda *numbers: BIG in map(abs, numbers),
    "__lshift__": lambda a, b: not 0 <= b < 20,
    "__range_length": lambda lo, hi, step: BIG in map(abs, (lo, hi, step)),
    "__round_to_zero_floordiv": lambda a, b: b == 0,
    "__rshift__": lambda a, b: not 0 <= b < 20,
    "Complex": lambda a, b=0: BIG in (abs(a), abs(b)),
    "Float": lambda a: isinstance(a, int) and abs(a) == BIG,
    "Int": lambda a: isinstance(a, float) and not abs(a) < 2**63,
    "_infer_size": lambda a, b: -5 in a + b,
    "broadcast_shapes": lambda a, b: -5 in a + b,
    "ceil": lambda a: math.isfinite(a) and abs(a) > 2**63,
    "center": lambda self, width, fillchar: width < 0,
    "chr": lambda i: i > 127,
    "count": lambda self, el, *span: el == "",
    "divmod": lambda x, y: type(x) is not type(y) or math.inf in (abs(x), abs(y)),
    "endswith": lambda self, text, *span: text == "" or is_empty(self, *span),
    "expandtabs": lambda self, tabsize: tabsize > 20,
    "factorial": lambda a: a > 20,
    "find": lambda self, substr, *span: substr == "" or len(substr) > len(self),
    "floor": lambda a: math.isfinite(a) and abs(a) > 2**63,
    "index": lambda self, substr, *span: isinstance(substr, str) and (substr == "" or len(substr) > len(self)),
    "ldexp": lambda x, i: abs(i) == BIG,
    "mul": lambda a, b: abs(a) == abs(b) == BIG,
    "pow": lambda a, b: complex in (type(a), type(b)) and (a == 0 or not abs(a) < 1e6 or not abs(b) < 1e6),
    "remainder": lambda a, b: isinstance(b, int) and b == 0,
    "replace": lambda self, old, new, *rest: old in new,
    "rfind": lambda self, substr, *span: substr == "" or len(substr) > len(self),
    "rindex": lambda self, substr, *span: substr == "" or len(substr) > len(self),
    "rsplit": lambda self, separator, *rest: separator == "",
    "startswith": lambda self, text, *span: text == "" or is_empty(self, *span),
    "sum": lambda self: self == [],
}  # fmt: skip


def family(names: str) -> list[str]:
    return ["aten::" + name for name in names.split()]


NUMBERS = family(
    "add sub mul div floordiv __round_to_zero_floordiv remainder divmod pow neg floor ceil round __and__ __or__ __xor__"
    " __lshift__ __rshift__ __not__ sqrt exp expm1 log log10 log1p sin cos tan asin acos atan atan2 sinh cosh tanh asinh"
    " acosh atanh angle polar erf erfc gamma lgamma fabs copysign degrees radians fmod mathremainder modf frexp ldexp gcd"
    " factorial isnan isinf isfinite eq ne lt le gt ge Bool Int Float Complex any all sum __range_length __derive_index"
    " __contains__ _infer_size broadcast_shapes"
) + ["prim::abs", "prim::min", "prim::max"]  # fmt: skip
TEXTS = family(
    "lower upper capitalize title swapcase isalnum isalpha isdecimal isdigit isnumeric isidentifier islower isupper isprintable"
    " isspace istitle center ljust rjust zfill expandtabs ord chr hex oct bin count find rfind index rindex startswith endswith"
    " strip lstrip rstrip split rsplit splitlines partition rpartition replace join len slice"
)  # fmt: skip


def spelled(name: str) -> str:
    return "script." + name.removeprefix("aten::").replace("prim::", "prim.")


def declarations() -> list[tuple[str, str, list[str]]]:
    """Name, overload and the types of the parameters of what takes no tensors or generic lists."""
    found = []
    for schema in torch._C._jit_get_all_schemas():
        types = [str(each.type) for each in schema.arguments]
        if schema.name in NUMBERS + TEXTS and types and all(each in VALUES for each in types):
            found.append((schema.name, schema.overload_name, types))
    return found


def arguments_of(types: list[str]) -> Iterator[tuple[Any, ...]]:
    """Of texts only positions that are near."""
    values = VALUES | {"int": [-3, -1, 0, 1, 5]} if types[0] == "str" else VALUES
    return itertools.product(*[values[each] for each in types])


@pytest.mark.parametrize("name,suffix,types", declarations(), ids=str)
def test_overload(name: str, suffix: str, types: list[str]) -> None:
    bare = name.partition("::")[2]
    own, theirs = SCRIPT[spelled(name)], overload(name, suffix)
    is_left_out = LEFT_OUT.get(bare, lambda *arguments: False)
    for arguments in arguments_of(types):
        if is_left_out(*arguments):
            continue
        made, wanted = outcome(own, arguments), outcome(theirs, arguments)
        assert made[0] == wanted[0], (arguments, made[1], wanted[1])
        assert not wanted[0] or same(made[1], wanted[1]), (arguments, made[1], wanted[1])
