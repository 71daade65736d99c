"""Programs of Python that differed from eager when they were written; known_failures.toml lists those that still do."""

import collections
import copy
import dataclasses
import enum
import functools
import json
import math
import operator
import types
import typing

import numpy as np
import torch

from plain_use.row import same, steps


class Bad(ValueError):
    status = 3

    def __init__(self, text, value=None):
        super().__init__(text)
        self.value = value


class Worse(Bad):
    def describe(self):
        return f"{self.args[0]} {self.value}"


class Plain(Exception):
    level = 7


class Coded(Exception):
    def __str__(self):
        return f"code {self.args[0]}"


@same(lambda: (1,))
def raise_what_may_be_none(n):
    """An exception, or None, is raised."""
    last = None
    if n:
        last = ValueError(n)
    raise last


@same(lambda: (0,))
def raise_none_of_one_path(n):
    """None, which may be an exception, is raised."""
    last = None
    if n:
        last = ValueError(n)
    raise last


@same(lambda: ([-2, -1],))
def retried_without_success(xs):
    """A retry loop whose last exception leaves the program."""
    last = None
    for x in xs:
        try:
            raise ValueError("bad %d" % x)
        except ValueError as e:
            last = e
    raise last


@same(lambda: ([2, -1],))
def retried(xs):
    """A retry loop that raises the last exception."""

    def work(x):
        if x < 0:
            raise Bad("bad", x)
        return x

    def retry():
        last = None
        for x in reversed(xs):
            try:
                return work(x)
            except Bad as e:
                last = e
        raise last

    return retry()


@same(lambda: ([-2],))
def raised_after_a_loop_and_caught(xs):
    """An exception that is kept over a loop is raised and caught."""
    last = None
    for x in xs:
        try:
            raise ValueError(x)
        except ValueError as e:
            last = e
    try:
        raise last
    except ValueError as e:
        return str(e)


@same(lambda: (1,))
def raise_a_class_that_may_be_none(n):
    """A class of exceptions, or None, is raised."""
    kind = None
    for _ in range(n):
        kind = ValueError
    raise kind


@same(lambda: (5,))
def raise_a_text_or_an_exception(n):
    """A text, or an exception, is raised."""
    x = "a" if n > 3 else ValueError("b")
    raise x


@same(lambda: ([None, ValueError("x")], 1))
def raise_an_element(xs, i):
    """An element of a list of None and an exception is raised."""
    raise xs[i]


@same(lambda: ([1, -1],))
def class_attribute_of_one_kept_over_a_loop(xs):
    """A class attribute of an exception that is kept over a loop."""
    last = None
    for x in xs:
        try:
            if x < 0:
                raise Plain("x", x)
        except Plain as e:
            last = e
    return last.level


@same(lambda: ([1, -1],))
def method_of_one_kept_over_a_loop(xs):
    """A method of an exception that is kept over a loop."""
    last = None
    for x in xs:
        try:
            if x < 0:
                raise Worse("x", x)
        except Bad as e:
            last = e
    return last.describe()


@same(lambda: ([1, -1],))
def own_text_of_one_kept_over_a_loop(xs):
    """`__str__` of an exception that is kept over a loop."""
    last = None
    for x in xs:
        try:
            if x < 0:
                raise Coded(x)
        except Coded as e:
            last = e
    return str(last)


@same(lambda: ([1, -1],))
def errno_of_one_kept_over_a_loop(xs):
    """`errno` of an OSError that is kept over a loop."""
    last = None
    for x in xs:
        try:
            if x < 0:
                raise OSError(2, "gone", "f")
        except OSError as e:
            last = e
    return last.errno


@same(lambda: ([1, -1, -2],))
def attributes_of_exceptions_in_a_list(xs):
    """Attributes of exceptions that a list holds."""
    errors = []
    for x in xs:
        try:
            if x < 0:
                raise Bad("x", x)
        except Bad as e:
            errors.append(e)
    return [e.value for e in errors]


@same(lambda: (["a", "b"],))
def attributes_of_exceptions_in_a_dict(names):
    """Attributes of exceptions that a dict holds."""
    errors = {}
    for n in names:
        try:
            raise Bad(n, n + "!")
        except Bad as e:
            errors[n] = e
    return errors["a"].value


@same(lambda: ([1, -1],))
def kept_on_an_object(xs):
    """An exception that an attribute of an object keeps."""

    class Box:
        error = None

    box = Box()
    for x in xs:
        try:
            if x < 0:
                raise Bad("x", x)
        except Bad as e:
            box.error = e
    return box.error.value


@same(lambda: ([1, -1],))
def value_of_one_raised_again(xs):
    """An exception that is kept over a loop, raised again and caught."""
    last = None
    for x in xs:
        try:
            if x < 0:
                raise Bad("x", x)
        except Bad as e:
            last = e
    try:
        if last is not None:
            raise last
    except Bad as e:
        return e.value, str(e)


@same(lambda: ([1, -1],))
def type_of_one_kept_over_a_loop(xs):
    """The type of an exception that is kept over a loop is a result."""
    last = None
    for x in xs:
        try:
            if x < 0:
                raise KeyError("x", x)
        except KeyError as e:
            last = e
    return type(last)


@same(lambda: ([1, -1],))
def user_exception_kept_is_a_result(xs):
    """An exception of the user's that is kept over a loop is the result."""
    last = None
    for x in xs:
        try:
            if x < 0:
                raise Bad("x", x)
        except Bad as e:
            last = e
    return last


@same(lambda: (3,))
def list_of_user_exceptions_is_a_result(n):
    """A list of exceptions of the user's is the result."""
    errors = []
    for i in range(n):
        try:
            raise Bad("x", i)
        except Bad as e:
            errors.append(e)
    return errors


@same(lambda: (1,))
def exception_has_no_names_of_tuples(n):
    """`hasattr` of an exception for the methods of a tuple."""
    e = ValueError(n, 2)
    return [
        hasattr(e, name)
        for name in ("count", "index", "__len__", "__iter__", "__getitem__", "message")
    ]


@same(lambda: (1,))
def count_of_an_exception(n):
    """An exception has no `count`."""
    return ValueError(n, 2).count(1)


@same(lambda: (1,))
def index_of_an_exception(n):
    """An exception has no `index`."""
    return ValueError(n, 2).index(2)


@same(lambda: (0,))
def exception_as_a_key(n):
    """An exception is a key."""
    e = ValueError(n)
    return {e: 1}[e]


@same(lambda: (0,))
def exception_in_a_set(n):
    """An exception is an element of a set."""
    e = ValueError(n)
    return e in {e}, len({e, e})


@same(lambda: (0,), refused="LTH0302")
def mro_of_a_caught_exception(n):
    """`__mro__` of the class of a caught exception."""
    try:
        1 // n
    except ZeroDivisionError as e:
        return type(e).__mro__[1]  # here


@same(lambda: (0,), refused="LTH0302")
def base_of_a_caught_exception(n):
    """`__base__` of the class of a caught exception."""
    try:
        1 // n
    except ZeroDivisionError as e:
        return type(e).__base__  # here


@same(lambda: (0,))
def words_of_iterating_a_caught_exception(n):
    """The words of `for` over a caught exception."""
    try:
        1 // n
    except ZeroDivisionError as e:
        try:
            for _ in e:
                return "went"
        except TypeError as error:
            return str(error)


@same(lambda: (1,))
def cause_of_stop_iteration_is_the_context(n):
    """The cause of the RuntimeError that a generator's StopIteration becomes is its context."""

    def gen():
        yield n
        raise StopIteration

    try:
        return list(gen())
    except RuntimeError as e:
        return e.__context__ is e.__cause__


@same(lambda: (torch.ones(2), torch.zeros(2)))
def data_exchanged(x, y):
    """The data of two arguments is exchanged."""
    x.data, y.data = y.data, x.data


@same(lambda: (torch.nn.Linear(1, 1), torch.nn.Linear(1, 1)))
def data_of_weights_exchanged(m, n):
    """The data of the weights of two modules is exchanged."""
    m.weight.data, n.weight.data = n.weight.data, m.weight.data


@same(lambda: (torch.ones(2),))
def data_set_and_set_back(x):
    """`x.data` is kept, set to something else and set back."""
    old = x.data
    x.data = torch.zeros(2)
    x.data = old
    return x


@same(lambda: (torch.ones(2),))
def old_data_is_read(x):
    """The old data of an argument is read after it was set."""
    old = x.data
    x.data = torch.zeros(2)
    return x + old, old


@same(lambda: (torch.nn.Linear(1, 1), torch.ones(1, 1)))
def weights_set_and_set_back(m, x):
    """The data of the parameters is kept, set to an average and set back."""
    old = [p.data for p in m.parameters()]
    for p in m.parameters():
        p.data = torch.ones_like(p.data)
    y = m(x).sum().item()
    for p, o in zip(m.parameters(), old):
        p.data = o
    return y, m(x).sum().item()


@same(lambda: (torch.nn.Linear(1, 1), torch.nn.Linear(1, 1)))
def moving_average_of_data(m, n):
    """The data of the parameters of one module is set to an average with those of another one."""
    for p, q in zip(m.parameters(), n.parameters()):
        p.data = 0.9 * p.data + 0.1 * q.data


@same(lambda: (torch.nn.Linear(1, 1), torch.nn.Linear(1, 1)))
def data_of_parameters_cloned(m, n):
    """The data of the parameters of one module is set to clones of another one's."""
    for p, q in zip(m.parameters(), n.parameters()):
        p.data = q.data.clone()


@same(lambda: ([torch.ones(2)],))
def data_of_tensors_of_a_list(xs):
    """The data of the tensors of a list is set in a loop."""
    for x in xs:
        x.data = x.data * 2
    return xs


@same(lambda: (torch.ones(2), torch.zeros(2)))
def data_is_another_tensor(x, y):
    """`x.data = y` leaves x what it is."""
    x.data = y
    return x


@same(lambda: (torch.ones(2), torch.zeros(3)))
def data_of_another_size(x, y):
    """`x.data` of another size."""
    x.data = y
    x.add_(1)
    return x, x.shape


@same(lambda: (torch.ones(2), torch.zeros(2)))
def data_of_both_set(x, y):
    """`x.data = y`, then `y.data` is something new."""
    x.data = y
    y.data = torch.full((2,), 2.0)
    return x, y


@same(lambda: ([torch.ones(1), torch.zeros(1)],))
def attribute_of_a_tensor_of_a_list(xs):
    """An attribute that a program sets on a tensor of a list."""
    xs[0].tag = "a"
    return xs[0].tag


@same(lambda: ([torch.ones(1), torch.zeros(1)],))
def attribute_outlasts_the_call(xs):
    """An attribute that a program sets on a tensor of a list outlasts the call."""
    xs[0].tag = "a"


@same(lambda: ([torch.ones(1), torch.zeros(1)],))
def attributes_of_a_loop_outlast_the_call(xs):
    """Attributes that a loop sets on the tensors of a list outlast the call."""
    for i, x in enumerate(xs):
        x.tag = i


@same(lambda: (3,))
def full_of_int(n):
    """`torch.full` with `dtype=int`."""
    return torch.full((n,), 1, dtype=int).dtype


@same(lambda: (torch.ones(2),))
def new_full_of_int(x):
    """`new_full` with `dtype=int`."""
    return x.new_full((1,), 1, dtype=int).dtype


@same(lambda: (torch.ones(2),))
def full_like_of_bool(x):
    """`torch.full_like` with `dtype=bool`."""
    return torch.full_like(x, 1, dtype=bool)


@same(lambda: (3,))
def linspace_of_float(n):
    """`torch.linspace` with `dtype=float`."""
    return torch.linspace(0, 1, n, dtype=float).dtype, torch.logspace(0, 1, n, dtype=float).dtype


@same(lambda: (3,))
def rand_of_float(n):
    """`torch.rand` with `dtype=float`."""
    return torch.rand(n, dtype=float).dtype, torch.rand_like(torch.ones(2), dtype=float).dtype


@same(lambda: (3,))
def randn_of_float(n):
    """`torch.randn` with `dtype=float`."""
    return torch.randn(n, dtype=float).dtype


@same(lambda: (torch.ones(2),))
def type_by_a_python_type(x):
    """`Tensor.type` of `int` raises in PyTorch's words."""
    return x.type(int).dtype


class M(str, enum.Enum):
    TRAIN = "train"
    TEST = "test"


class W(enum.StrEnum):
    YES = "yes"
    THREE = "3"


class P(enum.IntEnum):
    LO = 1
    HI = 2


class Word(str):
    pass


@same(lambda: ("ab",))
def join_members_of_run_time(s):
    """`join` of a list of members of `(str, Enum)` of run time."""
    return ", ".join([M("train" if c == "a" else "test") for c in s])


@same(lambda: (["a", "b"],))
def join_of_a_subclass_of_str(xs):
    """`join` of a list of instances of a subclass of str."""
    return ", ".join([Word(x) for x in xs])


@same(lambda: ("3",))
def split_by_a_member(s):
    """`split` of a text by a member."""
    return "1a3".split(W(s)), "1a3".partition(W.THREE), "1a3".rsplit(W.THREE)


@same(lambda: ("3",))
def replace_a_member(s):
    """`replace` of a member in a text."""
    return "3a".replace(W(s), "x"), "3a".removeprefix(W(s))


@same(lambda: ("3",))
def starts_with_a_member(s):
    """`startswith` and `endswith` of a member."""
    return (s + "a").startswith(W.THREE), ("a" + s).endswith((W(s), "q"))


@same(lambda: ("3",))
def strip_a_member(s):
    """`strip` of a member."""
    return (s + "a").strip(W.THREE)


@same(lambda: ("3",))
def find_a_member(s):
    """`find`, `index` and `count` of a member in a text."""
    return s.find(W.THREE), s.count(W(s))


@same(lambda: ("3",))
def member_in_a_text(s):
    """`in` of a text with a member on the left."""
    return W(s) in "123", M.TRAIN in "trains"


@same(lambda: ("3",))
def ord_of_a_member(s):
    """`ord` of a member."""
    return ord(W(s))


@same(lambda: (["train", "test"],))
def dict_of_members_equals_one_of_texts(names):
    """`==` of a dict with members as keys and one with texts."""
    d = {M(n): n for n in names}
    return d == {"train": "train", "test": "test"}, {"train": "train", "test": "test"} == d


@same(lambda: ({M.TRAIN: 1},))
def dict_of_members_equals_its_copy(d):
    """`==` of a dict of the caller's with a member as key and the same display."""
    return d == {M.TRAIN: 1}


@same(lambda: ({P.LO: 1}, {1: 1}))
def dict_of_int_members_equals_one_of_numbers(d, e):
    """`==` of dicts of the caller's, with members and with numbers as keys."""
    return d == e, e == d


@same(lambda: (["train"],))
def set_of_members_equals_one_of_texts(names):
    """`==` and `<=` of a set of members and one of texts."""
    return {M(n) for n in names} == {"train"}, {M(n) for n in names} <= set(names)


@same(lambda: ([M.TRAIN], ["train"]))
def sets_of_lists_of_members(a, b):
    """`==` of the sets of lists of members and of texts."""
    return set(a) == set(b)


@same(lambda: (torch.arange(6).view(2, 3), 1))
def masked_fill_with_a_member(x, n):
    """`masked_fill` with a member of an IntEnum."""
    return x.masked_fill(x > 2, P(n))


@same(lambda: (2,))
def arange_to_a_member(n):
    """`torch.arange` to a member of an IntEnum."""
    return torch.arange(P(n))


@same(lambda: (2,))
def member_is_one_of_several_sizes(n):
    """A member is the first of several sizes."""
    return torch.ones(P(n), 3)


@same(lambda: (torch.arange(6),))
def clamp_to_a_member(x):
    """`clamp` to a member."""
    return x.clamp(max=P.HI), x.clamp(P(1))


@same(lambda: (torch.arange(6), 1))
def functions_of_torch_given_a_member(x, n):
    """`torch.add`, `mul`, `pow` and `where` given a member."""
    return torch.add(x, P(n)), torch.mul(x, P(n)), torch.pow(P(n), x), torch.where(x > 2, P(n), x)


@same(lambda: (torch.arange(6), 1))
def fill_with_a_member(x, n):
    """`fill_` with a member."""
    return x.fill_(P(n))


@same(lambda: (torch.arange(6), 1))
def write_a_member(x, n):
    """A member is written into a tensor."""
    x[0] = P(n)
    return x


@same(lambda: (1,))
def integer_functions_of_a_member(n):
    """`factorial`, `gcd` and `comb` of a member."""
    return math.factorial(P(n)), math.gcd(P(n), 2), math.comb(2, P(n))


@same(lambda: (1,))
def complex_of_a_member(n):
    """`complex` of a member."""
    return complex(P(n)), complex(P(n), 2), P(n) + 1j


@same(lambda: (1,))
def enumerate_from_a_member(n):
    """`enumerate` from a member."""
    return list(enumerate("ab", P(n)))


@same(lambda: (2,))
def widths_of_members(n):
    """`zfill`, `center` and `ljust` to a member."""
    return "a".zfill(P(n)), "a".center(P(n)), "a".ljust(P(n))


@same(lambda: (1,))
def counts_of_members(n):
    """`split` and `replace` as often as a member says, `find` from it."""
    return "a,b,c".split(",", P(n)), "aa".replace("a", "b", P(n)), "abc".find("b", P(n))


class Pair(tuple):
    pass


class Slotted(tuple):
    __slots__ = ()

    @property
    def first(self):
        return self[0]


class Queue(collections.deque):
    pass


@same(lambda: ([1, 2],))
def tuple_subclass_of_run_time(xs):
    """A subclass of tuple that is made of a list of the caller's."""
    return Pair(xs)


@same(lambda: ([1, 2],))
def elements_of_a_tuple_subclass(xs):
    """Length, elements and sum of such a tuple."""
    return (
        len(Pair(xs)),
        list(Pair(xs)),
        Pair(xs) + (3,),
        Pair(xs) == (1, 2),
        hash(Pair(xs)) == hash((1, 2)),
    )


@same(lambda: ([1, 2],))
def property_of_a_tuple_subclass(xs):
    """A property of such a tuple."""
    return Slotted(xs).first


@same(lambda: ([1, 2],))
def text_of_a_tuple_subclass_of_run_time(xs):
    """The text of such a tuple."""
    print(Pair(xs), [Pair(xs)])
    return str(Pair(xs)), repr(Pair(i for i in xs)), "%s" % (Pair(xs),), "%s %s" % Pair(xs)


@same(lambda: ([1, 2],))
def text_of_a_deque_subclass(xs):
    """The text of a subclass of deque."""
    return str(Queue(xs)), f"{Queue(xs, 2)}", "%s" % Queue()


@same(lambda: (Queue([1, 2]),))
def text_of_a_deque_subclass_from_outside(q):
    """The text of a subclass of deque from outside."""
    return str(q), repr(q)


@same(lambda: (torch.tensor(97),))
def percent_c_of_a_tensor(x):
    """`%c` of a tensor."""
    return "%c" % x


@same(lambda: (torch.ones(2, requires_grad=True),))
def percent_of_a_tensor_with_gradient(x):
    """`%s` of an argument that requires a gradient."""
    return "%s" % x, "%r" % (x,)


@same(lambda: (torch.ones(2, requires_grad=True),))
def text_of_computed_of_an_argument(x):
    """The text of what is computed of an argument that requires a gradient."""
    return str(x * 2)


@same(lambda: (2,))
def deepcopy_of_rows_of_a_comprehension(n):
    """One list that a comprehension holds several times."""
    row = [0] * n
    g = copy.deepcopy([row for _ in range(n)])
    g[0][0] = 1
    return g


@same(lambda: (2,))
def deepcopy_of_values_of_a_comprehension(n):
    """One list that is the values of a dict of run time."""
    row = [0] * n
    g = copy.deepcopy({i: row for i in range(n)})
    g[0][0] = 1
    return g


@same(lambda: (torch.ones(2),))
def deepcopy_of_tensors_of_a_comprehension(x):
    """One tensor that a list of run time holds several times."""
    g = copy.deepcopy([x for _ in range(x.shape[0])])
    g[0].add_(2)
    return g


@same(lambda: ([[1], [2]],))
def deepcopy_of_a_list_and_its_element(rows):
    """A list and its element, side by side."""
    g = copy.deepcopy((rows, rows[0]))
    g[1].append(9)
    return g


@same(lambda: ({"a": [1]}, {"a": [2]}))
def items_that_differ(a, b):
    """`!=` of `items` with lists as values."""
    return a.items() != b.items()


@same(lambda: ({"a": {}}, {"a": {}, "b": {}}))
def items_within_items(a, b):
    """`<=` of `items` with dicts as values."""
    return a.items() <= b.items()


@same(lambda: (1,))
def typed_dict_of_a_mapping(v):
    """A TypedDict that is made of a dict."""
    return Options({"a": v})


class Options(typing.TypedDict):
    a: int


@same(lambda: (1,), refused="LTH0302")
def typed_dict_made_inside(v):
    """A TypedDict that the program makes by a call."""
    made = typing.TypedDict("Made", {"a": int})  # here
    return made(a=v)["a"]


@same(lambda: (3,))
def augmented_by_a_generator(n):
    """`+=` of a list by a generator that reads the list."""
    y = [1]
    y += (y[-1] + z for z in range(n))
    return y


@same(lambda: (3,))
def deque_augmented_by_a_generator(n):
    """`+=` of a deque by a generator that reads the deque."""
    y = collections.deque([1])
    y += (y[-1] + z for z in range(n))
    return y


@same(lambda: (3,))
def extended_by_map(n):
    """`extend` by `map` of a function that reads the list."""
    y = [1]
    y.extend(map(lambda z: y[-1] + z, range(n)))
    return y


@same(lambda: (None,))
def words_of_star_in_a_tuple(n):
    """`(*None,)` raises TypeError in Python's words."""
    return (1, *n)


@same(lambda: (5,))
def print_with_star_of_a_number(n):
    """`print(*5)` raises TypeError in Python's words."""
    print(*n)


def add(a, b=2, *, c=3):
    return a + b * c


class Base:
    pass


class Derived(Base):
    pass


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(2, 2)

    @property
    def width(self):
        return self.linear.no_such_thing


class Raises:
    def __get__(self, instance, owner):
        raise AttributeError("inner")


class WithDescriptor:
    d = Raises()

    def __getattr__(self, name):
        return "asked for " + name


@same(lambda: (1,))
def parts_of_a_partial_of_a_partial(n):
    """`args` and `func` of a partial of a partial."""
    p = functools.partial(functools.partial(add, n), 5)
    return p.args, p.func is add


@same(lambda: (1,))
def keyword_of_a_partial_is_given_again(n):
    """A keyword that a call gives again keeps its place."""
    return functools.partial(lambda **k: list(k.items()), b=n, a=2)(c=1, a=5)


@same(lambda: (functools.partial(lambda **k: list(k.items()), b=1, a=2),))
def keyword_of_a_partial_from_outside_is_given_again(p):
    """A keyword that a call of a partial from outside gives again keeps its place."""
    return p(d=1, b=0)


@same(lambda: (1,))
def dunder_names_of_a_partial(n):
    """`__doc__`, `__dict__` and `__module__` of a partial."""
    p = functools.partial(add, n)
    return [hasattr(p, name) for name in ("__doc__", "__dict__", "__module__")]


@same(lambda: (1,))
def names_of_a_builtin_method(n):
    """`__eq__` and `__doc__` of methods of lists and texts."""
    return (
        hasattr([].append, "__eq__"),
        hasattr([].append, "__hash__"),
        hasattr(str(n).upper, "__doc__"),
    )


@same(lambda: (1,))
def names_of_an_itemgetter(n):
    """`__eq__` and `__hash__` of an itemgetter."""
    return [hasattr(operator.itemgetter(0), name) for name in ("__eq__", "__hash__", "__call__")]


@same(lambda: (Model(),))
def property_of_a_module_that_raises(m):
    """A property of a module that raises AttributeError is asked of `__getattr__`."""
    return m.width


@same(lambda: (1,))
def cached_property_and_getattr(n):
    """A `cached_property` that raises AttributeError beside `__getattr__`."""

    class C:
        @functools.cached_property
        def y(self):
            raise AttributeError("inner")

        def __getattr__(self, name):
            return name + "!"

    return C().y


@same(lambda: (WithDescriptor(),))
def descriptor_that_raises_and_getattr(o):
    """A descriptor that raises AttributeError beside `__getattr__`."""
    return o.d


@same(lambda: ("b",))
def issubclass_of_a_chosen_type(key):
    """`issubclass` with a class of a table."""
    return issubclass(Derived, {"b": Base, "d": Derived}[key])


@same(lambda: (1,))
def isinstance_of_a_branch(n):
    """`isinstance` with a type that a condition chooses."""
    kind = int if n > 0 else str
    return isinstance(5, kind), isinstance("a", kind)


@same(lambda: ([int, str], 1))
def isinstance_of_an_element(kinds, i):
    """`isinstance` with a type of a list."""
    return isinstance("a", kinds[i])


@same(lambda: ("b",))
def isinstance_of_a_chosen_class(key):
    """`isinstance` with a class of the user's of a table."""
    return isinstance(Derived(), {"b": Base, "d": Derived}[key])


@same(lambda: ("n",))
def isinstance_of_a_chosen_tuple(key):
    """`isinstance` with a tuple of types of a table."""
    return isinstance(5, {"n": (int, float), "s": (str, bytes)}[key])


@same(lambda: ([1, 2],))
def jit_isinstance_of_two_types(xs):
    """`torch.jit.isinstance` of a list, with two types of elements."""
    return torch.jit.isinstance(xs, typing.List[int]), torch.jit.isinstance(xs, typing.List[str])


@same(lambda: ([1, 2], {"a": 1}))
def jit_isinstance_of_containers(xs, d):
    """`torch.jit.isinstance` of a list and a dict."""
    return torch.jit.isinstance(xs, typing.List[int]), torch.jit.isinstance(
        d, typing.Dict[str, int]
    )


@steps()
def module_argument_is_let_go(door):
    """A module that was called with others in its place is gone after `del`."""
    import gc
    import weakref

    f = door.compile(lambda m, x: m(x))
    a, b = torch.nn.ReLU(), torch.nn.ReLU()
    ref = weakref.ref(a)
    f(a, torch.ones(1))
    f(b, torch.ones(1))
    del a
    gc.collect()
    return ref() is None


@same(lambda: (1,))
def concat_of_tensors(n):
    """`operator.concat` of tensors raises TypeError."""
    return operator.concat(torch.ones(n), torch.ones(n))


@same(lambda: (1,))
def iconcat_of_numbers(n):
    """`operator.iconcat` of numbers raises TypeError."""
    return operator.iconcat(n, 2)


@same(lambda: (1,))
def words_of_count_of(n):
    """`operator.countOf` of a number raises TypeError in Python's words."""
    return operator.countOf(n, 1)


@same(lambda: ("a", 2))
def words_of_pow(a, n):
    """`pow` and `operator.pow` of a text raise TypeError in Python's words."""
    return pow(a, n)


@same(lambda: (3,))
def meshgrid_is_a_tuple(n):
    """`np.meshgrid` gives a tuple."""
    return np.meshgrid(np.arange(n), np.arange(2))


@same(lambda: (torch.arange(3.0),))
def write_by_a_list_of_floats(x):
    """A list of floats as an index that is written."""
    x[[0.1, 1.2]] = 5.0
    return x


@same(lambda: (2,))
def deepcopy_of_rows_that_others_hold(n):
    """Rows that several lists of run time hold, at two depths."""
    row = [0] * n
    rows = [row for _ in range(n)]
    g = copy.deepcopy({"rows": rows, "all": [rows for _ in range(n)], "row": rows[1]})
    g["row"].append(5)
    return g, g["all"][0] is g["rows"], g["all"][1][0] is g["row"], rows


@same(lambda: (3,))
def deepcopy_of_different_rows(n):
    """Rows of a comprehension that are different lists stay different."""
    rows = [[i] for i in range(n)]
    tensors = [torch.ones(2) * i for i in range(n)]
    g, h = copy.deepcopy(rows), copy.deepcopy(tensors)
    g[0].append(1)
    h[0].add_(5)
    return g, rows, h, tensors


class Point:
    def __init__(self, x):
        self.x = x


@same(lambda: (3,))
def ids_of_rows(n):
    """`id` of lists, tensors and instances that a list of run time holds."""
    rows, points = [[i] for i in range(n)], [Point(i) for i in range(n)]
    tensors = [torch.ones(1) * i for i in range(n)]
    tensors.append(tensors[0])
    where = {id(row): i for i, row in enumerate(rows)}
    seen = {id(point): point.x for point in points}
    return where[id(rows[1])], seen[id(points[2])], len(where), len({id(t) for t in tensors})


@same(lambda: (2,))
def id_of_what_a_list_gets_later(n):
    """`id` of a list and an instance, before and after lists of run time hold them."""
    row, point = [1], Point(1)
    known = {id(row), id(point)}
    rows, points = [row for _ in range(n)], [point for _ in range(n)]
    return id(rows[0]) in known, id(points[1]) in known, id(rows[0]) == id(row)


@same(lambda: (3,))
def extended_by_a_generator_that_raises(n):
    """What a generator gave before it raised stays in the list, and in the deque."""

    def numbers():
        yield 1
        yield 2
        if n > 2:
            raise ValueError("end")

    y, d = [0], collections.deque([0])
    for add in (y.extend, d.extend, d.extendleft):
        try:
            add(numbers())
        except ValueError as e:
            y.append(str(e))
    return y, list(d)


@same(lambda: ([1, 2],))
def argument_extended_by_a_generator(xs):
    """A list that is an argument is extended by a generator that reads it."""
    xs.extend(xs[-1] + i for i in range(len(xs)))
    xs += (len(xs) for _ in range(2))
    return sum(xs)


class WithSlots:
    __slots__ = ("a", "b", "__c")

    def __init__(self, a):
        self.a, self.__c = a, [a]

    def inner(self):
        return self.__c


class MoreSlots(WithSlots):
    __slots__ = "d"


@dataclasses.dataclass(slots=True)
class Record:
    a: int
    b: list


@same(lambda: (WithSlots(1), MoreSlots(2), Record(3, [4])))
def copies_of_objects_with_slots(s, m, r):
    """`copy` and `deepcopy` of arguments whose classes have __slots__."""
    m.d = 7
    one, two, three = copy.copy(s), copy.deepcopy(m), copy.deepcopy([r, r])
    two.inner().append(5)
    three[0].b.append(5)
    return one.a, hasattr(one, "b"), one.inner() is s.inner(), two.d, m.inner(), three[1].b, r.b


@dataclasses.dataclass(frozen=True)
class Frozen:
    a: int


class OfFrozen(Frozen):
    pass


@same(lambda: (Frozen(1), OfFrozen(2)))
def new_attribute_of_a_frozen_dataclass(f, g):
    """A frozen dataclass refuses attributes that are no fields; its plain subclass does not."""
    said = []
    for name in ("fresh", "a"):
        for one in (f, g):
            try:
                setattr(one, name, 5)
                said.append(getattr(one, name))
            except dataclasses.FrozenInstanceError as e:
                said.append(str(e))
    return said


@same(lambda: (types.MappingProxyType({"a": 1}),))
def type_of_a_mapping_proxy(m):
    """A mapping proxy that is an argument is no dict."""
    try:
        text = json.dumps(m)
    except TypeError as e:
        text = str(e)
    return type(m).__name__, isinstance(m, dict), m["a"], list(m), m.get("b", 2), text


@same(lambda: (2.5,))
def json_of_a_number_of_numpy(x):
    """`json.dumps` of a float64 of NumPy that the program makes."""
    return json.dumps(np.float64(x)), json.dumps({"a": [np.float64(x) * 2]})


@same(lambda: (torch.ones(2, 2, requires_grad=True), torch.ones(2, 2)))
def texts_of_computed_tensors(x, w):
    """Texts of what is computed of tensors that require a gradient, and of those made in the program."""
    own = torch.ones(2, requires_grad=True)
    loss = torch.nn.functional.mse_loss(x, w)
    print(loss, x.sum(), (1 - x).relu())
    with torch.no_grad():
        quiet = str(x * 2)
    return (
        repr(own),
        str(own.exp()),
        f"{x.double() * 2 if w is None else x * 2}",
        str([x + 1]),
        quiet,
    )


@same(lambda: (torch.ones(2, 2, requires_grad=True),), refused="LTH0301")
def text_of_what_eager_computes_otherwise(x):
    """The text of a result whose node has another name in eager."""
    return str(torch.nn.functional.layer_norm(x, (2,)))  # here


@same(lambda: (torch.rand(2, 4, requires_grad=True),))
def texts_of_views_and_products(x):
    """What is printed to see what a model does: rows, slices, shapes, products, distributions."""
    y = x * 2
    print(y[0], y[0, 1:], y[:, None], y.view(-1), y.t(), y.mT, y.T, y.unsqueeze(0).squeeze(0))
    print(y.transpose(0, 1), y.expand(3, 2, 4), y.movedim(0, 1))
    print(
        torch.softmax(y, 1), y.log_softmax(0), torch.nn.functional.softmax(y, -1), y.max(), y.min()
    )
    print(y @ y.t(), y @ y[0], y[0] @ y[1], y.std(), y.mean(0), y.mean(), y.sum(1), y.clamp(0, 1))
    return str(y.where(y > 0, x)), repr(y**2), str(y.masked_fill(y > 1, 0.0))


@same(lambda: (torch.full((3, 2), 0.1, requires_grad=True), torch.ones(2)))
def distribution_of_a_vector(weight, state):
    """The policy of an agent: log_prob checks its argument, with a text of the distribution."""
    dist = torch.distributions.Categorical(logits=torch.nn.functional.linear(state, weight))
    return dist.log_prob(torch.tensor(1)).item(), dist.entropy().item()


@same(lambda: (torch.ones(2, 4, requires_grad=True), torch.tensor([0, 2])))
def texts_of_losses_and_layers(x, classes):
    """Texts of what training prints: losses of classes, linear layers and convolutions."""
    F = torch.nn.functional
    layer = F.linear(x, torch.full((3, 4), 0.5), torch.ones(3))
    image = F.conv2d(x[None, None], torch.ones(1, 1, 2, 2))
    print(F.cross_entropy(layer, classes), F.nll_loss(F.log_softmax(x, 1), classes))
    maps = F.cross_entropy(x[:, :, None, None], classes[:, None, None])
    alone = F.cross_entropy(layer[0], classes[0], reduction="sum")
    return str(layer), repr(F.linear(x, torch.ones(3, 4))), str(image), str(maps), repr(alone)


@same(lambda: (torch.ones(1, 2, 2, requires_grad=True),), refused="LTH0301")
def text_of_a_view_of_what_was_normalised(x):
    """The text of a result that eager has as a view, whose name is not known."""
    return str(torch.nn.functional.instance_norm(x))  # here
