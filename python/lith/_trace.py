"""trace, trace_module: programs recorded from one call.

The text of the call (`_recorder`) is compiled like any other function.
"""

from __future__ import annotations

import functools
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ._errors import CompileError
from ._module import wrap
from ._program import export, make_program
from ._recorder import Recorded, record_call
from ._units import run_text


class TraceWarning(UserWarning):
    """A value of the example call is baked into a traced program."""


def trace(
    target: Any,
    example_inputs: Any = None,
    *,
    check_trace: bool = True,
    check_inputs: Sequence[Any] = (),
    check_tolerance: float = 1e-5,
    example_kwarg_inputs: Mapping[str, Any] | None = None,
) -> Any:
    """Compiles what one call of `target` does with tensors.

    Args:
        target: a function or an ``nn.Module``; its source is not needed.
        example_inputs: the arguments of the call: a tuple, or one tensor.
        check_trace: whether the recorded program has to repeat the example call.
        check_inputs: arguments of other calls, each as `example_inputs`, which it has to give the
            results of as well.
        check_tolerance: how far results may differ, relative and absolute.
        example_kwarg_inputs: arguments of the call by keyword.

    Returns:
        The program; of a module, a compiled module that shares its parameters, buffers and parts.
        Branches, loops and numbers of the example call are fixed in it; a `TraceWarning` reports
        each value of a tensor that Python has seen.

    Raises:
        CompileError: when the recorded program does not give the result of a call that is checked.
    """
    import torch  # heavy

    checks = _Checks(check_trace, list(check_inputs), check_tolerance)
    kwargs = dict(example_kwarg_inputs or {})
    args = () if example_inputs is None and kwargs else _arguments(example_inputs)
    if isinstance(target, torch.nn.Module):
        return _traced_module(target, {"forward": (args, kwargs)}, {"forward": checks})
    recorded = record_call(target, "traced", args, kwargs)
    traced = _defined(recorded, target, "traced")
    held = [value for value in recorded.scope.values() if isinstance(value, torch.Tensor)]
    after = [value.clone() for value in held]
    checks.run(traced, target, recorded.result, args, kwargs)
    _set_all(held, after)  # where the call writes, the check has written again
    return make_program(traced)


def trace_module(
    mod: Any,
    inputs: Mapping[str, Any],
    *,
    check_trace: bool = True,
    check_inputs: Sequence[Mapping[str, Any]] = (),
    check_tolerance: float = 1e-5,
) -> Any:
    """Compiles what one call of each of several methods of a module does with tensors.

    Args:
        mod: an ``nn.Module``.
        inputs: the arguments of a call by the name of the method: a tuple, or one tensor.
        check_inputs: arguments of other calls, each such a dict.

    Returns:
        A compiled module, with these methods; see `trace`.

    Raises:
        CompileError: when a recorded program does not give the result of a call that is checked.
    """
    checks = {
        name: _Checks(check_trace, [e[name] for e in check_inputs if name in e], check_tolerance)
        for name in inputs
    }
    calls: dict[str, Any] = {name: (_arguments(given), {}) for name, given in inputs.items()}
    return _traced_module(mod, calls, checks)


def _arguments(example: Any) -> tuple[Any, ...]:
    return example if isinstance(example, tuple) else (example,)


@dataclass
class _Checks:
    """The calls that a trace has to give the results of."""

    repeats: bool
    others: list[Any]
    tolerance: float

    def run(self, traced: Any, eager: Any, expected: Any, args: Any, kwargs: Any) -> None:
        import torch  # heavy

        calls: list[tuple[Any, Any, Callable[[], Any]]] = []
        if self.repeats:
            calls.append((args, kwargs, lambda: expected))
        for other in map(_arguments, self.others):
            calls.append((other, {}, functools.partial(eager, *other)))
        with torch.no_grad():
            for given, named, wanted in calls:
                if not _same(traced(*given, **named), wanted(), self.tolerance):
                    raise CompileError(
                        "the recorded program does not repeat the example call: it depends on "
                        "something that tracing does not see, such as random numbers, written "
                        "state or other inputs; use to_static"
                    )


def _defined(recorded: Recorded, target: Any, name: str) -> Any:
    """The function of a recorded text, and warnings of what is fixed in it."""
    for message in recorded.baked:
        warnings.warn(message, TraceWarning, stacklevel=4)
    scope = dict(recorded.scope)
    label = f"trace of {getattr(target, '__qualname__', type(target).__name__)}"
    run_text(recorded.source, scope, label)
    return scope.pop(name)


def _traced_module(mod: Any, calls: Mapping[str, Any], checks: Mapping[str, _Checks]) -> Any:
    import torch  # heavy

    methods = {}
    for name, (args, kwargs) in calls.items():
        method = getattr(mod, name)
        buffers = list(mod.buffers())
        before = [buffer.clone() for buffer in buffers]
        recorded = record_call(method, name, args, kwargs)
        methods[name] = _defined(recorded, method, name)
        after = [buffer.clone() for buffer in buffers]
        _set_all(buffers, before)
        traced = functools.partial(methods[name], mod)
        checks[name].run(traced, method, recorded.result, args, kwargs)
        _set_all(buffers, after)
    cls = type(
        type(mod).__name__,
        (torch.nn.Module,),
        {
            **{name: export(method) for name, method in methods.items()},
            "__module__": __name__,
            "__doc__": type(mod).__doc__,
        },
    )
    made = cls()
    for registry in ("_parameters", "_buffers", "_modules", "_non_persistent_buffers_set"):
        vars(made)[registry] = vars(mod)[registry]
    made.training = mod.training
    return wrap(made)


def _set_all(tensors: list[Any], values: list[Any]) -> None:
    for tensor, value in zip(tensors, values, strict=True):
        tensor.detach().copy_(value)


def _same(left: Any, right: Any, tolerance: float) -> bool:
    import torch  # heavy

    def same(a: Any, b: Any) -> bool:
        return _same(a, b, tolerance)

    if isinstance(left, torch.Tensor) and isinstance(right, torch.Tensor):
        return left.dtype == right.dtype and torch.allclose(
            left, right, tolerance, tolerance, equal_nan=True
        )
    if isinstance(left, (list, tuple)) and isinstance(right, (list, tuple)):
        return len(left) == len(right) and all(map(same, left, right))
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(same(left[k], right[k]) for k in left)
    return bool(left == right)
