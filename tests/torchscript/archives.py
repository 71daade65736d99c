"""Archives of many kinds, as torch.jit.save writes them, and files that are none.

`ARCHIVES` has what Lith reads, `REFUSED` what it does not, with the words that say so. Annotations
are evaluated by torch.jit.script, so the module imports none from the future.
"""

import enum
import io
from collections.abc import Callable
from typing import NamedTuple

import torch
from torch import nn

EXTRA_FILES = {"labels.txt": "cat\ndog\n", "folder/bytes": "\0\1", "empty": ""}

Maker = Callable[[], torch.jit.ScriptModule]
ARCHIVES: dict[str, Maker] = {}
REFUSED: dict[str, tuple[Maker, str]] = {}


def archive(make: Maker) -> Maker:
    ARCHIVES[make.__name__] = make
    return make


def refused(words: str) -> Callable[[Maker], Maker]:
    def record(make: Maker) -> Maker:
        REFUSED[make.__name__] = make, words
        return make

    return record


def saved(module: torch.jit.ScriptModule, extra_files: dict[str, str] | None = None) -> bytes:
    file = io.BytesIO()
    torch.jit.save(module, file, _extra_files=extra_files)
    return file.getvalue()


class Holder(nn.Module):
    """Has the attributes that it is given."""

    def __init__(self, **attributes):
        super().__init__()
        for name, value in attributes.items():
            setattr(self, name, value)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x


def holding(**attributes) -> torch.jit.ScriptModule:
    return torch.jit.script(Holder(**attributes).eval())


# Programs


class Flow(nn.Module):
    def forward(self, x: torch.Tensor, limit: int) -> torch.Tensor:
        total = torch.zeros_like(x)
        for i in range(limit):
            if bool(x.sum() > i):
                continue
            if i > 5:
                break
            total = total + x * i
        while bool(total.max() > 10):
            total = total / 2
        assert limit >= 0, "a negative limit"
        return total


@archive
def control_flow():
    return torch.jit.script(Flow())


@archive
def mlp():
    return torch.jit.script(nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2)))


@archive
def lstm():
    return torch.jit.script(nn.LSTM(3, 4, num_layers=2, bidirectional=True))


@archive
def transformer_layer():
    return torch.jit.script(nn.TransformerEncoderLayer(8, 2, 16))


@archive
def traced_convolution():
    model = nn.Sequential(nn.Conv2d(1, 2, 3), nn.BatchNorm2d(2), nn.ReLU()).eval()
    return torch.jit.trace(model, torch.ones(1, 1, 5, 5))


@archive
def traced_constant():
    weight = torch.arange(3.0)
    return torch.jit.trace(lambda x: x + weight, torch.ones(3))


@archive
def frozen():
    return torch.jit.freeze(
        torch.jit.script(nn.Sequential(nn.Linear(2, 2), nn.Linear(2, 2)).eval())
    )


@archive
def function():
    return torch.jit.script(nn.functional.relu)


class Hooked(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = nn.Linear(2, 2)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.inner(x)


def before(self, inputs: tuple[torch.Tensor]) -> tuple[torch.Tensor]:
    return (inputs[0] * 2,)


def after(self, inputs: tuple[torch.Tensor], output: torch.Tensor) -> torch.Tensor:
    return output + inputs[0].sum()


@archive
def hooks():
    module = Hooked()
    module.register_forward_pre_hook(before)
    module.register_forward_hook(after)
    return torch.jit.script(module)


# Objects


class Colour(enum.Enum):
    RED = 1
    BLUE = 2


class Mode(enum.Enum):
    SUM = "sum"
    MEAN = "mean"


class Factor(enum.Enum):
    HALF = 0.5
    WHOLE = 1.0


class Enums(Holder):
    def forward(self, x: torch.Tensor) -> tuple[Colour, Mode, Factor]:
        return self.colour, self.mode, self.factor


@archive
def enums():
    return torch.jit.script(
        Enums(
            colour=Colour.BLUE, mode=Mode.SUM, factor=Factor.HALF, several=[Colour.RED, Colour.BLUE]
        )
    )


class Point(NamedTuple):
    place: torch.Tensor
    weight: int


class Named(nn.Module):
    def __init__(self):
        super().__init__()
        self.point = Point(torch.ones(2), 3)

    def forward(self, x: torch.Tensor) -> Point:
        return Point(x + self.point[0], self.point[1])


@archive
def named_tuple():
    return torch.jit.script(Named())


@torch.jit.script
class Counter:
    def __init__(self, start: int):
        self.count = start
        self.seen = [torch.ones(2)]

    def add(self, x: torch.Tensor) -> int:
        self.count += 1
        self.seen.append(x)
        return self.count


class User(nn.Module):
    def __init__(self):
        super().__init__()
        self.counter = Counter(3)
        self.same = self.counter

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x * self.counter.add(x) + self.same.count


@archive
def user_class():
    return torch.jit.script(User())


class Stateful(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.arange(2.0), requires_grad=False)
        self.steps = [1, 2]

    @torch.jit.export
    def __getstate__(self) -> tuple[torch.Tensor, list[int], bool]:
        return self.weight, self.steps, self.training

    @torch.jit.export
    def __setstate__(self, state: tuple[torch.Tensor, list[int], bool]) -> None:
        self.weight = state[0]
        self.steps = state[1]
        self.training = state[2]

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x + self.weight * len(self.steps)


@archive
def state_methods():
    return torch.jit.script(nn.Sequential(Stateful()))


# Values


class Typed(Holder):
    some: int | None
    nothing: int | None
    maybe: torch.Tensor | None
    no_ints: list[int]
    no_tensors: list[torch.Tensor]
    no_dict: dict[str, list[int]]
    optionals: list[int | None]


@archive
def optionals_and_empty_containers():
    return torch.jit.script(
        Typed(
            some=1,
            nothing=None,
            maybe=torch.ones(1),
            no_ints=[],
            no_tensors=[],
            no_dict={},
            optionals=[None, 1],
        )
    )


@archive
def numbers():
    ints = [0, -1, 255, 256, 65535, 65536, -(1 << 31), 1 << 31, 1 << 40, (1 << 63) - 1, -(1 << 63)]
    floats = [0.0, -0.0, 1e-310, 1.5, float("inf"), float("-inf"), float("nan")]
    return holding(ints=ints, floats=floats, bools=[True, False], c=1 + 2j, cs=[1j, -2 + 0j])


@archive
def containers():
    return holding(
        words=["a", "", "naïve", "文", "a" * 300],
        tensors=[torch.ones(2), torch.zeros(0)],
        by_name={"a": torch.ones(1), "b": torch.ones(2)},
        by_number={1: 2.0, -7: 0.5},
        nested=[[1], [2, 3]],
        mixed=({"k": 1}, [(1, 2.0)], (), (None, "x"), (1, 2, 3, 4)),
    )


@archive
def devices_and_dtypes():
    return holding(cpu=torch.device("cpu"), cuda=torch.device("cuda:1"), dtype=torch.bfloat16)


@archive
def all_dtypes():
    names = (
        "float32 float64 float16 bfloat16 int64 int32 int16 int8 uint8 bool complex64 complex128"
    )
    return holding(**{name: torch.arange(5).to(getattr(torch, name)) for name in names.split()})


@archive
def views():
    base = torch.arange(24.0)
    return holding(
        base=base,
        middle=base[3:7],
        transposed=base.view(4, 6).t(),
        steps=base[1::5],
        wide=base[2].expand(3, 4),
        last=base[24:],
        scalar=torch.tensor(3.0),
        empty=torch.zeros(0, 3),
        many=torch.zeros(1, 2, 1, 2, 1, 2, 1, 2),
    )


class Tied(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Embedding(5, 3)
        self.decoder = nn.Linear(3, 5, bias=False)
        self.decoder.weight = self.encoder.weight
        self.again = self.decoder
        self.register_buffer("scratch", torch.ones(2), persistent=False)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.decoder(self.encoder(x)) + self.again.weight.sum()


@archive
def tied_weights():
    return torch.jit.script(Tied())


# What Lith refuses


@refused("holds a quantized tensor")
def quantized_by_tensor():
    return holding(t=torch.quantize_per_tensor(torch.ones(2, 3), 0.1, 1, torch.quint8))


@refused("holds a quantized tensor")
def quantized_by_channel():
    scales, zeros = torch.ones(2), torch.zeros(2, dtype=torch.long)
    return holding(t=torch.quantize_per_channel(torch.ones(2, 3), scales, zeros, 0, torch.qint8))


@refused("holds an object of the C++ class 'torch.classes.quantized.LinearPackedParamsBase'")
def quantized_linear():
    return torch.jit.script(torch.ao.quantization.quantize_dynamic(nn.Sequential(nn.Linear(2, 2))))


@refused("holds a sparse tensor")
def sparse():
    return holding(t=torch.eye(3).to_sparse())


@refused("holds a sparse tensor")
def sparse_rows():
    return holding(t=torch.eye(3).to_sparse_csr())


@refused("the storage type 'torch.Float8_e4m3fnStorage'")
def float8():
    return holding(t=torch.empty(2, dtype=torch.float8_e4m3fn))


@refused("the storage type 'torch.UInt16Storage'")
def uint16():
    return holding(t=torch.empty(2, dtype=torch.uint16))


@refused("a tensor on the device 'meta'")
def meta():
    return holding(t=torch.empty(3, device="meta"))


@refused("a lazy view of torch.conj")
def conjugated():
    return holding(t=torch.ones(2, dtype=torch.complex64).conj())


@refused("a tensor of 9 dimensions")
def nine_dimensions():
    return holding(t=torch.zeros([1] * 9))


def others() -> dict[str, tuple[bytes, str]]:
    """Files of torch that are no archives of TorchScript, with the words that say so."""
    result = {}
    for name, is_zip in ("torch_save", True), ("old_torch_save", False):
        file = io.BytesIO()
        torch.save(nn.Linear(2, 2).state_dict(), file, _use_new_zipfile_serialization=is_zip)
        result[name] = file.getvalue(), "is no TorchScript archive: it is a file of torch.save"
    file = io.BytesIO()
    torch.export.save(torch.export.export(nn.Linear(2, 2), (torch.ones(1, 2),)), file)
    result["torch_export"] = (
        file.getvalue(),
        "is no TorchScript archive: it is a file of torch.export",
    )
    file = io.BytesIO()
    with torch.package.PackageExporter(file) as exporter:
        exporter.save_text("data", "words.txt", "words")
    result["torch_package"] = file.getvalue(), "is no TorchScript archive: it is a package"
    return result
