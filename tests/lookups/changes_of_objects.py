"""What functions, names, containers and modules of torch become between two calls."""

from __future__ import annotations

import builtins
import types

import torch

from lookups import names
from lookups.changes_of_attributes import late


def replace(name, make):
    """What a variable of the world held becomes another thing, in each function that has it."""

    def change(w):
        made = make(w)
        for each in vars(w).values():
            if isinstance(each, types.FunctionType) and name in each.__code__.co_freevars:
                cell = each.__closure__[each.__code__.co_freevars.index(name)]
                cell.cell_contents = made

    return change


def set_class_of_layer(w):
    w.layers[0].__class__ = w.LayerToo


def set_code(w):
    w.function.__code__ = w.wrapped.__code__


OBJECTS = {
    "defaults": lambda w: setattr(w.function, "__defaults__", (61,)),
    "defaults removed": lambda w: setattr(w.function, "__defaults__", None),
    "keyword defaults": lambda w: setattr(w.function, "__kwdefaults__", {"by": 62}),
    "a keyword default": lambda w: w.function.__kwdefaults__.update(by=63),
    "code": set_code,
    "name of a function": lambda w: setattr(w.function, "__name__", "renamed"),
    "docstring of a function": lambda w: setattr(w.function, "__doc__", "documented"),
    "default that grows": lambda w: w.grown.__defaults__[0].append(2),
    "attribute of a function": lambda w: setattr(w.function, "tag", "late"),
    "another attribute of a function": lambda w: setattr(w.function, "other", "late"),
    "keywords of a partial": lambda w: w.partly.keywords.update(by=64),
    "defaults of a global function": lambda w: setattr(names.helper, "__defaults__", (65,)),
    "a global function": lambda w: vars(names).update(helper=names.other_helper),
    "a global": lambda w: vars(names).update(LIMIT=71),
    "a builtin hidden": lambda w: vars(names).update(max=min),
    "a builtin replaced": lambda w: setattr(builtins, "max", min),
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
    "dicts of the module": lambda w: (names.TABLE.update(c=3), names.NAMES.append("c")),
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
    "hook": lambda w: w.layer.inner.register_forward_hook(lambda module, x, y: y * 0 + 97),
    "mode": lambda w: w.layer.eval(),
    "new parameter": lambda w: w.layer.register_parameter(
        "more", torch.nn.Parameter(torch.ones(1))
    ),
    "module replaced": lambda w: setattr(w.layer, "inner", torch.nn.Linear(2, 3)),
    "attribute over a module": lambda w: w.layer.__dict__.update(inner=lambda x: x + 96),
}
