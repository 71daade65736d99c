"""Python's standard library."""

import contextvars
import decimal
import hashlib
import inspect
import io
import json
import os
import random
import threading
import time
import warnings

from limits.entry import limit, prose, refused, script

LOCAL = threading.local()
LOCK = threading.Lock()
VARIABLE = contextvars.ContextVar("variable", default=1)


@script(refused("LTH0302"))
def attribute_of_thread_local(door):
    """An attribute of `threading.local`."""
    LOCAL.v = 1
    return door.compile(lambda: LOCAL.v)()  # here


class Local(threading.local):
    def __init__(self):
        self.stack = []


OWN_LOCAL = Local()


@script(refused("LTH0315"))
def object_of_a_thread(door):
    """An object of a subclass of `threading.local`."""
    return door.compile(lambda: len(OWN_LOCAL.stack))()  # here


@limit(refused("LTH0302"), lambda: (1,))
def lock_with_a_time_limit(n):
    """A lock of `threading` with a time limit."""
    return LOCK.acquire(timeout=0.1)  # here


@limit(refused("LTH0302"), lambda: (1,))
def lock_made_inside(n):
    """A lock of `threading` that the program makes."""
    with threading.Lock():  # here
        return n


@limit(refused("LTH0302"), lambda: ("v",))
def set_environment(v):
    """Setting a variable of `os.environ`."""
    os.environ["LITH_LIMIT"] = v  # here
    return v


@limit(refused("LTH0302"), lambda: (1,))
def context_variable(n):
    """`ContextVar.get` and `set`."""
    return VARIABLE.get() + n  # here


@limit(refused("LTH0302"), lambda: (1,))
def state_of_random(n):
    """`random.getstate` and `random.setstate`, and so copies of a `random.Random`."""
    state = random.getstate()  # here
    return len(state) + n


@limit(refused("LTH0302"), lambda: (1,))
def long_seed_of_random(n):
    """`random.seed` of a text, or of an int past 63 bits."""
    random.seed("a")  # here
    return random.random() + n


@limit(refused("LTH0302"), lambda: ((1, 2),))
def json_of_a_tuple(t):
    """`json.dumps` of a tuple that is an argument, or with `indent` of data with tuples."""
    return json.dumps(t)  # here


@limit(refused("LTH0302"), lambda: ("a",))
def string_io(s):
    """`io.StringIO`, and with it `redirect_stdout` and `shlex`."""
    out = io.StringIO()  # here
    out.write(s)
    return out.getvalue()


@limit(refused("LTH0302"), lambda: (1,))
def catch_warnings(n):
    """`warnings.catch_warnings`."""
    with warnings.catch_warnings():  # here
        return n


@limit(refused("LTH0302"), lambda: ("1.5",))
def decimal_made_inside(s):
    """A `decimal.Decimal` that the program makes."""
    return decimal.Decimal(s) + 1  # here


@limit(refused("LTH0302"), lambda: ("a",))
def hash_of_a_text(s):
    """`hashlib`."""
    return hashlib.sha256(s.encode()).hexdigest()  # here


@limit(refused("LTH0302"), lambda: (1,))
def local_time(n):
    """`time.localtime` and `strftime`."""
    return time.localtime().tm_year  # here


@limit(refused("LTH0302"), lambda: (1,))
def opens_a_file(n):
    """`open` and `input`."""
    return open("/nonexistent/file")  # here


@limit(refused("LTH0302"), lambda: (1,))
def starts_a_thread(n):
    """Threads and processes that the program starts."""
    threading.Thread(target=print).start()  # here
    return n


@limit(refused("LTH0302"), lambda: (1,))
def signature(n):
    """`inspect.signature` of a function that the program makes."""

    def f(a, b=1):
        return a

    return len(inspect.signature(f).parameters)  # here


prose(
    __name__,
    "`tqdm` and `trange` draw a bar of ten blocks; `ncols`, `bar_format`, `position` and `file` are not looked at.",
    "drawing on the error output",
)
