"""Backward hooks of modules, in place of torch.utils.hooks.BackwardHook.

What a module is given and what it gives goes through a node each, whose gradients the hooks see. A
backward of the program's own runs the hooks as a part of the program. Of a call that is
differentiated outside, PyTorch's engine comes to the nodes: `RunningHooks`, which is Python, was
made when the module was called, and runs what the module has as hooks then.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import Any

import torch

NO_INPUT = (
    "Full backward hook is firing when gradients are computed with respect to module outputs since "
    "no inputs require gradients. See https://docs.pytorch.org/docs/main/generated/"
    "torch.nn.Module.html#torch.nn.Module.register_full_backward_hook for more details."
)


def _packed(indices: Sequence[int], values: Sequence[Any], size: int) -> tuple[Any, ...]:
    packed = [None] * size
    for i in range(len(indices)):
        packed[indices[i]] = values[i]
    return tuple(packed)


class RunningHooks:
    """The hooks of one call of a module. `places`: where tensors are among `size` values."""

    def __init__(self, module: Any, hooks: Sequence[Any], pre_hooks: Sequence[Any]) -> None:
        self.module = module
        self.hooks = hooks
        self.pre_hooks = pre_hooks
        self.grad_outputs: Any = None

    def of_outputs(
        self, grads: Any, places: Any, size: int, is_fed: bool, size_of_inputs: int
    ) -> tuple[Any, ...]:
        """`is_fed`: an input requires a gradient."""
        self.grad_outputs = _packed(places, grads, size)
        for hook in self.pre_hooks:
            made = hook(self.module, self.grad_outputs)
            if made is None:
                continue
            if len(made) != size:
                raise RuntimeError(
                    "Backward pre hook returned an invalid number of grad_output, "
                    f"got {len(made)}, but expected {size}"
                )
            self.grad_outputs = made
        passed = self.grad_outputs
        if not is_fed:
            warnings.warn(NO_INPUT, stacklevel=5)
            for hook in self.hooks:
                made = hook(self.module, (None,) * size_of_inputs, self.grad_outputs)
                if made is not None and not (
                    isinstance(made, tuple) and all([each is None for each in made])
                ):
                    raise RuntimeError(
                        "Backward hook for Modules where no input requires "
                        "gradient should always return None or None for all gradients."
                    )
            self.grad_outputs = None
        return tuple([passed[place] for place in places])

    def of_inputs(self, grads: Any, places: Any, size: int) -> tuple[Any, ...]:
        if self.grad_outputs is None:  # they did not come by the outputs
            return tuple(grads)
        passed = _packed(places, grads, size)
        for hook in self.hooks:
            made = hook(self.module, passed, self.grad_outputs)
            if made is None:
                continue
            if len(made) != size:
                raise RuntimeError(
                    "Backward hook returned an invalid number of grad_input, "
                    f"got {len(made)}, but expected {size}"
                )
            passed = made
        self.grad_outputs = None
        return tuple([passed[place] for place in places])


class Node:
    """What a program has as `grad_fn`."""

    def __init__(self, name: str | None) -> None:
        self._name = name

    def name(self) -> str:
        if self._name is None:
            raise RuntimeError("the name of a node that only run time knows is not compiled")
        return self._name

    def register_hook(self, hook: Any) -> Any:
        raise NotImplementedError(
            "a hook of a node of the graph is not compiled: use a hook of its tensor, or "
            "register_full_backward_hook of a module"
        )

    register_prehook = register_hook

    @property
    def next_functions(self) -> Any:
        raise NotImplementedError("next_functions of a node is not compiled")


def of_module(module: Any) -> RunningHooks:
    """What a program asks for when it calls a module with hooks."""
    return RunningHooks(module, module._get_backward_hooks()[0], module._get_backward_pre_hooks())


def run_later(hooks: RunningHooks, name: str, grads: Any, rest: Any) -> tuple[Any, ...]:
    """Runs `name` of the hooks for a node of a program; gradients are of the kinds of `grads`."""
    made = getattr(hooks, name)(grads, *rest)
    kinds = []
    for grad, new in zip(grads, made):
        if grad is None and new is not None:
            raise RuntimeError("a hook of a module made a gradient where none came")
        if grad is not None:
            new = torch.zeros_like(grad) if new is None else new.detach().to(grad.dtype)
            if new.shape != grad.shape:
                raise RuntimeError(
                    f"a hook of a module made a gradient of shape {list(new.shape)} of one of "
                    f"shape {list(grad.shape)}"
                )
        kinds.append(new)
    return tuple(kinds)


def run(hooks: RunningHooks, number: int, name: str, grads: Any, rest: Any) -> tuple[Any, ...]:
    """The same for the program itself; its body is in prelude/module_hooks.py."""
    raise NotImplementedError


def number_of(module: Any) -> int:
    """The number of the hooks that Python runs later; its body is in prelude/module_hooks.py."""
    raise NotImplementedError


class Entered(torch.autograd.Function):
    """What a module is given."""

    @staticmethod
    def forward(ctx: Any, hooks: Any, number: int, rest: Any, *tensors: Any) -> Any:
        ctx.mark_non_differentiable(*[each for each in tensors if not each.requires_grad])
        ctx.hooks, ctx.number, ctx.rest = hooks, number, rest
        return tensors

    @staticmethod
    def backward(ctx: Any, *grads: Any) -> Any:
        return (None, None, None, *run(ctx.hooks, ctx.number, "of_inputs", grads, ctx.rest))


class Left(torch.autograd.Function):
    """What a module gives."""

    @staticmethod
    def forward(ctx: Any, hooks: Any, number: int, rest: Any, *tensors: Any) -> Any:
        ctx.mark_non_differentiable(*[each for each in tensors if not each.requires_grad])
        ctx.set_materialize_grads(False)
        ctx.hooks, ctx.number, ctx.rest = hooks, number, rest
        return tensors

    @staticmethod
    def backward(ctx: Any, *grads: Any) -> Any:
        return (None, None, None, *run(ctx.hooks, ctx.number, "of_outputs", grads, ctx.rest))


class BackwardHook:
    """As Module.__call__ uses it."""

    def __init__(self, module: Any, hooks: Sequence[Any], pre_hooks: Sequence[Any]) -> None:
        self.running = RunningHooks(module, hooks, pre_hooks)
        self.number = number_of(module)
        self.is_fed = False
        self.size = -1

    def setup_input_hook(self, args: Any) -> Any:
        self.size = len(args)
        places = [i for i in range(len(args)) if isinstance(args[i], torch.Tensor)]
        self.is_fed = any([args[place].requires_grad for place in places])
        if not (self.is_fed and torch.is_grad_enabled()):
            self.is_fed = False
            return args
        tensors = [args[place] for place in places]
        made = Entered.apply(self.running, self.number, (tuple(places), len(args)), *tensors)
        return _replaced(args, places, made)

    def setup_output_hook(self, result: Any) -> Any:
        args = result if isinstance(result, tuple) else (result,)
        places = [i for i in range(len(args)) if isinstance(args[i], torch.Tensor)]
        follows = any([args[place].requires_grad for place in places])
        if not (follows and torch.is_grad_enabled()):
            return result
        tensors = [args[place] for place in places]
        rest = (tuple(places), len(args), self.is_fed, self.size)
        made = Left.apply(self.running, self.number, rest, *tensors)
        made = _replaced(args, places, made)
        return made if isinstance(result, tuple) else made[0]


def _replaced(args: Any, places: Sequence[int], made: Any) -> Any:
    listed = list(args)
    for i in range(len(places)):
        listed[places[i]] = made[i]
    return tuple(listed) if type(args) is tuple else type(args)(*listed)
