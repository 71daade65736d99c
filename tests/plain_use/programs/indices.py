"""Indices that only run time knows, that come from outside, and that are arrays or numbers of other dtypes."""

import numpy as np
import torch

from plain_use.row import same

T = torch.tensor


def rows():
    return torch.arange(6.0).reshape(2, 3)


def cube():
    return np.arange(24.0).reshape(2, 3, 4)


def told(fn):
    try:
        return fn()
    except Exception as error:  # noqa: BLE001 - the outcome is what is compared
        return f"{type(error).__name__}: {error}"


@same(lambda: (rows(),))
def kept_rows_that_may_be_none(x):
    none = [i for i in range(len(x)) if x[i, 0] > 100]
    some = [i for i in range(len(x)) if x[i, 0] > 1]
    return x[none], x[some], x[none, 1], x[:, none], x[some, 1]


@same(lambda: (rows(),))
def rows_written_that_may_be_none(x):
    none = [i for i in range(len(x)) if x[i, 0] > 100]
    some = [i for i in range(len(x)) if x[i, 0] > 1]
    x[none] = 7.0
    x[some, 0] = 9.0
    return x


@same(lambda: (rows(),))
def list_of_bools_of_run_time(x):
    chosen = [bool(row.sum() > 5) for row in x]
    none = [bool(row.sum() > 5) for row in x if row.sum() > 100]
    return x[chosen], x[none], told(lambda: x[chosen + [True]])


@same(lambda: (rows(),), refused="LTH0504")
def pairs_of_run_time(x):
    """A short list of pairs is a tuple of indices: its length says how many dimensions there are."""
    pairs = [(i, 0) for i in range(len(x)) if x[i, 0] >= 0]
    return x[pairs]  # here


@same(lambda: (rows(),), refused="LTH0504")
def indices_collected_as_tensors(x):
    found = [torch.tensor(i) for i in range(len(x)) if x[i, 0] >= 0]
    return x[found]  # here


@same(lambda: (rows(), [[0, 1], [1, 2]], [[True, False, True], [False, True, True]]))
def lists_of_lists_from_outside(x, i, m):
    return x[i], told(lambda: x[m]), x[:, [[0], [1]]]


@same(lambda: (rows(), [0.0, 1.9], np.array([1.5, 0.0]), np.array([1, 0], dtype=np.int8)))
def fractions_as_indices(x, i, a, b):
    return x[i], x[a], x[b], x[[0.5, 1.5]]


@same(lambda: (rows(), T([1], dtype=torch.int16), T(1, dtype=torch.int16)))
def tensors_of_int16_as_indices(x, i, one):
    return told(lambda: x[i]), x[one], told(lambda: x.index_put((i,), T(1.0)))


@same(lambda: (torch.zeros(3), T([1, 0, 1], dtype=torch.uint8)))
def masks_of_bytes_in_assignments(x, m):
    def number():
        x[m] = 1.0

    def several():
        x[m] = T([3.0, 4.0])
        return x

    return told(number), told(several), x


@same(lambda: (cube(),))
def number_and_list_apart_in_an_array(a):
    return a[0, :, [0, 1]], a[0, ..., [0, 1]], a[0, None, [0, 1]], a[0, [0, 1]], a[:, 0, [0, 1]]


@same(lambda: (torch.from_numpy(cube()),))
def number_and_list_apart_in_a_written_array(x):
    a = x.clone().numpy()
    a[1, :, [0, 1]] = np.arange(6.0).reshape(2, 3)
    a[0, :, [2]] = -1.0
    return a


@same(lambda: (cube(), np.array([1, 0], dtype=np.uint8), T([1, 0], dtype=torch.uint8)))
def bytes_as_indices_of_an_array(a, i, t):
    return a[i], a[t], told(lambda: a[i.astype(np.float32)]), told(lambda: [1, 2][i])


@same(lambda: (cube(),))
def ellipsis_in_an_array(a):
    return type(a[0, 0, 0, ...]).__name__, a[..., 0] * 2, told(lambda: a[..., ...])


@same(lambda: (T(7.0), 5))
def indices_of_a_number(x, n):
    calls = (lambda: x[n], lambda: x[0], lambda: x[:], lambda: x[::-1], lambda: x[..., None])
    return [told(call) for call in calls]
