"""Variables of functions that ran before the call, `del` of attributes, built-in methods bound before."""

from language.harness import case
import torch

T = torch.tensor


def counter(start):
    count, best = start, None

    def step(x):
        nonlocal count, best
        count += 1
        if best is None or x.sum() > best.sum():
            best = x
        return count, best

    return step


def limited(fn):
    calls = 0

    def wrapper(*args):
        nonlocal calls
        calls += 1
        if calls > 2:
            raise RuntimeError(f"called {calls} times")
        return fn(*args), calls

    return wrapper


def sums():
    total = 0

    def run(n):
        nonlocal total
        for i in range(n):
            total += i
            if total > 20:
                break
        return total

    return run


counted, counted_float, summed = counter(0), counter(0.5), sums()


@limited
def doubled(x):
    return x * 2


def through_wrapper(x):
    return doubled(x)


def averaged():
    mean = torch.zeros(2)

    def update(x):
        nonlocal mean
        mean = mean * 0.5 + x
        return mean

    return update


average = averaged()


class Box:
    def __init__(self, x):
        self.x = x
        self.y = 1


def deletes(box, flag):
    if flag:
        del box.y
    box.z = 3
    return sorted(vars(box)), getattr(box, "y", None)


def deletes_twice(box):
    del box.y
    try:
        del box.y
    except AttributeError as e:
        return str(e)


def copies_dict(box, n):
    d = box.__dict__.copy()
    d["z"] = n
    e = {}
    e.update(vars(box))
    return d, e, hasattr(box, "z"), {**vars(box)}


def fills(box):
    other = Box.__new__(Box)
    other.__dict__.update(box.__dict__)
    return other.x, sorted(vars(other))


def calls(method, x):
    return method(x)


STEPS = [(T([1.0]),), (T([3.0]),), (T([2.0]),), (T([5.0]),)]

CASES = [
    case(counted, lambda: STEPS, name="counted", artifact=False),
    case(counted_float, lambda: STEPS, name="counted_float", artifact=False),
    case(summed, lambda: [(n,) for n in (2, 4, 0, 9, 3)], name="summed", artifact=False),
    case(through_wrapper, lambda: STEPS, artifact=False, straight=True),
    case(average, lambda: [(T([1.0, 2.0]),), (T([0.0, 4.0]),)], name="average", artifact=False, straight=True),
    case(deletes, lambda: [(Box(2), True), (Box(T([1.0])), False), (Box(2), True)], artifact=False),
    case(deletes_twice, lambda: [(Box(2),), (Box(T([1.0])),)], artifact=False, straight=True),
    case(copies_dict, lambda: [(Box(2), 3), (Box(T([1.0])), 4)], artifact=False, straight=True),
    case(fills, lambda: [(Box(2),), (Box(T([1.0])),)], artifact=False, straight=True),
    case(
        calls, lambda: [(T([1.0]).add, T([2.0])), ([1, 2].index, 2), ("a,b".split, ",")],
        artifact=False, straight=True,
    ),
]  # fmt: skip
