"""Errors that eager raises and Lith does not, and the other way round."""

import torch
import torch.nn.functional as F

from limits.entry import differs, limit, raises

T = torch.tensor
HALF, INT8, UINT8 = torch.float16, torch.int8, torch.uint8


@limit(differs(), lambda: (torch.ones(2, dtype=UINT8),))
def pad_past_the_dtype(x):
    """`F.pad` of bytes with -1 wraps; eager raises RuntimeError."""
    return F.pad(x, (1, 1), value=-1)


@limit(differs(), lambda: (1 + 2j,))
def tensor_of_a_complex_number(z):
    """`torch.tensor([1+2j], dtype=float32)` takes the real part; eager raises RuntimeError."""
    return torch.tensor([z], dtype=torch.float32)


@limit(differs(), lambda: (torch.ones(2, dtype=INT8),))
def remainder_past_the_dtype(x):
    """`remainder` of int8 by 256 is 0; eager raises ZeroDivisionError."""
    return x.remainder(256)


@limit(differs(), lambda: (torch.ones(2, 3, dtype=HALF), T([0, 1]), torch.ones(3)))
def weights_of_another_dtype(x, y, w):
    """`cross_entropy` of float16 with weights of float32 is accepted; eager raises RuntimeError."""
    return F.cross_entropy(x, y, weight=w)


@limit(differs(), lambda: (torch.ones(2, 3), torch.full((2, 3), 1 / 3)))
def ignored_class_with_probabilities(x, y):
    """`cross_entropy` with probabilities and `ignore_index=1` is accepted; eager raises RuntimeError."""
    return F.cross_entropy(x, y, ignore_index=1)


@limit(differs(), lambda: (torch.ones(1),))
def pad_to_nothing(x):
    """`F.pad(x, (1, -1))` of a size that becomes 0 is accepted; eager raises."""
    return F.pad(x[:0], (1, -1))


@limit(differs(), lambda: (torch.ones(2, dtype=torch.int64),))
def dropout_of_ints(x):
    """`F.dropout` of an integer tensor is accepted; eager raises RuntimeError."""
    return F.dropout(x, 0.5, True).dtype


@limit(differs(), lambda: (torch.zeros(2), torch.ones(1)))
def fill_with_a_tensor_of_one_dimension(x, y):
    """`fill_` with a tensor of one dimension is accepted; eager raises RuntimeError."""
    return x.fill_(y)


@limit(raises(RuntimeError), lambda: (torch.ones(2, 2),))
def meshgrid_of_matrices(x):
    """`torch.meshgrid` of matrices raises with their type and sizes; eager with their elements."""
    return torch.meshgrid(x, x, indexing="ij")


@limit(raises(ValueError), lambda: (torch.ones(2, 2),))
def einsum_of_an_unknown_letter(x):
    """`torch.einsum("ij->ik", x)` raises ValueError; eager raises RuntimeError."""
    return torch.einsum("ij->ik", x)


@limit(differs(), lambda: (2,))
def arange_of_complex_numbers(n):
    """`torch.arange` with a complex dtype is accepted; eager raises."""
    return torch.arange(n, dtype=torch.complex64).dtype


@limit(raises(RuntimeError), lambda: (torch.ones(1, 2, 4, 4), torch.ones(3)))
def batch_norm_of_other_channels(x, mean):
    """`batch_norm` of nothing by statistics of another number of channels raises RuntimeError; eager gives the input."""
    return F.batch_norm(x[:0], mean, mean)
