"""Programs with state from outside that differed from eager when they were written; known_failures.toml lists those that still do."""

import builtins
import collections
import copy
import ctypes
import decimal
import enum
import math
import os
import threading
import types
import warnings
import weakref
from fractions import Fraction
from unittest import mock

import numpy as np
import torch
import torch.autograd.forward_ad as forward_ad
import torch.nn.functional as F

from plain_use.programs.replaced import X, around
from plain_use.row import same, steps


class SE(str, enum.Enum):
    A = "a"
    B = "b"


class IE(enum.IntEnum):
    A = 1
    B = 2


class MyInt(int):
    pass


class MyStr(str):
    pass


def take(a):
    return a


@same(lambda: (IE.A,))
def dict_of_members_equals_one_of_ints(e):
    """A dict whose keys are members of an IntEnum is equal to one whose keys are their numbers."""
    return {1: 2} == {e: 2}, {IE.A: 2} == {1: 2}, {IE.A: 2} != {1: 2}


@same(lambda: (SE.A,))
def dict_of_members_equals_one_of_texts(e):
    """A dict whose keys are members of an enum of texts is equal to one whose keys are their texts."""
    return {"a": 1} == {e: 1}, {SE.A: 1} == {"a": 1}


@same(lambda: (SE.A,))
def set_of_members_equals_one_of_values(e):
    """A set of members is equal to the set of their values."""
    return {1, 2} == {IE.A, IE.B}, {"a"} == {e}, frozenset([IE.A]) == frozenset([1])


@same(lambda: (1,))
def set_of_members_is_a_subset(n):
    """`<=` and `>=` of a set of members and a set of values."""
    return {IE.A} <= {1, 2}, {"a", "b"} >= {SE.A}


@same(lambda: (1,))
def keys_of_members_equal_those_of_values(n):
    """`keys()` of a dict of members are equal to the keys of a dict of values, and to a set."""
    return {1: 2}.keys() == {IE.A: 3}.keys(), {1: 2}.keys() == {IE.A}


@same(lambda: ({IE.A: 2}, {1: 2}, {SE.A}, {"a"}))
def arguments_of_members_equal_those_of_values(a, b, c, d):
    """Dicts and sets of members that are arguments are equal to those of values."""
    return a == b, c == d


@same(lambda: ({1: 2}, {"a"}))
def argument_equals_a_display_of_members(d, s):
    """A dict and a set that are arguments are equal to displays of members."""
    return d == {IE.A: 2}, s == {SE.A}


@same(lambda: (MyInt(1), MyStr("a")))
def containers_of_subclasses_equal_those_of_values(n, s):
    """Dicts and sets of instances of subclasses of int and str are equal to those of values."""
    return {n: 2} == {1: 2}, {n} == {1}, {s: 2} == {"a": 2}, {s} == {"a"}


@same(lambda: (1,))
def comprehensions_of_members_and_values(n):
    """A comprehension over members gives a dict that is equal to one of their values."""
    return {m: m.name for m in IE} == {m.value: m.name for m in IE}


@same(lambda: (1,))
def keyword_named_by_a_member(n):
    """A member of an enum of texts names a keyword argument in `**`."""
    return take(**{SE.A: n})


@same(lambda: (MyStr("a"),))
def keyword_named_by_a_subclass(s):
    """An instance of a subclass of str names a keyword argument in `**`."""
    return take(**{s: 1})


@same(lambda: ({SE.A: 1},))
def keywords_of_an_argument(d):
    """A dict of members that is an argument gives keyword arguments."""
    return take(**d)


@same(lambda: ({SE.A: 1},), refused="LTH0302")
def dict_of_keywords_that_are_members(d):
    """A dict of members gives a dict its keywords: it has the members themselves as keys."""
    return dict(**d)["a"]  # here


@same(lambda: (1,))
def format_with_keywords_of_members(n):
    """`format` takes a member of an enum of texts as a name."""
    return "{a}".format(**{SE.A: n})


@same(lambda: (1,), refused="LTH0302")
def format_map_of_members(n):
    """`format_map` of a dict whose keys are members of an enum of texts."""
    return "{a}".format_map({SE.A: n})  # here


@same(lambda: (IE.A,))
def arange_of_a_member(e):
    """`arange` of a member of an IntEnum is of ints."""
    return torch.arange(e)


@same(lambda: (IE.A, torch.ones(2, 3)))
def expand_by_a_member(e, t):
    """A member of an IntEnum is a size of `expand`."""
    return t.expand(e, 2, 3)


@same(lambda: (MyInt(1),))
def zeros_by_a_subclass_of_int(e):
    """An instance of a subclass of int is a size of `zeros`."""
    return torch.zeros(e, 2)


@same(lambda: (IE.B,))
def zeros_by_a_member(e):
    """A member of an IntEnum is one of two sizes of `zeros`."""
    return torch.zeros(e, 3)


SURROGATE = "b\ud800c"


@same(lambda: (1,), refused="LTH0315")
def global_with_a_lone_surrogate(n):
    """A global text with a lone surrogate."""
    return len(SURROGATE), SURROGATE.count("b")  # here


@same(lambda: ("a\ud800",), refused="LTH0315")
def argument_with_a_lone_surrogate(s):  # here
    """A text with a lone surrogate that is an argument and is compared."""
    return len(s), s == "a\ud800"


@same(lambda: (Fraction(1, 2),))
def fraction_as_a_key(f):
    """A Fraction is the key of a dict that the program builds."""
    return {f: 1}[f]


@steps()
def relu_becomes_silu(door):
    """`F.relu` is replaced by `F.silu`."""
    return around(door, F, "relu", F.silu, lambda x: F.relu(x), X)


@steps()
def softmax_becomes_log_softmax(door):
    """`F.softmax` is replaced by `F.log_softmax`."""
    return around(door, F, "softmax", F.log_softmax, lambda x: F.softmax(x, -1), X)


@steps()
def exp_becomes_silu(door):
    """`torch.exp` is replaced by `F.silu`."""
    return around(door, torch, "exp", F.silu, lambda x: torch.exp(x), X)


@steps()
def zeros_become_ones(door):
    """`torch.zeros` is replaced by `torch.ones`."""
    return around(door, torch, "zeros", torch.ones, lambda x: torch.zeros(2), X)


@steps()
def method_becomes_another(door):
    """`torch.Tensor.exp` is replaced by `torch.Tensor.sigmoid`."""
    return around(door, torch.Tensor, "exp", torch.Tensor.sigmoid, lambda x: x.exp(), X)


@steps()
def add_becomes_mul(door):
    """`torch.Tensor.add` is replaced by `torch.Tensor.mul`."""
    return around(door, torch.Tensor, "add", torch.Tensor.mul, lambda x: x.add(3), X)


@steps()
def floor_becomes_ceil(door):
    """`math.floor` is replaced by `math.ceil`."""
    return around(door, math, "floor", math.ceil, lambda x: math.floor(x), 2.5)


@steps()
def min_becomes_max(door):
    """`builtins.min` is replaced by `max`."""
    return around(door, builtins, "min", max, lambda x: min(x, 3), 5)


@steps()
def name_of_what_replaces(door):
    """A program calls `F.silu` itself, and a layer does, while `F.relu` is replaced by it."""
    x = torch.ones(1)
    with mock.patch.object(F, "relu", new=F.silu):
        return door.compile(lambda x: F.silu(x))(x), door.compile(torch.nn.SiLU())(x)


@steps()
def maker_that_replaces(door):
    """A program calls `torch.ones` while `torch.zeros` is replaced by it."""
    with mock.patch.object(torch, "zeros", new=torch.ones):
        return door.compile(lambda n: torch.ones(n))(2)


@steps()
def keys_from_threads(door):
    """Threads whose calls overlap set keys of one dict."""
    seen, errors = {}, []

    def f(x, k):
        seen[k] = 1
        for _ in range(20):
            x = torch.tanh(x @ x)
        return x

    c = door.compile(f)
    x = torch.ones(100, 100)
    c(x, "a")

    def work(n):
        for i in range(10):
            try:
                c(x, f"{n}{i}")
            except Exception as e:  # noqa: BLE001
                errors.append(repr(e))

    threads = [threading.Thread(target=work, args=(n,)) for n in range(4)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    return len(seen), errors[:1]


@steps()
def class_of_a_compiled_module(door):
    """The class of a compiled module is the module's, and that of its copy."""
    c = door.compile(torch.nn.Linear(2, 2))
    return type(c) is torch.nn.Linear, type(copy.copy(c)) is type(c)


def wide():
    return torch.ones(3, 1).expand(3, 2)


def told(work, x):
    try:
        return work(x)
    except RuntimeError as e:
        return str(e)


def add(x):
    return x.add_(1)


@steps()
def expanded_attribute(door):
    """An attribute of an object is expanded after a call."""

    class P:
        pass

    p = P()
    p.x = torch.ones(3, 2)
    f = door.compile(lambda: told(add, p.x))
    first = f()
    p.x = wide()
    second = f()
    p.x = torch.zeros(3, 2)
    return first, second, f()


@steps()
def expanded_buffer(door):
    """A buffer of a module is expanded."""
    m = torch.nn.Module()
    m.register_buffer("b", wide())
    return door.compile(lambda: told(add, m.b))()


@same(lambda: (torch.ones(2, dtype=torch.int8), torch.tensor([True, False])))
def where_past_int8(x, m):
    """`where` of int8 and a number that it cannot hold."""
    return torch.where(m, x, 300)


@same(lambda: (torch.ones(2, dtype=torch.float16),))
def fill_past_half(x):
    """`fill_` of float16 with a number that it cannot hold."""
    return x.fill_(-1e9)


@same(lambda: (torch.ones(2, dtype=torch.float16),))
def clamp_past_half(x):
    """`clamp` of float16 with a bound that it cannot hold."""
    return x.clamp(-1e9, 1e9)


@same(lambda: (torch.ones(2, dtype=torch.float16),))
def new_full_past_half(x):
    """`new_full` of float16 with a number that it cannot hold."""
    return x.new_full((1,), -1e9)


@steps()
def context_of_decimals_around(door):
    """The precision of decimals around calls."""
    f = door.compile(lambda a, b: str(a / b))
    a, b = decimal.Decimal(1), decimal.Decimal(3)
    first = f(a, b)
    with decimal.localcontext() as context:
        context.prec = 4
        second = f(a, b)
    return first, second


@steps(refused="LTH0302")
def division_errors_of_numpy_around(door):
    """`np.errstate` around calls."""
    f = door.compile(lambda x: np.float64(1) / x)  # here
    with np.errstate(all="ignore"):
        first = f(np.float64(0))
    with np.errstate(all="raise"):
        try:
            second = f(np.float64(0))
        except FloatingPointError as e:
            second = str(e)
    return first, second


@steps()
def warnings_of_numpy(door):
    """A product past the dtype warns in each call."""
    f = door.compile(lambda a: a * a)  # here
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        f(np.float32(1e30))
        f(np.float32(1e30))
    return len(seen)


@steps()
def legacy_texts_of_numpy(door):
    """`np.printoptions(legacy=...)` around calls."""
    f = door.compile(lambda x: repr(x))
    n = np.float32(1.23456)
    first = f(n)
    with np.printoptions(legacy="1.13"):
        return first, f(n)


@steps()
def deterministic_algorithms_are_asked_for(door):
    """A program asks whether deterministic algorithms are on."""
    torch.use_deterministic_algorithms(True)
    f = door.compile(lambda: torch.are_deterministic_algorithms_enabled())
    first = f()
    torch.use_deterministic_algorithms(False)
    return first, f()


@steps(refused="LTH0315")
def tangent_of_an_argument(door):
    """An argument has a tangent of forward mode."""
    x = torch.tensor([1.23456, -2.0])
    f = door.compile(lambda x: x * x)  # here
    with forward_ad.dual_level():
        return forward_ad.unpack_dual(f(forward_ad.make_dual(x, torch.ones(2)))).tangent


@steps(refused="LTH0302")
def write_to_a_thread_local(door):
    """A program writes an attribute of a `threading.local`."""
    local = threading.local()

    def f(x):
        local.v = x  # here
        return x

    door.compile(f)(3)
    return local.v


@steps()
def array_of_a_closure(door):
    """An array that a closure holds is written between calls."""
    a = np.array([1, 2])
    f = door.compile(lambda: (a[0] == 1, bool(a[1]), a.sum()))
    first = f()
    a[:] = 0
    return first, f()


@steps()
def array_without_dimensions_of_a_closure(door):
    """An array without dimensions that a closure holds is filled between calls."""
    a = np.array(1)
    f = door.compile(lambda: (a == 1, bool(a)))
    first = f()
    a.fill(0)
    return first, f()


@steps()
def array_of_an_attribute(door):
    """An array in an attribute of a module is written between calls."""
    m = torch.nn.Module()
    m.a = np.array([1.0, 2.0])
    f = door.compile(lambda x: x * m.a[0])
    first = f(2.0)
    m.a[:] = 0
    return first, f(2.0)


@steps()
def array_and_set_that_are_defaults(door):
    """An array and a set that are defaults of parameters change between calls."""
    a, b = np.array([1, 2]), {1}

    def f(a=a, *, b=b):
        return a.sum(), 1 in b

    f = door.compile(f)
    first = f()
    a[:] = 0
    b.clear()
    return first, f()


@steps()
def large_array_of_a_closure(door):
    """A large array that a closure holds is written between calls."""
    a = np.ones(3000)
    f = door.compile(lambda: a[0] + 1)  # here
    first = f()
    a[:] = 0
    return first, f()


@steps(refused="LTH0302")
def field_of_a_record(door):
    """A record of NumPy, which views its array, is an argument."""
    a = np.array([(1, 2.0)], dtype=[("a", "i4"), ("b", "f4")])
    r = a[0]
    f = door.compile(lambda r: r["a"])  # here
    first = f(r)
    a["a"] = 5
    return first, f(r)


@steps(refused="LTH0302")
def truth_of_a_c_number(door):
    """The truth of a number of `ctypes`."""
    n = ctypes.c_int(3)
    f = door.compile(lambda o: bool(o))  # here
    first = f(n)
    n.value = 0
    return first, f(n)


@steps()
def contents_of_a_cell(door):
    """`cell_contents` of a cell."""
    cell = types.CellType(3)
    f = door.compile(lambda o: o.cell_contents)
    first = f(cell)
    cell.cell_contents = 5
    return first, f(cell)


@steps(refused="LTH0302")
def weak_proxy(door):
    """A weak proxy of an object is an argument."""

    class P:
        v = 1

    p = P()
    return door.compile(lambda o: (o.v, bool(o)))(weakref.proxy(p))  # here


@same(lambda: (OSError(2, "no", "f"),))
def file_of_an_error(e):
    """`filename` of an OSError that is an argument."""
    return e.errno, e.filename


@steps()
def number_of_an_error(door):
    """`errno` of an OSError is set between calls."""
    e = OSError(2, "no")
    f = door.compile(lambda e: e.errno)
    first = f(e)
    e.errno = 5
    return first, f(e)


@steps()
def ordered_dict_is_reordered(door):
    """`move_to_end` of an ordered dict that is an argument, and of one that a closure holds."""
    od, held = collections.OrderedDict(a=1, b=2), collections.OrderedDict(a=1, b=2)
    f, g = door.compile(lambda o: (list(o), list(o.values()))), door.compile(lambda: list(held))
    first = f(od), g()
    od.move_to_end("a")
    held.move_to_end("a")
    return first, f(od), g()


@steps()
def getenv_around(door):
    """`os.getenv` of a variable that changes between calls."""
    os.environ["LITH_PLAIN_2"] = "x"
    f = door.compile(lambda: os.getenv("LITH_PLAIN_2", "none"))
    first = f()
    os.environ["LITH_PLAIN_2"] = "a"
    second = f()
    del os.environ["LITH_PLAIN_2"]
    return first, second, f()


STEP = torch.ones(1)


@steps()
def view_of_an_attribute_in_a_list(door):
    """A list of a module holds a view of a tensor that is an attribute."""

    class Rows(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.b = torch.zeros(2, 2)
            self.rows = [self.b[0]]

        def forward(self, x):
            self.b.add_(x)
            return self.rows[0] + 0

    f = door.saved(Rows(), (STEP,))
    return f(STEP), f(STEP)


@steps()
def buffers_that_overlap(door):
    """Two buffers are slices of one tensor that overlap."""

    class Slices(torch.nn.Module):
        def __init__(self):
            super().__init__()
            t = torch.zeros(4)
            self.register_buffer("b", t[:3])
            self.register_buffer("d", t[1:])

        def forward(self, x):
            self.b.add_(x)
            return self.d + 0

    f = door.saved(Slices(), (STEP,))
    return f(STEP), f(STEP)


@steps()
def detached_buffer(door):
    """An attribute is the detached form of a buffer."""

    class Detached(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.register_buffer("b", torch.zeros(2))
            self.d = self.b.detach()

        def forward(self, x):
            self.b.add_(x)
            return self.d + 0

    f = door.saved(Detached(), (STEP,))
    return f(STEP), f(STEP)


@steps()
def data_of_a_parameter(door):
    """An attribute is `data` of a parameter."""

    class Data(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.w = torch.nn.Parameter(torch.zeros(2))
            self.v = self.w.data

        def forward(self, x):
            with torch.no_grad():
                self.v.add_(x)
                return self.w + 0

    f = door.saved(Data(), (STEP,))
    with torch.no_grad():
        return f(STEP), f(STEP)


@steps()
def view_in_a_closure(door):
    """A closure holds a tensor and a view of it; the same with a dict."""
    b = torch.zeros(2, 2)
    row = b[0]

    def g(x):
        b.add_(x)
        return row + 0

    f = door.saved(g, (STEP,))
    return f(STEP), f(STEP)


@steps()
def views_with_strides_of_a_buffer(door):
    """Attributes are a transposed form of a buffer and every second column of its last row."""

    class Views(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.register_buffer("b", torch.arange(6.0).reshape(2, 3))
            self.t = self.b.T
            self.u = self.b[1:, ::2]

        def forward(self, x):
            self.b.add_(x)
            self.u.mul_(2)
            return self.t + 0, self.b + 0

    f = door.saved(Views(), (STEP,))
    return f(STEP), f(STEP)


@steps()
def real_form_of_a_complex_buffer(door):
    """An attribute is the real form of a complex buffer."""

    class Real(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.register_buffer("b", torch.ones(2, dtype=torch.complex64))
            self.r = torch.view_as_real(self.b)

        def forward(self, x):
            self.r.add_(x)
            return self.b + 0

    f = door.saved(Real(), (STEP,))
    return f(STEP), f(STEP)


@steps()
def replaced_buffer_with_a_view(door):
    """A buffer is replaced, and a view of what it was is written."""

    class Replaced(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.register_buffer("b", torch.zeros(4))
            self.v = self.b[1:3]

        def forward(self, x):
            self.b = self.b + x
            self.v.add_(5)
            return self.b + 0, self.v + 0

    f = door.saved(Replaced(), (STEP,))
    return f(STEP), f(STEP)


@steps()
def tensors_of_one_array(door):
    """Two tensors of the memory of one array, none of which views the other."""

    class Array(torch.nn.Module):
        def __init__(self):
            super().__init__()
            a = np.zeros(4, dtype="float32")
            self.b = torch.from_numpy(a)
            self.v = torch.from_numpy(a[2:])

        def forward(self, x):
            self.b.add_(x)
            return self.v + 0

    f = door.saved(Array(), (STEP,))
    return f(STEP), f(STEP)


@steps()
def parameters_of_one_memory(door):
    """A parameter is the start of another one."""

    class Parameters(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.w = torch.nn.Parameter(torch.zeros(4))
            self.p = torch.nn.Parameter(self.w.data[:2])

        def forward(self, x):
            with torch.no_grad():
                self.p.add_(x)
                return self.w + 0

    f = door.saved(Parameters(), (STEP,))
    with torch.no_grad():
        return f(STEP), f(STEP)


@steps()
def complex_number(door):
    """A complex number is an argument of a saved program."""
    return door.saved(lambda z: z * 2, (1 + 2j,))(2j)


@steps()
def range_as_an_argument(door):
    """A range is an argument of a saved program."""
    return door.saved(lambda r, x: x + sum(r), (range(3), STEP))(range(3), STEP)


@steps()
def slice_as_an_argument(door):
    """A slice is an argument of a saved program."""
    return door.saved(lambda s, x: x[s], (slice(0, 1), STEP))(slice(0, 1), STEP)


@steps()
def bytes_as_an_argument(door):
    """Bytes are an argument of a saved program."""
    return door.saved(lambda s: len(s), (b"ab",))(b"ab")


class Color(enum.Enum):
    RED = 1


class Flags(enum.Flag):
    R = 1
    W = 2


@steps()
def member_as_a_result(door):
    """A member of an enum is a result of a saved program."""
    got = door.saved(lambda x: Color.RED, (STEP,))(STEP)
    return got is Color.RED, got == Color.RED


@steps()
def flags_as_a_result(door):
    """Members of a flag are results of a saved program."""
    got = door.saved(lambda x: (Flags.R, Flags.R | Flags.W), (STEP,))(STEP)
    return got[0] is Flags.R, got[1] == Flags.R | Flags.W


@steps()
def member_as_a_key_of_a_result(door):
    """A member of an enum is a key of a dict, and an element of a list, that a saved program gives."""
    got = door.saved(lambda x: ({Color.RED: x}, [Color.RED for _ in range(2)]), (STEP,))(STEP)
    return Color.RED in got[0], got[1][0] is Color.RED


@steps()
def class_with_a_metaclass_as_a_result(door):
    """The class of an enum is a result of a saved program."""
    return door.saved(lambda x: Color, (STEP,))(STEP) is Color


class Mode(enum.IntEnum):
    FAST = 1
    SLOW = 2


class Name(str, enum.Enum):
    A = "a"


@steps()
def member_of_one_path_as_a_result(door):
    """Which member is the result depends on a tensor; the same of flags."""
    f = door.saved(lambda x: (Mode.FAST, Flags.R) if x.sum() > 0 else (Mode.SLOW, Flags.W), (STEP,))
    mode, flags = f(STEP)
    other, left = f(-STEP)
    return mode is Mode.FAST, flags is Flags.R, other is Mode.SLOW, left is Flags.W


@steps()
def members_with_values_as_results(door):
    """Members that are ints and texts are results, keys and parts of tuples."""
    got = door.saved(lambda x: ([Name.A, (Mode.SLOW, x)], {Mode.FAST: x}), (STEP,))(STEP)
    return got[0][0] is Name.A, got[0][1][0] is Mode.SLOW, type(next(iter(got[1]))) is Mode


@steps()
def flags_without_a_name_as_results(door):
    """No flags and the opposite of flags are results."""
    none, others = door.saved(lambda x: (Flags(0), ~Flags.R), (STEP,))(STEP)
    return none is Flags(0), others is Flags.W


@steps()
def zero_with_a_sign_that_is_fixed(door):
    """A float that the saved program has as a constant is told from its negative."""
    f = door.saved(lambda x, t: x * t[0], (STEP, (0.0,)), (STEP, (-0.0,)))
    return torch.signbit(f(STEP, (0.0,))), torch.signbit(f(STEP, (-0.0,)))


@steps(refused="LTH0307")
def proxy_of_a_dict_that_is_written(door):
    """A `MappingProxyType` shows what a program has written into the dict behind it."""
    table = {"a": 1}
    proxy = types.MappingProxyType(table)

    def written(n):
        table["n"] = n
        return len(proxy), proxy.get("n")  # here

    f = door.compile(written)
    return f(1), f(2), len(proxy)


@steps()
def proxy_of_a_dict_beside_one_that_is_written(door):
    """A proxy of another dict than the one that is written is read; which one is passed is asked."""
    shown, table = {"a": 1}, {}
    proxy = types.MappingProxyType(shown)

    def written(into, n):
        into["a"] = n
        return proxy["a"]

    f = door.compile(written)
    return f(table, 2), f(table, 3), table


@steps(refused="LTH0307")
def dict_behind_a_proxy_is_passed(door):
    """The dict that the proxy shows is the one that is passed."""
    shown = {"a": 1}
    proxy = types.MappingProxyType(shown)

    def written(into, n):
        into["a"] = n
        return proxy["a"]  # here

    f = door.compile(written)
    return f({}, 2), f(shown, 3)
