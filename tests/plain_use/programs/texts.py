"""Texts made at run time: `%` of one operand, subclasses of containers, and tensors."""

import collections
import types

import numpy as np
import torch

from plain_use.row import same


class Own(dict):
    def __repr__(self):
        return f"Own of {len(self)}"


class OwnStr(dict):
    def __str__(self):
        return f"str of {len(self)}"


class Items(list):
    pass


class OwnList(list):
    def __repr__(self):
        return f"OwnList({len(self)})"


class Pair(tuple):
    pass


class Named(tuple):
    def __repr__(self):
        return "Named" + super().__repr__()


class Slotted(tuple):
    __slots__ = ()

    @property
    def first(self):
        return self[0]


Point = collections.namedtuple("Point", "x y")


class Better(Point):
    pass


class Frozen(frozenset):
    pass


class Queue(collections.deque):
    pass


class QueueWithRepr(collections.deque):
    def __repr__(self):
        return "a queue"


class Number(int):
    pass


class Word(str):
    pass


class Holder:
    def __init__(self, v):
        self.v = v

    def __str__(self):
        return f"holds {self.v}"


@same(lambda: (torch.tensor([1.5, 2.5]),))
def percent_of_a_tensor(x):
    """One tensor is the operand of `%`."""
    return "loss %.4f" % x.sum(), "%s" % x, "%r" % x, "%d" % x[0], "%i" % x[0], "%g" % x.mean()


@same(lambda: (torch.tensor(3),))
def percent_of_an_integer_tensor(x):
    """One tensor of an integer with each letter of numbers."""
    return "%x" % x, "%o" % x, "%X" % x, "%e" % x, "%10s|" % x, "%-5d|" % x, "%05.1f" % x


@same(lambda: ("loss %s", torch.tensor([1.0])))
def template_of_run_time_and_a_tensor(template, x):
    """A template that is an argument."""
    return template % x, (template + " and %r") % (x, x)


@same(lambda: (torch.tensor([1.0, 2.0]),))
def percent_of_tensor_attributes(x):
    """A shape, a dtype and a device are the operand."""
    return "%s" % x.dtype, "%s" % x.device, "%s" % list(x.shape), "%s %s" % x[None].shape


@same(lambda: (torch.tensor([1.0, 2.0]),))
def percent_of_a_shape(x):
    """A shape is a tuple, so that its numbers are the operands."""
    return "%d" % x.shape


@same(lambda: (torch.tensor([1.0, 2.0]),))
def percent_with_too_few_places(x):
    """A template without a place, or with two, and one tensor."""
    said = []
    for template in ("none", "%s %s", "%", "%y"):
        try:
            said.append(template % x)
        except (TypeError, ValueError) as e:
            said.append(str(e))
    return said


@same(lambda: (torch.tensor([1.0, 2.0]),))
def percent_of_a_tensor_of_two(x):
    """A number is asked of a tensor of two elements."""
    try:
        return "%.2f" % x
    except (TypeError, ValueError, RuntimeError) as e:
        return type(e).__name__, str(e)


@same(lambda: (torch.nn.Parameter(torch.ones(1)),))
def percent_of_a_parameter(p):
    """A parameter is the operand."""
    return "%.2f" % p, "%s" % p.data


@same(lambda: (1,))
def percent_of_mappings(n):
    """An OrderedDict, a Counter and dicts with their own text are the operand."""
    o = collections.OrderedDict(a=n)
    c = collections.Counter("aab")
    return "%s" % o, "%r" % c, "%s" % Own(a=n), "%r" % Own(), "%s" % OwnStr(a=n), "%r" % OwnStr(a=n)


@same(lambda: (1,))
def percent_of_defaultdict(n):
    """A defaultdict is the operand."""
    d = collections.defaultdict(list)
    d[n].append(2)
    return "%s" % d, "%r" % (d,)


@same(lambda: (collections.OrderedDict(a=1), collections.Counter("aab"), Own(a=1), OwnStr(a=1)))
def percent_of_mapping_arguments(o, c, own, s):
    """Mappings from outside are the operand."""
    return "%s" % o, "%s" % c, "%r" % own, "%s" % s, "%s" % (o,), f"{o} {c} {own} {s}"


@same(lambda: ([1, 2],))
def percent_of_sequences(xs):
    """Lists, deques, sets and their subclasses are the operand."""
    return (
        "%s" % xs,
        "%s" % collections.deque(xs),
        "%s" % Items(xs),
        "%s" % OwnList(xs),
        "%s" % set(xs),
    )


@same(lambda: ([1, 2],))
def percent_of_a_view_in_text(xs):
    """`str` and f-strings of views of a dict."""
    d = dict.fromkeys(xs, 0)
    return str(d.keys()), f"{d.values()}", repr(d.items())


@same(lambda: (1,))
def percent_of_objects(n):
    """An object with a text, None, a bool and a SimpleNamespace are the operand."""
    return "%s" % Holder(n), "%s" % None, "%s" % (n > 0), "%s" % types.SimpleNamespace(a=n)


@same(lambda: (1,))
def percent_of_types(n):
    """A type, a function and a dtype are the operand."""
    return "%s" % int, "%s" % Holder, "%s" % type(n), "%s" % torch.float16, "%s" % np.float32


@same(lambda: (3,))
def percent_of_numbers_with_a_class(n):
    """Numbers and texts of a subclass are the operand."""
    return "%d" % Number(n), "%s" % Number(n), "%s" % Word("w"), "%r" % Word("w"), "%5s|" % Word(n)


@same(lambda: (3,))
def percent_of_a_named_tuple(n):
    """A named tuple is a tuple of operands."""
    return "%s and %s" % Point(n, 2), "%s" % (Point(n, 2),), "%(x)s" % Point(n, 2)._asdict()


@same(lambda: ((1, 2),))
def text_of_a_tuple_subclass(x):
    """A subclass of tuple without a text of its own."""
    return str(Pair(x)), repr(Pair(x)), f"{Pair(x)}", "%s" % (Pair(x),), str([Pair(x)])


@same(lambda: ((1, 2),))
def text_of_a_constant_tuple_subclass(x):
    """A subclass of tuple that is made of a display."""
    return str(Pair((1, 2))), str(Pair([1])), str(Pair()), f"{Pair((x,))}"


@same(lambda: ((1, 2),))
def text_of_a_tuple_subclass_with_repr(x):
    """A subclass of tuple with `__repr__`, or with slots."""
    return (
        str(Named(x)),
        f"{Named(x)}",
        str([Named(x)]),
        str(Slotted(x)),
        Slotted(x).first,
        repr({1: Named(x)}),
    )


@same(lambda: ((1, 2),))
def print_a_tuple_subclass(x):
    """print of a subclass of tuple, alone and in containers."""
    print(Pair(x), [Pair(x)], {1: Pair(x)}, (Pair(x),))


@same(lambda: (Pair((1, 2)), [Pair((3,))]))
def text_of_tuple_subclass_arguments(p, ps):
    """Subclasses of tuple from outside."""
    return str(p), f"{p}", "%s" % (p,), str(ps), "%s %s" % p, repr(ps[0])


@same(lambda: (Better(1, 2), Point(3, 4)))
def text_of_named_tuples(b, p):
    """A subclass of a named tuple says its own name."""
    return str(b), f"{p}", str([b, p]), "%s" % (b,), repr(Better(p.x, 1)), str(b._replace(x=9))


@same(lambda: ((1, 2),))
def percent_of_a_tuple_subclass(x):
    """A subclass of tuple is a tuple of operands."""
    return "%s %s" % Pair(x), "%s-%s" % Named(x)


@same(lambda: ([1.0, float("nan")],))
def text_in_containers(xs):
    """Numbers and tensors in the text of containers."""
    return (
        str(xs),
        str((torch.tensor(xs), xs)),
        "%s" % {"a": torch.tensor(xs)},
        f"{[torch.tensor(1)]}",
    )


@same(lambda: (2,))
def format_methods(n):
    """`format` of objects that have a text of their own."""
    return (
        "{}".format(Own(a=n)),
        "{!r}".format(OwnList([n])),
        "{0} {0}".format(Pair((n,))),
        format(Holder(n)),
    )


@same(lambda: ({"a": 1},))
def percent_of_a_key(d):
    """A template with keys and a mapping of its own class."""
    return (
        "%(a)s %(a)03d" % d,
        "%(a)s" % Own(d),
        "%(a)s" % collections.OrderedDict(d),
        "%(a)s%%" % d,
    )


@same(lambda: ("a",))
def width_of_run_time(s):
    """A width and a precision that are operands."""
    return "%*s|" % (5, s), "%-*s|" % (5, s), "%.*f" % (2, 1.23456)


@same(lambda: (torch.tensor([1.0, 2.0]),))
def augmented_percent_of_a_tensor(x):
    """A template that `%=` fills."""
    s = "a %s"
    s %= x
    return s


@same(lambda: (1.5,))
def percent_of_numpy(n):
    """A scalar of NumPy that is made inside is the operand."""
    return "%.2f" % np.float64(n), "%d" % np.int64(n), "%s" % np.float64(n)


@same(lambda: (1.5,), refused="LTH0502")
def percent_of_a_float32_of_numpy(n):
    """`%s` of a float32 of NumPy."""
    return "%s" % np.float32(n)  # here


@same(lambda: (1,), refused="LTH0302")
def percent_of_a_chain_map(n):
    """`%s` of a ChainMap."""
    return "%s" % collections.ChainMap({"a": n})  # here


@same(lambda: (1,))
def percent_of_a_user_dict(n):
    """`%s` of a UserDict."""
    return "%s" % collections.UserDict(a=n)


@same(lambda: ([1, 2],))
def percent_of_ranges_and_slices(xs):
    """A range and a slice are the operand."""
    return "%s" % range(len(xs)), "%s" % slice(1, len(xs))


@same(lambda: ([1, 2],))
def percent_of_a_view(xs):
    """A view of a dict is the operand."""
    return "%s" % dict.fromkeys(xs).keys()


@same(lambda: ([1, 2],))
def text_of_tuples_of_run_time(xs):
    """Tuples of a length of run time."""
    return (
        str(tuple(xs)),
        f"{tuple(x + 1 for x in xs)}",
        str([tuple(xs)]),
        "%s" % (tuple(xs),),
        repr(tuple(xs[:1])),
    )


@same(lambda: ([1, 2],))
def text_of_other_subclasses(x):
    """Subclasses of list, set, dict and Counter without a text of their own."""

    class S(set):
        pass

    class D(dict):
        pass

    class C(collections.Counter):
        pass

    return str(Items(x)), str(S(x)), str(D(a=x)), str(C(x)), str(S()), "%s" % S(x), f"{[Items(x)]}"


@same(lambda: ([1, 2],), refused="LTH0302")
def subclass_of_frozenset(x):
    """A subclass of frozenset that the program makes an instance of."""
    return str(Frozen(x))  # here


@same(lambda: (Frozen([1]),))
def subclass_of_frozenset_from_outside(s):
    """A subclass of frozenset from outside."""
    return str(s), 1 in s, len(s), f"{s}", "%s" % s


@same(lambda: ([1, 2],))
def text_of_subclasses_of_the_library(x):
    """Subclasses of OrderedDict and defaultdict."""

    class Ordered(collections.OrderedDict):
        pass

    class Default(collections.defaultdict):
        pass

    return str(Ordered(a=x)), str(Default(int)), "%s" % Ordered(), f"{Default(list)}"


@same(lambda: ([1, 2],))
def deque_with_repr(x):
    """A subclass of deque with `__repr__`, and uses of one without."""
    return str(QueueWithRepr(x)), len(Queue(x)), Queue(x)[0], list(Queue(x, 1))
