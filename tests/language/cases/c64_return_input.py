"""64: an input or a parameter returned itself; called twice."""

from language.harness import case
import torch
from torch import nn

T = torch.tensor


class Holder(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.tensor([1.0, 2.0]))
        self.register_buffer("b", torch.tensor([3.0]))

    def forward(self, x):
        if x.sum() > 0:
            return self.w
        return x, self.b


def itself(x, y):
    if x.sum() > y.sum():
        return x
    return y


def list_itself(items, x):
    if x > 0:
        return items
    return list(items)


def in_place_result(x):
    if x[0] > 0:
        return x.add_(1)
    return x


def view_of_input(x):
    if x.sum() > 0:
        return x[1:]
    return x.t()


CASES = [
    case(
        Holder().requires_grad_(False),
        lambda: [(T([1.0]),), (T([1.0]),), (T([-1.0]),)],
        name="parameter",
    ),  # a saved program has no Parameter
    case(itself, lambda: [(T([1.0]), T([0.0])), (T([0.0]), T([1.0])), (T([1.0]), T([0.0]))]),
    case(list_itself, lambda: [([T(1.0)], T(1.0)), ([T(1.0)], T(-1.0))]),
    case(in_place_result, lambda: [(T([1.0]),), (T([-1.0]),), (T([1.0]),)]),
    case(view_of_input, lambda: [(T([1.0, 2.0]),), (T([-1.0, -2.0]),)]),
]
