"""The host that the stage asks about Python objects, without the stage."""

import collections
import dataclasses
import enum
import functools
import math
import operator
import re

import _lith_probe as probe
import pytest
import torch

KINDS = (
    "None Bool Int Float Complex Str Bytes Ellipsis NotImplemented Tuple List Dict Set FrozenSet "
    "Slice Range Size Class Function BuiltinFunction BoundMethod SlotWrapper Property ClassMethod "
    "StaticMethod Partial Cell Module MappingProxy Iterator Code DType Device Layout MemoryFormat "
    "Generator Tensor Parameter Instance Other"
).split()


class Color(enum.Enum):
    RED = 1


class Slotted:
    __slots__ = ("a",)

    @property
    def p(self):
        return 1

    @classmethod
    def c(cls): ...

    @staticmethod
    def s(): ...


@dataclasses.dataclass
class Point:
    x: int
    y: int = 2


class Loud:
    """Every operator is the user's code, which must not run."""

    def __eq__(self, other):
        raise AssertionError("ran")

    def __hash__(self):
        raise AssertionError("ran")

    def __getattr__(self, name):
        raise AssertionError("ran")

    def __getattribute__(self, name):
        raise AssertionError("ran")


@pytest.fixture
def host():
    return probe.Host()


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        (None, "None"), (True, "Bool"), (3, "Int"), (1.5, "Float"), (1j, "Complex"), ("s", "Str"),
        (b"b", "Bytes"), (..., "Ellipsis"), (NotImplemented, "NotImplemented"), ((), "Tuple"),
        ([], "List"), ({}, "Dict"), (set(), "Set"), (frozenset(), "FrozenSet"),
        (slice(1), "Slice"), (range(3), "Range"), (torch.Size([1]), "Size"), (int, "Class"),
        (Color, "Class"), (lambda: 0, "Function"), (len, "BuiltinFunction"),
        ([].append, "BuiltinFunction"), ("".__str__, "BuiltinFunction"),
        (torch.nn.Linear(1, 1).forward, "BoundMethod"), (list.append, "SlotWrapper"),
        (int.__add__, "SlotWrapper"), (Slotted.a, "SlotWrapper"), (Slotted.__dict__["p"], "Property"),
        (Slotted.__dict__["c"], "ClassMethod"), (Slotted.__dict__["s"], "StaticMethod"),
        (functools.partial(len), "Partial"), (math, "Module"), (Slotted.__dict__, "MappingProxy"),
        (iter([]), "Iterator"), (zip(), "Iterator"), (torch.float32, "DType"),
        (torch.device("cpu"), "Device"), (torch.strided, "Layout"),
        (torch.contiguous_format, "MemoryFormat"), (torch.Generator(), "Generator"),
        (torch.ones(1), "Tensor"), (torch.nn.Parameter(torch.ones(1)), "Parameter"),
        (Slotted(), "Instance"), (Color.RED, "Instance"), (torch.nn.Linear(1, 1), "Instance"),
        (collections.OrderedDict(), "Instance"), (ValueError(1), "Instance"),
        (collections.namedtuple("N", "a")(1), "Instance"),
        (re.compile(""), "Other"), (operator.itemgetter(1), "Other"),
    ],
)  # fmt: skip
def test_kind(host, value, kind):
    assert KINDS[host.kind(value)] == kind


@pytest.mark.parametrize(
    ("value", "name"),
    [
        (torch.add, "torch.add"), (torch._C._nn.gelu, "torch._C._nn.gelu"),
        (torch.Tensor.add, "torch.Tensor.add"), (torch.nn.functional.softmax, "torch.nn.functional.softmax"),
        (math.sqrt, "math.sqrt"), (len, "builtins.len"), ([].append, "builtins.list.append"),
        (list.append, "builtins.list.append"), (operator.add, "operator.add"), (int, "builtins.int"),
        (torch.Tensor, "torch.Tensor"), (torch.nn.Linear, "torch.nn.modules.linear.Linear"),
        (math, "math"), (torch._VF.gru, "torch.gru"),
    ],
)  # fmt: skip
def test_qualified_name(host, value, name):
    assert host.qualified_name(value) == name


def test_slots_and_dicts(host):
    slotted = Slotted()
    assert host.slot(slotted, "a") is None
    slotted.a = 5
    assert host.slot(slotted, "a") == 5
    assert host.slot(test_kind, "__name__") == "test_kind"
    assert host.slot(int, "__name__") == "int"
    assert host.slot(slotted, "p") is None  # a property is the user's code
    point = Point(1)
    assert host.instance_dict(point) is point.__dict__
    assert host.instance_dict(slotted) is None
    assert host.instance_dict(math) is math.__dict__
    loud = Loud()
    assert host.instance_dict(loud) == {} and KINDS[host.kind(loud)] == "Instance"
    assert host.slot(torch.ones(2), "requires_grad") is False


def test_payload(host):
    ordered = collections.OrderedDict(a=1, b=2)
    ordered.move_to_end("a")
    assert list(host.payload(ordered)) == ["b", "a"]
    assert type(host.payload(ordered)) is dict
    pair = collections.namedtuple("Pair", "a b")(1, 2)
    assert type(host.payload(pair)) is tuple
    assert host.payload(ValueError("x", 1)) == ("x", 1)
    assert host.payload(Point(1)) is None


def test_constants_run_no_user_code(host):
    loud = Loud()
    assert not host.equal(loud, 1)
    assert host.equal(loud, loud)
    assert not host.hashable(loud)
    assert host.equal((1, "a"), (1.0, "a"))
    assert (
        host.hashable(Color.RED) and host.hashable(int) and host.hashable((1, None, torch.float32))
    )
    assert not host.hashable([1])


def test_lookup(host):
    assert host.lookup("torch.nn.functional.softmax") is torch.nn.functional.softmax
    assert host.lookup("torch.Tensor.add") is torch.Tensor.__base__.__dict__["add"]
    assert host.lookup("no.such.thing") is None
    assert host.lookup("math") is math


def test_apply(host):
    assert host.apply("//", 7, -2) == (True, -4, None, None)
    assert host.apply("not", []) == (True, True, None, None)
    assert host.apply("in", 1, [1]) == (True, True, None, None)
    ok, _, cls, args = host.apply("//", 1, 0)
    assert not ok and cls is ZeroDivisionError and args == ("integer division or modulo by zero",)
    ok, _, cls, args = host.call(int, "x")
    assert cls is ValueError


def test_function(host):
    captured = 3

    def f(a, b, /, c=1, *args, d, e: int = 5, **kw):
        return captured

    info = host.function(f)
    assert [(p[0], p[1], p[2]) for p in info["parameters"]] == [
        (0, "a", None), (0, "b", None), (1, "c", 1), (2, "args", None), (3, "d", None),
        (3, "e", 5), (4, "kw", None),
    ]  # fmt: skip
    assert info["parameters"][5][3] in (int, "int")
    assert info["closure"][0][0] == "captured"


def test_tensor(host):
    base = torch.arange(12).reshape(3, 4)
    view = base[1:, ::2]
    info = host.tensor(view)
    assert info["sizes"] == [2, 2] and info["strides"] == [4, 2] and info["offset"] == 4
    assert info["storage"] == host.tensor(base)["storage"] and info["supported"]
    assert not host.tensor(torch.ones(2).to_sparse())["supported"]
    assert host.tensor(torch.nn.Parameter(torch.ones(1)))["requires_grad"]


first, second = lambda x: x + 1, lambda x: x + 2


def test_source(host):
    file, text, line, keyword_line, column, name = host.source(test_source)
    assert file == __file__ and text.splitlines()[line - 1].startswith("def test_source")
    lines = text.splitlines()
    for function, body in ((first, "x + 1"), (second, "x + 2")):
        _, _, line, keyword_line, column, name = host.source(function)
        assert name == "<lambda>" and lines[keyword_line - 1][column:].startswith(
            "lambda x: " + body
        )


def test_source_of_generated_code(host):
    assert "generated at run time" in host.source(Point.__init__)


def test_edited_file_is_refused(host, tmp_path, monkeypatch):
    path = tmp_path / "edited_module.py"
    path.write_text("def f(x):\n    return x + 1\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    import edited_module

    assert host.source(edited_module.f)[0] == str(path)
    path.write_text("def f(x):\n    return x + 2\n")
    assert "was edited" in host.source(edited_module.f)


def test_source_from_linecache(host):
    import linecache

    text = "def g(x):\n    return x * 3\n"
    linecache.cache["<cell 7>"] = (len(text), None, text.splitlines(True), "<cell 7>")
    scope: dict = {}
    exec(compile(text, "<cell 7>", "exec"), scope)
    assert host.source(scope["g"])[1] == text
