"""Members of enums, and of subclasses of int and str, as keys, indices and sizes."""

import collections
import enum

import torch

from plain_use.row import same, steps


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


NAMES = {1: "one", 2: "two"}
WORDS = {"a": 1, "b": 2}
ALLOWED = {"a", "b"}
MEMBERS = {SE.A: 5, SE.B: 6}


@same(lambda: (SE.A,))
def str_enum_finds_a_text(e):
    """A member of an enum of texts finds the entry of its text."""
    return {"a": 1}[e]


@same(lambda: (SE.A,))
def str_enum_gets_a_text(e):
    """`get` and `in` with a member of an enum of texts."""
    return (
        {"a": 1}.get(e),
        e in {"a": 1},
        e in {"a", "b"},
        e in {"b"},
        e in frozenset(["a"]),
        {"b": 1}.get(e, 3),
    )


@same(lambda: (SE.A,))
def text_finds_a_member(e):
    """A text finds the entry of a member."""
    return (
        {SE.A: 5}.get("a"),
        {SE.A: 5}["a"],
        "a" in {SE.A},
        "b" in {SE.A: 5},
        {e: 5}["a"],
        "a" in {e},
    )


@same(lambda: ("a",))
def text_argument_finds_a_member(s):
    """A text of run time finds members in a dict, a global dict and a set."""
    return {SE.A: 5}[s], MEMBERS[s], s in MEMBERS, s in {SE.A, SE.B}, MEMBERS.get(s + "a")


@same(lambda: (SE.A,))
def member_finds_in_globals(e):
    """A member is looked up in global dicts and sets of texts."""
    return WORDS[e], WORDS.get(e), e in WORDS, e in ALLOWED, MEMBERS[e]


@same(lambda: (SE.A,))
def str_enum_equals(e):
    """A member of an enum of texts is equal to its text."""
    return e == "a", "a" == e, e != "a", e in ("a",), e in ["a"], e is SE.A, e == SE.A, e == SE.B


@same(lambda: (IE.A,))
def int_enum_finds_an_int(e):
    """A member of an IntEnum finds the entry of its number."""
    return (
        {1: "a"}[e],
        {1: "a"}.get(e),
        e in {1},
        e in {1: 2},
        {1.0: "x"}[e],
        {True: "t"}[e],
        {2: 0}.get(e),
    )


@same(lambda: (IE.A,))
def int_finds_an_int_enum(e):
    """A number finds the entry of a member of an IntEnum."""
    return {IE.A: 5}.get(1), {IE.A: 5}[1], 1 in {IE.A}, {e: 5}[1], {e: 5}[1.0], 2 in {e}


@same(lambda: (IE.A, 1))
def int_enum_finds_in_globals(e, n):
    """Members and numbers of run time in global dicts."""
    return NAMES.get(IE.A), NAMES[e], NAMES[IE(n)], e in NAMES, n in [IE.A, IE.B]


@same(lambda: (1,), refused="LTH0312")
def int_finds_in_a_dict_of_members(n):
    """A number of run time is looked up in a dict of members that the program builds."""
    return {IE.A: 5}[n]  # here


@same(lambda: (1,), refused="LTH0312")
def int_finds_in_a_set_of_members(n):
    """A number of run time is looked for in a set of members that the program builds."""
    return n in {IE.A, IE.B}  # here


@same(lambda: (Word.A,))
def strenum_finds_a_text(e):
    """A member of a StrEnum as a key."""
    return (
        {"a": 1}[e],
        {"a": 1}.get(e),
        e in {"a"},
        {Word.A: 5}["a"],
        WORDS[e],
        e in ALLOWED,
        {e: 2}["a"],
    )


@same(lambda: (Flag.R,))
def intflag_finds_an_int(e):
    """A member of an IntFlag as a key."""
    return {1: "a"}[e], e in {1}, {Flag.R: 5}[1], {3: "rw"}.get(e | Flag.W), NAMES[e]


@same(lambda: (FE.HALF,))
def float_enum_finds_a_float(e):
    """A member of an enum of floats as a key."""
    return {0.5: "a"}[e], e in {0.5}, {FE.HALF: 5}[0.5], e == 0.5


@same(lambda: (Plain.A,))
def plain_enum_finds_no_int(e):
    """A member of an ordinary enum is not its value."""
    return {1: "a"}.get(e), e in {1}, {Plain.A: 5}.get(1), {Plain.A: 5}[e], e == 1, e in {Plain.A}


@same(lambda: (MyInt(1),))
def int_subclass_finds_an_int(e):
    """An instance of a subclass of int as a key."""
    return {1: "a"}[e], {1: "a"}.get(e), e in {1}, {e: 5}[1], {e: 5}.get(1), NAMES[e], 1 in {e}


@same(lambda: (MyStr("a"),))
def str_subclass_finds_a_text(e):
    """An instance of a subclass of str as a key."""
    return {"a": 1}[e], {"a": 1}.get(e), e in {"a"}, {e: 5}["a"], WORDS[e], e in ALLOWED, "a" in {e}


@same(lambda: (MyFloat(0.5),))
def float_subclass_finds_a_float(e):
    """An instance of a subclass of float as a key."""
    return {0.5: "a"}[e], e in {0.5}, {e: 5}[0.5]


@same(lambda: (1, "a"))
def subclasses_made_inside(n, s):
    """Instances of subclasses that the program makes are keys as their values are."""
    return {1: "x"}[MyInt(n)], {"a": 5}[MyStr(s)], MyInt(n) in {1}, MyStr(s) in {"a"}


@same(lambda: (1,), refused="LTH0312")
def key_of_a_subclass_made_inside(n):
    """An instance of a subclass of int that the program makes is the key of a dict of the program's."""
    return {MyInt(n): 3}[1]  # here


@same(lambda: ("a", 1))
def members_made_inside(s, n):
    """Members that the program makes of a value are keys as their values are."""
    return (
        {"a": 5}[SE(s)],
        {1: "x"}[IE(n)],
        SE(s) in {"a"},
        NAMES[IE(n)],
        WORDS[SE(s)],
        WORDS[Word(s)],
    )


@same(lambda: (SE.A, {"a": 1}))
def member_finds_in_an_argument(e, d):
    """A member is looked up in a dict that is an argument."""
    return d[e], d.get(e), e in d, d.get(SE.B), d.pop(e), len(d)


@same(lambda: (SE.A, {"a": 1}))
def member_writes_into_an_argument(e, d):
    """What is written under a member goes into the entry of its text, whose key stays."""
    d[e] = 2
    d[SE.B] = 3
    return len(d), d["a"], d["b"], type(list(d)[0]) is str, type(list(d)[1]) is SE


@same(lambda: (IE.A, {1: "a"}))
def int_member_writes_into_an_argument(e, d):
    """A member of an IntEnum writes, deletes and sets defaults of the entry of its number."""
    d[e] = "b"
    d.update({IE.A: "e"})
    first = d[1], len(d), type(list(d)[0]) is int
    d[IE.B] = "f"
    second = d[2], d.pop(IE.B), d.pop(IE.B, 3), len(d)
    del d[e]
    return first, second, len(d)


@same(lambda: ({1: "a"},), refused="LTH0312")
def update_with_a_new_member(d):
    """`update` puts a new member of an IntEnum into a dict of ints that is an argument."""
    d.update({IE.B: "d"})  # here
    return len(d)


@same(lambda: ({1: "a"},), refused="LTH0312")
def int_member_sets_a_default(d):
    """`setdefault` with a member of an IntEnum, of a dict that is an argument."""
    return d.setdefault(IE.A, "c")  # here


@same(lambda: ({"a", "b"}, [1, 2, 1]))
def members_in_arguments(s, xs):
    """Members meet the elements of a set and a list that are arguments."""
    s.discard(SE.A)
    s.add(SE.B)
    xs.remove(IE.B)
    return len(s), SE.B in s, xs.count(IE.A), xs.index(IE.A), xs


@same(lambda: (SE.A,))
def member_in_built_containers(e):
    """Members and texts meet in containers that the program builds."""
    d = {}
    d["a"] = 1
    d[e] = 2
    s = {"a", e}
    s.add(SE.A)
    s.discard("a")
    return (
        len(d),
        d["a"],
        len(s),
        {e}.issubset({"a", "b"}),
        {SE.B}.isdisjoint({"b"}),
        {e}.issubset(["a"]),
    )


@same(lambda: (SE.A,), refused="LTH0312")
def union_of_texts_and_members(e):
    """The union of a set of texts and a set of members."""
    return len({"a", "b"} | {e})  # here


@same(lambda: (SE.A,), refused="LTH0312")
def intersection_of_texts_and_members(e):
    """The intersection of a set of texts and a set of members."""
    return len({"a", "b"} & {e})  # here


@same(lambda: (1,), refused="LTH0312")
def difference_of_ints_and_members(n):
    """The difference of a set of ints and a set of members."""
    return len({1, 2} - {IE.A})  # here


@same(lambda: (1,), refused="LTH0312")
def symmetric_difference_of_ints_and_members(n):
    """The symmetric difference of a set of ints and a set of members."""
    return len({1, 2} ^ {IE.A})  # here


@same(lambda: (IE.A,))
def one_entry_of_two_spellings(e):
    """A number and a member in one display, union, counter or `fromkeys` are one key."""
    counts = collections.Counter([1, e])
    sums = collections.defaultdict(int)
    sums[e] += 1
    sums[1] += 1
    return (
        len({1: 2, e: 3}),
        {1: 2, e: 3}[1],
        len({1: 2} | {e: 3}),
        len({**{1: 2}, **{e: 3}}),
        len({1, e}),
        len(dict.fromkeys([1, e])),
        len(counts),
        counts[1],
        sums[1],
    )


@same(lambda: (IE.A, SE.A))
def members_within_tuples(i, s):
    """Members within lists and tuples, also as keys, are equal to their values."""
    return (
        [i] == [1],
        (i, s) == (1, "a"),
        {(1, "a"): 5}[(i, s)],
        (i, 1) in {(1, 1)},
        [(1,)] == [(i,)],
    )


@same(lambda: (IE.A,))
def int_member_in_built_containers(e):
    """Members of an IntEnum and ints meet in containers that the program builds."""
    s = {1, e}
    s.add(2)
    return len(s), IE.B in s, [1, 2].index(IE.B), [1, 2].count(e)


@same(lambda: (IE.A,))
def members_as_arguments_of_a_dict(e):
    """A dict made by a comprehension over members is read with numbers."""
    d = {m: m.name for m in IE}
    names = {m.value: m.name for m in IE}
    return d[1], d[2], names[e], len(d)


@same(lambda: ("b",))
def table_of_members(s):
    """A table of members by text, read with texts and members."""
    d = {m: i for i, m in enumerate(SE)}
    return d[s], d["a"], d[SE.B], s in d


@steps()
def module_dict_by_member(door):
    """An `nn.ModuleDict` is read with a member of an enum of texts."""
    m = torch.nn.ModuleDict({"a": torch.nn.ReLU(), "b": torch.nn.Tanh()})
    f = door.compile(lambda e, x: (m[e](x), e in m))
    x = torch.tensor([-1.0, 1.0])
    return f(SE.A, x), f(SE.B, x)


@same(lambda: (SE.A,), refused="LTH0304")
def attribute_by_member(e):
    """`getattr` takes a member of an enum of texts as a name."""
    return getattr(SE, e)  # here


@same(lambda: (1,), refused="LTH0304")
def attribute_by_constant_member(n):
    """`hasattr` takes a member of an enum of texts that the program names."""
    return hasattr(SE, SE.A)  # here


@same(lambda: (SE.A,))
def attribute_by_value_of_a_member(e):
    """`getattr` takes the value and the name of a member."""
    return getattr(SE, e.name) is e, hasattr(SE, e.value)


@steps()
def several_members(door):
    """One program called with several members, texts and numbers."""
    f = door.compile(lambda k: (WORDS.get(k), NAMES.get(k), k in ALLOWED, {"a": 1, 2: 3}.get(k)))
    return [f(k) for k in (SE.A, "a", SE.B, IE.A, 1, IE.B, Word.A, MyStr("b"), MyInt(2))]
