"""A generator, or generator expression, that raised has ended."""

from language.harness import case


def attempted(g, default):
    try:
        return next(g, default)
    except ZeroDivisionError as error:
        return str(error)


def expression(xs):
    g = (10 // x for x in xs)
    return [attempted(g, "done") for _ in range(4)]


def with_condition(xs):
    g = (x for x in xs if 10 // x > 2)
    return attempted(g, "done"), attempted(g, "done"), list(g)


def function(xs):
    def parts():
        for x in xs:
            yield 10 // x

    g = parts()
    return attempted(g, "done"), attempted(g, "done"), attempted(g, "done"), list(g)


def in_loop(xs):
    g = (10 // x for x in xs)
    out = []
    try:
        for y in g:
            out.append(y)
    except ZeroDivisionError:
        out.append("raised")
    return out, next(g, "done"), list(g)


def consumer_raises(xs):
    g = (x + 1 for x in xs)
    out = []
    try:
        for y in g:
            out.append(10 // (y - 1))
    except ZeroDivisionError:
        out.append("raised")
    return out, next(g, "done"), list(g)


def left_by_break(xs):
    g = (10 // x for x in xs)
    for y in g:
        if y > 2:
            break
    rest = attempted(g, "done")
    return rest, attempted(g, "done"), sum(g)


def summed(xs):
    g = (10 // x for x in xs)
    try:
        total = sum(g)
    except ZeroDivisionError:
        total = -1
    return total, list(g)


def in_zip(xs):
    g = (10 // x for x in xs)
    try:
        pairs = list(zip(g, xs))
    except ZeroDivisionError:
        pairs = []
    return pairs, list(g), next(g, "done")


CALLS = [([2, 0, 5],), ([3, 4, 5, 6],), ([0],), ([],)]
CASES = [
    case(f, lambda: CALLS)
    for f in (
        expression,
        with_condition,
        function,
        in_loop,
        consumer_raises,
        left_by_break,
        summed,
        in_zip,
    )
]
