"""Many parameters: a call leads to one node of PyTorch's over all of them, eager's to each."""

from __future__ import annotations

import gc
import re
import threading
import weakref
from collections.abc import Callable
from typing import Any

import pytest
import torch
from torch import Tensor, nn

import lith

COUNT = 12


class Many(nn.Module):
    """The last parameter is used where the sum is large, the one before is not used."""

    def __init__(self) -> None:
        super().__init__()
        values = torch.linspace(0.5, 1.5, COUNT * 2, dtype=torch.float64).reshape(COUNT, 2)
        self.all = nn.ParameterList(nn.Parameter(each.clone()) for each in values)

    def forward(self, x: Tensor) -> Tensor:
        y = x
        for each in list(self.all)[:-2]:
            y = y + torch.sin(each) * each
        if y.sum() > 100:
            y = y * self.all[-1]
        return y


SMALL, LARGE = torch.zeros(2, dtype=torch.float64), torch.full((2,), 99.0, dtype=torch.float64)


def grads(module: Many) -> list[Any]:
    return [None if each.grad is None else each.grad.clone() for each in module.all]


def compare(run: Callable[[Many, Any], Any]) -> None:
    """What `run(module, call)` gives and the gradients that it leaves, eagerly and compiled."""

    def outcome(compiles: bool) -> Any:
        module = Many()
        call = lith.to_static(module) if compiles else module
        for _ in range(3):  # the node is made once the parameters come again
            call(SMALL)
        return run(module, call), grads(module)

    expected, found = outcome(False), outcome(True)
    torch.testing.assert_close(found, expected)


def test_the_call_leads_to_one_node() -> None:
    program = lith.to_static(Many())
    leads_to = [len(program(SMALL).grad_fn.next_functions) for _ in range(3)]
    assert leads_to == [COUNT - 1, 1, 1]


def test_gradients() -> None:
    def steps(module, call):
        for x in (SMALL, LARGE, SMALL):
            call(x).sum().backward()

    compare(steps)


def test_some_are_asked_for() -> None:
    def some(module, call):
        wanted = [module.all[0], module.all[-1], module.all[5]]
        made = [
            torch.autograd.grad(call(x).sum(), wanted, allow_unused=True) for x in (SMALL, LARGE)
        ]
        call(SMALL).sum().backward(inputs=[module.all[3]])
        return made

    compare(some)


@pytest.mark.parametrize("count", [2, 7])
def test_calls_of_one_graph(count: int) -> None:
    """More of them than nodes are made."""

    def calls(module, call):
        y = SMALL
        for _ in range(count):
            y = call(y)
        (y * call(LARGE)).sum().backward()
        kept = [call(SMALL) for _ in range(count)]
        torch.autograd.backward([each.sum() for each in kept])

    compare(calls)


def test_retained() -> None:
    def twice(module, call):
        y = call(LARGE).sum()
        y.backward(retain_graph=True)
        y.backward()
        with pytest.raises(RuntimeError, match="a second time"):
            y.backward()

    compare(twice)


def test_hooks() -> None:
    def hooked(module, call):
        seen = []
        parameter = module.all[2]
        edge = torch.autograd.graph.get_gradient_edge(parameter)
        handles = [
            parameter.register_hook(lambda g: g * 3),
            parameter.register_post_accumulate_grad_hook(lambda p: seen.append(p.grad.clone())),
            edge.node.register_prehook(lambda given: seen.append(given[0])),
        ]
        for x in (SMALL, LARGE):
            call(x).sum().backward()
        for handle in handles:
            handle.remove()
        call(SMALL).sum().backward()
        return seen

    compare(hooked)


def test_a_hook_that_raises() -> None:
    def fails(module, call):
        def fail(g):
            raise ValueError("no")

        handle = module.all[0].register_hook(fail)
        y = call(SMALL).sum()
        with pytest.raises(ValueError, match="no"):
            y.backward(retain_graph=True)
        handle.remove()
        for each in module.all:  # which of them it has reached is the engine's matter
            each.grad = None
        y.backward()
        call(LARGE).sum().backward()

    compare(fails)


def test_a_parameter_is_written_between() -> None:
    def written(module, call):
        y = call(SMALL).sum()
        with torch.no_grad():
            module.all[4].add_(1)
        try:
            y.backward()
        except RuntimeError as error:
            for each in module.all:  # eager has come to some of them
                each.grad = None
            call(SMALL).sum().backward()
            return [int(each) for each in re.findall("version ([0-9])", str(error))]

    compare(written)


def replaced(module: Many) -> None:
    module.all[1] = nn.Parameter(module.all[1].detach() * 2)


def frozen(module: Many) -> None:
    module.all[1].requires_grad_(False)


def frozen_for_a_while(module: Many) -> None:
    module.all[1].requires_grad_(False).requires_grad_(True)


def other_memory(module: Many) -> None:
    module.all[1].data = module.all[1].data * 2


def other_sizes(module: Many) -> None:
    for each in module.all:
        each.grad = None
        each.data = each.data.reshape(1, 2)


def swapped(module: Many) -> None:
    torch.utils.swap_tensors(module.all[1], nn.Parameter(module.all[1].detach() * 2))


def with_a_history(module: Many) -> None:
    """No leaf any more: its gradient goes on to another."""
    module.all[1].requires_grad_(False).mul_(module.all[2])


def with_a_history_of_its_own(module: Many) -> None:
    module.all[1].requires_grad_(False).mul_(module.all[-2])


CHANGES = [
    replaced, frozen, frozen_for_a_while, other_memory, other_sizes, with_a_history,
    with_a_history_of_its_own,
]  # fmt: skip


@pytest.mark.parametrize("change", CHANGES, ids=lambda each: each.__name__)
def test_parameters_change(change: Callable[[Many], None]) -> None:
    def around(module, call):
        call(SMALL).sum().backward()
        change(module)
        results = [call(SMALL).sum(), call(SMALL).sum()]
        torch.autograd.backward(results)
        return [each.detach() for each in results]

    compare(around)


def test_memory_is_swapped() -> None:
    """The object is what it was, and so are sizes and dtype."""
    module = Many()
    program = lith.to_static(module)
    for _ in range(3):
        program(SMALL)
    swapped(module)
    for _ in range(3):
        program(SMALL).sum().backward()
    expected = Many()
    swapped(expected)
    for _ in range(3):
        expected(SMALL).sum().backward()
    torch.testing.assert_close(grads(module), grads(expected))


def test_threads() -> None:
    def together(module, call):
        results = [call(SMALL).sum() for _ in range(3)]
        shared = call(LARGE).sum()
        made = []

        def work(result):
            asked = torch.autograd.grad(shared, module.all[0], retain_graph=True)
            made.append((asked, torch.autograd.grad(result, module.all[0])))

        threads = [threading.Thread(target=work, args=(each,)) for each in results]
        for each in threads:
            each.start()
        for each in threads:
            each.join()
        return made

    compare(together)


def test_anomaly_mode() -> None:
    def anomalous(module, call):
        with torch.autograd.set_detect_anomaly(True):
            call(LARGE).sum().backward()

    compare(anomalous)


def test_nothing_stays() -> None:
    module = Many()
    program = lith.to_static(module)
    kept = [program(SMALL) for _ in range(9)]
    kept[3].sum().backward()
    module.all[1] = nn.Parameter(torch.ones(2, dtype=torch.float64))
    kept += [program(SMALL) for _ in range(9)]
    parameters = [weakref.ref(each) for each in module.all]
    del module, program, kept
    gc.collect()
    assert [each() for each in parameters if each() is not None] == []


class Counts(torch.utils._python_dispatch.TorchDispatchMode):
    """Counts the operators that PyTorch runs."""

    def __init__(self) -> None:
        super().__init__()
        self.seen = 0

    def __torch_dispatch__(
        self, function: Any, types: Any, args: Any = (), kwargs: Any = None
    ) -> Any:
        self.seen += 1
        return function(*args, **(kwargs or {}))


def test_modes_of_dispatch_see_nothing_of_it() -> None:
    module = Many()
    program = lith.to_static(module)
    program(SMALL)
    seen = []
    for _ in range(3):
        module.zero_grad()
        result = program(SMALL)  # which is refused within the mode
        with Counts() as counts:
            result.backward(SMALL)
        seen.append(counts.seen)
    assert seen[0] == seen[1] == seen[2]
