"""Strides of results, on tensors whose dimensions lie in every order, repeat or have gaps."""

from __future__ import annotations

import pytest
import torch

from ops.test_samples import function_of


def whole() -> torch.Tensor:
    return torch.arange(24.0).view(2, 3, 4)


ORDERS = {
    "in order": whole,
    "last first": lambda: whole().permute(2, 0, 1),
    "last two": lambda: whole().permute(0, 2, 1),
    "reversed": lambda: whole().permute(2, 1, 0),
    "repeated": lambda: torch.arange(4.0).expand(2, 3, 4),
    "gaps": lambda: torch.arange(48.0).view(2, 3, 8)[:, :, ::2],
}
CHANGES = """
x + 1; 1 - x; x * x; x.exp(); -x; x.clone(); x.double(); x.int(); x > 0; x + x.sum(0); x - x.mean()
x - x.mean(0, keepdim=True); x - x.amax(-1, keepdim=True); torch.softmax(x, 0); torch.softmax(x, -1)
x.log_softmax(0); x.sum(0); x.cumsum(0); x.sort(0)[0]; x.sort(0)[1]; x.argsort(-1); x.flip(0); x.flip(0, 1)
torch.zeros_like(x); torch.full_like(x, 3); torch.zeros_like(x, dtype=torch.int64); x.masked_fill(x > 3, 0.0)
torch.zeros_like(x, memory_format=torch.contiguous_format); torch.where(x > 3, x, 0.0); x.clamp(1, 5)
torch.nn.functional.gelu(x); torch.nn.functional.layer_norm(x, (x.shape[-1],)); torch.rand_like(x)
torch.nn.functional.dropout(x, 0.5); x.index_fill(0, torch.tensor([0]), 1.0); x[torch.tensor([1, 0])]
x[:, torch.tensor([0, 0])]; x[torch.tensor([[0, 1], [1, 0]]).t()]; x[x > 3]; torch.cat([x, x]); x.pow(2)
x.contiguous() * (x + 1); (x + x.contiguous()) * x; torch.add(x.contiguous(), x) * 2; x[:1] + x; x + x[:, :1]
x[..., :1] + x[:1]; (x[..., :1] + x[:1]) * x; x * (x[..., :1] + x[:1]); x.double() + x; x.int() * 2.5
(x > 3) * x; (x > 3).float(); x.contiguous().double() * x; x.mul(x.mean()).add(1); x.renorm(2, 0, 1.0)
x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + 1); x.put(torch.tensor([0]), torch.tensor([1.0]))
torch.randint_like(x, 5); x.bernoulli(0.5); torch.einsum("...i,...j->...ij", x, x); x.unfold(0, 2, 1) + 1
x.repeat(1, 1, 1); x.repeat(2, 1, 1); x[None].repeat(1, 1, 2, 1); x.tile(1); x.repeat(1, 1, 1).add_(x)
torch.nn.functional.group_norm(x, 1); 2**x; 2.5 ** x.int(); torch.float_power(2, x); torch.nn.functional.rrelu(x)
torch.lerp(x, x.contiguous(), 0.3); torch.lerp(x.contiguous(), x, 0.6); torch.lerp(x, x[:1].contiguous(), x.mean())
torch.lerp(x, x.contiguous(), torch.tensor(0.7)); torch.atleast_2d(x[0, 0, :0]); torch.atleast_2d(x[0, 0])
x[None, [0, 1]]; x[None, x[:, 0, 0] > 1]; x[[]]; x[:, []]; x[[0, 1], None]; x[None, torch.tensor([[0, 1]])]
x[:, 0, 0][x[:, 0, 0].nonzero()]; x[..., None, [0]]; torch.randn_like(x[:1])
torch.randn_like(x[:, :0]); torch.zeros_like(x[:, :0]); x[:, :0].clone(); torch.rand_like(x[..., :0]); x[:, torch.tensor([[0], [1]]).expand(2, 3)]
""".replace("\n", ";")


@pytest.mark.parametrize("text", [each.strip() for each in CHANGES.split(";") if each.strip()])
def test_strides(text: str) -> None:
    import lith

    fn = function_of(f"import torch\n\n\ndef call(x):\n    return {text}\n", text)
    program = lith.to_static(fn)
    said = []
    for name, make in ORDERS.items():
        torch.manual_seed(0)
        eager = fn(make())
        torch.manual_seed(0)
        got = program(make())
        if got.stride() != eager.stride():
            said.append(f"{name}: {got.stride()}, eager {eager.stride()}")
        elif not torch.allclose(got, eager, equal_nan=True):
            said.append(f"{name}: {got}, eager {eager}")
    assert not said, "\n".join(said)


MATRICES = """
torch.linalg.cholesky(x, upper=True); torch.linalg.cholesky_ex(x, upper=True).L; torch.linalg.cholesky(x)
torch.linalg.solve(x, x[..., 0]); torch.linalg.solve(x, torch.ones(3)); torch.linalg.solve(x, x, left=False)
torch.linalg.lstsq(x, x, driver="gelsd").solution; torch.linalg.lstsq(x, x[..., 0]).solution
torch.linalg.solve_triangular(x, x, upper=True, left=False); torch.linalg.solve_triangular(x, x, upper=True)
torch.einsum("bij,bjk->kib", x, x); torch.einsum("bij,bjk->bki", x, x); torch.einsum("bij,bjk->ibk", x, x)
torch.einsum("bij,bjk,ckl->lcib", x, x, x); torch.einsum("bij,bjk->i", x, x); torch.einsum("bij->ji", x)
torch.einsum("bij,cij->cbji", x, x); torch.einsum("bij,k->kjbi", x, x[0, 0]); torch.einsum("aib,cd->icbda", x, x[0])
torch.einsum("aib,cd->ic", x, x[1]); torch.einsum(x, [0, 1, 30], x, [0, 30, 2], [2, 1, 0])
""".replace("\n", ";")


@pytest.mark.parametrize("text", [each.strip() for each in MATRICES.split(";") if each.strip()])
def test_strides_of_matrices(text: str) -> None:
    import lith

    fn = function_of(f"import torch\n\n\ndef call(x):\n    return {text}\n", text)
    for turned in (False, True):
        x = torch.arange(18.0).view(2, 3, 3) / 50
        x = x @ x.mT + torch.eye(3)
        x = x.permute(0, 2, 1) if turned else x
        eager, got = fn(x), lith.to_static(fn)(x)
        assert got.stride() == eager.stride()
        assert torch.allclose(got, eager, rtol=1e-4, atol=1e-5)
