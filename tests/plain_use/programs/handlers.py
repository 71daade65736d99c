"""How a handler is left, contexts that go in circles, and exceptions from outside."""

import contextlib

from plain_use.row import same, steps


class Bad(ValueError):
    def __init__(self, text, value=None):
        super().__init__(text)
        self.value = value


@same(lambda: ([1, 0],))
def handler_left_by_break(vs):
    """The name of a handler is gone after `break`."""
    for v in vs:
        try:
            1 / v
        except ZeroDivisionError as e:
            break
    try:
        return str(e)
    except UnboundLocalError as u:
        return str(u)


@same(lambda: ([1, 0],))
def handler_left_by_break_raises(vs):
    """Reading the name of a handler after `break` leaves the program."""
    for v in vs:
        try:
            1 / v
        except ZeroDivisionError as e:
            break
    print(e)


@same(lambda: ([1, 0],))
def handler_left_by_continue(vs):
    """The name of a handler, set before, is gone after `continue`."""
    e = "before"
    for v in vs:
        try:
            1 / v
        except ZeroDivisionError as e:
            continue
    try:
        return e
    except UnboundLocalError:
        return "gone"


@same(lambda: ([1, 2],))
def handler_not_entered(vs):
    """The name of a handler that is not entered stays."""
    e = "before"
    for v in vs:
        try:
            1 / v
        except ZeroDivisionError as e:
            break
    return e


@same(lambda: ([1, 0],))
def closure_sees_the_name_gone(vs):
    """A closure sees that the name of a handler is gone."""

    def peek():
        try:
            return str(e)
        except NameError as n:
            return str(n)

    for v in vs:
        try:
            1 / v
        except ZeroDivisionError as e:
            inside = peek()
            break
    return inside, peek()


@same(lambda: ([1, 0],))
def while_left_by_break(vs):
    """The name is gone after `break` out of `while True` and of two loops."""
    i = 0
    while True:
        for _ in range(2):
            try:
                1 / vs[i]
            except ZeroDivisionError as e:
                break
        else:
            i += 1
            continue
        break
    try:
        return e, i
    except UnboundLocalError:
        return "gone", i


@same(lambda: ([1, 0],))
def handler_in_with_left(vs):
    """The name is gone after `break` through `with` and `finally`."""
    seen = []
    for v in vs:
        with contextlib.suppress(KeyError):
            try:
                1 / v
            except ZeroDivisionError as e:
                seen.append(str(e))
                break
            finally:
                seen.append("finally")
    try:
        return e
    except UnboundLocalError:
        return seen


@same(lambda: (0,))
def handler_deletes_the_name(v):
    """A handler that deletes or rebinds its name."""
    try:
        1 / v
    except ZeroDivisionError as e:
        del e
    try:
        1 / v
    except ZeroDivisionError as e:
        e = 5
    try:
        return e
    except UnboundLocalError:
        return "gone"


@same(lambda: (1,))
def stop_iteration_of_next(n):
    """A `next` in a generator that ends."""

    def gen(it):
        while True:
            yield next(it)

    try:
        return list(gen(iter([n])))
    except RuntimeError as e:
        return str(e), type(e.__cause__), e.__cause__.args


@same(lambda: (1,))
def value_of_stop_iteration(n):
    """`value` of a StopIteration that a generator's return gives."""

    def gen():
        yield n
        return n + 5

    g = gen()
    next(g)
    try:
        next(g)
    except StopIteration as e:
        return e.value, e.args, str(e)


@same(lambda: (2,))
def circle_of_contexts(n):
    """An exception that is its own context, and another one raised in its handler."""
    try:
        try:
            raise ValueError(n)
        except ValueError as ex:
            ex.__context__ = ex
            raise TypeError(2)
    except TypeError as e:
        return str(e)


@same(lambda: (2,))
def circle_that_leaves(n):
    """The exception raised in such a handler leaves the program."""
    try:
        raise ValueError(n)
    except ValueError as ex:
        ex.__context__ = ex
        raise TypeError(2)


@same(lambda: (2,))
def circle_of_two_contexts(n):
    """Two exceptions that are each other's context."""
    a, b = ValueError(n), KeyError(n)
    a.__context__ = b
    b.__context__ = a
    try:
        try:
            raise a
        except ValueError:
            raise TypeError(3)
    except TypeError as e:
        return str(e), type(e.__context__).__name__


@same(lambda: (2,))
def circle_of_causes(n):
    """An exception that is its own cause."""
    try:
        try:
            raise ValueError(n)
        except ValueError as ex:
            ex.__cause__ = ex
            raise ex
    except ValueError as e:
        return e.__cause__ is e, str(e)


@same(lambda: (2,))
def raised_from_itself(n):
    """An exception raised from itself."""
    try:
        raise ValueError(n)
    except ValueError as ex:
        try:
            raise ex from ex
        except ValueError as e:
            return e is ex, e.__cause__ is e, e.__context__ is e


@same(lambda: (ValueError("x"),))
def exception_argument(e):
    """An exception is an argument."""
    return str(e)


@same(lambda: (KeyError(),))
def exception_argument_of_nothing(e):
    """An exception without arguments is an argument."""
    return str(e), e.args


@same(lambda: ([ValueError("x")],))
def exception_in_a_list_argument(es):
    """An exception is an element of an argument."""
    return str(es[0])


@same(lambda: (Bad("x", 5),))
def exception_argument_of_the_user(e):
    """An exception of the user's is an argument."""
    return e.value


@same(lambda: (ValueError("x"),))
def raise_an_exception_argument(e):
    """An exception that is an argument is raised."""
    raise e


@same(lambda: (ValueError("x"), 1))
def exception_argument_that_is_not_read(e, n):
    """An exception is an argument that only its type is asked of."""
    return isinstance(e, ValueError), n + 1


@same(lambda: (ValueError,))
def exception_class_argument(cls):
    """A class of exceptions is an argument."""
    try:
        raise cls("x")
    except ValueError as e:
        return str(e), type(e) is cls


@steps()
def exception_in_a_closure(door):
    """An exception of outside in a closure."""
    e = ValueError("x", 2)
    return door.compile(lambda: (str(e), e.args, repr(e)))()


@steps()
def exception_attribute_of_an_object(door):
    """An exception of outside in an attribute."""

    class Box:
        pass

    box = Box()
    box.error = Bad("x", 5)
    return door.compile(lambda b: (str(b.error), b.error.value))(box)


@same(lambda: (1,))
def stop_iteration_of_a_generator(n):
    """StopIteration that a generator raises becomes RuntimeError."""

    def gen():
        yield n
        raise StopIteration

    try:
        return list(gen())
    except RuntimeError as e:
        return str(e), type(e.__cause__).__name__, e.__cause__.args


@same(lambda: (3,))
def tries_until_it_works(n):
    """A loop that tries until it works, or raises what it caught last."""

    def work(i):
        if i < 5:
            raise ValueError(i)
        return i

    i = 0
    while True:
        try:
            return work(i)
        except ValueError:
            if i >= n:
                raise
            i += 1


@same(lambda: (3,))
def raised_with_a_kept_cause(n):
    """What was caught last is the cause of what is raised."""
    last = None
    for i in range(n):
        try:
            raise Bad("bad", i)
        except Bad as e:
            last = e
    try:
        raise RuntimeError("all failed") from last
    except RuntimeError as e:
        return str(e), type(e.__cause__).__name__, str(e.__cause__), e.__cause__.args


@same(lambda: ([2, -1],))
def raised_if_there_is_one(xs):
    """What was caught last is raised if there is something."""
    last = None
    for x in xs:
        try:
            if x < 0:
                raise Bad("bad", x)
        except Bad as e:
            last = e
    if last is not None:
        raise last
    return "fine"


@same(lambda: ([],))
def raise_what_is_none(xs):
    """What was never caught is raised."""
    last = None
    for x in xs:
        last = ValueError(x)
    raise last


@same(lambda: (5,))
def raise_what_is_no_exception(n):
    """A number, a text and a class that is no exception are raised."""
    said = []
    for v in (n, "text", int, None):
        try:
            raise v
        except TypeError as e:
            said.append(str(e))
    return said


@same(lambda: ([1],))
def raise_one_of_two(xs):
    """One of two exceptions that a loop chooses is raised."""
    last = ValueError("none")
    for x in xs:
        last = KeyError(x)
    raise last


@same(lambda: ({"a": ValueError, "b": KeyError}, "a"))
def raise_a_chosen_class(kinds, k):
    """A class that only run time chooses is raised with an argument."""
    raise kinds[k]("x")


@same(lambda: (1,))
def call_a_class_of_a_loop(n):
    """A class that a loop sets, before None, is called and raised."""
    kind = None
    for _ in range(n):
        kind = ValueError
    raise kind("x")


@same(lambda: ([1],))
def cause_of_a_loop(xs):
    """The cause is what a loop left, or None."""
    cause = None
    for x in xs:
        cause = ValueError(x)
    raise KeyError("k") from cause
