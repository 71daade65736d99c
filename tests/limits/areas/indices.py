"""Indices and writes."""

import torch

from limits.entry import differs, limit, raises

T = torch.tensor


@limit(raises(IndexError), lambda: (torch.ones(3),))
def index_of_floats(x):
    """A list of floats as an index raises IndexError; eager cuts them off."""
    return x[[0.1, 1.2]]


@limit(raises(NotImplementedError), lambda: (torch.ones(3, 1),))
def empty_list_as_an_index(x):
    """A list of run time that is empty, as an index, raises NotImplementedError."""
    keep = [i for i in range(len(x)) if x[i, 0] > 100]
    return x[keep]


@limit(differs(), lambda: (torch.zeros(6).as_strided((2, 3), (1, 1)),))
def write_to_an_overlapping_argument(x):
    """An in-place write to an argument that overlaps itself (`as_strided`, `unfold`) gives other values."""
    x.add_(T([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]))
    return x


@limit(raises(RuntimeError), lambda: (torch.ones(3), torch.zeros(2)))
def out_of_another_size(x, y):
    """`out=` of another size than the result, which is not known to be empty, raises RuntimeError; eager resizes."""
    return torch.add(x, 1, out=y)


@limit(differs(), lambda: (torch.arange(8.0),))
def out_that_overlaps(x):
    """`out=` that shares memory with a source in part is written after all of the source was read; eager raises."""
    torch.add(x[:-1], 1, out=x[1:])
    return x


@limit(differs(), lambda: (torch.zeros(3), T([0], dtype=torch.int16)))
def index_of_int16(x, i):
    """An index of int16 is accepted; eager raises IndexError."""
    return x[i]


@limit(differs(), lambda: (torch.zeros(3), T([1, 0, 1], dtype=torch.uint8)))
def mask_of_uint8(x, m):
    """A mask of uint8 in an assignment gives another result than eager's."""
    x[m] = 1
    return x
