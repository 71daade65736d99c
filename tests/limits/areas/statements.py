"""Statements and expressions."""

import contextlib
import sys

from limits.entry import differs, limit, prose, raises, refused, script


def rec(n):
    t = 0
    i = n
    while i > 0:
        t += i
        i -= 1
    return t if n <= 0 else t + rec(n - 1)


@limit(refused("LTH0302"), lambda: (1,))
def locals_of_a_function(n):
    """`locals()`, `eval`, `exec`, `sys._getframe` and `sys.exc_info`."""
    return locals()  # here


@limit(refused("LTH0302"), lambda: (1,))
def making_a_type(n):
    """`type(name, bases, dict)`."""
    return type("T", (), {"n": n})().n  # here


@limit(refused("LTH0302"), lambda: (1,))
def dir_of_an_object(n):
    """`dir(x)`."""
    return dir(n)  # here


@limit(refused("LTH0305"), lambda: (3,))
def recursive_generator(n):
    """A generator that takes from itself, as deep as run time says."""

    def count(k):
        if k > 0:
            yield from count(k - 1)  # here
            yield k

    return list(count(n))


TOTALS = {"n": 0}


@script(refused("LTH0307"))
def recursion_that_writes(door):
    """A recursion bounded at run time that writes lists, dicts or objects of before the call."""

    def add_up(k):
        TOTALS["n"] = TOTALS["n"] + k  # here
        return 0 if k <= 0 else add_up(k - 1)

    return door.compile(add_up)(3)


@limit(differs(), lambda: (1,))
def swallow(n):
    """`__context__` of what a second callback of an `ExitStack` raises is the exception that the stack was left with."""

    def fail(text):
        raise ValueError(text)

    try:
        with contextlib.ExitStack() as stack:
            stack.callback(fail, "a")
            stack.callback(fail, "b")
            raise KeyError(n)
    except ValueError as e:
        return repr(e.__context__)


class Holder:
    pass


@limit(refused("LTH0300"), lambda: (1,))
def except_star(n):
    """`except*`."""
    try:  # here
        n = 1 // n
    except* ZeroDivisionError:
        n = 0
    return n


@limit(refused("LTH0301"), lambda: (1,))
def async_function(n):
    """`async def` within a program."""

    async def inner():
        return n

    return inner()  # here


@script(refused("LTH0307"))
def recursion_that_writes_a_default(door):
    """A recursion that writes a list, dict or set of before the call, such as a mutable default of its own."""

    def fact(n, seen=[]):
        seen.append(n)
        return 1 if n <= 1 else n * fact(n - 1)  # here

    door.compile(fact)(5)
    return fact.__defaults__[0]


@limit(refused("LTH0308"), lambda: (3,))
def callbacks_of_a_loop(n):
    """`ExitStack.callback` within a loop of run time or an `if`."""
    with contextlib.ExitStack() as stack:  # here
        for i in range(n):
            stack.callback(print, i)
    return n


@limit(raises(TypeError), lambda: (2,))
def two_kinds_of_callbacks(n):
    """Two kinds of callbacks in one `ExitStack`, of which a loop adds one, raise TypeError."""

    def f(i=0, a="none"):
        print(i, a)

    with contextlib.ExitStack() as stack:
        for i in range(n):
            stack.callback(f, i)
        stack.callback(f, a="end")
    return n


@script(differs(True))
def import_of_run_time(door):
    """A module that a function imports and that nobody has imported is imported when the program is compiled."""

    def f(n):
        if n > 5:
            import colorsys

            return colorsys.rgb_to_hls(n, n, n)
        return n

    sys.modules.pop("colorsys", None)
    door.compile(f)(1)
    return "colorsys" in sys.modules


prose(
    __name__,
    "Ctrl-C, and what a handler of a signal raises, leaves a program in the next trip of a loop, past the `except`, "
    "`finally` and `with` of the function that it is in.",
    "a signal; `tests/python/test_signals.py` shows what is caught",
)
