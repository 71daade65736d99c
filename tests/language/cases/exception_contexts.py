"""The context of an exception: what was being handled when it was raised, whoever raised it."""

import contextlib

import torch
from language.harness import case


class Odd(ValueError):
    def __init__(self, what, extra=0):
        super().__init__(what)


def raised_in_handler(x):
    try:
        if x.sum() > 3:
            raise ValueError(1)
        x[7]
    except (IndexError, ValueError):
        raise KeyError(2)


def through_finally(x):
    log = []
    try:
        try:
            x[7]
        except IndexError:
            raise KeyError(len(log))
    finally:
        log.append(x + 1)


def from_one_of_two(x):
    try:
        if x.sum() > 3:
            raise ValueError("large")
        x[7]
    except (IndexError, ValueError) as e:
        raise KeyError(2) from e


def cause_on_one_path(x, i):
    try:
        raise Odd(str(x[-3].item()), i)
    except (ZeroDivisionError, LookupError):
        raise Odd(i) from None
    finally:
        pass


def operation_in_handler(x, y):
    try:
        if len(x) > 3:
            raise ValueError(len(x))
        return x + y
    except ValueError:
        return y[x.long()] + x[9]
    except RuntimeError:
        return y[9]


def operation_in_finally(x, y):
    try:
        if len(x) > 3:
            raise ValueError(len(x))
    finally:
        y = y + x[int(y[0])]
    return y


def caught_far_away(x, y):
    try:
        try:
            raise ValueError(x.shape[0])
        except ValueError:
            y = y + x[len(y)]
            [1, 2][len(y)]
            return y
    except IndexError as e:
        return type(e.__context__).__name__, str(e.__context__), e.__cause__


def inner_context_stays(x):
    try:
        raise KeyError("outer")
    except KeyError:
        try:
            try:
                raise ValueError(len(x))
            except ValueError:
                x[5]
                raise TypeError("other")
        except AttributeError:
            pass


def raised_again(x):
    kept = None
    try:
        x[5]
    except IndexError as e:
        kept = e
    try:
        raise ValueError(len(x))
    except ValueError:
        if kept is not None:
            raise kept
        raise


class Closing:
    def __init__(self, x):
        self.x = x

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        if len(self.x) > 3:
            raise OSError("closing")
        self.x[4]


def raised_by_exit(x):
    with Closing(x):
        raise ValueError("inside")


@contextlib.contextmanager
def wrapping():
    try:
        yield
    except ValueError as e:
        raise RuntimeError("wrapped") from e


def raised_by_manager(x):
    with wrapping():
        if x.sum() > 3:
            raise ValueError("inside")
        x[5]


def lists_in_arguments(x):
    try:
        raise ValueError([x.sum().item(), len(x)])
    except ValueError as e:
        e.args = (1, *e.args)
        if len(x) > 3:
            raise KeyError("k")
        x[6]


def list_grows_in_handler(x):
    try:
        raise ValueError([len(x)])
    except ValueError as e:
        e.args[0].append(x.sum().item())
        if len(x) > 3:
            e.args[0].append("more")
        x[len(x)]


def in_loop(x, n):
    for i in range(n):
        try:
            x[i + 1]
        except IndexError:
            if i > 2:
                raise ValueError(i)
            x[i + 2]


def deep(x, n):
    if n == 0:
        return x[5]
    try:
        return deep(x, n - 1)
    except (IndexError, ValueError) as e:
        raise ValueError(n, str(e))


def reads_context(x):
    try:
        try:
            x[5]
        except IndexError:
            return {}[len(x)]
    except KeyError as e:
        return str(e.__context__), e.__cause__, e.__suppress_context__
    return None


def assertion(x):
    try:
        x[5]
        raise ValueError(1)
    except (IndexError, ValueError):
        assert len(x) > 9, "short"


SHORT, LONG = lambda: torch.arange(2.0), lambda: torch.arange(5.0)
X = lambda: [(SHORT(),), (LONG(),), (torch.arange(8.0),)]  # noqa: E731
N = lambda: [(SHORT(), 3), (LONG(), 1), (LONG(), 7)]  # noqa: E731
Y = lambda: [  # noqa: E731
    (torch.arange(2.0), torch.arange(3.0)),
    (torch.arange(5.0), torch.arange(2.0)),
    (torch.arange(3.0), torch.arange(2.0)),
    (torch.arange(3.0), torch.full((3,), 1.0)),
]

CASES = [
    *(
        case(f, X)
        for f in (
            raised_in_handler,
            through_finally,
            from_one_of_two,
            inner_context_stays,
            raised_again,
            raised_by_exit,
            raised_by_manager,
            lists_in_arguments,
            list_grows_in_handler,
            reads_context,
            assertion,
        )
    ),
    *(case(f, N) for f in (cause_on_one_path, in_loop)),
    *(case(f, Y, message=False) for f in (operation_in_handler, operation_in_finally)),
    case(caught_far_away, Y),
    case(deep, lambda: [(SHORT(), 2), (torch.arange(8.0), 3), (SHORT(), 0)]),
]
