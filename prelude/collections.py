"""Classes of the standard library whose code is in C, and methods that dataclasses generate."""


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


def set_subclass_repr(self):
    """The text of a set, or a frozenset, that names its class"""
    held = prim.payload(self)
    if not held:
        return type(self).__name__ + "()"
    return type(self).__name__ + "({" + ", ".join([repr(item) for item in held]) + "})"


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


@operator("collections.deque.__init__")
def deque_init(self, iterable=(), maxlen=None):
    if maxlen is not None and maxlen < 0:
        raise ValueError("maxlen must be non-negative")
    self.maxlen = maxlen
    for item in iterable:
        self.append(item)


# self[index], before the list in it is asked: what is wrong is said of the deque.
def deque_check(self, index):
    size = len(prim.payload(self))
    if not hasattr(index, "__index__"):
        raise TypeError(f"sequence index must be integer, not '{type(index).__name__}'")
    if not -size <= index < size:
        raise IndexError("deque index out of range")


@operator("collections.deque.append")
def deque_append(self, item, /):
    prim.count_change(self)
    items = prim.payload(self)
    items.append(item)
    if self.maxlen is not None and len(items) > self.maxlen:
        del items[0]


@operator("collections.deque.appendleft")
def deque_appendleft(self, item, /):
    prim.count_change(self)
    items = prim.payload(self)
    items.insert(0, item)
    if self.maxlen is not None and len(items) > self.maxlen:
        del items[-1]


@operator("collections.deque.extend")
def deque_extend(self, iterable, /):
    if iterable is self:
        iterable = list(iterable)
    for item in iterable:
        self.append(item)


@operator("collections.deque.extendleft")
def deque_extendleft(self, iterable, /):
    if iterable is self:
        iterable = list(iterable)
    for item in iterable:
        self.appendleft(item)


@operator("collections.deque.pop")
def deque_pop(self):
    items = prim.payload(self)
    if not items:
        raise IndexError("pop from an empty deque")
    prim.count_change(self)
    return items.pop()


@operator("collections.deque.popleft")
def deque_popleft(self):
    items = prim.payload(self)
    if not items:
        raise IndexError("pop from an empty deque")
    prim.count_change(self)
    return items.pop(0)


@operator("collections.deque.clear")
def deque_clear(self):
    if prim.payload(self):
        prim.count_change(self)
    prim.payload(self).clear()


@operator("collections.deque.reverse")
def deque_reverse(self):
    prim.payload(self).reverse()


@operator("collections.deque.count")
def deque_count(self, value, /):
    return prim.payload(self).count(value)


@operator("collections.deque.insert")
def deque_insert(self, index, item, /):
    items = prim.payload(self)
    if self.maxlen is not None and len(items) >= self.maxlen:
        raise IndexError("deque already at its maximum size")
    prim.count_change(self)
    items.insert(index, item)


@operator("collections.deque.copy")
def deque_copy(self):
    return self.__class__(prim.payload(self), self.maxlen)


@operator("collections.deque.__copy__")
def deque_copied(self):
    return self.copy()


@operator("collections.deque.__iadd__")
def deque_extended(self, iterable, /):
    self.extend(iterable)
    return self


@operator("collections.deque.__imul__")
def deque_multiplied(self, times, /):
    items = list(prim.payload(self))
    self.clear()
    self.extend(items * times)
    return self


@operator("collections.deque.index")
def deque_index(self, value, start=0, stop=NotImplemented, /):
    place = place_of(prim.payload(self), value, start, stop)
    if place is None:
        raise ValueError(f"{value!r} is not in deque")
    return place


@operator("collections.deque.remove")
def deque_remove(self, value, /):
    items = prim.payload(self)
    if value not in items:
        raise ValueError(f"{value!r} is not in deque")
    prim.count_change(self)
    items.remove(value)


@operator("collections.deque.__add__")
def deque_add(self, other, /):
    if not isinstance(other, prim.host("collections.deque")):
        raise TypeError(f'can only concatenate deque (not "{type(other).__name__}") to deque')
    both = self.copy()
    both.extend(other)
    return both


@operator("collections.deque.__mul__", "collections.deque.__rmul__")
def deque_multiply(self, times, /):
    return self.__class__(prim.payload(self) * times, self.maxlen)


@operator("collections.deque.rotate")
def deque_rotate(self, n=1, /):
    items = prim.payload(self)
    if len(items) > 1:
        prim.count_change(self)
        steps = n % len(items)
        moved = items[len(items) - steps :] + items[: len(items) - steps]
        items[:] = moved


@operator("collections.deque.__repr__")
def deque_repr(self):
    if self.maxlen is None:
        return f"{type(self).__name__}({prim.payload(self)!r})"
    return f"{type(self).__name__}({prim.payload(self)!r}, maxlen={self.maxlen})"


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


def items_within(some, other, is_strict):
    """some.items() <= other.items(), or <"""
    if len(some) > len(other) or is_strict and len(some) == len(other):
        return False
    for key, value in some.items():
        if key not in other or not (other[key] is value or other[key] == value):
            return False
    return True


@operator("operator.itemgetter")
def itemgetter(item, /, *items):
    if items:
        return lambda obj: tuple([obj[i] for i in (item, *items)])
    return lambda obj: obj[item]


def attribute_of(obj, path):
    for name in path.split("."):
        obj = getattr(obj, name)
    return obj


@operator("operator.attrgetter")
def attrgetter(attr, /, *attrs):
    if attrs:
        return lambda obj: tuple([attribute_of(obj, path) for path in (attr, *attrs)])
    return lambda obj: attribute_of(obj, attr)


@operator("operator.methodcaller")
def methodcaller(name, /, *args, **keywords):
    return lambda obj: getattr(obj, name)(*args, **keywords)


def bisect_place(a, x, lo, hi, key, right):
    if lo < 0:
        raise ValueError("lo must be non-negative")
    if hi is None:
        hi = len(a)
    while lo < hi:
        middle = (lo + hi) // 2
        if isinstance(a, dict):
            raise TypeError(f"{type(a).__name__} is not a sequence")
        item = a[middle] if key is None else key(a[middle])
        if not x < item if right else item < x:
            lo = middle + 1
        else:
            hi = middle
    return lo


@operator("_bisect.bisect_left")
def bisect_left(a, x, lo=0, hi=None, *, key=None):
    return bisect_place(a, x, lo, hi, key, False)


@operator("_bisect.bisect_right")
def bisect_right(a, x, lo=0, hi=None, *, key=None):
    return bisect_place(a, x, lo, hi, key, True)


@operator("_bisect.insort_left")
def insort_left(a, x, lo=0, hi=None, *, key=None):
    place = bisect_place(a, x if key is None else key(x), lo, hi, key, False)
    a.insert(place, x)


@operator("_bisect.insort_right")
def insort_right(a, x, lo=0, hi=None, *, key=None):
    place = bisect_place(a, x if key is None else key(x), lo, hi, key, True)
    a.insert(place, x)


@operator("contextlib.ExitStack.__exit__")
def exit_stack_exit(self, *details):
    raised = details[1]
    received = raised is not None
    suppressed = False
    for is_sync, leave in reversed(list(self._exit_callbacks)):
        self._exit_callbacks.pop()
        try:
            if leave(None if raised is None else type(raised), raised, None):
                suppressed = True
                raised = None
        except BaseException as e:
            suppressed = False
            raised = e
    if raised is not None and raised is not details[1]:
        raise raised
    return received and suppressed


@operator("builtins.property.__init__")
def property_init(self, fget=None, fset=None, fdel=None, doc=None):
    """The functions of a property whose class is written in Python"""
    prim.host("builtins.object").__setattr__(self, "fget", fget)
    prim.host("builtins.object").__setattr__(self, "fset", fset)
    prim.host("builtins.object").__setattr__(self, "fdel", fdel)


@operator("builtins.property.__get__")
def property_get(self, instance, owner=None):
    """What a property whose class is written in Python gives"""
    return self if instance is None else self.fget(instance)


@operator("types.SimpleNamespace.__repr__")
def namespace_repr(self):
    name = "namespace" if type(self) is types.SimpleNamespace else type(self).__name__
    return name + "(" + ", ".join([f"{key}={value!r}" for key, value in vars(self).items()]) + ")"


@operator("types.SimpleNamespace.__eq__")
def namespace_equal(self, other, /):
    if not isinstance(other, types.SimpleNamespace):
        return NotImplemented
    return vars(self) == vars(other)
