"""What is refused of Python's library at its line, and what of its kin is computed."""

import collections
import dataclasses
import decimal
import hashlib
import inspect
import io
import itertools
import json
import math
import operator
import pprint
import random
import re
import shlex
import textwrap
import types
import typing
import warnings

import torch

from plain_use.row import same

UserId = typing.NewType("UserId", int)


class Texts(list):
    pass


class Mapping(dict):
    pass


class Node:
    def __init__(self, v):
        self.v, self.left, self.right = v, None, None

    def insert(self, v):
        if v < self.v:
            if self.left is None:
                self.left = Node(v)
            else:
                self.left.insert(v)
        elif self.right is None:
            self.right = Node(v)
        else:
            self.right.insert(v)

    def walk(self):
        left = self.left.walk() if self.left else []
        right = self.right.walk() if self.right else []
        return left + [self.v] + right


@same(lambda: (3,))
def seed_of_run_time(n):
    """`random.seed` of a number of run time."""
    random.seed(n)
    return random.random()


@same()
def seed_of_a_constant():
    """`random.seed` of a constant."""
    random.seed(0)
    return random.random()


@same(lambda: ((1, 2),), refused="LTH0302")
def json_of_a_tuple_argument(t):
    """`json.dumps` of a tuple that is an argument."""
    return json.dumps(t)  # here


@same(lambda: (1,), refused="LTH0302")
def json_of_a_tuple_made_inside(n):
    """`json.dumps` of tuples that the program makes."""
    return json.dumps((n, 2)), json.dumps({"a": (n,)}), json.dumps([(n, "x")])  # here


@same(lambda: ({"a": [1, 2.5, None, True]},))
def json_with_indent(d):
    """`json.dumps` with `indent`, `sort_keys` and `separators` of dicts and lists."""
    return (
        json.dumps(d, indent=2),
        json.dumps(d, sort_keys=True, separators=(",", ":")),
        json.dumps([d, d], indent=1),
    )


@same(lambda: (1,), refused="LTH0302")
def json_with_indent_of_tuples(n):
    """`json.dumps` with `indent` of data with tuples."""
    return json.dumps({"a": (n, 2)}, indent=2)  # here


@same(lambda: (["a", "b"],))
def json_of_a_list_subclass(xs):
    """`json.dumps` of a list subclass with texts."""
    return json.dumps(Texts(xs))


@same(lambda: (1,))
def json_of_a_dict_subclass(n):
    """`json.dumps` of a dict subclass with texts."""
    return json.dumps(Mapping(a="x", b=n))


@same(lambda: (1,))
def json_of_subclasses_of_numbers(n):
    """`json.dumps` of subclasses with numbers, of OrderedDict and of defaultdict."""
    return (
        json.dumps(Texts([n])),
        json.dumps(Mapping(a=n)),
        json.dumps(collections.OrderedDict(b=n, a=2)),
    )


@same(lambda: ({"a": [1]},))
def json_that_does_not_fit(d):
    """`json.dumps` of what has no JSON raises."""
    said = []
    for v in ({1, 2}, 1j, object, {(1, 2): 3}):
        try:
            said.append(json.dumps(v))
        except TypeError as e:
            said.append(str(e))
    return said


@same(lambda: ('{"a": [1, 2.5, null]}',))
def json_loads(s):
    """`json.loads` of a text."""
    return json.loads(s)


@same(lambda: ([1, 2],), refused="LTH0302")
def pretty_print(xs):
    """`pprint.pformat` of lists and dicts."""
    return pprint.pformat(xs)  # here


@same(lambda: (Node(1),), refused="LTH0302")
def dir_of_an_object(o):
    """`dir` of an object."""
    return dir(o)  # here


@same(lambda: (5,), refused="LTH0302")
def new_type(n):
    """A call of a NewType."""
    return UserId(n)  # here


@same(lambda: (3,), refused="LTH0302")
def code_of_sys_exit(n):
    """`code` of a SystemExit."""
    try:
        raise SystemExit(n)
    except SystemExit as e:
        return e.code  # here


@same(lambda: (3,), refused="LTH0302")
def name_of_a_name_error(n):
    """`name` of an AttributeError or NameError."""
    try:
        return undefined_name + n  # noqa: F821
    except NameError as e:
        return e.name  # here


@same(lambda: (3,), refused="LTH0302")
def name_of_an_attribute_error(n):
    """`name` and `obj` of an AttributeError."""
    try:
        return n.missing
    except AttributeError as e:
        return e.name  # here


@same(lambda: ([3, 1, 2, 5],))
def tree_of_a_class(vs):
    """A class whose method calls itself, as deep as run time says."""
    root = Node(vs[0])
    for v in vs[1:]:
        root.insert(v)
    return root.walk()


@same(lambda: ([3, 1, 2, 5],))
def tree_of_lists(vs):
    """A search tree made of lists by a nested recursion."""

    def insert(tree, v):
        if not tree:
            return [v, [], []]
        if v < tree[0]:
            return [tree[0], insert(tree[1], v), tree[2]]
        return [tree[0], tree[1], insert(tree[2], v)]

    tree = []
    for v in vs:
        tree = insert(tree, v)
    return tree


@same(lambda: (2,))
def property_of_an_itemgetter(n):
    """A property made of `operator.itemgetter`."""

    class Row(tuple):
        first = property(operator.itemgetter(0))

    return Row((n, 1)).first


@same(lambda: (2,))
def property_of_a_lambda(n):
    """A property made of a lambda and of `operator.attrgetter`."""

    class Row(tuple):
        first = property(lambda self: self[0])

    return Row((n, 1)).first


@same(lambda: (1,), refused="LTH0302")
def local_names(n):
    """`locals()`."""
    return locals()  # here


@same(lambda: (1,), refused="LTH0302")
def class_by_a_call(n):
    """`type(name, bases, dict)`."""
    return type("Made", (Node,), {"k": n})(n).k  # here


@same(lambda: (1,), refused="LTH0302")
def hash_of_an_exception(n):
    """`hash` of an exception."""
    return hash(ValueError(n)) != 0  # here


@same(lambda: (1,), refused="LTH0302")
def text_buffer(n):
    """`io.StringIO`."""
    b = io.StringIO()  # here
    b.write(str(n))
    return b.getvalue()


@same(lambda: ("a 'b c'",), refused="LTH0302")
def split_by_shlex(s):
    """`shlex.split`."""
    return shlex.split(s)  # here


@same(lambda: (1,), refused="LTH0302")
def caught_warnings(n):
    """`warnings.catch_warnings`."""
    with warnings.catch_warnings():  # here
        warnings.simplefilter("ignore")
        return n


@same(lambda: ("1.5",), refused="LTH0302")
def decimal_made_inside(s):
    """A `decimal.Decimal` that the program makes."""
    return str(decimal.Decimal(s) + 1)  # here


@same(lambda: (b"abc",), refused="LTH0302")
def digest(b):
    """`hashlib.md5`."""
    return hashlib.md5(b).hexdigest()  # here


@same(lambda: (1,), refused="LTH0302")
def proxy_of_a_dict(n):
    """`types.MappingProxyType`."""
    return types.MappingProxyType({"a": n})["a"]  # here


@same(lambda: (1,), refused="LTH0302")
def signature_of_a_function(n):
    """`inspect.signature` of a function that the program makes."""
    return str(inspect.signature(lambda a, b=n: a))  # here


@same(lambda: (1,), refused="LTH0302")
def format_by_its_name(n):
    """`x.__format__` by its name."""
    return n.__format__("03d")  # here


@same(lambda: (5,))
def more_dunders_by_their_name(n):
    """`__str__`, `__repr__`, `__iter__` and `__getitem__` by their names."""
    return (
        n.__str__(),
        "a".__repr__(),
        list([n].__iter__()),
        [n].__getitem__(0),
        {"a": n}.__getitem__("a"),
        n.__index__(),
    )


@same(lambda: ("a1b22",))
def regular_expressions(s):
    """Regular expressions on a text of the caller's."""
    return (
        re.findall(r"\d+", s),
        re.sub(r"\d", "#", s),
        re.match("a", s) is not None,
        re.split(r"\d+", s),
    )


@same(lambda: ("  a\n  b",))
def text_wrapping(s):
    """`textwrap.dedent` and `indent`."""
    return textwrap.dedent(s), textwrap.indent("a", "> ")


@same(lambda: ([1, 2, 3],))
def tools_of_iteration(xs):
    """Functions of `itertools` and `math` on a list of the caller's."""
    return (
        list(itertools.chain(xs, xs)),
        list(itertools.pairwise(xs)),
        list(itertools.combinations(xs, 2)),
        list(itertools.zip_longest(xs, [1])),
        [list(g) for _, g in itertools.groupby(xs, key=lambda v: v > 1)],
        math.gcd(*xs[:2]),
    )


@same(lambda: (1,))
def dataclass_functions(n):
    """`asdict`, `astuple`, `replace` and `fields` of a dataclass made inside."""

    @dataclasses.dataclass
    class Point:
        x: int
        y: int = 2

    p = Point(n)
    return (
        dataclasses.asdict(p),
        dataclasses.astuple(p),
        dataclasses.replace(p, y=5).y,
        [f.name for f in dataclasses.fields(p)],
    )


@same(lambda: (torch.ones(2),))
def warning_that_is_given(x):
    """`warnings.warn` outside of a filter."""
    warnings.warn("careful", stacklevel=2)
    return x + 1


@same(lambda: (1,))
def json_of_tuples_made_inside(n):
    """`json.dumps` of tuples in lists and dicts that the program makes."""
    return json.dumps({"a": [n]}), json.dumps([n, "x", None, 1.5]), json.dumps({"a": {"b": [n]}})


@same(lambda: (3,), refused="LTH0304")
def os_error_of_run_time(n):
    """An OSError whose number only run time knows."""
    return OSError(n, "text").errno  # here


@same(lambda: ("name",))
def attributes_of_os_errors(name):
    """`errno`, `strerror` and `filename` of an OSError."""
    e = OSError(2, "text", name)
    return e.errno, e.strerror, e.filename, str(e), e.args, type(e)


@same(lambda: ([1],), refused="LTH0302")
def add_of_a_list_subclass(xs):
    """`super().__add__` of a list subclass."""

    class Vector(list):
        def __add__(self, other):
            return Vector(super().__add__(other))  # here

    return Vector(xs) + [2]


@same(lambda: (5,))
def dunders_by_their_name(n):
    """Special methods by their names."""
    return (
        n.__add__(2),
        n.__eq__(5),
        "a".__len__(),
        [n].__contains__(5),
        n.__lt__(9),
        n.__neg__(),
        n.__index__(),
    )


@same(lambda: (5,), refused="LTH0302")
def bool_by_its_name(n):
    """`n.__bool__()`."""
    return n.__bool__()  # here
