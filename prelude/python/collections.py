"""Dicts of the module collections: defaultdict, OrderedDict, and what counts elements."""


@operator("collections.defaultdict.__missing__")
def defaultdict_missing(self, key):
    if self.default_factory is None:
        raise KeyError(key)
    value = self.default_factory()
    self[key] = value
    return value


@operator("collections.defaultdict.copy", "collections.defaultdict.__copy__")
def defaultdict_copy(self):
    return self.__class__(self.default_factory, prim.payload(self))


@operator("collections.defaultdict.__or__")
def defaultdict_or(self, other, /):
    if not isinstance(other, dict):
        return NotImplemented
    both = defaultdict_copy(self)
    both.update(other)
    return both


@operator("collections.defaultdict.__ror__")
def defaultdict_ror(self, other, /):
    if not isinstance(other, dict):
        return NotImplemented
    both = self.__class__(self.default_factory, other)
    both.update(prim.payload(self))
    return both


@operator("collections.defaultdict.__repr__")
def defaultdict_repr(self):
    return f"{type(self).__name__}({self.default_factory!r}, {prim.payload(self)!r})"


@operator("collections.OrderedDict.__repr__")
def ordered_repr(self):
    if not prim.payload(self):
        return type(self).__name__ + "()"
    if sys.version_info[:2] >= (3, 12):
        return f"{type(self).__name__}({prim.payload(self)!r})"
    return f"{type(self).__name__}({list(self.items())!r})"


@operator("collections.OrderedDict.__eq__")
def ordered_eq(self, other, /):
    if not isinstance(other, dict):
        return NotImplemented
    mine, others = prim.payload(self), prim.payload(other)
    if isinstance(other, prim.host("collections.OrderedDict")) and list(mine) != list(others):
        return False
    return mine == others


@operator("collections.OrderedDict.copy", "collections.OrderedDict.__copy__")
def ordered_copy(self):
    made = self.__class__()
    for key, value in self.items():
        made[key] = value
    return made


@operator("collections.OrderedDict.popitem")
def ordered_popitem(self, last=True):
    entries = prim.payload(self)
    if not entries:
        raise KeyError("dictionary is empty")
    return dict_popitem(entries, last)


@operator("collections.OrderedDict.__or__")
def ordered_or(self, other, /):
    if not isinstance(other, dict):
        return NotImplemented
    both = self.__class__(prim.payload(self))
    both.update(other)
    return both


@operator("collections.OrderedDict.__ror__")
def ordered_ror(self, other, /):
    if not isinstance(other, dict):
        return NotImplemented
    both = self.__class__(other)
    both.update(prim.payload(self))
    return both


@operator("collections.OrderedDict.__ior__")
def ordered_ior(self, other, /):
    self.update(other)
    return self


def ordered_fill(self, other=(), /, **entries):
    """Gives a subclass with its own __setitem__ each entry by that"""
    if hasattr(other, "keys"):
        for key in other.keys():
            self[key] = other[key]
    else:
        for key, value in other:
            self[key] = value
    for key, value in entries.items():
        self[key] = value


@operator("collections.OrderedDict.update")
def ordered_update(self, /, *others, **entries):
    if type(self).__setitem__ is prim.host("collections.OrderedDict").__setitem__:
        prim.payload(self).update(*others, **entries)
    else:
        ordered_fill(self, *others, **entries)


@operator("collections.OrderedDict.fromkeys")
def ordered_fromkeys(iterable, value=None):
    made = prim.host("collections.OrderedDict")()
    for key in iterable:
        made[key] = value
    return made


@operator("_collections._count_elements")
def count_elements(mapping, iterable):
    for item in iterable:
        mapping[item] = mapping.get(item, 0) + 1


@operator("OrderedDict.move_to_end", "collections.OrderedDict.move_to_end")
def dict_move_to_end(self, key, last=True):
    entries = prim.payload(self)
    value = entries.pop(key)
    if last:
        entries[key] = value
    else:
        items = list(entries.items())
        entries.clear()
        entries[key] = value
        for name, item in items:
            entries[name] = item
