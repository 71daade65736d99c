"""Indices and writes."""

import torch

from limits.entry import differs, limit, raises

T = torch.tensor


@limit(raises(RuntimeError), lambda: (torch.zeros(6).as_strided((2, 3), (1, 1)),))
def write_to_an_overlapping_argument(x):
    """An in-place write to an argument that overlaps itself (`as_strided`, `unfold`) raises RuntimeError, as one to what
    was expanded does in eager, too."""
    x.add_(T([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]))
    return x


@limit(raises(RuntimeError), lambda: (torch.ones(3), torch.zeros(2)))
def out_of_another_size(x, y):
    """`out=` of another size than the result, which is not known to be empty, raises RuntimeError; eager resizes."""
    return torch.add(x, 1, out=y)


@limit(raises(RuntimeError), lambda: (torch.arange(6.0).view(2, 3),))
def elements_that_are_read_after_they_were_written(x):
    """A write into a view with gaps that reads elements which it has written (`x -= x[:, :1]`, `x[:, 1:] = x[:, :-1]`): what eager
    gives depends on its order."""
    x -= x[:, :1]
    return x


@limit(differs(), lambda: (torch.arange(8.0),))
def out_that_overlaps(x):
    """`out=` of a function that is no single operation (`torch.add`), which shares memory with a source in part, is written after
    all of the source was read; eager raises."""
    torch.add(x[:-1], 1, out=x[1:])
    return x
