"""Lists, dicts, sets and tuples."""

import array
import collections
import copy
import functools
import itertools
import json
import types

import torch

from limits.entry import differs, limit, prose, raises, refused, script


@limit(raises(RuntimeError), lambda: (lambda t: (t, [t, torch.zeros(2)]))(torch.ones(2)))
def tensor_that_is_an_argument_and_an_element(t, ts):
    """`in`, `index`, `==` and keys of a tensor of several elements that is an argument and stands in a list of run time, or
    twice there: eager finds the same object, Lith asks its elements."""
    return t in ts


@limit(refused("LTH0302"), lambda: (array.array("i"),))
def truth_of_an_array(a):
    """The truth, text or comparison of an `array.array`, a `bytearray` or a `memoryview` from outside."""
    return bool(a)  # here


@limit(refused("LTH0302"), lambda: ({"a": 1, "b": 2}.values(),))
def view_as_an_argument(values):
    """A view of a dict (`values`, `keys`, `items`) as an argument."""
    return list(values)  # here


@limit(refused("LTH0302"), lambda: (3,))
def mapping_proxy(n):
    """`types.MappingProxyType` of a dict of the program's."""
    return types.MappingProxyType({"a": n})["a"]  # here


@limit(differs(), lambda: (1,))
def star_of_an_iterator(n):
    """`a, *b = x` of an iterator whose `__iter__` starts anew goes on; Python starts again for `b`."""

    class Count:
        def __init__(self):
            self.i = 0

        def __iter__(self):
            self.i = 0
            return self

        def __next__(self):
            self.i += n
            if self.i > 3:
                raise StopIteration
            return self.i

    a, *b = Count()
    return a, b


@limit(differs(), lambda: (1,))
def maxlen_can_be_set(n):
    """`maxlen` of a `deque` can be set; Python raises AttributeError."""
    d = collections.deque([n])
    d.maxlen = 3
    return d.maxlen


@limit(raises(TypeError), lambda: (5,))
def star_of_a_number(n):
    """`[*5]` raises TypeError in other words."""
    return [*n]


@script(refused(""))
def sixty_five_shapes(door):
    """Dicts that have other keys in each call, tuples and sets of other lengths take a program each: the 65th
    is refused."""
    f = door.compile(lambda t: len(t))
    return [f((1,) * i) for i in range(70)]


@limit(refused("LTH0302"), lambda: (3,))
def deepcopy_of_nested_tuples(n):
    """`copy.deepcopy` of tuples that a loop puts into tuples, as deep as run time says."""

    class Leaf:
        pass

    t = (Leaf(),)
    for _ in range(n):
        t = (t,)
    return copy.deepcopy(t)  # here


@limit(refused("LTH0302"), lambda: (3,))
def deepcopy_of_nested_objects(n):
    """`copy.deepcopy` of objects that hold objects of their class, as deep as run time says; `dataclasses.asdict` and `astuple` of them."""

    class Link:
        def __init__(self, rest):
            self.rest = rest

    chain = None
    for _ in range(n):
        chain = Link(chain)
    return copy.deepcopy(chain)  # here


@limit(refused("LTH0302"), lambda: (3,))
def deepcopy_of_nested_lists(n):
    """`copy.deepcopy` of lists or dicts that a loop puts into one another, as deep as run time says."""
    xs = [0]
    for i in range(n):
        xs = [i, xs]
    return copy.deepcopy(xs)  # here


@script(refused("LTH0307"))
def write_behind_a_mapping_proxy(door):
    """A `MappingProxyType` of before the call, where the program writes a dict of before the call, which may be the one behind it."""
    mapping = {"a": 1}
    proxy = types.MappingProxyType(mapping)

    def f(n):
        mapping["a"] = n
        return proxy["a"]  # here

    return door.compile(f)(2)


@limit(differs(), lambda: (1,))
def replaced_key_while_iterating(n):
    """A dict of one entry whose only key is replaced while it is iterated over ends the loop; Python
    raises RuntimeError."""
    d = {n: n}
    for k in d:
        del d[k]
        d[k + 1] = 1
    return d


prose(
    __name__,
    "The order of a set is Python's but for known sets of five or more constants that lost elements, displays of "
    "constants that a `for` goes over, sets made of dicts of five or more keys, sets of the caller's that the program "
    "changes, and sets of classes, dtypes, devices or members of enums. In a loaded program texts have hashes of that process.",
    "CPython's own order depends on the process and on whether the module was compiled or read from its cache",
)


prose(
    __name__,
    "A tuple, a frozenset or a size of constants that two paths or a `copy` give is equal, and may be"
    " another object than in Python; `copy.copy` of a module, a `finfo`, a path, a method, a generic alias"
    " or a partial is the object itself.",
    "the matrix of kinds shows which cells (tests/matrix/known.py)",
)


prose(
    __name__,
    "A set of a subclass that only some paths have is not looked for in a set; the hash of a named result, and a list with `remove` of a tensor that has no elements, of some paths, differ.",
    "the matrix of kinds shows which cells (tests/matrix/known.py)",
)


class Short(list):
    def __len__(self):
        return 3


@limit(differs(), lambda: (1,))
def subclass_of_list_in_json(n):
    """`json.dumps`, functions of NumPy and `match` of an instance of a subclass of list with methods of its own read it by its methods."""
    return json.dumps(Short()) + str(n)


@limit(differs(), lambda: ([float(i * 37 % 101) if i % 7 else float("nan") for i in range(200)],))
def many_without_an_order(xs):
    """`sorted` of 64 elements and more of which NaN, or another `<` that is no total order, leaves the order open."""
    return repr(sorted(xs))


@limit(differs(), lambda: ([3, 1, 2],))
def greatest_by_a_comparison(xs):
    """`max` with `key=functools.cmp_to_key(f)` calls `f` with its operands exchanged."""
    seen = []

    def compare(a, b):
        seen.append((a, b))
        return a - b

    return max(xs, key=functools.cmp_to_key(compare)), seen


@limit(differs(), lambda: (float("nan"),))
def nan_as_a_key(x):
    """NaN as a key is another one each time; in a tuple that is a key, all NaN are one. Python goes by the object."""
    y = x * 2
    return {y: 1}.get(y), len({(x, 1), (y, 1)})


class Veiled(dict):
    def keys(self):
        return ["z"]

    def __iter__(self):
        return iter(["z"])


@limit(differs(), lambda: (1,))
def union_of_a_dict_that_is_veiled(n):
    """`d | {...}` of a subclass of dict with `keys` or `__iter__` of its own takes what is in it; Python takes what those give."""
    return sorted(dict(Veiled(a=n) | {"b": 1}))


class Compared:
    def __init__(self, value, seen):
        self.value = value
        self.seen = seen

    def __eq__(self, other):
        self.seen.append((self.value, other.value))
        return self.value == other.value


@limit(differs(), lambda: (2,))
def comparisons_of_groupby(n):
    """`itertools.groupby` compares a group's key with the next one, once; Python the other way round, and again."""
    seen = []
    items = [Compared(1, seen), Compared(1, seen), Compared(n, seen)]
    return [len(list(group)) for _, group in itertools.groupby(items)], seen


class Counted:
    def __init__(self):
        self.asked = 0

    def __len__(self):
        self.asked += 1
        return 2

    def __iter__(self):
        return iter([1, 2])


@limit(differs(), lambda: (2,))
def length_as_a_hint(n):
    """`list(x)` and `[*x]` do not ask `x` for its length, which Python takes as a hint."""
    counted = Counted()
    return list(counted), [*counted], counted.asked


@limit(differs(), lambda: ([3, 1],))
def sort_that_its_key_changes(xs):
    """A list that its `key` appends to while it is sorted raises ValueError, and keeps what was appended; Python's does not."""

    def key(x):
        xs.append(x)
        return x

    try:
        xs.sort(key=key)
    except ValueError:
        return xs


class Five:
    def __index__(self):
        return 5


@limit(raises(TypeError), lambda: (1,))
def width_by_index(n):
    """An object with `__index__` as the width of `str.center`, or the count of `itertools.repeat`."""
    return "ab".center(Five())
