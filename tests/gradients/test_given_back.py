"""What an autograd.Function gave back of its argument, or a view of that, leaves a call: on some paths, in containers of
run time, through hooks of modules. For PyTorch's graph it is no view of the argument: its gradient is the function's."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest
import torch

import lith


class Reversed(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.view_as(x)

    @staticmethod
    def backward(ctx, grad):
        return grad * -3


class Itself(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x

    @staticmethod
    def backward(ctx, grad):
        return grad * -2


def printed(module, given, got):
    print("gradients", type(module).__name__)


WATCHED = torch.nn.Identity()
WATCHED.register_full_backward_hook(printed)


def a_number_on_other_paths(x, n):
    if n > 1:
        return n
    return Reversed.apply(x)


def the_argument_on_other_paths(x, n):
    if n > 1:
        return x
    return Reversed.apply(x)


def a_view_on_other_paths(x, n):
    if n > 1:
        return x[:2]
    return Reversed.apply(x)[:2]


def written_over_on_some_paths(x, n):
    y = Reversed.apply(x)
    if n > 1:
        y = y * 2
    return y


def in_a_loop(x, n):
    for _ in range(n):
        x = Reversed.apply(x)
    return x


def the_argument_itself(x, n):
    if n > 1:
        return [n]
    return [Itself.apply(x)]


def a_view_of_it_in_a_list(x, n):
    if n > 1:
        return [n]
    return [Reversed.apply(x)[1:], x * 2]


def in_a_list_of_run_time(x, n):
    return [Reversed.apply(x) for _ in range(n)]


def out_of_a_list_of_run_time(x, n):
    items = [Reversed.apply(x) for _ in range(n + 1)]
    return items[n]


def a_view_out_of_a_list_of_run_time(x, n):
    items = [Reversed.apply(x) for _ in range(n + 1)]
    return [items[n][:2], items[0].view(1, -1)]


def beside_views_in_a_list_of_run_time(x, n):
    items = [x[:2]]
    for _ in range(n):
        items.append(Reversed.apply(x)[:2])
        items.append(x[1:])
    return items


def one_of_two_in_a_list_of_run_time(x, n):
    return [Reversed.apply(x) if i == 1 else x for i in range(n)]


def detached_on_some_paths_in_a_list(x, n):
    y = x.view(3)
    if n == 1:
        y = Reversed.apply(x)
    elif n == 2:
        y = x.detach()
    return [y] if n != 3 else n


def detached_and_written(x, n):
    y = x.detach()
    y.add_(x * 2)
    return [y] * n if n < 3 else n


def detached_and_written_in_a_list_of_run_time(x, n):
    y = x.detach()
    y.add_(x * 2)
    return [y for _ in range(n)]


def of_a_result_of_the_call(x, n):
    y = x * 2
    if n > 1:
        return y
    return [y, Reversed.apply(y), y[:1]]


def with_hooks_of_a_module(x, n):
    if n > 1:
        return [n]
    return [WATCHED(x)]


def with_hooks_of_a_module_in_a_list(x, n):
    return [WATCHED(x * 2 if i == 1 else x) for i in range(n)]


def doubled(grad):
    print("doubled")
    return grad * 2


def in_an_attribute(x, n):
    BOX.value = Reversed.apply(x)


def in_an_attribute_on_some_paths(x, n):
    BOX.value = x
    if n > 1:
        BOX.value = Reversed.apply(BOX.value)[1:]


def in_a_list_of_before(x, n):
    for _ in range(n):
        BOX.items.append(Reversed.apply(x))
    BOX.items.append(Reversed.apply(x)[:2])
    BOX.value = BOX.items[0][1:]


def in_a_dict_of_before(x, n):
    BOX.named["one"] = [Reversed.apply(x), x[:2]]


def out_of_a_generator(x, n):
    def made():
        for i in range(n):
            yield Reversed.apply(x) if i else x[:1]

    BOX.items.extend(made())


def with_hooks_of_a_view(x, n):
    y = x.view(3)
    y.register_hook(doubled)
    BOX.value = y[1:]


class Box:
    def __init__(self):
        self.clear()

    def clear(self):
        self.value, self.items, self.named = None, [], {}

    def all(self):
        return [self.value, *self.items, *self.named.values()]


BOX = Box()
PROGRAMS = [
    a_number_on_other_paths, the_argument_on_other_paths, a_view_on_other_paths, written_over_on_some_paths,
    in_a_loop, the_argument_itself, a_view_of_it_in_a_list, in_a_list_of_run_time, out_of_a_list_of_run_time,
    a_view_out_of_a_list_of_run_time, beside_views_in_a_list_of_run_time, one_of_two_in_a_list_of_run_time,
    detached_on_some_paths_in_a_list, detached_and_written, detached_and_written_in_a_list_of_run_time, of_a_result_of_the_call, with_hooks_of_a_module, with_hooks_of_a_module_in_a_list,
    in_an_attribute, in_an_attribute_on_some_paths, in_a_list_of_before, in_a_dict_of_before, out_of_a_generator,
    with_hooks_of_a_view,
]  # fmt: skip


def tensors(value: Any) -> list[torch.Tensor]:
    if isinstance(value, (list, tuple)):
        return [tensor for each in value for tensor in tensors(each)]
    return [value] if isinstance(value, torch.Tensor) else []


def seen(program: Callable[..., Any], n: int, is_leaf: bool, capsys: Any) -> list[Any]:
    leaf = torch.tensor([1.0, -2.0, 3.0], requires_grad=True)
    x = leaf if is_leaf else leaf * 1
    found: list[Any] = []
    for _ in range(2):
        BOX.clear()
        results = tensors([program(x, n), BOX.all()])
        found.append(
            [(t.tolist(), t.requires_grad, t is x, t.data_ptr() == x.data_ptr()) for t in results]
        )
        asked = [t for t in results if t.requires_grad]
        if asked:
            sum((t * t).sum() for t in asked).backward(retain_graph=True)
        found += [copy.copy(leaf.grad), capsys.readouterr().out]
    return [each.tolist() if isinstance(each, torch.Tensor) else each for each in found]


@pytest.mark.parametrize("is_leaf", [True, False], ids=["leaf", "computed"])
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda each: each.__name__)
def test_given_back(program: Callable[..., Any], is_leaf: bool, capsys: Any) -> None:
    compiled = lith.to_static(program)
    for n in (1, 2, 0, 3, 1):
        assert seen(compiled, n, is_leaf, capsys) == seen(program, n, is_leaf, capsys), n
