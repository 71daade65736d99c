"""Errors that eager raises and Lith does not, and the other way round."""

import torch
import torch.nn.functional as F

from limits.entry import limit, raises

T = torch.tensor


@limit(raises(RuntimeError), lambda: (torch.ones(2, 2),))
def meshgrid_of_matrices(x):
    """`torch.meshgrid` of matrices raises with their type and sizes; eager with their elements."""
    return torch.meshgrid(x, x, indexing="ij")


@limit(raises(RuntimeError), lambda: (torch.ones(1, 2, 4, 4), torch.ones(3)))
def batch_norm_of_other_channels(x, mean):
    """`batch_norm` of nothing by statistics of another number of channels raises RuntimeError; eager gives the input."""
    return F.batch_norm(x[:0], mean, mean)


@limit(raises(RuntimeError), lambda: (torch.ones(2, dtype=torch.complex64),))
def order_of_complex_numbers(x):
    """Which exception a call raises whose arguments fit nothing: `sorted` of complex tensors, `torch.zeros` of a tensor of several, `torch.tensor` of a class, `|=` of a leaf, `dict` of modules, a scripted function."""
    return sorted([x[0], x[1]])


@limit(raises(RuntimeError), lambda: (torch.ones(1, dtype=torch.complex64),))
def percent_of_complex(x):
    """`%d` of a complex tensor raises RuntimeError; eager takes the real part."""
    return "%d" % x
