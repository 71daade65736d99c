"""Arguments of unusual kinds: views of dicts, exceptions, complex tensors, what holds no attributes."""

import collections
import contextvars
import os
import pathlib
import random
import weakref

import numpy as np
import torch

from plain_use.row import same, steps

VARIABLE = contextvars.ContextVar("variable", default=1)
Pair = collections.namedtuple("Pair", ["a", "b"])


@same(lambda: ({"a": 1}.values(),), refused="LTH0302")
def values_of_a_dict(v):
    """`values()` of a dict is an argument."""
    return list(v)  # here


@same(lambda: ({"a": 1}.keys(),), refused="LTH0302")
def keys_of_a_dict(v):
    """`keys()` of a dict is an argument."""
    return list(v)  # here


@same(lambda: ({"a": 1}.items(),), refused="LTH0302")
def items_of_a_dict(v):
    """`items()` of a dict is an argument, in a loop."""
    total = 0
    for _, n in v:  # here
        total += n
    return total


@same(lambda: ({"a": 1}.values(),), refused="LTH0302")
def sum_of_values(v):
    """The sum of `values()` that is an argument."""
    return sum(v)  # here


@same(lambda: ({"a": 1}.keys(),), refused="LTH0302")
def length_of_a_view(v):
    """The length of a view of a dict that is an argument."""
    return len(v)  # here


@same(lambda: ({"a": 1}.keys(),), refused="LTH0302")
def key_in_a_view(v):
    """A key is looked for in a view of a dict that is an argument."""
    return "a" in v  # here


@same(lambda: (ValueError("bad"),))
def exception(e):
    """An exception is an argument."""
    return str(e), e.args, isinstance(e, ValueError), len(e.args)


@same(lambda: (ValueError("bad"),))
def raised_exception(e):
    """An exception that is an argument is raised and caught."""
    try:
        raise e
    except ValueError as caught:
        return caught is e, str(caught)


@same(lambda: (KeyError("k"), OSError(2, "no")))
def texts_of_exceptions(e, o):
    """Texts of exceptions that are arguments."""
    return f"{e}", repr(e), str(o), o.errno


@steps()
def other_exceptions_later(door):
    """One program called with several exceptions."""
    f = door.compile(lambda e: (str(e), type(e).__name__, len(e.args)))
    return [
        f(e)
        for e in (ValueError("a"), ValueError("b"), ValueError(), ValueError(1, 2), KeyError("a"))
    ]


@same(lambda: (torch.tensor([1 + 2j]).conj().resolve_conj(),))
def resolved_tensor(z):
    """A resolved conjugated tensor is an argument."""
    return z + 1, z.real


@steps()
def slot_that_is_empty(door):
    """A slot without a value raises AttributeError."""

    class S:
        __slots__ = ("a", "b")

    def f(p):
        try:
            p.a
            return "set"
        except AttributeError:
            return "unset"

    p = S()
    c = door.compile(f)
    first = c(p)
    p.a = 1
    second = c(p)
    del p.a
    return first, second, c(p)


@steps()
def hasattr_of_an_empty_slot(door):
    """`hasattr` and `getattr` with a default of a slot without a value."""

    class S:
        __slots__ = ("a", "b")

    p = S()
    p.b = 3
    c = door.compile(lambda p: (hasattr(p, "a"), getattr(p, "a", 5), hasattr(p, "b"), p.b))
    first = c(p)
    p.a = 1
    return first, c(p)


@steps()
def message_of_an_empty_slot(door):
    """The message where an empty slot is read."""

    class S:
        __slots__ = ("a",)

    def f(p):
        try:
            return p.a
        except AttributeError as e:
            return str(e)

    return door.compile(f)(S())


@steps()
def empty_slot_of_a_base(door):
    """A slot of a base class is empty, and one with a default of the class beside it."""

    class Base:
        __slots__ = ("a",)

    class S(Base):
        __slots__ = ("b",)
        c = 5

    p = S()
    p.b = 1
    return door.compile(lambda p: (hasattr(p, "a"), hasattr(p, "b"), p.c, hasattr(p, "d")))(p)


@steps()
def value_kept_in_a_slot(door):
    """A method keeps what it computes in a slot at its first call."""

    class S:
        __slots__ = ("n", "_c")

        def __init__(self):
            self.n = 3

        def get(self):
            try:
                return self._c
            except AttributeError:
                self._c = self.n + 1
                return self._c

    p = S()
    c = door.compile(lambda p: p.get())
    first = c(p), p._c
    p.n = 10
    return first, c(p)


@steps()
def slot_that_the_program_fills(door):
    """The program fills, reads and deletes slots."""

    class S:
        __slots__ = ("a", "b")

    def f(p):
        before = hasattr(p, "a")
        p.a = 1
        p.b = p.a + 1
        del p.a
        return before, hasattr(p, "a"), p.b

    p = S()
    c = door.compile(f)
    return c(p), c(p), p.b, hasattr(p, "a")


@steps()
def empty_slot_with_a_getattr(door):
    """`__getattr__` gives what an empty slot does not have."""

    class S:
        __slots__ = ("a",)

        def __getattr__(self, name):
            return name + "!"

    p = S()
    c = door.compile(lambda p: (p.a, p.other))
    first = c(p)
    p.a = 1
    return first, c(p)


@same(lambda: (pathlib.Path("a"), pathlib.Path("a"), pathlib.Path("b")))
def paths_compare(p, q, r):
    """Paths compare by value."""
    return p == q, p != q, p == r, p < r


@same(lambda: (pathlib.Path("a/b"),))
def text_of_a_path(p):
    """The text of a path that has not been asked for it before."""
    return str(p)


@same(lambda: (pathlib.Path("a/b"),))
def path_in_an_fstring(p):
    """A path in an f-string."""
    return f"{p}", "%s" % p


@same(lambda: (pathlib.Path("a/b"),))
def repr_of_a_path(p):
    """`repr` of a path."""
    return repr(p)


@same(lambda: (pathlib.Path("a/b.txt"),))
def parts_of_a_path(p):
    """The name, suffix, stem and parent of a path."""
    return p.name, p.suffix, p.stem, p.parts


@same(lambda: (pathlib.Path("a/b.txt"),))
def paths_are_joined(p):
    """Paths are joined with texts."""
    return str(p / "c"), str(p.parent), str(p.with_suffix(".py"))


@same(lambda: (pathlib.Path("a"), pathlib.Path("a")))
def paths_as_keys(p, q):
    """Paths are keys by value."""
    return {p: 1}[q], q in {p}, p in [q], len({p, q})


@same(lambda: (pathlib.PurePosixPath("a/b"), pathlib.PureWindowsPath("a/b")))
def pure_paths(p, w):
    """Pure paths of both systems."""
    return str(p), str(w), p == w


@same(lambda: ("a",))
def path_made_inside(s):
    """A path that the program makes."""
    return str(pathlib.Path(s) / "b")


@same(lambda: ("v",), refused="LTH0302")
def environment_is_written(v):
    """A variable of `os.environ` is set."""
    os.environ["LITH_PLAIN_USE"] = v  # here
    return v


@same(lambda: (1,), refused="LTH0302")
def context_variable_is_read(n):
    """A context variable is read."""
    return VARIABLE.get() + n  # here


@same(lambda: (1,), refused="LTH0302")
def context_variable_is_set(n):
    """A context variable is set."""
    VARIABLE.set(n)  # here
    return n


@same(lambda: (1,))
def random_is_seeded(n):
    """`random.seed` is called."""
    random.seed(n)
    return random.random()


@same(lambda: (1,), refused="LTH0302")
def threads_of_torch(n):
    """The number of threads is asked for."""
    return torch.get_num_threads() - torch.get_num_threads() + n  # here


@same(lambda: (1,))
def seed_of_torch(n):
    """The seed is asked for."""
    return torch.initial_seed()


@same(lambda: (np.array([1, 2]), Pair(torch.ones(1), 2)))
def arrays_and_named_tuples(a, p):
    """Arrays and named tuples are arguments."""
    return a.sum() == 3, p.a + p.b, p._fields, p == (p.a, 2)


@steps()
def weakly_held_argument(door):
    """An argument that a weak reference of the program's refers to."""

    class P:
        v = 3

    p = P()
    c = door.compile(lambda r: r() is not None and r().v)
    return c(weakref.ref(p))


@steps()
def tensor_is_let_go(door):
    """A tensor that was an argument is freed."""
    c = door.compile(lambda x: x + 1)
    x = torch.ones(3)
    c(x)
    w = weakref.ref(x)
    del x
    return w() is None


@steps()
def result_is_let_go(door):
    """A tensor that was a result is freed."""
    c = door.compile(lambda x: x + 1)
    y = c(torch.ones(3))
    w = weakref.ref(y)
    del y
    return w() is None
