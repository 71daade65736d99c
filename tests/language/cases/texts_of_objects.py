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
    case(in_templates, lambda: [([3, 1, 2],), ([5],)]),
]
