"""Where results lie in memory, and sizes that resampling keeps."""

import itertools

import torch
import torch.nn.functional as F
from torch import nn

from plain_use.programs.differing_tensors import tried
from plain_use.row import same, steps

T = torch.tensor


def channels_last():
    return torch.arange(96.0).reshape(2, 3, 4, 4).contiguous(memory_format=torch.channels_last)


@same(lambda: (channels_last(), torch.arange(12.0).view(3, 4).t()))
def differences(x, m):
    return x.diff(), x.diff(dim=0), x.diff(n=2, dim=1), m.diff(), m.diff(dim=0)


@same(lambda: (torch.arange(24.0).view(2, 3, 4).permute(2, 0, 1),))
def indices_around_a_new_dimension(x):
    return x[None, [0, 1]], x[[0, 1], None, [0, 1]], x[[]]


@steps()
def upsampled_by_little(door):
    """A size that stays is not resampled."""
    modes = [
        ("bilinear", 4),
        ("nearest", 4),
        ("linear", 3),
        ("trilinear", 5),
        ("bicubic", 4),
        ("nearest", 3),
    ]
    results = []
    for mode, rank in modes:
        shape = (1, 1, 2, 3, 4)[: rank - 1] + (4,)
        x = torch.arange(float(torch.Size(shape).numel())).reshape(shape) ** 2
        results.append(door.compile(nn.Upsample(scale_factor=1.3, mode=mode))(x))
    return results


@steps()
def resampled_doubles(door):
    """The weights of doubles are doubles."""
    x = torch.linspace(0, 1, 35, dtype=torch.float64).reshape(1, 1, 5, 7) ** 3
    results = []
    for mode, smooth in itertools.product(("bilinear", "bicubic"), (False, True)):
        f = door.compile(
            lambda x, m=mode, s=smooth: F.interpolate(x, size=(7, 9), mode=m, antialias=s)
        )
        results.append([float(f"{v:.11g}") for v in f(x).flatten().tolist()])
    return results


SEQUENCES = torch.arange(24.0).reshape(3, 2, 4) / 24
PADDING = T([[False, True], [False, False], [False, True]])


def attention(heads=2, batch_first=True):
    torch.manual_seed(0)
    return nn.MultiheadAttention(4, heads, batch_first=batch_first).eval()


@steps()
def attention_in_evaluation(door):
    """Without gradients eager has one operator for all of a layer, whose result is contiguous."""
    results = []
    for heads, first, mode in itertools.product(
        (2, 1), (True, False), (torch.no_grad, torch.enable_grad)
    ):
        m = attention(heads, first)
        alone = door.compile(lambda x, m=m: m(x, x, x, need_weights=False)[0])
        padded = door.compile(lambda x, p, m=m: m(x, x, x, key_padding_mask=p))
        with mode():
            results += [alone(SEQUENCES).stride(), padded(SEQUENCES[:2], PADDING[:2])[0].stride()]
    return results


@steps()
def attention_without_the_fast_path(door):
    f = door.compile(lambda x, m=attention(): m(x, x, x)[0])
    results = []
    try:
        for enabled in (True, False, True):
            torch.backends.mha.set_fastpath_enabled(enabled)
            with torch.no_grad():
                results.append(f(SEQUENCES).stride())
    finally:
        torch.backends.mha.set_fastpath_enabled(True)
    return results


@steps()
def encoder_layers_in_evaluation(door):
    results = []
    for first, act in itertools.product((True, False), ("relu", "gelu")):
        torch.manual_seed(0)
        layer = nn.TransformerEncoderLayer(
            4, 2, 8, batch_first=True, norm_first=first, activation=act
        ).eval()
        f = door.compile(lambda x, p, layer=layer: layer(x, src_key_padding_mask=p))
        with torch.no_grad():
            y = f(SEQUENCES, PADDING)
        results.append((y.stride(), [round(v, 4) for v in y.flatten().tolist()]))
    return results


@same(lambda: (T([1.0]),))
def result_of_attention_is_viewed(x, m=attention()):
    with torch.no_grad():
        return m(SEQUENCES, SEQUENCES, SEQUENCES)[0].view(-1).shape


@steps()
def transforms_of_no_dimensions(door):
    """They are copies, also of complex numbers."""
    x, m = T(1 + 2j), torch.ones(2, 3).cfloat()
    whole = door.compile(lambda x: torch.fft.fftn(x))
    none = door.compile(lambda x: torch.fft.ifftn(x, dim=()))
    return whole(x), whole(x) is x, none(m), none(m).data_ptr() == m.data_ptr(), whole(T(1.0))


@steps()
def more_sizes_than_dimensions(door):
    calls = [
        lambda x: torch.fft.fftn(x, s=[1, 1]),
        lambda x: torch.fft.ifftn(x, s=[1, 1]),
        lambda x: torch.fft.rfftn(x, s=[1, 1]),
        lambda x: torch.fft.irfftn(x, s=[1, 1]),
        lambda x: torch.fft.fft2(x),
        lambda x: torch.fft.rfft2(x),
    ]
    return [tried(door.compile(f), x) for f in calls for x in (T(3.0), T([3.0]))]


@steps()
def results_in_the_memory_of_what_is_not_used_any_more(door):
    """Such a result has the strides and the offset of a new tensor, and only its own memory."""
    calls = [
        lambda x: (x * 2)[:, -1] / 0.7,
        lambda x: (x * 2)[-1:].sin(),
        lambda x: F.relu((x * 2).cumsum(1)[:1, -1]),
        lambda x: (x * 2)[:, -1].scatter(1, torch.tensor([[0]]), 1.0),
        lambda x: (x * 2).cumsum(1)[:1].clone().add_(1),
        lambda x: torch.softmax((x * 2)[-1:, -1], 1),
    ]
    results = []
    for call in calls:
        told = door.compile(lambda x, call=call: (call(x), call(x).storage_offset()))
        for x in (torch.ones(1, 3, 8), torch.ones(2, 3, 8)):
            y, offset = told(x)
            results.append((y.stride(), offset, y.untyped_storage().nbytes()))
    return results


@same(lambda: (torch.rand(2, 4, 3, 3).contiguous(memory_format=torch.channels_last),))
def images_whose_channels_lie_last(x):
    pooled, places = F.max_pool2d(x, 1, return_indices=True)
    results = [
        F.pixel_shuffle(x, 2),
        F.unfold(x, 1),
        F.unfold(x[:1], 1),
        F.max_unpool2d(pooled, places, 1),
        F.scaled_dot_product_attention(x, x, x),
        F.scaled_dot_product_attention(x.contiguous(), x, x),
    ]
    return [(y, y.stride()) for y in results]
