"""Sets, and the keys and items of dicts as sets. The order in which elements are looked at and added
is CPython's, since a set shows it."""


def set_update(self, items):
    for item in items:
        self.add(item)


@operator("set.update")
def set_updated(self, *others):
    for other in others:
        if isinstance(other, (set, frozenset)):
            self |= other
        else:
            set_update(self, other)


def set_clear(self):
    for item in list(self):
        self.discard(item)


# Of a known set: its first element goes.
def set_pop(self):
    for item in self:
        self.discard(item)
        return item
    raise KeyError("pop from an empty set")


@operator("set.copy", "frozenset.copy")
def set_copy(self):
    return self if isinstance(self, frozenset) else set(self)


@operator("set.union", "frozenset.union")
def set_union(self, *others):
    result = set(self)
    set_updated(result, *others)
    return prim.frozen(result) if isinstance(self, frozenset) else result


@operator("set.intersection", "frozenset.intersection")
def set_intersection(self, *others):
    result = self if others else self.copy()
    for other in others:
        if isinstance(other, (set, frozenset)):
            result = result & other
        else:
            kept = set()
            for item in other:
                if item in result:
                    kept.add(item)
            result = prim.frozen(kept) if isinstance(self, frozenset) else kept
    return result


@operator("set.difference", "frozenset.difference")
def set_difference(self, *others):
    if not others:
        return self.copy()
    first, *rest = others
    if isinstance(first, (set, frozenset)):
        result = set(self - first) if isinstance(self, frozenset) else self - first
    elif isinstance(first, dict):
        result = set(self - set(first)) if isinstance(self, frozenset) else self - set(first)
    else:
        result = set(self)
        set_difference_update(result, first)
    set_difference_update(result, *rest)
    return prim.frozen(result) if isinstance(self, frozenset) else result


@operator("set.symmetric_difference", "frozenset.symmetric_difference")
def set_symmetric_difference(self, other, /):
    result = set(other)
    result ^= self
    return prim.frozen(result) if isinstance(self, frozenset) else result


@operator("set.symmetric_difference_update")
def set_symmetric_difference_update(self, other, /):
    self ^= other if isinstance(other, (set, frozenset)) else set(other)


@operator("set.difference_update")
def set_difference_update(self, *others):
    for other in others:
        if isinstance(other, (set, frozenset)):
            self -= other
        else:
            for item in other:
                self.discard(item)
            self -= frozenset()


@operator("set.intersection_update")
def set_intersection_update(self, *others):
    self &= self.intersection(*others)


@operator("set.isdisjoint", "frozenset.isdisjoint")
def set_isdisjoint(self, other, /):
    for item in other:
        if item in self:
            return False
    return True


@operator("set.issubset", "frozenset.issubset")
def set_issubset(self, other, /):
    others = set(other)
    for item in self:
        if item not in others:
            return False
    return True


@operator("set.issuperset", "frozenset.issuperset")
def set_issuperset(self, other, /):
    for item in other:
        if item not in self:
            return False
    return True


def view_or(left, right):
    result = set(left)
    set_updated(result, right)
    return result


# `is_left`: the view is the left operand.
def view_and(left, right, is_left):
    view = left if is_left else right
    other = right if is_left else left
    result = set()
    if isinstance(other, set) and len(view) <= len(other):
        for item in view:
            if item in other:
                result.add(item)
    else:
        for item in other:
            if item in view:
                result.add(item)
    return result


def view_sub(left, right):
    result = set(left)
    set_difference_update(result, right)
    return result


def view_xor(left, right):
    result = set(left)
    set_symmetric_difference_update(result, right)
    return result


def set_subclass_repr(self):
    """The text of a set, or a frozenset, that names its class"""
    held = prim.payload(self)
    if not held:
        return type(self).__name__ + "()"
    return type(self).__name__ + "({" + ", ".join([repr(item) for item in held]) + "})"
