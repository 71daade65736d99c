"""Results of a program whose inputs require a gradient.

The program runs forward only. Its results require a gradient, as in eager, so
that a training loop does not silently train nothing: their backward raises.
"""

from __future__ import annotations

import torch

_MESSAGE = (
    "gradients across a compiled program are not supported yet: call it under torch.no_grad(), "
    "or train the original"
)


_attached = torch._C._functions.DelayedError(_MESSAGE, 1)  # type: ignore[attr-defined]


def attach(result: torch.Tensor) -> torch.Tensor:
    """A result, which nobody else has, as a node of the graph whose backward raises.

    Integers stay as they are.
    """
    if not (result.is_floating_point() or result.is_complex()) or result.requires_grad:
        return result
    node: torch.Tensor = _attached(result.requires_grad_())
    return node
