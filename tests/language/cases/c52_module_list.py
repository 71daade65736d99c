"""52: a loop over a ModuleList, setting attributes under isinstance."""

from language.harness import case
import torch
from torch import nn

T = torch.tensor


class Scale(nn.Module):
    def __init__(self, k):
        super().__init__()
        self.k = k

    def forward(self, x):
        return x * self.k


class Shift(nn.Module):
    def __init__(self, k):
        super().__init__()
        self.register_buffer("k", torch.tensor(k))

    def forward(self, x):
        if x.sum() > 10:
            return x
        return x + self.k


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([Scale(2.0), Shift(1.0), nn.ReLU(), Scale(0.5)])

    def forward(self, x):
        n = 0
        for layer in self.layers:
            x = layer(x)
            if isinstance(layer, Scale):
                n += 1
        return x, n


class Setting(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([Scale(2.0), Shift(1.0), Scale(0.5)])

    def forward(self, x):
        for i, layer in enumerate(self.layers):
            if isinstance(layer, Scale):
                layer.k = layer.k + i
            x = layer(x)
        return x


class Linear(nn.Module):
    def __init__(self):
        super().__init__()
        torch.manual_seed(3)
        self.layers = nn.ModuleList(nn.Linear(4, 4) for _ in range(3))
        self.requires_grad_(False)

    def forward(self, x, skip=1):
        for i, layer in enumerate(self.layers):
            if i == skip:
                continue
            x = torch.tanh(layer(x))
        return x, len(self.layers)


CASES = [
    case(Net(), lambda: [(T([1.0, -1.0]),), (T([20.0, -1.0]),)], name="net"),
    case(
        Setting(),
        lambda: [(T([1.0, -1.0]),), (T([20.0, -1.0]),)],
        name="setting",
        artifact=False,
        ordered=True,
    ),
    case(
        Linear(),
        lambda: [(torch.ones(2, 4),), (torch.ones(1, 4), 0), (torch.ones(3, 4), 7)],
        name="linear",
        tolerance=1e-5,
    ),
]
