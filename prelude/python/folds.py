"""Built-in functions that fold the items of an iterable: sum, any, all, min, max.

NotImplemented stands for an argument that was not given.
"""


@operator("builtins.sum")
def builtin_sum(iterable, /, start=0):
    if isinstance(start, str):
        raise TypeError("sum() can't sum strings [use ''.join(seq) instead]")
    for item in iterable:
        start = start + item
    return start


@operator("builtins.any")
def builtin_any(iterable, /):
    for item in iterable:
        if item:
            return True
    return False


@operator("builtins.all")
def builtin_all(iterable, /):
    for item in iterable:
        if not item:
            return False
    return True


@operator("builtins.min")
def builtin_min(first, /, *rest, key=None, default=NotImplemented):
    return extremum("min", first, rest, key, default, False)


@operator("builtins.max")
def builtin_max(first, /, *rest, key=None, default=NotImplemented):
    return extremum("max", first, rest, key, default, True)


def extremum(name, first, rest, key, default, largest):
    if rest:
        if default is not NotImplemented:
            raise TypeError(
                "Cannot specify a default for " + name + "() with multiple positional arguments"
            )
        items = (first, *rest)
    else:
        items = first
    found = False
    for item in items:
        if not found:
            found = True
            best = item
            best_key = item if key is None else key(item)
            continue
        if key is None:
            # Compared itself, so that what has no order is none of its types from here on.
            if item > best if largest else item < best:
                best = item
            continue
        item_key = key(item)
        if item_key > best_key if largest else item_key < best_key:
            best = item
            best_key = item_key
    if found:
        return best
    if default is NotImplemented:
        is_later = sys.version_info[:2] >= (3, 12)
        what = "() iterable argument is empty" if is_later else "() arg is an empty sequence"
        raise ValueError(name + what)
    return default


def next_that_passes(predicate, items):
    """next(filter(predicate, items))"""
    for item in items:
        if item if predicate is None else predicate(item):
            return item
    raise StopIteration
