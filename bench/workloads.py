"""What is measured: each workload, its inputs, its least possible time, and the goal it has."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from typing import Any

import torch

from bench import vision
from bench.machine import Machine
from models import chatbot, loops, minilm


@dataclasses.dataclass
class Workload:
    """`make` gives (function or module, arguments); `limit` the seconds a perfect program takes."""

    name: str
    make: Callable[[], tuple[Any, Sequence[Any]]]
    limit: Callable[[Machine, Sequence[Any]], float] | None = None
    freeze: bool = False
    goal: float | None = None  # times as fast as eager


def plus_one(x):
    return x + 1


def chain(x):
    y = x * 2 + 1
    y = (y - 0.5) * y
    return torch.relu(y) * 0.25 + y.abs() - x


def softmax_mask(x, mask):
    return torch.softmax(x * 0.125 + mask, -1)


def causal_mask(n: int):
    return torch.full((n, n), -torch.inf).triu(1)


def gelu_norm(x, w, b):
    return torch.nn.functional.gelu(torch.nn.functional.layer_norm(x, (x.shape[-1],), w, b))


def attention(q, k, v):
    scores = q @ k.transpose(-1, -2) * 0.125
    return torch.softmax(scores, -1) @ v


def collatz(limit):
    longest = 0
    for start in range(1, limit):
        n, steps = start, 0
        while n != 1:
            n = n // 2 if n % 2 == 0 else 3 * n + 1
            steps += 1
        longest = max(longest, steps)
    return longest


def randn(*shape: int) -> torch.Tensor:
    return torch.randn(*shape, generator=torch.Generator().manual_seed(0))


def bert_limit(length: int) -> Callable[[Machine, Sequence[Any]], float]:
    weights = 6 * (4 * 384 * 384 + 2 * 384 * 1536)

    def limit(m: Machine, args: Sequence[Any]) -> float:
        flops = 2 * weights * length + 6 * 2 * 2 * length * length * 384
        return max(m.compute(flops), m.read(weights * 4))

    return limit


def chatbot_limit(m: Machine, args: Sequence[Any]) -> float:
    """All weights once a step, as eager reads them; a frozen program reads less."""
    model, seq = args[-1], args[0]
    steps = len(model(*args[:-1])[0])
    decoder = sum(
        p.numel() * 4 for n, p in model.decoder.named_parameters() if "embedding" not in n
    )
    encoder = sum(p.numel() * 4 for n, p in model.encoder.gru.named_parameters() if "_hh" in n)
    inputs = sum(p.numel() * 4 for n, p in model.encoder.gru.named_parameters() if "_ih" in n)
    return m.read(decoder, steps) + m.read(encoder, seq.shape[0]) + m.read(inputs)


def lstm_limit(hidden: int) -> Callable[[Machine, Sequence[Any]], float]:
    def limit(m: Machine, args: Sequence[Any]) -> float:
        weights = 4 * hidden * (args[0].shape[2] + hidden)
        return m.read(weights * 4, args[0].shape[0])

    return limit


def streams(count: int) -> Callable[[Machine, Sequence[Any]], float]:
    """Bound by reading or writing `count` tensors of the first argument's size."""
    return lambda m, args: m.read(args[0].numel() * 4 * count)


def matmul(flops: float) -> Callable[[Machine, Sequence[Any]], float]:
    return lambda m, args: m.compute(flops)


def bot():
    model = chatbot.build()
    inputs = [(seq, length, 15) for seq, length in chatbot.sentences(8)]
    return model, max(inputs, key=lambda i: len(model(*i)[0]))  # the longest reply


def linear(rows: int, inputs: int, outputs: int):
    torch.manual_seed(0)
    return torch.nn.Linear(inputs, outputs).requires_grad_(False), (randn(rows, inputs),)


def inert(make: Callable[[], torch.nn.Module]) -> torch.nn.Module:
    torch.manual_seed(0)
    return make().eval().requires_grad_(False)


def encoder(batch: int, length: int):
    def make() -> torch.nn.Module:
        layer = torch.nn.TransformerEncoderLayer(256, 4, 1024, batch_first=True)
        return torch.nn.TransformerEncoder(layer, 2)

    return inert(make), (randn(batch, length, 256),)


def perceptron(batch: int, *sizes: int):
    def make() -> torch.nn.Module:
        layers: list[torch.nn.Module] = []
        for inputs, outputs in zip(sizes, sizes[1:]):
            layers += [torch.nn.Linear(inputs, outputs), torch.nn.ReLU()]
        return torch.nn.Sequential(*layers[:-1])

    return inert(make), (randn(batch, sizes[0]),)


def recurrent(cls: type[torch.nn.Module], batch: int, *sizes: int):
    return inert(lambda: cls(*sizes, batch_first=True)), (randn(batch, 40, sizes[0]),)


class TextClassifier(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.embedding = torch.nn.Embedding(20000, 128)
        self.up, self.out = torch.nn.Linear(128, 256), torch.nn.Linear(256, 4)

    def forward(self, ids):
        return self.out(torch.relu(self.up(self.embedding(ids).mean(1))))


def text(batch: int):
    return inert(TextClassifier), (torch.arange(batch * 60).reshape(batch, 60) * 7 % 20000,)


def image(name: str):
    make, shape = vision.MODELS[name]
    return vision.built(make), (randn(*shape),)


# Models as they are trained, not frozen: none may be slower than eager.
MODELS = [
    Workload("encoder 1 x 16", lambda: encoder(1, 16), goal=1),
    Workload("encoder 8 x 64", lambda: encoder(8, 64), goal=1),
    Workload("encoder 1 x 512", lambda: encoder(1, 512), goal=1),
    Workload("perceptron 1 x 32", lambda: perceptron(1, 32, 64, 64, 10), goal=1),
    Workload("perceptron 256 x 784", lambda: perceptron(256, 784, 512, 256, 10), goal=1),
    Workload("lstm module 1 x 40", lambda: recurrent(torch.nn.LSTM, 1, 64, 128), goal=1),
    Workload("lstm module 8 x 40, 2 layers", lambda: recurrent(torch.nn.LSTM, 8, 64, 256, 2), goal=1),
    Workload("gru module 8 x 40", lambda: recurrent(torch.nn.GRU, 8, 64, 128), goal=1),
    Workload("text classifier 16 x 60", lambda: text(16), goal=1),
    *(Workload(name, lambda name=name: image(name), goal=1) for name in vision.MODELS),
]  # fmt: skip

WORKLOADS = [
    Workload("call x + 1, 4 elements", lambda: (plus_one, (torch.ones(4),)), goal=1 / 0.6),
    Workload("newton to convergence, 16", lambda: (loops.newton_fixed, (torch.rand(16) * 9 + 1,)), goal=100),
    Workload("nms 1000", lambda: (loops.nms, (*loops.boxes(1000), 0.5)), goal=8),
    Workload("lstm loop 100 x 64", lambda: (loops.LSTMLoop(64, 64), (randn(100, 1, 64),)), lstm_limit(64), goal=8),
    Workload("lstm loop 100 x 512", lambda: (loops.LSTMLoop(512, 512), (randn(100, 1, 512),)), lstm_limit(512)),
    Workload("viterbi 100 x 32", lambda: (loops.viterbi, (randn(100, 32), randn(32, 32), randn(32)))),
    Workload("collatz", lambda: (collatz, (1000,))),
    Workload("minilm 1 x 16", lambda: (minilm.SentenceEncoder(), minilm.random_input(1, 16)), bert_limit(16)),
    Workload("minilm 1 x 128", lambda: (minilm.SentenceEncoder(), minilm.random_input(1, 128)), bert_limit(128)),
    Workload("minilm 1 x 16 frozen", lambda: (minilm.SentenceEncoder(), minilm.random_input(1, 16)), bert_limit(16), True, 1.7),
    Workload("minilm 1 x 128 frozen", lambda: (minilm.SentenceEncoder(), minilm.random_input(1, 128)), bert_limit(128), True, 1.15),
    Workload("greedy decoding", bot, chatbot_limit),
    Workload("greedy decoding frozen", bot, chatbot_limit, True, 3),
    Workload("linear 128x768x768", lambda: linear(128, 768, 768), matmul(2.0 * 128 * 768 * 768)),
    Workload("linear 1x1024x1024", lambda: linear(1, 1024, 1024), lambda m, a: m.read(1024 * 1024 * 4)),
    Workload("softmax(x*s+mask) 1024x1024", lambda: (softmax_mask, (randn(1024, 1024), torch.zeros(1024, 1024))), streams(3)),
    Workload("softmax, half masked 1024x1024", lambda: (softmax_mask, (randn(1024, 1024), causal_mask(1024))), streams(3), goal=1),
    Workload("gelu(layer_norm) 2048x1024", lambda: (gelu_norm, (randn(2048, 1024), randn(1024), randn(1024))), streams(2)),
    Workload("chain of 8 on 1 M", lambda: (chain, (randn(1 << 20),)), streams(2)),
    Workload("attention 12x512x64", lambda: (attention, tuple(randn(12, 512, 64) for _ in range(3))), matmul(4.0 * 12 * 512 * 512 * 64)),
    *MODELS,
]  # fmt: skip
