"""The package as users meet it: doors, guards, identity, errors, threads."""

from __future__ import annotations

import collections
import copy
import dataclasses
import gc
import pickle
import subprocess
import sys
import threading
import weakref

import pytest
import torch

import lith

SCALE = 2.0


def scaled(x):
    return x * SCALE


def programs(compiled) -> int:
    return len(compiled.get_debug_state().programs)


class Net(torch.nn.Module):
    def __init__(self, code: int = 0):
        super().__init__()
        self.linear = torch.nn.Linear(3, 2)
        self.factor = 2.0

    def forward(self, x):
        y = self.linear(x) * self.factor
        if self.training:
            y = y + 1
        return y


@pytest.fixture
def no_grad():
    with torch.no_grad():
        yield


# --- doors


def test_decorator_forms_keep_the_name():
    @lith.to_static
    def plain(x):
        """Doc."""
        return x

    @lith.to_static(freeze=False)
    def with_options(x):
        return x

    assert plain.__name__ == "plain" and plain.__doc__ == "Doc."
    assert with_options.__name__ == "with_options"
    assert lith.to_static(plain) is plain


def test_decorating_runs_nothing():
    @lith.to_static
    def wrong(x):
        return undefined_name(x)  # noqa: F821

    assert programs(wrong) == 0


def test_add_one():
    f = lith.to_static(lambda x: x + 1)
    assert torch.equal(f(torch.ones(4)), torch.full((4,), 2.0))


def test_methods_bind():
    class Counter:
        def __init__(self):
            self.step = 3

        @lith.to_static
        def add(self, x):
            return x + self.step

    first, second = Counter(), Counter()
    second.step = 5
    assert first.add(torch.zeros(1)).item() == 3
    assert second.add(torch.zeros(1)).item() == 5
    assert first.add.__self__ is first


def test_bound_method_and_partial():
    import functools

    class Adder:
        def add(self, x, y):
            return x + y

    assert lith.to_static(Adder().add)(torch.ones(1), 2).item() == 3
    assert lith.to_static(functools.partial(Adder().add, y=4))(torch.ones(1)).item() == 5


def test_disabled(monkeypatch):
    monkeypatch.setenv("LITH_DISABLE", "1")
    net = Net()
    assert lith.to_static(scaled) is scaled and lith.to_static(net) is net
    assert lith.script(scaled) is scaled


def test_wrong_targets():
    with pytest.raises(TypeError):
        lith.to_static(3)
    with pytest.raises(TypeError):
        lith.to_static(Net)


def test_is_compiling():
    def f(x):
        return x + (1 if lith.is_compiling() else 0)

    assert not lith.is_compiling()
    assert lith.to_static(f)(torch.zeros(1)).item() == 1


# --- a compiled module is the user's module


def test_module_is_the_users(no_grad):
    net = Net()
    compiled = lith.to_static(net)
    assert isinstance(compiled, Net) and isinstance(compiled, torch.nn.Module)
    assert compiled.linear is net.linear
    assert list(compiled.state_dict()) == list(net.state_dict())
    assert all(a is b for a, b in zip(compiled.parameters(), net.parameters(), strict=True))
    compiled.eval()
    assert not net.training and not net.linear.training
    net.factor = 7.0
    assert compiled.factor == 7.0
    compiled.other = 1
    assert net.other == 1
    assert repr(compiled) == repr(net)


def test_module_changes_are_seen(no_grad):
    net = Net()
    compiled = lith.to_static(net)
    x = torch.randn(4, 3)
    torch.testing.assert_close(compiled(x), net(x))
    net.eval()
    torch.testing.assert_close(compiled(x), net(x))
    net.factor = 3.0
    torch.testing.assert_close(compiled(x), net(x))
    net.linear.weight.data.mul_(2)
    torch.testing.assert_close(compiled(x), net(x))
    net.linear = torch.nn.Linear(3, 5)
    torch.testing.assert_close(compiled(x), net(x))
    net.load_state_dict({k: torch.randn_like(v) for k, v in net.state_dict().items()})
    torch.testing.assert_close(compiled(x), net(x))


def test_module_attributes_win_over_the_programs():
    class Coded(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.code = "mine"
            self.graph = torch.nn.Linear(1, 1)

        def forward(self, x):
            return x

    compiled = lith.to_static(Coded())
    assert compiled.code == "mine" and isinstance(compiled.graph, torch.nn.Linear)


def test_module_copies_and_pickles():
    net = Net()
    compiled = lith.to_static(net)
    twin = copy.deepcopy(compiled)
    assert twin.linear is not net.linear and programs(twin) == 0
    assert type(pickle.loads(pickle.dumps(compiled))) is Net


def test_shallow_copy_of_a_module_is_compiled(no_grad):
    """It shares parameters and has attributes of its own, as a copy of the original does."""
    net = Net()
    compiled = lith.to_static(net)
    twin = copy.copy(compiled)
    assert twin is not compiled and type(twin).__call__ is not type(compiled).__call__
    assert twin.linear is net.linear and isinstance(twin, Net)
    twin.factor = 3.0
    x = torch.ones(1, 3)
    assert net.factor == 2.0 and torch.allclose(compiled(x), net(x))  # weights are random
    assert torch.allclose(twin(x), copy.copy(twin.__wrapped__)(x)) and programs(twin) == 1


class Holder(torch.nn.Module):
    """Holds compiled functions as attributes, one of them a method of its own."""

    def __init__(self):
        super().__init__()
        self.weight = torch.nn.Parameter(torch.ones(2))
        self.function = DOUBLED
        self.method = lith.to_static(self.scale)

    def scale(self, x):
        return x * self.weight

    def forward(self, x):
        return self.function(self.method(x))


def _double(x):
    return x * 2


DOUBLED = lith.to_static(_double)


@lith.to_static
def decorated(x):
    return x + 1


def test_compiled_functions_copy_and_pickle_as_functions(no_grad):
    x = torch.ones(2)
    assert copy.copy(decorated) is decorated and copy.deepcopy(DOUBLED) is DOUBLED
    assert pickle.loads(pickle.dumps(decorated)) is decorated
    assert pickle.loads(pickle.dumps(DOUBLED))(x).tolist() == [2, 2]
    holder = Holder()
    for twin in (copy.deepcopy(holder), pickle.loads(pickle.dumps(holder))):
        twin.weight.mul_(5)
        assert twin(x).tolist() == [10, 10] and holder(x).tolist() == [2, 2]


def test_paths_of_bytes(tmp_path, no_grad):
    DOUBLED(torch.ones(2))
    path = bytes(tmp_path / "p.lith")
    DOUBLED.save(path)
    assert lith.load(path)(torch.ones(2)).tolist() == [2, 2]


def test_conversion_leaves_objects_alone():
    net = Net()
    before = dict(vars(net))
    lith.to_static(net)
    assert dict(vars(net)) == before


# --- guards


def test_sizes_are_dynamic_dtypes_are_not():
    f = lith.to_static(scaled)
    for shape in [(1,), (4,), (0,), (7,)]:
        x = torch.randn(shape)
        assert torch.equal(f(x), x * SCALE)
    assert programs(f) == 1
    f(torch.ones(2, 2))
    f(torch.ones(3, dtype=torch.float64))
    assert programs(f) == 3


def test_numbers_are_dynamic():
    f = lith.to_static(lambda x, n: x * n)
    for n in (1, 2, 100, -5):
        assert f(torch.ones(1), n).item() == n
    assert programs(f) == 1
    assert f(torch.ones(1), 0.5).item() == 0.5
    assert programs(f) == 2


def test_global_change_is_seen(monkeypatch):
    f = lith.to_static(scaled)
    assert f(torch.ones(1)).item() == 2
    monkeypatch.setattr(sys.modules[__name__], "SCALE", 3.0)
    assert f(torch.ones(1)).item() == 3
    monkeypatch.undo()
    assert f(torch.ones(1)).item() == 2


def test_closure_change_is_seen():
    step = 1

    def f(x):
        return x + step

    compiled = lith.to_static(f)
    assert compiled(torch.zeros(1)).item() == 1
    step = 10
    assert compiled(torch.zeros(1)).item() == 10


def test_keywords_in_any_order():
    f = lith.to_static(lambda x, *, a, b=1: x + a - b)
    x = torch.zeros(1)
    assert f(x, a=5, b=2).item() == 3 and f(x, b=2, a=5).item() == 3 and f(x, a=5).item() == 4


def test_no_compile(monkeypatch):
    f = lith.to_static(scaled)
    f(torch.ones(3))
    monkeypatch.setenv("LITH_NO_COMPILE", "1")
    f(torch.ones(9))
    with pytest.raises(lith.CompileError, match="LITH_NO_COMPILE"):
        f(torch.ones(2, 2))


def test_arguments_and_compiled_programs_are_let_go():
    f = lith.to_static(lambda x: x + 1)
    x = torch.ones(3)
    count = sys.getrefcount(x)
    seen = weakref.ref(x)
    f(x)
    assert sys.getrefcount(x) == count
    del x
    assert seen() is None
    program = weakref.ref(f)
    del f
    gc.collect()
    assert program() is None


# --- values in and out


def test_identity_of_results():
    f = lith.to_static(lambda x: (x, x))
    x = torch.ones(2)
    first, second = f(x)
    assert first is x and second is x
    a, b = lith.to_static(lambda x: [x + 1] * 2)(x)
    assert a is b


def test_views_share_memory():
    f = lith.to_static(lambda x: x[1])
    x = torch.zeros(3, 2)
    row = f(x)
    row.fill_(4)
    assert x[1].tolist() == [4, 4] and row.data_ptr() == x[1].data_ptr()


def test_containers_keep_their_types():
    Pair = collections.namedtuple("Pair", "a b")

    @dataclasses.dataclass
    class Box:
        value: object
        note: str = "n"

        def __post_init__(self):
            self.ran = True

    def f(x):
        return {"t": (x, [1, None, True]), "p": Pair(x + 1, "s"), "b": Box(x)}

    result = lith.to_static(f)(torch.ones(1))
    assert type(result["t"]) is tuple and result["t"][1] == [1, None, True]
    assert type(result["p"]) is Pair and result["p"].a.item() == 2
    assert type(result["b"]) is Box and result["b"].note == "n" and result["b"].ran


@pytest.mark.parametrize(
    "dtype",
    [
        torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64, torch.float16, torch.float32,
        torch.float64, torch.bfloat16, torch.bool, torch.complex64, torch.complex128,
    ],
)  # fmt: skip
@pytest.mark.parametrize("shape", [(), (0,), (2, 3), (2, 0, 3)])
def test_all_dtypes_pass_through(dtype, shape):
    f = lith.to_static(lambda x: (x, x.clone()))
    x = torch.ones(shape).to(dtype)
    same, copied = f(x)
    assert same is x and copied.dtype == dtype and torch.equal(copied, x) and copied is not x


def test_strided_inputs():
    x = torch.arange(24.0).reshape(4, 6)
    f = lith.to_static(lambda x: x + 1)
    for view in (x.T, x[::2, 1::2], x[:, :0], x[0].expand(3, 6), x.flip(0)):
        assert torch.equal(f(view), view + 1)


def test_refused_tensors():
    f = lith.to_static(lambda x: x)
    for tensor in (torch.ones(2).to_sparse(), torch.empty(2, device="meta")):
        with pytest.raises(lith.CompileError):
            f(tensor)


def test_results_of_trainable_inputs_train():
    net = Net()
    compiled = lith.to_static(net)
    result = compiled(torch.ones(1, 3))
    assert result.requires_grad
    gradients = torch.autograd.grad(result.sum(), list(net.parameters()))
    expected = torch.autograd.grad(net(torch.ones(1, 3)).sum(), list(net.parameters()))
    torch.testing.assert_close(gradients, expected)
    with torch.no_grad():
        assert not compiled(torch.ones(1, 3)).requires_grad


# --- arguments that are exceptions, or are read through a view


class Missing(KeyError):
    def __init__(self, key, place):
        super().__init__(key, place)
        self.place = place


@pytest.mark.parametrize(
    "make",
    [lambda: ValueError("x"), lambda: KeyError(), lambda: KeyError(1, "b"), lambda: OSError(2, "no"),
     lambda: Missing("k", "here"), lambda: [ValueError("x")], lambda: {"e": IndexError(3)}],
)  # fmt: skip
def test_exceptions_as_arguments(make):
    def f(e):
        if isinstance(e, list):
            e = e[0]
        if isinstance(e, dict):
            e = e["e"]
        return str(e), e.args, repr(e), getattr(e, "place", None)

    assert lith.to_static(f)(make()) == f(make())


def test_arguments_of_an_exception_are_read_at_each_call():
    f = lith.to_static(lambda e: (str(e), len(e.args)))
    e = ValueError("a")
    assert f(e) == ("a", 1)
    e.args = ("b",)
    assert f(e) == ("b", 1)
    e.args = ("b", 2)
    assert f(e) == ("('b', 2)", 2)
    assert f(ValueError("c")) == ("c", 1)


def test_a_conjugated_tensor_is_refused_by_name():
    z = torch.tensor([1 + 2j])
    with pytest.raises(lith.CompileError, match="LTH0315"):
        lith.to_static(scaled)(z.conj())
    assert torch.equal(lith.to_static(scaled)(z.conj().resolve_conj()), scaled(z.conj()))


# --- errors


def test_exception_shows_the_users_line():
    def f(x, n):
        if x.sum() > 0:
            raise ValueError(f"n is {n}")
        return x

    compiled = lith.to_static(f)
    assert compiled(torch.zeros(1), 3).item() == 0
    with pytest.raises(ValueError, match="^n is 3$") as caught:
        compiled(torch.ones(1), 3)
    last = caught.traceback[-1]
    assert str(last.path) == __file__ and last.lineno == f.__code__.co_firstlineno + 1


def test_compile_error_names_the_place():
    def f(x):
        exec("x = 1")
        return x

    with pytest.raises(lith.CompileError) as caught:
        lith.to_static(f)(torch.ones(1))
    error = caught.value
    assert error.file == __file__ and error.line == f.__code__.co_firstlineno + 1
    assert error.code.startswith("LTH") and isinstance(error, RuntimeError)
    assert pickle.loads(pickle.dumps(error)).line == error.line


def test_no_user_python_runs():
    class Walker:
        def __init__(self):
            self.items = [1, 2, 3]

        def total(self):
            return sum(i * 2 for i in self.items)

    walker = Walker()

    def f(x):
        y = x * walker.total()
        print("total", walker.total())
        return y

    compiled = lith.to_static(f)
    compiled(torch.ones(1))
    ran = []
    sys.setprofile(lambda frame, event, arg: ran.append(frame.f_code) if event == "call" else None)
    try:
        compiled(torch.ones(1))
    finally:
        sys.setprofile(None)
    assert not [code for code in ran if code.co_filename == __file__]


def test_print_goes_through_stdout(capsys):
    f = lith.to_static(lambda x: print("x is", x))
    f(torch.ones(2))
    assert capsys.readouterr().out == "x is tensor([1., 1.])\n"


def test_threads_share_a_program():
    f = lith.to_static(lambda x, n: x * n + 1)
    wrong = []

    def work(k: int) -> None:
        for i in range(200):
            x = torch.full((i % 7 + 1,), float(k))
            if not torch.equal(f(x, i), x * i + 1):
                wrong.append((k, i))

    threads = [threading.Thread(target=work, args=(k,)) for k in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_import_leaves_torch_out():
    code = "import sys, lith; assert 'torch' not in sys.modules and 'numpy' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)


# --- what a program says of itself


def test_debug_state_and_explain(capsys):
    f = lith.to_static(scaled)
    f(torch.ones(2))
    f(torch.ones(2))
    (program,) = f.get_debug_state().programs
    assert program.calls == 2 and program.compile_time > 0 and program.code_size > 0
    assert any("x: Tensor float32" in guard for guard in program.guards)
    assert "lith." in f.graph and "SCALE" in f.source and f.schema == "scaled(x)"
    f.explain()
    assert "scaled" in capsys.readouterr().out


def test_input_spec():
    spec = lith.InputSpec([None, "n", 3], torch.int64, name="ids")
    assert spec == lith.InputSpec((-1, "n", 3), "int64", "ids") and hash(spec)
    assert repr(spec) == "InputSpec(shape=[None, 'n', 3], dtype='int64', name='ids')"
    with pytest.raises(ValueError):
        lith.InputSpec([1.5])
    with pytest.raises(TypeError):
        lith.InputSpec([1], "float7")


def test_trace_reports_what_it_bakes():
    def f(x, y):
        if x.sum() > 0:
            y = y * 2
        return {"a": x + y, "b": [y.T, 3]}

    with pytest.warns(Warning, match="baked"):
        traced = lith.trace(f, (torch.ones(2, 2), torch.ones(2, 2)))
    x, y = torch.randn(3, 3).abs(), torch.randn(3, 3)
    wanted, got = f(x, y), traced(x, y)
    assert torch.equal(got["a"], wanted["a"]) and torch.equal(got["b"][0], wanted["b"][0])


# --- artifacts


def test_save_and_load(tmp_path, no_grad):
    net = Net().eval()
    compiled = lith.to_static(net)
    x = torch.randn(2, 3)
    compiled(x)
    compiled.save(tmp_path / "net.lith")
    loaded = lith.load(tmp_path / "net.lith")
    torch.testing.assert_close(loaded(x), net(x))
    assert type(loaded(x.numpy())).__module__ == "numpy"
    with pytest.raises(TypeError):
        loaded(torch.ones(1, dtype=torch.int64))
    assert "forward" in loaded.schema or "Net" in loaded.schema


def test_save_before_the_first_call(tmp_path):
    program = lith.to_static(scaled, input_spec=[lith.InputSpec([None, 2])])
    lith.save(program, tmp_path / "scaled.lith")
    assert torch.equal(
        lith.load(tmp_path / "scaled.lith")(torch.ones(3, 2)), torch.full((3, 2), 2.0)
    )


def test_save_needs_an_example(tmp_path):
    with pytest.raises(lith.CompileError):
        lith.to_static(scaled).save(tmp_path / "x.lith")


def test_command_line(tmp_path):
    file = tmp_path / "twice.py"
    file.write_text("def f(x, n):\n    return x * n\n")
    out = tmp_path / "twice.lith"
    command = [sys.executable, "-m", "lith", "compile", f"{file}:f", "-o", str(out)]
    command += ["--input-spec", "float32[N,2]", "--input-spec", "3"]
    subprocess.run(command, check=True)
    assert torch.equal(lith.load(out)(torch.ones(1, 2), 5), torch.full((1, 2), 5.0))
    wrong = subprocess.run(
        [*command[:4], f"{file}:g", "-o", str(out)], capture_output=True, text=True
    )
    assert wrong.returncode == 1 and wrong.stderr.startswith("lith: ")


def test_stub_names_what_the_module_has():
    import ast

    from lith import _lith

    stub = ast.parse((lith_folder() / "_lith.pyi").read_text())
    named = {n.name: n for n in stub.body if isinstance(n, (ast.ClassDef, ast.FunctionDef))}
    assert set(named) == {n for n in vars(_lith) if not n.startswith("__")}
    for cls in (_lith.Callable, _lith.Model):
        members = {n.name for n in named[cls.__name__].body if isinstance(n, ast.FunctionDef)}
        extra = {n for n in vars(cls) if not n.startswith("__")} - members
        assert not extra, extra


def lith_folder():
    from pathlib import Path

    return Path(lith.__file__).parent


def test_mapping_proxies_are_guarded_by_their_keys():
    import types

    table = {"a": 1.0}
    view = types.MappingProxyType(table)

    def f(x):
        return x * len(view) + sum(view.values())

    compiled = lith.to_static(f)
    assert compiled(torch.ones(1)).item() == 2
    table["b"] = 3.0
    assert compiled(torch.ones(1)).item() == 6


def test_compiling_calls_no_repr_of_the_users():
    class Config:
        def __init__(self):
            self.entries, self.calls = {"a": 1}, 0

        def __repr__(self):
            self.entries["shown"] = True
            return "Config"

        def scaled(self, x):
            self.calls += 1
            return x * len(self.entries)

    config = Config()
    compiled = lith.to_static(config.scaled)
    assert compiled(torch.ones(1)).item() == 1
    assert compiled(torch.ones(1)).item() == 1
    assert config.calls == 2
    assert list(config.entries) == ["a"]


Pair = collections.namedtuple("Pair", "first second")


@dataclasses.dataclass
class Held:
    value: object
    sizes: object


def test_instances_from_an_artifact(tmp_path):
    def f(x):
        return Held(x + 1, x.shape), Pair(x, x.dtype), {"size": x.size()}

    program = lith.to_static(f)
    program(torch.ones(2))
    program.save(tmp_path / "held.lith")
    held, pair, sizes = lith.load(tmp_path / "held.lith")(torch.ones(3))
    assert type(held).__name__ == "Held" and held.value.tolist() == [2, 2, 2]
    assert type(held.sizes) is torch.Size and sizes == {"size": torch.Size([3])}
    assert type(pair).__name__ == "Pair" and pair[1] is torch.float32


def test_freeze_does_not_see_later_changes() -> None:
    class Counting(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.linear = torch.nn.Linear(4, 3)
            self.count = torch.zeros(1)

        def forward(self, x):
            self.count.add_(1)
            return self.linear(x) + self.count

    module, x = Counting().eval(), torch.randn(2, 4)
    with torch.inference_mode():
        program = lith.to_static(module, freeze=True)
        first = program(x)
        module.linear.weight.zero_()
        module.linear.bias.data = torch.zeros(3)
        torch.testing.assert_close(program(x), first + 1)  # what the program writes is no constant
    assert module.count.item() == 2


class Odd(ValueError):
    def __init__(self, a, b):
        super().__init__(a, b)
        self.extra = b


def test_exceptions_from_an_artifact(tmp_path):
    def f(x, key):
        class Local(KeyError):
            pass

        if x.sum() > 2:
            raise Odd("sum", 3)
        if x.sum() > 1:
            raise Local("near", 1)
        return {"a": x}[key]

    program = lith.to_static(f)
    x = torch.ones(3)
    with pytest.raises(Odd) as caught:
        program(x, "a")
    assert caught.value.args == ("sum", 3) and caught.value.extra == 3
    program(-x, "a")
    with pytest.raises(KeyError):
        program(-x, "b")
    program.save(tmp_path / "f.lith")
    loaded = lith.load(tmp_path / "f.lith")
    with pytest.raises(Odd) as caught:
        loaded(x, "a")
    assert caught.value.args == ("sum", 3) and caught.value.extra == 3
    with pytest.raises(KeyError) as missing:
        loaded(-x, "b")
    assert str(missing.value) == "'b'"
    with pytest.raises(KeyError) as local:
        loaded(x / 2, "a")
    assert type(local.value).__name__ == "Local" and local.value.args == ("near", 1)


def test_parameters_from_an_artifact(tmp_path):
    class Holder(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.weight = torch.nn.Parameter(torch.ones(2))
            self.register_buffer("mask", torch.zeros(2))

        def forward(self, x):
            return self.weight, self.mask, x + 1, self.weight

    program = lith.to_static(Holder())
    program(torch.ones(2))
    program.save(tmp_path / "m.lith")
    weight, mask, _, again = lith.load(tmp_path / "m.lith")(torch.ones(2))
    assert type(weight) is torch.nn.Parameter and weight.requires_grad and weight is again
    assert type(mask) is torch.Tensor and not mask.requires_grad


def test_tensors_of_the_caller_change_their_geometry():
    def f(x, p):
        x.t_().unsqueeze_(0)
        p.data = p.data * 2
        p.grad = torch.ones_like(p)
        return x

    x, p = torch.ones(2, 1), torch.nn.Parameter(torch.ones(3))
    assert lith.to_static(f)(x, p) is x and x.shape == (1, 1, 2)
    assert p.tolist() == [2, 2, 2] and p.grad.tolist() == [1, 1, 1]


def test_explain_as_a_page(tmp_path):
    program = lith.to_static(lambda x: x + 1)
    program(torch.ones(2))
    program.explain(path=tmp_path / "page.html")
    text = (tmp_path / "page.html").read_text()
    assert text.startswith("<!doctype html>") and "lith.add" in text and "x + 1" in text


def test_random_numbers_are_torchs():
    def f(x):
        noise = torch.rand(3) + torch.randn(2, 1)
        return (
            torch.nn.functional.dropout(x, 0.5) + noise,
            torch.randint(0, 9, (4,)),
            torch.randperm(5),
        )

    program = lith.to_static(f)
    x = torch.ones(2, 3)
    program(x)
    for seed in (0, 1):
        torch.manual_seed(seed)
        expected, after = f(x), torch.rand(1)
        torch.manual_seed(seed)
        for got, want in zip((*program(x), torch.rand(1)), (*expected, after), strict=True):
            assert torch.equal(got, want)


def test_script_with_annotations(tmp_path):
    @lith.script
    def f(x, n: int, scale: float = 2.0, flag: bool = False) -> torch.Tensor:
        for _ in range(n):
            x = x * scale if flag else x + 1
        return x

    assert f(torch.zeros(2), 3).tolist() == [3, 3]
    assert f(torch.ones(2), 2, flag=True).tolist() == [4, 4]
    f.save(tmp_path / "f.lith")
    assert lith.load(tmp_path / "f.lith")(torch.zeros(1), 4).tolist() == [4]


@pytest.mark.parametrize(
    "make",
    [
        lambda z: z.conj().imag,
        lambda z: z.conj().imag[0, 0],
        lambda z: z.conj().imag.as_strided((2, 3), (3, 1)),
        lambda z: torch._neg_view(torch.ones(4)),
    ],
    ids=["matrix", "number", "strides of 1", "whole"],
)
def test_memory_of_negated_elements_is_not_read(make):
    """The imaginary part of a conjugated tensor has its elements negated, in memory that is not."""
    compiled = lith.to_static(scaled)
    compiled(torch.ones(4))
    view = make(torch.ones(2, 3, dtype=torch.complex64))
    assert view.is_neg()
    with pytest.raises(lith.CompileError):
        compiled(view)
    assert compiled(view.resolve_neg()).equal(scaled(view))


def test_programs_run_without_torch(tmp_path) -> None:
    """Before torch is imported, and after."""
    file = tmp_path / "plain.py"
    file.write_text(
        "import sys, lith\n"
        "def total(numbers, n):\n"
        "    return sum(numbers) + n\n"
        "program = lith.to_static(total)\n"
        "assert program([1, 2], 3) == 6 and 'torch' not in sys.modules\n"
        "import torch\n"
        "assert program([1, 2], 4) == 7\n"
    )
    subprocess.run([sys.executable, str(file)], check=True)


class Converting(torch.nn.Module):
    """Replaces a list of its own at each call, and reads the new one."""

    def __init__(self) -> None:
        super().__init__()
        self.cells, self.other = [torch.ones(2), torch.zeros(3)], [torch.ones(1)]

    def forward(self, x):
        self.cells = [cell.to(x.dtype) for cell in self.cells]
        self.cells[0] = self.cells[0] + 1
        return x + self.cells[0].sum(), self.other[0]


def test_list_replaced_at_each_call(no_grad) -> None:
    eager, module = Converting(), Converting()
    program = lith.to_static(module)
    for i in range(6):
        x = torch.full((2,), float(i))
        assert all(map(torch.equal, eager(x), program(x)))
    assert len(program.get_debug_state().programs) == 2
    for each in (eager, module):  # one list in both places is another program
        each.other = each.cells
    for _ in range(2):
        assert all(map(torch.equal, eager(x), program(x)))


def test_results_follow_what_went_into_them() -> None:
    weight = torch.nn.Parameter(torch.ones(2))

    @lith.to_static
    def f(x):
        return x * weight, x + 1, [x - 1]

    product, plain, listed = f(torch.ones(2))
    assert product.requires_grad and not plain.requires_grad and not listed[0].requires_grad


def test_module_that_is_made_at_its_first_call() -> None:
    module = torch.nn.LazyLinear(3)
    with pytest.raises(lith.CompileError, match="call the module once before"):
        lith.to_static(module)(torch.ones(2, 4))
    expected = module(torch.ones(2, 4))
    assert torch.equal(lith.to_static(module)(torch.ones(2, 4)), expected)
