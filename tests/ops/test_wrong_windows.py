"""Convolution and pooling with numbers that make no windows: eager's exception, never a crash."""

from __future__ import annotations

import pytest
import torch
import torch.nn.functional as F

import lith

IMAGE, LINE, WEIGHT = torch.ones(1, 1, 5, 5), torch.ones(1, 2, 5), torch.ones(1, 1, 2, 2)
CALLS = {
    "stride of a convolution": (lambda x: F.conv2d(x, WEIGHT, stride=0), IMAGE),
    "padding of a convolution": (lambda x: F.conv2d(x, WEIGHT, padding=-1), IMAGE),
    "dilation": (lambda x: F.conv2d(x, WEIGHT, dilation=0), IMAGE),
    "groups": (lambda x: F.conv2d(x, WEIGHT, groups=0), IMAGE),
    "same, strided": (lambda x: F.conv2d(x, WEIGHT, padding="same", stride=2), IMAGE),
    "padding by another name": (lambda x: F.conv2d(x, WEIGHT, padding="foo"), IMAGE),
    "bias of another dtype": (lambda x: F.conv2d(x, WEIGHT, torch.ones(1).double()), IMAGE),
    "transposed stride": (lambda x: F.conv_transpose2d(x, WEIGHT, stride=0), IMAGE),
    "three strides": (lambda x: F.conv2d(x, WEIGHT, stride=(1, 2, 3)), IMAGE),
    "window of nothing": (lambda x: F.max_pool2d(x, 0), IMAGE),
    "no step": (lambda x: F.max_pool2d(x, 2, 0), IMAGE),
    "no step along a line": (lambda x: F.max_pool1d(x, 2, 0), LINE),
    "more padding than window": (lambda x: F.max_pool2d(x, 2, padding=2), IMAGE),
    "mean with no step": (lambda x: F.avg_pool2d(x, 2, 0), IMAGE),
    "mean over nothing": (lambda x: F.avg_pool1d(x, 0), LINE),
    "no divisor": (lambda x: F.avg_pool2d(x, 2, divisor_override=0), IMAGE),
    "rank of a pool": (lambda x: F.max_pool1d(x[0, 0], 2), LINE),
    "rank of an adaptive pool": (lambda x: F.adaptive_avg_pool2d(x[0, 0], 2), IMAGE),
    "negative sizes": (lambda x: F.adaptive_avg_pool2d(x, -1), IMAGE),
    "windows of a scalar": (lambda x: x.sum().unfold(0, 2, 1), LINE),
    "complex of a number": (lambda x: torch.complex(x, 2), LINE),
    "flipped line": (lambda x: torch.fliplr(x[0, 0]), LINE),
}


@pytest.mark.parametrize("name", CALLS)
def test_wrong_windows(name):
    fn, x = CALLS[name]
    with pytest.raises(Exception) as eager:
        fn(x)
    with pytest.raises(eager.type):
        lith.to_static(fn)(x)
