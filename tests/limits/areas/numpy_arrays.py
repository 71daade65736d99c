"""NumPy."""

import warnings

import numpy as np
import torch

from limits.entry import differs, limit, prose, raises, refused, script

ARRAY = np.ones(2)


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


@limit(refused("LTH0302"), lambda: (3,))
def functions_that_are_missing(n):
    """Functions of NumPy that are not in `docs/operators.md`."""
    return np.partition(np.arange(n), 1)  # here


@limit(refused("LTH0502"), lambda: (torch.ones(2, dtype=torch.complex64),))
def operators_of_complex_numbers(x):
    """Operators, and the text, of complex arrays and numbers of NumPy."""
    return x.numpy() * 2  # here


@limit(raises(RuntimeError), lambda: (torch.ones(2, requires_grad=True),))
def write_to_an_array_that_is_kept(x):
    """A write to an array whose memory a graph keeps for its backward raises RuntimeError, as a write to a tensor does; eager does not see it."""
    array = np.ones(2, dtype=np.float32)
    product = torch.from_numpy(array) * x
    array[0] = 5
    product.sum().backward()
    return x.grad


@script(differs())
def warnings_of_arrays(door):
    """Arrays of floats, and integers of NumPy, that are divided by zero, overflow or are invalid give no RuntimeWarning."""
    f = door.compile(lambda n: float((np.ones(n) / np.zeros(n))[0]))
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        return f(2), len(found)


prose(
    __name__,
    "An array that nobody may write, one backwards (`a[::-1]`) and a complex number, as arguments, are constants: each takes a program, the 65th is refused.",
    "needs 65 calls",
)


@script(raises(RuntimeError))
def write_to_an_array_that_gradients_have_saved(door):
    """A write to an array is seen by the gradients that have saved a tensor over it, as a write to that tensor is; eager does not see it."""
    array = np.arange(3.0)

    def f(x):
        y = torch.from_numpy(array) * x
        array[0] = 5
        return y

    x = torch.ones(3, dtype=torch.float64, requires_grad=True)
    door.compile(f)(x).sum().backward()
    return x.grad.tolist()


@limit(differs(), lambda: (np.arange(3.0),))
def array_as_an_element(a):
    """`a[0] = np.array([1.0])` writes the one element; NumPy raises since 2.4."""
    a[0] = np.array([1.0])
    return a


@limit(refused("LTH0502"), lambda: (np.arange(4.0),))
def parameters_of_methods(a):
    """Some parameters of methods of arrays, as `a.min(initial=0)`, `a.sum(where=...)`, `a.reshape(2, 2, order="F")`."""
    return a.min(initial=0)  # here
