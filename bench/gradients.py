"""python -m bench.gradients [cost|bytes]: what a call costs that eager code differentiates.

cost: the time that tensors which require a gradient add to a call (with the end of its graph), by
their number; a call is one node of PyTorch's graph, and the budget is 5 µs and 0.3 µs for each.
bytes: what is kept from forward to backward, of eager's graph and of a compiled call's; parameters
are not counted.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "examples"))

import torch  # noqa: E402
from rich.console import Console  # noqa: E402
from rich.table import Table  # noqa: E402
from torch import Tensor, nn  # noqa: E402

import lith  # noqa: E402
from bench import vision  # noqa: E402
from bench.__main__ import duration, in_turns  # noqa: E402
from lith import _gradients  # noqa: E402


def total(*xs: Tensor) -> Tensor:
    y = xs[0] * 2
    for x in xs[1:]:
        y = y + x
    return y


def products(*xs: Tensor) -> Tensor:
    """Every input is saved."""
    y = xs[0] * xs[0]
    for x in xs[1:]:
        y = y + x * x
    return y


def cost() -> Table:
    table = Table("program", "tensors", "plain", "with gradients", "more", "budget")
    for function in (total, products):
        for count in (1, 10, 100):
            add_cost(table, "arguments of " + function.__name__, function, count)
            add_cost(table, "parameters of " + function.__name__, function, count, True)
    return table


class Parameters(nn.Module):
    def __init__(self, function: Callable[..., Tensor], count: int, requires_grad: bool) -> None:
        super().__init__()
        self.function = function
        self.all = nn.ParameterList(
            nn.Parameter(torch.ones(4), requires_grad) for _ in range(count)
        )

    def forward(self) -> Tensor:
        return self.function(*self.all)


def add_cost(
    table: Table,
    name: str,
    function: Callable[..., Tensor],
    count: int,
    are_parameters: bool = False,
) -> None:
    calls = []
    for flag in (False, True):
        if are_parameters:
            calls.append(lith.to_static(Parameters(function, count, flag)))
        else:
            given = [torch.ones(4, requires_grad=flag) for _ in range(count)]
            program = lith.to_static(function)
            calls.append(lambda p=program, a=given: p(*a))
    without, with_them = in_turns(calls, seconds=3)
    more, budget = with_them - without, 5e-6 + 0.3e-6 * count
    colour = "[green]" if more <= budget else "[red]"
    row = [duration(without), duration(with_them), colour + duration(more)]
    table.add_row(name, str(count), *row, duration(budget))


class Loss(nn.Module):
    """The mean of what a model gives first."""

    def __init__(self, model: nn.Module) -> None:
        super().__init__()
        self.model = model

    def forward(self, x: Tensor) -> Tensor:
        result = self.model(x)
        return (result if isinstance(result, Tensor) else result[0]).mean()


def encoder() -> nn.Module:
    from transformers import BertConfig, BertModel

    config = BertConfig(
        hidden_size=384, num_hidden_layers=6, num_attention_heads=12, intermediate_size=1536
    )
    return BertModel(config, add_pooling_layer=False)


def decoder() -> nn.Module:
    from transformers import GPT2Config, GPT2Model

    return GPT2Model(GPT2Config(use_cache=False))


def ids(*shape: int) -> Tensor:
    return torch.randint(1000, shape, generator=torch.Generator().manual_seed(0))


def randn(*shape: int) -> Tensor:
    return torch.randn(*shape, generator=torch.Generator().manual_seed(0))


# name, model in training, what it is given
MODELS: list[tuple[str, Callable[[], nn.Module], Tensor]] = [
    ("ResNet-18, 4 x 3 x 64 x 64", lambda: vision.ResNet([2, 2, 2, 2], False), randn(4, 3, 64, 64)),
    ("MiniLM, 4 x 64", encoder, ids(4, 64)),
    ("GPT-2 small, 2 x 64", decoder, ids(2, 64)),
    ("LSTM of two layers, 20 x 8 x 64", lambda: nn.LSTM(64, 128, 2), randn(20, 8, 64)),
]


def of_storages(storages: Iterable[tuple[int, int]], model: nn.Module) -> int:
    """Bytes of storages (address, bytes), each counted once, that are no parameters."""
    parameters = {each.data_ptr() for each in model.parameters()}
    return sum({at: size for at, size in storages if at not in parameters}.values())


def kept_by_eager(model: nn.Module, x: Tensor) -> int:
    kept = []

    def pack(tensor: Tensor) -> Tensor:
        kept.append(tensor.untyped_storage())
        return tensor

    with torch.autograd.graph.saved_tensors_hooks(pack, lambda tensor: tensor):
        result = model(x)
    size = of_storages(((each.data_ptr(), each.nbytes()) for each in kept), model)
    result.backward()
    return size


def kept_by_lith(model: nn.Module, x: Tensor) -> int:
    program: Any = lith.to_static(model)
    for _ in range(2):
        result = program(x)
        size = of_storages(_gradients.kept_storages(result), model)
        result.backward()
    return size


def kept_bytes(pattern: str = "") -> Table:
    table = Table("model", "eager keeps", "lith keeps", "share")
    for name, make, x in MODELS:
        if pattern not in name:
            continue
        torch.manual_seed(0)
        model = Loss(make())
        eager, ours = kept_by_eager(model, x), kept_by_lith(model, x)
        colour = "[green]" if ours <= eager else "[red]"
        sizes = [f"{each / 1e6:.2f} MB" for each in (eager, ours)]
        table.add_row(name, *sizes, f"{colour}{ours / eager:.1%}")
    return table


if __name__ == "__main__":
    torch.set_num_threads(1)
    lith.set_num_threads(1)
    console = Console()
    what = sys.argv[1:] or ["cost", "bytes"]
    if "cost" in what:
        console.print(cost())
    if "bytes" in what:
        console.print(kept_bytes())
