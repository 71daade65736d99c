"""Texts of objects with methods of their own, inside containers of run time and templates."""

from language.harness import case


class Named:
    def __init__(self, n):
        self.n = n

    def __lt__(self, other):
        return self.n < other.n

    def __repr__(self):
        return f"Named({self.n})"

    def __str__(self):
        return f"<{self.n}>"


def in_containers(values):
    items = sorted([Named(v) for v in values])
    print(items, *items)
    return repr(items), str({"k": items}), str((items, 1)), f"{items}", str(tuple(items))


class Rows:
    def __init__(self, rows):
        self.rows = [list(row) for row in rows]

    def __matmul__(self, other):
        return Rows(
            [[sum(a * b for a, b in zip(r, c)) for c in zip(*other.rows)] for r in self.rows]
        )

    def __str__(self):
        return "/".join(" ".join(f"{v:3}" for v in row) for row in self.rows)


def of_one_of_several(rows, n):
    whole = power = Rows(rows)
    while n:
        if n % 2:
            whole = whole @ power
        power = power @ power
        n //= 2
    return str(whole), f"{whole}", "%s" % whole, "{}".format(whole)


def in_exceptions(x, n):
    try:
        if n == 0:
            raise ValueError(Named(1))
        if n == 1:
            raise KeyError(Named(2), "b")
        if n == 2:
            raise ValueError([Named(3)])
    except (ValueError, KeyError) as error:
        return str(error), repr(error), f"{error!r:>20}", x
    return x


def in_templates(values):
    items = sorted([Named(v) for v in values])
    first = max(items)
    a = "%s %r %d%%" % (items, first, len(items))
    b = "%s" % first
    c = "{} {!r:>12} {x} {{}}".format(first, items[0], x=items)
    d = "{1} {0}".format(first, items)
    log = []
    for attempt in (
        lambda: "{} {}".format(first),
        lambda: "{} {1}".format(first, items),
        lambda: "{y}".format(first),
    ):
        try:
            log.append(attempt())
        except (IndexError, ValueError, KeyError) as e:
            log.append(repr(e))
    return a, b, c, d, log


CASES = [
    case(in_containers, lambda: [([3, 1, 2],), ([5],)]),
    case(of_one_of_several, lambda: [([[1, 1], [1, 0]], 5), ([[2]], 0), ([[1, 2], [3, 4]], 2)]),
    case(in_exceptions, lambda: [(1, n) for n in range(4)]),
    case(in_templates, lambda: [([3, 1, 2],), ([5],)]),
]
