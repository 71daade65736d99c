"""Dicts and their keys."""


# What dicts and sets ask of keys whose classes have methods of the user's.
def key_hash(key):
    return hash(key)


def key_equal(key, other):
    return bool(key == other)


def dict_pop(self, key, default):
    if key in self:
        value = self[key]
        del self[key]
        return value
    return default


def dict_popitem(self, last):
    if not self:
        raise KeyError("popitem(): dictionary is empty")
    key = list(self)[-1 if last else 0]
    value = self[key]
    del self[key]
    return key, value


def dict_update_mapping(self, other):
    for key in other.keys():
        self[key] = other[key]


def dict_update_pairs(self, pairs):
    for i, pair in enumerate(pairs):
        if pair is None or isinstance(pair, (int, float, complex)):
            raise TypeError(f"cannot convert dictionary update sequence element #{i} to a sequence")
        items = tuple(pair)
        if len(items) != 2:
            raise ValueError(
                f"dictionary update sequence element #{i} has length {len(items)}; 2 is required"
            )
        self[items[0]] = items[1]


def subclass_fromkeys(cls, iterable, value=None):
    made = cls()
    for key in iterable:
        made[key] = value
    return made


def dict_fromkeys(self, keys, value):
    for key in keys:
        self[key] = value


def items_within(some, other, is_strict):
    """some.items() <= other.items(), or <"""
    if len(some) > len(other) or is_strict and len(some) == len(other):
        return False
    for key, value in some.items():
        if key not in other or not (other[key] is value or other[key] == value):
            return False
    return True
