"""Functions, partials, callbacks, recursions, and types that are chosen at run time."""

import contextlib
import functools
import itertools
import operator
import typing

import torch

from plain_use.row import same, steps


def add(a, b=2, *, c=3):
    return a + b * c


def down(n):
    t = 0
    i = n
    while i > 0:
        t += i
        i -= 1
    return t if n <= 0 else t + down(n - 1)


@same(lambda: (3, torch.tensor(1.0)))
def recursion_reached_in_nested_loops(n, x):
    """A recursion that is first reached within nested loops."""
    s = 0
    for a in range(n):
        for _b in range(n):
            for _c in range(n):
                for _d in range(n):
                    for _e in range(n):
                        for _h in range(n):
                            s += a
        for _g in range(n):
            s += down(n)
    return x + s


@same(lambda: (3, torch.tensor(1.0)))
def recursion_reached_in_while_loops(n, x):
    """A recursion that is first reached within nested `while` and `for` loops."""
    s = i = 0
    while i < n:
        j = 0
        while j < n:
            for k in range(j):
                for m in range(k):
                    s += m + down(j)
            j += 1
        s += down(i)
        i += 1
    return x + s


@same(lambda: (3, torch.tensor(1.0)))
def tensor_recursion_in_loops(n, x):
    """A recursion over tensors that is first reached within nested loops."""

    def half(t, k):
        for i in range(k):
            t = t + i
        return t if k == 0 else half(t / 2, k - 1)

    for a in range(n):
        for b in range(a):
            for c in range(b):
                x = x + c
            x = half(x, b)
    return x


@same(lambda: (3,))
def recursion_over_lists_in_loops(n):
    """A recursion that builds lists, first reached within nested loops."""

    def parts(k):
        out = [k]
        for i in range(k):
            out.append(i)
        return out if k <= 0 else out + parts(k - 1)

    seen = []
    for a in range(n):
        for b in range(n):
            for _c in range(b):
                seen.append(a)
            seen.extend(parts(b))
    return seen


@same(lambda: (1,))
def attributes_of_a_partial(n):
    """`func`, `args` and `keywords` of a partial, and calls of it."""
    p = functools.partial(add, n, c=4)
    return p.args, p.keywords, p.func is add, p(), p(5), p(5, c=1), callable(p)


@same(lambda: (1,))
def names_of_a_partial(n):
    """What a partial has and has not."""
    p = functools.partial(add, n)
    return [
        hasattr(p, name)
        for name in ("func", "args", "keywords", "__call__", "__name__", "other", "__qualname__")
    ]


@same(lambda: (1,))
def names_of_objects(n):
    """Names of `object` that instances, numbers and containers have."""
    names = (
        "__eq__",
        "__hash__",
        "__repr__",
        "__lt__",
        "__class__",
        "__init__",
        "__reduce__",
        "__dir__",
    )
    return [hasattr(v, name) for v in (Base(), n, "a", [n], (n,), {}, None) for name in names]


@same(lambda: (1,))
def partial_is_itself(n):
    """Equality, identity and hash of a partial."""
    p = functools.partial(add, n)
    return p == p, p != p, p is p, p == functools.partial(add, n), p in [p], bool(p)


@same(lambda: (3,))
def callbacks_in_a_loop(n):
    """Callbacks of an ExitStack that are known when compiling."""
    with contextlib.ExitStack() as stack:
        for i in (1, 2):
            stack.callback(print, i, n)
        stack.callback(print, "last", end="!\n")
    return n


@same(lambda: (3,))
def two_kinds_of_callbacks(n):
    """Callbacks with and without keywords in one ExitStack."""
    said = []

    def note(v, a="none"):
        said.append((v, a))

    with contextlib.ExitStack() as stack:
        stack.callback(note, n)
        stack.callback(note, 1, a="end")
        stack.callback(note, v=2)
    return said


@same(lambda: (3,))
def contexts_entered_in_a_stack(n):
    """`enter_context`, `push` and `pop_all` of an ExitStack."""
    said = []

    @contextlib.contextmanager
    def named(v):
        said.append(("in", v))
        yield v * 2
        said.append(("out", v))

    with contextlib.ExitStack() as stack:
        a = stack.enter_context(named(n))
        b = stack.enter_context(named(a))
        said.append(b)
    return said


@same(lambda: (0,))
def stack_that_is_left_by_an_exception(n):
    """Callbacks of an ExitStack run when it is left by an exception."""
    said = []
    try:
        with contextlib.ExitStack() as stack:
            stack.callback(said.append, "a")
            stack.callback(said.append, 1)
            said.append(1 // n)
    except ZeroDivisionError as e:
        said.append(str(e))
    return said


@same(lambda: (5,), refused="LTH0308")
def call_with_double_star_of_a_number(n):
    """`f(**5)` raises TypeError in Python's words."""
    return add(1, **n)  # here


@same(lambda: (5,))
def words_of_wrong_calls(n):
    """Calls with missing, surplus and unknown arguments raise in Python's words."""
    said = []
    for f in (
        lambda: add(),
        lambda: add(1, 2, 3),
        lambda: add(1, d=n),
        lambda: add(1, a=n),
        lambda: add(1, **{"c": 1, "d": 2}),
        lambda: n(),
        lambda: (lambda *, k: k)(),
    ):
        try:
            f()
        except TypeError as e:
            said.append(str(e))
    return said


@same(lambda: (torch.ones(2), [1]))
def jit_isinstance_twice(x, xs):
    """`torch.jit.isinstance` twice in a program."""
    return torch.jit.isinstance(x, torch.Tensor), torch.jit.isinstance(xs, typing.List[int])


@steps()
def scripted_function_in_a_closure(door):
    """A function of TorchScript in a closure."""
    scripted = torch.jit.script(scripted_source)
    return door.compile(lambda x: scripted(x))(torch.ones(2))


def scripted_source(x: torch.Tensor) -> torch.Tensor:
    return x + 1


@steps()
def traced_function_in_a_closure(door):
    """A function of `torch.jit.trace` in a closure."""
    traced = torch.jit.trace(scripted_source, torch.ones(2))
    return door.compile(lambda x: traced(x))(torch.ones(2))


@same(lambda: ([3, 1, 2],))
def operators_as_functions(xs):
    """Functions of `operator` that are keys and reductions."""
    pairs = [(x, -x) for x in xs]
    return (
        sorted(pairs, key=operator.itemgetter(1)),
        functools.reduce(operator.add, xs),
        list(itertools.accumulate(xs, operator.mul)),
        operator.attrgetter("real")(xs[0]),
        operator.methodcaller("count", 1)(xs),
        operator.concat([1], xs),
    )


@same(lambda: (1,))
def names_of_functions(n):
    """Names of `object` that functions have."""
    return [
        hasattr(f, name)
        for f in (add, len)
        for name in ("__eq__", "__hash__", "__call__", "__doc__", "__name__")
    ]


@same(lambda: (functools.partial(add, 1),))
def names_of_a_partial_from_outside(p):
    """Names that a partial from outside has and has not."""
    return [
        hasattr(p, name)
        for name in ("__eq__", "__hash__", "__doc__", "func", "__dict__", "__name__", "__lt__")
    ]


@same(lambda: (1,))
def partial_of_a_partial(n):
    """Calls of a partial of a partial."""
    p = functools.partial(functools.partial(add, n), 5)
    return p(), p(c=1), functools.partial(p, c=0)()


@same(lambda: (functools.partial(functools.partial(add, 1), 5, c=2),))
def partial_of_a_partial_from_outside(p):
    """A call, `args`, `keywords` and `func` of a partial of a partial from outside."""
    return p(), p.args, p.keywords, p.func is add


@same(lambda: (1,))
def order_of_keywords_of_partials(n):
    """Keywords of a partial of a partial reach the function in their order."""
    p = functools.partial(functools.partial(lambda **k: list(k.items()), b=n, a=2), c=3)
    return p(), p(d=1)


@same(lambda: (torch.ones(1), 1))
def jit_isinstance_of_a_tuple(x, n):
    """`torch.jit.isinstance` of a tuple."""
    return torch.jit.isinstance((x, n), typing.Tuple[torch.Tensor, int])


@same(lambda: (None,))
def jit_isinstance_of_none(n):
    """`torch.jit.isinstance` of None and an Optional."""
    return torch.jit.isinstance(n, typing.Optional[int])


@same(lambda: (5,))
def jit_isinstance_of_several(n):
    """`torch.jit.isinstance` of a list of types."""
    return torch.jit.isinstance(n, [int, str]), torch.jit.isinstance(n, (float, str))


@same(lambda: ([1, 2], {"a": 1}))
def jit_isinstance_of_one_type(xs, d):
    """`torch.jit.isinstance` of a dict, twice, and of a list that is none."""
    whole = (
        torch.jit.isinstance(d, typing.Dict[str, int]),
        torch.jit.isinstance(d, typing.Dict[str, int]),
    )
    return whole, torch.jit.isinstance(xs, torch.Tensor), torch.jit.isinstance(xs, int)


@same(lambda: ([1, 2],))
def jit_isinstance_that_is_false(xs):
    """`torch.jit.isinstance` of a list with other elements."""
    return torch.jit.isinstance(xs, typing.List[str])
