"""Methods that dataclasses generate."""


def dataclass_values(self, flag):
    fields = self.__dataclass_fields__.values()
    return tuple([getattr(self, f.name) for f in fields if f._field_type.name == "_FIELD" and getattr(f, flag)])


@operator("dataclass.__eq__")
def dataclass_eq(self, other):
    if other.__class__ is not self.__class__:
        return NotImplemented
    return dataclass_values(self, "compare") == dataclass_values(other, "compare")


@operator("dataclass.__lt__")
def dataclass_lt(self, other):
    if other.__class__ is not self.__class__:
        return NotImplemented
    return dataclass_values(self, "compare") < dataclass_values(other, "compare")


@operator("dataclass.__le__")
def dataclass_le(self, other):
    if other.__class__ is not self.__class__:
        return NotImplemented
    return dataclass_values(self, "compare") <= dataclass_values(other, "compare")


@operator("dataclass.__gt__")
def dataclass_gt(self, other):
    if other.__class__ is not self.__class__:
        return NotImplemented
    return dataclass_values(self, "compare") > dataclass_values(other, "compare")


@operator("dataclass.__ge__")
def dataclass_ge(self, other):
    if other.__class__ is not self.__class__:
        return NotImplemented
    return dataclass_values(self, "compare") >= dataclass_values(other, "compare")


@operator("dataclass.__repr__")
def dataclass_repr(self):
    shown = []
    for field in self.__dataclass_fields__.values():
        if field._field_type.name == "_FIELD" and field.repr:
            shown.append(f"{field.name}={getattr(self, field.name)!r}")
    return self.__class__.__qualname__ + "(" + ", ".join(shown) + ")"


def dataclass_freezes(self, name):
    """An instance of the class itself has no other attributes either"""
    params = self.__dataclass_params__
    inherits = any([getattr(base, "__dataclass_params__", None) is params for base in type(self).__bases__])
    return not inherits or name in self.__dataclass_fields__


@operator("dataclass.__setattr__")
def dataclass_setattr(self, name, value):
    if dataclass_freezes(self, name):
        raise prim.host("dataclasses.FrozenInstanceError")(f"cannot assign to field {name!r}")
    prim.host("builtins.object").__setattr__(self, name, value)


@operator("dataclass.__delattr__")
def dataclass_delattr(self, name):
    if dataclass_freezes(self, name):
        raise prim.host("dataclasses.FrozenInstanceError")(f"cannot delete field {name!r}")
    prim.host("builtins.object").__delattr__(self, name)


@operator("dataclass.__hash__")
def dataclass_hash(self):
    fields = self.__dataclass_fields__.values()
    wanted = [f for f in fields if f._field_type.name == "_FIELD" and (f.compare if f.hash is None else f.hash)]
    return hash(tuple([getattr(self, f.name) for f in wanted]))
