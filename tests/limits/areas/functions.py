"""Functions and calls."""

import functools
import math

import torch

from limits.entry import differs, limit, raises, refused, script


def scale(x, by=2):
    return x * by


def plus(x):
    return x + 1


@limit(raises(AttributeError), lambda: (1,))
def attribute_set_on_a_partial(n):
    """Setting an attribute of a `functools.partial` raises AttributeError."""
    part = functools.partial(plus, n)
    part.label = "a"
    return part.label


@limit(refused("LTH0302"), lambda: (1,))
def code_of_a_function(n):
    """`__closure__`, `__code__`, `__defaults__` and `__annotations__` of a function that the program makes."""

    def f(x=1):
        return x

    return f.__defaults__  # here


@limit(refused("LTH0317"), lambda: (1,))
def function_as_a_result(n):
    """A function that the program makes, within a result."""
    return {"next": lambda y: n + y}  # here


@limit(raises(TypeError), lambda: (5,))
def words_of_star(n):
    """`f(*5)` raises TypeError in other words."""
    return plus(*n)


@script(refused("LTH0302"))
def cache_of_a_function_that_prints(door):
    """`functools.lru_cache` on a function of the user's that prints, draws random numbers or writes."""

    @functools.lru_cache
    def cached(n):
        print("computes", n)  # here
        return n * 2

    return door.compile(lambda n: cached(n))(2)


@script(refused("LTH0302"))
def cache_of_a_function_that_samples(door):
    """`functools.lru_cache` on a function of the user's that takes samples (`torch.multinomial`)."""

    @functools.lru_cache
    def cached(n):
        return torch.multinomial(torch.ones(4), n, True)  # here

    return door.compile(lambda n: cached(n))(2)


@script(differs(0))
def cache_between_calls(door):
    """`functools.lru_cache` shares results within one call of the program, not between calls."""

    @functools.lru_cache
    def doubled(n):
        return n * 2

    f = door.compile(lambda n: doubled(n))
    f(2)
    f(2)
    return doubled.cache_info().hits


@limit(refused("LTH0308"), lambda: ([1, 2],))
def star_of_run_time(xs):
    """`f(*xs)` of a length of run time, where f is not written in Python (but for `print`, `zip`, `max`, `min`)."""
    ys = [x + 1.0 for x in xs if x > 0]
    return math.hypot(*ys)  # here


MANY = [type(f"Kind{i}", (), {"size": i, "__call__": lambda self, x: x})() for i in range(300)]


@limit(refused("LTH0309"), lambda: (3,))
def one_of_many_functions(n):
    """A call of one of more than 256 kinds of functions and instances, of which only run time knows which."""
    return MANY[n](n)  # here


@limit(refused("LTH0310"), lambda: (3,))
def attribute_of_one_of_many(n):
    """An attribute of one of more than 256 kinds of instances, of which only run time knows which."""
    return MANY[n].size  # here


@limit(refused("LTH0302"), lambda: (3,))
def hash_of_a_function(n):
    """`hash` of a function, method or partial that the program makes: it is its address."""
    return hash(lambda: n) == 3  # here
