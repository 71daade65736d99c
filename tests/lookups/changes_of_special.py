"""Special methods that classes get between two calls."""

from __future__ import annotations

from lookups.changes_of_attributes import late

SPECIAL = {
    "eq of a dataclass": late("Point", "__eq__", lambda self, other: False),
    "init of a dataclass": late(
        "Point", "__init__", lambda self, x=8: self.__dict__.update(x=x, y=8)
    ),
    "match args": lambda w: setattr(w.Point, "__match_args__", ("y", "x")),
    "name of a class": lambda w: setattr(w.Sub, "__name__", "Renamed"),
    "qualified name of a class": lambda w: setattr(w.Sub, "__qualname__", "Renamed"),
    "module of a class": lambda w: setattr(w.Sub, "__module__", "renamed"),
    "instance check": late("Meta", "__instancecheck__", lambda cls, instance: True),
    "subclass check": late("Meta", "__subclasscheck__", lambda cls, sub: True),
    "call of a plain class": late("Plain", "__call__", lambda self: "called"),
    "index of a plain class": late("Plain", "__index__", lambda self: 1),
    "lt of a class": late("Base", "__lt__", lambda self, other: True),
    "missing of a dict": late("Named", "__missing__", lambda self, key: "missing"),
    "getitem of a dict": late("Named", "__getitem__", lambda self, key: "late"),
    "contains of a dict": late("Named", "__contains__", lambda self, key: False),
    "len of a dict": late("Named", "__len__", lambda self: 9),
    "getitem of a list": late("Row", "__getitem__", lambda self, index: "late"),
    "len of a list": late("Row", "__len__", lambda self: 9),
    "contains of a list": late("Row", "__contains__", lambda self, item: False),
    "iter of a list": late("Row", "__iter__", lambda self: iter([7])),
    "element of a list's subclass": lambda w: w.row.append(2),
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
}
