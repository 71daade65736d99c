"""Arrays and numbers of NumPy that a program makes from sizes and tensors."""

import copy

import numpy as np
import torch

from language.harness import case

T = torch.tensor


def numbers_of_sizes(x):
    n = x.shape[0]
    whole = int(np.ceil(n / 2)), np.ceil(np.log(n)).astype("int").item(), np.int64(n) % 3
    real = np.sqrt(n), np.float32(n) / 3, n / np.int64(2), np.prod(x.shape), -(np.float64(n) ** 2)
    whole = (
        *whole,
        [1] * np.int64(n),
        round(np.sqrt(n)),
        divmod(np.int64(n), 2),
        divmod(7, np.int64(n)),
    )
    if np.sqrt(n) > 1.5:
        return whole, real, f"{np.sqrt(n):.3f} {np.float64(n)} {np.sqrt(n)!r}"
    return whole, real, [i for i in range(np.int64(n))]


def beside_tensors(x):
    y = x / np.sqrt(x.shape[-1]) + np.float64(x.shape[0]) * x
    y[np.int64(0)] = np.float64(x.shape[0])
    if np.prod(x.shape) > 6:
        y = y.view(np.prod(x.shape))
    return y, x[np.arange(x.shape[0])[::-1].copy()], torch.tensor(np.float64(x.shape[0]))


def made_and_written(x):
    a = np.zeros((x.shape[0], 2))
    a[:, 0] = np.arange(x.shape[0])
    b = a[0]
    a += 1
    a[-1] *= x.shape[1]
    if (np.array(x.shape) > 2).any():
        a[a > 2] = -1.0
    return a, b, b is a, len(a), a.shape, a.ndim, a.sum(), a.max(axis=0), a.T.astype(np.float32)


def anchors(x):
    shape = (np.array(x.shape[1:]) + 2**2 - 1) // (2**2)
    xs, ys = np.meshgrid((np.arange(0, shape[1]) + 0.5) * 4, (np.arange(0, shape[0]) + 0.5) * 4)
    shifts = np.vstack((xs.ravel(), ys.ravel(), xs.ravel(), ys.ravel())).transpose()
    every = np.zeros((0, 4)).astype(np.float32)
    for scale in SCALES:
        if x.sum() > 0:
            every = np.append(every, shifts * scale, axis=0)
        else:
            every = np.append(every, np.expand_dims(shifts[0], axis=0), axis=0)
    return torch.from_numpy(every.astype(np.float32)), every


SCALES = np.array([0.5, 2.0])


def chosen_rows(x):
    rows = np.squeeze(np.argwhere((x[:, 0] > 0).cpu().numpy()))
    if rows.size == 1:
        rows = np.resize(rows, (1,))
    return x[rows], rows, np.unique(x.numpy()), np.concatenate([rows, rows])


def identity_matrix(x):
    eye = torch.from_numpy(np.array([1, 0, 0, 1]).astype(np.float32)).view(1, 4)
    return eye.repeat(x.shape[0], 1) + torch.FloatTensor(np.arange(4)), np.eye(2).flatten()


def promoted(x):
    n = x.shape[0]
    f, i = np.ones(n, dtype=np.float32), np.arange(n)
    small = np.ones(2, dtype=np.int8)
    mixed = f * i, f + 1.5, i / 2, i // 2, i + 0.5, f * np.float64(2), i > 1, small + small
    if n > 2:
        return mixed, [np.maximum(i, 1), np.clip(i, 1, 2), np.where(i > 1, i, -i)]
    return mixed, [np.stack([i, i]), np.hstack([i, f]), np.mean(i), np.cumsum(i), np.tile(i, 2)]


def shared_memory(x):
    a = x.numpy()
    if x[0, 0] > 0:
        a[0] = 7
        return x, a
    t = torch.from_numpy(a)
    t[0] = -7
    return a.copy(), t, isinstance(a, np.ndarray), isinstance(np.sqrt(x.shape[0]), float)


def found_and_multiplied(x):
    a = x.numpy()
    rows, columns = np.where(a > 0)
    b = copy.copy(a)
    a[0] = 0
    if rows.size > 5:
        return a @ a.T, b, ~(a > 0) & (a < 2), 3 in np.arange(5), np.array(x) + 1
    return rows, columns, a[-1, ::-1], a[np.arange(2), np.array([0, 1])], abs(a - 2)


def of_several(x):
    if np.array(x.shape):
        return x
    return x


def loop_of_numbers(n):
    total = np.float64(n)
    for i in range(n):
        total = total * 2 + np.sqrt(i)
        if total > 100:
            break
    return total


def inputs():
    return [(torch.arange(12.0).reshape(3, 4) - 5,), (torch.arange(4.0).reshape(2, 2) + 1,)]


def summed_as(x):
    a = x.numpy()
    total = np.prod(x.shape, dtype=np.int64) + a.sum(dtype=np.float64)
    return float(total), torch.from_numpy(np.sum(a, 0, np.float64))


def spaced(n, k):
    steps = np.linspace(0, 1000 - 1, n, dtype=np.float32)[::-1].copy()
    whole = np.linspace(0, k, num=n, endpoint=False), np.linspace(0, 10 * k, n, dtype=np.int64)
    if n > 3:
        steps += 1
    return np.flip(steps).copy(), whole, np.linspace(0.1, 0.1, n), np.linspace(0.1, k + 0.7, n)


def interpolated(x):
    known = np.interp(x.numpy(), [0, 1, 2.5], [3.0, 7.0, -1.0])
    if x.shape[0] > 2:
        return known, np.interp(0.4, [0, 1], [2.0, 3.0]), np.interp(x.numpy(), [1], [7.0])
    return known[0], np.interp(x.numpy(), np.arange(x.shape[0]), x.numpy())


def functions_of_tensors(x):
    """Of a tensor NumPy's functions give a tensor."""
    y = np.ceil(np.sqrt(x)) + np.maximum(x, 1.5) + np.cumsum(x > 2, axis=0).argmax(axis=0)
    kept = (
        np.clip(x, 0, 2),
        np.concatenate([np.ones(2), [x[0]]]),
        np.array([x[0], 2.5]),
        np.array([x, x]),
    )
    return (y, np.exp(x[0]) * 0 + y[0], kept) if y.sum() > 9 else (y, kept)


def groups_of_rows(x, groups):
    """The ends of groups, as many as run time says: each gets its rows, empty ones none."""
    ends = groups.bincount().numpy().cumsum(0)
    y = torch.zeros_like(x)
    for i, end in enumerate(ends):
        start = 0 if i == 0 else ends[i - 1]
        if start == end:
            continue
        y[start:end] = x[start:end] * i + [1, 2, 3][: min(end, 1)][0]
    grown = sum(int(second - first) for first, second in zip(ends, ends[1:]))
    return y, grown, [int(end) for end in ends], max(ends)


TABLE = np.array([3, 1, 2])


class Counter:
    def __init__(self):
        self.table, self.n = np.array([0.5, 2.0]), 0


counter = Counter()


def from_before_on_one_path(x):
    """An array of before the call that only some trips of a loop read."""
    for t in x:
        if t > 0 and counter.n < len(counter.table):
            x = x + counter.table[counter.n] + TABLE[0]
        counter.n += 1
    if x.shape[0] > 2:
        x = x * TABLE.sum()
    counter.n = 0
    return x, TABLE is TABLE, torch.from_numpy(TABLE) + 1


def without_dimensions(n):
    a = np.array(n)
    b = np.full((), n, dtype=np.float32)
    number = np.zeros(2)[0]
    texts = [repr(a), f"{a!r} {a}", repr(a.copy()), repr(a.reshape(())), str(a.astype(float))]
    lengths = [hasattr(each, "__len__") for each in (a, number)]
    refused = []
    for each in (a, a == a):
        try:
            refused.append(round(each))
        except TypeError as error:
            refused.append(str(error))
    for operation in (lambda: b | 1, lambda: ~b, lambda: b @ a, lambda: a | b):
        try:
            refused.append(operation())
        except (TypeError, ValueError) as error:
            refused.append(str(error)[:80])
    return texts, lengths, refused, isinstance(a.copy(), np.ndarray), a | 1


CASES = [
    case(without_dimensions, lambda: [(3,), (6,)], tool=False, artifact=False, straight=True),
    case(numbers_of_sizes, inputs, tool=False),
    case(beside_tensors, inputs, tool=False),
    case(made_and_written, inputs, tool=False),
    case(
        anchors,
        lambda: [(torch.ones(2, 5, 9),), (-torch.ones(1, 9, 8),), (torch.ones(2),)],
        tool=False,
    ),
    case(
        chosen_rows,
        lambda: [(T([[1.0, 2], [-1, 0], [3, 3]]),), (T([[1.0, 2], [-1, 0], [-3, 3]]),)],
        tool=False,
    ),
    case(identity_matrix, inputs, tool=False, straight=True),
    case(promoted, inputs, tool=False),
    case(shared_memory, inputs, tool=False),
    case(found_and_multiplied, inputs, tool=False),
    case(of_several, lambda: [(torch.ones(2),), (torch.ones(2, 2),)], tool=False),
    case(loop_of_numbers, lambda: [(3,), (9,)], tool=False),
    case(summed_as, lambda: [(torch.ones(2, 3),), (torch.ones(1, 2),)], straight=True),
    case(
        groups_of_rows,
        lambda: [
            (torch.ones(4), T([0, 0, 2, 3])),
            (torch.ones(2), T([1, 1])),
            (torch.ones(1), T([0])),
        ],
        tool=False,
    ),
    case(spaced, lambda: [(5, 7), (1, 3), (2, 0), (0, 1)], tool=False),
    case(interpolated, lambda: [(T([0.0, 0.5, 3, -1, 1]),), (T([0.3, 0.2]),)], tool=False),
    case(functions_of_tensors, lambda: [(T([1.0, 2.5]),), (T([16, 25]),)], tool=False),
    case(
        from_before_on_one_path,
        lambda: [(torch.ones(3),), (-torch.ones(2),), (torch.ones(1),)],
        artifact=False,
    ),
]
