"""Operators under the names of PyTorch's dispatcher, as exported programs call them."""

from __future__ import annotations

import torch
from torch._higher_order_ops.while_loop import while_loop
from torch.ao.quantization.fx import _decomposed  # noqa: F401 (its operators)

from language.harness import case

aten = torch.ops.aten


def T(*sizes, seed=0):
    return torch.randn(sizes, generator=torch.Generator().manual_seed(seed))


def overloads(x, y):
    added = aten.add.Tensor(x, y, alpha=2), aten.add.Scalar(x, 2, 3), aten.sub(other=y, self=x)
    sizes = aten.sym_size.int(x, 0), aten.sym_numel.default(x), aten.size(x), aten.size(x, 1)
    folded = aten.mean.dim(x, [1], True), aten.sum.dim_IntList(x, [0]), aten.max.dim(x, 1)
    return added, sizes, folded, aten.linalg_vector_norm(x, 2, [0]), aten.special_expit(x)


def parts(x):
    """Lists and plain tuples, where torch's own functions give tuples and named ones."""
    pieces = aten.split.Tensor(x, 2), aten.unbind(x, 1), aten.sort(x, 0), aten.topk.default(x, 2)
    x = aten.slice.Tensor(x, -1, 0, 2)
    return pieces, aten.slice(x, 0, 1, 9, 2), aten.index.Tensor(x, [None, torch.tensor([1, 0])])


def written(x, y):
    """In place, and through views."""
    aten.add_.Tensor(x, y)
    aten.copy_.default(aten.select.int(x, 0, 0), aten.select.int(y, 0, 1))
    aten.alias(x).mul_(2)
    copy = aten.lift_fresh_copy(x)
    copy.zero_()
    aten._index_put_impl_(x, [torch.tensor([0])], torch.tensor(3.0), True, False)
    return aten._to_copy(x, dtype=torch.float64), aten.copy(x, y[0]), aten.cumsum(x, 1, dtype=4)


def of_a_network(x, weight, bias):
    h = aten.convolution.default(x, weight, bias, [1, 1], [1, 1], [1, 1], False, [0, 0], 1)
    running = torch.zeros(4), torch.ones(4)
    h = aten._native_batch_norm_legit_no_training(h, None, bias, *running, 0.1, 1e-5)[0]
    values, places = aten.max_pool2d_with_indices(aten.elu(h, 2.0), [2, 2])
    wide = aten.upsample_nearest2d.vec(values, None, [2.0, 3.0])
    mapped = aten.upsample_nearest2d(values, [7, 8], 3.0, 2.5)
    grown = aten.upsample_nearest2d(values, [3, 5], scales_h=None, scales_w=None)
    smooth = aten.upsample_bilinear2d(values, [3, 5], False), aten.reflection_pad2d(h, [1, 0, 1, 0])
    rows = aten.view(h, [-1, h.shape[-1]])
    return places, wide, mapped, grown, smooth, aten._softmax(rows, -1, False), aten.gelu(rows)


def normalised(x, weight):
    groups = aten.native_group_norm(x, None, None, x.shape[0], 4, 6, 2, 1e-5)
    rows = aten.native_layer_norm(x, [6], weight, None, 1e-5)
    batch = aten.native_batch_norm(x, None, None, None, None, True, 0.1, 1e-5)
    return groups, rows, batch, aten._safe_softmax(torch.log(torch.relu(x)), -1)


def losses(x, target, weight):
    scores = aten._log_softmax(x, 1, False)
    total = aten.nll_loss_forward(scores, target, weight, 1, 1)
    one = aten.nll_loss_forward(scores[0], target[0], weight, 0, 1)
    both = aten.mse_loss(x, scores), aten.l1_loss(x, scores, 2), aten.smooth_l1_loss(x, scores, 0)
    return total, one, both, aten.cross_entropy_loss(x, target, weight), aten.huber_loss(x, scores)


def dropped(x, train: bool):
    torch.manual_seed(1)
    return aten.native_dropout(x, 0.5, train), torch.dropout(x, p=0.5, train=train)


def quantised(x, scales):
    q = torch.ops.quantized_decomposed
    bytes_ = q.quantize_per_tensor(x, 0.1, 3, 0, 255, torch.uint8)
    zeros = torch.zeros(scales.shape[0], dtype=torch.int64)
    rows = q.quantize_per_channel.default(x, scales, zeros, 0, -128, 127, torch.int8)
    return (
        q.dequantize_per_tensor.default(bytes_, 0.1, 3, 0, 255, torch.uint8),
        q.dequantize_per_channel(rows, scales, zeros, 0, -128, 127, torch.int8),
    )


def higher_order(x, count):
    chosen = torch.cond(x.sum() > 0, lambda a: a + 1, lambda a: a - 1, (x,))
    state = while_loop(lambda i, a: i < 3, lambda i, a: (i + 1, a * 2), (count, chosen))
    return chosen, state


def no_such(x):
    try:
        return aten.no_such_operator(x)
    except AttributeError as error:
        return str(error)


def images(n):
    return T(n, 3, 6, 6, seed=n), T(4, 3, 3, 3), T(4)


CASES = [
    case(
        overloads, lambda: [(T(4, 3), T(4, 3)), (T(2, 5), T(5)), (T(0, 3), T(0, 3))], straight=True
    ),
    case(parts, lambda: [(T(4, 3),), (T(5, 2),)], straight=True),
    case(written, lambda: [(T(4, 3), T(4, 3)), (T(2, 5), T(2, 5))], straight=True),
    case(of_a_network, lambda: [images(2), images(1)], tolerance=1e-5, straight=True),
    case(
        normalised, lambda: [(T(2, 4, 6), T(6)), (T(5, 4, 6), T(6))], tolerance=1e-5, straight=True
    ),
    case(
        losses,
        lambda: [
            (T(4, 3), torch.tensor([0, 1, 2, 1]), T(3).abs()),
            (T(2, 3), torch.tensor([1, 0]), T(3).abs()),
        ],
        tolerance=1e-5,
        straight=True,
    ),
    case(dropped, lambda: [(T(4, 3), True), (T(4, 3).t(), False)], artifact=False, straight=True),
    case(
        quantised,
        lambda: [(T(4, 3), T(4).abs() + 0.1), (T(2, 5), T(2).abs() + 0.1)],
        straight=True,
    ),
    case(
        higher_order,
        lambda: [(T(3), torch.tensor(0)), (-T(3).abs(), torch.tensor(5))],
        straight=True,
    ),
    case(no_such, lambda: [(T(3),), (T(2),)], straight=True),
]
