"""Members of enums that are numbers: order, arithmetic, and use as indices, sizes and dimensions."""

import collections
import enum
import itertools
import math

import torch

from plain_use.row import same


class P(enum.IntEnum):
    LO = 1
    HI = 2


class M(str, enum.Enum):
    TRAIN = "train"
    TEST = "test"


class W(enum.StrEnum):
    YES = "yes"
    NO = "no"


class IPerm(enum.IntFlag):
    R = 1
    W = 2


class Real(float, enum.Enum):
    HALF = 0.5
    ONE = 1.0


@same(lambda: (1,))
def sort_members(n):
    """Sorting of members that are ints."""
    return (
        sorted([P.HI, P(n)]),
        sorted([P(n), P.HI], reverse=True),
        sorted([3, P(n), 0]),
        max(P(n), P.HI),
        min([P.HI, P(n)]),
    )


@same(lambda: ([P.HI, P.LO],))
def sort_argument_members(ps):
    """Sorting of members that are arguments."""
    copy = list(ps)
    copy.sort()
    return sorted(ps), copy, max(ps), min(ps), sum(ps), sorted(ps, key=lambda p: -p)


@same(lambda: (1,))
def sort_tuples_with_members(n):
    """Sorting and comparison of tuples that hold members."""
    return (
        sorted([(P.HI, 1), (P(n), 2)]),
        (P(n), 1) < (P.HI, 0),
        max((P(n), "a"), (P(n), "b")),
        [P(n)] < [2],
    )


@same(lambda: (["no", "yes"],))
def sort_text_members(names):
    """Sorting of members that are texts."""
    return (
        sorted([W(n) for n in names]),
        sorted([M.TRAIN, M.TEST]),
        max(W(n) for n in names),
        sorted(["z", *map(W, names)]),
    )


@same(lambda: (1,))
def compare_members(n):
    """Comparison and arithmetic of members that are ints."""
    p = P(n)
    return (
        p < P.HI,
        p < 2,
        0 < p,
        p <= 1.5,
        p + 1,
        p * 2,
        -p,
        p / 2,
        p // 2,
        p % 2,
        p**2,
        2 - p,
        abs(p),
        p == 1,
        p & 1,
        ~p,
    )


@same(lambda: (1,))
def types_of_member_arithmetic(n):
    """What arithmetic of members gives is a plain int."""
    return (
        type(P(n) + 1),
        type(+P(n)),
        type(P(n) | 0),
        type(IPerm(n) | 2),
        type(P(n) + P(n)),
        type(sum([P(n)])),
        int(P(n)),
    )


@same(lambda: (1,))
def member_indexes_a_list(n):
    """A member that is an int indexes sequences."""
    xs = [10, 20, 30]
    return [10, 20, 30][P(n)], xs[P(n)], "abc"[P(n)], (1, 2, 3)[P(n)], range(5)[P(n)], xs[-P(n)]


@same(lambda: ([10, 20, 30], 1))
def member_bounds_a_slice(xs, n):
    """A member that is an int bounds a slice."""
    return xs[: P(n)], xs[P(n) :], xs[:: P(n)], "abc"[P(n) :], xs[P(n) : P.HI]


@same(lambda: (2,))
def member_bounds_a_range(n):
    """A member that is an int bounds a range."""
    return list(range(P(n))), list(range(P.LO, 5, P(n))), [0] * P(n), "ab" * P(n)


@same(lambda: ([10, 20, 30], P.LO))
def member_writes_a_list(xs, p):
    """A member indexes a list of the caller's, to write and delete."""
    xs[p] = 5
    xs[P(p + 1)] += 1
    del xs[p]
    xs[p:] = [1]
    return xs, xs[p]


@same(lambda: ([10, 20, 30], P.LO), refused="LTH0502")
def insert_at_a_member(xs, p):
    """`insert` at a member."""
    xs.insert(p, 7)  # here
    return xs


@same(lambda: ([10, 20, 30], 1), refused="LTH0502")
def pop_at_a_member(xs, n):
    """`pop` at a member of run time."""
    return xs.pop(P(n)), xs  # here


@same(lambda: ([10, 20, 30], 1))
def member_and_other_sequences(xs, n):
    """A member is a bound of `index`, a place in a deque, its length and its rotation."""
    d = collections.deque(xs)
    d.rotate(P(n))
    return xs.index(10, 0, P(n)), collections.deque(xs)[P(n)], collections.deque(xs, P(n)), d


@same(lambda: (torch.arange(6).view(2, 3), 1))
def member_indexes_a_tensor(x, n):
    """A member that is an int indexes a tensor."""
    return x[P(n)], x[:, P(n)], x[P(n) :], x[P(n), P(n)], x.select(0, P(n))


@same(lambda: (torch.arange(6).view(2, 3), 1))
def member_is_a_dimension(x, n):
    """A member of run time is a dimension."""
    return x.sum(P(n))


@same(lambda: (torch.arange(6).view(2, 3),))
def constant_member_is_a_dimension(x):
    """A constant member is a dimension."""
    return x.sum(P.LO)


@same(lambda: (torch.arange(6).view(2, 3), P.LO))
def argument_member_is_a_dimension(x, p):
    """A member that is an argument is a dimension."""
    return x.sum(dim=p)


@same(lambda: (2,))
def member_is_a_size(n):
    """A member of run time is a size."""
    return torch.zeros(P(n))


@same()
def constant_member_is_a_size():
    """A constant member is a size."""
    return torch.zeros(P.HI)


@same(lambda: (2,))
def member_in_a_tuple_of_sizes(n):
    """A member is one of a tuple of sizes."""
    return torch.ones((P(n), 3))


@same(lambda: (2,))
def member_in_a_view(n):
    """A member is a size of `view`."""
    return torch.arange(6).view(-1, P(n))


@same(lambda: (2,))
def member_in_a_reshape(n):
    """A member is a size of `reshape`."""
    return torch.arange(6).reshape(P(n), 3)


@same(lambda: (2,))
def member_fills_a_tensor(n):
    """A member is what `torch.full` fills with."""
    return torch.full((2,), P(n))


@same(lambda: (2,))
def member_becomes_a_tensor(n):
    """`torch.tensor` of a list with a member."""
    return torch.tensor([P(n), 1])


@same(lambda: (1,))
def members_and_mathematics(n):
    """Functions of `math`, `float`, `divmod`, `pow`, `round`, `hex` and `chr` of a member."""
    return (
        (
            math.sqrt(P(n)),
            math.floor(P(n)),
            math.isclose(P(n), 1.0),
            float(P(n)),
            divmod(P(n), 2),
            pow(P(n), 2),
        ),
        (
            round(P(n)),
            hex(P(n)),
            bin(P(n)),
            oct(P(n)),
            chr(P(n)),
            P(n) or 5,
            not P(n),
            [P(n)] == [1],
            (P(n),) == (1,),
        ),
    )


@same(lambda: (1,))
def members_and_iteration(n):
    """`range`, `sum` and functions of `itertools` with a member."""
    return (
        (list(zip(range(P(n)), "a")), sum(P(i) for i in (1, 2)), list(itertools.repeat(0, P(n)))),
        (list(itertools.islice("abc", P(n))), list(itertools.combinations("abc", P(n)))),
    )


@same(lambda: (1,))
def kinds_of_a_member(n):
    """`isinstance`, `type` and `issubclass` of a member, and attributes of its number."""
    return (
        isinstance(P(n), int),
        isinstance(P(n), enum.Enum),
        type(P(n)) is P,
        issubclass(P, int),
        P(n).real,
        P(n).bit_length(),
    )


@same(lambda: (1,))
def digits_of_round_are_a_member(n):
    """The digits of `round` are a member."""
    return round(1.256, P(n))


@same(lambda: (torch.arange(6).view(2, 3), 1))
def member_in_arithmetic_of_a_tensor(x, n):
    """A member that is an int is an operand of a tensor."""
    return (
        x + P(n),
        x == P(n),
        x * P(n),
        P(n) - x,
        x / P(n),
        x > P.LO,
        x ** P(n),
        x // P(n),
        x % P(n),
        x | IPerm(n),
    )


@same(lambda: (torch.arange(6).view(2, 3), 1))
def member_is_the_alpha_of_add(x, n):
    """A member is `alpha` of `add`, and the shift of `roll`."""
    return x.add(1, alpha=P(n)), x.roll(P(n))


@same(lambda: (1,), refused="LTH0502")
def member_is_a_precision(n):
    """The precision of a format is a member."""
    return f"{1.256:.{P(n)}f}"  # here
