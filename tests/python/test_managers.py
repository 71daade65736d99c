"""What managers that only restore a mode cost: nothing."""

import contextlib

import pytest
import torch

import lith

MANAGERS = {
    "no_grad": torch.no_grad,
    "enable_grad": torch.enable_grad,
    "set_grad_enabled": lambda: torch.set_grad_enabled(False),
    "inference_mode": torch.inference_mode,
    "autocast": lambda: torch.autocast("cpu"),
    "record_function": lambda: torch.autograd.profiler.record_function("products"),
    "nullcontext": contextlib.nullcontext,
}


@pytest.mark.parametrize("name", MANAGERS)
def test_no_operation_has_a_way_to_a_handler(name: str) -> None:
    make = MANAGERS[name]

    @lith.to_static
    def products(x, y):
        with make():
            return x @ y @ x

    x = torch.ones(2, 2)
    torch.testing.assert_close(products(x, x), x @ x @ x, check_dtype=False)
    assert "lith.raised" not in products.get_debug_state().programs[0].graph
