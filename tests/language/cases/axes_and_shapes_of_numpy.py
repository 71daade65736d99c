"""Axes, shapes and dtypes that functions of NumPy take, and what NumPy says where they do not fit."""

import numpy as np

from language.harness import case


def told(makers):
    said = []
    for make in makers:
        try:
            said.append(make())
        except (ValueError, OverflowError, ZeroDivisionError) as error:
            said.append((type(error).__name__, str(error).strip()))
    return said


def axes(x):
    return told(
        [
            (lambda f=f, axis=axis: f(x, axis))
            for f in (
                np.sum, np.prod, np.mean, np.max, np.min, np.argmax, np.argmin, np.any, np.all,
                np.cumsum, np.sort, np.expand_dims, np.squeeze, lambda x, n: np.repeat(x, 2, n),
                lambda x, n: np.concatenate([x, x], n), lambda x, n: np.stack([x, x], n),
            )
            for axis in (0, -1, 1, 2, -3)
        ]
        + [
            (lambda f=f, axis=axis: f(x, axis=axis))
            for f in (np.sum, np.max, np.any, np.expand_dims)
            for axis in ((0, 1), (0, 0), (-1,))
        ]
    )  # fmt: skip


def shapes(x, other):
    return told(
        [
            lambda: x + other,
            lambda: x == other,
            lambda: np.maximum(x, other),
            lambda: np.where(x > 1, other, 0),
            lambda: np.dot(x, other),
            lambda: np.concatenate([x, other]),
            lambda: np.concatenate([x, other], axis=None),
            lambda: np.concatenate([]),
            lambda: np.stack([x, other]),
            lambda: np.vstack([x, other]),
            lambda: np.squeeze(x, 0),
            lambda: np.repeat(x, [1, 2], axis=0),
            lambda: np.repeat(x, [1, 2, 3], axis=0),
            lambda: np.repeat(x, -1),
        ]
        + [
            (lambda shape=shape: x.reshape(shape))
            for shape in (6, (3, 2), [-1, 2], (4, -1), (-1, -1), (5,), (0, -1), ())
        ]
    )


def dtypes(x):
    b, i = x > 1, x.astype(np.int64)
    return told(
        [
            lambda: np.sum(x, dtype=np.int32),
            lambda: np.prod(i, axis=0, dtype=np.int8),
            lambda: np.mean(i, dtype=np.float32),
            lambda: (b @ b.T, np.dot(b, b.T), np.argmax(b), np.argmin(b, axis=1)),
            lambda: (x.clip(min=1), x.clip(max=2), np.clip(x, None, None), np.clip(i, 1, 2.5)),
            lambda: np.all(x, axis=1, keepdims=True),
            lambda: np.any(np.array([np.nan])),
            lambda: (np.where(x[0, 0] > 1, 1, 2), np.where(True, x[0, 0], 2)),
            lambda: np.array(300, dtype=np.uint8),
            lambda: np.array([[1], [-129]], np.int8),
            lambda: np.asarray([300], dtype=np.int8),
            lambda: np.full(2, -1, dtype=np.uint8),
        ]
    )


def nothing(x):
    return told(
        [(lambda f=f: f(x[:0])) for f in (np.max, np.min, np.argmax, np.argmin, np.any, np.all, np.sum)]
        + [(lambda f=f, axis=axis: f(x[:0], axis=axis)) for f in (np.max, np.argmin) for axis in (0, 1)]
        + [
            lambda: np.linspace(0, 1, -1),
            lambda: np.arange(0, 10, 0),
            lambda: np.arange(0, 1, 0.0),
            lambda: np.eye(-1),
        ]
    )


def arrays():
    return [(np.arange(6.0).reshape(2, 3),), (np.arange(6.0).reshape(2, 3) * -1,)]


def pairs():
    return [(x, other) for (x,) in arrays() for other in (np.ones((2, 3)), np.ones((2, 2)), np.ones((3, 2)))]


CASES = [
    case(axes, arrays, artifact=False, straight=True),
    case(shapes, pairs, artifact=False, straight=True),
    case(dtypes, arrays, artifact=False, straight=True),
    case(nothing, arrays, artifact=False, straight=True),
]
