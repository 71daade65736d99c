"""StopIteration that the body of a generator raises: the cause of the RuntimeError, with its arguments."""

from __future__ import annotations

from language.harness import case


def raised_in_a_generator(s, n):
    def parts():
        yield 1
        if n > 1:
            raise StopIteration(s, n)
        if n < 0:
            next(iter([]))
        yield 2

    out = []
    try:
        for part in parts():
            out.append(part)
        return out
    except RuntimeError as e:
        return repr(e), repr(e.__cause__), repr(e.__context__), out, e.__cause__.args


def value_of_the_cause(xs):
    def parts():
        for x in xs:
            if x < 0:
                raise StopIteration(x * 2)
            yield x

    try:
        return list(parts())
    except RuntimeError as e:
        return str(e), e.__cause__.value


CASES = [
    case(raised_in_a_generator, lambda: [("a", 2), ("a", 1), ("b", -1), ("c", 3)]),
    case(value_of_the_cause, lambda: [([1, 2],), ([1, -2],), ([-5, 3],), ([],)]),
]
