"""Exceptions."""

from limits.entry import differs, limit, raises, refused


class WithValue(ValueError):
    status = 3

    def __init__(self, text, value=None):
        super().__init__(text)
        self.value = value


@limit(raises(AttributeError), lambda: ([1, -1],))
def exception_kept_over_a_loop(xs):
    """An exception of the user's that is kept over a loop, or in a list or dict, loses its attributes."""
    last = None
    for x in xs:
        try:
            if x < 0:
                raise WithValue("x", x)
        except WithValue as e:
            last = e
    return last.value if last else None


@limit(differs("n/a"), lambda: ([1, -1],))
def attribute_of_a_kept_exception(xs):
    """`getattr` with a default of an exception that is kept over a loop gives the default."""
    last = None
    for x in xs:
        try:
            if x < 0:
                raise WithValue("x", x)
        except WithValue as e:
            last = e
    return getattr(last, "value", "n/a")


@limit(refused("LTH0302"), lambda: (0,))
def add_note(n):
    """`add_note` of an exception."""
    try:
        return 1 // n
    except ZeroDivisionError as e:
        e.add_note("a")  # here
        return e.__notes__


@limit(refused("LTH0302"), lambda: (0,))
def suppress_context(n):
    """`__suppress_context__` of an exception that an operation raised."""
    try:
        return 1 // n
    except ZeroDivisionError as e:
        return e.__suppress_context__  # here


@limit(refused("LTH0302"), lambda: (3,))
def code_of_system_exit(n):
    """`code` of a SystemExit, `name` of a NameError."""
    try:
        raise SystemExit(n)
    except SystemExit as e:
        return e.code  # here


@limit(differs(True), lambda: (0,))
def traceback_of_an_exception(n):
    """`__traceback__` of a caught exception is None."""
    try:
        return 1 // n
    except ZeroDivisionError as e:
        return e.__traceback__ is None


@limit(refused("LTH0302"), lambda: (1,))
def hash_of_an_exception(n):
    """`hash` of an exception, and an exception as a key."""
    return len({ValueError(n): hash(ValueError(n))})  # here
