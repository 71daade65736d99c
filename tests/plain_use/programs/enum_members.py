"""Members of enums that only run time knows: as keys, as texts, in JSON, and themselves."""

import collections
import copy
import enum
import json

import torch

from plain_use.row import same


class K(enum.Enum):
    A = "a"
    B = "b"


class P(enum.IntEnum):
    LO = 1
    HI = 2


class M(str, enum.Enum):
    TRAIN = "train"
    TEST = "test"


class W(enum.StrEnum):
    YES = "yes"
    NO = "no"


class Digit(enum.StrEnum):
    THREE = "3"


class Act(enum.StrEnum):
    RELU = "relu"
    SIGMOID = "sigmoid"


class Red(str, enum.Enum):
    MEAN = "mean"
    SUM = "sum"


class PadMode(str, enum.Enum):
    CONSTANT = "constant"


class Perm(enum.Flag):
    R = enum.auto()
    W = enum.auto()


class IPerm(enum.IntFlag):
    R = 1
    W = 2


class Real(float, enum.Enum):
    HALF = 0.5
    ONE = 1.0


Point = collections.namedtuple("Point", "k n")


@same(lambda: ("train",))
def text_member_finds_an_entry(s):
    """A member that is a text, made at run time, finds the entry of its text."""
    m = M(s)
    return (
        {"train": 1}.get(m),
        {"train": 1}[m],
        m in {"train"},
        m in {"train": 1},
        m in ("train",),
        m == "train",
    )


@same(lambda: ("train",))
def text_of_run_time_finds_a_member(s):
    """A text of run time finds the entry of a member."""
    return (
        {M.TRAIN: 1}[s],
        {M.TRAIN: 1}.get(s),
        s in {M.TRAIN},
        {M(s): 1}[s],
        {M(s): 2}["train"],
        {s: 3}[M.TRAIN],
    )


@same(lambda: ("yes",))
def str_enum_member_finds_an_entry(s):
    """A member of a StrEnum, made at run time, finds the entry of its text, and back."""
    return (
        {"yes": 1}[W(s)],
        {W.YES: 1}[s],
        W(s) in {"yes"},
        {W(s): 1}.get("yes"),
        {W.YES: 1}[W(s)],
        {s: 4}[W.YES],
    )


@same(lambda: (1,))
def other_members_find_an_entry(n):
    """Members of IntFlag and of an enum of floats find the entry of their number."""
    return {1: "r"}[IPerm(n)], {0.5: "half"}[Real(n / 2)], IPerm(n) in {1, 2}, {Real.ONE: 5}[n]


@same(lambda: ("yes",))
def methods_of_text_members(s):
    """Methods of texts on members."""
    return (
        W(s).upper(),
        W(s).split("e"),
        W(s) + "x",
        "x" + W(s),
        W(s) * 2,
        len(W(s)),
        W(s)[0],
        "e" in W(s),
        W(s).startswith("y"),
    )


@same(lambda: ("train",))
def methods_of_mixed_members(s):
    """Methods of texts on members of `(str, Enum)`."""
    m = M(s)
    return (
        m.upper(),
        m + "x",
        len(m),
        m[0],
        "ra" in m,
        m.replace("t", "d"),
        m < "z",
        m.value,
        m.name,
        m.encode(),
    )


@same(lambda: ("a",))
def members_themselves(s):
    """Identity, hash, truth, copy and membership of members."""
    k = K(s)
    return (
        k is K.A,
        k in K,
        hash(k) == hash(K.A),
        bool(k),
        copy.copy(k) is k,
        copy.deepcopy([k])[0] is k,
        k in {K.A},
        K[k.name] is k,
    )


@same(lambda: ("q",))
def unknown_value(s):
    """A value that no member has."""
    said = []
    for make in (lambda: K(s), lambda: K[s], lambda: P(7), lambda: W(s), lambda: M[s]):
        try:
            make()
        except (ValueError, KeyError) as e:
            said.append((type(e).__name__, str(e)))
    return said


@same(lambda: ({"p": P.LO, "m": M.TRAIN},), refused="LTH0304")
def json_of_argument_members(d):
    """`json.dumps` of members that are arguments."""
    return json.dumps(d)  # here


@same(lambda: (1,))
def json_of_constant_members(n):
    """`json.dumps` of members that are constants."""
    return json.dumps({"p": P.LO, "n": n})


@same(lambda: ("train",), refused="LTH0304")
def json_of_a_text_member(s):
    """`json.dumps` of a member of `(str, Enum)` made at run time."""
    return json.dumps({"m": M(s)})  # here


@same(lambda: (1,), refused="LTH0312")
def json_of_member_keys(n):
    """`json.dumps` of a dict whose key is a member."""
    return json.dumps({P(n): 1})  # here


@same(lambda: ("a",))
def match_on_members(s):
    """`match` on a member made at run time."""
    match K(s):
        case K.B:
            return "b"
        case K.A:
            return "a"


@same(lambda: ("b",))
def member_of_a_dispatch(s):
    """A table of functions whose keys are members."""
    return {K.A: lambda v: v + 1, K.B: lambda v: v * 10}[K(s)](2), {M.TRAIN: len, "x": str}[
        "train"
    ]("abc")


@same(lambda: ("a",))
def iterate_an_enum(s):
    """Iteration over an enum and its attributes."""
    return (
        [str(k) for k in K],
        list(K),
        K.__members__["A"],
        len(K),
        [k.name for k in P if k > len(s)],
        [*Perm],
    )


@same(lambda: ("train",))
def join_constant_members(s):
    """`join` of constant members of `(str, Enum)`, and of one of run time with a text."""
    return ", ".join([M.TRAIN, M.TEST]), ", ".join([M(s), "x"]), M(s).join(["a", "b"])


@same(lambda: ("yes",))
def join_members_of_a_str_enum(s):
    """`join` of members of a StrEnum."""
    return (
        ", ".join([W(s), W.NO]),
        "".join(W("yes" if c == "y" else "no") for c in s),
        W(s).join("ab"),
    )


@same(lambda: ([M.TRAIN, M.TEST], [W.NO]))
def join_argument_members(ms, ws):
    """`join` of members that are elements of arguments."""
    return ", ".join(ms), ", ".join(ws)


@same(lambda: (1,))
def int_member_finds_the_entry_of_its_number(n):
    """A member that is an int, made at run time, finds the entry of its number."""
    return (
        {1: "one"}[P(n)],
        P(n) in {1},
        {1.0: 2}[P(n)],
        {True: 3}[P(n)],
        {1: 1}.get(P(n)),
        P(n) in {1: 1, 2: 2},
    )


@same(lambda: (1,), refused="LTH0312")
def number_finds_the_entry_of_an_int_member(n):
    """A number of run time looks for the entry of a member."""
    return {P.LO: "one"}[n]  # here


@same(lambda: (1,), refused="LTH0312")
def number_in_a_set_of_int_members(n):
    """A number of run time looks for a member in a set."""
    return n in {P.LO}  # here


@same(lambda: (1,), refused="LTH0312")
def int_member_of_run_time_is_a_key(n):
    """A member that is an int, made at run time, is a key."""
    return {P(n): 1}  # here


@same(lambda: (1,), refused="LTH0312")
def int_member_of_run_time_is_a_new_key(n):
    """A member that is an int, made at run time, is a key of a dict that is written."""
    d = {}
    d[P(n)] = 1  # here
    return d


@same(lambda: ([1, 2],), refused="LTH0312")
def int_members_of_a_loop_are_keys(ns):
    """Members that are ints are the keys of a comprehension."""
    return {P(n): n for n in ns}  # here


@same(lambda: ([1, 2],), refused="LTH0312")
def int_members_of_a_loop_in_a_set(ns):
    """Members that are ints are the elements of a set."""
    return {P(n) for n in ns}  # here


@same(lambda: (["train", "test"],))
def entries_that_meet(names):
    """Entries of members and of texts become one."""
    d = {M(n): 1 for n in names}
    for n in names:
        d[n] = d.get(n, 0) + 1
    s = {M(n) for n in names}
    s.update(names)
    return len(d), [v for v in d.values()], len(s), [type(k) is M for k in d], d["test"], d[M.TRAIN]


@same(lambda: ("relu",), refused="LTH0304")
def attribute_by_a_member_of_run_time(s):
    """The name of an attribute is a member of run time."""
    return getattr(torch, Act(s))(torch.tensor([-1.0, 1.0]))  # here


@same(lambda: ("sum",))
def reduction_is_a_member_of_run_time(s):
    """`reduction` of a loss is a member of run time."""
    return torch.nn.functional.mse_loss(torch.ones(2), torch.zeros(2), reduction=Red(s))


@same(lambda: (Red.SUM,))
def reduction_is_an_argument(r):
    """`reduction` of a loss is a member that is an argument."""
    return torch.nn.functional.mse_loss(torch.ones(2), torch.zeros(2), reduction=r)


@same(lambda: ("3",))
def numbers_of_text_members(s):
    """`int`, `float`, `+` and `==` of a member that is a text."""
    return (
        int(Digit(s)),
        float(Digit(s)),
        "a" + Digit(s),
        s == Digit(s),
        Digit(s) + Digit(s),
        s < Digit(s),
    )


@same(lambda: (["3", "a"],))
def text_members_and_lists(xs):
    """A member that is a text and a list of texts."""
    return Digit.THREE in xs, xs.index(Digit.THREE), xs.count(Digit("3")), "3" in [Digit(xs[0])]


@same(lambda: ("train",))
def letters_of_a_text_member(s):
    """Iteration over a member that is a text, and a member as the whole text."""
    return (
        list(M(s)),
        sorted(M(s)),
        "x".join(M(s)),
        tuple(M(s)),
        "train" in M(s),
        "{:>8}".format(M(s)),
    )


@same(lambda: (Red.SUM,))
def mode_is_a_member(r):
    """The mode of a padding is a member."""
    return torch.nn.functional.pad(torch.ones(1, 2), (1, 1), mode=PadMode.CONSTANT)


@same(lambda: (Act.RELU,), refused="LTH0304")
def attribute_by_a_member(a):
    """The name of an attribute is a member that is an argument."""
    return getattr(torch, a)(torch.tensor([-1.0, 1.0]))  # here


@same(refused="LTH0304")
def attribute_by_a_constant_member():
    """The name of an attribute is a constant member."""
    return getattr(torch, Act.RELU)(torch.tensor([-1.0, 1.0]))  # here
