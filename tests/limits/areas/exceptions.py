"""Exceptions."""

from limits.entry import differs, limit, raises, refused


@limit(refused("LTH0302"), lambda: (b"\xff",))
def text_of_what_could_not_be_decoded(b):
    """The text of a UnicodeDecodeError or of another class of C with a text that is not of its arguments (a SyntaxError with
    its place, an ExceptionGroup)."""
    try:
        return b.decode()
    except UnicodeDecodeError as e:
        return str(e)  # here


@limit(differs(), lambda: ([1],))
def arguments_of_an_error_of_a_loop(xs):
    """`args` of an OSError with a file that is kept over a loop hold the file, too."""
    kept = []
    for _ in xs:
        try:
            raise OSError(2, "No", "f.txt")
        except OSError as e:
            kept.append(e)
    return [e.args for e in kept]


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
    """`hash` of an exception."""
    return hash(ValueError(n))  # here


@limit(raises(TypeError), lambda: (1,))
def function_in_an_exception(n):
    """A function that the program makes, within an exception that leaves it, raises TypeError; so does a weak reference."""
    raise ValueError(lambda: n)


@limit(refused("LTH0300"), lambda: (3,))
def attributes_of_what_an_operation_raised(n):
    """Attributes of a caught exception which an operation raised; `args`, `__cause__` and `__context__` are set."""
    try:
        return int(f"{n}x")
    except ValueError as error:
        error.number = n  # here
        raise


@limit(refused("LTH0300"), lambda: (1,))
def attributes_of_built_in_exceptions(n):
    """An attribute of an exception of a built-in class that leaves the program, or is kept in a container of run time."""
    error = KeyError(n)
    error.number = n
    raise error  # here
