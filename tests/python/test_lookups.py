"""Each way of looking something up, and each way to change between two calls what it finds: the
next call sees the change, as eager Python does.

`world` makes fresh classes and objects, and the functions `look_*` that look things up in them;
CHANGES change them. Each function meets each change in a world of its own.
"""

from __future__ import annotations

import contextlib
import functools
import sys
import types
from collections.abc import Iterator

import pytest
import torch

import lith

LIMIT = 3
TABLE = {"a": 1, "b": 2}
NAMES = ["a", "b"]


def helper(x: int = 1, *, by: int = 10) -> int:
    return x + by


def other_helper(x: int = 7, *, by: int = 70) -> int:
    return x * by


def world() -> types.SimpleNamespace:
    class Meta(type):
        def described(cls):
            return "meta " + cls.__name__

    class Root(metaclass=Meta):
        pass

    class Base(Root):
        rate = 1
        kinds = ("a",)

        def __init__(self, size=2):
            self.size = size

        def method(self):
            return "base"

        @property
        def double(self):
            return self.size * 2

        def __repr__(self):
            return "base"

        @classmethod
        def made(cls):
            return cls.rate + 1

        @staticmethod
        def fixed():
            return "fixed"

        def chain(self):
            return "chain"

    class Middle(Base):
        pass

    class Sub(Middle):
        def chain(self):
            return "sub " + super().chain()

    class Other(Base):
        rate = 100

        def method(self):
            return "other"

    class Slotted:
        __slots__ = ("full", "empty")

        def __init__(self):
            self.full = 1

    class SlottedToo:
        __slots__ = ("full", "empty")

        @property
        def kind(self):
            return "too"

    class Fallback:
        def __getattr__(self, name):
            return "fallback " + name

    class Container:
        def __init__(self):
            self.items = [1, 2]

        def __len__(self):
            return 2

        def __iter__(self):
            return iter([1, 2])

        def __getitem__(self, index):
            return index

        def __contains__(self, item):
            return item == 1

        def __call__(self, x):
            return x + 1

        def __enter__(self):
            return "entered"

        def __exit__(self, *error):
            return False

        def __add__(self, other):
            return "add"

    class Contained(Container):
        pass

    class Plain:
        pass

    class Layer(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.scale = 2.0
            self.inner = torch.nn.Linear(2, 2)
            self.twin = torch.nn.Linear(2, 2)

        def forward(self, x):
            return x * self.scale

    class LayerToo(Layer):
        def forward(self, x):
            return x * 50

    class Deep(Layer):
        pass

    def function(x=1, *, by=10):
        return x + by

    def wrapped(x=3, *, by=30):
        return x - by

    function.tag = "tag"
    o, same, plain, slotted, fallback = Sub(), Other(), Plain(), Slotted(), Fallback()
    contained, layer, layers = Contained(), Deep(), [Deep(), Deep()]
    settings = types.ModuleType("settings")
    settings.LEVEL, settings.run = 4, function
    listed, mapped, pair = [1, 2, 3], {"a": 1, "b": 2}, (o, same)
    held, cell = {"o": o, "same": o}, 5
    partly = functools.partial(function, 5, by=6)
    method = o.method
    x = torch.ones(2, 2)

    def set_cell(value):
        nonlocal cell
        cell = value

    # --- attributes of instances
    def look_attribute():
        return o.rate

    def look_own_attribute():
        return o.size

    def look_getattr_default():
        return getattr(o, "extra", "default")

    def look_hasattr():
        return hasattr(o, "extra"), hasattr(o, "rate")

    def look_method():
        return o.method()

    def look_method_value():
        return method()

    def look_super():
        return o.chain()

    def look_property():
        return o.double

    def look_class_method():
        return o.made(), Sub.made()

    def look_static_method():
        return o.fixed()

    def look_slot():
        return slotted.full

    def look_empty_slot():
        try:
            return slotted.empty
        except AttributeError:
            return "empty"

    def look_slot_hasattr():
        return hasattr(slotted, "empty"), getattr(slotted, "empty", "default")

    def look_fallback():
        return fallback.name

    def look_missing_fallback():
        try:
            return plain.name
        except AttributeError:
            return "missing"

    def look_dict_of_instance():
        return sorted(vars(o))

    # --- attributes of classes
    def look_class_attribute():
        return Sub.rate

    def look_class_getattr():
        return getattr(Sub, "extra", "default")

    def look_metaclass():
        return Sub.described()

    def look_class_of():
        return type(o).__name__, o.__class__.rate

    def look_isinstance():
        return isinstance(o, Other), isinstance(o, Middle), isinstance(plain, Base)

    def look_issubclass():
        return issubclass(Sub, Other), issubclass(Sub, Middle)

    def look_type_is():
        return type(o) is Sub, type(o) is not Other

    def look_new():
        made = Sub(3)
        return made.size, made.rate

    def look_new_plain():
        return type(Plain()).__name__, hasattr(Plain(), "size")

    # --- special methods
    def look_len():
        return len(contained)

    def look_truth():
        return bool(plain), "yes" if contained else "no"

    def look_equal():
        return plain == o, plain != o

    def look_format():
        return f"{o}", format(o), f"{o!r:>8}"

    def look_repr():
        return repr(o), str(o), "%s %r" % (o, o)  # noqa: UP031

    def look_iteration():
        return [each for each in contained]

    def look_item():
        return contained[5]

    def look_contains():
        return 1 in contained, 2 in contained

    def look_call():
        return contained(1)

    def look_with():
        with contained as entered:
            return entered

    def look_add():
        return contained + 1

    def look_add_missing():
        try:
            return plain + 1
        except TypeError:
            return "TypeError"

    def look_hash():
        return hash(o) == hash(o), {o: 1}[o]

    # --- functions
    def look_default():
        return function()

    def look_keyword_default():
        return function(2)

    def look_function_attribute():
        return function.tag, getattr(function, "other", "default")

    def look_partial():
        return partly()

    def look_global_function():
        return helper()

    # --- names
    def look_global():
        return LIMIT

    def look_builtin():
        return max(1, 2)

    def look_cell():
        return cell

    def look_module():
        return settings.LEVEL, getattr(settings, "other", "default")

    def look_module_function():
        return settings.run()

    # --- containers
    def look_list_item():
        return listed[0]

    def look_list_length():
        return len(listed)

    def look_list_contains():
        return 7 in listed

    def look_list_sum():
        return sum(listed)

    def look_dict_item():
        return mapped["a"]

    def look_dict_get():
        return mapped.get("z", "default")

    def look_dict_contains():
        return "z" in mapped, len(mapped)

    def look_dict_keys():
        return list(mapped), list(TABLE.items()), NAMES[-1]

    def look_held():
        return held["o"].rate

    def look_pair():
        return pair[0].rate + pair[1].rate

    # --- identity
    def look_is():
        return held["o"] is held["same"]

    def look_is_not():
        return held["o"] is not same, o.size is not None

    def look_is_attribute():
        return layer.inner.weight is layer.twin.weight

    def look_is_module():
        return layer.inner is layer.twin

    # --- torch.nn.Module
    def look_forward():
        return layer(x)

    def look_layers():
        return layers[0](layers[1](x))

    def look_inner():
        return layer.inner(x)

    def look_layer_attribute():
        return layer.scale, hasattr(layer, "extra")

    return types.SimpleNamespace(**locals())


def replace(name, make):
    """What the variable of the world held becomes another thing, by the cell of the functions."""

    def change(w):
        for each in vars(w).values():
            if isinstance(each, types.FunctionType) and name in each.__code__.co_freevars:
                each.__closure__[each.__code__.co_freevars.index(name)].cell_contents = make(w)
                return

    return change


def late(cls, name, value):
    return lambda w: setattr(getattr(w, cls), name, value)


def set_bases(w):
    w.Middle.__bases__ = (w.Other,)


def set_class_of_layer(w):
    w.layers[0].__class__ = w.LayerToo


def set_code(w):
    w.function.__code__ = w.wrapped.__code__


CHANGES = {
    "attribute of the instance": lambda w: setattr(w.o, "size", 20),
    "attribute that shadows the class": lambda w: setattr(w.o, "rate", 21),
    "attribute that was missing": lambda w: setattr(w.o, "extra", 22),
    "attribute deleted": lambda w: delattr(w.o, "size"),
    "method in the instance": lambda w: setattr(w.o, "method", lambda: "own"),
    "attribute of the class": lambda w: setattr(w.Base, "rate", 31),
    "attribute of the class deleted": lambda w: delattr(w.Base, "rate"),
    "attribute of a subclass": lambda w: setattr(w.Sub, "rate", 32),
    "attribute of a class between": lambda w: setattr(w.Middle, "rate", 33),
    "attribute of the root": lambda w: setattr(w.Root, "extra", 34),
    "attribute of the metaclass": lambda w: setattr(w.Meta, "extra", 35),
    "method of the metaclass": lambda w: setattr(w.Meta, "described", lambda cls: "late"),
    "method that hides the metaclass's": lambda w: setattr(
        w.Base, "described", classmethod(lambda cls: "hides")
    ),
    "property of the metaclass": lambda w: setattr(w.Meta, "rate", property(lambda cls: 36)),
    "method of the base": lambda w: setattr(w.Base, "method", lambda self: "late"),
    "method of a subclass": lambda w: setattr(w.Sub, "method", lambda self: "late"),
    "method within the chain": lambda w: setattr(w.Middle, "chain", lambda self: "late"),
    "property of a subclass": lambda w: setattr(w.Sub, "rate", property(lambda self: 37)),
    "property over an attribute": lambda w: setattr(w.Sub, "size", property(lambda self: 38)),
    "plain value over a property": lambda w: setattr(w.Sub, "double", 39),
    "class method of a subclass": lambda w: setattr(w.Sub, "made", classmethod(lambda cls: 40)),
    "static method of a subclass": lambda w: setattr(w.Middle, "fixed", staticmethod(lambda: 41)),
    "init of a subclass": lambda w: setattr(
        w.Sub, "__init__", lambda self, size: setattr(self, "size", size + 1)
    ),
    "init of a plain class": lambda w: setattr(
        w.Plain, "__init__", lambda self: setattr(self, "size", 1)
    ),
    "new of a class": lambda w: setattr(
        w.Sub, "__new__", staticmethod(lambda cls, size: w.Other(size))
    ),
    "getattribute": lambda w: setattr(w.Sub, "__getattribute__", lambda self, name: 42),
    "getattr": lambda w: setattr(w.Root, "__getattr__", lambda self, name: "asked " + name),
    "getattr of a plain class": late("Plain", "__getattr__", lambda self, name: "asked " + name),
    "attribute beside getattr": lambda w: setattr(w.Fallback, "name", "found"),
    "getattr replaced": late("Fallback", "__getattr__", lambda self, name: "other " + name),
    "attribute of the fallback's instance": lambda w: setattr(w.fallback, "name", "own"),
    "class of the instance": lambda w: setattr(w.o, "__class__", w.Other),
    "class of a plain instance": lambda w: setattr(w.plain, "__class__", w.Other),
    "class of the other": lambda w: setattr(w.same, "__class__", w.Sub),
    "class of a slotted instance": lambda w: setattr(w.slotted, "__class__", w.SlottedToo),
    "bases": set_bases,
    "slot filled": lambda w: setattr(w.slotted, "empty", 51),
    "slot set": lambda w: setattr(w.slotted, "full", 52),
    "slot deleted": lambda w: delattr(w.slotted, "full"),
    "slot replaced in the class": lambda w: setattr(w.Slotted, "full", 53),
    "slot deleted in the class": lambda w: delattr(w.Slotted, "empty"),
    "len": late("Container", "__len__", lambda self: 0),
    "len of a subclass": late("Contained", "__len__", lambda self: 0),
    "len of a plain class": late("Plain", "__len__", lambda self: 0),
    "bool": late("Contained", "__bool__", lambda self: False),
    "bool of a plain class": late("Plain", "__bool__", lambda self: False),
    "eq": late("Plain", "__eq__", lambda self, other: True),
    "eq of the other side": late("Root", "__eq__", lambda self, other: True),
    "hash": late("Sub", "__hash__", lambda self: 5),
    "format": late("Sub", "__format__", lambda self, spec: "formatted"),
    "str": late("Sub", "__str__", lambda self: "text"),
    "repr of a subclass": late("Middle", "__repr__", lambda self: "middle"),
    "format within the chain": late("Middle", "__format__", lambda self, spec: "middle"),
    "repr": late("Base", "__repr__", lambda self: "shown"),
    "iter": late("Contained", "__iter__", lambda self: iter([7])),
    "getitem": late("Contained", "__getitem__", lambda self, index: "late"),
    "contains": late("Contained", "__contains__", lambda self, item: item == 2),
    "call": late("Contained", "__call__", lambda self, x: "late"),
    "enter": late("Contained", "__enter__", lambda self: "late"),
    "add": late("Contained", "__add__", lambda self, other: "late"),
    "add of a plain class": late("Plain", "__add__", lambda self, other: "late"),
    "defaults": lambda w: setattr(w.function, "__defaults__", (61,)),
    "defaults removed": lambda w: setattr(w.function, "__defaults__", None),
    "keyword defaults": lambda w: setattr(w.function, "__kwdefaults__", {"by": 62}),
    "a keyword default": lambda w: w.function.__kwdefaults__.update(by=63),
    "code": set_code,
    "attribute of a function": lambda w: setattr(w.function, "tag", "late"),
    "another attribute of a function": lambda w: setattr(w.function, "other", "late"),
    "keywords of a partial": lambda w: w.partly.keywords.update(by=64),
    "defaults of a global function": lambda w: setattr(helper, "__defaults__", (65,)),
    "a global function": lambda w: globals().update(helper=other_helper),
    "a global": lambda w: globals().update(LIMIT=71),
    "a builtin hidden": lambda w: globals().update(max=min),
    "a builtin replaced": lambda w: setattr(sys.modules["builtins"], "max", min),
    "a cell": lambda w: w.set_cell(72),
    "a module's name": lambda w: setattr(w.settings, "LEVEL", 73),
    "another name of a module": lambda w: setattr(w.settings, "other", 74),
    "getattr of a module": lambda w: setattr(w.settings, "__getattr__", lambda name: "asked"),
    "a module's function": lambda w: setattr(w.settings, "run", w.wrapped),
    "a name of a module deleted": lambda w: delattr(w.settings, "LEVEL"),
    "item of a list": lambda w: w.listed.__setitem__(0, 81),
    "element appended": lambda w: w.listed.append(7),
    "list emptied": lambda w: w.listed.clear(),
    "another list": replace("listed", lambda w: [7, 8]),
    "value of a dict": lambda w: w.mapped.update(a=82),
    "key of a dict": lambda w: w.mapped.update(z=83),
    "key of a dict deleted": lambda w: w.mapped.pop("a"),
    "dicts of the module": lambda w: (TABLE.update(c=3), NAMES.append("c")),
    "another dict": replace("mapped", lambda w: {"z": 84, "a": 85}),
    "held object": lambda w: w.held.update(o=w.same),
    "another object": replace("o", lambda w: w.Other(9)),
    "another tuple": replace("pair", lambda w: (w.same, w.same)),
    "one object": lambda w: w.held.update(o=w.same, same=w.same),
    "one weight": lambda w: setattr(w.layer.twin, "weight", w.layer.inner.weight),
    "one module": lambda w: setattr(w.layer, "twin", w.layer.inner),
    "forward of the class": late("Layer", "forward", lambda self, x: x + 91),
    "forward of a subclass": late("Deep", "forward", lambda self, x: x + 92),
    "forward of the instance": lambda w: setattr(w.layer, "forward", lambda x: x + 93),
    "class of a layer": set_class_of_layer,
    "call of a layer": late("Deep", "__call__", lambda self, x: x + 94),
    "attribute of a layer's class": late("Deep", "extra", 95),
    "module replaced": lambda w: setattr(w.layer, "inner", torch.nn.Linear(2, 3)),
    "attribute over a module": lambda w: w.layer.__dict__.update(inner=lambda x: x + 96),
}

LOOKS = [name for name in vars(world()) if name.startswith("look_")]


@contextlib.contextmanager
def restored() -> Iterator[None]:
    """The names of this module, of its helper and of builtins are as they were."""
    kept, defaults, greatest = dict(globals()), helper.__defaults__, max
    table, names = dict(TABLE), list(NAMES)
    try:
        yield
    finally:
        globals().clear()
        globals().update(kept)
        sys.modules["builtins"].max = greatest
        helper.__defaults__ = defaults
        TABLE.clear()
        TABLE.update(table)
        NAMES[:] = names


def outcome(look):
    """What a function gives, as something to compare."""
    try:
        found = look()
    except Exception as error:  # of any kind: it is compared
        return type(error).__name__
    return found.tolist() if isinstance(found, torch.Tensor) else found


def eager_differs(look: str, change: str) -> bool:
    w = world()
    before = outcome(getattr(w, look))
    CHANGES[change](w)
    return outcome(getattr(w, look)) != before


def wrong_after(look: str, change: str) -> str:
    """What the compiled function gives where eager Python gives something else; empty: nothing."""
    w = world()
    eager = getattr(w, look)
    compiled = lith.to_static(eager)
    for moment in ("first call", "second call", "after the change", "once more"):
        if moment == "after the change":
            CHANGES[change](w)
        found, expected = outcome(compiled), outcome(eager)
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
