"""What attributes of instances and classes become between two calls."""

from __future__ import annotations


def late(cls, name, value):
    """An entry that a class gets between two calls."""
    return lambda w: setattr(getattr(w, cls), name, value)


def set_bases(w):
    w.Middle.__bases__ = (w.Other,)


ATTRIBUTES = {
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
    "slot of a special name": lambda w: setattr(w.slotted, "__mark__", 54),
    "slot deleted": lambda w: delattr(w.slotted, "full"),
    "slot replaced in the class": lambda w: setattr(w.Slotted, "full", 53),
    "slot deleted in the class": lambda w: delattr(w.Slotted, "empty"),
    "property replaced": lambda w: setattr(w.Base, "double", property(lambda self: 44)),
    "property deleted": lambda w: delattr(w.Base, "double"),
    "setattr": late("Sub", "__setattr__", lambda self, name, value: None),
    "property with a setter": lambda w: setattr(
        w.Sub, "size", property(lambda self: 45, lambda self, value: None)
    ),
    "cached property found": lambda w: w.record.__dict__.update(cached="kept"),
    "cached property replaced": lambda w: setattr(w.Record, "cached", "plain"),
    "get of a descriptor": late("Field", "__get__", lambda self, instance, owner: "late"),
    "set of a descriptor": late("Field", "__set__", lambda self, instance, value: None),
    "attribute over a descriptor deleted": lambda w: w.record.__dict__.clear(),
    "default of a dataclass": lambda w: setattr(w.Point, "y", 46),
    "attribute of a dataclass": lambda w: setattr(w.point, "y", 47),
}
