"""Strides of results."""

import torch

from limits.entry import differs, limit, script


def rows(*shape):
    return torch.arange(float(torch.Size(shape).numel())).reshape(shape)


@limit(differs(), lambda: (rows(1, 3, 4), rows(1, 4, 5)))
def einsum(x, y):
    """`einsum` of dimensions of size 1."""
    return torch.einsum("bij,bjk->kib", x, y).stride()


@limit(differs(), lambda: (rows(1, 3, 4)[:, -1],))
def dimensions_of_one_place(x):
    """Of a dimension of size 1, after casts, `index_copy`, `nan_to_num`, writes into a clone, and chains of operators on a view."""
    return x.double().stride()


@limit(differs(), lambda: (rows(4, 3).t(), rows(3, 4)))
def lerp(x, y):
    """`lerp` with a tensor of weights whose dimensions lie in another order than those of its first argument."""
    return torch.lerp(x, y, y).stride()


@limit(differs(), lambda: (rows(4, 6).t()[::2],))
def scattered_slices(x):
    """`slice_scatter`, `select_scatter` and `diagonal_scatter` of a tensor with gaps."""
    return torch.slice_scatter(x, x[:1], 0, 0, 1).stride()


@limit(differs(), lambda: (rows(4, 3, 5).permute(2, 0, 1),))
def transforms(x):
    """Transforms of `torch.fft` of a tensor whose dimensions were exchanged."""
    return torch.fft.fft(x).stride(), torch.fft.fft2(x).stride(), torch.fft.rfft(x, dim=0).stride()


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
