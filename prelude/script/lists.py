"""Lists and what counts them. Most have a second name, for lists that hold tensors."""


@operator("script.len", "script.tensor.len")
def script_len(a):
    """The number of elements; of a tensor, along the first dimension"""
    return len(a)


@operator("script.list", "script.tensor.list")
def script_list(values):
    """A new list of the same elements; of a text, its characters"""
    return list(values)


@operator("script.copy", "script.tensor.copy")
def script_copy(self):
    """A list or dict with the same elements"""
    return self.copy()


@operator("script.append", "script.tensor.append")
def script_append(self, el):
    """The list, with one element more"""
    self.append(el)
    return self


@operator("script.extend", "script.tensor.extend")
def script_extend(self, other):
    """Puts the elements of another list behind its own"""
    self.extend(other)


@operator("script.insert", "script.tensor.insert")
def script_insert(self, idx, el):
    """Puts an element before a position"""
    self.insert(idx, el)


@operator("script.remove")
def script_remove(self, el):
    """Takes the first element out that is equal"""
    if el not in self:
        raise RuntimeError("list.remove(x): x not in list")
    self.remove(el)


@operator("script.reverse", "script.tensor.reverse")
def script_reverse(self):
    """Turns a list around"""
    self.reverse()


@operator("script.sort")
def script_sort(self, reverse=False):
    """Orders a list"""
    self.sort(reverse=reverse)


@operator("script.sorted")
def script_sorted(input):
    """The elements in order, in a new list"""
    return sorted(input)


@operator("script.clear", "script.tensor.clear")
def script_clear(self):
    """Empties a list or dict"""
    self.clear()


@operator("script.add_")
def script_add_(self, other):
    """The list, with the elements of another behind its own"""
    self.extend(other)
    return self


@operator("script.mul_")
def script_mul_(self, n):
    """The list, so many times"""
    elements = self * n
    self.clear()
    self.extend(elements)
    return self


@operator("script.__getitem__", "script.tensor.__getitem__")
def script_getitem(self, idx):
    """The element at a position or of a key"""
    return self[idx]


@operator("script.select")
def script_select(self, idx):
    """The element at a position"""
    return self[idx]


@operator("script.slice")
def script_slice(self, start=None, end=None, step=1):
    """Every `step`-th element of a part of a list or text"""
    return self[start:end:step]


@operator("script.any")
def script_any(self):
    """Whether an element is true"""
    return any([bool(each) for each in self])


@operator("script.all")
def script_all(self):
    """Whether all elements are true"""
    return all([bool(each) for each in self])


@operator("script.sum")
def script_sum(self):
    """The sum of the elements"""
    return sum(self)


def script_least(self, other, least):
    """Where they are not ordered, the second: numbers keep their kind, where both have the same"""
    if isinstance(self, float) and isinstance(other, int):
        other = float(other)
    if isinstance(other, float) and isinstance(self, int):
        self = float(self)
    return self if (self < other if least else self > other) else other


def script_least_of(self, least):
    if len(self) == 0:
        raise RuntimeError(("min" if least else "max") + "() arg is an empty sequence")
    best = self[0]
    for each in self:
        if each < best if least else each > best:
            best = each
    return best


@operator("script.prim.min")
def script_min(self, *other):
    """The lesser of two numbers or lists, or the least element of a list"""
    return script_least(self, other[0], True) if other else script_least_of(self, True)


@operator("script.prim.max")
def script_max(self, *other):
    """The greater of two numbers or lists, or the greatest element of a list"""
    return script_least(self, other[0], False) if other else script_least_of(self, False)


@operator("script.__range_length")
def script_range_length(lo, hi, step):
    """How many numbers a range has"""
    if step == 0:
        raise RuntimeError("range() arg 3 must not be zero")
    length = (hi - lo + step - 1) // step if step > 0 else (lo - hi - step - 1) // -step
    return length if length > 0 else 0


@operator("script.__derive_index")
def script_derive_index(index, start, step):
    """The number at a position of a range"""
    return start + index * step
