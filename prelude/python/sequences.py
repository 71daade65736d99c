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
    width = max(size, 1) if size < 64 else 32
    for low in range(0, size, width):
        _sort_by_insertion(self, keys, low, min(low + width, size))
    while width < size:
        for low in range(0, size - width, 2 * width):
            _merge(self, keys, low, low + width, min(low + 2 * width, size))
        width *= 2
    if reverse:
        self.reverse()


def _sort_by_insertion(self, keys, low, high):
    """As Python sorts few elements: behind those that are in order already, each by halves."""
    if high - low < 2:
        return
    start = low + 2
    descends = bool(keys[low + 1] < keys[low])
    while start < high and bool(keys[start] < keys[start - 1]) == descends:
        start += 1
    if descends:
        self[low:start] = self[low:start][::-1]
        keys[low:start] = keys[low:start][::-1]
    while start < high:
        left, right = low, start
        item, key = self[start], keys[start]
        while left < right:
            middle = (left + right) // 2
            if key < keys[middle]:
                right = middle
            else:
                left = middle + 1
        del self[start]
        del keys[start]
        self.insert(left, item)
        keys.insert(left, key)
        start += 1


def _merge(self, keys, low, middle, high):
    """Two neighbours that are in order as one."""
    items, firsts = self[low:middle], keys[low:middle]
    left, right, out = 0, middle, low
    while left < len(items):
        if right < high and keys[right] < firsts[left]:
            self[out], keys[out] = self[right], keys[right]
            right += 1
        else:
            self[out], keys[out] = items[left], firsts[left]
            left += 1
        out += 1


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
