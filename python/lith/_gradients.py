"""Calls of compiled programs in PyTorch's graph.

Results of a call whose inputs require a gradient are results of one `Call`. Its backward runs the
graph that the program gave; where it gave none, since it raised, backward raises whichever inputs
gradients are asked of: nothing trains silently wrong.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

from lith import _lith

UNDIFFERENTIABLE = (
    "gradients through what a compiled program kept before it raised are not supported yet: "
    "detach it, or call the original"
)


class Call(torch.autograd.Function):
    """forward(ctx, graph, results, *inputs): the results, over the inputs that require a gradient.

    `graph` is the capsule that backward gets what it needs of; both are C functions.
    """

    forward = staticmethod(_lith.forward)
    backward = staticmethod(_lith.backward)


# What a call leads to in PyTorch's graph whose own graph leads to leaves that the program has made.
# No gradient comes to it.
HIDDEN_LEAF = torch.zeros(0, requires_grad=True)


class Spared:
    """A hook of a tensor that is not called where no gradient comes to the tensor."""

    def __init__(self, hook: Callable[[Any], Any]) -> None:
        self.hook = hook

    def __call__(self, gradient: Any) -> Any:
        return None if gradient is None else self.hook(gradient)


def spare_hooks(all_hooks: list[dict[int, Any]]) -> None:
    """Until the end of the backward that runs, these hooks of tensors to which a call gives no
    gradient are not called without one. In eager nothing that is differentiated leads to them;
    PyTorch's engine comes to all inputs of a node, and calls their hooks with None.
    """
    found = [(hooks, key, hook) for hooks in all_hooks for key, hook in hooks.items()]
    spared = [each for each in found if type(each[2]) is not Spared]
    for hooks, key, hook in spared:
        hooks[key] = Spared(hook)

    def restore() -> None:
        for hooks, key, hook in spared:
            if type(hooks.get(key)) is Spared:
                hooks[key] = hook

    torch.autograd.Variable._execution_engine.queue_callback(restore)


class Leaves(torch.autograd.Function):
    """A node over the parameters of a program that one call leads to in place of all of them.

    Its result has no elements; the gradient of it brings those of the parameters."""

    @staticmethod
    def forward(ctx: Any, results: list[torch.Tensor], *parameters: torch.Tensor) -> torch.Tensor:
        ctx.set_materialize_grads(False)
        return results[0]

    @staticmethod
    def backward(ctx: Any, carrier: Any) -> tuple[torch.Tensor | None, ...]:
        # the only reference to each has to be the engine's, which then takes it as `.grad`
        return None, *carrier.__dict__.pop("gradients")


def node_over(empty: torch.Tensor, *parameters: torch.Tensor) -> torch.Tensor | None:
    """Makes `empty` the result of a node, which runs as soon as its gradient is there, as
    accumulators do. Not made here, where modes of dispatch would make another kind of tensor."""
    result = Leaves.apply([empty], *parameters)
    if not result.requires_grad:
        return None
    result.grad_fn._set_sequence_nr(2**64 - 1)
    return result


def kept_storages(result: torch.Tensor) -> list[tuple[int, int]]:
    """(address, bytes) of all memory that the graph of a compiled call keeps for its backward."""
    graph: Any = result.grad_fn
    return _lith.kept_storages(graph.graph)


# Function.apply without what it does for transforms of functorch, under which no program runs.
apply = super(torch.autograd.Function, Call).apply
