"""collections.deque."""


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
