"""Operators at the edges: dimensions, sizes, nothing, infinite numbers, errors."""

import torch
import torch.nn.functional as F
from torch import nn

from plain_use.row import same, steps

T = torch.tensor
HALF, BRAIN, DOUBLE = torch.float16, torch.bfloat16, torch.float64
NAN, INF = float("nan"), float("inf")


def rows(*shape):
    return torch.arange(float(torch.Size(shape).numel())).reshape(shape)


def told(fn, *arguments):
    """What a call gives, or what it raises."""
    try:
        return fn(*arguments)
    except Exception as error:  # noqa: BLE001 - the outcome is what is compared
        if type(error).__name__ == "CompileError":
            raise
        return f"{type(error).__name__}: {error}"


def tried(door, calls, *given):
    return [told(door.compile(f), x) for f in calls for x in given]


# Dimensions.


@steps()
def squeeze_of_a_dimension_twice(door):
    """`squeeze` of a dimension that is named twice raises."""
    calls = [
        lambda x: x.squeeze((0, -1)),
        lambda x: x.squeeze((0, 0)),
        lambda x: torch.squeeze(x, (0, -1)),
        lambda x: x.squeeze_((0, -1)),
        lambda x: x.squeeze(dim=(0, 0)),
        lambda x: x.squeeze((-1, 0)),
    ]
    return tried(door, calls, torch.zeros(1), torch.zeros(3), T(1.0))


@steps()
def squeeze_of_several_dimensions(door):
    """`squeeze` of several dimensions, of none, and of one that there is not."""
    calls = [
        lambda x: x.squeeze((0, 2)),
        lambda x: x.squeeze([0, 1]),
        lambda x: x.squeeze(()),
        lambda x: x.squeeze((0, 5)),
        lambda x: x.squeeze(-3),
        lambda x: x.squeeze(3),
        lambda x: x.squeeze(),
    ]
    return tried(door, calls, torch.zeros(1, 2, 1))


@same(lambda: (torch.zeros(1, 2), 0, (0, 0), [0]))
def squeeze_of_dimensions_of_arguments(x, i, twice, once):
    """Dimensions that are arguments."""
    out = [x.squeeze(i), x.squeeze(once), x.squeeze((i, 1))]
    for f in (lambda: x.squeeze(twice), lambda: x.squeeze((i, i)), lambda: x.squeeze(i + 5)):
        try:
            out.append(f())
        except (RuntimeError, IndexError) as e:
            out.append(str(e))
    return out


@steps()
def reduction_of_a_dimension_twice(door):
    """A reduction of a dimension that is named twice raises."""
    calls = [
        lambda x: x.sum((0, -1)),
        lambda x: x.mean((0, 0)),
        lambda x: x.any((0, -1)),
        lambda x: x.all((0, 0)),
        lambda x: x.amax((0, -1)),
        lambda x: x.std((0, -1)),
        lambda x: x.logsumexp((0, 0)),
        lambda x: x.nansum((0, 0)),
        lambda x: x.count_nonzero((0, -1)),
        lambda x: torch.var_mean(x, (0, 0)),
    ]
    return tried(door, calls, T(1.0), torch.zeros(1), torch.zeros(3))


@steps()
def rearranging_of_a_dimension_twice(door):
    """Other operators that name a dimension twice."""
    calls = [
        lambda x: x.flip((0, 0)),
        lambda x: x.roll((1, 1), (0, 0)),
        lambda x: x.permute(0, 0),
        lambda x: x.movedim((0, 0), (0, 1)),
        lambda x: x.rot90(1, (0, 0)),
        lambda x: torch.fft.fft2(x, dim=(0, 0)),
        lambda x: x.norm(dim=(0, 0)),
        lambda x: F.normalize(x, dim=(0, 0)),
        lambda x: x.transpose(0, 0),
    ]
    return tried(door, calls, rows(2, 3))


@steps()
def reduction_of_no_dimensions(door):
    """A reduction of an empty tuple of dimensions."""
    calls = [
        lambda x: (x.sum(()), x.mean(()), x.amax(()), x.nansum(())),
        lambda x: (x.std(()), x.norm(dim=()), x.count_nonzero(())),
        lambda x: (x.sum([]), x.sum(None), x.mean(None), x.any(None)),
    ]
    return tried(door, calls, rows(2, 3), T(2.0))


@steps()
def reductions_of_numbers(door):
    """Dimensions 0 and -1 of a tensor without dimensions, and those that there are not."""
    calls = [
        lambda x: (x.sum(0), x.mean(-1), x.max(0), x.argmax(-1), x.std(0)),
        lambda x: (x.softmax(0), x.cumsum(-1), x.sort(0), x.topk(1, 0), x.flip(0)),
        lambda x: (x.logsumexp(0), x.median(0), x.mode(0), x.kthvalue(1, 0), x.unsqueeze(-1)),
        lambda x: x.sum(1),
        lambda x: x.softmax(-2),
        lambda x: x.max(2),
        lambda x: x.cumsum(5),
        lambda x: x.topk(2),
        lambda x: x.unbind(0),
        lambda x: x.select(0, 0),
        lambda x: x.transpose(0, 1),
        lambda x: x.split(1),
    ]
    return tried(door, calls, T(1.5))


@steps()
def reductions_of_nothing(door):
    """Sums, means and truths of no elements, and what has none."""
    calls = [
        lambda x: (x.sum(), x.mean(), x.prod(), x.all(), x.any(), x.norm(), x.std(), x.var()),
        lambda x: (x.sum(0), x.mean(0), x.prod(0), x.all(0), x.logsumexp(0), x.cumsum(0)),
        lambda x: (x.sort(0), x.topk(0, 0), x.unique(), x.nonzero(), x.tolist(), x.softmax(0)),
        lambda x: x.max(),
        lambda x: x.argmax(),
        lambda x: x.max(0),
        lambda x: x.amax(0),
        lambda x: x.median(),
        lambda x: x.mode(0),
        lambda x: x.aminmax(),
        lambda x: x.quantile(0.5),
        lambda x: x.norm(INF),
    ]
    return tried(door, calls, torch.zeros(0, 2), torch.zeros(0))


@steps()
def dimensions_that_are_no_ints(door):
    """Dimensions that are bools, floats, texts or too large."""
    calls = [
        lambda x: x.sum(0.0),
        lambda x: x.sum("a"),
        lambda x: x.sum((0, None)),
        lambda x: x.sum(2**63 - 1),
        lambda x: x.softmax(0.0),
        lambda x: x.max(2**40),
        lambda x: x.sum((0, 5)),
        lambda x: x.argmax(-(2**31) - 1),
    ]
    return tried(door, calls, rows(2, 3))


@same(lambda: (rows(2, 3),), refused="LTH0304")
def dimension_that_is_a_tensor(x):
    """A tensor as a dimension has to be known when compiling."""
    return x.sum(torch.tensor(0))  # here


@same(lambda: (rows(1, 1), 2), refused="LTH0504")
def dimensions_of_a_tuple_of_run_time(x, n):
    """A tuple of dimensions has to be of a known length."""
    return x.squeeze(tuple(range(n)))  # here


# Sizes.


@steps()
def interpolation_that_changes_every_size(door):
    """`interpolate` by a scale that changes each size, and to a size."""
    calls = [
        lambda x: F.interpolate(x, scale_factor=1.7, mode="bilinear"),
        lambda x: F.interpolate(x, scale_factor=0.5, mode="bilinear"),
        lambda x: F.interpolate(x, scale_factor=2, mode="nearest"),
        lambda x: F.interpolate(x, scale_factor=1.7, mode="bicubic"),
        lambda x: F.interpolate(x, size=(3, 4), mode="bilinear"),
        lambda x: F.interpolate(x, size=(3, 9), mode="nearest"),
        lambda x: F.interpolate(x, size=(2, 7), mode="bilinear", align_corners=True),
        lambda x: F.interpolate(x, scale_factor=1.7, recompute_scale_factor=True),
        lambda x: F.interpolate(x, scale_factor=(1.0, 2.0), mode="bilinear"),
    ]
    return tried(door, calls, rows(1, 1, 3, 4) ** 2)


@steps()
def interpolation_that_keeps_a_size(door):
    """`interpolate` by a scale that keeps a size, in the modes that do not look at that."""
    calls = [
        lambda x: F.interpolate(x, scale_factor=1.1, mode="bicubic"),
        lambda x: F.interpolate(x, scale_factor=1.1, mode="area"),
        lambda x: F.interpolate(x, scale_factor=1.1, mode="nearest-exact"),
        lambda x: F.interpolate(x, scale_factor=1.1, recompute_scale_factor=True),
        lambda x: F.interpolate(x[:, :, 0], scale_factor=1.1, mode="nearest"),
        lambda x: F.interpolate(x[None], scale_factor=1.1, mode="nearest"),
        lambda x: F.interpolate(x, scale_factor=1.0, mode="bilinear"),
        lambda x: F.interpolate(x, size=x.shape[2:], mode="bilinear"),
    ]
    return tried(door, calls, rows(1, 1, 3, 4) ** 2)


@steps()
def interpolation_that_there_is_not(door):
    """Modes, sizes and scales that `interpolate` refuses."""
    calls = [
        lambda x: F.interpolate(x),
        lambda x: F.interpolate(x, size=2, scale_factor=2.0),
        lambda x: F.interpolate(x, scale_factor=2, mode="linear"),
        lambda x: F.interpolate(x, scale_factor=(2.0,), mode="bilinear"),
        lambda x: F.interpolate(x, scale_factor=2, mode="nearest", align_corners=True),
    ]
    return tried(door, calls, rows(1, 1, 3, 4))


@same(lambda: (rows(1, 1, 3, 4),), refused="LTH0502")
def interpolation_of_an_unknown_mode(x):
    """`interpolate` of a mode that there is not."""
    return F.interpolate(x, scale_factor=2, mode="foo")  # here


@steps()
def einsum_of_subscripts(door):
    """Subscripts of `einsum` that are right, and some that are not."""
    calls = [
        lambda x: torch.einsum("ij->", x),
        lambda x: torch.einsum("ij->ji", x),
        lambda x: torch.einsum("ii", x),
        lambda x: torch.einsum("ij,jk->ik", x, x),
        lambda x: torch.einsum("...->...", x),
        lambda x: torch.einsum("...ij->...ji", x),
        lambda x: torch.einsum("ij,kj->ki", x, x),
        lambda x: torch.einsum("iJ->J", x),
        lambda x: torch.einsum("ij -> ji", x),
        lambda x: torch.einsum(x, [0, 1], [1, 0]),
    ]
    return tried(door, calls, rows(2, 2))


@same(lambda: (rows(2, 3), T([1.0, 2.0])))
def meshgrid_of_vectors(x, y):
    """`meshgrid` of vectors, of numbers and of one tensor."""
    a, b = torch.meshgrid(x[0], y, indexing="xy")
    return a, b, torch.meshgrid(y, x.sum(), indexing="ij"), torch.meshgrid(y, indexing="ij")


# Values.


@steps()
def infinite_and_empty_values(door):
    """Functions of infinity, NaN and minus zero."""
    calls = [
        lambda x: (x.exp(), x.log(), x.sqrt(), x.tanh(), x.sigmoid(), x.reciprocal()),
        lambda x: (x**2, x**-1, x**0, x.abs(), -x, x.sign(), x.floor()),
        lambda x: (F.relu(x), F.silu(x), F.softplus(x), F.elu(x), F.leaky_relu(x), x.clamp(-1, 1)),
        lambda x: (x.max(), x.min(), x.argmax(), x.sort(), x.topk(2), x.median(), x.unique()),
        lambda x: (x.sum(), x.mean(), x.prod(), x.cumsum(0), x.nansum(), x.nanmean()),
        lambda x: (x.isinf(), x.isnan(), x.nan_to_num(), torch.signbit(x), x == x, x.bool()),
        lambda x: (x % 3, x // 3, x.fmod(3), x.atan2(x), x.softmax(0), x.log_softmax(0)),
    ]
    xs = T([INF, -INF, NAN, -0.0, 0.0, 1.0])
    return tried(door, calls, xs, xs.double(), xs.to(BRAIN), xs.to(HALF))


@steps()
def pools_and_convolutions_of_nothing(door):
    """Pooling and convolution of a batch of nothing."""
    calls = [
        lambda x: F.adaptive_avg_pool2d(x[:0], 2),
        lambda x: F.max_pool2d(x[:0], 2),
        lambda x: F.avg_pool2d(x[:0], 2),
        lambda x: F.conv2d(x[:0], torch.ones(1, 1, 2, 2)),
        lambda x: F.interpolate(x[:0], scale_factor=2.0),
        lambda x: F.linear(x[:0], torch.ones(2, 4)),
        lambda x: F.layer_norm(x[:0], (4,)),
        lambda x: (x[:0, 0] @ x[:0, 0].mT, x[0, 0, :0] @ x[0, 0].mT, x[0, 0, :, :0] @ x[0, 0, :0]),
    ]
    return tried(door, calls, rows(1, 1, 4, 4))


@steps()
def integers_where_floats_are_wanted(door):
    """Operators that have no integers raise."""
    calls = [
        lambda x: x.softmax(-1),
        lambda x: x.mean(),
        lambda x: x.std(),
        lambda x: x.norm(),
        lambda x: F.gelu(x),
        lambda x: F.layer_norm(x, (2,)),
        lambda x: x.lerp(x, 0.5),
        lambda x: x.frac(),
        lambda x: F.softplus(x),
        lambda x: torch.linalg.inv(x),
        lambda x: x.quantile(0.5),
    ]
    return tried(door, calls, T([[1, 2], [3, 4]]))


@steps()
def integers_that_become_floats(door):
    """Operators that make floats of integers."""
    calls = [
        lambda x: (x.exp(), x.sqrt(), x.sigmoid(), x.reciprocal(), x / 2, x.erf()),
        lambda x: (x.floor(), x.round(), x.trunc(), x.sign(), x.abs(), x.median(), x.cumprod(0)),
        lambda x: (F.relu(x), F.hardtanh(x), F.relu6(x), x.clamp(2), x.isnan(), x.nansum()),
        lambda x: (x.logsumexp(0), x.float_power(-1), x.sum().dtype, x.prod().dtype),
        lambda x: (x ** T(0.5), 2 ** -x.neg(), x // 2, x % 2, x.div(2, rounding_mode="trunc")),
    ]
    return tried(door, calls, T([[1, 2], [3, 4]]), T([[1, 2], [3, 4]], dtype=torch.int8))


@steps()
def truths_in_arithmetic(door):
    """Arithmetic of bools."""
    calls = [
        lambda x: (x + 1, x * 2.5, x & True, x | x, x ^ x, ~x, x.sum(), x.cumsum(0)),
        lambda x: (x / 2, x == 1, x.float().mean(), x.any(), x.all(), x.max(), x.sort()),
        lambda x: x - x,
        lambda x: -x,
        lambda x: x + x,
        lambda x: x.mean(),
        lambda x: x.add_(1),
        lambda x: x << 1,
        lambda x: x @ x,
    ]
    return tried(door, calls, T([True, False]))


@steps()
def losses_of_one_dtype(door):
    """Losses of half precision, and of float and double."""
    calls = [
        lambda x: [F.huber_loss(x, x * 3, reduction=r).dtype for r in ("none", "mean", "sum")],
        lambda x: [F.mse_loss(x, x * 3, reduction=r) for r in ("none", "mean", "sum")],
        lambda x: (F.l1_loss(x, x * 0), F.smooth_l1_loss(x, x * 3), F.soft_margin_loss(x, x)),
        lambda x: (F.mse_loss(x, x.double()), F.l1_loss(x, x.float()).dtype),
    ]
    return tried(door, calls, torch.ones(2), torch.ones(2, dtype=HALF), torch.ones(2, dtype=BRAIN))


@steps()
def decompositions_of_no_numbers(door):
    """Decompositions of NaN and of singular matrices raise."""
    calls = [
        lambda x: torch.linalg.pinv(x),
        lambda x: torch.linalg.svdvals(x),
        lambda x: torch.linalg.matrix_rank(x),
        lambda x: torch.linalg.norm(x, 2),
        lambda x: torch.linalg.eigvalsh(x),
        lambda x: torch.linalg.cholesky(x),
        lambda x: torch.linalg.inv(x),
        lambda x: torch.linalg.solve(x, x),
    ]
    return tried(door, calls, torch.full((2, 2), NAN), torch.zeros(2, 2))


@steps()
def products_of_bools(door):
    """Products of bools raise, products of small integers wrap."""
    calls = [
        lambda x: x @ x,
        lambda x: torch.mm(x, x),
        lambda x: x @ x[0],
        lambda x: x[0] @ x[0],
        lambda x: torch.outer(x[0], x[0]),
        lambda x: F.linear(x, x),
        lambda x: x @ x.double(),
    ]
    small = T([[100, 2], [3, 4]])
    return tried(door, calls, small.bool(), small.to(torch.int8), small.to(torch.uint8))


@same(lambda: (rows(2, 4, 3) / 9, torch.ones(2, 3, dtype=torch.bool)))
def attention_of_one_batch(x, padded):
    """Attention of the same batch, with masks, a scale and padding."""
    causal = torch.ones(4, 4, dtype=torch.bool).tril()
    return (
        F.scaled_dot_product_attention(x, x, x),
        F.scaled_dot_product_attention(x, x, x, is_causal=True),
        F.scaled_dot_product_attention(x, x, x, attn_mask=causal, scale=0.5),
        F.scaled_dot_product_attention(x, x, x[..., :2]),
        F.scaled_dot_product_attention(x, x[:, :2], x[:, :2], attn_mask=torch.zeros(4, 1)),
        F.scaled_dot_product_attention(x.to(BRAIN), x.to(BRAIN), x.to(BRAIN)).dtype,
    )


@steps()
def attention_that_does_not_fit(door):
    """Attention of other dtypes and widths raises."""
    calls = [
        lambda x: F.scaled_dot_product_attention(x, x.double(), x),
        lambda x: F.scaled_dot_product_attention(x, x[..., :2], x),
        lambda x: F.scaled_dot_product_attention(x, x, x, attn_mask=torch.zeros(3, 3)),
    ]
    return [type(r) for r in tried(door, calls, rows(2, 1, 4, 3))]


@steps()
def layers_given_another_dtype(door):
    """A layer of float refuses double, and an embedding floats."""
    layers = [nn.Conv1d(2, 2, 1), nn.Embedding(3, 3), nn.BatchNorm1d(3)]
    given = [rows(1, 2, 3).double(), rows(2, 3), rows(2, 4)]
    return [told(door.compile(layer), x) for layer, x in zip(layers, given)]


@steps()
def strides_of_results(door):
    """Results have the strides of their argument where eager's have them."""
    calls = [
        lambda x: [
            y.stride() for y in (x + 1, x.exp(), x.clone(), torch.zeros_like(x), x.double())
        ],
        lambda x: [y.stride() for y in (x.softmax(1), x.sort(0)[0], x.cumsum(0), x.flip(0))],
        lambda x: [y.stride() for y in (x.sum(0), x[[0, 1]], x[..., [0]], x.clamp(1), x == 1)],
        lambda x: [y.stride() for y in (F.relu(x), F.gelu(x), x.masked_fill(x > 3, 0), x.pow(2))],
        lambda x: [
            y.stride()
            for y in (torch.cat([x, x]), torch.where(x > 3, x, 0.0), x.repeat(2, 1, 1, 1))
        ],
        lambda x: F.interpolate(x, scale_factor=2.0).stride(),
    ]
    planes = rows(2, 3, 4, 4)
    return tried(
        door, calls, planes, planes.contiguous(memory_format=torch.channels_last), planes.mT
    )


@steps()
def strides_of_norms(door):
    """Norms of a tensor in `channels_last` keep its strides."""
    calls = [
        lambda x: F.batch_norm(x, torch.zeros(3), torch.ones(3)).stride(),
        lambda x: F.batch_norm(x, None, None, training=True).stride(),
        lambda x: F.group_norm(x, 1).stride(),
        lambda x: nn.BatchNorm2d(3)(x).stride(),
    ]
    planes = rows(2, 3, 4, 4)
    return tried(door, calls, planes, planes.contiguous(memory_format=torch.channels_last))


# Operators that are not there.


@same(lambda: (rows(2, 3),), refused="LTH0302")
def frexp(x):
    """`frexp` is not there."""
    return torch.frexp(x)  # here


@same(lambda: (rows(2, 3),), refused="LTH0302")
def is_signed(x):
    """`is_signed` is not there."""
    return x.is_signed()  # here


@same(lambda: (rows(2, 3),), refused="LTH0302")
def data_pointer(x):
    """`data_ptr` is not there."""
    return x.data_ptr() == x.data_ptr()  # here


@same(lambda: (rows(2, 3),), refused="LTH0302")
def nanquantile(x):
    """`nanquantile` is not there."""
    return x.nanquantile(0.5)  # here


@same(lambda: (rows(2, 3),), refused="LTH0302")
def poisson(x):
    """`poisson` is not there."""
    return torch.poisson(x)  # here


@same(lambda: (rows(3),), refused="LTH0302")
def vander(x):
    """`vander` is not there."""
    return torch.vander(x)  # here


@same(lambda: (rows(2, 3),), refused="LTH0302")
def sum_to_size(x):
    """`sum_to_size` is not there."""
    return x.sum_to_size(1, 3)  # here


@same(lambda: (rows(2, 3),), refused="LTH0302")
def is_same_size(x):
    """`is_same_size` is not there."""
    return x.is_same_size(x)  # here


@same(lambda: (rows(2, 3),), refused="LTH0302")
def bessel(x):
    """`special.i0` is not there."""
    return torch.special.i0(x)  # here
