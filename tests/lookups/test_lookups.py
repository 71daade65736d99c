"""Each way of looking something up, and each way to change between two calls what it finds: the
next call sees the change, as eager Python does.

A world has fresh classes and objects (world.py) and functions `look_*` that look things up in them
(attributes.py, special.py, names.py, arguments.py); changes_*.py change them. Where a change is one
for eager Python, it has to be one for the compiled function.
"""

from __future__ import annotations

import builtins
import contextlib
import inspect
import sys
import types
from collections.abc import Callable, Iterator

import pytest
import torch

import lith
import lookups
from lookups import arguments, attributes, names, special, world
from lookups.changes_of_attributes import ATTRIBUTES
from lookups.changes_of_objects import OBJECTS
from lookups.changes_of_special import SPECIAL

pytestmark = pytest.mark.generated

CHANGES = ATTRIBUTES | SPECIAL | OBJECTS


def fresh() -> types.SimpleNamespace:
    w = world.world()
    for part in (attributes, special, names, arguments):
        vars(w).update(part.looks(w))
    return w


LOOKS = [name for name in vars(fresh()) if name.startswith("look_")]


@contextlib.contextmanager
def restored() -> Iterator[None]:
    """Names of the module `names`, of its helper, of builtins and of sys.modules are as they were."""
    kept, defaults, greatest = dict(vars(names)), names.helper.__defaults__, max
    table, listed, modules = dict(names.TABLE), list(names.NAMES), dict(sys.modules)
    try:
        yield
    finally:
        vars(names).clear()
        vars(names).update(kept)
        builtins.max = greatest
        names.helper.__defaults__ = defaults
        names.TABLE.clear()
        names.TABLE.update(table)
        names.NAMES[:] = listed
        sys.modules.update(modules)
        if sys.modules.pop("lookups.missing", None):
            del lookups.missing


def outcome(w: types.SimpleNamespace, name: str, look: Callable | None = None):
    """What a function of the world gives, or what is compiled of it, as something to compare."""
    parameters = inspect.signature(getattr(w, name)).parameters
    try:
        found = (look or getattr(w, name))(*(getattr(w, each) for each in parameters))
    except Exception as error:  # of any kind: it is compared
        return type(error).__name__
    return found.tolist() if isinstance(found, torch.Tensor) else found


def eager_differs(look: str, change: str) -> bool:
    w = fresh()
    before = outcome(w, look)
    CHANGES[change](w)
    return outcome(w, look) != before


def wrong_after(look: str, change: str) -> str:
    """What the compiled function gives where eager Python gives something else; empty: nothing."""
    w = fresh()
    compiled = lith.to_static(getattr(w, look))
    for moment in ("first call", "second call", "after the change", "once more"):
        if moment == "after the change":
            CHANGES[change](w)
        found, expected = outcome(w, look, compiled), outcome(w, look)
        if found != expected:
            return f"{change}, {moment}: {found} instead of {expected}"
    return ""


@pytest.mark.parametrize("look", LOOKS)
def test_changes_are_seen(look) -> None:
    wrong = []
    for change in CHANGES:
        with restored():
            differs = eager_differs(look, change)
        with restored():
            wrong.append(wrong_after(look, change) if differs else "")
    assert not any(wrong), "\n".join(filter(None, wrong))
