"""Objects of the outside (globals, attributes, defaults) that a program changes: each change, and no other."""

from language.harness import case
import torch
from torch import nn

T = torch.tensor
LOG = []
STATS = {"n": 0, "seen": []}
TABLE = {"t": T([1.0, 2.0])}


class Acc(nn.Module):
    def __init__(self):
        super().__init__()
        self.hist = []
        self.cache = {}
        self.total = T([0.0])
        self.inner = [[], []]

    def forward(self, x):
        self.hist.append(x)
        if x.sum() > 0:
            self.cache["last"] = x
            self.total += x
            self.inner[0].append(x)
        else:
            self.inner[1].append(len(self.hist))
        return self.hist, self.cache, self.total


class Loop(nn.Module):
    def __init__(self):
        super().__init__()
        self.hist = []

    def forward(self, x):
        while x.sum() < 5:
            x = x + 1
            self.hist.append(x)
        return len(self.hist)


class Replace(nn.Module):
    def __init__(self):
        super().__init__()
        self.hist = []

    def forward(self, x):
        if x.sum() > 0:
            self.hist = [x]
        else:
            self.hist = self.hist + [x]
        self.hist.append(1)
        return self.hist


class Obj:
    def __init__(self):
        self.items = []
        self.d = {}
        self.t = T([0.0])


def attr_obj(o, x):
    o.items.append(x)
    if x.sum() > 0:
        o.d["x"] = x
        o.t = x
    else:
        o.t.add_(1)
    return o, o.t


def attr_two(o, p, x):
    if x.sum() > 0:
        o.items.append(x)
    p.items.append(1)
    return o is p, len(o.items), len(p.items)


def global_log(x):
    LOG.append(x)
    LOG.append(x + 1)
    if x.sum() > 0:
        LOG.append("p")
        LOG.append(LOG[0])
    return len(LOG)


def global_stats(x):
    STATS["n"] += 1
    STATS["seen"].append(x)
    if x.sum() > 0:
        STATS["seen"].append(STATS["n"])
    return STATS["seen"][-1]


def global_loop(x, n):
    for i in range(n):
        LOG.append(x * i)
        STATS["n"] += i
    return LOG[-1] if LOG else None


def global_joined(x):
    target = LOG if x.sum() > 0 else STATS["seen"]
    target.append(x)
    return target is LOG, target


def table_written(x):
    if x.sum() > 0:
        TABLE["t"].add_(x)
    else:
        TABLE["t"] = x
    return TABLE["t"]


def append_same_list(x):
    mine = [x]
    LOG.append(mine)
    LOG.append(mine)
    mine.append(1)
    return LOG[-1] is LOG[-2], mine


def append_same_dyn(x):
    mine = [x]
    LOG.append(mine)
    if x.sum() > 0:
        LOG.append(mine)
        mine.append(1)
    else:
        mine.append(2)
    return mine


def append_tensor_then_write(x):
    y = x + 1
    LOG.append(y)
    y.add_(1)
    LOG.append(y)
    return y


def raise_after(items, x):
    items.append(x)
    if x.sum() > 0:
        items.append(2)
        raise ValueError("stop")
    return items


def raise_in_loop(items, x):
    while True:
        items.append(x)
        x = x - 1
        if x.sum() < 0:
            raise ValueError("stop")


def dict_in_list(items, x):
    for d in items:
        d["n"] = d["n"] + 1
        if x.sum() > 0:
            d["x"] = x
    return items[0]


def loop_dicts(items, x, k):
    i = 0
    while i < k:
        items[i]["n"] = x
        i += 1
    return items


def views_of_arg(x):
    a = x[0]
    b = x[1:]
    if x.sum() > 0:
        a.add_(1)
        b[0] = 7
    return a, b, x


def view_in_list(x):
    vs = [x[i] for i in range(2)]
    for v in vs:
        v.mul_(2)
    return vs, x


def view_in_runtime_list(x, n):
    vs = []
    for i in range(n):
        vs.append(x[i])
    for v in vs:
        v.mul_(2)
    return vs, x


def rows_written(x):
    for row in x:
        row += 1
    return x


def rows_written_dyn(x, n):
    for i in range(n):
        x[i].add_(i)
    return x


def list_of_args_written(xs, n):
    for x in xs:
        x.add_(n)
    return xs


def stack_args(xs, n):
    for x in xs:
        if x.sum() > 0:
            x.zero_()
    return torch.stack(xs)


def last_kept(xs):
    best = None
    for x in xs:
        if best is None or x.sum() > best.sum():
            best = x
    return best, [b is best for b in xs]


def last_written(xs):
    best = xs[0]
    for x in xs:
        if x.sum() > best.sum():
            best = x
    best.add_(100)
    return best


def is_tests(x, y):
    z = x if x.sum() > y.sum() else y
    return z is x, z is y, z is not x


def is_lists(a, b, x):
    z = a if x > 0 else b
    return z is a, z is b, z == a, z


def in_tests(a, items, x):
    z = a if x > 0 else [3]
    return z in items


CASES = [
    case(
        Acc(),
        lambda: [(T([1.0]),), (T([-1.0]),), (T([2.0]),)],
        name="Acc",
        artifact=False,
        ordered=True,
    ),
    case(
        Loop(),
        lambda: [(T([1.0]),), (T([9.0]),), (T([2.0]),)],
        name="Loop",
        artifact=False,
        ordered=True,
    ),
    case(
        Replace(),
        lambda: [(T([1.0]),), (T([-9.0]),), (T([2.0]),)],
        name="Replace",
        artifact=False,
        ordered=True,
    ),
    case(attr_obj, lambda: [(Obj(), T([1.0])), (Obj(), T([-1.0]))], artifact=False),
    case(
        attr_two,
        lambda: [
            (Obj(), Obj(), T([1.0])),
            (lambda o: (o, o, T([1.0])))(Obj()),
            (Obj(), Obj(), T([-1.0])),
        ],
        artifact=False,
    ),
    case(
        global_log, lambda: [(T([1.0]),), (T([-1.0]),), (T([1.0]),)], artifact=False, ordered=True
    ),
    case(
        global_stats, lambda: [(T([1.0]),), (T([-1.0]),), (T([1.0]),)], artifact=False, ordered=True
    ),
    case(
        global_loop,
        lambda: [(T([1.0]), 3), (T([-1.0]), 0), (T([1.0]), 2)],
        artifact=False,
        ordered=True,
    ),
    case(
        global_joined,
        lambda: [(T([1.0]),), (T([-1.0]),), (T([1.0]),)],
        artifact=False,
        ordered=True,
    ),
    case(
        table_written,
        lambda: [(T([1.0, 1.0]),), (T([-1.0, 0.0]),), (T([1.0, 1.0]),)],
        artifact=False,
        ordered=True,
    ),
    case(
        append_same_list,
        lambda: [(T([1.0]),), (T([2.0]),)],
        artifact=False,
        ordered=True,
        straight=True,
    ),
    case(
        append_same_dyn,
        lambda: [(T([1.0]),), (T([-2.0]),)],
        artifact=False,
        ordered=True,
        straight=True,
    ),
    case(
        append_tensor_then_write,
        lambda: [(T([1.0]),), (T([-2.0]),)],
        artifact=False,
        ordered=True,
        straight=True,
    ),
    case(
        raise_after,
        lambda: [
            (
                [],
                T([1.0]),
            ),
            (
                [],
                T([-2.0]),
            ),
        ],
    ),
    case(
        raise_in_loop,
        lambda: [
            (
                [],
                T([1.0]),
            ),
            (
                [],
                T([-2.0]),
            ),
        ],
    ),
    case(
        dict_in_list,
        lambda: [
            (
                [{"n": 1}, {"n": 2}],
                T([1.0]),
            ),
            (
                [{"n": 1}, {"n": 2}],
                T([-2.0]),
            ),
        ],
    ),
    case(
        loop_dicts,
        lambda: [([{"n": 1}, {"n": 2}], T([1.0]), 2), ([{"n": 1}, {"n": 2}], T([-2.0]), 1)],
    ),
    case(views_of_arg, lambda: [(T([[1.0, 2.0], [3.0, 4.0]]),), (T([[-1.0, -2.0], [3.0, -4.0]]),)]),
    case(
        view_in_list,
        lambda: [(T([[1.0, 2.0], [3.0, 4.0]]),), (T([[-1.0, -2.0], [3.0, -4.0]]),)],
        straight=True,
    ),
    case(
        view_in_runtime_list,
        lambda: [(T([[1.0, 2.0], [3.0, 4.0]]), 2), (T([[-1.0, -2.0], [3.0, -4.0]]), 1)],
        straight=True,
    ),
    case(rows_written, lambda: [(T([[1.0, 2.0], [3.0, 4.0]]),), (T([[-1.0, -2.0]]),)]),
    case(rows_written_dyn, lambda: [(T([[1.0, 2.0], [3.0, 4.0]]), 2), (T([[-1.0, -2.0]]), 1)]),
    case(list_of_args_written, lambda: [([T(1.0), T(2.0)], 2), ([T([1.0])], 1)]),
    case(stack_args, lambda: [([T(1.0), T(2.0)], 2), ([T(-1.0), T(2.0)], 2)]),
    case(last_kept, lambda: [([T(1.0), T(2.0)],), ([T(3.0), T(2.0)],)]),
    case(last_written, lambda: [([T(1.0), T(2.0)],), ([T(3.0), T(2.0)],)]),
    case(is_tests, lambda: [(T(1.0), T(2.0)), (T(3.0), T(2.0)), (lambda t: (t, t))(T(1.0))]),
    case(
        is_lists, lambda: [([1], [2], T(2.0)), ([1], [2], T(-2.0)), (lambda t: (t, t, T(1.0)))([1])]
    ),
    case(in_tests, lambda: [([1], [[1]], T(2.0)), ([1], [[1]], T(-2.0))]),
]
