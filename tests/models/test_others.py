"""Models of other kinds, unmodified, from small random configurations: one program for all sizes."""

from __future__ import annotations

from typing import Any

import pytest
import torch
import torch.nn.functional as F
from torch import nn

import lith

SIZES = [(2, 8), (1, 1), (3, 17)]


@pytest.fixture(autouse=True)
def no_gradients():
    with torch.no_grad():
        torch.manual_seed(0)
        yield


def leaves(value: Any) -> list[torch.Tensor]:
    if isinstance(value, torch.Tensor):
        return [value]
    parts = value.values() if isinstance(value, dict) else value
    return [leaf for part in parts for leaf in leaves(part)]


def compare(model: nn.Module, calls: list[dict[str, torch.Tensor]], artifact: Any) -> None:
    """Each call in process, the last one also from the artifact."""
    program = lith.to_static(model.eval())

    def same(got: Any, want: Any) -> None:
        assert len(leaves(got)) == len(leaves(want))
        for g, w in zip(leaves(got), leaves(want)):
            torch.testing.assert_close(g, w, rtol=1e-5, atol=1e-5)

    for call in calls:
        got, want = program(**call), model(**call)
        assert type(got) is type(want)
        same(got, want)
    assert len(program.get_debug_state().programs) == 1
    program.save(str(artifact))
    same(lith.load(str(artifact))(**calls[-1]), model(**calls[-1]))


SMALL = {"hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 4}
TEXT: dict[str, dict[str, Any]] = {
    "DistilBertModel": {"dim": 32, "n_layers": 2, "n_heads": 4, "hidden_dim": 64},
    "GPT2LMHeadModel": {"n_embd": 32, "n_layer": 2, "n_head": 4, "use_cache": False},
    "T5EncoderModel": {"d_model": 32, "d_kv": 8, "d_ff": 64, "num_layers": 2, "num_heads": 4},
    "AlbertModel": {**SMALL, "embedding_size": 16, "intermediate_size": 64},
    "RobertaModel": {**SMALL, "intermediate_size": 64},
    "LlamaForCausalLM": {
        **SMALL,
        "intermediate_size": 64,
        "num_key_value_heads": 2,
        "use_cache": False,
    },  # fmt: skip
}


@pytest.mark.parametrize("name", TEXT)
def test_text(name: str, tmp_path) -> None:
    import transformers

    cls = getattr(transformers, name)
    model = cls(cls.config_class(vocab_size=100, **TEXT[name]))
    calls = [{"input_ids": torch.randint(3, 100, size)} for size in SIZES]
    compare(model, calls, tmp_path / "text.lith")


def test_vision_transformer(tmp_path) -> None:
    from transformers import ViTConfig, ViTModel

    model = ViTModel(ViTConfig(**SMALL, intermediate_size=64, image_size=32, patch_size=8))
    calls = [{"pixel_values": torch.randn(n, 3, 32, 32)} for n in (2, 1, 3)]
    compare(model, calls, tmp_path / "vit.lith")


class Block(nn.Module):
    """Two convolutions and what was there before."""

    def __init__(self, inputs: int, outputs: int, stride: int = 1):
        super().__init__()
        self.conv1 = nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False)
        self.bn1 = nn.BatchNorm2d(outputs)
        self.conv2 = nn.Conv2d(outputs, outputs, 3, 1, 1, bias=False)
        self.bn2 = nn.BatchNorm2d(outputs)
        self.relu = nn.ReLU(inplace=True)
        self.down = None
        if stride != 1 or inputs != outputs:
            conv = nn.Conv2d(inputs, outputs, 1, stride, bias=False)
            self.down = nn.Sequential(conv, nn.BatchNorm2d(outputs))

    def forward(self, x):
        identity = x if self.down is None else self.down(x)
        y = self.relu(self.bn1(self.conv1(x)))
        y = self.bn2(self.conv2(y))
        y += identity
        return self.relu(y)


class ResNet(nn.Module):
    def __init__(self):
        super().__init__()
        stem = (nn.Conv2d(3, 8, 7, 2, 3, bias=False), nn.BatchNorm2d(8), nn.ReLU(inplace=True))
        self.stem = nn.Sequential(*stem, nn.MaxPool2d(3, 2, 1))
        self.layers = nn.Sequential(Block(8, 8), Block(8, 16, 2), Block(16, 32, 2))
        self.pool = nn.AdaptiveAvgPool2d((1, 1))
        self.fc = nn.Linear(32, 10)

    def forward(self, x):
        return self.fc(torch.flatten(self.pool(self.layers(self.stem(x))), 1))


def double(inputs: int, outputs: int) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, 3, padding=1), nn.BatchNorm2d(outputs), nn.ReLU(inplace=True),
        nn.Conv2d(outputs, outputs, 3, padding=1), nn.GroupNorm(2, outputs), nn.SiLU(),
    )  # fmt: skip


class UNet(nn.Module):
    """Down, up by a transposed convolution and by interpolation; sizes that are odd are padded."""

    def __init__(self):
        super().__init__()
        self.down1, self.down2, self.middle = double(3, 8), double(8, 16), double(16, 32)
        self.up2, self.join2 = nn.ConvTranspose2d(32, 16, 2, 2), double(32, 16)
        self.up1 = nn.Upsample(scale_factor=2, mode="bilinear", align_corners=True)
        self.narrow, self.join1, self.out = nn.Conv2d(16, 8, 1), double(16, 8), nn.Conv2d(8, 2, 1)
        self.pool = nn.MaxPool2d(2)

    def forward(self, x):
        a = self.down1(x)
        b = self.down2(self.pool(a))
        u = self.up2(self.middle(self.pool(b)))
        dy, dx = b.size(2) - u.size(2), b.size(3) - u.size(3)
        u = F.pad(u, [dx // 2, dx - dx // 2, dy // 2, dy - dy // 2])
        v = self.narrow(self.up1(self.join2(torch.cat([b, u], 1))))
        v = F.pad(v, [0, a.size(3) - v.size(3), 0, a.size(2) - v.size(2)])
        return self.out(self.join1(torch.cat([a, v], 1)))


@pytest.mark.parametrize("cls", [ResNet, UNet])
def test_images(cls, tmp_path) -> None:
    calls = [{"x": torch.randn(*size)} for size in ((2, 3, 32, 32), (1, 3, 21, 30))]
    compare(cls(), calls, tmp_path / "image.lith")


def test_encoder_and_decoder(tmp_path) -> None:
    model = nn.Transformer(32, 4, 2, 2, 64, batch_first=True)
    calls = [{"src": torch.randn(b, s, 32), "tgt": torch.randn(b, t, 32)} for b, s, t in ((2, 5, 3), (1, 9, 1))]  # fmt: skip
    compare(model, calls, tmp_path / "transformer.lith")
