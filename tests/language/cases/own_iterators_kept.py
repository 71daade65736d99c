"""`iter` of an object that is its own iterator: the object, which a loop asks for `__iter__` again."""

from language.harness import case


class Count:
    def __init__(self, end):
        self.end = end
        self.i = 0
        self.asked = 0

    def __iter__(self):
        self.asked += 1
        return self

    def __next__(self):
        if self.i >= self.end:
            raise StopIteration
        self.i += 1
        return self.i


class Box:
    def __init__(self, end):
        self.end = end

    def __iter__(self):
        return Count(self.end)


def attributes(n):
    c = Count(n)
    q = iter(c)
    first = next(q, None)
    return q is c, isinstance(q, Count), q.i, first, type(q).__name__, c.asked


def asked_again(n):
    q = iter(Count(n))
    next(q, None)
    out = [v for v in q]
    for v in q:
        out.append(v)
    return out, q.asked, list(q), q.asked


def of_another(n):
    q = iter(Box(n))
    total = 0
    for v in q:
        total += v
        if v == 2:
            break
    return total, q.i, q.asked, list(zip(q, q)), q.i


def one_of_two(n):
    q = iter(Count(n) if n > 2 else Box(n))
    next(q)
    return q.i, q.end, q.asked, sum(q)


def pulled_by_generator(n):
    q = iter(Count(n))
    g = (v * 2 for v in q)
    first = next(g, None)
    return first, q.i, list(g), q.i, q.asked


CALLS = [(4,), (1,), (3,), (0,)]
CASES = [
    case(f, lambda: CALLS)
    for f in (attributes, asked_again, of_another, one_of_two, pulled_by_generator)
]
