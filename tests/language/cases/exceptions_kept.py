"""Exceptions of the user's that loops, containers, recursions and handlers of a wider class keep:
they have their class, its methods, and attributes."""

from language.harness import case


class Bad(ValueError):
    level = 3

    def __init__(self, text, value=None):
        super().__init__(text)
        self.value = value


class Worse(Bad):
    @property
    def twice(self):
        return self.value * 2

    def __str__(self):
        return f"worse {self.value}"


def deep(n):
    if n == 0:
        raise Worse("deep", 7)
    return deep(n - 1)


def wide(n: int):
    try:
        deep(n)
    except Exception as e:
        return str(e), type(e).__name__, isinstance(e, Bad), getattr(e, "value", None), e.args


def of_its_class(n: int):
    try:
        deep(n)
    except Bad as e:
        return e.value, e.args, e.level


def listed(xs: list):
    errors = []
    for x in xs:
        try:
            if x < 0:
                raise Worse("a", x)
            if x == 0:
                raise KeyError(x)
            1 / (x - 1)
        except (Bad, KeyError, ZeroDivisionError) as e:
            errors.append(e)
    texts = [str(e) for e in errors]
    return texts, [e.value for e in errors if isinstance(e, Bad)], [getattr(e, "value", None) for e in errors]


def cause(xs: list):
    last = None
    for x in xs:
        try:
            if x < 0:
                raise Worse("a", x)
        except Bad as e:
            e.note = x * 3
            last = e
    try:
        raise RuntimeError("outer") from last
    except RuntimeError as outer:
        if last is None:
            return outer.__cause__
        return outer.__cause__ is last, last.note, last.twice, outer.__cause__.value


def written(xs: list):
    errors = {}
    for x in xs:
        try:
            raise Bad("k%d" % x, x)
        except Bad as e:
            errors[x] = e
    errors[1].value = 50
    return errors[1].value, sorted(errors), [errors[x].args for x in xs]


def retried(xs: list):
    last = None
    for x in xs:
        try:
            if x < 0:
                raise Bad("a", x)
            return x
        except Bad as e:
            last = e
    raise last


def from_another(xs: list):
    last = None
    for x in xs:
        try:
            1 / x
        except ZeroDivisionError as e:
            last = e
    try:
        raise last from KeyError("k")
    except ZeroDivisionError as e:
        return repr(e.__cause__)


def leaves_with_its_cause(xs: list):
    last = None
    for x in xs:
        try:
            raise Bad(x)
        except Bad as e:
            last = e
    raise last from KeyError("k")


def not_one(n: int):
    last = "text" if n > 1 else Bad("b") if n else None
    raise last


CASES = [
    case(wide, lambda: [(2,), (0,)], straight=True),
    case(of_its_class, lambda: [(2,), (0,)], straight=True),
    case(listed, lambda: [([1, -1, 0, 2],), ([],), ([-3, -2],)]),
    case(cause, lambda: [([1, -2, 3],), ([1],)]),
    case(written, lambda: [([1, 2],), ([3, 1, 5],)]),
    case(retried, lambda: [([-1, 2],), ([-1, -2],), ([],)]),
    case(from_another, lambda: [([0],), ([1, 0],)], tool=False),
    case(leaves_with_its_cause, lambda: [([1],), ([2, 3],)], tool=False, straight=True),
    case(not_one, lambda: [(2,), (1,), (0,)]),
]
