"""Operators that take floats only, on ints, bools and complex numbers: what they compute or refuse."""

from __future__ import annotations

import pytest
import torch

from ops.test_samples import function_of

CALLS = """
F.elu(x); F.selu(x); F.celu(x); F.silu(x); F.mish(x); F.softplus(x); F.hardswish(x); F.hardsigmoid(x); F.logsigmoid(x)
F.glu(x); F.leaky_relu(x); F.softsign(x); F.tanhshrink(x); F.hardshrink(x); F.softshrink(x); F.threshold(x, 1, 0)
F.relu6(x); F.hardtanh(x); F.gelu(x); F.relu(x); F.rrelu(x); F.prelu(x, torch.ones(1)); F.layer_norm(x, (2,))
F.binary_cross_entropy(x, x); F.binary_cross_entropy_with_logits(x, x); F.kl_div(x, x); F.nll_loss(x, torch.tensor([0, 1]))
F.cross_entropy(x, torch.tensor([0, 1])); torch.quantile(x, 0.5); torch.nanmean(x); x.std(); x.var(); torch.std_mean(x)
torch.var_mean(x); torch.deg2rad(x); torch.signbit(x); torch.sigmoid(x); x.logit(); F.normalize(x)
""".replace("\n", ";")
INPUTS = [
    torch.tensor([[1, 2], [3, 4]]),
    torch.tensor([[1j, 2.0], [3.0, 4j]]),
    torch.tensor([[True, False]] * 2),
]


def outcome(fn, x):
    try:
        return fn(x)
    except Exception as error:  # noqa: BLE001 - the exception is what is compared
        if type(error).__name__ == "CompileError":
            raise
        return f"{type(error).__name__}: {error}"


@pytest.mark.parametrize("text", [each.strip() for each in CALLS.split(";") if each.strip()])
def test_dtypes(text: str) -> None:
    import lith

    source = f"import torch\n\nF = torch.nn.functional\n\n\ndef call(x):\n    return {text}\n"
    fn = function_of(source, text)
    for x in INPUTS:
        eager, got = outcome(fn, x), outcome(lith.to_static(fn), x)
        if isinstance(eager, str) or isinstance(got, str):
            assert got == eager
        else:
            torch.testing.assert_close(got, eager, equal_nan=True)
