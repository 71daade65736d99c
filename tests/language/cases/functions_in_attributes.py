"""A function of the program takes the place of a method for a while."""

import torch
from language.harness import case
from torch import nn


class Layer(nn.Module):
    def __init__(self, factor):
        super().__init__()
        self.factor = factor

    def forward(self, x):
        return x * self.factor


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([Layer(2.0), Layer(3.0)])

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x


model = Model()
plain = Layer(5.0)


def recorded(x):
    got, patched = [], []

    def wrap(original):
        def wrapped(*args, **kwargs):
            got.append(original(*args, **kwargs))
            return got[-1]

        return wrapped

    for layer in model.modules():
        if isinstance(layer, Layer):
            original = layer.forward
            layer.forward = wrap(original)
            patched.append((layer, original))
    y = model(x)
    for layer, original in patched:
        layer.forward = original
    return y, got


def on_one_path(x):
    original = plain.forward
    if x.sum() > 0:
        plain.forward = lambda y: original(y) + 1
    result = plain(x)
    plain.forward = original
    return result, plain(x)


class Switch:
    def __init__(self):
        self.act = torch.relu


switch = Switch()


def and_then_another(x):
    before = switch.act
    for _ in range(2):
        switch.act = lambda y: before(y) - 1
        x = switch.act(x)
        switch.act = before
        x = switch.act(x)
        switch.act = torch.tanh
    return switch.act(x)


def both():
    return [(torch.tensor([1.0, 2.0]),), (torch.tensor([-1.0, -2.0]),), (torch.tensor([3.0]),)]


CASES = [
    case(recorded, both, artifact=False, straight=True),
    case(on_one_path, both, artifact=False),
    case(and_then_another, both, artifact=False, ordered=True, straight=True),
]
