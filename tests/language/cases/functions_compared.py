"""Functions and bound methods that containers of run time hold: which one of them it is."""

from language.harness import case


def removed(n):
    made = []
    for i in range(n):

        def shifted(x):
            return x + i

        made.append(shifted)
    if n > 1:
        second = made[1]
        made.remove(second)
        return len(made), second in made, made[0] in made, second is made[0]
    return len(made), None, made.count(None), None


def one_in_many_places(n):
    f = lambda x: x + n  # noqa: E731
    places = [f for _ in range(n)]
    pairs = [(f, i) for i in range(n)]
    pairs.remove((f, 0))
    other = lambda x: x + n  # noqa: E731
    return (
        [f in places, other in places, places.index(f), places.count(f), (f, 1) in pairs],
        [f == places[0], places[0] is places[-1], places[0] != other, f is not places[0]],
    )


def distinct(n):
    made = []
    for _ in range(n):
        made.append(lambda x: x)
    return [made.index(f) for f in made], made[0] == made[-1], made == made[:]


class Hub:
    def __init__(self):
        self.calls = []

    def connect(self, f, *, once=False):
        self.calls.append((f, once))
        return lambda: self.calls.remove((f, once))

    def hello(self, x):
        return x

    def bye(self, x):
        return -x


def disconnected(xs):
    hub, log = Hub(), []
    off = hub.connect(lambda x: log.append(x))
    hub.connect(hub.hello, once=True)
    for i, x in enumerate(xs):
        for f, _ in hub.calls:
            f(x)
        if i == 1:
            off()
        hub.calls = [call for call in hub.calls if not call[1]]
    return log, len(hub.calls)


def methods(n):
    hubs = [Hub() for _ in range(n)]
    bound = [hub.hello for hub in hubs]
    return [
        hubs[0].hello in bound,
        hubs[-1].bye in bound,
        bound.index(hubs[-1].hello),
        Hub().hello in bound,
    ]


def values_of_dicts(n):
    def f(x):
        return x

    def g(x):
        return x

    table = {}
    for i in range(n):
        table[i] = f if i % 2 else g
    return [key for key, value in table.items() if value == f], f in table.values()


def counted(n):
    def total(x):
        total.calls += 1
        return 0 if x == 0 else total(x - 1) + x

    total.calls = 0
    return total(n), total.calls, total.__name__


def remembered(f):
    known = {}

    def found(*args):
        if args in known:
            found.hits += 1
            return known[args]
        known[args] = f(*args)
        return known[args]

    found.hits = 0
    return found


def attributes_in_a_recursion(n):
    @remembered
    def fibonacci(i):
        return i if i < 2 else fibonacci(i - 1) + fibonacci(i - 2)

    return fibonacci(n), fibonacci.hits


def attributes_afterwards(n):
    made = []
    for i in range(n):

        def f(x):
            return x + i

        made.append(f)
    if n > 1:
        f.tag = "last"
    for i, each in enumerate(made[:-1]):
        each.tag = i
    return [getattr(each, "tag", None) for each in made], [each.__name__ for each in made]


CASES = [
    case(attributes_afterwards, lambda: [(3,), (1,), (0,)]),
    case(removed, lambda: [(3,), (1,), (2,)]),
    case(one_in_many_places, lambda: [(3,), (1,)]),
    case(distinct, lambda: [(3,), (1,)]),
    case(disconnected, lambda: [([1, 2, 3],), ([5],), ([],)]),
    case(methods, lambda: [(3,), (1,)]),
    case(values_of_dicts, lambda: [(4,), (1,)]),
    case(counted, lambda: [(4,), (0,)]),
    case(attributes_in_a_recursion, lambda: [(10,), (1,), (3,)]),
]
