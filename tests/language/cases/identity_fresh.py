"""Objects that a program makes: each is one of its own, and stays that in every container."""

from language.harness import case
import collections, dataclasses
import torch
from torch import nn

T = torch.tensor


class MyList(list):
    pass


class MyDict(dict):
    pass


ML = MyList([1])
OD = collections.OrderedDict(a=1)
DD = collections.defaultdict(list)


def constant_returned():
    return torch.tensor([1.0, 2.0])


def constant_twice():
    a = torch.zeros(2)
    b = torch.zeros(2)
    return a, b, a is b


def constant_written():
    a = torch.tensor([1.0, 2.0])
    a[0] += 1
    return a


def fresh_equal(x):
    a = x + 1
    b = x + 1
    return [a, b], a is b


def fresh_equal_written(x):
    a = x + 1
    b = x + 1
    a.add_(1)
    return a, b


def views_equal(x):
    return x[0], x[0], x[0] is x[0]


def view_same_shape(x):
    y = x.view(x.shape)
    return x, y, x is y


def view_all(x):
    y = x[:]
    z = x.reshape(x.shape)
    w = x.contiguous()
    return y is x, z is x, w is x, (y, z, w), x


def view_fresh(x):
    x = x + 1
    return x, x.view(-1), x[:], x.detach(), x.contiguous()


def to_same(x):
    a = x.to(torch.float32)
    b = x.float()
    c = x.type(torch.float32)
    return a is x, b is x, c is x, a


def expand_same(x):
    y = x.expand(2, 2)
    return y, x.squeeze(), x.unsqueeze(0)


def inplace_returns(x):
    y = x.add_(1)
    return y is x, y


def iadd_tensor(x):
    y = x
    x += 1
    return y is x, y


def add_tensor(x):
    y = x
    x = x + 1
    return y is x, y, x


def aug_list_elem(items, x):
    items[0] += x
    return items


def aug_dict_elem(d, x):
    d["a"] += x
    return d


def aug_view(x):
    x[0] += 1
    x[1:] *= 2
    return x


def aug_attr(o, x):
    o.t += x
    return o.t


@dataclasses.dataclass
class State:
    h: torch.Tensor
    log: list = dataclasses.field(default_factory=list)


def dc(s, x):
    s.log.append(x)
    if x.sum() > 0:
        s.h = x
    else:
        s.h.mul_(2)
    return s


def dc_new(x):
    s = State(x)
    t = s
    if x.sum() > 0:
        t.log.append(x)
    return s, t, s is t, s.log


def my_list(x):
    ML.append(x)
    return ML, len(ML)


def my_list_arg(m, x):
    if x.sum() > 0:
        m.append(x)
    return m


def od_write(x):
    OD["b"] = x
    if x.sum() > 0:
        OD["a"] = 2
    return list(OD)


def od_arg(d, x):
    d["z"] = x
    d.pop("a", None)
    if x.sum() > 0:
        d["a"] = 5
    return d


def dd_append(x):
    DD["k"].append(x)
    return len(DD["k"])


def items_view(d, x):
    n = 0
    for k, v in d.items():
        if v is x:
            n += 1
        v.add_(1)
    return n, list(d.keys()), list(d.values())[0]


def values_view(d, x):
    vs = d.values()
    d["new"] = x
    return len(vs), list(vs)


def pop_parts(d, x):
    a = d.pop("a")
    b = d.pop("b", None)
    if x.sum() > 0:
        d["c"] = a
    return a, b, d


def pop_list(items, x):
    a = items.pop()
    b = items.pop(0)
    return a, b, items


def insert_list(items, x):
    items.insert(1, x)
    if x.sum() > 0:
        items.insert(0, items)
    return len(items), items[1:]


def reverse_list(items, x):
    items.reverse()
    return items, items[0] is x


def remove_list(items, x):
    if x.sum() > 0:
        items.remove(3)
    return items


def extend_self(items, x):
    items.extend(items)
    if x.sum() > 0:
        items += items
    return items


def copy_list(items, x):
    other = items.copy()
    third = items[:]
    fourth = list(items)
    other.append(x)
    if x.sum() > 0:
        third.append(x)
    return other, third, fourth, items, other is items


def shared_inner(items, x):
    other = list(items)
    other[0].append(x)
    return items, other, items[0] is other[0]


def shared_inner_dyn(items, x):
    other = items if x.sum() > 0 else list(items)
    other[0].append(x)
    other.append(5)
    return items, other, items[0] is other[0]


def two_containers(x):
    a = [x]
    b = {"k": x}
    c = (x,)
    if x.sum() > 0:
        a[0].add_(1)
    else:
        b["k"].mul_(3)
    return a, b, c, x


def two_containers_fresh(x, n):
    y = x * 1
    a, b = [], {}
    for i in range(n):
        a.append(y)
        b[i] = y
        y.add_(1)
    return a, b, y


def fresh_each_trip(x, n):
    a = []
    for i in range(n):
        y = torch.zeros(2)
        a.append(y)
        y.add_(i)
    return a


def same_list_each_trip(x, n):
    inner = []
    a = []
    for i in range(n):
        a.append(inner)
        inner.append(x)
    return a, inner


def fresh_list_each_trip(x, n):
    a = []
    for i in range(n):
        inner = [x]
        a.append(inner)
        inner.append(i)
    return a


def list_times(x, n):
    a = [[]] * 3
    a[0].append(x)
    b = [x] * n
    return a, b


def swap_vars(x, y, n):
    for i in range(n):
        x, y = y, x
    x.add_(1)
    return x, y


def walk(x, y, n):
    cur = x
    for i in range(n):
        cur = y
    cur.add_(1)
    return cur is x, cur is y, cur


def acc_out(x, n):
    out = torch.zeros(3)
    for i in range(n):
        row = out[i]
        row += x
    return out


def keep_first(x, n):
    first = None
    for i in range(n):
        y = x + i
        if first is None:
            first = y
        y.mul_(2)
    return first


def closure_list(x):
    log = []

    def f(v):
        log.append(v)
        return v * 2

    y = f(x)
    if x.sum() > 0:
        y = f(y)
    return log, y, log[-1] is y


def nonlocal_list(x, n):
    log = []

    def f(v):
        nonlocal log
        log = log + [v]

    for i in range(n):
        f(x)
    return log


class Mod(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("buf", torch.zeros(2))
        self.states = [torch.zeros(2), torch.zeros(2)]
        self.d = {"a": torch.zeros(2)}

    def forward(self, x):
        self.buf.add_(x)
        self.states[0].add_(x)
        if x.sum() > 0:
            self.states[1] = x
            self.d["a"] = self.buf
        else:
            self.d["b"] = self.states[1]
        return self.buf, self.states, self.d


class Swap(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = torch.zeros(2)
        self.b = torch.ones(2)

    def forward(self, x):
        if x.sum() > 0:
            self.a, self.b = self.b, self.a
        self.a += x
        return self.a, self.b


class O:
    def __init__(self):
        self.t = torch.zeros(2)


CASES = [
    case(constant_returned, lambda: [(), ()], straight=True),
    case(constant_twice, lambda: [(), ()], straight=True),
    case(constant_written, lambda: [(), ()], straight=True),
    case(fresh_equal, lambda: [(T([1.0]),), (T([1, 2]),)], straight=True),
    case(fresh_equal_written, lambda: [(T([1.0]),), (T([1, 2]),)], straight=True),
    case(views_equal, lambda: [(T([1.0]),), (T([1, 2]),)], straight=True),
    case(view_same_shape, lambda: [(T([1.0]),), (T([1, 2]),)], straight=True),
    case(view_all, lambda: [(T([1.0]),), (T([1, 2]),)], straight=True),
    case(view_fresh, lambda: [(T([1.0]),), (T([1, 2.0]),)], straight=True),
    case(to_same, lambda: [(T([1.0]),), (T([1, 2]),)], straight=True),
    case(expand_same, lambda: [(T([[1.0, 2.0]]),), (T([[1.0, 2.0], [3.0, 4.0]]),)], straight=True),
    case(inplace_returns, lambda: [(T([1.0]),), (T([1, 2]),)], straight=True),
    case(iadd_tensor, lambda: [(T([1.0]),), (T([1, 2]),)], straight=True),
    case(add_tensor, lambda: [(T([1.0]),), (T([1, 2]),)], straight=True),
    case(
        aug_list_elem,
        lambda: [([T([1.0])], T([1.0])), ([3], T([1.0]))],
        straight=True,
    ),
    case(
        aug_dict_elem,
        lambda: [({"a": T([1.0])}, T([1.0])), ({"a": 1}, T([1.0]))],
        straight=True,
    ),
    case(aug_view, lambda: [(T([1.0, 2.0]),), (T([1, 2]),)], straight=True),
    case(
        aug_attr,
        lambda: [
            (
                O(),
                T([1.0, 2.0]),
            ),
            (
                O(),
                T([1, 2]),
            ),
        ],
        straight=True,
        artifact=False,
    ),
    case(
        dc,
        lambda: [
            (
                State(T([1.0])),
                T([1.0]),
            ),
            (
                State(T([1.0])),
                T([-1]),
            ),
        ],
        artifact=False,
    ),
    case(dc_new, lambda: [(T([1.0]),), (T([-1.0]),)]),
    case(my_list, lambda: [(T([1.0]),), (T([-1.0]),)], artifact=False, ordered=True, straight=True),
    case(
        my_list_arg,
        lambda: [
            (MyList([1]), T([1.0])),
            (
                MyList([1]),
                T([-1.0]),
            ),
        ],
        artifact=False,
    ),
    case(od_write, lambda: [(T([1.0]),), (T([-1.0]),)], artifact=False, ordered=True),
    case(
        od_arg,
        lambda: [
            (
                collections.OrderedDict(a=1, b=2),
                T([1.0]),
            ),
            (
                collections.OrderedDict(a=1, b=2),
                T([-1.0]),
            ),
        ],
        artifact=False,
    ),
    case(
        dd_append, lambda: [(T([1.0]),), (T([-1.0]),)], artifact=False, ordered=True, straight=True
    ),
    case(
        items_view,
        lambda: [
            (lambda t: ({"a": t, "b": T([2.0])}, t))(T([1.0])),
            (
                {"a": T([1.0])},
                T([-1.0]),
            ),
        ],
    ),
    case(values_view, lambda: [({"a": 1}, T([1.0])), ({}, T([1.0]))], straight=True),
    case(pop_parts, lambda: [({"a": [1], "b": 2}, T([1.0])), ({"a": [1]}, T([-1.0]))]),
    case(
        pop_list,
        lambda: [([1, [2], T(3.0)], T([1.0])), ([1, 2], T([-1.0]))],
        straight=True,
        tool=False,
    ),
    case(
        insert_list,
        lambda: [([1, [2], T(3.0)], T([1.0])), ([1, 2], T([-1.0]))],
        tool=False,
    ),
    case(
        reverse_list,
        lambda: [(lambda t: ([1, [2], t], t))(T([1.0])), ([1, 2], T([-1.0]))],
        straight=True,
    ),
    case(remove_list, lambda: [([1, 3, 2], T([1.0])), ([1, 2], T([-1.0]))]),
    case(extend_self, lambda: [([1, 3, 2], T([1.0])), ([1, 2], T([-1.0]))]),
    case(copy_list, lambda: [([1, 3, 2], T([1.0])), ([1, 2], T([-1.0]))]),
    case(
        shared_inner,
        lambda: [([[1], 3, 2], T([1.0])), ([[]], T([-1.0]))],
        straight=True,
        tool=False,
    ),
    case(shared_inner_dyn, lambda: [([[1], 3, 2], T([1.0])), ([[]], T([-1.0]))], tool=False),
    case(two_containers, lambda: [(T([1.0]),), (T([-1.0]),)]),
    case(two_containers_fresh, lambda: [(T([1.0]), 2), (T([-1.0]), 0)]),
    case(fresh_each_trip, lambda: [(T([1.0]), 2), (T([-1.0]), 0)]),
    case(same_list_each_trip, lambda: [(T([1.0]), 2), (T([-1.0]), 0)]),
    case(fresh_list_each_trip, lambda: [(T([1.0]), 2), (T([-1.0]), 0)]),
    case(list_times, lambda: [(T([1.0]), 2), (T([-1.0]), 0)], straight=True),
    case(swap_vars, lambda: [(T([1.0]), T([2.0]), 1), (T([1.0]), T([2.0]), 2)]),
    case(walk, lambda: [(T([1.0]), T([2.0]), 1), (T([1.0]), T([2.0]), 0)]),
    case(acc_out, lambda: [(T(1.0), 3), (T(1.0), 0)]),
    case(keep_first, lambda: [(T(1.0), 3), (T(1.0), 0)]),
    case(closure_list, lambda: [(T([1.0]),), (T([-1.0]),)]),
    case(nonlocal_list, lambda: [(T([1.0]), 2), (T([-1.0]), 0)]),
    case(
        Mod(),
        lambda: [(T([1.0, 1.0]),), (T([-1.0, 0.0]),), (T([3.0, 1.0]),)],
        name="Mod",
        artifact=False,
        ordered=True,
    ),
    case(
        Swap(),
        lambda: [(T([1.0, 1.0]),), (T([-1.0, 0.0]),), (T([3.0, 1.0]),)],
        name="Swap",
        artifact=False,
        ordered=True,
    ),
]
