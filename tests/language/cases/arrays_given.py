"""Arrays and numbers of NumPy that a call gives are inputs: one program takes any elements, writes reach the caller's
memory, results share it. Those that the program finds elsewhere are constants, until their memory is needed."""

from language.harness import case

import warnings

import numpy as np
import torch

warnings.filterwarnings("ignore", "divide by zero")
COUNTS = np.arange(4.0)
SIZES = np.array([2, 3])


def elements(v):
    return v + 1, v.mean(), v.shape, v.dtype, v.sum(0), v[1:] * 2, v[v > 1], np.dot(v, v), np.sort(v), np.argsort(v, kind="stable")


def chosen_by_elements(v):
    total = 0.0
    for element in v:
        if element > 1:
            total = total + element
    return total, int(v[0]), v.tolist(), 2.5 in v, len(v)


def written(v):
    v[0] = 5
    v += 1
    part = v[1:]
    part[0] = 9
    flat = v.reshape(1, -1).ravel()
    flat[-1] = 7
    return v.sum()


def tensor_over(v):
    t = torch.from_numpy(v)
    t.mul_(2)
    return t, torch.as_tensor(v) + 1


def views(v):
    return v, v[1:], v.reshape(-1), v.T, v.copy()


def same_and_apart(v, w):
    v[0] = 7
    return v is w, w.sum()


def of_paths(v, w, x):
    y = v if x.sum() > 0 else w
    return y, [y][0] is v


def in_containers(arrays, x):
    total = 0
    for array in arrays:
        total = total + array.sum()
    return total, arrays[0], {"a": arrays[-1] * 2}


def as_sizes(v):
    return torch.zeros(tuple(v)), torch.zeros(int(v[0]), 2).shape


def found(x):
    COUNTS[0] = x[0].item()
    return COUNTS.sum(), torch.zeros(tuple(SIZES)).shape, COUNTS[1:]


def numbers(v, x):
    if v > 2:
        return x * v, v + 1, type(v), v == 2, float(v)
    return x - v, v * 2.5, [v], -v, int(v)


def integers(v, x):
    out = x
    for i in range(v):
        out = out + i
    return out, x.sum(int(v) - 1), torch.arange(10)[v], torch.arange(10)[:v], torch.zeros(v), isinstance(v, np.integer), v in (1, 2)


def divided_by_zero(v):
    return v // 0, v % np.array([0, 1]), np.int64(7) % v[1]


def out_of_range(v):
    array = np.zeros(2, dtype=np.int8)
    said = [v < 300, v == 300, v > -5, max(v, 300)]
    for attempt in (lambda: v + 300, lambda: v + -1, lambda: v**-1, lambda: np.array([v, v]) * 300, lambda: array.__setitem__(0, 300), lambda: 300 - v):
        try:
            said.append(attempt())
        except (OverflowError, ValueError) as mistake:
            said.append((type(mistake), str(mistake)))
    array[0] = 7
    return said, array


def mistakes(v):
    said = []
    for attempt in (lambda: v[0, 0], lambda: v[0][0], lambda: v[1.5], lambda: [0] * v[0], lambda: v @ np.ones(7), lambda: -(v[0] > 0), lambda: 1 in v[0], lambda: int(v)):
        try:
            attempt()
        except (IndexError, TypeError, ValueError) as mistake:
            said.append((type(mistake), str(mistake)))
    return said


def overlapping():
    base = np.arange(6.0)
    return base[:3], base[1:4]


def twice():
    array = np.arange(3.0)
    return array, array


def copied_where_asked(v):
    same = v.dtype.name
    made = [v.astype(same, copy=False), np.array(v, same, copy=False), np.asarray(v, copy=False), np.array(v, copy=None)]
    own = [v.astype(same), np.asarray(v, copy=True), torch.asarray(v, copy=True), torch.asarray(torch.from_numpy(v), copy=True)]
    for wrong in (lambda: np.array(v, np.int8, copy=False), lambda: np.asarray([1], copy=False), lambda: torch.asarray([1], copy=False)):
        try:
            own.append(wrong())
        except ValueError as error:
            own.append(str(error)[:40])
    v[0] = 7
    return [each is v for each in made], own, torch.asarray(v, copy=False)


def items(v, n):
    said = []
    for make in (lambda: v.item(), lambda: v.item(n), lambda: v.item((n, 0)), lambda: v.item(0, n), lambda: v[n].item(), lambda: v[:1, 1:].item()):
        try:
            said.append(make())
        except (IndexError, ValueError) as error:
            said.append(str(error))
    return said, v.tolist()


X = torch.ones(2)
A = [(np.array([1.5, 2.5]),), (np.array([3.0, 0.5, 4.0]),), (np.array([0.0, -2.0]),)]
given = lambda: [tuple(array.copy() for array in arguments) for arguments in A]
CASES = [
    case(f, given, straight=True) for f in (written, views, mistakes)
] + [
    case(out_of_range, lambda: [(np.int8(100),), (np.uint8(200),), (np.int8(-128),)], artifact=False, straight=True),
    case(elements, given, artifact=False, straight=True),
    case(tensor_over, given, artifact=False, straight=True),
    case(chosen_by_elements, given),
    case(same_and_apart, lambda: [(np.arange(3.0), np.arange(3.0) + 1), overlapping(), twice(), (np.ones(2), np.zeros(2))], artifact=False, straight=True),
    case(of_paths, lambda: [(np.ones(2), np.zeros(2), X.clone()), (np.ones(3), np.zeros(2), -X)], artifact=False),
    case(in_containers, lambda: [([np.arange(3.0), np.ones(2)], X.clone()), ([np.arange(4.0), np.ones(2) * 2], X.clone())], artifact=False, straight=True),
    case(as_sizes, lambda: [(np.array([2, 3]),), (np.array([3, 1]),)], artifact=False, straight=True),
    case(copied_where_asked, given, artifact=False, straight=True),
    case(items, lambda: [(np.arange(4.0).reshape(2, 2), n) for n in (0, 1, -1, 2, 5)], artifact=False, straight=True),
    case(found, lambda: [(X.clone(),), (X * 3,)], artifact=False, straight=True),
    case(numbers, lambda: [(np.float64(1.5), X.clone()), (np.float64(2.5), X.clone()), (np.float32(3.5), X.clone()), (np.int64(1), X.clone())], artifact=False),
    case(integers, lambda: [(np.int64(1), X.clone()), (np.int32(1), X.clone())], straight=True),
    case(divided_by_zero, lambda: [(np.array([3, 0]),), (np.array([-3, 2]),)], artifact=False, straight=True),
]
