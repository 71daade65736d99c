"""Lists and texts that are passed with another length in each call."""

import torch
from torch import nn

from language.harness import case

T = torch.tensor
X = T([1.0, 1.0])


def ramp(start, *sizes):
    return torch.arange(float(torch.Size(sizes).numel())).reshape(sizes) + start


class Zipped(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(4, 4) for _ in range(3)])

    def forward(self, xs):
        with torch.no_grad():
            return [layer(x) for layer, x in zip(self.layers, xs)]


def append_all(xs, y):
    xs.append(y)
    xs.insert(0, y * 2)
    return xs


def swap(xs):
    if len(xs) > 2:
        xs[0], xs[-1] = xs[-1], xs[0]
    return xs[0]


def same(xs):
    return xs[0] is xs[-1], xs


def add_in_place(xs):
    for x in xs:
        x.add_(1)
    return xs


def write_other(xs, y):
    y.add_(1)
    return xs[0] + 1


def unpack(xs):
    a, b = xs
    return a - b


def unpack_rest(xs):
    a, *rest = xs
    return a, rest


def view(x, shape):
    return x.view(shape)


def view_by_numbers(x, a, b):
    return x.view(a, b)


def nested(xss):
    sums = []
    for xs in xss:
        total = 0
        for x in xs:
            total += x
        sums.append(total)
    xss[0].append(7)
    return sums, xss


def pairs(items):
    table = {}
    for key, value in items:
        table[key] = value
    return table


def words(texts):
    out = []
    for text in texts:
        if text == "stop":
            break
        out.append(text.upper())
    return " ".join(out), len(out)


def ordered(xs):
    return sorted(xs), xs.index(max(xs)), xs[::-1], xs * 2, xs + [1]


def stacked(xs):
    return torch.stack(xs).sum(0), torch.cat(xs)


def item(xs, i):
    return xs[i]


def last(xs):
    if not xs:
        return None
    return xs[-1]


def pop_all(xs):
    out = []
    while xs:
        out.append(xs.pop())
    return out


def two(xs, ys):
    return [a * b for a, b in zip(xs, ys)], xs is ys, xs == ys


def in_tuple(both):
    total = 0
    for x in both[0]:
        total += x
    return total, both[1]


def move(xs):
    xs[1] = xs[0]
    del xs[0]
    return xs


def copies(xs):
    return list(xs), xs[:], tuple(xs), set(xs)


def held(xs):
    return {"a": xs, "b": [xs, xs]}


def padded(seqs):
    longest = max(len(s) for s in seqs)
    return torch.stack([torch.nn.functional.pad(s, (0, longest - len(s))) for s in seqs])


def as_tensor(ids):
    return T(ids) * 2


def columns(rows):
    a, b = zip(*rows)
    return a, b


def sort_in_place(xs):
    for i in range(len(xs)):
        for j in range(i + 1, len(xs)):
            if xs[j] < xs[i]:
                xs[i], xs[j] = xs[j], xs[i]


def shown(xs):
    return f"{xs} {len(xs)}"


VOCABULARY = {"hello": 1, "world": 2}


def encoded(text):
    return [VOCABULARY.get(word, 0) for word in text.split()]


def reduced(x, mode):
    if mode == "sum":
        return x.sum()
    elif mode == "mean":
        return x.mean()
    raise ValueError(f"unknown mode {mode!r}")


def greeting(name, width):
    print("hi", name)
    return f"{name:>{width}}|", len(name), name[::-1], name + "!"


def letters(text):
    counts = {}
    for letter in text:
        counts[letter] = counts.get(letter, 0) + 1
    return counts


def activated(x, name):
    return {"relu": torch.relu, "tanh": torch.tanh}[name](x)


def by_name(x, name):
    return getattr(torch, name)(x)


def parsed(text):
    return int(text) + 1, float(text)


def compared(a, b):
    return a == b, a < b, a in b


def one_list_twice():
    xs = [1]
    return ([xs, xs],)


def one_argument_twice():
    xs = [1, 2, 3]
    return (xs, xs)


def one_tensor_twice():
    x = ramp(0, 2)
    return ([x, x], x)


class Queue(nn.Module):
    def __init__(self):
        super().__init__()
        self.items = []

    def forward(self, x):
        self.items.append(x)
        if len(self.items) > 4:
            self.items = self.items[-2:]
        return len(self.items), sum(self.items)


CASES = [
    case(
        Zipped(),
        lambda: [([ramp(i, 2, 4) for i in range(3)],), ([ramp(i, 1, 4) for i in range(2)],), ([],)],
        name="zipped",
    ),
    case(append_all, lambda: [([1, 2], 3), ([], 5), ([1, 2, 3], 4)], straight=True),
    case(
        append_all,
        lambda: [([ramp(0, 2)], ramp(1, 2)), ([ramp(0, 3)] * 3, ramp(1, 3))],
        name="append_tensors",
        straight=True,
    ),
    case(swap, lambda: [([1, 2, 3],), ([1],), ([4, 3, 2, 1],), ([],)]),
    case(
        swap,
        lambda: [([ramp(1, 2), ramp(2, 2), ramp(3, 2)],), ([ramp(1, 2)],)],
        name="swap_tensors",
    ),
    case(same, lambda: [([X, X],), ([X, X + 1, X],), ([X, X + 1],)], straight=True, tool=False),
    case(
        add_in_place,
        lambda: [([ramp(0, 2), ramp(1, 3)],), ([ramp(0, 2)] * 2,), ([ramp(0, 1)],)],
        artifact=False,
    ),
    case(
        write_other,
        lambda: [([ramp(0, 2)], ramp(1, 2)), one_tensor_twice(), ([ramp(0, 2)] * 3, ramp(1, 2))],
        artifact=False,
        straight=True,
    ),
    case(unpack, lambda: [([3, 1],), ([3, 1, 2],), ([3],)], artifact=False, straight=True),
    case(
        unpack_rest, lambda: [([3, 1],), ([3, 1, 2],), ([3],), ([],)], artifact=False, straight=True
    ),
    case(
        view,
        lambda: [(ramp(0, 2, 6), [3, 4]), (ramp(0, 2, 6), [12]), (ramp(0, 2, 6), [2, -1, 2])],
        artifact=False,
        straight=True,
    ),
    case(
        view_by_numbers,
        lambda: [
            (ramp(0, 2, 6), 3, 4),
            (ramp(0, 2, 6), -1, 2),
            (ramp(0, 2, 6), 6, -1),
            (ramp(0, 2, 6), -1, -1),
        ],
        straight=True,
    ),
    case(
        nested, lambda: [([[1, 2], [3]],), ([[1], [2], []],), ([[]],), one_list_twice()], tool=False
    ),
    case(pairs, lambda: [([("a", 1), ("b", 2)],), ([("c", 1)],), ([],)], tool=False),
    case(words, lambda: [(["a", "b"],), (["a", "stop", "c"],), (["stop"],)], tool=False),
    case(ordered, lambda: [([3, 1, 2],), ([5],), ([2, 2, 1, 9],), ([],)], straight=True),
    case(
        stacked,
        lambda: [
            ([ramp(0, 2), ramp(1, 2)],),
            ([ramp(0, 3)] * 3,),
            ([ramp(0, 1)],),
            ([ramp(0, 2), ramp(1, 3)],),
        ],
        straight=True,
    ),
    case(item, lambda: [([1, 2], 1), ([1, 2], 5), ([1, 2, 3], -3), ([1], -2)], straight=True),
    case(last, lambda: [([1],), ([],), ([1, 2],)]),
    case(pop_all, lambda: [([1, 2, 3],), ([1],), ([],)]),
    case(two, lambda: [([1, 2], [3, 4]), ([1], [2, 3]), one_argument_twice()], tool=False),
    case(in_tuple, lambda: [(([1, 2], 3),), (([1, 2, 4], 3),), (([], 3),)]),
    case(move, lambda: [([1, 2],), ([1, 2, 3],), ([1],)], straight=True),
    case(copies, lambda: [([1, 2, 2],), ([1],), ([],)], straight=True),
    case(held, lambda: [([1, 2, 2],), ([1],), ([],)], straight=True, tool=False),
    case(padded, lambda: [([ramp(0, 2), ramp(0, 5)],), ([ramp(0, 1), ramp(0, 3), ramp(0, 2)],)]),
    case(as_tensor, lambda: [([1, 2],), ([1, 2, 3],), ([],)], artifact=False, straight=True),
    case(
        columns, lambda: [([(1, 2.0), (3, 4.0)],), ([(1, 2.0)],), ([],)], straight=True, tool=False
    ),
    case(sort_in_place, lambda: [([3, 1, 2],), ([5, 4, 3, 2, 1],), ([1],)]),
    case(
        shown, lambda: [([1, 3],), ([1.5],), (["a"],), ([[1], [2]],)], artifact=False, straight=True
    ),
    case(encoded, lambda: [("hello world",), ("world",), ("a b hello",), ("",)], tool=False),
    case(reduced, lambda: [(X, "sum"), (X, "mean"), (X, "max"), (X, "sum")], artifact=False),
    case(greeting, lambda: [("bob", 5), ("alice", 10), ("", 3)], straight=True, tool=False),
    case(letters, lambda: [("hello",), ("a",), ("",), ("\u00e4\u00f6\u00e4",)], tool=False),
    case(
        activated, lambda: [(X, "relu"), (X, "tanh"), (X, "other")], artifact=False, straight=True
    ),
    case(by_name, lambda: [(X, "relu"), (X, "tanh")], artifact=False, straight=True),
    case(parsed, lambda: [("12",), ("3",), ("x",)], straight=True, tool=False),
    case(compared, lambda: [("a", "b"), ("b", "abc"), ("", "")], straight=True, tool=False),
    case(
        Queue(),
        lambda: [(1,), (2,), (3,), (4,), (5,), (6,)],
        name="queue",
        artifact=False,
        ordered=True,
    ),
]
