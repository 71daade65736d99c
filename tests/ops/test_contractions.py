"""Products, attention and convolution beside PyTorch: odd and empty sizes, strides, dtypes, geometries."""

from __future__ import annotations

import random

import pytest
import torch
import torch.nn.functional as F

import lith

TOLERANCE = {torch.float64: 1e-12, torch.float32: 1e-5, torch.float16: 4e-3, torch.bfloat16: 3e-2}


def agree(fn, *args, reference=None):
    program = lith.to_static(fn)
    compare(reference or fn, program, *args)
    return program


def widened(fn):
    """A function of bfloat16 by way of float32."""
    return lambda *args: fn(*[x.float() for x in args]).bfloat16()


def compare(fn, program, *args):
    with torch.inference_mode():
        want, got = fn(*args), program(*args)
    assert got.shape == want.shape and got.dtype == want.dtype
    if want.dtype in TOLERANCE:
        largest = max(1.0, want.abs().max().item()) if want.numel() else 1.0
        torch.testing.assert_close(
            got, want, rtol=0, atol=TOLERANCE[want.dtype] * largest, equal_nan=True
        )
    else:
        assert torch.equal(got, want)


def tensor(generator: random.Random, sizes, dtype=torch.float32):
    """Of any memory order: the dimensions permuted, or every other element of a larger one."""
    sizes = list(sizes)
    if dtype in (torch.int32, torch.int64, torch.uint8, torch.int16):
        make = lambda shape: torch.randint(0, 9, shape).to(dtype)  # noqa: E731
    else:
        make = lambda shape: torch.randn(shape, dtype=torch.float64).to(dtype)  # noqa: E731
    order = generator.choice(("plain", "permuted", "gaps"))
    if order == "permuted":
        dims = list(range(len(sizes)))
        generator.shuffle(dims)
        made = make([sizes[d] for d in dims])
        return made.permute([dims.index(d) for d in range(len(sizes))])
    if order == "gaps":
        return make([*sizes[:-1], sizes[-1] * 2])[..., ::2]
    return make(sizes)


@pytest.mark.parametrize(
    "dtype",
    [
        torch.float32,
        torch.float64,
        torch.bfloat16,
        torch.float16,
        torch.int64,
        torch.int32,
        torch.uint8,
    ],
)
def test_matmul(dtype):
    generator = random.Random(str(dtype))
    torch.manual_seed(0)
    program = lith.to_static(torch.matmul)
    for _ in range(25):
        m, n, k = (
            generator.choice((0, 1, 2, 5, 6, 7, 13, 16, 33, 50, 64, 65, 70, 130)) for _ in range(3)
        )
        compare(
            torch.matmul,
            program,
            tensor(generator, (m, k), dtype),
            tensor(generator, (k, n), dtype),
        )
    batched = lith.to_static(torch.matmul)
    for _ in range(10):
        m, n, k, b = (generator.choice((1, 2, 7, 16, 33)) for _ in range(4))
        left, right = generator.choice(
            (((b, m, k), (b, k, n)), ((1, m, k), (b, k, n)), ((b, m, k), (1, k, n)))
        )
        compare(
            torch.matmul, batched, tensor(generator, left, dtype), tensor(generator, right, dtype)
        )


def test_matmul_deep():
    """Sums along k that are cut into blocks, and panels that are packed."""
    generator = random.Random(1)
    torch.manual_seed(0)
    program = lith.to_static(torch.matmul)
    for m, n, k in ((500, 70, 1100), (100, 130, 2100), (3, 5, 5000), (450, 64, 300)):
        compare(torch.matmul, program, torch.randn(m, k), torch.randn(n, k).t())
        compare(torch.matmul, program, tensor(generator, (m, k)), tensor(generator, (k, n)))


def attend(query, key, value, mask):
    return F.scaled_dot_product_attention(query, key, value, mask)


def attend_causally(query, key, value):
    return F.scaled_dot_product_attention(query, key, value, is_causal=True)


def attend_in_groups(query, key, value):
    return F.scaled_dot_product_attention(query, key, value, enable_gqa=True, scale=0.3)


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64, torch.bfloat16, torch.float16])
def test_attention(dtype):
    generator = random.Random(str(dtype))
    torch.manual_seed(0)
    programs = {}
    for _ in range(20):
        b, h, length, keys = (
            generator.choice(s)
            for s in ((1, 2, 3), (1, 2, 5), (1, 3, 17, 100), (1, 2, 16, 33, 120))
        )
        depth, width = generator.choice((1, 8, 20, 64)), generator.choice((1, 8, 30, 64))
        lead = generator.choice(((b, h), (b,)))
        args = [
            tensor(generator, (*lead, s, d), dtype)
            for s, d in ((length, depth), (keys, depth), (keys, width))
        ]
        shape = generator.choice(
            ((length, keys), (1, keys), (*lead, length, keys), (*[1 for _ in lead], 1, keys))
        )
        if generator.random() < 0.5:
            mask = torch.rand(shape) < 0.7
        else:
            mask = torch.randn(shape).to(dtype).masked_fill(torch.rand(shape) < 0.2, -torch.inf)
        key = (len(lead), len(shape), mask.dtype)
        compare(attend, programs.setdefault(key, lith.to_static(attend)), *args, mask)
        compare(
            attend_causally, programs.setdefault(len(lead), lith.to_static(attend_causally)), *args
        )


def test_attention_rows_masked_whole():
    torch.manual_seed(0)
    query, key, value = (torch.randn(1, 2, 4, 8) for _ in range(3))
    mask = torch.ones(4, 4, dtype=torch.bool)
    mask[1] = False
    agree(attend, query, key, value, mask)
    agree(attend, query, key, value, torch.zeros(4, 4).masked_fill(~mask, -torch.inf))


def test_attention_in_groups_of_heads():
    torch.manual_seed(0)
    program = lith.to_static(attend_in_groups)
    for heads, shared in ((4, 2), (6, 1), (3, 3)):
        args = (
            torch.randn(2, heads, 7, 16),
            torch.randn(2, shared, 9, 16),
            torch.randn(2, shared, 9, 16),
        )
        compare(attend_in_groups, program, *args)


@pytest.mark.parametrize("sizes", [(1, 3), (2, 1), (1, 1)])
def test_attention_with_shared_keys(sizes):
    """A program that was compiled for keys of their own broadcasts, and gives the gradients of what is shared."""
    program = lith.to_static(attend_causally)
    for batch in ((2, 3), sizes, (2, 3)):
        results = []
        args = [torch.randn(*of, 7, 16) for of in ((2, 3), batch, batch)]
        for run in (attend_causally, program):
            leaves = [each.clone().requires_grad_() for each in args]
            result = run(*leaves)
            result.square().sum().backward()
            results.append((result, *(each.grad for each in leaves)))
        torch.testing.assert_close(results[1], results[0])


def test_attention_keeps_the_memory_order_of_the_query():
    args = [torch.randn(2, 5, 3, 8).transpose(1, 2) for _ in range(3)]
    mask = torch.ones(5, 5, dtype=torch.bool)
    got, want = lith.to_static(attend)(*args, mask), attend(*args, mask)
    assert got.stride() == want.stride()


@pytest.mark.parametrize(
    "shapes, message",
    [
        ([(2, 3, 4, 8), (2, 3, 5, 7), (2, 3, 5, 8)], "features"),
        ([(2, 3, 4, 8), (2, 3, 5, 8), (2, 3, 6, 8)], "keys"),
        ([(2, 3, 4, 8), (3, 3, 5, 8), (3, 3, 5, 8)], "must match the size of tensor b"),
    ],
)
def test_attention_checks_sizes(shapes, message):
    args = [torch.randn(shape) for shape in shapes]
    with pytest.raises(RuntimeError, match=message):
        lith.to_static(attend_causally)(*args)


def test_attention_checks_the_mask():
    args = [torch.randn(1, 2, 4, 8) for _ in range(3)]
    with pytest.raises(RuntimeError, match="mask"):
        lith.to_static(attend)(*args, torch.ones(4, 5, dtype=torch.bool))


CONVOLUTIONS = [F.conv1d, F.conv2d, F.conv3d]
TRANSPOSED = [F.conv_transpose1d, F.conv_transpose2d, F.conv_transpose3d]


@pytest.mark.parametrize("seed", range(24))
def test_convolution(seed):
    generator = random.Random(seed)
    torch.manual_seed(seed)
    n = generator.choice((1, 2, 2, 3))
    dtype = generator.choice((torch.float32, torch.float32, torch.float64, torch.bfloat16))
    groups = generator.choice((1, 1, 2, 4))
    inside, outside = (groups * generator.choice((1, 1, 3, 8)) for _ in range(2))
    window = [generator.choice((1, 2, 3, 5)) for _ in range(n)]
    stride = [generator.choice((1, 1, 2, 3)) for _ in range(n)]
    dilation = [generator.choice((1, 1, 2)) for _ in range(n)]
    padding = [generator.choice((0, 1, 2, 4)) for _ in range(n)]
    sizes = [
        max(1, d * (k - 1) + 1 - 2 * p) + generator.choice((0, 3, 9))
        for k, d, p in zip(window, dilation, padding)
    ]
    bias = [tensor(generator, (outside,), dtype)] if generator.random() < 0.5 else []
    input = tensor(generator, (generator.choice((1, 2)), inside, *sizes), dtype)
    weight = tensor(generator, (outside, inside // groups, *window), dtype)
    convolve = CONVOLUTIONS[n - 1]

    def forwards(x, w, b=None):
        return convolve(x, w, b, stride, padding, dilation, groups)

    # On some processors eager gives memory that it never wrote for a convolution of bfloat16.
    choose = widened if dtype == torch.bfloat16 else lambda fn: fn
    agree(forwards, input, weight, *bias, reference=choose(forwards))
    transpose = TRANSPOSED[n - 1]
    weight = tensor(generator, (inside, outside // groups, *window), dtype)
    padding = [min(p, d * (k - 1) // 2) for k, d, p in zip(window, dilation, padding)]
    extra = [s - 1 for s in stride]

    def backwards(x, w, b=None):
        return transpose(x, w, b, stride, padding, extra, groups, dilation)

    agree(backwards, input, weight, *bias, reference=choose(backwards))


# (batch, channels, outputs, window, stride, padding, dilation, groups, size)
PATHS = {
    "panels that images share": (5, 40, 13, 3, 1, 1, 1, 1, 7),
    "panels of one row": (1, 20, 24, 3, 1, 1, 1, 1, 70),
    "places that are single": (9, 24, 50, 3, 1, 1, 1, 1, 1),
    "few places": (2, 24, 50, 3, 2, 1, 1, 1, 3),
    "one window for all": (3, 16, 20, 4, 1, 0, 1, 2, 4),
    "a plain product": (2, 70, 30, 1, 1, 0, 1, 1, 13),
    "every other place": (2, 33, 18, 1, 2, 0, 1, 1, 15),
    "strides of three": (2, 18, 40, 5, 3, 2, 1, 2, 30),
    "wide padding": (1, 12, 16, 3, 1, 20, 1, 1, 9),
    "dilation and stride": (2, 12, 16, 3, 2, 3, 3, 1, 21),
    "filters": (2, 30, 30, 3, 1, 1, 1, 30, 14),
    "filters of three vectors": (1, 12, 24, 5, 1, 2, 2, 12, 45),
    "filters with strides": (2, 10, 20, 3, 2, 1, 1, 10, 131),
    "small groups": (2, 12, 60, 3, 1, 1, 1, 12, 11),
}


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
@pytest.mark.parametrize("path", PATHS)
def test_paths_of_convolution(path, dtype):
    batch, channels, outputs, window, stride, padding, dilation, groups, size = PATHS[path]
    torch.manual_seed(0)
    x = torch.randn(batch, channels, size, size, dtype=dtype)
    w = torch.randn(outputs, channels // groups, window, window, dtype=dtype) / window
    b = torch.randn(outputs, dtype=dtype)
    agree(lambda x, w, b: F.conv2d(x, w, b, stride, padding, dilation, groups), x, w, b)
    agree(lambda x, w: F.conv2d(x, w, None, stride, padding, dilation, groups), x, w)


def test_convolution_of_many_channels():
    """More taps than a panel has rows."""
    torch.manual_seed(0)
    agree(
        lambda x, w, b: F.conv2d(x, w, b, padding=1),
        torch.randn(2, 130, 9, 9),
        torch.randn(33, 130, 3, 3),
        torch.randn(33),
    )


@pytest.mark.parametrize("shape", [(0, 3, 8, 8)])
def test_convolution_of_nothing(shape):
    weight = torch.randn(4, shape[1], 3, 3)
    agree(lambda x, w: F.conv2d(x, w), torch.randn(shape), weight)


@pytest.mark.parametrize("dtype", [torch.float32, torch.bool, torch.int16, torch.complex128])
def test_copies_of_any_geometry(dtype):
    generator = random.Random(3)
    for _ in range(12):
        rank = generator.choice((1, 2, 3, 4))
        sizes = [generator.choice((0, 1, 2, 17, 33)) for _ in range(rank)]
        dims = list(range(rank))
        generator.shuffle(dims)
        source = torch.randn(sizes).to(dtype)
        agree(lambda x, dims=tuple(dims): x.permute(dims).contiguous(), source)
        agree(lambda x, dims=tuple(dims): x.permute(dims)[..., ::2].clone(), source)


def test_scales_before_the_factors():
    """The deprecated order of arguments, as old training code has it."""
    x, a, b = torch.rand(3, 3), torch.rand(3, 4), torch.rand(4, 3)
    agree(lambda x, a, b: x.clone().addmm_(1, -2, a, b), x, a, b)
    agree(lambda x, a, b: torch.addmm(2, x, 3, a, b) + torch.addmm(2, x, a, b), x, a, b)
    agree(lambda x, a, b: x[0].addmv(0.5, 2, a, b[:, 0]) + x.addr(2, x[0], x[1]), x, a, b)
    agree(lambda x: x.clone().addcmul_(0.5, x, x) + x.addcdiv(2, x, x + 1), x)
    agree(lambda x: x.clone().add_(2, x) + torch.add(x, 2, x) - x.sub(2, x), x)


def test_convolution_of_time_first():
    x, w, bias = torch.rand(5, 2, 3), torch.rand(3, 3, 4), torch.rand(4)
    agree(lambda x, w, bias: torch.conv_tbc(x, w, bias, 1), x, w, bias)


def test_einsum_over_a_subscript_of_one():
    """Summed, and 1 where that is known when compiling."""
    x = torch.rand(3, 4)
    agree(lambda x: torch.einsum("ihd,jhd->ijh", x.unsqueeze(-1), x.unsqueeze(-1)), x)


@pytest.mark.parametrize("dtype", [torch.complex64, torch.complex128], ids=str)
def test_complex_products(dtype):
    tolerance = 1e-5 if dtype == torch.complex64 else 1e-12
    program = lith.to_static(lambda a, b: a @ b)
    shapes = [((3, 4), (4, 5)), ((1, 1), (1, 1)), ((0, 3), (3, 2)), ((2, 0), (0, 3)), ((4,), (4,))]
    shapes += [((7,), (7, 33)), ((5, 7), (7,)), ((2, 1, 3, 4), (5, 4, 2)), ((129, 7), (7, 33))]
    for left, right in shapes:
        a, b = torch.randn(left, dtype=dtype), torch.randn(right, dtype=dtype)
        torch.testing.assert_close(program(a, b), a @ b, rtol=tolerance, atol=tolerance * 10)
        if a.dim() > 1 and b.dim() > 1:
            x, y = b.transpose(-1, -2), a.transpose(-1, -2)
            torch.testing.assert_close(program(x, y), x @ y, rtol=tolerance, atol=tolerance * 10)
    messages = []
    for multiply in (torch.matmul, program):
        with pytest.raises(RuntimeError) as raised:
            multiply(torch.ones(3, 4, dtype=dtype), torch.ones(5, 5, dtype=dtype))
        messages.append(str(raised.value))
    assert messages[0] == messages[1]


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64, torch.int64], ids=str)
def test_transposed_matrix_with_a_vector(dtype):
    program = lith.to_static(lambda a, v: (a.t() @ v, a.t()[:, ::2] @ v[::2], a[:, 1:].t() @ v))
    for rows, columns in ((1, 1), (3, 2), (7, 33), (129, 70), (1000, 65), (5, 2), (0, 3)):
        a = (torch.randn(rows, columns, dtype=torch.float64) * 4).to(dtype)
        v = (torch.randn(rows, dtype=torch.float64) * 4).to(dtype)
        for got, want in zip(program(a, v), (a.t() @ v, a.t()[:, ::2] @ v[::2], a[:, 1:].t() @ v)):
            assert got.shape == want.shape
            largest = want.abs().max().item() if want.numel() else 0
            torch.testing.assert_close(got, want, rtol=0, atol=1e-5 * largest)


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64], ids=str)
def test_one_channel_a_group_with_strides(dtype):
    for size, stride, padding, dilation in (
        (3, 2, 1, 1), (5, 2, 2, 1), (3, 3, 0, 1), (3, 2, 3, 1), (2, 2, 0, 1), (3, 2, 4, 2),
        (1, 3, 0, 1), (3, (1, 2), (2, 0), 1), (3, (2, 1), 1, 1),
    ):  # fmt: skip

        def fn(x, w):
            return F.conv2d(x, w, None, stride, padding, dilation, x.shape[1])  # noqa: B023

        program = lith.to_static(fn)
        for height, width in ((7, 7), (14, 14), (9, 33), (112, 40)):
            x, w = (
                torch.randn(2, 6, height, width, dtype=dtype),
                torch.randn(6, 1, size, size, dtype=dtype),
            )
            compare(fn, program, x, w)
