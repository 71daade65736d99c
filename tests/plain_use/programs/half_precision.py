"""Programs in float16 and bfloat16, and with two dtypes: eager rounds some operators once and others at each step."""

import math

import torch
import torch.nn.functional as F
from torch import nn

from plain_use.row import same, steps

HALF, BRAIN, DOUBLE = torch.float16, torch.bfloat16, torch.float64


def waves(*shape):
    return torch.sin(torch.arange(float(torch.Size(shape).numel())) * 1.7).reshape(shape) * 3


def outcome(f, *arguments):
    """What a call gives, or what it raises."""
    try:
        return f(*arguments)
    except (RuntimeError, NotImplementedError, IndexError) as error:
        if type(error).__name__ == "CompileError":
            raise
        return f"{type(error).__name__}: {error}"


def halves(door, calls, *shape):
    return [door.compile(f)(waves(*shape).to(d)) for f in calls for d in (HALF, BRAIN)]


@steps()
def reductions_of_half(door):
    """Means, variances and deviations are rounded once."""
    calls = [
        lambda x: x.mean(),
        lambda x: x.mean(1),
        lambda x: x.var(1),
        lambda x: torch.std_mean(x, 0),
        lambda x: (x - x.mean(1, keepdim=True)) / (x.std(1, keepdim=True) + 1e-3),
    ]
    return halves(door, calls, 40, 33)


@steps()
def softmax_of_half(door):
    """Along the last dimension logarithms of sums are rounded, along others powers of few elements side by side."""
    calls = [
        lambda x: x.softmax(0),
        lambda x: x.softmax(1),
        lambda x: F.log_softmax(x, 0),
        lambda x: F.log_softmax(x, 1),
    ]
    # Between these sizes eager's rounding depends on the machine's vectors and the number of threads.
    return halves(door, calls, 20, 12) + halves(door, calls, 20, 64)


@steps()
def classes_of_half(door):
    """Losses of classes are summed in groups, each step rounded."""

    def weighted(x):
        return F.cross_entropy(x, torch.arange(300) % 7, weight=x[0].abs(), ignore_index=3)

    calls = [
        lambda x: F.cross_entropy(x, torch.arange(300) % 7),
        lambda x: F.cross_entropy(x, torch.arange(300) % 7, reduction="sum"),
        lambda x: F.cross_entropy(x, torch.arange(300) % 7, label_smoothing=0.1),
        weighted,
    ]
    return halves(door, calls, 300, 7)


@steps()
def distances_of_half(door):
    """Huber's loss of bfloat16 and smooth_l1_loss of float16 round each step."""
    calls = [
        lambda x: F.huber_loss(x, x * 0, delta=0.3, reduction="none"),
        lambda x: F.smooth_l1_loss(x, x * 0, beta=0.3, reduction="none"),
        lambda x: F.mse_loss(x, x * 0.5),
        lambda x: F.binary_cross_entropy(x.sigmoid(), (x * 2).sigmoid()),
        lambda x: F.triplet_margin_loss(x, x + 0.3, x * 0.5),
    ]
    return halves(door, calls, 9, 20)


@steps()
def products_of_half_and_a_bias(door):
    """A product is rounded with its bias."""
    calls = [
        lambda x: F.linear(x, x[:8], x[0, :8]),
        lambda x: F.linear(x[0], x[:8], x[0, :8]),
        lambda x: F.linear(x.reshape(2, 5, 12), x[:8], x[0, :8]),
        lambda x: torch.addmm(x[:, :1], x, x.T, beta=0.3, alpha=0.7),
    ]
    return halves(door, calls, 10, 12)


@same(lambda: (nn.Linear(12, 4).bfloat16(), waves(3, 12).bfloat16()))
def step_of_a_linear_layer_of_bfloat16(layer, x):
    """Gradients go through the product that is rounded with its bias."""
    F.cross_entropy(layer(x), torch.tensor([0, 3, 1])).backward()
    return layer.weight.grad, layer.bias.grad


@steps()
def attention_of_half(door):
    """Of four dimensions the weights are rounded; a row that is masked whole has none."""

    def masked(x):
        rows = torch.arange(6)[:, None] > 2
        return F.scaled_dot_product_attention(x[0], x, x, attn_mask=rows.expand(6, 6))

    calls = [
        lambda x: F.scaled_dot_product_attention(x, x, x),
        lambda x: F.scaled_dot_product_attention(x, x, x, is_causal=True),
        lambda x: F.scaled_dot_product_attention(x[0], x[0], x[0]),
        lambda x: F.scaled_dot_product_attention(x, x, x, scale=-0.2),
        masked,
    ]
    return halves(door, calls, 2, 3, 6, 8)


@steps()
def norms_of_half(door):
    """Statistics of a batch are kept in the dtype of the parameters."""
    calls = [
        lambda x: F.group_norm(x, 2),
        lambda x: F.layer_norm(x, (9,), x[0, 0].float(), x[0, 1].float()),
        lambda x: F.batch_norm(x.half(), None, None, training=True),
    ]
    return halves(door, calls, 5, 4, 9)


@steps()
def resizing_of_half(door):
    """Weights are rounded, but not of images up to 128 rows and columns together."""
    calls = [
        lambda x: F.interpolate(x[0], scale_factor=1.7, mode="linear"),
        lambda x: F.interpolate(x, scale_factor=1.7, mode="bilinear"),
        lambda x: F.interpolate(x, scale_factor=1.1, mode="bilinear"),
        lambda x: F.interpolate(x[:, None], scale_factor=1.3, mode="trilinear"),
    ]
    return halves(door, calls, 1, 3, 5, 6)


@steps()
def two_dtypes(door):
    """Which eager takes, and in whose dtype, and what it says of others."""
    calls = [
        lambda x, y: F.huber_loss(x, y),
        lambda x, y: F.soft_margin_loss(x, y),
        lambda x, y: F.binary_cross_entropy_with_logits(x, y),
        lambda x, y: F.binary_cross_entropy(x.sigmoid(), y.sigmoid()),
        lambda x, y: F.linear(x, x, y[:, 0]),
        lambda x, y: F.layer_norm(x, (4,), y[0]),
        lambda x, y: torch.cdist(x, y),
        lambda x, y: F.bilinear(x, x, x[None, :, :4].expand(2, 4, 4), y[0, :2]),
        lambda x, y: torch.addmv(y[0], x, x[0]),
    ]
    pairs = [(HALF, torch.float32), (torch.float32, DOUBLE), (BRAIN, HALF)]
    x = waves(4, 4)
    return [outcome(door.compile(f), x.to(a), x.to(b)) for f in calls for a, b in pairs]


@steps()
def tensors_of_numbers_past_a_dtype(door):
    """Elements of whole dtypes lie within them, also where only the call knows the number."""
    calls = [
        lambda n: torch.tensor([1, n], dtype=torch.int8),
        lambda n: torch.tensor([[1.0, n + 0.5]], dtype=torch.uint8),
        lambda n: torch.tensor(float("nan"), dtype=torch.int64),
        lambda n: torch.tensor([n, -1], dtype=torch.int32),
        lambda n: torch.tensor([n * 1e300], dtype=torch.float32),
    ]
    return [outcome(door.compile(f), n) for f in calls for n in (100, 300)]


@steps()
def roots_and_powers_of_half(door):
    """Roots of float16 are powers; cubes of bfloat16 round the square."""
    calls = [
        lambda x: (x * math.inf) ** 0.5,
        lambda x: (x * math.inf) ** -0.5,
        lambda x: x**3,
        lambda x: torch.logaddexp(x, x * 0.3),
        lambda x: x.sinc(),
    ]
    return halves(door, calls, 5, 9)
