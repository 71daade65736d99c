"""Exceptions: what they keep, what they are not, and their text."""

import copy

import torch

from plain_use.row import same


class Bad(ValueError):
    status = 3

    def __init__(self, text, value=None):
        super().__init__(text)
        self.value = value


class Worse(Bad):
    status = 4

    def describe(self):
        return f"{self.args[0]} {self.value}"


class Plain(Exception):
    level = 7


class Coded(Exception):
    def __str__(self):
        return f"code {self.args[0]}"

    def __repr__(self):
        return f"Coded<{self.args[0]}>"


@same(lambda: ([1, -1],))
def value_read_in_the_handler(xs):
    """Attributes of an exception that are read where it is caught."""
    found = []
    for x in xs:
        try:
            if x < 0:
                raise Worse("x", x)
        except Bad as e:
            found.append(
                (e.value, e.status, e.describe(), getattr(e, "value", "n/a"), hasattr(e, "other"))
            )
    return found


@same(lambda: ([1, -1, -2],))
def texts_of_exceptions_in_a_list(xs):
    """Texts and types of exceptions that a list holds."""
    errors = []
    for x in xs:
        try:
            if x < 0:
                raise Bad("x", x)
            if x == 1:
                raise KeyError("k")
        except Exception as e:
            errors.append(e)
    return (
        [str(e) for e in errors],
        [type(e).__name__ for e in errors],
        len(errors),
        errors[0].args,
        str(errors),
    )


@same(lambda: (-1,))
def kept_on_a_branch(x):
    """An exception that is kept on one of two paths."""
    last = None
    try:
        if x < 0:
            raise Bad("x", x)
    except Bad as e:
        last = e
    return last.value if last is not None else None


@same(lambda: (-1,))
def kept_of_two_kinds(x):
    """One of two exceptions is kept."""
    last = None
    try:
        if x < 0:
            raise Bad("x", x)
        raise KeyError(x)
    except (Bad, KeyError) as e:
        last = e
    return str(last), last.args, type(last).__name__, getattr(last, "value", "n/a")


@same(lambda: (-1,))
def returned_from_a_helper(x):
    """An exception that a helper gives back."""

    def attempt(v):
        try:
            if v < 0:
                raise Bad("x", v)
        except Bad as e:
            return e
        return None

    e = attempt(x)
    return e.value, e.status, str(e)


@same(lambda: ("a",))
def percent_of_an_exception(k):
    """A caught exception is the single operand of `%`."""
    try:
        return {}[k]
    except KeyError as e:
        return "missing: %s" % e, "%r" % e, "%s" % (e,), f"{e} {e!r}", "{}".format(e), str(e)


@same(lambda: ("a",))
def percent_of_made_exceptions(k):
    """Exceptions that are not raised are the single operand of `%`."""
    return (
        "%s" % ValueError(k, "m"),
        "%s" % ValueError(),
        "%s" % ValueError(k),
        "%r" % ValueError(),
        "%s" % OSError(2, k),
    )


@same(lambda: ("a",))
def percent_of_exceptions_of_the_user(k):
    """Exceptions with a text of their own are the single operand of `%`."""
    return (
        "%s" % Coded(k),
        "%r" % Coded(k),
        "%s" % Bad(k, 1),
        "%r" % Bad(k, 1),
        "%r" % Plain(k, 1),
        "%10s|" % Coded(k),
    )


@same(lambda: (1,))
def unpack_an_exception(n):
    """Unpacking of an exception."""
    try:
        a, b = ValueError(n, 2)
    except TypeError as e:
        return str(e)
    return a, b


@same(lambda: (1,))
def match_an_exception(n):
    """Patterns of sequences, classes and mappings, of an exception."""
    e = ValueError(n, 2)
    match e:
        case [a, b]:
            return "sequence"
        case {"a": 1}:
            return "mapping"
        case tuple():
            return "tuple"
        case ValueError(args=(1, 2)):
            return "args"
        case _:
            return "other"


@same(lambda: (1,))
def compare_exceptions(n):
    """Exceptions are equal only to themselves."""
    e = ValueError(n)
    return (
        e == e,
        e == ValueError(n),
        e != ValueError(n),
        e in [e],
        ValueError(n) in [e],
        e == (n,),
        not e,
        [e].index(e),
    )


@same(lambda: (torch.tensor([1.0]),))
def tensor_in_an_exception(x):
    """A tensor is the argument of an exception that is kept."""
    last = None
    for i in range(2):
        try:
            raise ValueError("bad", x + i)
        except ValueError as e:
            last = e
    return last.args[1]


@same(lambda: ([1, -1],))
def text_of_one_kept_over_a_loop(xs):
    """The text, arguments and class of an exception that is kept over a loop."""
    last = None
    for x in xs:
        try:
            if x < 0:
                raise Bad("x", x)
        except Bad as e:
            last = e
    kinds = isinstance(last, ValueError), isinstance(last, Bad), isinstance(last, KeyError)
    return str(last), last.args, last is None, type(last).__name__, repr(last), f"{last!r}", kinds


@same(lambda: (3,))
def attributes_of_the_last_of_a_range(n):
    """Attributes of the last of exceptions that every trip raises."""
    last = None
    for i in range(n):
        try:
            raise Worse("x", i)
        except Bad as e:
            e.extra = i
            last = e
    return last.value, last.status, last.describe(), last.extra, str(last), type(last)


@same(lambda: (3,))
def texts_of_the_last_of_a_range(n):
    """The text of the last of exceptions that have a text of their own."""
    last = None
    for i in range(n):
        try:
            raise Coded(i)
        except Coded as e:
            last = e
    return str(last), repr(last), f"{last}", "%s" % last


@same(lambda: (3,))
def os_error_of_a_range(n):
    """`errno` of the last of exceptions that every trip raises."""
    last = None
    for _ in range(n):
        try:
            raise OSError(2, "gone", "f")
        except OSError as e:
            last = e
    return str(last), last.errno


@same(lambda: (3,))
def chain_of_a_kept_exception(n):
    """`__cause__` and `__context__` of an exception that is kept over a loop."""
    last = None
    for i in range(n):
        try:
            try:
                raise KeyError(i)
            except KeyError as k:
                raise ValueError(i) from k
        except ValueError as e:
            last = e
    return str(last.__cause__), type(last.__context__).__name__


@same(lambda: (3,))
def match_a_kept_exception(n):
    """A pattern of a class and its arguments, of an exception that is kept."""
    last = None
    for i in range(n):
        try:
            raise ValueError("x", i)
        except ValueError as e:
            last = e
    match last:
        case ValueError(args=a):
            return a
        case None:
            return "none"


@same(lambda: (3,))
def kept_exception_is_a_result(n):
    """An exception that is kept over a loop is the result."""
    last = None
    for i in range(n):
        try:
            raise ValueError("x", i)
        except ValueError as e:
            last = e
    return last


@same(lambda: (3,))
def raise_one_of_a_list(n):
    """One of a list of exceptions is raised."""
    errors = []
    for i in range(n):
        try:
            raise ValueError(i)
        except ValueError as e:
            errors.append(e)
    raise errors[0]


@same(lambda: ("a",))
def percent_with_two_places(k):
    """A template with two places, or none, and one exception."""
    said = []
    for f in (lambda: "%s %s" % ValueError(k, "m"), lambda: "none" % ValueError(k, "m")):  # noqa: F507
        try:
            said.append(f())
        except TypeError as e:
            said.append(str(e))
    return said


@same(lambda: ("a",), refused="LTH0302")
def percent_d_of_an_exception(k):
    """`%d` of an exception."""
    return "%d" % ValueError(k)  # here


@same(lambda: ("a",))
def template_of_run_time_and_an_exception(k):
    """A template of run time and one exception."""
    return (k + " %s") % ValueError(k)


@same(lambda: (1,))
def exception_is_no_sequence(n):
    """`len`, iteration, an index, membership, `+` and `*` of an exception."""
    e = ValueError(n, 2)
    said = []
    for f in (
        len,
        list,
        tuple,
        sum,
        iter,
        sorted,
        max,
        min,
        enumerate,
        reversed,
        dict,
        set,
        int,
        float,
        abs,
    ):
        try:
            said.append(f(e))
        except TypeError as error:
            said.append(str(error))
    return said


@same(lambda: (1,))
def operators_of_an_exception(n):
    """Operators and methods that take a sequence, given an exception."""
    e = ValueError(n, 2)
    said = []
    for f in (
        lambda v: v[0],
        lambda v: v[:1],
        lambda v: 1 in v,
        lambda v: v + (1,),
        lambda v: (1,) + v,
        lambda v: v * 2,
        lambda v: v < v,
        lambda v: [].extend(v),
        lambda v: zip(v),
        lambda v: all(v),
        lambda v: [1][v],
        lambda v: -v,
    ):
        try:
            said.append(f(e))
        except TypeError as error:
            said.append(str(error))
    return said


@same(lambda: (0,))
def iterate_over_a_caught_exception(n):
    """`for` over a caught exception, its truth and type."""
    try:
        1 // n
    except ZeroDivisionError as e:
        try:
            for _ in e:
                return "went"
        except TypeError:
            pass
        return isinstance(e, tuple), bool(e), e == e.args, issubclass(type(e), ArithmeticError)


@same(lambda: (0,))
def compare_a_caught_exception(n):
    """A caught exception compared with another one."""
    try:
        1 // n
    except ZeroDivisionError as e:
        return (
            e == ZeroDivisionError("division by zero"),
            e == e,
            e is e,
            e in (e,),
            e.__class__ is ZeroDivisionError,
        )


@same(lambda: (0,))
def mro_of_a_known_exception(n):
    """`__mro__` of classes of exceptions that are known."""
    return (
        int.__mro__,
        Bad.__mro__[1],
        ValueError.__mro__,
        type(ValueError(n)).__mro__[1],
        type(n).__mro__[0],
    )


@same(lambda: (0,))
def classes_as_keys(n):
    """Classes of exceptions are keys."""
    d = {ValueError: 1}
    return d[ValueError], {type(ValueError(n)): 2}[ValueError], KeyError in d


@same(lambda: (2,), refused="LTH0302")
def copy_an_exception(n):
    """`copy.copy` of an exception."""
    return str(copy.copy(ValueError(n)))  # here
