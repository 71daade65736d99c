"""The objects that a program was compiled for: described, so that it keeps none of them alive.

An artifact is compiled for such a call once more. What the caller still has is given as it is; what
is gone is made again, with the attributes that it had then.
"""

from __future__ import annotations

import collections
import enum
import struct
import sys
import types
import weakref
from collections.abc import Callable
from typing import Any

from ._errors import CompileError

_HEAP_TYPE = 1 << 9  # Py_TPFLAGS_HEAPTYPE
_POINTER = struct.calcsize("P")

Describe = Callable[[Any], Any]  # of an attribute, as `remembered` is of an object


class _Remembered:
    """An object that may go."""

    def __init__(self, value: Any) -> None:
        self.cls = type(value)
        self.alive: Callable[[], Any] = weakref.ref(value)

    def again(self, done: dict[int, Any]) -> Any:
        """One like it, when it is gone; `done` has what was made of others, by their id."""
        raise CompileError(
            f"the {self.cls.__name__} that a program was called with is no longer there: keep it"
            " until the program is saved"
        )


class _Tensor(_Remembered):
    """A tensor, of which another has other elements. Nothing refers to it: `swap_tensors` takes
    none to which there are weak references.
    """

    def __init__(self, value: Any) -> None:
        self.cls, self.alive = type(value), lambda: None
        self.sizes, self.strides = tuple(value.shape), value.stride()
        self.dtype, self.requires_grad = value.dtype, value.requires_grad

    def again(self, done: dict[int, Any]) -> Any:
        torch = sys.modules["torch"]
        made = torch.empty_strided(self.sizes, self.strides, dtype=self.dtype)
        if self.cls is torch.Tensor:
            return made.requires_grad_(self.requires_grad)
        return torch.nn.Parameter(made, self.requires_grad)


class _Instance(_Remembered):
    """An instance of a class of Python, which another with these attributes is as good as."""

    def __init__(self, value: Any) -> None:
        super().__init__(value)
        self.slots: list[tuple[Any, Any]] = []
        self.attributes: dict[str, Any] = {}

    def describe(self, value: Any, describe: Describe) -> None:
        """Takes the attributes, which may lead to the instance itself."""
        for slot in _slots(self.cls):
            try:
                self.slots.append((slot, describe(slot.__get__(value))))
            except AttributeError:  # an empty one
                continue
        if self.cls.__dictoffset__:
            for name, held in object.__getattribute__(value, "__dict__").items():
                self.attributes[name] = describe(held)

    def again(self, done: dict[int, Any]) -> Any:
        made = done[id(self)] = object.__new__(self.cls)
        for slot, held in self.slots:
            slot.__set__(made, recalled(held, done))
        for name, held in self.attributes.items():
            made.__dict__[name] = recalled(held, done)
        return made


class Memory:
    """What stands for the objects of one call: for each the same wherever it is met. Behind `MOST`
    objects, or `DEEPEST` that hold each other, all are kept as they are: to describe a dataset
    would take longer than to compile.
    """

    MOST, DEEPEST = 2000, 64

    def __init__(self) -> None:
        self.known: dict[int, Any] = {}
        self.depth = 0

    def of(self, value: Any) -> Any:
        """What `recalled` makes the object of; itself, where nobody can miss it."""
        if id(value) not in self.known and not self._is_too_much(value):
            self.depth += 1
            self._remember(value)
            self.depth -= 1
        return self.known.get(id(value), value)

    def _is_too_much(self, value: Any) -> bool:
        size = len(value) if type(value) in (list, tuple, dict) else 1
        return self.depth >= self.DEEPEST or len(self.known) + size > self.MOST

    def _remember(self, value: Any) -> None:
        torch = sys.modules.get("torch")
        made: Any = value
        if torch is not None and isinstance(value, torch.nn.Module):
            made = _Remembered(value)  # another one would need all of its parameters
        elif torch is not None and type(value) in (torch.Tensor, torch.nn.Parameter):
            made = _Tensor(value) if _has_strides(value) else value
        elif type(value) in (list, tuple):
            made = type(value)([self.of(each) for each in value])
        elif type(value) is dict:
            made = {key: self.of(each) for key, each in value.items()}
        elif _is_container(type(value)):
            made = _Remembered(value)
        elif _is_plain(type(value)):
            made = self.known[id(value)] = _Instance(value)
            made.describe(value, self.of)
        self.known[id(value)] = made


def recalled(described: Any, done: dict[int, Any]) -> Any:
    """The object that a description is of, or what stands for it; containers are made anew."""
    if id(described) in done:
        return done[id(described)]
    found = described
    if isinstance(described, _Remembered):
        found = described.alive()
        if found is None:
            found = described.again(done)
    elif type(described) is list:
        found = done[id(described)] = []
        found += [recalled(each, done) for each in described]
    elif type(described) is tuple:
        found = tuple([recalled(each, done) for each in described])
    elif type(described) is dict:
        found = done[id(described)] = {}
        found.update((key, recalled(each, done)) for key, each in described.items())
    done[id(described)] = found
    return found


def _has_strides(tensor: Any) -> bool:
    return tensor.device.type == "cpu" and str(tensor.layout) == "torch.strided"


def _is_container(cls: type) -> bool:
    """Whether it is a class of Python that a built-in container is a base of: no file has one."""
    is_derived = bool(cls.__flags__ & _HEAP_TYPE and cls.__weakrefoffset__)
    return is_derived and issubclass(cls, (list, dict, set, collections.deque))


def _is_plain(cls: type) -> bool:
    """Whether instances are their attributes alone, as those of classes of Python that have no base
    in C are, and may be referred to weakly. What the size of one has beyond is a field of C.
    """
    if issubclass(cls, (enum.Enum, type)) or not cls.__weakrefoffset__:
        return False
    if not all(base is object or base.__flags__ & _HEAP_TYPE for base in cls.__mro__):
        return False
    spaces = [vars(base)["__dict__"] for base in cls.__mro__ if "__dict__" in vars(base)]
    if not all(isinstance(each, types.GetSetDescriptorType) for each in spaces):
        return False  # to look would run what the user has there
    kept = [cls.__dictoffset__ > 0, cls.__weakrefoffset__ > 0, *_slots(cls)]
    return cls.__basicsize__ == object.__basicsize__ + _POINTER * sum(map(bool, kept))


def _slots(cls: type) -> list[Any]:
    members = [member for base in cls.__mro__ for member in vars(base).values()]
    return [each for each in members if isinstance(each, types.MemberDescriptorType)]
