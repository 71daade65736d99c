"""Numbers of NumPy from outside: compared, tested, looked up and computed with."""

import types

import numpy as np
import torch
from torch import nn

from plain_use.row import same, steps

ONE, ZERO, HALF, TRUE = np.int64(1), np.int64(0), np.float32(0.5), np.bool_(True)
SETTINGS = types.SimpleNamespace(k=np.int64(1), rate=np.float64(0.5), on=np.bool_(False))
TABLE = {"k": np.int64(1), "on": np.bool_(True)}
LIST = [np.int64(1), np.int64(2)]


@same(lambda: (np.int64(1),))
def equals_an_int(n):
    """A scalar of NumPy compares by value."""
    return "one" if n == 1 else "other"


@same(lambda: (np.int64(1),))
def differs_from_an_int(n):
    """Both orders of `==` and `!=`, with ints, floats and bools."""
    return n != 1, 1 != n, 1 == n, n == 1.0, n == True, n == 2, n != 2  # noqa: E712


@same(lambda: (np.int64(1), np.int64(1), np.int64(2)))
def equals_a_scalar(a, b, c):
    """Two scalars of NumPy compare by value."""
    return a == b, a != b, a == c, a != c, a < c, a >= c


@same(lambda: (np.int64(1), np.float32(1), np.int8(1), np.uint8(1), np.bool_(True)))
def equals_a_scalar_of_another_dtype(a, b, c, d, e):
    """Scalars of several dtypes compare by value."""
    return a == b, b == c, c == d, d == e, e == a, a != e


@same(lambda: (np.bool_(True), np.bool_(False)))
def bool_equals_a_bool(t, f):
    """`np.bool_` compares with a bool by value."""
    return t == True, f == False, t == False, f != False, t == 1, f == 0, t == f  # noqa: E712


@same(lambda: (np.int64(0), np.int64(3)))
def truth(zero, three):
    """`bool` of a scalar is that of its value."""
    return bool(zero), bool(three)


@same(lambda: (np.int64(0), np.int64(3)))
def negated(zero, three):
    """`not` of a scalar."""
    return not zero, not three


@same(lambda: (np.int64(0), np.int64(3)))
def chosen_by_truth(zero, three):
    """`and`, `or` and the conditional expression of scalars."""
    return zero and 5, three and 5, zero or 5, three or 5, 1 if zero else 2, 1 if three else 2


@same(lambda: (np.float32(0.0), np.float64(0.5), np.bool_(False), np.bool_(True)))
def truth_of_other_dtypes(a, b, c, d):
    """The truth of floats and bools of NumPy."""
    return bool(a), bool(b), bool(c), bool(d), not a, not c, 1 if c else 2, 1 if d else 2


@same(lambda: (np.int64(1),))
def in_a_list(n):
    """A scalar is looked for in lists and tuples by value."""
    return n in [1], n in (2, 1), n in [2], n not in [1], 1 in [n]


@same(lambda: (np.int64(1),))
def in_a_set(n):
    """A scalar is found in a set by value."""
    return n in {1}, n in {2}, n in frozenset([1]), 1 in {n}


@same(lambda: (np.int64(1),))
def key_of_a_dict(n):
    """A scalar is a key as its value is."""
    return {1: "a"}[n], {1: "a"}.get(n), n in {1: 2}, {n: 5}[1], {n: 5}.get(1)


@same(lambda: (np.float64(0.5),))
def float_as_a_key(n):
    """A float of NumPy is a key as its value is."""
    return {0.5: "a"}[n], n in {0.5}, {n: 5}[0.5]


@same(lambda: (np.int64(1),))
def min_with_an_int(n):
    """`min` of a scalar and an int."""
    return min(n, 3), min(3, n)


@same(lambda: (np.int64(1),))
def max_with_an_int(n):
    """`max` of a scalar and an int."""
    return max(n, 0), max(0, n), max([n, 3]), min([n, 3])


@same(lambda: (np.float32(0.5),))
def min_of_floats(n):
    """`min` and `max` of a float of NumPy and numbers."""
    return min(n, 3.0), max(n, 0)


@same(lambda: (np.float32(0.5),))
def sorted_with_a_number(n):
    """`sorted` of a list of a scalar and a number."""
    return sorted([n, 0.25])  # here


@same(lambda: (np.int64(1),))
def matched_by_a_literal(n):
    """`case 1` matches a scalar of NumPy of that value."""
    match n:
        case 0:
            return "zero"
        case 1:
            return "one"
        case _:
            return "other"


@same(lambda: (np.float64(0.5), np.bool_(True)))
def matched_by_other_literals(x, t):
    """`case 0.5` and `case True` match by value, and by identity."""
    match x:
        case 0.5:
            a = "half"
        case _:
            a = "other"
    match t:
        case True:
            b = "yes"
        case _:
            b = "other"
    return a, b


@same(lambda: (np.int64(1),))
def counted(n):
    """`count` and `index` of a list find a scalar by value."""
    return [1, 2, 1].count(n), [3, 1].index(n), (1, 2).count(n)


@same(lambda: (np.int64(1),))
def any_and_all(n):
    """`any`, `all` and `sum` of scalars."""
    return any([n - 1]), all([n]), all([n - 1]), sum([n, n])


@same(lambda: (np.int64(3), np.float32(0.5)))
def ordered(n, x):
    """Comparisons by order."""
    return n < 2, n > 2, 2 <= n, 2 < n < 4, x < 1, x >= 0.5


@same(lambda: (np.int64(7), np.float64(0.5)))
def arithmetic(n, x):
    """Arithmetic of scalars and numbers."""
    return n + 1, 1 + n, n * 2, n // 2, n % 4, n - 1, x + 1, x * 2, -n, abs(-n)


@same(lambda: (np.int64(7), np.float64(0.5)))
def divisions_and_powers(n, x):
    """Division and powers of scalars and numbers."""
    return n / 2, 1 / n, n**2, x**2, divmod(n, 2), n << 1, n & 3, n | 8, ~n


@same(lambda: (np.int64(7), np.float64(0.5), np.bool_(True)))
def made_numbers(n, x, t):
    """`int`, `float`, `bool`, `str` and `item` of scalars."""
    return int(n), float(n), float(x), int(x), bool(t), n.item(), x.item(), t.item(), str(n), str(x)


@same(lambda: (np.int64(7), np.float64(0.5), np.bool_(True)))
def in_texts(n, x, t):
    """Scalars in f-strings, with and without a format."""
    return (
        f"{n}",
        f"{x}",
        f"{t}",
        f"{n:3d}",
        f"{x:.2f}",
        f"{n!r}",
        "%d %s" % (n, x),
        "{} {}".format(n, t),
    )


@same(lambda: (np.int64(7), np.float32(0.5)))
def printed(n, x):
    """`print` of scalars."""
    print(n, x)


@same(lambda: (np.int64(2), [10, 20, 30], torch.arange(3)))
def as_an_index(n, xs, t):
    """A scalar indexes lists, tuples, texts and tensors, and repeats."""
    return xs[n], (1, 2, 3)[n], "abc"[n], t[n], xs[:n], t[n:], n * 2


@same(lambda: (np.int64(2),))
def repeats_a_list(n):
    """A scalar repeats a list."""
    return [0] * n  # here


@same(lambda: (np.int64(2),))
def repeats_a_text(n):
    """A scalar repeats a text."""
    return "a" * n  # here


@same(lambda: (np.int64(2), torch.ones(2, 3)))
def as_a_size(n, t):
    """A scalar is a size, a dimension or the end of a range."""
    return torch.zeros(n), t.sum(n - 1), list(range(n)), t.view(3, n), torch.arange(n)


@same(lambda: (np.float32(0.5), torch.ones(2)))
def with_a_tensor(x, t):
    """A tensor and a scalar of NumPy."""
    return t * x, t + x, x * t, t > x, t == x


@same(lambda: (np.int64(2), np.float64(0.5)))
def types_of_scalars(n, x):
    """`type` and `isinstance` of scalars."""
    return (
        isinstance(n, int),
        isinstance(x, float),
        isinstance(n, np.integer),
        type(n) is np.int64,
        n.dtype,
    )


@same(lambda: (np.int64(2), np.int64(2)))
def loop_until(n, end):
    """A loop whose condition compares scalars."""
    i = 0
    while n != 5:
        n = n + 1
        i += 1
    return i, n == end


@same(lambda: ([np.int64(1), np.int64(0)],))
def in_a_list_of_scalars(xs):
    """Scalars that are the elements of a list."""
    return [x == 1 for x in xs], [bool(x) for x in xs], xs == [1, 0], 1 in xs, [x for x in xs if x]


@same(lambda: ({"a": np.int64(1), "b": np.bool_(False)},))
def in_a_dict_of_scalars(d):
    """Scalars that are the values of a dict."""
    return d["a"] == 1, bool(d["b"]), d == {"a": 1, "b": False}, 1 in d.values()


@same(lambda: ((np.int64(1), np.int64(0)),))
def in_a_tuple_of_scalars(t):
    """Scalars that are the elements of a tuple."""
    return t == (1, 0), t < (2, 0), t[0] == 1, bool(t[1]), 1 in t


@same(lambda: (1,))
def globals_of_numpy(n):
    """A global scalar compares and tests by value."""
    return ONE == 1, ONE == n, bool(ZERO), not ZERO, HALF == 0.5, TRUE == True, 1 if ZERO else 2  # noqa: E712


@same(lambda: (1,))
def attributes_of_numpy(n):
    """An attribute compares and tests by value."""
    return (
        SETTINGS.k == n,
        SETTINGS.k in {1},
        SETTINGS.rate == 0.5,
        bool(SETTINGS.on),
        not SETTINGS.on,
    )


@same(lambda: (1,))
def elements_of_globals(n):
    """Elements of a global dict and a global list."""
    return TABLE["k"] == n, not TABLE["on"], LIST[0] == n, n in LIST, LIST.index(2)


@steps()
def closure_of_numpy(door):
    """A scalar that a closure holds."""
    k, on = np.int64(6), np.bool_(False)
    return door.compile(lambda n: (k == n, bool(on), k in {6}, min(k, 7)))(6)


@steps()
def default_of_numpy(door):
    """A scalar that is a default argument."""

    def f(n, k=np.int64(6), on=np.bool_(False)):
        return k == n, bool(on), k in {6}

    return door.compile(f)(6)


@steps()
def attribute_of_a_module(door):
    """A module that keeps `np.prod` of its sizes."""

    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            self.k = np.prod([2, 3])

        def forward(self, x):
            if self.k == 6:
                return x + 1
            return x - 1

    return door.compile(Net())(torch.zeros(2))


@steps()
def attribute_set_later(door):
    """Another scalar in an attribute of a module is seen."""

    class Net(nn.Module):
        k = np.int64(1)

        def forward(self, x):
            return x + 1 if self.k == 1 else x - 1

    m = Net()
    f = door.compile(m)
    x = torch.zeros(2)
    first = f(x)
    m.k = np.int64(2)
    second = f(x)
    m.k = 1
    return first, second, f(x)


@steps()
def other_values_of_an_argument(door):
    """One program, called with several scalars and dtypes."""
    f = door.compile(lambda n: ("one" if n == 1 else "other", bool(n)))
    return [
        f(n) for n in (np.int64(1), np.int64(0), np.int32(1), np.float32(1), np.bool_(True), 1, 2)
    ]


@same(lambda: (np.array([1, 0, 2]),))
def elements_of_an_array(a):
    """Elements of an array that is an argument."""
    return a[0] == 1, bool(a[1]), a[0] in [1], min(a[2], 3), a[0] == a[1], 5 if a[1] else 6


@same(lambda: (1,))
def elements_of_an_array_made_inside(n):
    """Elements of an array that the program makes."""
    a = np.array([1, 0, 2])
    return a[0] == n, bool(a[1]), a[0] in [1], a.sum() == 3, not a[1]


@same(lambda: (np.array([1, 0, 2]),), refused="LTH0312")
def element_of_an_array_in_a_set(a):
    """An element of an array is looked for in a set."""
    return a[0] in {1}  # here


@same(lambda: (np.array([1, 0, 2]),), refused="LTH0312")
def element_of_an_array_as_a_key(a):
    """An element of an array is a key."""
    return {1: "a"}[a[0]]  # here


@same(lambda: (np.int64(1), np.array(1), np.array(0)))
def arrays_without_dimensions(n, a, zero):
    """Arrays without dimensions compare and test by value."""
    return n == a, a == 1, bool(a), bool(zero), not zero


@same(lambda: (np.float64("nan"), np.float64(0.0), np.float64(-0.0)))
def special_floats(x, a, b):
    """NaN and the zeros of both signs."""
    return x == x, x != x, a == b, bool(x), bool(b), x in [1.0]


@same(lambda: (np.complex128(1 + 2j), np.complex64(0)))
def complex_scalars(z, zero):
    """Complex scalars compare and test by value."""
    return z == 1 + 2j, z != 1, bool(zero), z.real == 1.0, zero == 0


@same(lambda: (np.int64(3),))
def compared_with_none_and_texts(n):
    """A scalar is not None and no text."""
    return n == None, n is None, n == "3", n != "3", n == (3,)  # noqa: E711


@same(lambda: (np.str_("ab"), np.bytes_(b"ab")))
def texts_of_numpy(s, b):
    """`np.str_` is a text and `np.bytes_` are bytes."""
    return s == "ab", s in {"ab"}, {"ab": 1}[s], bool(s), len(s), isinstance(s, str), b == b"ab"


@same(lambda: (np.str_("ab"),), refused="LTH0502")
def method_of_a_text_of_numpy(s):
    """A method of `np.str_`."""
    return s.upper()  # here


@same(lambda: (np.str_("ab"),))
def text_of_numpy_is_joined(s):
    """`np.str_` and a text are joined."""
    return s + "c"


@same(lambda: (np.str_("ab"), np.str_("")))
def truth_of_texts(s, empty):
    """The truth and the text of `np.str_`."""
    return bool(empty), not s, f"{s}", str(s), "%s" % s


@same(lambda: (np.datetime64("2020-01-01"), np.timedelta64(0, "D"), np.datetime64("2020-01-01")))
def dates_of_numpy(d, t, e):
    """`np.datetime64` and `np.timedelta64` compare and test by value."""
    return d == e, d != e, bool(t), d + t == d


@same(lambda: (np.datetime64("2020-01-01"), np.timedelta64(3, "D")))
def texts_of_dates_of_numpy(d, t):
    """`np.datetime64` and `np.timedelta64` in texts."""
    return f"{d}", str(d), "%s" % d, f"{t}"


@same(lambda: (np.dtype("float32"), np.dtype("float32"), np.float32))
def dtypes(a, b, c):
    """Dtypes of NumPy compare by what they say."""
    return a == b, a != b, a == "float32", a == c, a == np.int64, a in {b}, str(a), f"{a}", a.name
