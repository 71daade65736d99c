"""Results of a program whose inputs require a gradient.

The program runs forward only. Its results require a gradient, as in eager, so
that a training loop does not silently train nothing: their backward raises.
"""

from __future__ import annotations

from typing import Any

import torch

_MESSAGE = (
    "gradients across a compiled program are not supported yet: call it under torch.no_grad(), "
    "or train the original"
)


class _Forward(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, result: torch.Tensor, anchor: torch.Tensor) -> torch.Tensor:
        return result.view_as(result)

    @staticmethod
    def backward(ctx: Any, *gradients: torch.Tensor) -> Any:
        raise RuntimeError(_MESSAGE)


def attach(result: torch.Tensor) -> torch.Tensor:
    """The result as a node of the graph whose backward raises; integers stay as they are."""
    if not (result.is_floating_point() or result.is_complex()) or result.requires_grad:
        return result
    anchor = torch.zeros((), requires_grad=True)
    attached: torch.Tensor = _Forward.apply(result, anchor)  # type: ignore[no-untyped-call]
    return attached
