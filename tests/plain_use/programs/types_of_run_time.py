"""Types that only run time chooses, and attributes whose property raises AttributeError."""

import functools

import torch

from plain_use.row import same

KINDS = {"int": int, "str": str, "list": list}


class Base:
    pass


class Derived(Base):
    pass


class Early:
    @property
    def y(self):
        raise AttributeError("inner")

    def __getattr__(self, name):
        return "asked for " + name


class Later(Early):
    @property
    def y(self):
        return super().y


class Strict:
    @property
    def y(self):
        raise AttributeError("inner")


class Reads:
    """Its property reads an attribute that is not there."""

    @property
    def size(self):
        return self.missing.size

    def __getattr__(self, name):
        if name == "size":
            return 7
        raise AttributeError(name)


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(2, 2)

    @property
    def width(self):
        return self.linear.no_such_thing


@same(lambda: ([1, "a", [2]],))
def isinstance_in_a_loop(values):
    """`isinstance` in a loop over constant types, and of the items of a table."""
    return [[isinstance(v, k) for k in (int, str, list)] for v in values], [
        next(n for n, k in KINDS.items() if isinstance(v, k)) for v in values
    ]


@same(lambda: ("v",))
def except_of_a_chosen_type(key):
    """`except` with a class of a table."""
    kinds = {"v": ValueError, "k": KeyError}
    try:
        raise ValueError(key)
    except kinds[key] as e:
        return str(e)


@same(lambda: (Early(),))
def property_that_raises_attribute_error(o):
    """`__getattr__` is asked after a property raised AttributeError."""
    return o.y, o.z, getattr(o, "y", "default"), hasattr(o, "y")


@same(lambda: (1,))
def property_that_raises_made_inside(n):
    """The same of an object that the program makes, and of a class of its own."""

    class Local:
        @property
        def y(self):
            raise AttributeError("inner")

        def __getattr__(self, name):
            return f"local {name} {n}"

    return Early().y, Local().y, Local().z, getattr(Local(), "y", 0)


@same(lambda: (Strict(),))
def property_that_raises_without_getattr(o):
    """A property that raises AttributeError in a class without `__getattr__`."""
    try:
        o.y
    except AttributeError as e:
        return str(e), getattr(o, "y", "default"), hasattr(o, "y")


@same(lambda: (Reads(),))
def property_that_reads_what_is_missing(o):
    """A property whose body raises AttributeError of another name."""
    try:
        return o.size, o.other
    except AttributeError as e:
        return str(e)


@same(lambda: (Later(),))
def property_that_raises_in_a_base(o):
    """A property that calls one of the base class which raises."""
    return o.y


@same(lambda: (Model(),))
def getattr_of_a_property_of_a_module(m):
    """`getattr` with a default, and `hasattr`, of a property of a module that raises."""
    return getattr(m, "width", "default"), hasattr(m, "width")


@same(lambda: (1,))
def cached_property_that_raises(n):
    """A `cached_property` that raises AttributeError."""

    class C:
        @functools.cached_property
        def y(self):
            raise AttributeError("inner")

    try:
        return C().y
    except AttributeError as e:
        return str(e), getattr(C(), "y", 0), hasattr(C(), "y")


@same(lambda: ("int",))
def uses_of_a_chosen_type(key):
    """`is`, `==`, a call, the name and the text of a type of a table."""
    t = KINDS[key]
    return (
        t is int,
        t == int,
        t("5"),
        t.__name__,
        type(5) is t,
        t in (int, str),
        str(t),
        type(5) == t,
    )


@same(lambda: ("int",))
def chosen_type_is_a_key(key):
    """A type of a table is a key."""
    return KINDS[key] in {int: 1}, {int: "i", str: "s"}[KINDS[key]]


@same(lambda: ("b",))
def calls_of_a_chosen_class(key):
    """A class of the user's of a table is called."""
    kinds = {"b": Base, "d": Derived}
    return (
        kinds[key]().__class__,
        type(kinds[key]()),
        kinds[key].__name__,
        isinstance(kinds[key](), Base),
    )


@same(lambda: (["int", "str"],))
def types_of_a_loop(keys):
    """Types of a table, in a loop."""
    return (
        [KINDS[k].__name__ for k in keys],
        [KINDS[k]("1") for k in keys],
        [KINDS[k] is int for k in keys],
    )


@same(lambda: ([1, "a", 2.0],))
def types_of_values(vs):
    """`type` of the elements of a list, and `isinstance` with it."""
    return (
        [type(v) for v in vs],
        [isinstance(vs[0], type(v)) for v in vs],
        {type(v) for v in vs} == {int, str, float},
    )


@same(lambda: ([1, "a", 2.0],))
def values_of_types(vs):
    """Elements of a list that are of some types."""
    return (
        [v for v in vs if isinstance(v, (int, float))],
        [type(v) in (int, float) for v in vs],
        [type(v).__name__ for v in vs],
    )


@same(lambda: (1, 2))
def isinstance_of_a_type_of_an_argument(a, b):
    """`isinstance` and `issubclass` with the type of an argument."""
    return (
        isinstance(a, type(b)),
        issubclass(type(a), type(b)),
        isinstance(a, (type(b), str)),
        isinstance(a, a.__class__),
    )


@same(lambda: (1, int, (int, str)))
def isinstance_of_an_argument(v, kind, kinds):
    """`isinstance` with a type, and a tuple of types, that are arguments."""
    return isinstance(v, kind), isinstance(v, kinds), issubclass(bool, kind), kind("5")


@same(lambda: ("v",))
def except_of_a_chosen_tuple(key):
    """`except` with a tuple of classes of a table."""
    kinds = {"v": (ValueError, TypeError), "k": KeyError}
    try:
        raise ValueError(key)
    except kinds[key] as e:
        return str(e)


@same(lambda: ("k",))
def except_of_another_class(key):
    """`except` with a class of a table that does not match."""
    kinds = {"v": ValueError, "k": KeyError}
    try:
        try:
            raise ValueError(key)
        except kinds[key] as e:
            return str(e)
    except ValueError:
        return "outer"
