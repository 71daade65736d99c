"""Generators that no single loop consumes: next, zip, send, loops that stop and go on."""

from language.harness import case
import torch

T = torch.tensor


def growing(x):
    y = x
    while y.sum() < 10:
        y = y.abs() + 1
        yield y
    yield y * 2


def counter(start):
    i = start
    while True:
        yield i
        i += 1


def batches(x, n):
    for i in range(0, x.shape[0], n):
        yield x[i : i + n]


def next_twice(x):
    g = growing(x)
    return next(g) + next(g)


def next_with_default(x):
    g = batches(x, 2)
    return next(g, None), next(g, None), next(g, "end")


def zipped(x):
    numbered = [b * i for i, b in zip(counter(1), batches(x, 2))]
    total = 0
    for a, b in zip(batches(x, 1), batches(x * 2, 1)):
        if a.sum() > 0:
            total = total + (a * b).sum()
    return numbered, total


def take(g, n):
    out = []
    for v in g:
        out.append(v.sum())
        if len(out) >= n:
            break
    return out


def passed_to_helper(x):
    g = batches(x, 1)
    return take(g, 1), take(g, 5), take(g, 1)


def loop_goes_on(x):
    g = batches(x, 1)
    for v in g:
        if v.sum() > 0:
            break
    else:
        return "none", list(g)
    rest = 0
    for v in g:
        rest = rest + v.sum()
    return rest


def next_in_loop(x):
    g = counter(0)
    while x.sum() < 10:
        x = x.abs() + next(g)
        if x.max() > 4:
            x = x + next(g)
    return x, next(g)


def sent(x):
    def accumulate():
        total = 0
        while True:
            v = yield total
            if v is None:
                return
            total = total + v

    g = accumulate()
    next(g)
    first = g.send(x)
    if x.sum() > 0:
        g.send(x)
    second = g.send(x * 2)
    try:
        g.send(None)
    except StopIteration:
        return first, second
    return None


def past_its_end(x):
    g = batches(x, 2)
    next(g)
    try:
        return next(g), next(g)
    except StopIteration as e:
        return "stop", e.args, next(g, 0)


def nested_loops(x, n):
    def pairs():
        for i in range(n):
            for v in x:
                if v < i:
                    continue
                yield i, v
            else:
                yield i, None

    return [(i, v, j) for (i, v), j in zip(pairs(), counter(5))]


def with_buffer(x, n):
    def windows(it):
        buffer = []
        for v in it:
            buffer.append(v)
            if len(buffer) == n:
                yield torch.stack(buffer)
                buffer = buffer[1:]

    g = windows(iter(x))
    out = []
    for w, i in zip(g, range(3)):
        out.append(w.sum() * i)
    return out


def from_others(x):
    def part(k):
        for i in range(k):
            yield x * i
        return k * 10

    def whole():
        try:
            r = yield from part(2)
            yield r
        except ValueError:
            yield -1
        else:
            yield "else"
        yield from [x, x + 1]

    g = whole()
    first = next(g)
    if x.sum() > 0:
        return first, list(g)
    return first, next(g), next(g), next(g), next(g), next(g), next(g, None)


def raises_inside(x):
    def checked():
        for v in x:
            if v < 0:
                raise ValueError(f"negative {v.item()}")
            yield v.sqrt()

    g = checked()
    out = []
    for _ in range(4):
        try:
            out.append(next(g))
        except ValueError as e:
            out.append(str(e))
        except StopIteration:
            out.append("stop")
    return out


class Loader:
    def __init__(self, x):
        self.batches = batches(x, 2)
        self.taken = 0

    def get(self):
        self.taken += 1
        return next(self.batches, None)


def held_by_object(x):
    loader = Loader(x)
    total = 0
    while (b := loader.get()) is not None:
        total = total + b.sum() * loader.taken
    return total, loader.taken


def one_of_two(x):
    g = counter(0) if x.sum() > 0 else counter(100)
    next(g)
    h = batches(x, 1) if x.sum() > 0 else growing(x)
    return next(g), next(h), next(h, None)


def expression_goes_on(x):
    g = (v * 2 for v in x if v > 0)
    first = next(g, None)
    return first, [v for v in g], next(g, "end")


def matched(x):
    def kinds():
        for v in x.tolist():
            match v:
                case 0.0:
                    yield "zero"
                case _ if v > 0:
                    yield "positive"
                    yield v
                case _:
                    yield "negative"

    g = kinds()
    return [next(g, None), next(g, None), list(g)]


CALLS = lambda *more: [
    (T([1.0, 2.0, 3.0]), *more),
    (T([-3.0, 2.0, -3.0, 0.5]), *more),
    (T([0.0]), *more),
]
CASES = [
    case(f, CALLS)
    for f in (
        next_twice, next_with_default, zipped, passed_to_helper, loop_goes_on, next_in_loop, sent,
        past_its_end, from_others, raises_inside, held_by_object, one_of_two, expression_goes_on,
        matched,
    )
]  # fmt: skip
CASES += [
    case(nested_loops, lambda: CALLS(3)),
    case(with_buffer, lambda: CALLS(2)),
]
