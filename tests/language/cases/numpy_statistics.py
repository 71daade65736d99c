"""Means, variances, quantiles of arrays, and reductions without what is no number."""

import numpy as np

from language.harness import case


def told(makers):
    said = []
    for make in makers:
        try:
            said.append(make())
        except (ValueError, TypeError, ZeroDivisionError) as error:
            said.append(type(error).__name__)
    return said


def spread(x):
    return told(
        [
            (lambda f=f, axis=axis: (f(x, axis=axis), f(x, axis=axis, keepdims=True) + 0))
            for f in (np.std, np.var, np.median, np.ptp, np.mean)
            for axis in (None, 0, -1, (0, 1), 2)
        ]
    )


def degrees(x):
    return (
        np.std(x, ddof=1), x.std(0, ddof=1), x.var(axis=1), x.mean(), np.var(x, 0, np.float32),
        (x > 1).mean(), np.std(x[:, :1], axis=1, dtype=np.float64),
    )  # fmt: skip


def averages(x, weights):
    return told(
        [
            lambda: np.average(x),
            lambda: np.average(x, axis=0),
            lambda: np.average(x, axis=1, weights=weights),
            lambda: np.average(x, weights=np.abs(x) + 1, keepdims=True),
            lambda: np.average(x, axis=1, weights=weights, returned=True),
            lambda: np.average(x, weights=weights),
            lambda: np.average(x, axis=0, weights=weights),
            lambda: np.average(x, weights=x * 0),
        ]
    )


def quantiles(x):
    return told(
        [
            lambda: np.percentile(x, 50),
            lambda: np.percentile(x, [25, 75], axis=0),
            lambda: np.quantile(x, 0.3, axis=-1, keepdims=True) + 0,
            lambda: np.quantile(x, np.array([0.1, 0.9]), keepdims=True) + 0,
            lambda: np.percentile(x, 101),
            lambda: np.quantile(x, -0.1),
        ]
    )


def without_nans(x):
    return told(
        [
            (lambda f=f, axis=axis: f(x, axis=axis))
            for f in (np.nanmean, np.nansum, np.nanmax, np.nanmin, np.nanstd, np.nanvar, np.nanprod, np.nanmedian)
            for axis in (None, 0, 1)
        ]
        + [lambda: np.nanargmax(x), lambda: np.nanargmin(x, 0), lambda: np.nancumsum(x, 1)]
        + [lambda: np.nanargmax(x[2:])]
    )  # fmt: skip


def running(x):
    return (
        np.cumprod(x),
        x.cumprod(1),
        np.count_nonzero(x > 1),
        np.count_nonzero(x, axis=0),
        np.amax(x, 0),
        np.amin(x),
    )


A = np.array([[1.5, 2, -3], [4, 0.5, 6]])
N = np.array([[1, np.nan, 3], [-2, 5, np.nan], [4, 4, 4.5]])


def arrays():
    return [(A,), (A[:, ::-1].copy() * 2,), (A.astype(np.float32),), (A.astype(np.int64),)]


CASES = [
    case(spread, arrays, artifact=False, straight=True),
    case(degrees, arrays, artifact=False, straight=True),
    case(
        averages,
        lambda: [(A.copy(), np.array([1, 2, 3.0])), (A.astype(np.int64), np.array([3, 1, 1]))],
        artifact=False,
        straight=True,
    ),
    case(quantiles, arrays, artifact=False, straight=True),
    case(without_nans, lambda: [(N.copy(),), (N.T.copy() * 3,)], artifact=False, straight=True),
    case(running, arrays, straight=True),
]
