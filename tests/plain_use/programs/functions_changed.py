"""Functions, partials and mutable defaults that change between two calls."""

import functools
import types

import torch

from plain_use.row import steps


@steps()
def defaults_of_a_helper(door):
    """`__defaults__` of a helper are replaced."""

    def helper(x, by=1):
        return x + by

    f = door.compile(lambda x: helper(x))
    first = f(1)
    helper.__defaults__ = (10,)
    second = f(1)
    helper.__defaults__ = (torch.ones(2),)
    return first, second, f(1)


@steps()
def defaults_removed(door):
    """`__defaults__` are removed."""

    def helper(x, by=1):
        return x + by

    def program(x):
        try:
            return helper(x)
        except TypeError as e:
            return str(e)

    f = door.compile(program)
    first = f(1)
    helper.__defaults__ = None
    return first, f(1)


@steps()
def keyword_defaults_of_a_helper(door):
    """`__kwdefaults__` of a helper are replaced and written."""

    def helper(x, *, by=1):
        return x + by

    f = door.compile(lambda x: helper(x))
    first = f(1)
    helper.__kwdefaults__ = {"by": 10}
    second = f(1)
    helper.__kwdefaults__["by"] = 20
    return first, second, f(1)


@steps()
def code_of_a_helper(door):
    """`__code__` of a helper is replaced."""

    def helper(x):
        return x + 1

    def other(x):
        return x * 100

    f = door.compile(lambda x: helper(x))
    first = f(2)
    helper.__code__ = other.__code__
    return first, f(2)


@steps()
def defaults_of_the_compiled_function(door):
    """`__defaults__` of the compiled function itself are replaced."""

    def f(x, by=1):
        return x + by

    c = door.compile(f)
    first = c(1)
    f.__defaults__ = (10,)
    return first, c(1)


@steps()
def keyword_defaults_of_the_compiled_function(door):
    """`__kwdefaults__` of the compiled function itself are replaced."""

    def f(x, *, by=1):
        return x + by

    c = door.compile(f)
    first = c(1)
    f.__kwdefaults__ = {"by": 10}
    second = c(1)
    f.__kwdefaults__["by"] = 20
    return first, second, c(1)


@steps()
def code_of_the_compiled_function(door):
    """`__code__` of the compiled function itself is replaced."""

    def f(x):
        return x + 1

    def other(x):
        return x * 100

    c = door.compile(f)
    first = c(2)
    f.__code__ = other.__code__
    return first, c(2)


@steps()
def default_list_grows(door):
    """A mutable default of a helper changes between calls."""

    def helper(x, more=[1]):  # noqa: B006
        return x + sum(more)

    f = door.compile(lambda x: helper(x))
    first = f(1)
    helper.__defaults__[0].append(5)
    return first, f(1)


@steps()
def default_list_is_written(door):
    """The program writes a mutable default of its own and of a helper."""

    def helper(x, seen=[]):  # noqa: B006
        seen.append(x)
        return len(seen)

    def f(x, seen=[]):  # noqa: B006
        seen.append(x)
        return len(seen), helper(x), helper(x)

    c = door.compile(f)
    return c(1), c(2), f.__defaults__, helper.__defaults__


@steps()
def recursion_writes_a_list(door):
    """A recursion of known depth writes a mutable default."""

    def fact(n, seen=[]):  # noqa: B006
        seen.append(n)
        return 1 if n <= 1 else n * fact(n - 1)

    def f(x):
        return x + fact(3)

    return door.compile(f)(1), fact.__defaults__


@steps()
def recursion_keeps_results_in_an_argument(door):
    """A recursion keeps what it computed in a dict that it hands on."""

    def fib(n, memo):
        if n in memo:
            return memo[n]
        if n < 2:
            return n
        memo[n] = fib(n - 1, memo) + fib(n - 2, memo)
        return memo[n]

    memo = {}
    return door.compile(fib)(12, memo), memo


@steps(refused="LTH0307")
def recursion_of_a_method_keeps_results(door):
    """A recursive method keeps what it computed in a dict of its instance."""

    class Fib:
        def __init__(self):
            self.memo = {}

        def get(self, n):
            if n not in self.memo:
                self.memo[n] = n if n < 2 else self.get(n - 1) + self.get(n - 2)  # here
            return self.memo[n]

    fib = Fib()
    return door.compile(lambda n: fib.get(n))(9), len(fib.memo)


@steps()
def recursion_reads_a_default(door):
    """A recursion that only reads a mutable default."""

    def walk(n, weights=[1, 2, 3]):  # noqa: B006
        return 0 if n <= 0 else weights[n % 3] + walk(n - 1)

    c = door.compile(walk)
    first = c(5)
    walk.__defaults__[0][0] = 100
    return first, c(5)


@steps(refused="LTH0307")
def recursion_in_two_functions(door):
    """Two functions that call each other write a mutable default."""

    def even(n, seen=[]):  # noqa: B006
        seen.append(n)
        return True if n == 0 else odd(n - 1)

    def odd(n, seen=[]):  # noqa: B006
        seen.append(n)  # here
        return False if n == 0 else even(n - 1)

    return door.compile(even)(5), even.__defaults__, odd.__defaults__


@steps()
def keywords_of_a_partial(door):
    """`keywords` of a partial are written."""

    def helper(x, by=1):
        return x + by

    p = functools.partial(helper, by=2)
    f = door.compile(lambda x: p(x))
    first = f(1)
    p.keywords["by"] = 30
    second = f(1)
    p.keywords.clear()
    return first, second, f(1)


@steps()
def keywords_of_a_compiled_partial(door):
    """`keywords` of a partial that is itself compiled."""

    def helper(x, by=1):
        return x + by

    p = functools.partial(helper, by=2)
    f = door.compile(p)
    first = f(1)
    p.keywords["by"] = 30
    return first, f(1)


@steps()
def keywords_of_a_partial_that_is_an_argument(door):
    """`keywords` of a partial that is an argument."""

    def helper(x, by=1):
        return x + by

    f = door.compile(lambda p, x: p(x))
    p = functools.partial(helper, by=2)
    first = f(p, 1)
    p.keywords["by"] = 30
    return first, f(p, 1), f(functools.partial(helper, 5), 1)


@steps()
def attribute_of_a_function(door):
    """An attribute of a function changes, appears and goes."""

    def helper(x):
        return x + getattr(helper, "by", 0)

    f = door.compile(lambda x: helper(x))
    first = f(1)
    helper.by = 5
    second = f(1)
    helper.by = 6
    third = f(1)
    del helper.by
    return first, second, third, f(1)


@steps()
def function_counts_its_calls(door):
    """A function counts its calls in an attribute of its own."""

    def helper(x):
        helper.calls += 1
        return x

    helper.calls = 0
    f = door.compile(lambda x: helper(x) + helper(x))
    return f(1), f(2), helper.calls


@steps()
def cell_of_a_closure(door):
    """The cell of a closure gets another function, or another value."""

    def make():
        by = 1

        def get():
            return by

        def change(v):
            nonlocal by
            by = v

        return get, change

    get, change = make()
    f = door.compile(lambda: get())
    first = f()
    change(7)
    second = f()
    get.__closure__[0].cell_contents = "text"
    return first, second, f()


@steps()
def global_function_rebound(door):
    """A variable of the enclosing function is bound to another function."""

    def helper(x):
        return x + 1

    f = door.compile(lambda x: helper(x))
    first = f(1)

    def helper(x):  # noqa: F811
        return x + 100

    return first, f(1)


@steps()
def name_of_a_function(door):
    """`__name__` and `__doc__` of a function change."""

    def helper(x):
        """First."""
        return x

    f = door.compile(lambda: (helper.__name__, helper.__doc__, helper.__qualname__.split(".")[-1]))
    first = f()
    helper.__name__, helper.__doc__ = "renamed", "Second."
    return first, f()


@steps()
def method_bound_to_an_instance(door):
    """A method is bound to one instance after a call."""

    class P:
        def value(self):
            return 1

    p, q = P(), P()
    f = door.compile(lambda o: o.value())
    first = f(p), f(q)
    p.value = types.MethodType(lambda self: 2, p)
    second = f(p), f(q)
    del p.value
    return first, second, f(p)


@steps()
def wrapped_function(door):
    """`__wrapped__` of a decorated function is what it was made of; calls go to the wrapper."""

    def twice(fn):
        @functools.wraps(fn)
        def inner(x):
            return fn(x) * 2

        return inner

    @twice
    def helper(x):
        return x + 1

    f = door.compile(lambda x: (helper(x), helper.__wrapped__(x)))
    first = f(1)
    helper.__wrapped__ = lambda x: "other"
    return first, f(1)
