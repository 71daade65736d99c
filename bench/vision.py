"""Convolutional networks of the well-known designs, small enough for one thread."""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import Tensor, nn


def conv_norm(
    inputs: int,
    outputs: int,
    size: int = 3,
    stride: int = 1,
    groups: int = 1,
    act: Callable[[], nn.Module] | None = nn.ReLU,
) -> nn.Sequential:
    conv = nn.Conv2d(inputs, outputs, size, stride, size // 2, groups=groups, bias=False)
    return nn.Sequential(conv, nn.BatchNorm2d(outputs), *([act()] if act else []))


class Block(nn.Module):
    """Two 3 x 3 convolutions, or 1 x 1, 3 x 3, 1 x 1, beside a shortcut."""

    def __init__(self, inputs: int, width: int, stride: int, bottleneck: bool) -> None:
        super().__init__()
        outputs = width * 4 if bottleneck else width
        if bottleneck:
            layers = [
                conv_norm(inputs, width, 1),
                conv_norm(width, width, 3, stride),
                conv_norm(width, outputs, 1, act=None),
            ]
        else:
            layers = [conv_norm(inputs, width, 3, stride), conv_norm(width, width, act=None)]
        self.body = nn.Sequential(*layers)
        same = stride == 1 and inputs == outputs
        self.shortcut = None if same else conv_norm(inputs, outputs, 1, stride, act=None)
        self.relu = nn.ReLU(inplace=True)

    def forward(self, x: Tensor) -> Tensor:
        identity = x if self.shortcut is None else self.shortcut(x)
        return self.relu(self.body(x) + identity)


class ResNet(nn.Module):
    def __init__(self, blocks: list[int], bottleneck: bool) -> None:
        super().__init__()
        layers: list[nn.Module] = [conv_norm(3, 64, 7, 2), nn.MaxPool2d(3, 2, 1)]
        channels = 64
        for i, count in enumerate(blocks):
            for j in range(count):
                width = 64 << i
                layers.append(Block(channels, width, 2 if i and not j else 1, bottleneck))
                channels = width * 4 if bottleneck else width
        self.body = nn.Sequential(*layers)
        self.pool = nn.AdaptiveAvgPool2d(1)
        self.fc = nn.Linear(channels, 1000)

    def forward(self, x: Tensor) -> Tensor:
        return self.fc(torch.flatten(self.pool(self.body(x)), 1))


class SqueezeExcite(nn.Module):
    def __init__(self, channels: int) -> None:
        super().__init__()
        self.pool = nn.AdaptiveAvgPool2d(1)
        self.down, self.up = (
            nn.Conv2d(channels, channels // 4, 1),
            nn.Conv2d(channels // 4, channels, 1),
        )
        self.relu, self.gate = nn.ReLU(), nn.Hardsigmoid()

    def forward(self, x: Tensor) -> Tensor:
        return x * self.gate(self.up(self.relu(self.down(self.pool(x)))))


class Inverted(nn.Module):
    """1 x 1 up, depthwise, 1 x 1 down."""

    def __init__(
        self,
        inputs: int,
        outputs: int,
        stride: int,
        expand: int,
        size: int = 3,
        act=nn.ReLU6,
        excite: bool = False,
    ) -> None:
        super().__init__()
        hidden = inputs * expand
        layers: list[nn.Module] = [conv_norm(inputs, hidden, 1, act=act)] if expand > 1 else []
        layers.append(conv_norm(hidden, hidden, size, stride, hidden, act))
        if excite:
            layers.append(SqueezeExcite(hidden))
        layers.append(conv_norm(hidden, outputs, 1, act=None))
        self.body = nn.Sequential(*layers)
        self.residual = stride == 1 and inputs == outputs

    def forward(self, x: Tensor) -> Tensor:
        return x + self.body(x) if self.residual else self.body(x)


MOBILE = [
    (1, 16, 1, 1),
    (6, 24, 2, 2),
    (6, 32, 3, 2),
    (6, 64, 4, 2),
    (6, 96, 3, 1),
    (6, 160, 3, 2),
    (6, 320, 1, 1),
]


def mobile(
    act: Callable[[], nn.Module] = nn.ReLU6, size: int = 3, excite: bool = False
) -> nn.Module:
    layers: list[nn.Module] = [conv_norm(3, 32, 3, 2, act=act)]
    channels = 32
    for expand, outputs, count, stride in MOBILE:
        for i in range(count):
            layers.append(
                Inverted(channels, outputs, 1 if i else stride, expand, size, act, excite)
            )
            channels = outputs
    layers += [
        conv_norm(channels, 1280, 1, act=act),
        nn.AdaptiveAvgPool2d(1),
        nn.Flatten(),
        nn.Dropout(0.2),
        nn.Linear(1280, 1000),
    ]
    return nn.Sequential(*layers)


def vgg() -> nn.Module:
    layers: list[nn.Module] = []
    channels = 3
    for step in (64, 0, 128, 0, 256, 256, 0, 512, 512, 0, 512, 512, 0):
        if step:
            layers += [nn.Conv2d(channels, step, 3, padding=1), nn.ReLU(inplace=True)]
            channels = step
        else:
            layers.append(nn.MaxPool2d(2, 2))
    return nn.Sequential(*layers, nn.AdaptiveAvgPool2d(2), nn.Flatten(), nn.Linear(2048, 1000))


class DenseLayer(nn.Module):
    def __init__(self, inputs: int, growth: int = 32) -> None:
        super().__init__()
        self.norm1, self.conv1 = nn.BatchNorm2d(inputs), nn.Conv2d(inputs, 128, 1, bias=False)
        self.norm2, self.conv2 = (
            nn.BatchNorm2d(128),
            nn.Conv2d(128, growth, 3, padding=1, bias=False),
        )

    def forward(self, x: Tensor) -> Tensor:
        y = self.conv1(torch.relu(self.norm1(x)))
        return torch.cat([x, self.conv2(torch.relu(self.norm2(y)))], 1)


def dense() -> nn.Module:
    layers: list[nn.Module] = [conv_norm(3, 64, 7, 2), nn.MaxPool2d(3, 2, 1)]
    channels = 64
    for count in (4, 6, 8):
        for _ in range(count):
            layers.append(DenseLayer(channels))
            channels += 32
        layers += [
            nn.BatchNorm2d(channels),
            nn.ReLU(),
            nn.Conv2d(channels, channels // 2, 1, bias=False),
            nn.AvgPool2d(2),
        ]
        channels //= 2
    return nn.Sequential(*layers, nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(channels, 100))


class NextBlock(nn.Module):
    """Depthwise 7 x 7, then a perceptron per place, channels last."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.conv = nn.Conv2d(channels, channels, 7, padding=3, groups=channels)
        self.norm = nn.LayerNorm(channels, eps=1e-6)
        self.up, self.down = nn.Linear(channels, 4 * channels), nn.Linear(4 * channels, channels)
        self.scale = nn.Parameter(torch.full((channels,), 1e-2))

    def forward(self, x: Tensor) -> Tensor:
        y = self.norm(self.conv(x).permute(0, 2, 3, 1))
        y = self.scale * self.down(nn.functional.gelu(self.up(y)))
        return x + y.permute(0, 3, 1, 2)


def convnext() -> nn.Module:
    layers: list[nn.Module] = [nn.Conv2d(3, 96, 4, 4)]
    for channels in (96, 192, 384):
        layers += [NextBlock(channels), NextBlock(channels)]
        layers.append(nn.Conv2d(channels, channels * 2, 2, 2))
    return nn.Sequential(*layers, nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(768, 100))


def double(inputs: int, outputs: int) -> nn.Module:
    return nn.Sequential(conv_norm(inputs, outputs), conv_norm(outputs, outputs))


class UNet(nn.Module):
    def __init__(self, learned: bool) -> None:
        super().__init__()
        self.down1, self.down2, self.down3 = (
            double(i, o) for i, o in ((3, 32), (32, 64), (64, 128))
        )
        self.pool = nn.MaxPool2d(2)
        if learned:
            self.grow2: nn.Module = nn.ConvTranspose2d(128, 64, 2, 2)
            self.grow1: nn.Module = nn.ConvTranspose2d(64, 32, 2, 2)
        else:
            self.grow2 = nn.Sequential(
                nn.Upsample(scale_factor=2, mode="bilinear"), nn.Conv2d(128, 64, 1)
            )
            self.grow1 = nn.Sequential(
                nn.Upsample(scale_factor=2, mode="nearest"), nn.Conv2d(64, 32, 1)
            )
        self.up2, self.up1 = double(128, 64), double(64, 32)
        self.out = nn.Conv2d(32, 2, 1)

    def forward(self, x: Tensor) -> Tensor:
        a = self.down1(x)
        b = self.down2(self.pool(a))
        c = self.down3(self.pool(b))
        b = self.up2(torch.cat([b, self.grow2(c)], 1))
        return self.out(self.up1(torch.cat([a, self.grow1(b)], 1)))


def audio() -> nn.Module:
    layers: list[nn.Module] = []
    for inputs, outputs, size, stride in (
        (1, 64, 80, 4),
        (64, 64, 3, 1),
        (64, 128, 3, 1),
        (128, 256, 3, 1),
    ):
        layers += [
            nn.Conv1d(inputs, outputs, size, stride),
            nn.BatchNorm1d(outputs),
            nn.ReLU(),
            nn.MaxPool1d(4),
        ]
    return nn.Sequential(*layers, nn.AdaptiveAvgPool1d(1), nn.Flatten(), nn.Linear(256, 35))


def cifar() -> nn.Module:
    return nn.Sequential(
        nn.Conv2d(3, 6, 5), nn.ReLU(), nn.MaxPool2d(2),
        nn.Conv2d(6, 16, 5), nn.ReLU(), nn.MaxPool2d(2), nn.Flatten(),
        nn.Linear(400, 120), nn.ReLU(), nn.Linear(120, 84), nn.ReLU(), nn.Linear(84, 10),
    )  # fmt: skip


def built(make: Callable[[], nn.Module]) -> nn.Module:
    """With running statistics as after training."""
    torch.manual_seed(0)
    model = make().eval().requires_grad_(False)
    for module in model.modules():
        if isinstance(module, nn.modules.batchnorm._BatchNorm):
            module.running_mean = torch.randn(module.num_features) * 0.1
            module.running_var = torch.rand(module.num_features) + 0.5
    return model


MODELS: dict[str, tuple[Callable[[], nn.Module], tuple[int, ...]]] = {
    "resnet18 1x3x224": (lambda: ResNet([2, 2, 2, 2], False), (1, 3, 224, 224)),
    "resnet18 8x3x64": (lambda: ResNet([2, 2, 2, 2], False), (8, 3, 64, 64)),
    "resnet18 1x3x32": (lambda: ResNet([2, 2, 2, 2], False), (1, 3, 32, 32)),
    "resnet50 1x3x224": (lambda: ResNet([3, 4, 6, 3], True), (1, 3, 224, 224)),
    "mobilenet v2 1x3x224": (mobile, (1, 3, 224, 224)),
    "mobilenet v2 8x3x96": (mobile, (8, 3, 96, 96)),
    "mobilenet v3 1x3x224": (lambda: mobile(nn.Hardswish, 3, True), (1, 3, 224, 224)),
    "efficientnet 1x3x128": (lambda: mobile(nn.SiLU, 5, True), (1, 3, 128, 128)),
    "vgg 1x3x64": (vgg, (1, 3, 64, 64)),
    "vgg 8x3x64": (vgg, (8, 3, 64, 64)),
    "densenet 1x3x128": (dense, (1, 3, 128, 128)),
    "convnext 1x3x128": (convnext, (1, 3, 128, 128)),
    "unet learned 1x3x96": (lambda: UNet(True), (1, 3, 96, 96)),
    "unet resized 1x3x96": (lambda: UNet(False), (1, 3, 96, 96)),
    "audio 1x1x8000": (audio, (1, 1, 8000)),
    "audio 8x1x8000": (audio, (8, 1, 8000)),
    "cifar 1x3x32": (cifar, (1, 3, 32, 32)),
    "cifar 8x3x32": (cifar, (8, 3, 32, 32)),
}
