"""What is saved is what ran: programs keep what their calls inherited, not what is around save."""

from __future__ import annotations

import pytest
import torch

import lith


def modes(x):
    return x + 1, torch.is_grad_enabled(), torch.is_inference_mode_enabled(), torch.full((1,), 0.5)


def loaded(program, folder):
    program.save(folder / "p.lith")
    return lith.load(folder / "p.lith")


def same(a, b) -> bool:
    if isinstance(a, torch.Tensor):
        return a.dtype == b.dtype and torch.equal(a, b)
    return all(map(same, a, b)) if isinstance(a, tuple) else a == b


@pytest.fixture
def default_dtype():
    """Sets the default dtype, until the end."""
    before = torch.get_default_dtype()
    yield torch.set_default_dtype
    torch.set_default_dtype(before)


def test_padding_of_an_encoder(tmp_path) -> None:
    layer = torch.nn.TransformerEncoderLayer(8, 2, 16, batch_first=True)
    encoder = torch.nn.TransformerEncoder(layer, 1).eval()
    program = lith.to_static(encoder)
    x, padded = torch.randn(2, 3, 8), torch.tensor([[False, False, True], [False, True, True]])
    with torch.no_grad():
        want = encoder(x, src_key_padding_mask=padded)
        assert torch.allclose(program(x, src_key_padding_mask=padded), want, atol=1e-5)
    got = loaded(program, tmp_path)(x, src_key_padding_mask=padded)
    assert torch.allclose(got, want, atol=1e-5)


@pytest.mark.parametrize("mode", [torch.no_grad, torch.enable_grad, torch.inference_mode])
@pytest.mark.parametrize("around", [torch.no_grad, torch.enable_grad, torch.inference_mode])
def test_modes_of_the_call(tmp_path, mode, around) -> None:
    program = lith.to_static(modes)
    with mode():
        want = modes(torch.ones(2))
        assert same(program(torch.ones(2)), want)
    with around():
        before = torch.is_grad_enabled(), torch.is_inference_mode_enabled()
        again = loaded(program, tmp_path)
        assert (torch.is_grad_enabled(), torch.is_inference_mode_enabled()) == before
    assert same(again(torch.ones(2)), want)


def test_default_dtype(tmp_path, default_dtype) -> None:
    program = lith.to_static(modes)
    default_dtype(torch.float64)
    want = modes(torch.ones(2))
    assert same(program(torch.ones(2)), want) and want[0].dtype == torch.float64
    default_dtype(torch.float32)
    again = loaded(program, tmp_path)
    assert torch.get_default_dtype() == torch.float32
    assert same(again(torch.ones(2, dtype=torch.float64)), want)


def test_autocast_around_save(tmp_path) -> None:
    program = lith.to_static(lambda a, b: a @ b)
    a = torch.randn(2, 2)
    want = program(a, a)
    with torch.autocast("cpu"):
        again = loaded(program, tmp_path)
        assert torch.is_autocast_enabled("cpu")
    assert same(again(a, a), want)


def test_of_two_modes_the_last_counts(tmp_path) -> None:
    """Also where a call of another kind lies between, and another before."""
    program = lith.to_static(modes)
    for mode in (torch.enable_grad, torch.no_grad, torch.enable_grad):
        with mode():
            program(torch.ones(2))
    program(torch.ones(2, 2))
    assert loaded(program, tmp_path)(torch.ones(2))[1] is True
    with torch.no_grad():
        program(torch.ones(2))
    with torch.inference_mode():
        program(torch.ones(2, 2))
    again = loaded(program, tmp_path)
    assert again(torch.ones(2))[1:3] == (False, False)
    assert again(torch.ones(2, 2))[1:3] == (False, True)


def test_a_region_of_autocast(tmp_path) -> None:
    program = lith.to_static(lambda a, b: a @ b)
    a = torch.randn(2, 2)
    with torch.autocast("cpu", torch.float16):
        want = program(a, a)
    assert want.dtype == torch.float16
    assert same(loaded(program, tmp_path)(a, a), want)


class Dropping(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.linear, self.drop = torch.nn.Linear(2, 2), torch.nn.Dropout(0.5)

    def forward(self, x):
        return self.drop(self.linear(x)) + torch.full((1,), 0.5)


def test_modes_are_in_the_schema(tmp_path, default_dtype) -> None:
    """Those that are not at rest, and what the module was in."""
    x = torch.ones(1, 2)
    plain = "Dropping(x: float32[?, ?]) -> float32[?, ?]"

    def schema(module) -> str:
        program = lith.to_static(module)
        program(x)
        return loaded(program, tmp_path).schema.strip()

    assert schema(Dropping()) == plain + "  # training"
    assert schema(Dropping().eval()) == plain + "  # eval"
    mixed = Dropping()
    mixed.drop.eval()
    mixed.linear.register_forward_hook(lambda module, args, result: result * (1 + module.training))
    assert schema(mixed) == plain + "  # training in part"
    with torch.no_grad():
        assert schema(Dropping().eval()) == plain + "  # eval, no_grad"
    with torch.inference_mode():
        assert schema(Dropping().eval()) == plain + "  # eval, no_grad"  # no more is looked at
        assert schema(modes).endswith("  # no_grad, inference_mode")
    with torch.autocast("cpu"):
        assert schema(Dropping().eval()).endswith("  # eval, autocast to torch.bfloat16")
    default_dtype(torch.float64)
    assert schema(Dropping().float().eval()).endswith("  # eval, default dtype torch.float64")
    assert lith.to_static(modes).schema == "modes(x)"
