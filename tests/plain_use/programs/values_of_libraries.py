"""Objects of Python's libraries written in C, from outside: texts, truth, comparison, as keys."""

import array
import collections
import datetime
import decimal
import fractions
import re
import types
import uuid

import torch

from plain_use.row import same, steps

D = datetime.date(2020, 1, 2)
DT = datetime.datetime(2020, 1, 2, 3, 4, 5)
TD = datetime.timedelta(hours=1)
T = datetime.time(3, 4)
UTC = datetime.timezone.utc
DEC = decimal.Decimal("1.5")
HOLDER = types.SimpleNamespace(
    day=D, price=DEC, zero=decimal.Decimal(0), none=datetime.timedelta(0)
)


@same(lambda: (datetime.date(2020, 1, 2),))
def date_in_an_fstring(d):
    """An f-string has the `str` of a date."""
    return f"{d}"


@same(lambda: (datetime.date(2020, 1, 2),))
def texts_of_a_date(d):
    """All ways to the text of a date."""
    return str(d), "%s" % d, f"{d!s}", repr(d), f"{d!r}", "{}".format(d), format(d), f"[{d}]"


@same(lambda: (datetime.date(2020, 1, 2),), refused="LTH0302")
def isoformat_of_a_date(d):
    """`isoformat` of a date."""
    return d.isoformat()  # here


@same(lambda: (DT, TD, T, UTC))
def texts_of_times(dt, td, t, utc):
    """Texts of `datetime`, `timedelta`, `time` and `timezone`."""
    return (
        f"{dt}",
        str(dt),
        repr(dt),
        f"{td}",
        str(td),
        repr(td),
        f"{t}",
        str(t),
        f"{utc}",
        str(utc),
    )


@same(lambda: (decimal.Decimal("1.5"), fractions.Fraction(1, 2)))
def texts_of_numbers(d, f):
    """Texts of a Decimal and a Fraction."""
    return f"{d}", str(d), repr(d), "%s" % d, f"{f}", str(f), repr(f)


@same(lambda: (D, DT, TD, DEC))
def printed(d, dt, td, dec):
    """`print` of objects of libraries."""
    print(d, dt, td, dec)
    print("a", d, sep="|", end="\n\n")


@same(lambda: ([D, TD, DEC], {"day": D}, (DEC,)))
def texts_of_containers(xs, d, t):
    """The text of a container has the `repr` of its elements."""
    return str(xs), f"{d}", repr(t), f"{[DEC]}"


@same(lambda: (1,))
def texts_of_globals_and_attributes(n):
    """Objects that the program finds in globals and attributes."""
    return (
        f"{D}",
        str(DEC),
        f"{HOLDER.day}",
        f"{HOLDER.price}",
        "-".join([str(D), str(n)]),
        str(HOLDER.none),
    )


@same(lambda: (uuid.UUID(int=5), re.compile("a+"), collections.Counter("aab"), range(3), 1 + 2j))
def texts_of_other_objects(u, r, c, ra, z):
    """Texts of a UUID, a pattern, a counter, a range and a complex number."""
    return f"{u}", str(u), f"{r}", str(c), f"{c}", f"{ra}", f"{z}", str(z)


@same(
    lambda: (
        torch.float32,
        torch.device("cpu"),
        torch.Size([2, 3]),
        slice(1, 2),
        types.SimpleNamespace(a=1),
    )
)
def texts_of_objects_of_torch(d, v, s, sl, ns):
    """Texts of dtypes, devices, sizes, slices and namespaces."""
    return f"{d}", str(d), f"{v}", str(v), f"{s}", str(s), f"{sl}", f"{ns}", str(ns)


@same(lambda: (datetime.date(2020, 1, 2),))
def format_of_a_date(d):
    """A format of a date within an f-string."""
    return f"{d:%Y-%m}", format(d, "%d")


@same(lambda: (datetime.date(2020, 1, 2),), refused="LTH0302")
def strftime_of_a_date(d):
    """`strftime` of a date."""
    return d.strftime("%Y")  # here


@same(lambda: (decimal.Decimal("1.5"),))
def format_of_a_decimal(d):
    """A format of a Decimal within an f-string."""
    return f"{d:.3f}", f"{d:>6}"


@same(
    lambda: (
        decimal.Decimal(0),
        decimal.Decimal("1.5"),
        fractions.Fraction(0),
        fractions.Fraction(1, 2),
    )
)
def truth_of_numbers(a, b, c, d):
    """The truth of a Decimal and a Fraction."""
    return bool(a), bool(b), not a, not b, a or 1, b and 2, bool(c), bool(d), 1 if a else 2


@same(lambda: (datetime.timedelta(0), datetime.timedelta(1), datetime.time(0, 0)))
def truth_of_times(a, b, c):
    """The truth of a duration is whether it has one; that of a time of day is True."""
    return bool(a), bool(b), not a, a or 1, b and 2, bool(c), 1 if a else 2


@same(lambda: (1,))
def truth_of_attributes(n):
    """The truth of objects in attributes."""
    return bool(HOLDER.zero), not HOLDER.none, 1 if HOLDER.price else 2, bool(HOLDER.day)


@same(lambda: (array.array("i"), array.array("i", [1])), refused="LTH0302")
def truth_of_an_array(a, b):
    """The truth of an `array.array`."""
    return bool(a)  # here


@same(lambda: (bytearray(), bytearray(b"a")), refused="LTH0302")
def truth_of_a_bytearray(a, b):
    """The truth of a `bytearray`."""
    return bool(a)  # here


@same(lambda: (memoryview(b""),), refused="LTH0302")
def truth_of_a_memoryview(a):
    """The truth of a `memoryview`."""
    return bool(a)  # here


@same(
    lambda: (
        b"",
        b"a",
        range(0),
        range(2),
        collections.deque(),
        collections.OrderedDict(),
        slice(0),
    )
)
def truth_of_other_objects(a, b, c, d, e, f, g):
    """The truth of bytes, ranges, deques, dicts and slices."""
    return bool(a), bool(b), bool(c), bool(d), bool(e), bool(f), bool(g)


@same(
    lambda: (
        types.MappingProxyType({}),
        collections.ChainMap({}),
        frozenset(),
        collections.UserList([]),
    )
)
def truth_of_views_and_user_classes(a, b, c, d):
    """The truth of a read-only view, a chain of dicts, a frozen set and a list of the library."""
    return bool(a), bool(b), bool(c), bool(d)


@same(lambda: (D, datetime.date(2020, 1, 2), datetime.date(2021, 1, 1)))
def dates_compare(a, b, c):
    """Dates compare by value."""
    return a == b, a != b, a == c, a < c, a >= c, a == "2020-01-02", min(a, c) == a, max(a, c) == c


@same(lambda: (DT, datetime.datetime(2020, 1, 2, 3, 4, 5), TD, datetime.timedelta(minutes=60)))
def times_compare(a, b, c, d):
    """Times and durations compare by value."""
    return a == b, a != b, c == d, c != d, a < b, c <= d, a == c


@same(lambda: (decimal.Decimal("1.0"), decimal.Decimal("1.00"), fractions.Fraction(1)))
def numbers_compare(a, b, f):
    """A Decimal and a Fraction compare with each other and with ints by value."""
    return a == b, a == 1, a != 1, 1 == a, a < 2, f == 1, f != 2, a in [1], f in (1, 2)


@same(lambda: (decimal.Decimal(1), fractions.Fraction(1)), refused="LTH0302")
def decimal_equals_a_fraction(a, f):
    """A Fraction and a Decimal compare."""
    return f == a  # here


@same(lambda: (D, datetime.date(2020, 1, 2), datetime.timedelta(1)))
def dates_in_lists(a, b, t):
    """Dates are looked for in lists and tuples by value."""
    return (
        a in [b],
        a in (t, b),
        [a, t].index(b),
        [a, b].count(b),
        [a] == [b],
        (a, 1) == (b, 1),
        a not in [t],
    )


@same(lambda: (D, datetime.date(2020, 1, 2)))
def dates_as_keys(a, b):
    """Dates are keys by value."""
    return (
        {a: 1}[b],
        {a: 1}.get(b),
        b in {a},
        len({a, b}),
        {D: 5}[a],
        a in {D: 1},
        len({a: 1, b: 2}),
    )


@same(lambda: (decimal.Decimal(1), uuid.UUID(int=5), uuid.UUID(int=5)))
def numbers_as_keys(a, u, v):
    """A Decimal and a UUID are keys by value."""
    return {1: "a"}.get(a), a in {1}, {u: 1}[v], u == v, {a: 2}[1]


@same(lambda: (fractions.Fraction(1, 2), fractions.Fraction(1, 2)))
def fractions_compare(f, g):
    """Fractions compare with fractions and numbers, and are added."""
    return f == g, f == 0.5, f < 1, f + 1 == 1.5, f + g == 1, f in [0.5]


@same(lambda: (D, DT, TD, DEC, fractions.Fraction(1, 2)))
def attributes_of_objects(d, dt, td, dec, f):
    """Attributes of dates, durations and numbers."""
    return d.year, dt.hour, td.days, td.seconds, dec.real == dec, f.numerator, f.denominator


@same(lambda: (D,), refused="LTH0302")
def weekday_of_a_date(d):
    """`weekday` of a date."""
    return d.weekday()  # here


@same(lambda: (D, TD, DEC, DT))
def types_of_objects(d, td, dec, dt):
    """`type` and `isinstance` of objects of libraries."""
    return (
        isinstance(d, datetime.date),
        isinstance(dt, datetime.date),
        type(td) is datetime.timedelta,
        type(dec),
    )


@same(lambda: (array.array("i", [1]),))
def array_as_a_key(a):
    """An `array.array` is no key."""
    try:
        return {a: 1}
    except TypeError as e:
        return str(e)


@same(lambda: (bytearray(b"a"),))
def bytearray_as_a_key(a):
    """A `bytearray` is no key and no element of a set."""
    try:
        return {a: 1}
    except TypeError as e:
        return str(e)


@same(lambda: (bytearray(b"a"), array.array("i")))
def arrays_in_a_set(a, b):
    """Arrays cannot be elements of a set, nor looked for in one."""
    try:
        return {a}
    except TypeError:
        pass
    try:
        return b in {1, 2}
    except TypeError:
        return "no"


@same(lambda: (slice(1, 2),))
def slice_as_a_key(s):
    """A slice is no key before Python 3.12."""
    try:
        return len({s: 1})
    except TypeError as e:
        return str(e)


@same(lambda: (collections.deque([1]), [1], {1}, {1: 2}))
def containers_as_keys(q, xs, s, d):
    """Deques, lists, sets and dicts are no keys."""
    told = []
    for x in (q, xs, s, d):
        try:
            told.append(len({x: 1}))
        except TypeError as e:
            told.append(str(e))
    return told


@same(lambda: (collections.OrderedDict(a=1), collections.Counter(), types.SimpleNamespace()))
def other_containers_as_keys(a, b, c):
    """Dicts of `collections` and namespaces are no keys."""
    told = []
    for x in (a, b, c):
        try:
            told.append(hash(x))
        except TypeError as e:
            told.append(str(e))
    return told


@steps()
def other_dates_later(door):
    """One program called with several dates."""
    f = door.compile(lambda d: (f"{d}", d == D, str(d)))
    return [f(d) for d in (D, datetime.date(2021, 5, 6), DT, datetime.date(2020, 1, 2))]


@steps()
def other_decimals_later(door):
    """One program called with several numbers."""
    f = door.compile(lambda d: (str(d), bool(d), d == 1))
    return [
        f(d) for d in (DEC, decimal.Decimal(0), decimal.Decimal(1), fractions.Fraction(1), 1, 0.0)
    ]


@steps()
def attribute_gets_another_date(door):
    """Another date in an attribute is seen."""
    holder = types.SimpleNamespace(day=D)
    f = door.compile(lambda: (f"{holder.day}", holder.day == D))
    first = f()
    holder.day = datetime.date(1999, 1, 1)
    return first, f()


@same(lambda: (D, TD, DEC))
def arithmetic(d, t, dec):
    """Sums of dates and durations, and of a Decimal and an int."""
    return d + t == d, dec + 1 == dec, t + t == t, str(d + t), -t < t


@same(lambda: (1,), refused="LTH0302")
def date_made_inside(n):
    """A date that the program makes."""
    return str(datetime.date(2020, 1, n))  # here


@same(lambda: (1,), refused="LTH0302")
def duration_made_inside(n):
    """A duration that the program makes."""
    return D + datetime.timedelta(n)  # here


@same(lambda: (D, datetime.date(2020, 1, 1)))
def difference_of_dates(a, b):
    """The difference of two dates."""
    return (a - b).days


@same(lambda: (decimal.Decimal("1.5"), fractions.Fraction(1, 2), TD))
def made_numbers(d, f, t):
    """`int` and `float` of numbers of libraries, and the seconds of a duration."""
    return int(d), float(d), float(f), int(f), round(d)


@same(lambda: (TD,), refused="LTH0302")
def seconds_of_a_duration(t):
    """`total_seconds` of a duration."""
    return t.total_seconds()  # here
