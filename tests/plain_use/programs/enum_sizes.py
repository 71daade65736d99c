"""Members of enums, and of subclasses of int and str, as indices, dimensions, sizes and texts."""

import enum

import torch

from plain_use.row import same


class SE(str, enum.Enum):
    A = "a"
    B = "b"


class IE(enum.IntEnum):
    A = 1
    B = 2


class Word(enum.StrEnum):
    A = "a"


class Flag(enum.IntFlag):
    R = 1
    W = 2


class FE(float, enum.Enum):
    HALF = 0.5


class Plain(enum.Enum):
    A = 1


class MyInt(int):
    pass


class MyStr(str):
    pass


class MyFloat(float):
    pass


@same(lambda: (IE.A, [10, 20, 30], torch.arange(3)))
def int_enum_as_an_index(e, xs, t):
    """A member of an IntEnum indexes lists, tuples, texts and tensors."""
    return xs[e], (1, 2)[e], "abc"[e], t[e], xs[e:], t[: IE.B], xs[IE.B]


@same(lambda: (IE.A, [10, 20, 30], torch.arange(3)))
def int_enum_writes_at_an_index(e, xs, t):
    """A member of an IntEnum is the index of a write."""
    xs[e] = 7
    t[IE.B] = 8
    return xs, t


@same(lambda: (IE.A, torch.ones(2, 3)))
def int_enum_as_a_dimension(e, t):
    """A member of an IntEnum is a dimension of a sum."""
    return t.sum(e)


@same(lambda: (torch.ones(2, 3),))
def constant_member_as_a_dimension(t):
    """A member of an IntEnum that the program names is a dimension of a sum."""
    return t.sum(IE.A)


@same(lambda: (IE.A, torch.ones(2, 3)))
def int_enum_as_a_dimension_of_size(e, t):
    """`size` of a member of an IntEnum."""
    return t.size(e)


@same(lambda: (IE.A, torch.ones(2, 3)))
def int_enum_as_a_dimension_of_cat(e, t):
    """A member of an IntEnum is the dimension of `cat`."""
    return torch.cat([t, t], e)


@same(lambda: (IE.A, torch.ones(2, 3)))
def int_enum_as_a_dimension_of_transpose(e, t):
    """A member of an IntEnum is a dimension of `transpose`."""
    return t.transpose(0, e)


@same(lambda: (IE.A, torch.ones(2, 3)))
def int_enum_as_an_index_of_a_shape(e, t):
    """A member of an IntEnum indexes a shape, slices a text and ends a range."""
    return t.shape[e], list(range(e, 4)), "abc"[e:], t.size(int(e)), t.sum(e.value)


@same(lambda: (IE.B,))
def int_enum_as_a_size(e):
    """A member of an IntEnum is the only size of `zeros`."""
    return torch.zeros(e)


@same(lambda: (IE.B,))
def int_enum_in_a_tuple_of_sizes(e):
    """A member of an IntEnum is within the tuple of sizes."""
    return torch.ones((e, 2))


@same(lambda: (IE.B, torch.ones(2, 3)))
def int_enum_as_a_size_of_a_view(e, t):
    """A member of an IntEnum is a size of `view`."""
    return t.view(3, e)


@same(lambda: (IE.B, torch.ones(2, 3)))
def int_enum_as_a_repeat(e, t):
    """A member of an IntEnum says how often `repeat` repeats."""
    return t.repeat(e, 1)


@same(lambda: (IE.B, torch.ones(2)))
def int_enum_as_a_number(e, t):
    """A member of an IntEnum computes as its number."""
    return (
        e + 1,
        e * 2,
        e / 4,
        -e,
        e == 2,
        e > 1,
        t * e,
        t + e,
        list(range(e)),
        [0] * e,
        max(e, 1),
        int(e),
    )


@same(lambda: (MyInt(1), [10, 20, 30], torch.ones(2, 3)))
def int_subclass_as_an_index(e, xs, t):
    """An instance of a subclass of int is an index."""
    return xs[e], t[e], xs[:e], t.shape[e], list(range(e))


@same(lambda: (MyInt(1), torch.ones(2, 3)))
def int_subclass_as_a_dimension(e, t):
    """An instance of a subclass of int is a dimension."""
    return t.size(e)


@same(lambda: (SE.A, MyStr("a")))
def members_in_texts(e, s):
    """Members of an enum of texts in texts."""
    return f"{s}", str(s), "x" + e, e + "x", e.upper(), len(e), "-".join([e, "b"]), e.value, e.name


@same(lambda: (SE.A, IE.A, Word.A, Plain.A))
def texts_of_members(a, b, c, d):
    """`str`, `repr` and f-strings of members."""
    return (
        f"{a}",
        f"{b}",
        f"{c}",
        f"{d}",
        str(a),
        str(b),
        str(c),
        repr(a),
        repr(b),
        "%s" % b,
        "%d" % b,
    )


@same(lambda: (SE.A, IE.A))
def members_matched(e, i):
    """Members are matched by literals and by members."""
    match e:
        case "a":
            a = 1
        case _:
            a = 2
    match i:
        case IE.B:
            b = 1
        case 1:
            b = 2
        case _:
            b = 3
    return a, b


@same(lambda: (IE.A, Flag(0), MyInt(0), MyStr("")))
def truth_of_members(a, b, c, d):
    """The truth of members, and of instances of subclasses."""
    return bool(a), bool(b), bool(c), bool(d), not b, c or 1, d or "x"
