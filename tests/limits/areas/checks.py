"""Errors that eager raises and Lith does not, and the other way round."""

import torch
import torch.nn.functional as F

from limits.entry import differs, limit, raises

T = torch.tensor
INT8 = torch.int8


@limit(differs(), lambda: (torch.ones(2, dtype=INT8),))
def remainder_past_the_dtype(x):
    """`remainder` of int8 by 256 is 0; eager raises ZeroDivisionError."""
    return x.remainder(256)


@limit(raises(RuntimeError), lambda: (torch.ones(2, 2),))
def meshgrid_of_matrices(x):
    """`torch.meshgrid` of matrices raises with their type and sizes; eager with their elements."""
    return torch.meshgrid(x, x, indexing="ij")


@limit(raises(RuntimeError), lambda: (torch.ones(1, 2, 4, 4), torch.ones(3)))
def batch_norm_of_other_channels(x, mean):
    """`batch_norm` of nothing by statistics of another number of channels raises RuntimeError; eager gives the input."""
    return F.batch_norm(x[:0], mean, mean)
