"""Numbers that a dtype of integers cannot hold, or that a function does not take."""

import numpy as np
import torch
import torch.nn.functional as F

from plain_use.programs.differing_tensors import told
from plain_use.row import same, steps

T = torch.tensor
UINT8, INT8, INT32 = torch.uint8, torch.int8, torch.int32


def small(dtype):
    return lambda: (T([1, 3, 7], dtype=dtype),)


@steps()
def elements_that_do_not_fit(door):
    def set_(x, v):
        x[0] = v
        return x

    def gathered(x, v):
        x[[0, 0]] = v
        return x

    given = [
        (T([1, 3], dtype=UINT8), 300),
        (T([1, 3], dtype=INT8), 300),
        (T([1, 3]), float("nan")),
        (T([1.0, 3.0]), 1j),
        (T([1.0, 3.0]), np.float32(3)),
    ]
    return [told(door.compile(f), x.clone(), v) for f in (set_, gathered) for x, v in given[:4]] + [
        told(door.compile(set_), *given[4])
    ]


@steps()
def written_elements_that_do_not_fit(door):
    def bytes_(x):
        x[0] = 300
        return x

    def nothing(x):
        x[0] = float("nan")
        return x

    return [
        told(door.compile(f), T([1, 3], dtype=d))
        for f in (bytes_, nothing)
        for d in (UINT8, torch.int64)
    ]


@same(small(INT32))
def filled_past_32_bits(x):
    return x.fill_(2**40)


@same(small(INT8))
def filled_past_a_byte(x):
    return x.fill_(300)


@same(small(INT8))
def limited_past_a_byte(x):
    return x.clamp(max=300)


@same(small(INT8))
def remainder_past_a_byte(x):
    return x.remainder(256)


@same()
def complex_numbers_of_floats():
    return torch.tensor([1 + 2j], dtype=torch.float32)


@same(lambda: (T([1, 3, 0, 200], dtype=UINT8), -1, 2.7))
def limited_by_an_integer_and_a_float(x, low, high):
    """An integral bound beside a float is one of the result's dtype."""
    return (
        x.clamp(-1, 2.7),
        x.clamp(low, high),
        torch.clip(x, -1.0, 3),
        x.clamp(T(-1), 2.7),
        x.clamp(0.5, 300),
    )


@same(lambda: (T([1, 3, 0, -100], dtype=INT8),))
def limited_by_an_integer_past_a_byte(x):
    return x.clamp(-200, 2.7), x.clamp(-2.5, 300)


@steps()
def copies_of_numbers(door):
    """A number is copied as a tensor of it is: it wraps, and what is expanded is not written."""
    copy = door.compile(lambda x, v: x.copy_(v))
    made = [torch.zeros(2, dtype=d) for d in (UINT8, INT8, torch.float64, torch.bool, torch.half)]
    numbers = (300, 1.7, True, -1e9)
    return [told(copy, x.clone(), v) for x in made for v in numbers] + [
        told(copy, torch.zeros(3, 1).expand(3, 4), 1)
    ]


@steps()
def slopes_that_are_tensors(door):
    calls = [
        lambda x, y: F.threshold(x, y, 0.0),
        lambda x, y: F.leaky_relu(x, y),
        lambda x, y: F.elu(x, y),
    ]
    return [told(door.compile(f), T([-1.0, 2.0]), y) for f in calls for y in (T([0.5]), T(0.5))]


@same(lambda: (torch.ones(3),))
def method_of_a_tensor_on_its_array(x):
    return x.numpy().mul_(2)


@same(lambda: (T([1e-40, 1.0, 1e-39]),))
def zero_by_subnormals(x):
    return 0 / x


@steps()
def products_of_bools(door):
    calls = [
        lambda x: torch.einsum("ij,jk->ik", x, x),
        lambda x: torch.einsum("i,i->", x[0], x[0]),
        lambda x: torch.einsum("ij,ij->ij", x, x),
        lambda x: torch.tensordot(x, x, 1),
        lambda x: torch.tensordot(x, x, 2),
        lambda x: torch.inner(x, x),
        lambda x: F.bilinear(x, x, torch.ones(2, 2, 2, dtype=torch.bool)),
    ]
    return [told(door.compile(f), torch.ones(2, 2, dtype=torch.bool)) for f in calls]


@steps()
def quantiles_of_a_matrix(door):
    """What is asked for is a number or a vector."""
    ask = door.compile(lambda x, q: torch.quantile(x, q, dim=0))
    return [told(ask, T([1.0, 2.0, 3.0]), q) for q in (T([[0.2, 0.4]]), T([0.2, 0.4]), T(0.2))]


@steps()
def padding_beside_dilation(door):
    """What is at most half of the window that dilation spreads may be more than half of the kernel."""
    calls = [
        lambda x, p: F.max_pool1d(x[0], 3, 2, p, 3, return_indices=True),
        lambda x, p: F.max_pool2d(x, 3, 2, p, 3),
        lambda x, p: F.max_pool3d(x, (1, 3, 3), 2, (0, p, p), (1, 3, 3)),
    ]
    x = torch.arange(162.0).reshape(1, 2, 9, 9)
    return [told(door.compile(f), x, p)[:12] for f in calls for p in (3,)] + [
        door.compile(calls[1])(x, 1)
    ]


@same(lambda: (T(8.5), T([8.5])))
def norms_of_one_number(x, v):
    """Along a dimension that it has not, a number is taken to its power and back."""
    few = (
        torch.linalg.vector_norm(x, ord=-1e-30, dim=-1),
        torch.linalg.vector_norm(v, ord=-1e-30, dim=-1),
    )
    return few, torch.linalg.vector_norm(x, ord=3.0, dim=-1), torch.linalg.vector_norm(x, ord=3.0)
