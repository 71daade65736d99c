"""Arrays split, turned, padded, joined; their diagonals; chosen elements; sets."""

import numpy as np

from language.harness import case


def told(makers):
    said = []
    for make in makers:
        try:
            said.append(make())
        except (ValueError, IndexError, TypeError, ZeroDivisionError) as error:
            said.append(type(error).__name__)
    return said


def split(x):
    return told(
        [
            lambda: np.array_split(x, 2),
            lambda: np.array_split(x, 4, axis=-1),
            lambda: np.split(x, 2),
            lambda: np.split(x, [1, 2], axis=1),
            lambda: np.split(x, 2, axis=1),
            lambda: np.split(x, 0),
            lambda: np.hsplit(x, 3),
            lambda: np.vsplit(x, 2),
            lambda: np.vsplit(x[0], 2),
        ]
    )


def split_and_written(x):
    left, right = np.split(x, [1], axis=1)
    left += 10
    right[0, 0] = -1
    a, b = np.swapaxes(x, 0, 1), np.moveaxis(x, 0, 1)
    a[0, 1] = 50
    b[1, 1] = 60
    taken = x.take([0, 1], axis=1)
    taken[0] = 0
    view = x.view()
    view[1, 2] = 70
    return left, right, a, taken, view, np.atleast_1d(x) is x, np.copy(x) is x


def turned(x):
    return told(
        [
            lambda: np.roll(x, 1),
            lambda: np.roll(x, -1, axis=0),
            lambda: np.roll(x, (1, 2), axis=(0, 1)),
            lambda: np.roll(x, 1, axis=5),
            lambda: np.fliplr(x[0]),
            lambda: np.rot90(x, 1, (0, 0)),
            lambda: np.swapaxes(x, 0, 3),
            lambda: np.moveaxis(x, [0, 1], [1, 0]),
            lambda: np.moveaxis(x, 0, 4),
            lambda: x.swapaxes(0, -1),
        ]
    )


def never_written(x):
    return (
        np.rot90(x) + 0, np.rot90(x, -1) + 0, np.rot90(x, 2, (1, 0)) + 0, np.flipud(x) + 0, np.fliplr(x) + 0,
        np.broadcast_to(x, (2, 2, 3)) + 0, np.broadcast_to(x[0], (2, 3)) + 0,
    )  # fmt: skip


def padded(x):
    return told(
        [
            lambda: np.pad(x, 1),
            lambda: np.pad(x, (1, 2), constant_values=3),
            lambda: np.pad(x, ((1, 0), (0, 2)), mode="constant"),
            lambda: np.pad(x, 1, mode="edge"),
            lambda: np.pad(x, 3, "reflect"),
            lambda: np.pad(x, (3, 4), "symmetric"),
            lambda: np.pad(x, 4, "wrap"),
            lambda: np.pad(x, -1),
        ]
    )


def lengthened(x):
    return told(
        [
            lambda: np.insert(x, 0, 7),
            lambda: np.insert(x, 1, 7, axis=1),
            lambda: np.insert(x, 1, [7, 8, 9], axis=0),
            lambda: np.insert(x, -1, 2),
            lambda: np.insert(x, 99, 2),
            lambda: np.delete(x, 0),
            lambda: np.delete(x, [0, 1]),
            lambda: np.delete(x, -1, axis=1),
            lambda: np.delete(x, slice(0, 1), 0),
            lambda: np.delete(x, 9),
        ]
    )


def diagonals(x):
    filled = x.copy()
    np.fill_diagonal(filled, 5)
    return (
        np.diagonal(x), x.diagonal(1), np.trace(x), x.trace(1), np.diag(x), np.diag(x[0], 1),
        np.diagflat(x), np.tril(x), np.triu(x, 1), np.tril(x[0]), np.tri(3), np.tri(2, 3, 1, dtype=int),
        np.tril_indices(3), np.triu_indices(3, 1), filled,
    )  # fmt: skip


def chosen(x):
    return told(
        [
            lambda: np.nonzero(x),
            lambda: x.nonzero(),
            lambda: np.flatnonzero(x > 1),
            lambda: np.take(x, [0, -1]),
            lambda: np.take(x, 1),
            lambda: x.take([[0], [1]], axis=1),
            lambda: np.take(x, 99),
            lambda: np.take_along_axis(x, np.array([[-1, 0, 0]]), 0),
            lambda: np.take_along_axis(x, np.argsort(x, axis=1, kind="stable"), axis=1),
            lambda: np.take_along_axis(x, np.array([[7]]), 1),
            lambda: np.compress([True, False], x, axis=0),
            lambda: np.select([x > 1, x < 0], [x, -x]),
            lambda: np.select([x > 1, x < 0], [1, 2.5], default=9),
            lambda: np.select([x > 1], [x, x]),
            lambda: np.unravel_index(3, (2, 3)),
            lambda: np.unravel_index(np.array([3, 5]), (2, 3)),
            lambda: np.nonzero(np.array(3)),
        ]
    )


def as_sets(x):
    counts = np.bincount(np.abs(x).astype(np.int64).ravel(), minlength=9)
    return (
        np.unique(x, return_counts=True), np.unique(x, return_inverse=True),
        np.unique(x, return_index=True, return_inverse=True, return_counts=True),
        np.unique(np.array([np.nan, 1, np.nan])), np.isin(x, [1, 2]), np.isin(x, x[0], invert=True),
        np.union1d(x, [1, 2]), np.intersect1d(x, [1, 2, 4]), np.setdiff1d(x, [1, 2]), counts,
        np.bincount([1, 2, 1], weights=[0.5, 1, 2]), np.searchsorted([1, 2, 3], x),
        np.searchsorted(np.sort(x.ravel()), 2, side="right"), np.sort(x[0]).searchsorted(2),
        np.searchsorted([1, np.inf, np.nan], [1.0, np.inf, np.nan]),
        np.searchsorted([1, np.inf, np.nan], [1.0, np.inf, np.nan], "right"),
        np.digitize(x, [1, 2]), np.digitize(x, [3, 1], right=True), np.lexsort((x[0], x[1])),
    )  # fmt: skip


def ranks(x):
    return told(
        [
            lambda: (np.size(x), np.size(x, 0), np.ndim(x), np.ndim(3)),
            lambda: (
                np.atleast_1d(3),
                np.atleast_2d(x[0]) + 0,
                np.atleast_3d(x) + 0,
                np.atleast_1d(x, 2),
            ),
            lambda: (np.column_stack([x, x]), np.column_stack([x[0], x[0]]), np.dstack([x, x])),
            lambda: (np.full_like(x, 2), np.full_like(x, 2.5, dtype=float), np.empty_like(x).shape),
            lambda: (np.empty((2, 3)).shape, np.logspace(0, 2, 3), np.indices((2, 3))),
            lambda: x[np.ix_([0, 1], [0, 2])],
            lambda: np.meshgrid(x[0], [1, 2]),
            lambda: np.meshgrid(x[0], np.array([0.5, 2]), indexing="ij"),
        ]
    )


def in_place(x):
    y, z = x.copy(), x.copy()
    y.sort()
    z.sort(axis=0)
    x.fill(3)
    return y, z, x


def folded(x):
    return (
        np.add.reduce(x), np.maximum.reduce(x, axis=1), np.multiply.reduce(x, keepdims=True),
        np.add.accumulate(x), np.minimum.accumulate(x, 1), np.subtract.outer(x, x[0]),
        np.multiply.outer(x[0], 2), np.logical_or.reduce(x > 1),
    )  # fmt: skip


A = np.array([[1.5, 2, -3], [4, 0.5, 6]])


def arrays():
    return [(A.copy(),), (A + 1,), (A.astype(np.int64),), (A.astype(np.float32),)]


CASES = [
    case(split, arrays, artifact=False, straight=True),
    case(split_and_written, arrays, artifact=False, straight=True),
    case(turned, arrays, artifact=False, straight=True),
    case(never_written, arrays, straight=True),
    case(padded, arrays, artifact=False, straight=True),
    case(lengthened, arrays, artifact=False, straight=True),
    case(diagonals, arrays, straight=True),
    case(chosen, arrays, artifact=False, straight=True),
    case(as_sets, arrays, straight=True),
    case(ranks, arrays, artifact=False, straight=True),
    case(in_place, arrays, artifact=False, straight=True),
    case(folded, arrays, straight=True),
]
