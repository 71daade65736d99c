"""Lists and tuples: places of items, sorting, equality, items backwards and of several at once.

NotImplemented stands for an argument that was not given.
"""


def list_index(self, value, start=0, stop=NotImplemented):
    place = place_of(self, value, start, stop)
    if place is None:
        raise ValueError(repr(value) + " is not in list")
    return place


def place_of(items, value, start, stop):
    """Of the first item between two bounds that is equal; None: there is none."""
    size = len(items)
    start = place_bound(start, size)
    stop = size if stop is NotImplemented else place_bound(stop, size)
    for i in range(start, min(stop, size)):
        if items[i] is value or items[i] == value:
            return i
    return None


def place_bound(bound, size):
    if not hasattr(type(bound), "__index__"):
        raise TypeError("slice indices must be integers or have an __index__ method")
    bound = operator.index(bound)
    return max(bound + size, 0) if bound < 0 else bound


def list_count(self, value):
    count = 0
    for item in self:
        if item is value or item == value:
            count += 1
    return count


def list_keys(self, key):
    size = len(self)
    keys = []
    for i in range(size):
        keys.append(key(self[i]))
        if len(self) != size:
            raise ValueError("list modified during sort")
    return keys


# What the functions of the runtime do, for elements with methods of the user.
def list_contains(self, value):
    for item in self:
        if item is value or item == value:
            return True
    return False


def list_remove(self, value):
    for i in range(len(self)):
        if self[i] is value or self[i] == value:
            del self[i]
            return None
    raise ValueError("list.remove(x): x not in list")


def lists_equal(left, right):
    if len(left) != len(right):
        return False
    for i in range(len(left)):
        if not (left[i] is right[i] or left[i] == right[i]):
            return False
    return True


def list_sort(self, keys, reverse):
    size = len(self)
    if reverse:
        self.reverse()
        keys.reverse()
    for i in range(1, size):
        item = self[i]
        key = keys[i]
        j = i - 1
        while j >= 0 and key < keys[j]:
            self[j + 1] = self[j]
            keys[j + 1] = keys[j]
            j -= 1
        self[j + 1] = item
        keys[j + 1] = key
    if reverse:
        self.reverse()


@operator("tuple.index")
def tuple_index(self, value, start=0, stop=NotImplemented, /):
    place = place_of(self, value, start, stop)
    if place is None:
        raise ValueError("tuple.index(x): x not in tuple")
    return place


@operator("tuple.count")
def tuple_count(self, value, /):
    return list_count(self, value)


def reversed_sequence(self):
    if not prim.is_sequence(self):
        raise TypeError(f"'{type(self).__name__}' object is not reversible")
    return reversed_items(self, len(self))


def reversed_items(self, size):
    for i in range(size - 1, -1, -1):
        yield self[i]


def bytes_item(numbers, index):
    if not -len(numbers) <= index < len(numbers):
        raise IndexError("index out of range")
    return numbers[index]


def zipped_rows(rows):
    """zip(*rows) of sequences, as many as run time says"""
    rows = list(rows)
    i = 0
    while rows and all([i < len(row) for row in rows]):
        yield tuple([row[i] for row in rows])
        i += 1
