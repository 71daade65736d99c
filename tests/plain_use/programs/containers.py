"""Lists, dicts and sets: copies that share, views, keys, and what reads them while they change."""

import collections
import copy
import types
import typing

import torch

from plain_use.row import same, steps


class Opt(typing.TypedDict):
    a: int


class Partial(typing.TypedDict, total=False):
    a: int
    b: str


class Sub(Partial):
    c: float


class Holder:
    pass


@same(lambda: ([1],))
def deepcopy_of_a_list_twice(xs):
    """One list of the caller's that a list holds twice."""
    g = copy.deepcopy([xs, xs])
    g[0].append(0)
    return g, g[0] is g[1], xs


@same(lambda: ([1],))
def deepcopy_of_a_comprehension_twice(xs):
    """One list of a comprehension that a list holds twice."""
    ys = [x + 1 for x in xs]
    g = copy.deepcopy([ys, ys])
    g[0].append(0)
    return g


@same(lambda: ([1],))
def deepcopy_of_values_of_a_dict(xs):
    """One list that is two values of a dict."""
    g = copy.deepcopy({"a": xs, "b": xs})
    g["a"].append(0)
    return g


@same(lambda: ([1],))
def deepcopy_of_attributes(xs):
    """One list that is an attribute of two objects."""
    a, b = Holder(), Holder()
    a.v = b.v = xs
    c, d = copy.deepcopy([a, b])
    c.v.append(0)
    return d.v, c.v is d.v, xs


@same(lambda: ([1],))
def deepcopy_of_a_tuple_twice(xs):
    """A list that a tuple holds twice, and a dict that two lists hold."""
    t = copy.deepcopy((xs, xs, [xs]))
    t[0].append(0)
    return t, t[0] is t[2][0]


@same(lambda: (3,))
def deepcopy_of_dicts_twice(n):
    """A dict of run time that a list holds twice."""
    d = {i: [i] for i in range(n)}
    g = copy.deepcopy([d, d])
    g[0][0].append(7)
    return g


@same(lambda: (3,))
def deepcopy_of_sets_and_deques(n):
    """A set and a deque of run time that are held twice."""
    s, q = set(range(n)), collections.deque(range(n))
    g = copy.deepcopy([s, s]), copy.deepcopy([q, q])
    g[0][0].add(9)
    g[1][0].append(9)
    return g


@same(lambda: ([1],))
def deepcopy_with_a_memo(xs):
    """`deepcopy` with a memo of the program's."""
    memo = {}
    a = copy.deepcopy(xs, memo)
    b = copy.deepcopy(xs, memo)
    return a is b, a


@same(lambda: ([1],))
def shallow_copy_shares(xs):
    """`copy.copy` and slices share their elements."""
    rows = [xs, xs]
    a, b, c = copy.copy(rows), rows[:], list(rows)
    a[0].append(2)
    return a, b, c, copy.copy({"a": xs})["a"] is xs, copy.copy((xs,))[0] is xs


@same(lambda: ({"a": [1]}, {"a": [1]}))
def equal_items_of_two_dicts(a, b):
    """`items` of dicts with numbers as values, and their lists, are equal."""
    return (
        list(a.items()) == list(b.items()),
        dict(a.items()) == b,
        a.keys() == b.keys(),
        sorted(a.items()) == [("a", [1])],
    )


@same(lambda: ({"a": 1, "b": 2}, {"b": 2, "a": 1}))
def items_of_numbers(a, b):
    """`items` with values that can be hashed are compared as sets."""
    return (
        a.items() == b.items(),
        a.items() != b.items(),
        a.items() <= b.items(),
        a.items() & b.items() == set(b.items()),
    )


@same(lambda: ({"a": [1]},))
def list_in_items(a):
    """`in` of `items` with a list as a value."""
    return ("a", [1]) in a.items(), ("b", [1]) in a.items(), ("a", [2]) in a.items()


@same(lambda: ({"a": [1]},))
def list_in_values(a):
    """`in` and `==` of `values`."""
    return [1] in a.values(), [2] in a.values(), a.values() == a.values(), list(a.values()) == [[1]]


@same(lambda: ({"a": [1]},))
def items_union(a):
    """`|` of `items` with a list as a value raises."""
    try:
        return a.items() | set()
    except TypeError as e:
        return str(e)


@same(lambda: (1,))
def typed_dict_as_annotation(v):
    """A display that is annotated as a TypedDict, and the keys of one."""
    o: Opt = {"a": v}
    return o, o["a"], type(o), Opt.__annotations__ == {"a": int}


@same(lambda: (1,))
def use_of_a_typed_dict(v):
    """Reading and writing what a call of a TypedDict gave."""
    o = Opt(a=v)
    o["a"] += 1
    return o["a"], len(o), list(o), "a" in o, o == {"a": v + 1}


@same(lambda: (3,))
def dict_updated_by_a_generator(n):
    """`update` of a dict by a generator that reads the dict."""
    d = {0: 1}
    d.update((i + 1, len(d)) for i in range(n))
    return d


@same(lambda: (3,))
def set_updated_by_a_generator(n):
    """`update` of a set by a generator that reads the set."""
    s = {0}
    s.update(len(s) * 10 for i in range(n))
    return sorted(s)


@same(lambda: (3,))
def counter_updated_by_a_generator(n):
    """`update` of a Counter by a generator that reads it."""
    c = collections.Counter([0])
    c.update(c[0] for i in range(n))
    return c


@same(lambda: (3,))
def slice_assigned_from_a_generator(n):
    """A slice that a generator reading the list gives."""
    y = [1]
    y[len(y) :] = (len(y) for z in range(n))
    return y


@same(lambda: (3,))
def extended_by_itself(n):
    """`extend` and `+=` by the list itself, and by a generator over a copy."""
    y = [n]
    y.extend(y)
    y += y
    y.extend(v + 1 for v in list(y))
    return y


@same(lambda: ([torch.ones(1), torch.ones(1)],))
def tensors_are_keys_by_identity(xs):
    """Tensors in a dict and a set that the program makes."""
    d = {xs[0]: 1, xs[1]: 2}
    s = {xs[0], xs[1], xs[0]}
    return d[xs[1]], xs[0] in d, torch.ones(1) in d, len(d), len(s), xs[0] in s


@steps()
def tensor_is_a_key_of_an_argument(door):
    """A tensor that is a key of a dict of the arguments."""
    t, u = torch.ones(2), torch.ones(2)
    d = {t: "t"}
    f = door.compile(lambda k, d: k in d)
    return f(t, d), f(u, d)


@steps()
def entry_of_a_tensor(door):
    """The entry of a tensor in a dict of the arguments."""
    t = torch.ones(2)
    return door.compile(lambda k, d: d[k])(t, {t: "t"})


@steps()
def entry_of_another_tensor(door):
    """A tensor that is no key of a dict of the arguments."""
    t, u = torch.ones(2), torch.ones(2)
    return door.compile(lambda k, d: d.get(k, "none"))(u, {t: "t"})


@steps()
def iterate_over_tensor_keys(door):
    """Iteration over a dict whose keys are tensors."""
    t, u = torch.ones(2), torch.zeros(2)
    return door.compile(lambda d: [k.sum() * v for k, v in d.items()])({t: 2, u: 3})


@steps()
def write_at_a_tensor_key(door):
    """Writing the entry of a tensor in a dict of the arguments."""
    t, u = torch.ones(2), torch.ones(2)
    d = {t: 1}

    def f(k, d):
        d[k] = d.get(k, 0) + 1
        return len(d)

    f = door.compile(f)
    return f(t, d), f(u, d), list(d.values()), list(d)[0] is t


@steps()
def tensor_in_a_set_argument(door):
    """A tensor that is an element of a set of the arguments."""
    t, u = torch.ones(2), torch.ones(2)
    f = door.compile(lambda k, s: (k in s, len(s)))
    return f(t, {t}), f(u, {t})


@same(lambda: (torch.ones(2),))
def one_tensor_twice_into_a_set(x):
    """One tensor goes into a set twice."""
    s = set()
    s.add(x)
    s.add(x)
    return len(s), x in s, len({x, x}), len({k: 1 for k in (x, x)})


@same(lambda: ([torch.ones(2)],))
def tensors_of_a_loop_into_a_set(xs):
    """Tensors of a loop go into a set, twice."""
    s = set()
    for _ in range(2):
        for x in xs:
            s.add(x)
    return len(s)


@same(lambda: ([torch.ones(2), torch.zeros(2)],))
def seen_tensors(xs):
    """Tensors that were seen, as a set of a model's parameters."""
    seen, out = set(), []
    for x in [*xs, xs[0]]:
        if x in seen:
            continue
        seen.add(x)
        out.append(x)
    return len(out), sum(out)


@same(lambda: (torch.nn.Sequential(torch.nn.Linear(1, 1), torch.nn.Linear(1, 1)),))
def parameters_in_a_set(m):
    """Parameters of a module are elements of a set."""
    ps = set(m.parameters())
    return (
        len(ps),
        m[0].weight in ps,
        len(set([*m.parameters(), *m.parameters()])),
        {p: 1 for p in ps}[m[1].bias],
    )


@same(lambda: ([torch.ones(1), torch.zeros(1)],))
def tensor_in_a_list(xs):
    """`in`, `index`, `count` and `remove` of a list go by `==`."""
    t = xs[1]
    return t in xs, xs.index(t), xs.count(t), torch.zeros(1) in xs, torch.full((1,), 5.0) in xs


@same(lambda: (5,))
def words_of_star_in_a_set(n):
    """`{*5}` raises TypeError in Python's words."""
    return {*n}


@same(lambda: (5,))
def words_of_double_star(n):
    """`{**5}` raises TypeError in Python's words."""
    return {**n}


@same(lambda: ([("a", 1)],))
def double_star_of_a_list(n):
    """`{**[("a", 1)]}` raises TypeError in Python's words."""
    return {**n}


@same(lambda: (5,))
def words_of_other_iterations(n):
    """`for`, unpacking, `list`, `extend` and `in` of a number raise in Python's words."""
    said = []

    def unpack():
        a, b = n
        return a

    for f in (
        lambda: list(n),
        lambda: [].extend(n),
        lambda: 1 in n,
        unpack,
        lambda: sum(n),
        lambda: [v for v in n],
    ):
        try:
            f()
        except TypeError as e:
            said.append(str(e))
    return said


@same(lambda: (5,))
def words_of_update(n):
    """`update` of a dict and a set, `zip` and `dict` of a number raise in Python's words."""
    said = []
    for f in (
        lambda: {}.update(n),
        lambda: set().update(n),
        lambda: list(zip(n)),
        lambda: dict(n),
        lambda: "".join(n),
    ):
        try:
            f()
        except TypeError as e:
            said.append(str(e))
    return said


@same(lambda: (types.MappingProxyType({"a": 1}),))
def mapping_proxy_from_outside(p):
    """A MappingProxyType from outside is read."""
    return p["a"], "b" in p, list(p), len(p), p.get("b", 2), dict(p), {**p}


@same(lambda: (torch.ones(2),))
def deepcopy_of_tensors(x):
    """A tensor that a display holds twice."""
    g = copy.deepcopy([x, x])
    g[0].add_(1)
    return g, g[0] is g[1], x


@same(lambda: ({"a": torch.ones(1)},))
def tensor_in_items(d):
    """`in` of `items` with tensors as values."""
    return ("a", d["a"]) in d.items(), ("b", d["a"]) in d.items(), d["a"] in d.values()


@same(lambda: ({"a": {"b": 1}}, {"a": {"b": 1}}))
def dicts_of_dicts(a, b):
    """`==` of dicts whose values are dicts and lists."""
    return a == b, a != b, {"k": a} == {"k": b}, list(a.items()) == list(b.items())


@same(lambda: (1,))
def text_and_parts_of_a_typed_dict(v):
    """The text and copies of what a call of a TypedDict gave."""
    return (
        str(Opt(a=v)),
        f"{Opt(a=v)}",
        isinstance(Opt(a=v), dict),
        {**Opt(a=v), "b": 2},
        dict(Opt(a=v)),
        Opt(a=v) | {"c": 1},
    )


@same(lambda: (Opt(a=1),))
def typed_dict_argument(o):
    """A TypedDict is an argument."""
    return o["a"], type(o), o, str(o)


@same(lambda: (5,))
def star_of_a_number_raises(n):
    """`[*5]`, `f(*5)` and `{**5}` raise TypeError."""
    said = []
    for f in (lambda: [*n], lambda: (*n,), lambda: {*n}, lambda: {**n}, lambda: max(*n)):
        try:
            f()
        except TypeError as e:
            said.append(type(e).__name__)
    return said


@same(lambda: (5,), refused="LTH0308")
def call_with_double_star_of_a_number(n):
    """`dict(**5)`."""
    return dict(**n)  # here
