"""Modules of TorchScript with the calls that are made of each, in order: what eager PyTorch's own interpreter gives decides.

Annotations are evaluated by torch.jit.script, so the module imports none from the future.
"""

import enum
from collections.abc import Callable
from typing import Any, NamedTuple

import torch
from torch import nn

from torchscript import archives

Case = tuple[Callable[[], torch.jit.ScriptModule], Callable[[], list[tuple[Any, ...]]]]
PROGRAMS: dict[str, Case] = {}


def program(calls: Callable[[], list[tuple[Any, ...]]]):
    def record(make):
        PROGRAMS[make.__name__] = make, calls
        return make

    return record


def scripted(calls: Callable[[], list[tuple[Any, ...]]]):
    """Of a class of modules without parameters of its constructor."""

    def record(cls):
        PROGRAMS[cls.__name__] = lambda: torch.jit.script(cls().eval()), calls
        return cls

    return record


X = torch.linspace(-2, 2, 12).reshape(3, 4)


@scripted(lambda: [(X, 3), (X + 5, 3), (X, 0), (X, 9), (X, -1)])
class Flow(nn.Module):
    def forward(self, x: torch.Tensor, limit: int) -> tuple[torch.Tensor, int]:
        total = torch.zeros_like(x)
        taken = 0
        for i in range(limit):
            if bool(x.sum() > i):
                continue
            if i > 5:
                break
            total = total + x * i
            taken += 1
        while bool(total.abs().max() > 3):
            total = total / 2
        assert limit >= 0, "a negative limit"
        if limit == 9:
            return total, -taken
        return total * 2, taken


@scripted(
    lambda: [(["b", "a", "b"], {"a": 1, "c": 4}, X), ([], {}, X), (["stop", "a"], {"a": 2}, X)]
)
class Containers(nn.Module):
    def forward(self, words: list[str], known: dict[str, int], x: torch.Tensor):
        counts: dict[str, int] = {}
        rows: list[torch.Tensor] = []
        for i, word in enumerate(words):
            if word == "stop":
                break
            counts[word] = counts.get(word, 0) + 1
            if word in known:
                rows.append(x[i % 3] * known[word])
        names = sorted(list(counts.keys()))
        squares = [n * n for n in range(len(words))]
        squares.reverse()
        table = {name: torch.full((2,), float(counts[name])) for name in names}
        pairs = [(a, b) for a, b in zip(names, squares)]
        return counts, rows, squares[1:], table, pairs, names + ["end"], known.items()


@scripted(lambda: [("a b  c", 3, 2.5), ("", -7, 0.1), ("x,Y", 10, -1e10)])
class Texts(nn.Module):
    def forward(self, text: str, n: int, f: float):
        parts = text.split(" ")
        shown = "{} of {} is {}".format(n, text, f)  # noqa: UP032
        return (
            parts, shown, text.upper() + text[::-1], "-".join(parts), str(n), "%d|%s" % (n, text),  # noqa: UP031
            text.replace("a", "bb"), text.find("c"), text.strip(), len(text), f"{n} and {text}",
        )  # fmt: skip


@scripted(lambda: [(7, 2, 2.5, True), (-7, 2, -0.5, False), (0, 3, 1e3, True), (5, -3, 0.0, False)])
class Numbers(nn.Module):
    def forward(self, a: int, b: int, f: float, flag: bool):
        whole = a // b, a % b, a / b, a**2, -a, abs(a), a & b, a | b, a ^ b, a << 2, a >> 1
        real = f * a, f + b, f // 2.0, f % 3.0, f**2, round(f), min(a, b), max(f, 1.0)
        asked = a > b, a == b, not flag, flag and a > 0, flag or b > 0, 1 < b < 5
        made = int(f), float(a), bool(a), a if flag else b, f if a > 0 else float(b)
        return whole, real, asked, made


@scripted(lambda: [(X, None), (X, X.sum()), (X[:1], None)])
class Optionals(nn.Module):
    def forward(self, x: torch.Tensor, other: torch.Tensor | None, scale: float | None = None):
        if other is not None:
            x = x + other
        factor = 2.0 if scale is None else scale
        kept: int | None = None
        for i in range(x.size(0)):
            if bool(x[i].sum() > 0):
                kept = i
                break
        return x * factor, kept, kept if kept is not None else -1


class Colour(enum.Enum):
    RED = 1
    BLUE = 2


class Point(NamedTuple):
    place: torch.Tensor
    weight: int
    name: str = "p"


@scripted(lambda: [(X, 1), (X, 0)])
class Records(nn.Module):
    def __init__(self):
        super().__init__()
        self.colour = Colour.BLUE

    def forward(self, x: torch.Tensor, n: int):
        point = Point(x * n, n)
        chosen = self.colour if n > 0 else Colour.RED
        named = chosen.name + str(chosen.value)
        return point, point.weight + 1, point.place.sum(), named, chosen == Colour.RED, chosen


@torch.jit.script
class Scale:
    def __init__(self, factor: float, names: list[str]):
        self.factor = factor
        self.names = names

    def of(self, x: torch.Tensor) -> torch.Tensor:
        return x * self.factor

    def grow(self, by: float):
        self.factor += by
        self.names.append(str(by))


@scripted(lambda: [(X, 2), (X, 0)])
class Classes(nn.Module):
    def forward(self, x: torch.Tensor, n: int):
        scale = Scale(1.5, ["first"])
        for _ in range(n):
            scale.grow(0.5)
            x = scale.of(x)
        return x, scale.factor, scale.names


@scripted(lambda: [(X,), (X * 2,), (X,)])
class State(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("total", torch.zeros(3, 4))
        self.calls = 0
        self.rate = 0.5
        self.tail = torch.arange(6.0)

    def forward(self, x: torch.Tensor):
        self.total.add_(x)
        self.calls += 1
        self.rate = self.rate * 0.9
        self.tail = self.tail[:-1]
        return self.total.clone(), self.calls, self.rate, self.tail

    @torch.jit.export
    def peek(self, scale: float = 2.0) -> torch.Tensor:
        return self.total * scale

    @torch.jit.export
    def numbers(self):
        return self.calls, self.rate, self.tail.sum()


@scripted(lambda: [(X, 5), (X, "name"), (X, [1, 2])])
class Unions(nn.Module):
    def forward(self, x: torch.Tensor, what: int | str | list[int]):
        if isinstance(what, int):
            return x * what
        elif isinstance(what, str):
            return x + len(what)
        else:
            return x - what[0]


@scripted(lambda: [(X,), (-X,)])
class Dtypes(nn.Module):
    def forward(self, x: torch.Tensor):
        halved = x.to(torch.float64) / 2
        whole = x.to(torch.int64) // 2
        made = torch.zeros(2, 3, dtype=x.dtype, device=x.device) + torch.arange(3)
        rows = torch.stack([x[0], x[-1]]).t()
        picked = x[x > 0], x[:, 1:3], x[..., -1], x[torch.tensor([0, 2])], x[1, None]
        x2 = x.clone()
        listed: list[list[float]] = x.tolist()
        x2[0] = 7
        x2[:, 1] += 1
        return halved, whole, made, rows, picked, x2, listed, x.dtype == torch.float32, x.shape


@scripted(lambda: [(X,)])
class Tasks(nn.Module):
    def forward(self, x: torch.Tensor):
        tasks = [torch.jit.fork(torch.mul, x, i) for i in range(3)]
        waited = [torch.jit.wait(task) for task in tasks]
        return waited[0] + waited[1] + waited[2]


@scripted(lambda: [(X, 1), (X, 2), (X, 0)])
class Raises(nn.Module):
    def forward(self, x: torch.Tensor, n: int):
        if n == 1:
            raise ValueError(f"n is {n}")
        if n == 2:
            raise RuntimeError("two")
        return x


@program(lambda: [(torch.randn(3, 2),), (torch.randn(1, 2),)])
def hooks():
    return archives.ARCHIVES["hooks"]()


@program(lambda: [(torch.randn(2, 1, 6, 6),), (torch.randn(1, 1, 5, 8),)])
def traced_convolution():
    return archives.ARCHIVES["traced_convolution"]()


@program(lambda: [(torch.randn(2, 5, 3),), (torch.randn(1, 2, 3),)])
def recurrent():
    class Recurrent(nn.Module):
        def __init__(self):
            super().__init__()
            self.lstm = nn.LSTM(3, 4, num_layers=2, bidirectional=True, batch_first=True)
            self.gru = nn.GRU(8, 5, batch_first=True)
            self.cell = nn.LSTMCell(5, 2)

        def forward(self, x: torch.Tensor):
            out, (h, c) = self.lstm(x)
            out, last = self.gru(out)
            return out, h, c, self.cell(out[:, 0])

    return torch.jit.script(Recurrent().eval())


@program(lambda: [(torch.randint(0, 9, (2, 5)),), (torch.randint(0, 9, (1, 7)),)])
def transformer():
    class Encoder(nn.Module):
        def __init__(self):
            super().__init__()
            self.embedding = nn.Embedding(9, 8)
            self.layers = nn.ModuleList(
                nn.TransformerEncoderLayer(8, 2, 16, batch_first=True) for _ in range(2)
            )

        def forward(self, ids: torch.Tensor):
            x = self.embedding(ids)
            for layer in self.layers:
                x = layer(x)
            return x, nn.functional.softmax(x.mean(1), dim=-1)

    return torch.jit.script(Encoder().eval())


@program(lambda: [(torch.randn(1, 3, 32, 32),), (torch.randn(2, 3, 40, 32),)])
def convolutional():
    def block(i, o):
        return nn.Sequential(
            nn.Conv2d(i, o, 3, 2, 1, bias=False), nn.BatchNorm2d(o), nn.ReLU6(inplace=True)
        )

    model = nn.Sequential(
        block(3, 8), block(8, 8), nn.Upsample(scale_factor=2.0), nn.MaxPool2d(3, 2, 1),
        nn.AdaptiveAvgPool2d(2), nn.Flatten(), nn.Dropout(), nn.Linear(32, 4), nn.Hardswish(),
    )  # fmt: skip
    return torch.jit.script(model.eval())
