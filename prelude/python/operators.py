"""Functions of the module `operator`."""


@operator("_operator.contains")
def operator_contains(a, b, /):
    return b in a


def check_concatenates(a):
    if not hasattr(a, "__getitem__") or isinstance(a, (dict, set, frozenset)) or prim.is_tensor(a):
        raise TypeError(f"'{type(a).__name__}' object can't be concatenated")


@operator("_operator.concat")
def operator_concat(a, b, /):
    check_concatenates(a)
    return a + b


@operator("_operator.iconcat")
def operator_iconcat(a, b, /):
    check_concatenates(a)
    a += b
    return a


@operator("_operator.countOf")
def operator_count(a, b, /):
    count = 0
    for item in a:
        if item is b or item == b:
            count += 1
    return count


@operator("_operator.indexOf")
def operator_position(a, b, /):
    position = 0
    for item in a:
        if item is b or item == b:
            return position
        position += 1
    raise ValueError("sequence.index(x): x not in sequence")


@operator("_operator.setitem")
def operator_setitem(a, b, c, /):
    a[b] = c


@operator("_operator.delitem")
def operator_delitem(a, b, /):
    del a[b]


@operator("_operator.not_")
def operator_not(a, /):
    return not a


@operator("_operator.truth")
def operator_truth(a, /):
    return True if a else False


@operator("_operator.pos")
def operator_pos(a, /):
    return +a


@operator("_operator.abs")
def operator_abs(a, /):
    return abs(a)


@operator("_operator.inv", "_operator.invert")
def operator_invert(a, /):
    return ~a


@operator("_operator.call")
def operator_call(obj, /, *args, **kwargs):
    return obj(*args, **kwargs)


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
