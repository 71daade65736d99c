"""Arguments, causes and contexts that are assigned to exceptions, whoever raised them."""

from language.harness import case


class Own(Exception):
    pass


def raised(k):
    if k == 0:
        return int("q")
    if k == 1:
        raise KeyError(k)
    if k == 2:
        raise Own(k)
    return k


def cause(k):
    try:
        return raised(k)
    except Exception as error:
        error.__cause__ = ValueError("cause")
        raise


def no_cause(k):
    try:
        return raised(k)
    except (ValueError, KeyError, Own) as error:
        error.__cause__ = None
        raise


def context(k):
    try:
        return raised(k)
    except Exception as error:
        error.__context__ = KeyError("context")
        raise


def cause_of_one_path(k):
    error = Own(k)
    if k > 1:
        error.__cause__ = TypeError(k)
    raise error


def no_exception(k):
    try:
        return raised(k)
    except Exception as error:
        error.__cause__ = k
        raise


def read(k):
    try:
        return raised(k)
    except Exception as error:
        error.__cause__ = ValueError("cause")
        return repr(error.__cause__), repr(error)


def arguments(k):
    try:
        return raised(k)
    except Exception as error:
        error.args = (f"at {k}", str(error))
        raise


def arguments_read(k):
    try:
        return raised(k)
    except (ValueError, KeyError, Own) as error:
        error.args = "new", k
        return error.args, str(error), repr(error)


def arguments_of_kept(k):
    kept = []
    for i in range(k):
        try:
            raised(i)
        except Exception as error:
            error.args = (i, "kept")
            kept.append(error)
    return [repr(error) for error in kept]


CALLS = [(0,), (1,), (2,), (3,)]
CASES = [
    case(f, lambda: CALLS)
    for f in (
        cause,
        no_cause,
        context,
        cause_of_one_path,
        no_exception,
        read,
        arguments,
        arguments_read,
        arguments_of_kept,
    )
]
