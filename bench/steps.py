"""Training steps of real sizes, in float32, in the form of tests/training_programs."""

from __future__ import annotations

from typing import Any

import torch
import torch.nn.functional as F
from torch import nn

from training_programs.harness import STEPS as COUNT
from training_programs.harness import Training


def classified(name: str, make: Any, batch: Any, optimizer: Any) -> Any:
    """A classifier's step."""

    def program(parts: Any, whole: Any) -> Training:
        net = make()
        model, updates = parts(net), optimizer(net.parameters())

        @whole
        def step(data, target):
            updates.zero_grad()
            loss = F.cross_entropy(model(data), target)
            loss.backward()
            updates.step()
            return loss.detach()

        return Training(step, [batch() for _ in range(COUNT)], [net])

    program.__name__ = name
    return program


def sgd(parameters: Any) -> Any:
    return torch.optim.SGD(parameters, lr=1e-3, momentum=0.9)


def adamw(parameters: Any) -> Any:
    return torch.optim.AdamW(parameters, lr=1e-4)


def perceptron() -> nn.Module:
    return nn.Sequential(
        nn.Flatten(), nn.Linear(784, 256), nn.ReLU(), nn.Linear(256, 256), nn.ReLU(),
        nn.Linear(256, 10),
    )  # fmt: skip


def digits() -> nn.Module:
    return nn.Sequential(
        nn.Conv2d(1, 32, 3), nn.ReLU(), nn.Conv2d(32, 64, 3), nn.ReLU(), nn.MaxPool2d(2),
        nn.Dropout(0.25), nn.Flatten(), nn.Linear(9216, 128), nn.ReLU(), nn.Dropout(0.5),
        nn.Linear(128, 10),
    )  # fmt: skip


class Residual(nn.Module):
    """A block of ResNet, which halves the image where it widens."""

    def __init__(self, before: int, after: int):
        super().__init__()
        stride = 1 if before == after else 2
        self.conv1 = nn.Conv2d(before, after, 3, stride, 1, bias=False)
        self.bn1, self.bn2 = nn.BatchNorm2d(after), nn.BatchNorm2d(after)
        self.conv2 = nn.Conv2d(after, after, 3, 1, 1, bias=False)
        self.short: nn.Module = nn.Identity()
        if stride == 2:
            self.short = nn.Sequential(
                nn.Conv2d(before, after, 1, 2, bias=False), nn.BatchNorm2d(after)
            )

    def forward(self, x):
        y = self.bn2(self.conv2(F.relu(self.bn1(self.conv1(x)))))
        return F.relu(y + self.short(x))


def resnet() -> nn.Module:
    stem = [nn.Conv2d(3, 32, 3, padding=1, bias=False), nn.BatchNorm2d(32), nn.ReLU()]
    blocks = [Residual(32, 32), Residual(32, 64), Residual(64, 128)]
    return nn.Sequential(*stem, *blocks, nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(128, 10))


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.words, self.places = nn.Embedding(1000, 128), nn.Embedding(64, 128)
        layer = nn.TransformerEncoderLayer(128, 4, 512, 0.1, batch_first=True)
        self.layers = nn.TransformerEncoder(layer, 2, enable_nested_tensor=False)
        self.head = nn.Linear(128, 10)

    def forward(self, text):
        x = self.words(text) + self.places(torch.arange(text.shape[1]))
        return self.head(self.layers(x).mean(1))


class Recurrent(nn.Module):
    def __init__(self):
        super().__init__()
        self.words = nn.Embedding(1000, 64)
        self.rnn = nn.LSTM(64, 128, 2, batch_first=True)
        self.head = nn.Linear(128, 10)

    def forward(self, text):
        return self.head(self.rnn(self.words(text))[0][:, -1])


def images(*sizes: int) -> Any:
    return lambda: (torch.randn(*sizes), torch.randint(10, sizes[:1]))


def words(*sizes: int) -> Any:
    return lambda: (torch.randint(1000, sizes), torch.randint(10, sizes[:1]))


STEPS = [
    classified("perceptron_64x784", perceptron, images(64, 1, 28, 28), sgd),
    classified("digits_32x28x28", digits, images(32, 1, 28, 28), adamw),
    classified("resnet_16x3x32x32", resnet, images(16, 3, 32, 32), sgd),
    classified("encoder_8x64x128", Encoder, words(8, 64), adamw),
    classified("lstm_16x32x128", Recurrent, words(16, 32), adamw),
]
