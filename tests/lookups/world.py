"""Classes and objects that look-ups find things in, made afresh for each test."""

from __future__ import annotations

import abc
import dataclasses
import functools
import types

import torch


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
        __slots__ = ("full", "empty", "__mark__")

        def __init__(self):
            self.full, self.__mark__ = 1, "mark"

    class SlottedToo:
        __slots__ = ("full", "empty", "__mark__")

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

    class Named(dict):
        pass

    class Row(list):
        pass

    class Field:
        def __get__(self, instance, owner):
            return "field"

    class Record:
        field = Field()

        def __init__(self):
            self.__dict__["field"] = "own"

        @functools.cached_property
        def cached(self):
            return "computed"

    @dataclasses.dataclass
    class Point:
        x: int = 1
        y: int = 2

    class Abstract(abc.ABC):  # noqa: B024
        pass

    def grown(seen=[1]):  # noqa: B006
        return len(seen)

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
    named, row, record, point = Named(a=1), Row([1, 2]), Record(), Point(5)
    return types.SimpleNamespace(**locals())
