"""Modules and functions of TorchScript inside of programs: the twins that are compiled for them.

A twin is made of the code that torch would save. A function's is a function of Python; a module's
is a module over the same tensors. A call brings what the module has to its twin before it looks at
it, and what was assigned to it back to the module at its end.
"""

from __future__ import annotations

import threading
import weakref
from typing import Any

import torch

from . import _lith
from ._scripted_calls import NoTwin
from ._scripted_code import Code, Part, Saved, check_plain

_Key = tuple[int, str]


class _FunctionTwin:
    """Of a function, which never changes."""

    def __init__(self, scripted: Any) -> None:
        self.twin = Code(scripted).adapted_function(scripted)
        _originals[self.twin] = weakref.ref(scripted)

    def refresh(self) -> None:
        """Nothing changes."""

    flush = refresh


class _ModuleTwin:
    """Of a module, with those of the modules in it."""

    def __init__(self, scripted: Any) -> None:
        self.code = Code(scripted)
        # A module of torch, its twin, and the attributes that are no modules.
        self.parts: list[tuple[Any, torch.nn.Module, list[str]]] = []
        self.held: dict[_Key, Any] = {}
        self.plain: dict[torch.nn.Module, set[str]] = {}  # names that TorchScript does not know
        self.made: dict[Saved, torch.nn.Module] = {}
        for module in scripted.modules():
            owner = _owners.setdefault(module, weakref.ref(scripted))()
            if owner is not None and owner is not scripted:
                raise NoTwin  # one module would have two states in a call
        self.twin = self._twin_of(scripted, self.code.root)
        self.twin.__class__ = self.code.adapted_class(scripted)
        self.refresh()

    def _twin_of(self, scripted: Any, saved: Saved) -> torch.nn.Module:
        if saved in self.made:  # a module under two names
            return self.made[saved]
        live = scripted._c
        if live._properties():
            raise NoTwin
        saved.cls.stands_for(scripted)
        twin: torch.nn.Module = saved.cls.__new__(saved.cls)
        torch.nn.Module.__init__(twin)
        _originals[twin] = weakref.ref(scripted)
        self.made[saved] = twin
        names = []
        for name, value in saved.state.items():
            if isinstance(value, Saved):
                twin._modules[name] = self._twin_of(scripted._modules[name], value)
            elif isinstance(value, (list, dict)) and self.code.mutates:
                raise NoTwin  # a copy would be changed
            elif name == "_is_full_backward_hook":  # which nobody can change
                twin.__dict__[name] = value
            else:
                names.append(name)
        self.parts.append((live, twin, names))
        for name, method in (("_container", "__iter__"), ("_mapping", "__contains__")):
            if method in scripted.__dict__:  # of the container that was scripted
                twin.__dict__[name] = scripted.__dict__[method].__self__
        self.plain[twin] = set(twin.__dict__)
        return twin

    def refresh(self) -> None:
        """Takes over what the modules have now."""
        for place, (live, twin, names) in enumerate(self.parts):
            for name in names:
                value = getattr(live, name)
                store, known = _store_of(twin, name)
                if not _is_same(known, value):
                    check_plain(value)
                    store[name] = known = value
                self.held[place, name] = known

    def flush(self) -> None:
        """Gives the modules what the code or the program assigned."""
        for (place, name), value in self.held.items():
            live, twin, _ = self.parts[place]
            now = _store_of(twin, name)[1]
            if now is not value:
                setattr(live, name, now)
                self.held[place, name] = now
        for _, twin, names in self.parts:
            for name in twin.__dict__.keys() - self.plain[twin] - set(names):
                setattr(original_of(twin), name, twin.__dict__[name])
                self.plain[twin].add(name)


def _store_of(twin: torch.nn.Module, name: str) -> tuple[dict[str, Any], Any]:
    """The dict that has an attribute, and the attribute; itself where it is not there yet."""
    cls: Any = type(twin)
    store: dict[str, Any] = (
        twin._parameters
        if name in cls.__parameters__
        else twin._buffers
        if name in cls.__buffers__
        else twin.__dict__
    )
    return store, store.get(name, store)


def _is_same(known: Any, value: Any) -> bool:
    if known is value:
        return True
    if type(known) is not type(value) or isinstance(value, torch.Tensor):
        return False
    return repr(known) == repr(value)  # nested types count as well


_twins: weakref.WeakKeyDictionary[Any, _FunctionTwin | _ModuleTwin | None] = (
    weakref.WeakKeyDictionary()
)
_originals: weakref.WeakKeyDictionary[Any, weakref.ref[Any]] = weakref.WeakKeyDictionary()
# The module whose twin has this one as a part.
_owners: weakref.WeakKeyDictionary[Any, weakref.ref[Any]] = weakref.WeakKeyDictionary()
_lock = threading.RLock()


def twin_of(scripted: Any) -> Any:
    """What a module or function of TorchScript is compiled as, with its state of now.

    None: it holds what a twin cannot.
    """
    with _lock:
        try:
            if scripted not in _twins:
                is_module = isinstance(scripted, torch.jit.ScriptModule)
                _twins[scripted] = (_ModuleTwin if is_module else _FunctionTwin)(scripted)
            elif (known := _twins[scripted]) is not None:
                known.refresh()
        except NoTwin:
            _twins[scripted] = None
        found = _twins[scripted]
        return None if found is None else found.twin


def flush(scripted: Any) -> None:
    """Gives the module what programs have assigned to its twin."""
    with _lock:
        if (found := _twins.get(scripted)) is not None:
            found.flush()


def original_of(twin: Any) -> Any:
    """The module or function that a twin, or a module of one, stands for; None where it is none."""
    found = _originals.get(twin)
    return None if found is None else found()


def class_seen(cls: type[Part]) -> type:
    """The class that programs see in the place of one of twins."""
    return cls._class_seen


_lith.register_scripted(
    torch.jit._script.RecursiveScriptModule,
    torch.jit._trace.TopLevelTracedModule,
    torch.jit.ScriptFunction,
    Part,
    twin_of=twin_of,
    flush=flush,
    original_of=original_of,
    class_seen=class_seen,
)
