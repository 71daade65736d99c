"""Objects of libraries that change, without being replaced, between two calls."""

import collections
import ctypes
import io
import itertools
import os
import pathlib
import queue
import threading
import types
import weakref
import xml.etree.ElementTree as tree

import numpy as np

from plain_use.row import same, steps


def twice(door, program, thing, change):
    """What the program says of the thing before and after it changes."""
    f = door.compile(program)
    first = f(thing)
    change(thing)
    return first, f(thing)


@steps()
def value_of_a_c_number(door):
    """`value` of a number of `ctypes`."""
    return twice(door, lambda o: o.value, ctypes.c_int(3), lambda o: setattr(o, "value", 5))


@steps(refused="LTH0302")
def text_of_an_element(door):
    """`text` and `attrib` of an element of XML."""

    def change(o):
        o.text = "t"
        o.set("k", "2")

    texts = lambda o: (o.text, o.attrib["k"], o.tag)  # here  # noqa: E731
    return twice(door, texts, tree.Element("a", k="1"), change)


@steps(refused="LTH0302")
def length_of_an_element(door):
    """The length of an element of XML."""
    f = door.compile(lambda o: len(o))  # here
    return f(tree.Element("a"))


@steps(refused="LTH0302")
def lock_is_asked(door):
    """A lock is asked whether it is held."""
    f = door.compile(lambda o: o.locked())  # here
    return f(threading.Lock())


@steps(refused="LTH0302")
def text_of_a_lock(door):
    """The text of a lock says whether it is held."""
    f = door.compile(lambda o: "unlocked" in str(o))  # here
    return f(threading.Lock())


@steps()
def event_is_asked(door):
    """An event is set."""
    return twice(door, lambda o: o.is_set(), threading.Event(), lambda o: o.set())


@steps()
def queue_is_asked(door):
    """A queue gets an element."""
    return twice(door, lambda o: (o.empty(), o.qsize()), queue.Queue(), lambda o: o.put(1))


@steps(refused="LTH0302")
def simple_queue_is_asked(door):
    """A queue that is written in C is asked for its size."""
    f = door.compile(lambda o: o.qsize())  # here
    return f(queue.SimpleQueue())


@steps(refused="LTH0302")
def text_of_a_record(door):
    """The text of a record of NumPy."""
    f = door.compile(lambda o: str(o))  # here
    return f(np.zeros(1, dtype=[("a", "i4")])[0])


@steps()
def array_without_dimensions(door):
    """An array without dimensions, which is an argument, is filled."""
    return twice(door, lambda o: (o == 1, bool(o), o + 1), np.array(1), lambda o: o.fill(0))


@steps()
def array_as_an_argument(door):
    """An array that is an argument is written."""
    return twice(door, lambda o: (o[0] == 1, o.sum(), o * 2), np.array([1, 2]), lambda o: o.fill(0))


@steps()
def read_only_view(door):
    """The dict behind a read-only view changes."""
    d = {"a": 1}
    return twice(
        door,
        lambda o: (o["a"], len(o), str(o), "b" in o),
        types.MappingProxyType(d),
        lambda o: d.update(a=2, b=3),
    )


@steps()
def counter_grows(door):
    """A counter counts more."""
    start = collections.Counter("aab")
    return twice(
        door,
        lambda o: (o["a"], str(o), o == start, o.total()),
        start.copy(),
        lambda o: o.update("a"),
    )


@steps()
def ordered_dict_grows(door):
    """An ordered dict gets an entry, and another one has another order."""
    empty, od = collections.OrderedDict(), collections.OrderedDict(b=1, a=2)
    f = door.compile(lambda o: (str(o), list(o), next(iter(o))))
    return (
        twice(door, lambda o: (str(o), bool(o), len(o)), empty, lambda o: o.update(a=1)),
        f(collections.OrderedDict(a=1, b=2)),
        f(od),
    )


@steps()
def deque_grows(door):
    """A deque gets an element, and is turned."""

    def change(o):
        o.append(1)
        o.rotate(1)

    one = collections.deque([1])
    return (
        twice(door, lambda o: (str(o), bool(o), o == one), collections.deque(), change),
        twice(door, lambda o: (list(o), o[0]), collections.deque([1, 2, 3]), change),
    )


@steps()
def chain_of_dicts_changes(door):
    """A dict within a chain of dicts changes."""
    d = {"a": 1}
    return twice(
        door,
        lambda o: (o["a"], len(o), "b" in o),
        collections.ChainMap({}, d),
        lambda o: d.update(a=2, b=3),
    )


@steps()
def namespace_changes(door):
    """A namespace changes."""
    return twice(
        door, lambda o: (str(o), o.a), types.SimpleNamespace(a=1), lambda o: setattr(o, "a", 2)
    )


@steps()
def arguments_of_an_exception(door):
    """`args` of an exception are set."""
    return twice(
        door, lambda o: (str(o), o.args), ValueError("a"), lambda o: setattr(o, "args", ("b",))
    )


@steps()
def weak_dictionary_loses_an_entry(door):
    """A dict of weak references loses an entry."""

    class P:
        pass

    d, p = weakref.WeakValueDictionary(), P()
    d["a"] = p
    f = door.compile(lambda: len(d))
    first = f()
    del p
    return first, f()


@steps()
def file_is_closed(door):
    """A text in memory is closed."""
    return twice(door, lambda o: o.closed, io.StringIO("a"), lambda o: o.close())


@steps(refused="LTH0302")
def contents_of_a_file(door):
    """The contents of a text in memory."""
    f = door.compile(lambda o: o.getvalue())  # here
    return f(io.StringIO("a"))


@steps(refused="LTH0302")
def text_of_an_iterator(door):
    """The text of an iterator of `itertools`."""
    f = door.compile(lambda o: str(o))  # here
    return f(itertools.count())


@same(lambda: ("/",), refused="LTH0302")
def file_exists(path):
    """`os.path.exists` of an argument."""
    return os.path.exists(path)  # here


@same(lambda: (pathlib.Path("/"),), refused="LTH0302")
def path_exists(path):
    """`exists` of a path that is an argument."""
    return path.exists()  # here
