"""Members of enums that only run time knows: their text, alone and in containers."""

import collections
import dataclasses
import enum
import typing

from plain_use.row import same


class K(enum.Enum):
    A = "a"
    B = "b"


class Shown(enum.Enum):
    A = "a"
    B = "b"

    def __str__(self):
        return f"shown {self.value}"


class Written(enum.Enum):
    A = 1
    B = 2

    def __repr__(self):
        return f"<{self.name}>"

    def __format__(self, spec):
        return f"formatted {self.name} {spec}"


class P(enum.IntEnum):
    LO = 1
    HI = 2


class M(str, enum.Enum):
    TRAIN = "train"
    TEST = "test"


class W(enum.StrEnum):
    YES = "yes"
    NO = "no"


class Perm(enum.Flag):
    R = enum.auto()
    W = enum.auto()


class IPerm(enum.IntFlag):
    R = 1
    W = 2


class Real(float, enum.Enum):
    HALF = 0.5
    ONE = 1.0


@dataclasses.dataclass
class Data:
    k: K
    n: int = 0


class Pair(typing.NamedTuple):
    k: K
    n: int = 0


Point = collections.namedtuple("Point", "k n")


@same(lambda: ("a",))
def print_a_dict_of_members(s):
    """print of a dict whose key, and of a list whose elements, are members."""
    print({K(s): 1}, [K(c) for c in s * 2], {1: K(s)}, (K(s),), {K(s)})


@same(lambda: ("b",))
def text_of_a_dict_of_members(s):
    """str, repr and f-strings of containers of members."""
    k = K(s)
    return (
        str({k: 1}),
        repr([k, 1]),
        f"{[K(c) for c in s]}",
        f"{(k,)}",
        str({1: {2: k}}),
        str(collections.deque([k])),
    )


@same(lambda: ("a",))
def percent_of_a_member(s):
    """`%s` and `%r` of a member, alone and of several."""
    k = K(s)
    return (
        "%s|%s" % (k, 1),
        "%r" % (k,),
        "%s" % k,
        "%r" % k,
        "%s %s" % (k.name, k.value),
        "%10s|" % k,
    )


@same(lambda: ("a",))
def percent_of_members_of_other_enums(s):
    """`%s` of members of mixed enums and of one with a text of its own."""
    return (
        (
            "%s %r" % (M("train" if s == "a" else "test"), M.TRAIN),
            "%s %r" % (W("yes" if s else "no"), W.NO),
        ),
        ("%s %r %d" % (P(len(s)), P(len(s)), P(len(s))), "%s %r" % (Shown(s), Shown(s))),
        (
            "%s %r" % (Written(len(s)), Written(len(s))),
            "%s %r" % (Perm(len(s)), Perm(3)),
            "%.2f" % Real(0.5),
        ),
    )


@same(lambda: ("ab",))
def join_texts_of_members(s):
    """`map(str, …)` of members with and without `__str__`."""
    return ", ".join(map(str, [Shown(c) for c in s])), ", ".join(map(str, [K(c) for c in s]))


@same(lambda: ("ab",))
def join_texts_in_a_generator(s):
    """Texts of members made by a generator, `repr` and `format`."""
    return (
        " ".join(str(K(c)) for c in s),
        " ".join(map(repr, [K(c) for c in s])),
        " ".join(f"{Shown(c)}" for c in s),
    )


@same(lambda: (1,))
def format_a_member(n):
    """`format` of members of mixed enums."""
    return (
        "{}".format(P(n)),
        "{:03d}".format(P(n)),
        f"{P(n)}",
        f"{P(n)!r}",
        f"{P(n):>4}",
        str(P(n)),
        format(P(n)),
    )


@same(lambda: ("train",))
def format_a_text_member(s):
    """`format` of a member that is a text."""
    return (
        "{}".format(M(s)),
        f"{M(s)}",
        f"{M(s)!r}",
        str(M(s)),
        f"{M(s):>8}",
        format(M(s), "8") + "|",
    )


@same(lambda: ("yes",))
def format_a_str_enum(s):
    """`format` of a member of a StrEnum."""
    return (
        "{}".format(W(s)),
        f"{W(s)}",
        f"{W(s)!r}",
        str(W(s)),
        f"{W(s):>8}",
        format(W(s), "8") + "|",
        W(s) + "!",
    )


@same(lambda: (1,))
def format_a_member_with_format(n):
    """`format` of members with `__format__`, `__repr__` or `__str__`."""
    return (
        f"{Written(n)}",
        f"{Written(n):x}",
        f"{Written(n)!r}",
        str(Written(n)),
        str([Written(n)]),
        "{}".format(Written(n)),
    )


@same(lambda: (1,))
def text_of_flags(n):
    """Flags of one member, of several and of none."""
    return (
        str(Perm(n)),
        repr(Perm(n | 2)),
        f"{Perm(0)}",
        str([Perm(n)]),
        str(Perm(n) | Perm.W),
        str(~Perm(n)),
    )


@same(lambda: (1,))
def text_of_int_flags(n):
    """IntFlags of one member and of several."""
    return (
        str(IPerm(n)),
        repr(IPerm(n | 2)),
        f"{IPerm(n)}",
        str([IPerm(n)]),
        IPerm(n) | IPerm.W,
        IPerm(n) & 1,
    )


@same(lambda: ("a",))
def text_of_a_named_tuple(s):
    """Named tuples that hold a member."""
    return (
        str(Pair(K(s))),
        f"{Point(K(s), 1)}",
        repr([Pair(K(s), 2)]),
        "%s %s" % Pair(K(s)),
        str((Point(1, K(s)),)),
    )


@same(lambda: ("a",))
def print_dataclasses(s):
    """Dataclasses that hold a member."""
    print([Data(K(s))])
    return str(Data(K(s))), f"{Data(K(s), 1)}", "%s" % Data(K(s)), repr({K(s): Data(K(s))})


@same(lambda: ("a",))
def text_of_exceptions(s):
    """Exceptions that hold a member."""
    return (
        repr(KeyError(K(s))),
        str(KeyError(K(s))),
        str(ValueError(K(s))),
        str(ValueError(K(s), 1)),
        repr(ValueError(1, K(s))),
    )


@same(lambda: ("a",))
def raised_with_a_member(s):
    """An exception that a look-up of a member raises."""
    try:
        return {}[K(s)]
    except KeyError as e:
        return str(e), repr(e), e.args


@same(lambda: ("aab",))
def text_of_a_counter(s):
    """A Counter, an OrderedDict and a defaultdict whose keys are members."""
    c = collections.Counter(K(x) for x in s)
    o = collections.OrderedDict((K(x), 1) for x in s)
    d = collections.defaultdict(int)
    for x in s:
        d[K(x)] += 1
    print(c, o)
    return str(c), str(o), str(d), c.most_common(1), str(c.most_common(1)), f"{dict(c)}"


@same(lambda: ("aab",))
def text_of_grouped_members(s):
    """Containers of members that a loop fills."""
    groups = {}
    for i, x in enumerate(s):
        groups.setdefault(K(x), []).append(i)
    return (
        str(groups),
        str(list(groups)),
        str(groups.items()),
        str(sorted(groups, key=lambda k: k.name)),
    )


@same(lambda: (K.A, [K.B, K.A], {K.A: K.B}))
def text_of_argument_members(k, ks, d):
    """Members that are arguments."""
    print(k, ks, d)
    return (
        str({k: 1}),
        "%s|%r" % (k, k),
        str(ks),
        f"{d}",
        ", ".join(map(str, ks)),
        str(Pair(k)),
        repr(KeyError(k)),
    )


@same(lambda: (P.LO, M.TRAIN, W.YES, Shown.A, Written.A))
def text_of_argument_members_of_other_enums(p, m, w, s, v):
    """Members of mixed enums that are arguments."""
    return (
        f"{p} {m} {w} {s} {v}",
        "%s %s %s %s %s" % (p, m, w, s, v),
        str([p, m, w, s, v]),
        "{}{}".format(p, m),
    )


@same(lambda: ([P.LO, P.HI], [M.TRAIN], [W.NO], {"a": Perm.R}))
def text_of_members_in_arguments(ps, ms, ws, d):
    """Members of mixed enums in containers that are arguments."""
    return (
        f"{ps} {ms} {ws} {d}",
        "%s %s" % (ps, ms),
        [f"{p}" for p in ps],
        ", ".join(ms),
        [str(w) for w in ws],
    )
