"""Generators and iterators."""

import contextlib
import itertools

from limits.entry import differs, limit, raises, refused

NUMBERS = iter([1, 2])


@limit(refused("LTH0302"), lambda: (1,))
def iterator_from_outside(n):
    """A generator or another iterator that existed before the call."""
    for k in NUMBERS:  # here
        n = n + k
    return n


@limit(refused("LTH0317"), lambda: ([1],))
def generator_as_a_result(xs):
    """A generator as a result of the program."""
    return (x for x in xs)  # here


@limit(refused("LTH0314"), lambda: ([1, 2, 3],))
def yield_within_an_expression(xs):
    """A generator that is consumed in parts, whose `yield` stands within a larger expression."""

    def parts():
        for x in xs:
            print(1 + len([(yield x)]))  # here

    g = parts()
    return next(g) + next(g)


@limit(refused("LTH0314"), lambda: ([1, 2, 3],))
def expression_with_two_for(xs):
    """A generator expression with two `for` that is consumed in parts."""
    g = (x * y for x in xs for y in xs)
    return next(g) + next(g)  # here


@limit(refused("LTH0314"), lambda: ([1, 2, 3],))
def yield_in_finally(xs):
    """A generator left early whose `yield` stands in `with` or `try … finally`, and that a variable or `zip` holds."""

    def parts():
        try:
            for x in xs:
                yield x  # here
        finally:
            print("dropped")

    kept = parts()
    for part in kept:
        if part > 0:
            return part
    return 0


@limit(differs(None), lambda: (1,))
def value_of_yield_from(n):
    """`yield from` an iterator of the user's gives None; Python gives the value of its StopIteration."""

    class Once:
        def __init__(self):
            self.done = False

        def __iter__(self):
            return self

        def __next__(self):
            if self.done:
                raise StopIteration(n)
            self.done = True
            return 5

    seen = []

    def parts():
        seen.append((yield from Once()))

    for _ in parts():
        pass
    return seen[0]


@limit(differs(), lambda: ([1, 1, 2],))
def groups_are_read_to_their_end(xs):
    """`itertools.groupby` reads a group to its end before it gives it, so that functions run earlier than in Python."""

    def seen(x):
        print("reads", x)
        return x

    for k, group in itertools.groupby(map(seen, xs)):
        print("group", k)
        for x in group:
            print("has", x)


@limit(refused("LTH0302"), lambda: (1,))
def class_of_an_iterator(n):
    """The type of an iterator of `itertools`, of `reversed`, and of an `attrgetter` that the program makes; `isinstance` of it with such a class."""
    return type(itertools.chain([n], [n])).__name__  # here


@limit(differs(), lambda: (1,))
def group_that_is_kept(n):
    """A group of `itertools.groupby` that is kept still holds its elements; Python empties it."""
    groups = itertools.groupby([1, 1, 2])
    _, first = next(groups)
    next(groups)
    return list(first), n


@limit(refused("LTH0314"), lambda: ([1, 2],))
def finally_that_raises_when_left(xs):
    """A generator left early whose `finally` raises: Python tells of it, and goes on."""

    def parts():
        try:
            for x in xs:
                yield x  # here
        finally:
            raise ValueError("dropped")

    for part in parts():
        break
    return part


@limit(refused("LTH0314"), lambda: ([1, 2],))
def manager_that_yields_twice(xs):
    """A function under `contextlib.contextmanager` with a second `yield` within `with` or `try … finally`."""

    @contextlib.contextmanager
    def manager():
        try:
            yield 1
            yield 2
        finally:
            print("dropped")

    with manager() as one:
        xs.append(one)  # here
    return xs


@limit(refused("LTH0314"), lambda: ([1, 2],))
def next_of_what_pulls(xs):
    """`next` of a `zip`, `map` or `enumerate` over a generator that then stands in `with` or `try … finally`."""

    def parts():
        try:
            for x in xs:
                yield x  # here
        finally:
            print("dropped")

    return next(map(abs, parts()))


@limit(raises(ZeroDivisionError), lambda: (0,))
def operation_that_raises_in_a_dropped_generator(n):
    """An operation that raises in the `finally` of a generator that a loop leaves raises there; Python only tells of it."""

    def source():
        try:
            yield 1
        finally:
            1 // n

    for value in source():
        break
    return value
