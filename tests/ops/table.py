"""Expressions over tensors x, y, z and the inputs that they are tried on, by family."""

from __future__ import annotations

import torch

FLOATS = [torch.float32, torch.float64]
WIDE = [torch.float32, torch.int64, torch.bool, torch.float64, torch.int32, torch.uint8]
NARROW = [torch.float16, torch.bfloat16, torch.int8, torch.int16]


def make(shape: tuple[int, ...], dtype: torch.dtype, seed: int = 0) -> torch.Tensor:
    """Numbers between -4 and 4 (0 and 4 where there is no sign), none of them extreme."""
    g = torch.Generator().manual_seed(seed)
    t = torch.randn(shape, generator=g, dtype=torch.float64) * 1.5
    if dtype == torch.bool:
        return t > 0
    if dtype == torch.uint8:
        return (t.abs() * 2).to(dtype)
    return t.to(dtype) if dtype.is_floating_point else (t * 2).to(dtype)


UNARY_ANY = """
-x; abs(x); x.sign(); x.square(); x.clone(); x.neg(); torch.relu(x); x.clamp(-1, 1); x.clamp(min=0)
x > 0; x == x; x.bool(); x.float(); x.long(); x.double(); x.int(); x.to(torch.float32); x.type_as(x)
x + 1; 1 - x; x * 2.5; x / 2; x // 2; x % 3; x ** 2; 2 / (x + 9); x >= 1.5; x != 0; x.logical_not()
torch.zeros_like(x); torch.ones_like(x); torch.full_like(x, 3); x.new_zeros(2, 3); x.new_full((2,), 7)
x.isnan(); torch.where(x > 0, x, 0); x.masked_fill(x > 0, 1); ~(x > 0); x.logical_not(); x.detach()
x.float().exp(); x.sigmoid(); x.tanh(); torch.exp(x); torch.sqrt(x.abs()); x.abs().log1p(); x.float().sin()
""".replace("\n", ";")  # fmt: skip
UNARY_FLOAT = """
x.exp(); x.abs().log(); x.abs().sqrt(); x.abs().rsqrt(); x.sin(); x.cos(); x.tanh(); x.sigmoid(); x.erf()
x.floor(); x.ceil(); x.round(); x.trunc(); x.reciprocal(); x.expm1(); x.pow(3); x.abs().pow(0.5); x.frac()
torch.nn.functional.gelu(x); torch.nn.functional.silu(x); torch.nn.functional.leaky_relu(x, 0.1)
torch.nn.functional.gelu(x, approximate="tanh"); torch.nn.functional.softplus(x); torch.nn.functional.elu(x)
torch.softmax(x, -1); torch.log_softmax(x, 0); x.softmax(dim=0); torch.nn.functional.normalize(x, dim=-1)
torch.nn.functional.layer_norm(x, (x.shape[-1],)); x.isinf(); x.logsumexp(-1); x.var(-1); x.std(); x.norm()
x.mean(); x.mean(-1, keepdim=True); x.var(0, unbiased=False); x.norm(dim=0); torch.log10(x.abs()); torch.tan(x)
torch.nn.functional.hardtanh(x); torch.nn.functional.relu6(x); x.atan(); x.sinh(); torch.log2(x.abs() + 1)
x.float_power(2); torch.special.entr(x); x.nansum(); torch.where(x > 0, x, float("nan")).nanmean(0); torch.trapezoid(x)
x.sum(0, keepdim=True); x.amax((0, 1), keepdim=True); x.mean(keepdim=True, dim=(0, 1)); x.flatten().sum(0, keepdim=True)
torch.cov(x); torch.diff(x, prepend=x[:, :1]); x.median(); torch.cumulative_trapezoid(x, dim=0)
""".replace("\n", ";")  # fmt: skip
REDUCTIONS = """
x.sum(); x.sum(0); x.sum(-1, keepdim=True); x.sum((0, 1)); x.prod(); x.any(); x.all(); x.any(0); x.all(-1)
x.max(0); x.min(-1); x.argmax(); x.argmax(0); x.argmin(-1); x.cumsum(0); x.amax(0); x.amin(-1); x.max(); x.min()
x.sum(0).shape; x.any(0, keepdim=True).any(1, keepdim=True); x.flatten().all(0, keepdim=True); x.count_nonzero(); x.flatten().sort(); x.flatten().argsort(descending=True); x.flatten().topk(2)
x.cumprod(-1); x.sum(dtype=torch.float64); x.nonzero(); x[x > 0]; x.flatten().unique()
""".replace("\n", ";")  # fmt: skip
VIEWS = """
x.t(); x.T; x.reshape(-1); x.view(-1); x.unsqueeze(0); x.unsqueeze(-1); x.squeeze(); x.transpose(0, 1); x[0]
x[-1]; x[:, 0]; x[1:]; x[:, ::2]; x[..., 0]; x[None]; x[:, None, 1:]; x.permute(1, 0); x.flatten(); x.expand(2, *x.shape)
x.repeat(2, 1); x.chunk(2); x.chunk(2, 1); x.split(2, 1); x.split([1, x.shape[0] - 1]); x.narrow(0, 0, 1); x.select(1, 0)
x.unbind(0); x.contiguous(); x.t().contiguous(); x.t().reshape(-1); x.movedim(0, 1); x.flip(0); x.roll(1, 0); x.tril(); x.triu(1)
x.size(); x.size(0); x.dim(); x.numel(); x.stride(); x.t().stride(); x.is_contiguous(); x.t().is_contiguous(); x.diagonal()
torch.cat([x, x]); torch.cat((x, x, x), dim=1); torch.stack([x, x]); torch.stack([x, x], -1); torch.nn.functional.pad(x, (1, 0))
x.view(x.shape[1], x.shape[0]); x.unfold(1, 2, 1); x.as_strided((2,), (1,)); x.tolist(); x[:0]; x[5:]; x[:, -1:]; x.swapaxes(0, 1)
torch.permute(x, dims=(1, 0)); torch.reshape(x, shape=(-1,)); torch.flip(x, dims=(0, 1)); x.tile(dims=(2, 1)); torch.dstack([x, x])
torch.atleast_3d(x); x.hsplit(1); torch.block_diag(x, x); x.tensor_split(torch.tensor([1]), 1); x.narrow(0, torch.tensor(0), 1)
x[: torch.tensor(1)]; x[:, 0 : torch.tensor([1])[0]]; x.take(torch.tensor(-1)); x.masked_scatter(x > 0, x.flatten()); x.kthvalue(1, 0)
torch.hstack([x, x]); torch.vstack([x, x]); x.repeat_interleave(2, 0); x.broadcast_to(3, *x.shape); x.index_select(0, torch.tensor([0, 0]))
x[torch.tensor([0, -1])]; x[[0, 0]]; x[:, torch.tensor([1, 0])]; x.gather(0, torch.zeros_like(x, dtype=torch.long)); x.take(torch.tensor([1, 0]))
""".replace("\n", ";")  # fmt: skip
BINARY = """
x + y; x - y; x * y; x / y; x // (y.abs() + 1); x % (y.abs() + 1); x == y; x != y; x < y; x >= y; torch.maximum(x, y)
torch.minimum(x, y); torch.where(x > y, x, y); torch.add(x, y, alpha=2); x.sub(y); x.eq(y); torch.logical_and(x, y); x ** y.abs()
torch.mul(x, y) + x; x.float() / y.float(); (x > 0) & (y > 0); (x > 0) | (y > 0); (x > 0) ^ (y > 0); torch.logical_or(x, y)
torch.atan2(x.float(), y.float()); torch.logaddexp2(x.float(), y.float()); torch.special.xlog1py(x.float().abs(), y.float().abs())
 x.lerp(y, 0.5) if x.dtype == y.dtype and x.is_floating_point() else x + y
""".replace("\n", ";")  # fmt: skip
MATRIX = """
x @ y; torch.matmul(x, y); torch.mm(x, y); torch.nn.functional.linear(x, y.t()); torch.addmm(x @ y, x, y); x.mm(y).t() @ x
torch.einsum("ij,jk->ik", x, y); x[0] @ y; x @ y[:, 0]; x[0] @ y[:, 0]; torch.bmm(x[None], y[None]); x[None] @ y; x.matmul(y[None, None])
torch.nn.functional.linear(x, y.t(), y[0]); torch.outer(x[0], y[0]); torch.dot(x[0], y[:, 0]); torch.relu(x @ y + 1); (x @ y).softmax(-1)
torch.baddbmm(torch.ones(1, 1, 1), x[None], y[None]); torch.nn.functional.scaled_dot_product_attention(x[None], x[None], x[None])
""".replace("\n", ";")  # fmt: skip
INPLACE = """
x.add_(y); x.sub_(1); x.mul_(y); x.fill_(2); x.zero_(); x.copy_(y); x[0].add_(1); x.t().mul_(2); x.clamp_(-1, 1); x.neg_()
x[0].copy_(y[1]); x.masked_fill_(y > 0, 3); x.scatter_(0, torch.zeros_like(x, dtype=torch.long), y); x.index_fill_(0, torch.tensor([0]), 5)
x.view(-1)[1:3].zero_(); x.unsqueeze_(0); x.squeeze_(); x.div_(2); x.index_add_(0, torch.tensor([0, 0]), y[:2]); x.abs_(); x.transpose_(0, 1)
""".replace("\n", ";")  # fmt: skip
CREATION = """
torch.zeros(3); torch.ones(size=(2, 3)); torch.ones(2, 3); torch.tensor([1.0, 3.0, 2.0]).quantile(0.25); torch.eye(2).matrix_power(3)
 torch.full((2,), 1.5); torch.arange(5); torch.arange(1, 2, 0.25); torch.eye(3); torch.tensor([1, 2])
torch.tensor([[1.5, 2], [3, 4]]); torch.tensor(True); torch.linspace(0, 1, 5); torch.empty(0); torch.zeros((2, 2), dtype=torch.long)
torch.arange(3, dtype=torch.float64); torch.ones(3, dtype=torch.bool); torch.tensor([]); torch.tensor(3).item(); torch.zeros([0], dtype=torch.int32)
torch.tensor([True, False]).sum(); torch.ones(2) * torch.pi; torch.arange(10, 0, -3); torch.tril(torch.ones(3, 3)); torch.meshgrid(torch.arange(2), torch.arange(3), indexing="ij")
""".replace("\n", ";")  # fmt: skip


SIGNALS = """
torch.fft.fft(x); torch.fft.ifft(x, norm="ortho"); torch.fft.rfft(x); torch.fft.rfft(x, n=10, norm="forward"); torch.fft.fft(x, dim=0)
torch.fft.irfft(torch.fft.rfft(x), n=x.shape[-1]); torch.fft.irfft(x); torch.fft.hfft(x); torch.fft.ihfft(x); torch.fft.fft2(x); torch.fft.ifft2(x)
torch.fft.rfft2(x); torch.fft.irfft2(torch.fft.rfft2(x), s=x.shape); torch.fft.fftn(x, s=(4, -1)); torch.fft.irfftn(x); torch.fft.fft(x * 1j)
torch.fft.fftfreq(x.shape[1], 0.5); torch.fft.rfftfreq(x.shape[1]); torch.fft.fftshift(x); torch.fft.ifftshift(x, dim=-1); torch.fft.fft(x, n=0)
torch.hann_window(x.shape[1]); torch.hamming_window(8, False); torch.blackman_window(5); torch.bartlett_window(x.shape[0]); torch.hann_window(1)
torch.view_as_complex(x[:, :2].contiguous()); torch.view_as_complex(x); torch.view_as_real(x * 1j); torch.complex(x, x[0]); torch.polar(x.abs(), x)
torch.stft(x, 16, return_complex=True); torch.stft(x[0], 8, 3, 6, torch.hann_window(6, dtype=x.dtype), center=False, return_complex=True); torch.stft(x, 16)
torch.view_as_real(torch.stft(x, 12, 4, normalized=True, return_complex=True)); x.view(torch.int32); x.view(torch.int64); x.t().view(torch.int16)
torch.istft(torch.stft(x, 16, 4, window=torch.hann_window(16, dtype=x.dtype), return_complex=True), 16, 4, window=torch.hann_window(16, dtype=x.dtype))
torch.istft(torch.stft(x[0], 8, return_complex=True), 8, length=x.shape[1]); torch.as_strided(x[1:], (2,), (1,)); torch.stft(x, 16, return_complex=False)
""".replace("\n", ";")  # fmt: skip
SYSTEMS = """
torch.linalg.inv(x); x.inverse(); torch.linalg.det(x); x.logdet(); torch.slogdet(x); torch.linalg.slogdet(x); torch.linalg.solve(x, x.mT); torch.linalg.solve(x, x[..., 0])
torch.linalg.cholesky(x @ x.mT + torch.eye(x.shape[-1], dtype=x.dtype)); torch.linalg.cholesky(x); torch.linalg.solve(x, x, left=False); torch.linalg.qr(x)
torch.linalg.qr(x, mode="complete"); torch.linalg.qr(x, "r"); torch.linalg.svdvals(x); torch.linalg.pinv(x); torch.linalg.matrix_norm(x); torch.linalg.lu(x)
torch.linalg.matrix_norm(x, "nuc"); torch.linalg.matrix_norm(x, 2); torch.linalg.matrix_norm(x, float("inf"), keepdim=True); torch.linalg.matrix_norm(x, -1)
torch.linalg.matrix_rank(x); torch.matrix_exp(x); torch.linalg.matrix_exp(x * 9); x.matrix_exp().shape.numel(); torch.linalg.matrix_power(x, -2); torch.linalg.vecdot(x, x); torch.linalg.diagonal(x); torch.linalg.inv(x * 0); torch.linalg.solve(x * 0, x)
torch.linalg.solve_triangular(x.triu() + torch.eye(x.shape[-1], dtype=x.dtype), x, upper=True); torch.cholesky_inverse(torch.linalg.cholesky(x @ x.mT + torch.eye(x.shape[-1], dtype=x.dtype)))
torch.linalg.solve_triangular(x.tril() + 4, x, upper=False, unitriangular=True); torch.linalg.solve_triangular(x.tril() + 4, x, upper=False, left=False); torch.linalg.cross(x, x + 1)
""".replace("\n", ";")  # fmt: skip
IMAGES = """
torch.nn.functional.adaptive_max_pool2d(x, 3); torch.nn.functional.adaptive_max_pool2d(x, (None, 2), return_indices=True); torch.nn.functional.unfold(x, 3, 1, 1, 2)
torch.nn.functional.adaptive_max_pool1d(x[0], 2, return_indices=True); torch.nn.functional.adaptive_max_pool3d(x, (2, 1, 3)); torch.nn.functional.unfold(x[0], (2, 3), dilation=(2, 1))
torch.nn.functional.fold(torch.nn.functional.unfold(x, 3, 1, 1, 2), x.shape[2:], 3, 1, 1, 2); torch.nn.functional.fold(x[0, 0], (3, 3), 2); torch.nn.functional.pixel_shuffle(x, 2)
torch.nn.functional.interpolate(x, size=(5, 3), mode="bilinear", antialias=True); torch.nn.functional.interpolate(x, scale_factor=0.4, mode="bicubic", antialias=True); torch.nn.functional.pixel_unshuffle(x, 2)
torch.nn.functional.grid_sample(x, x[:1, :3, :4, :2].tanh().expand(x.shape[0], -1, -1, -1) * 2, padding_mode="reflection", align_corners=False); torch.nn.functional.channel_shuffle(x, 2)
torch.nn.functional.grid_sample(x, x[:1, :3, :4, :2].tanh().expand(x.shape[0], -1, -1, -1) * 2, mode="bicubic", padding_mode="border", align_corners=True); torch.nn.functional.local_response_norm(x, 3)
torch.nn.functional.grid_sample(x[None], x[:1, :3, :4, :3].tanh()[None] * 2, mode="nearest", align_corners=False); torch.nn.functional.affine_grid(x[:, 0, :2, :3], (x.shape[0], 1, 3, 4), align_corners=False)
torch.nn.functional.grid_sample(x[None], x[:1, :3, :4, :3].tanh()[None] * 2, padding_mode="border", align_corners=True); torch.nn.functional.affine_grid(x[:, 0, :2, :3], (x.shape[0], 1, 1, 4), align_corners=True)
torch.nn.functional.max_unpool2d(*torch.nn.functional.max_pool2d(x[..., :4, :4], 2, return_indices=True), 2); torch.nn.functional.lp_pool2d(x.abs(), 2, 2); torch.constant_pad_nd(x, (1, -1), 2)
torch.unique((x * 2).round(), dim=0); torch.unique(x[0, 0].round(), dim=1, return_inverse=True, return_counts=True); torch.unique_consecutive((x[0, 0] > 0).long(), dim=0, return_counts=True)
torch.histc(x, 5); torch.histc(x, 4, -1, 1); torch.corrcoef(x[0, 0]); torch.nn.functional.pdist(x[0, 0]); torch.renorm(x, 2, 1, 1.0); torch.quantile(x, 0.3, interpolation="nearest"); torch.combinations(x[0, 0, 0])
x[0, 0].index_reduce(0, torch.tensor([1, 0, 1]), x[0, 1, :3], "mean"); x[0, 0].clone().fill_diagonal_(7); x[0, 0, :, :2].clone().fill_diagonal_(7, wrap=True); x[0, 0].diagonal_scatter(x[0, 0].diagonal() * 2)
torch.cross(x[:, :3], x[:, :3] + 1); torch.einsum(x, [0, 1, ...], x, [0, 2, ...], [1, 2, ...]); torch.einsum("abcd->ab", x, x); torch.einsum("ab->a", x); torch.column_stack((x[0, 0, 0], x[0, 0, 1])); torch.diagflat(x[0, 0])
torch.searchsorted(x[0, 0, 0].sort()[0].flip(0), x, sorter=torch.arange(x.shape[3] - 1, -1, -1)); x.topk(torch.tensor(2)); x.split(torch.tensor(2), 1); torch.linspace(0, 1, torch.tensor(3)); torch.chain_matmul(x[0, 0], x[0, 0].t())
""".replace("\n", ";")  # fmt: skip


def expressions(text: str) -> list[str]:
    """The expressions of a family, each once."""
    return list(dict.fromkeys(e.strip() for e in text.split(";") if e.strip()))


def one(dtypes: list[torch.dtype], shapes: list[tuple[int, ...]]):
    return [(make(s, d),) for d in dtypes for s in shapes]


def mixed() -> list[tuple[torch.Tensor, torch.Tensor]]:
    """Pairs over dtypes and over shapes that broadcast, are empty, or do not fit."""
    pairs = [
        (make((2, 3), a), make((2, 3), b, 1)) for a in WIDE for b in (a, torch.float32, torch.int64)
    ]
    shapes = [
        ((2, 3), (3,)),
        ((1, 3), (2, 1)),
        ((), (2, 2)),
        ((0, 3), (3,)),
        ((4, 1, 2), (3, 1)),
        ((2, 3), (2,)),
    ]
    pairs += [(make(a, torch.float32), make(b, torch.float32, 1)) for a, b in shapes]
    pairs += [(make((3, 4), torch.float32).t(), make((4, 3), torch.float32, 1))]
    pairs += [
        (make((), torch.int64), make((2,), torch.float32)),
        (make((), torch.float64), make((2,), torch.float32)),
    ]
    return pairs + [(make((2, 3), d), make((2, 3), d, 1)) for d in NARROW]


def matrices() -> list[tuple[torch.Tensor, torch.Tensor]]:
    sizes = [(2, 3, 4), (1, 1, 1), (1, 64, 33), (7, 40, 5), (33, 17, 65), (2, 1, 3), (130, 20, 48)]
    found = [(make((m, k), torch.float32), make((k, n), torch.float32, 1)) for m, k, n in sizes]
    found += [(make((2, 3), torch.float64), make((3, 4), torch.float64, 1))]
    return found + [(make((3, 2), torch.float32).t(), make((4, 3), torch.float32, 1).t())]


SQUARES = [(2, 2), (2, 4), (3, 4), (1, 1), (0, 3)]
FAMILIES = {
    "unary": (expressions(UNARY_ANY), one(WIDE + NARROW, [(2, 3)]) + one([torch.float32], [(), (0,), (37,), (2, 1, 5)])),
    "float": (expressions(UNARY_FLOAT), one(FLOATS, [(3, 5)]) + one([torch.float32], [(2, 33), (1, 1), (4, 0)])),
    "reduce": (expressions(REDUCTIONS), one(WIDE, [(3, 4)]) + one([torch.float32], [(1, 1), (5, 65), (0, 3)])),
    "view": (expressions(VIEWS), one([torch.float32], SQUARES) + one([torch.int64, torch.bool], [(2, 4)])),
    "binary": (expressions(BINARY), mixed()),
    "matrix": (expressions(MATRIX), matrices()),
    "inplace": (expressions(INPLACE), [(make((2, 3), d), make((2, 3), d, 1)) for d in (torch.float32, torch.int64)]),
    "create": (expressions(CREATION), [()]),
    "signals": (expressions(SIGNALS), one(FLOATS, [(3, 64), (2, 37)]) + one([torch.float32], [(1, 74)])),
    "systems": (expressions(SYSTEMS), one(FLOATS, [(3, 3), (2, 4, 4)]) + one([torch.float32], [(1, 1), (2, 3), (0, 0), (2, 0, 3, 3)])),
    "images": (expressions(IMAGES), one([torch.float32], [(2, 4, 6, 5), (1, 8, 4, 4)]) + one([torch.float64], [(3, 4, 5, 7)])),
}  # fmt: skip
