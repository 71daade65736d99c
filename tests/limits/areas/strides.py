"""Strides of results."""

import torch
import torch.nn.functional as F

from limits.entry import differs, limit, script

CHANNELS_LAST = torch.channels_last


def rows(*shape):
    return torch.arange(float(torch.Size(shape).numel())).reshape(shape)


@limit(differs(), lambda: (rows(2, 2, 2) @ rows(2, 2, 2).mT + torch.eye(2),))
def factors(x):
    """`cholesky` with `upper=True`, solutions of `lstsq`, of `solve` of batches of vectors, and `solve_triangular` with
    `left=False`."""
    return torch.linalg.cholesky(x, upper=True).stride()


@limit(differs(), lambda: (rows(2, 3, 4), rows(2, 4, 5)))
def einsum(x, y):
    """Some results of `einsum`."""
    return torch.einsum("bij,bjk->kib", x, y).stride()


@limit(differs(), lambda: (rows(4, 3).t(), torch.tensor([True, False, True])))
def mask_beside_none(x, m):
    """A mask beside None (`x[None, m]`) of a tensor whose dimensions were exchanged."""
    return x[None, m].stride()


@limit(differs(), lambda: (rows(4, 3).t(),))
def list_beside_none(x):
    """`x[None, [0, 1]]` and `x[[]]` of a tensor whose dimensions were exchanged."""
    return x[None, [0, 1]].stride(), x[[]].stride()


@limit(
    differs(), lambda: (rows(2, 3, 4, 4).contiguous(memory_format=CHANNELS_LAST), rows(2, 3, 4, 4))
)
def lerp(x, y):
    """`lerp` of a tensor in `channels_last` and one that is row-major."""
    return torch.lerp(x, y, 0.5).stride()


@limit(differs(), lambda: (rows(4, 3).t(),))
def power_of_a_number(x):
    """`2 ** x`, and `rrelu` in evaluation, of a tensor whose dimensions were exchanged."""
    return (2**x).stride(), F.rrelu(x).stride()


@limit(differs(), lambda: (rows(4, 6).t()[::2],))
def scattered_slices(x):
    """`slice_scatter` and `select_scatter` of a tensor with gaps or exchanged dimensions."""
    return torch.slice_scatter(x, x[:1], 0, 0, 1).stride()


@limit(differs(), lambda: (rows(4, 3).t(),))
def diff(x):
    """`diff` of a tensor whose dimensions were exchanged."""
    return torch.diff(x).stride(), torch.atleast_2d(x[0, :0]).stride()


@limit(differs(), lambda: (rows(4, 3, 5).permute(2, 0, 1),))
def transforms(x):
    """Transforms of `torch.fft` of a tensor whose dimensions were exchanged."""
    return torch.fft.fft(x).stride(), torch.fft.fft2(x).stride(), torch.fft.rfft(x, dim=0).stride()


@limit(differs(), lambda: (rows(4),))
def indices_in_a_column(x):
    """A vector indexed by a tensor of indices of several dimensions, as `x[x.nonzero()]`."""
    return x[x.nonzero()].stride()


class View(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("table", rows(2, 6)[1:, ::2])

    def forward(self):
        return self.table.stride(), self.table.storage_offset()


@script(differs(((3, 1), 0)))
def view_of_a_frozen_program(door):
    """`storage_offset()` of a parameter or buffer that is itself a view counts from where it begins, with `freeze=True` and in an artifact; the strides of a frozen one with gaps are those of a copy without them."""
    return door.compile(View(), freeze=True)()
