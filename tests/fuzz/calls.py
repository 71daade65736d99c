"""Built-in functions and methods, called with values of every kind, right or wrong.

A seed chooses a function of a module, or a method of a value, and up to three arguments, of which
some are written in the program and others given to it. Eager decides: the same value, the same class
of exception, or a refusal; words may differ.
"""

from __future__ import annotations

import collections
import functools
import importlib
import random
import re
from collections.abc import Callable, Iterator
from typing import Any

import torch  # noqa: F401 - values name it

import lith
from fuzz.seeds import judge_all
from ops.test_samples import function_of

MODULES = (
    "builtins", "math", "cmath", "operator", "itertools", "functools", "copy", "bisect", "heapq",
    "collections", "statistics",
)  # fmt: skip
VALUES = (
    "None", "True", "1.5", "-1", "3", "0", "'a'", "'ab c'", "''", "b'a'", "[1]", "[3, 1, 2]", "[]",
    "(1, 2)", "{1: 2}", "{}", "{1}", "torch.ones(2)", "lambda x: x", "len", "int", "1j", "range(3)",
    "float('nan')", "2**70", "slice(1)", "...", "object", "['a', 'b']", "[[1], [2]]", "iter([1, 2])",
)  # fmt: skip
OWNERS = (
    "5", "1.5", "(1 + 2j)", "'ab'", "b'ab'", "[1]", "(1,)", "{1: 2}", "{1}", "frozenset({1})",
    "range(3)", "collections.deque([1, 2])", "collections.OrderedDict(a=1)",
    "collections.Counter('aab')", "collections.defaultdict(int)",
)  # fmt: skip
LEFT_OUT = {
    "input", "exit", "quit", "breakpoint", "open", "help",  # ask somebody
    "id", "globals", "locals", "vars", "dir", "eval", "exec", "compile", "memoryview",  # of CPython
    "copyright", "credits", "license", "print", "RLock", "repeat", "count", "cycle",  # endless
}  # fmt: skip
OF_OBJECT = {
    "__class__", "__init_subclass__", "__subclasshook__", "__reduce__", "__reduce_ex__", "__new__",
    "__getstate__", "__sizeof__", "__dir__", "__init__", "__setattr__", "__delattr__",
    "__getattribute__", "__getnewargs__", "__doc__", "__module__", "__dict__", "__weakref__",
}  # fmt: skip


@functools.cache
def callables() -> list[str]:
    return [*functions(), *methods()]


def functions() -> Iterator[str]:
    for module in MODULES:
        for name, value in sorted(vars(importlib.import_module(module)).items()):
            is_error = isinstance(value, type) and issubclass(value, BaseException)
            if callable(value) and not is_error and name not in LEFT_OUT and name[0] != "_":
                yield f"{module}.{name}"


def methods() -> Iterator[str]:
    for owner in OWNERS:
        value = eval(owner, {"collections": collections})  # noqa: S307 - a constant of this file
        for name in dir(value):
            if name not in OF_OBJECT and callable(getattr(value, name)):
                yield f"({owner}).{name}"


def call(seed: int) -> tuple[Callable[..., Any], list[str], str]:
    """A function with one call in it, the values that it is given, and the call for readers."""
    r = random.Random(seed)
    callee = r.choice(callables())
    words = [r.choice(VALUES) for _ in range(r.choice([0, 1, 1, 2, 2, 3]))]
    given = [i for i in range(len(words)) if r.random() < 0.4]
    parameters = ", ".join(f"a{i}" for i in given)
    written = ", ".join(f"a{i}" if i in given else word for i, word in enumerate(words))
    text = f"import torch, {', '.join(MODULES)}\n\n\ndef call({parameters}):\n    return {callee}({written})\n"
    return function_of(text, "calls"), [words[i] for i in given], f"{callee}({', '.join(words)})"


def outcome(fn: Callable[..., Any], given: list[str]) -> str:
    """What it gives or raises, and what became of its arguments; fresh ones at each call."""
    random.seed(0)
    values = [eval(word) for word in given]  # noqa: S307 - constants of this file
    try:
        result = repr(fn(*values))
    except lith.CompileError:
        raise
    except Exception as error:  # noqa: BLE001 - the outcome is what is compared
        result = type(error).__name__
    return re.sub(r" at 0x\w+|<locals>.|function \S+", "", f"{result} of {values}")


def judge(seed: int) -> str:
    """Empty where a compiled call does as eager; what is refused says so."""
    fn, given, shown = call(seed)
    eager = outcome(fn, given)
    try:
        got = outcome(lith.to_static(fn), given)
    except lith.CompileError as error:
        kind = "failed" if error.code == "LTH0700" else "refused"
        return f"{kind} (calls): {shown}: {error}"
    return (
        "" if got == eager else f"differs (calls): {shown}\n  {got[:200]}, eager\n  {eager[:200]}"
    )


def main(seeds: range) -> int:
    return judge_all(judge, seeds)
