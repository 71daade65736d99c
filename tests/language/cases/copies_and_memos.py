"""copy.copy and copy.deepcopy: what is copied once, and what is its own copy."""

import copy
import functools

from language.harness import case
import torch

T = torch.tensor


class Node:
    def __init__(self, a, b):
        self.a, self.b = a, b

    def __deepcopy__(self, memo):
        made = Node.__new__(Node)
        memo[id(self)] = made
        for name, value in self.__dict__.items():
            setattr(made, name, copy.deepcopy(value, memo))
        return made


class Single:
    kept = None

    def __new__(cls):
        if cls.kept is None:
            cls.kept = super().__new__(cls)
        return cls.kept


class Needs:
    def __new__(cls, value):
        return super().__new__(cls)


def tuples(n: int):
    plain, nested, holding, frozen = (1, n), ((1, n), "a"), (1, [n]), frozenset([n])
    return (
        copy.deepcopy(nested)[0] is nested[0],
        copy.deepcopy(holding)[1] is holding[1],
        copy.copy(frozen) is frozen,
        copy.deepcopy(plain) if n > 1 else copy.deepcopy(holding),
    )


def circles(n: int):
    shared = [n]
    inner = Node(shared, shared)
    outer = Node(inner, [inner, shared])
    inner.c = outer
    made = copy.deepcopy(outer)
    if n > 1:
        return made.a.a, shared is made.a.a
    return made.a.c is made, made.b[0] is made.a, made.a.a is made.a.b, made.b[1] is made.a.a


def memos(n: int):
    a, memo = [n], {}
    b, c = copy.deepcopy(a, memo), copy.deepcopy(a, memo)
    kept = {id(a): a}
    if n > 1:
        return copy.deepcopy([a, [2]], {})[0] is a
    return b is c, memo[id(a)] is b, copy.deepcopy([a, [2]], kept)[0] is a


def methods(n: int):
    class Counter:
        def __init__(self):
            self.value = 1
            self.method, self.partial = self.read, functools.partial(self.read)

        def read(self):
            return self.value

    first = Counter()
    second = copy.deepcopy(first) if n > 1 else copy.copy(first)
    second.value = n + 5
    return first.method(), second.method(), second.partial(), second.method.__self__ is second


def made_by_new(n: int):
    one = Single()
    try:
        copy.copy(Needs(n))
    except TypeError as error:
        return str(error), (copy.copy if n > 1 else copy.deepcopy)(one) is one


def own_twice(n: int):
    class Kept:
        def __deepcopy__(self, memo):
            return Kept()

    kept = Kept()
    made = copy.deepcopy([kept, kept] if n > 1 else [kept, Kept()])
    return made[0] is made[1], made[0] is kept


class Stated:
    def __init__(self, n):
        self.n, self.items, self.skipped = n, [n], "big"

    def __getstate__(self):
        state = self.__dict__.copy()
        state.pop("skipped")
        return state

    def __setstate__(self, state):
        self.__dict__.update(state)
        if "skipped" not in self.__dict__:
            self.skipped = len(state)


class Pair:
    def __init__(self, n):
        self.pair = (n, [n])

    def __getstate__(self):
        return self.pair

    def __setstate__(self, state):
        self.pair = state


KEPT, LAYER = Stated(7), torch.nn.Linear(2, 2).requires_grad_(False)


def by_state(n: int):
    one, pair = Stated(n), Pair(n)
    deep, flat = copy.deepcopy(KEPT if n > 1 else one), copy.copy(one)
    deep.items.append(n)
    other = copy.deepcopy(pair)
    other.pair[1].append(2)
    return vars(deep), vars(flat), one.items, pair.pair, other.pair


def of_a_module(x):
    layer = copy.deepcopy(LAYER)
    layer.weight.mul_(2)
    return layer(x) - LAYER(x), layer.weight is LAYER.weight, len(layer._forward_hooks)


CASES = [
    case(tuples, lambda: [(1,), (3,)]),
    case(circles, lambda: [(1,), (3,)]),
    case(memos, lambda: [(1,), (3,)]),
    case(methods, lambda: [(1,), (3,)]),
    case(made_by_new, lambda: [(1,), (3,)], artifact=False),
    case(own_twice, lambda: [(1,), (3,)]),
    case(by_state, lambda: [(1,), (3,)]),
    case(of_a_module, lambda: [(T([1.0, 2.0]),), (T([[0.0, 3.0]]),)], straight=True),
]
