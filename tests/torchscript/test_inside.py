"""Modules and functions of TorchScript inside of programs of Python, against torch.jit."""

import copy
import io
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import torch

import lith


class Counter(torch.nn.Module):
    """Numbers, buffers and modules that change, and two paths."""

    def __init__(self) -> None:
        super().__init__()
        self.linear = torch.nn.Linear(4, 4)
        self.norm = torch.nn.BatchNorm1d(4)
        self.drop = torch.nn.Dropout(0.5)
        self.count = 0
        self.rate = 1.5
        self.register_buffer("total", torch.zeros(4))

    def forward(self, x, scale: float = 2.0):
        self.count += 1
        self.total += x.detach().sum(0)
        self.rate = self.rate * 0.5
        y = self.drop(self.norm(self.linear(x))) * scale * self.count
        if bool(y.sum() > 0):
            y = torch.relu(y)
        return y, self.count

    @torch.jit.export
    def rates(self, n: int):
        return [self.rate / n for _ in range(n)]


class Outer(torch.nn.Module):
    def __init__(self, inner: Any) -> None:
        super().__init__()
        self.inner = inner
        self.weight = torch.nn.Parameter(torch.ones(4))

    def forward(self, x, n=3):
        y, count = self.inner(x, n)
        return y * self.weight, count, self.inner.count, self.inner.rates(2)


def pair() -> tuple[Outer, Any]:
    torch.manual_seed(0)
    eager = Outer(torch.jit.script(Counter()))
    again = torch.jit.load(io.BytesIO(eager.inner.save_to_buffer()))
    return eager, lith.to_static(Outer(again))


def same(one: Callable[[], Any], other: Callable[[], Any]) -> None:
    """Both give the same, with the same state of the generator."""
    torch.manual_seed(3)
    wanted = one()
    torch.manual_seed(3)
    torch.testing.assert_close(other(), wanted)


def test_state_comes_and_goes() -> None:
    eager, compiled = pair()
    for mode in (True, False, True):
        eager.train(mode), compiled.train(mode)
        for n in (3, 2.5):  # an int is a float where the schema says so
            x = torch.randn(5, 4)
            same(lambda: eager(x, n), lambda: compiled(x, n))  # noqa: B023
            assert compiled.inner.count == eager.inner.count
            assert compiled.inner.rate == eager.inner.rate
        same(eager.inner.state_dict, compiled.inner.state_dict)
    eager.inner.count, compiled.inner.count = 10, 10
    same(lambda: eager(x), lambda: compiled(x))
    for each in (eager.inner, compiled.inner):
        each.linear.weight = torch.nn.Parameter(torch.ones(4, 4))
    same(lambda: eager(x), lambda: compiled(x))


def test_gradients() -> None:
    eager, compiled = pair()
    eager.eval(), compiled.eval()
    x = torch.randn(3, 4)
    for each in (eager, compiled):
        each(x)[0].square().sum().backward()
    same(
        lambda: [each.grad for each in eager.parameters()],
        lambda: [each.grad for each in compiled.parameters()],
    )


def test_a_file(tmp_path: Path) -> None:
    eager, compiled = pair()
    eager.eval(), compiled.eval()
    x = torch.randn(3, 4)
    with torch.no_grad():
        eager(x), compiled(x)
        compiled.save(tmp_path / "outer.lith")
        loaded = lith.load(tmp_path / "outer.lith")
        assert "inner.norm.running_mean" in loaded.state_dict()
        same(lambda: eager(x)[:2], lambda: tuple(loaded(x)[:2]))


def test_what_a_program_sees() -> None:
    inner = torch.jit.script(Counter().eval())

    @lith.to_static
    def look(x):
        names = [name for name, _ in inner.named_parameters()]
        return inner, inner.linear(x), names, isinstance(inner, torch.nn.Module), inner.training

    x = torch.ones(2, 4)
    found = look(x)
    assert found[0] is inner
    torch.testing.assert_close(found[1], inner.linear(x))
    assert found[2] == [name for name, _ in inner.named_parameters()]
    assert found[3:] == (True, False)


def _either(x):
    return x * 2 if x.sum() > 0 else x - 1


def _class(v):
    return type(v), v.__class__, type(v).__name__, v.__doc__, v.__module__


def _is(v):
    classes = (torch.jit.ScriptModule, torch.nn.Module, torch.jit.ScriptFunction)
    return [isinstance(v, cls) for cls in classes], isinstance(v, types.FunctionType), callable(v)


def _held(v):
    return [v, (v,)], {"a": v}, v is kept[0]


def _texts(v):
    return repr(v), f"{v}"


def _sum(v):
    return v + 1


def _length(v):
    return len(v), [type(each).__name__ for each in v], v[0], "a" in v


def _name(v):
    return v.original_name


kept = [torch.jit.script(_either)]


@pytest.mark.parametrize("look", [_class, _is, _held, _texts, _sum, _length, _name])
def test_they_look_as_they_are(look: Callable[[Any], Any]) -> None:
    x = torch.ones(2, 3)
    container = torch.nn.Sequential(torch.nn.ReLU(), torch.nn.Linear(3, 3))
    dictionary = torch.nn.ModuleDict({"a": torch.nn.ReLU()})
    scripted = [torch.jit.script(each) for each in (Counter(), container, dictionary)]
    traced = [torch.jit.trace(container, x), torch.jit.trace(_either, x)]
    for each in [*kept, *scripted, *traced]:
        compiled = lith.to_static(look)
        assert outcome(lambda: compiled(each)) == outcome(lambda: look(each))  # noqa: B023
        closure = lith.to_static(lambda: look(each))  # noqa: B023
        assert outcome(closure) == outcome(lambda: look(each))  # noqa: B023


def outcome(run: Callable[[], Any]) -> Any:
    try:
        return run()
    except Exception as error:  # noqa: BLE001
        return type(error), str(error)


def test_an_argument() -> None:
    def call(module, x):
        return module(x, 1.0)[0]

    compiled = lith.to_static(call)
    for seed in (0, 1):
        torch.manual_seed(seed)
        module = torch.jit.script(Counter().eval())
        x = torch.randn(2, 4)
        same(lambda: call(copy.deepcopy(module), x), lambda: compiled(module, x))  # noqa: B023


def test_traced() -> None:
    """They are what was traced, not what it was traced of."""
    x = torch.ones(3)
    module = torch.nn.Sequential(torch.nn.Linear(3, 3), torch.nn.Tanh())
    function, part = torch.jit.trace(_either, x), torch.jit.trace(module, x)

    def call(x):
        return function(x) + part(x)

    compiled = lith.to_static(call)
    for each in (x, -3 * x):
        same(lambda: call(each), lambda: compiled(each))  # noqa: B023


def test_a_function_alone() -> None:
    for function in (_either, lambda x: x.exp() + 1):
        traced = torch.jit.trace(function, torch.ones(3))
        compiled = lith.to_static(traced)
        for x in (torch.ones(3), -3 * torch.ones(2, 3)):
            same(lambda: traced(x), lambda: compiled(x))  # noqa: B023


@torch.jit.script
def _lists(xs: list[int], named: dict[str, torch.Tensor], pair: tuple[int, float] = (1, 2.0)):
    xs.append(5)
    named["n"] = torch.ones(1)
    total = pair[1]
    for x in xs:
        total += x
    return xs, named, total, pair


def test_containers_are_copied() -> None:
    def call(xs, named):
        return _lists(xs, named, (1, 2)), xs, named

    compiled = lith.to_static(call)
    for xs in ([1, 2], [1, 2, 3]):
        same(lambda: call(list(xs), {}), lambda: compiled(list(xs), {}))  # noqa: B023


@torch.jit.script
def _checked(x, n: int):
    if x.sum() < 0:
        raise ValueError("negative")
    return x / n


def test_exceptions() -> None:
    def call(x, n):
        try:
            return _checked(x, n)
        except ValueError:
            return None
        except (RuntimeError, torch.jit.Error) as error:
            return isinstance(error, torch.jit.Error)

    compiled = lith.to_static(call)
    for x, n in ((torch.ones(2), 2), (-torch.ones(2), 2), (torch.ones(2), 2.5), (1, 2)):
        same(lambda: call(x, n), lambda: compiled(x, n))  # noqa: B023


class Kept(torch.nn.Module):
    kept: list[torch.Tensor]

    def __init__(self) -> None:
        super().__init__()
        self.kept = []

    def forward(self, x):
        self.kept.append(x)
        return len(self.kept)


class Lists(torch.nn.Module):
    """Keeps a list, and changes one of its own. `this` is what it calls itself."""

    kept: list[torch.Tensor]

    def __init__(self) -> None:
        super().__init__()
        self.kept = [torch.ones(2), torch.zeros(2)]
        self.layers = torch.nn.ModuleList([torch.nn.Linear(2, 2) for _ in range(2)])

    def forward(this, x, n: int = 1):  # noqa: N805
        made = [x]
        for each in this.kept:
            made.append(each * x)
        for layer in this.layers:
            x = layer(x) * n
        made.extend([x])
        return torch.stack(made)


def test_lists_of_its_own() -> None:
    module = torch.jit.script(Lists())

    def call(x):
        return module(x), module(x, 2)

    compiled = lith.to_static(call)
    for x in (torch.ones(2), torch.zeros(2)):
        same(lambda: call(x), lambda: compiled(x))  # noqa: B023


class Pair(NamedTuple):
    first: torch.Tensor
    second: int


@torch.jit.script
class Box:
    def __init__(self, value: int):
        self.value = value


class Renamed(torch.nn.Module):
    kept: list[torch.Tensor]

    def __init__(self) -> None:
        super().__init__()
        self.kept = [torch.ones(2)]

    def forward(self, x):
        made = self.kept
        if x.sum() > 0:
            made = [x]
        made.append(x)
        return len(made)


class Step(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.count = 0

    def forward(self, x):
        self.count += 1
        return x * self.count


class Twice(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.first = Step()
        self.second = self.first

    def forward(self, x):
        return self.first(x) + self.second(x)


def test_a_module_under_two_names() -> None:
    eager, module = torch.jit.script(Twice()), torch.jit.script(Twice())
    compiled = lith.to_static(lambda x: module(x))
    for _ in range(2):
        same(lambda: eager(torch.ones(2)), lambda: compiled(torch.ones(2)))
        assert module.first.count == eager.first.count == module.second.count


def test_a_part_of_another() -> None:
    module = torch.jit.script(Twice())
    part = module.first
    compiled = lith.to_static(lambda x: module(x) + part(x))
    with pytest.raises(lith.CompileError, match="is a part of another that programs call"):
        compiled(torch.ones(2))


class Asking(torch.nn.Module):
    """Calls Python."""

    @torch.jit.ignore
    def ask(self, x: torch.Tensor) -> torch.Tensor:
        return x + 1

    def forward(self, x):
        return self.ask(x)


class Boxed(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.box = Box(2)

    def forward(self, x):
        return x * self.box.value


@pytest.mark.parametrize("kind", [Kept, Renamed, Boxed, Asking])
def test_refused(kind: type[torch.nn.Module]) -> None:
    outer = lith.to_static(lambda x: module(x))
    module = torch.jit.script(kind())
    with pytest.raises(lith.CompileError, match="of TorchScript that holds objects of classes"):
        outer(torch.ones(2))


def test_named_tuple() -> None:
    @torch.jit.script
    def make(x: torch.Tensor):
        return Pair(x + 1, 2)

    def call(x):
        made = make(x)
        return made.first * made.second, made._fields == ("first", "second"), len(made)

    compiled = lith.to_static(call)
    same(lambda: call(torch.ones(2)), lambda: compiled(torch.ones(2)))


class Scaled(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.scale = 2.0

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x * self.scale


def test_what_a_program_assigns_to_a_module_is_there_afterwards() -> None:
    module = torch.jit.script(Scaled())

    def assigning(x, scale):
        module.scale = scale
        module.note = "fresh"
        return module(x)

    program = lith.to_static(assigning)
    for scale in (5.0, 3.0):
        assert torch.equal(program(torch.ones(2), scale), torch.full((2,), scale))
        assert (module.scale, module.note) == (scale, "fresh")
