"""NumPy."""

import warnings

import numpy as np
import torch

from limits.entry import differs, limit, raises, refused, script

ARRAY = np.ones(2)
LARGE = np.ones(2000)


@limit(refused("LTH0302"), lambda: (3,))
def random_numbers_of_numpy(n):
    """`np.random`."""
    return np.random.rand() * n  # here


@limit(refused("LTH0502"), lambda: (3,))
def text_of_an_array(n):
    """The text of an array."""
    return str(np.ones(n))  # here


@limit(refused("LTH0502"), lambda: (torch.ones(2),))
def array_and_tensor(x):
    """An operator between an array and a tensor."""
    return x + ARRAY  # here


@limit(refused("LTH0502"), lambda: (3,))
def write_an_array_backwards(n):
    """Writing an array backwards (`a[::-1]`, `np.flip`), or the one that it was taken of."""
    a = np.zeros(n)
    b = a[::-1]  # here
    b[0] = 1
    return a


@limit(refused("LTH0307"), lambda: (3,))
def write_an_array_from_outside(n):
    """Writing an array that existed before the call."""
    ARRAY[0] = n  # here
    return n


@limit(refused("LTH0502"), lambda: (3,))
def large_array_from_outside(n):
    """An array of more than 1,024 elements that existed before the call and is no argument."""
    return LARGE.sum() + n  # here


@limit(raises(RuntimeError), lambda: (0,))
def division_by_zero_with_floor(n):
    """Integers of arrays divided by zero with `//` raise RuntimeError; NumPy warns and gives 0."""
    return np.arange(3) // np.array([n, 1, 1])


@limit(refused("LTH0502"), lambda: (3,))
def written_over_an_array(n):
    """Writing to a tensor over an array that existed before the call."""
    t = torch.from_numpy(ARRAY)  # here
    t += n
    return ARRAY[0] + 0


@script(differs())
def memory_of_from_numpy(door):
    """A result that is a tensor over an array that existed before the call has memory of its own."""
    array = np.array([1.0])
    t = door.compile(lambda: torch.from_numpy(array))()
    t += 1
    return float(array[0])


@limit(refused("LTH0302"), lambda: (3,))
def functions_that_are_missing(n):
    """Functions of NumPy that are not in `docs/operators.md`."""
    return np.histogram(np.arange(n))  # here


@limit(refused("LTH0312"), lambda: (3,))
def constant_and_computed_number(n):
    """A constant number of NumPy and one of run time that meet in one variable."""
    a = np.float64(0)
    for i in range(n):
        a = np.arange(3.0)[i] if i > 1 else np.float64(i)
    return a  # here


@script(differs())
def warnings_of_floats(door):
    """Floats of NumPy that are divided by zero, overflow or are invalid give no RuntimeWarning."""
    f = door.compile(lambda n: float(np.float32(1) / np.float32(n)))
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        return f(0), len(found)
