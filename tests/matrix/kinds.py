"""The kinds of objects that a program can be given or read: two expressions each that make one.

The expressions are evaluated anew for each call, in a module that has begun with `PRELUDE` and the
kind's own `setup`. The second value takes another path than the first where the kind has any: it is
false, empty, or smaller.
"""

from __future__ import annotations

import dataclasses

PRELUDE = """\
from __future__ import annotations
import array, collections, copy, contextlib, contextvars, dataclasses, datetime, decimal, enum, fractions, functools
import itertools, json, logging, math, operator, os, pathlib, re, threading, types, typing, uuid, weakref
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
"""


@dataclasses.dataclass(frozen=True)
class Kind:
    name: str
    first: str
    second: str
    setup: str = ""
    is_common: bool = False  # models use it: few of its cells may be refused


KINDS: dict[str, Kind] = {}


def kind(name: str, first: str, second: str, setup: str = "", common: bool = False) -> None:
    assert name not in KINDS, name
    KINDS[name] = Kind(name, first, second, setup, common)


def _numbers() -> None:
    kind("bool", "True", "False", common=True)
    kind("int", "3", "0", common=True)
    kind("int_of_more_bits", "2**70", "-(2**70)")
    kind("float", "1.5", "0.0", common=True)
    kind("float_nan", "float('nan')", "float('inf')")
    kind("complex", "1+2j", "0j")
    kind("int_subclass", "Own(3)", "Own(0)", "class Own(int): pass")
    kind(
        "int_subclass_with_text",
        "Own(3)",
        "Own(0)",
        "class Own(int):\n    def __str__(self): return 'own'\n    def __repr__(self): return 'Own()'",
    )
    kind("float_subclass", "Own(1.5)", "Own(0.0)", "class Own(float): pass")
    kind("decimal", "decimal.Decimal('1.5')", "decimal.Decimal(0)")
    kind("fraction", "fractions.Fraction(3, 2)", "fractions.Fraction(0)")
    kind("numpy_int64", "np.int64(3)", "np.int64(0)", common=True)
    kind("numpy_int8", "np.int8(3)", "np.int8(0)", common=True)
    kind("numpy_float32", "np.float32(1.5)", "np.float32(0)", common=True)
    kind("numpy_float64", "np.float64(1.5)", "np.float64(0)", common=True)
    kind("numpy_bool", "np.bool_(True)", "np.bool_(False)", common=True)
    kind("numpy_complex", "np.complex128(1+2j)", "np.complex128(0)")


def _texts() -> None:
    kind("str", "'ab'", "''", common=True)
    kind("str_of_digits", "'12'", "'7'", common=True)
    kind("bytes", "b'ab'", "b''")
    kind("bytearray", "bytearray(b'ab')", "bytearray()")
    kind("memoryview", "memoryview(b'ab')", "memoryview(b'')")
    kind("str_subclass", "Own('ab')", "Own('')", "class Own(str): pass")
    kind("numpy_str", "np.str_('ab')", "np.str_('')")
    kind("pattern", "re.compile('a+')", "re.compile('b', re.I)")
    kind("match", "re.match('(a+)b', 'aab')", "re.match('(?P<x>c)', 'c')")


def _enums() -> None:
    kind("enum", "Own.A", "Own.B", "class Own(enum.Enum):\n    A = 'a'\n    B = 2", common=True)
    kind(
        "int_enum", "Own.A", "Own.B", "class Own(enum.IntEnum):\n    A = 1\n    B = 0", common=True
    )
    kind(
        "str_enum",
        "Own.A",
        "Own.B",
        "class Own(enum.StrEnum):\n    A = 'a'\n    B = 'b'",
        common=True,
    )
    kind(
        "str_and_enum",
        "Own.A",
        "Own.B",
        "class Own(str, enum.Enum):\n    A = 'a'\n    B = 'b'",
        common=True,
    )
    kind("flag", "Own.A | Own.B", "Own(0)", "class Own(enum.Flag):\n    A = 1\n    B = 2")
    kind("int_flag", "Own.A | Own.B", "Own(0)", "class Own(enum.IntFlag):\n    A = 1\n    B = 2")
    kind(
        "enum_with_methods",
        "Own.A",
        "Own.B",
        "class Own(enum.Enum):\n    A = 1\n    B = 2\n    def __str__(self): return 'own ' + self.name\n"
        "    @property\n    def a(self): return self.value * 10\n    def __bool__(self): return self.value == 1",
    )
    kind(
        "enum_class",
        "Own",
        "Other",
        "class Own(enum.Enum):\n    A = 1\nclass Other(enum.Enum): pass",
    )


def _containers() -> None:
    kind("tuple", "(1, 'a')", "()", common=True)
    kind("tuple_of_numbers", "(1, 2)", "(1, 0)", common=True)
    kind("list", "[1, 2]", "[]", common=True)
    kind("list_of_mixed", "[1, 'a']", "[None]")
    kind("list_of_tensors", "[torch.ones(2), torch.zeros(2)]", "[torch.ones(2)]", common=True)
    kind("dict", "{'a': 1}", "{}", common=True)
    kind("dict_of_numbers", "{1: 'one', 0: 'zero'}", "{2: 'two'}", common=True)
    kind("set", "{1, 2}", "set()")
    kind("frozenset", "frozenset((1, 2))", "frozenset()")
    kind("range", "range(3)", "range(0)", common=True)
    kind("slice", "slice(0, 2)", "slice(None)", common=True)
    kind("deque", "collections.deque([1, 2], maxlen=3)", "collections.deque()")
    kind("ordered_dict", "collections.OrderedDict(a=1)", "collections.OrderedDict()", common=True)
    kind("defaultdict", "collections.defaultdict(list, a=[1])", "collections.defaultdict(int)")
    kind("counter", "collections.Counter('aab')", "collections.Counter()")
    kind("chain_map", "collections.ChainMap({'a': 1}, {'b': 2})", "collections.ChainMap()")
    kind("mapping_proxy", "types.MappingProxyType({'a': 1})", "types.MappingProxyType({})")
    kind("array", "array.array('i', [1, 2])", "array.array('i')")
    kind(
        "named_tuple",
        "Own(1, 'b')",
        "Own(0, '')",
        "Own = collections.namedtuple('Own', 'a b')",
        common=True,
    )
    kind(
        "typed_named_tuple",
        "Own(1)",
        "Own(0, 'c')",
        "class Own(typing.NamedTuple):\n    a: int\n    b: str = 'b'\n    def double(self): return self.a * 2",
        common=True,
    )
    for base, first, second in (("tuple", "Own((1, 2))", "Own()"), ("list", "Own([1, 2])", "Own()"),
                                ("dict", "Own(a=1)", "Own()"), ("set", "Own({1})", "Own()"),
                                ("frozenset", "Own({1})", "Own()")):  # fmt: skip
        kind(f"{base}_subclass", first, second, f"class Own({base}): pass")
    kind(
        "dict_with_attributes",
        "Own(a=1)",
        "Own()",
        "class Own(dict):\n    def __getattr__(self, name):\n        try: return self[name]\n"
        "        except KeyError: raise AttributeError(name)\n    def __setattr__(self, name, value): self[name] = value",
    )
    kind(
        "list_subclass_with_methods",
        "Own([1, 2])",
        "Own()",
        "class Own(list):\n    def __len__(self): return 7\n    def __str__(self): return 'own'\n    a = 5",
    )
    kind("dict_keys", "{'a': 1}.keys()", "{}.keys()")
    kind("dict_items", "{'a': 1}.items()", "{}.items()")
    kind("iterator", "iter([1, 2])", "iter([])")
    kind("generator", "(i for i in (1, 2))", "(i for i in ())")
    kind("zip", "zip([1], 'a')", "zip()")


def _times_and_places() -> None:
    kind("date", "datetime.date(2020, 1, 2)", "datetime.date(2019, 1, 2)")
    kind("datetime", "datetime.datetime(2020, 1, 2, 3)", "datetime.datetime(2019, 1, 2)")
    kind("timedelta", "datetime.timedelta(days=1)", "datetime.timedelta()")
    kind("time", "datetime.time(1, 2)", "datetime.time()")
    kind("timezone", "datetime.timezone.utc", "datetime.timezone(datetime.timedelta(hours=1))")
    kind("path", "pathlib.Path('a/b.txt')", "pathlib.Path('.')", common=True)
    kind("pure_path", "pathlib.PureWindowsPath('a/b')", "pathlib.PureWindowsPath('c')")
    kind("uuid", "uuid.UUID(int=5)", "uuid.UUID(int=0)")
    kind("numpy_datetime", "np.datetime64('2020-01-02')", "np.datetime64('2019-01-02')")


def _tensors() -> None:
    kind("tensor", "torch.tensor([1., 2.])", "torch.tensor([0., 1.])", common=True)
    kind("tensor_of_one", "torch.tensor(1.5)", "torch.tensor(0.)", common=True)
    kind("tensor_of_ints", "torch.tensor([1, 0])", "torch.tensor([0, 1])", common=True)
    kind("tensor_int", "torch.tensor(1)", "torch.tensor(0)", common=True)
    kind(
        "tensor_of_bools",
        "torch.tensor([True, False])",
        "torch.tensor([False, False])",
        common=True,
    )
    kind("tensor_empty", "torch.zeros(0)", "torch.zeros(0, 2)")
    kind("tensor_matrix", "torch.arange(4.).view(2, 2)", "torch.arange(6.).view(2, 3)[:, 1:]")
    kind("tensor_complex", "torch.tensor([1+2j])", "torch.tensor([0j])")
    kind("tensor_bfloat16", "torch.tensor([1.5, 2.7]).bfloat16()", "torch.zeros(2).bfloat16()")
    kind("tensor_expanded", "torch.ones(1).expand(3)", "torch.zeros(1).expand(2)")
    kind(
        "tensor_with_gradient",
        "torch.tensor([1., 2.], requires_grad=True)",
        "torch.tensor([0.], requires_grad=True)",
    )
    kind(
        "tensor_subclass",
        "torch.ones(2).as_subclass(Own)",
        "torch.zeros(2).as_subclass(Own)",
        "class Own(torch.Tensor): pass",
    )
    kind("tensor_sparse", "torch.eye(2).to_sparse()", "torch.zeros(2).to_sparse()")
    kind(
        "tensor_quantized",
        "torch.quantize_per_tensor(torch.ones(2), 0.1, 0, torch.qint8)",
        "torch.quantize_per_tensor(torch.zeros(2), 0.1, 0, torch.qint8)",
    )
    kind("tensor_meta", "torch.ones(2, device='meta')", "torch.ones(3, device='meta')")
    kind(
        "parameter",
        "nn.Parameter(torch.tensor([1., 2.]))",
        "nn.Parameter(torch.tensor([0.]))",
        common=True,
    )
    kind("named_result", "torch.tensor([1., 2.]).max(0)", "torch.tensor([[1., 2.]]).sort(1)")
    kind("dtype", "torch.float32", "torch.int64", common=True)
    kind("device", "torch.device('cpu')", "torch.device('meta')", common=True)
    kind("size", "torch.Size([1, 2])", "torch.Size([])", common=True)
    kind("layout", "torch.strided", "torch.sparse_coo")
    kind("memory_format", "torch.channels_last", "torch.contiguous_format", common=True)
    kind(
        "generator_of_torch", "torch.Generator().manual_seed(1)", "torch.Generator().manual_seed(2)"
    )
    kind("finfo", "torch.finfo(torch.float32)", "torch.finfo(torch.float16)")
    kind("iinfo", "torch.iinfo(torch.int32)", "torch.iinfo(torch.int8)")
    kind("storage", "torch.ones(2).untyped_storage()", "torch.ones(0).untyped_storage()")
    kind("numpy_array", "np.array([1., 2.])", "np.array([0.])", common=True)
    kind("numpy_array_of_one", "np.array(1.5)", "np.array(0.)")
    kind("numpy_array_of_texts", "np.array(['a', 'b'])", "np.array([''])")
    kind("numpy_dtype", "np.dtype('float32')", "np.dtype('int8')")
    kind("numpy_type", "np.float32", "np.int8")


def _modules() -> None:
    kind(
        "linear",
        "torch.manual_seed(0) and nn.Linear(2, 2)",
        "torch.manual_seed(1) and nn.Linear(2, 1, bias=False)",
    )
    kind("sequential", "nn.Sequential(nn.ReLU(), nn.Identity())", "nn.Sequential()")
    kind("module_list", "nn.ModuleList([nn.ReLU()])", "nn.ModuleList()")
    kind("module_dict", "nn.ModuleDict({'a': nn.ReLU()})", "nn.ModuleDict()")
    kind("parameter_list", "nn.ParameterList([torch.ones(2)])", "nn.ParameterList()")
    kind("parameter_dict", "nn.ParameterDict({'a': torch.ones(2)})", "nn.ParameterDict()")
    kind("batch_norm", "nn.BatchNorm1d(2)", "nn.BatchNorm1d(2).eval()")
    kind(
        "own_module",
        "Own(2)",
        "Own(0)",
        "class Own(nn.Module):\n    def __init__(self, a):\n        super().__init__()\n        self.a = a\n"
        "        self.w = nn.Parameter(torch.ones(2))\n    def forward(self, x=1): return x * self.a",
    )
    kind("scripted_module", "torch.jit.script(nn.ReLU())", "torch.jit.script(nn.Tanh())")
    kind(
        "scripted_function",
        "scripted",
        "scripted_too",
        "def own(x: torch.Tensor): return x + 1\ndef other(x: torch.Tensor): return x + 2\n"
        "scripted, scripted_too = torch.jit.script(own), torch.jit.script(other)",
    )
    kind(
        "optimizer",
        "torch.optim.SGD([torch.ones(2, requires_grad=True)], lr=0.1)",
        "torch.optim.Adam([torch.ones(2, requires_grad=True)])",
    )


def _functions() -> None:
    kind("function", "own", "other", "def own(a=1): return a\ndef other(a=2, *b, c=3): 'doc'")
    kind("lambda", "lambda a=1: a", "lambda: 0")
    kind(
        "closure",
        "make(1)",
        "make(0)",
        "def make(n):\n    def inner(a=2): return a + n\n    return inner",
    )
    kind("builtin", "len", "abs")
    kind("function_of_torch", "torch.relu", "torch.add")
    kind("function_in_python_of_torch", "F.relu", "F.softmax")
    kind(
        "method",
        "Own(1).get",
        "Own(0).get",
        "class Own:\n    def __init__(self, a): self.a = a\n    def get(self, b=1): return self.a + b",
    )
    kind(
        "class_method",
        "Own.make",
        "Own.other",
        "class Own:\n    @classmethod\n    def make(cls, a=1): return a\n    @staticmethod\n    def other(a=2): return a",
    )
    kind("method_of_list", "[1, 2].index", "'ab'.upper")
    kind("method_descriptor", "str.upper", "list.append")
    kind(
        "partial",
        "functools.partial(own, 1)",
        "functools.partial(own, b=2)",
        "def own(a=0, b=1): return a, b",
    )
    kind(
        "cached",
        "own",
        "other",
        "@functools.lru_cache\ndef own(a=1): return a\n@functools.wraps(own)\ndef other(*a): return own(*a)",
    )
    kind(
        "single_dispatch",
        "own",
        "own",
        "@functools.singledispatch\ndef own(a): return 'any'\n@own.register\ndef _(a: int): return 'int'",
    )
    kind("attribute_getter", "operator.attrgetter('a')", "operator.itemgetter(0)")
    kind("type_int", "int", "str", common=True)
    kind(
        "type_own",
        "Own",
        "Other",
        "class Own:\n    a = 1\nclass Other(Own):\n    def __init__(self, b=2): self.b = b",
        common=True,
    )
    kind("type_of_torch", "nn.ReLU", "torch.Tensor")
    kind("type_of_exception", "ValueError", "KeyError")
    kind(
        "type_with_meta_class",
        "Own",
        "Other",
        "class Meta(type):\n    def __len__(cls): return 3\n    def __iter__(cls): return iter((1, 2))\n"
        "    def __call__(cls, *a): return 'made'\nclass Own(metaclass=Meta): pass\nclass Other(Own): a = 1",
    )
    kind("generic_alias", "list[int]", "typing.Optional[int]")
    kind("type_variable", "typing.TypeVar('T')", "typing.Any")
    kind("module", "math", "operator")
    kind("ufunc", "np.add", "np.exp")


def _own_classes() -> None:
    def own(
        name: str, body: str, first: str = "Own()", second: str = "Own(0)", common: bool = False
    ) -> None:
        start = "class Own:\n    def __init__(self, a=1): self.a = a\n"
        kind(
            name,
            first,
            second,
            start + "".join(f"    {line}\n" for line in body.splitlines()),
            common,
        )

    own("plain", "pass")
    own("with_eq", "def __eq__(self, other): return isinstance(other, Own) and self.a == other.a")
    own(
        "with_eq_and_hash",
        "def __eq__(self, other): return getattr(other, 'a', other) == self.a\ndef __hash__(self): return hash(self.a)",
    )
    own("with_bool", "def __bool__(self): return self.a > 0")
    own("with_len", "def __len__(self): return self.a")
    own("with_iter", "def __iter__(self): return iter([self.a, 2])")
    own("with_generator", "def __iter__(self):\n    yield self.a\n    yield 2")
    own(
        "with_next",
        "def __iter__(self): return self\ndef __next__(self):\n    self.a += 1\n    if self.a > 3: raise StopIteration\n    return self.a",
    )
    own(
        "with_getitem",
        "def __getitem__(self, i):\n    if i == 3: raise IndexError(i)\n    return (self.a, i)",
    )
    own(
        "with_setitem",
        "def __setitem__(self, i, v): self.a = (i, v)\ndef __delitem__(self, i): self.a = i",
    )
    own("with_contains", "def __contains__(self, v): return v == self.a")
    own("with_call", "def __call__(self, *args, **named): return self.a, len(args), sorted(named)")
    own(
        "with_getattr",
        "def __getattr__(self, name):\n    if name.startswith('__'): raise AttributeError(name)\n    return 'got ' + name",
    )
    own(
        "with_getattribute",
        "def __getattribute__(self, name):\n    if name == 'value': return 'value'\n    return object.__getattribute__(self, name)",
    )
    own("with_setattr", "def __setattr__(self, name, value): self.__dict__[name] = (value, 1)")
    own(
        "with_texts",
        "def __str__(self): return 'str'\ndef __repr__(self): return 'repr'\ndef __format__(self, spec): return 'format ' + spec",
    )
    own("with_repr", "def __repr__(self): return f'Own({self.a})'")
    own(
        "with_arithmetic",
        "def __add__(self, o): return 'add'\ndef __radd__(self, o): return 'radd'\ndef __mul__(self, o): return NotImplemented\n"
        "def __neg__(self): return 'neg'\ndef __iadd__(self, o): self.a = 9; return self",
    )
    own(
        "with_order",
        "def __lt__(self, o): return self.a < getattr(o, 'a', o)\ndef __gt__(self, o): return self.a > getattr(o, 'a', o)",
    )
    own("with_index", "def __index__(self): return self.a")
    own(
        "with_numbers",
        "def __int__(self): return 5\ndef __float__(self): return 2.5\ndef __round__(self, n=None): return 'round'\ndef __abs__(self): return 'abs'",
    )
    own("with_manager", "def __enter__(self): return self.a\ndef __exit__(self, *e): return True")
    own(
        "with_property",
        "@property\ndef name(self): return self.a\n@property\ndef value(self): raise AttributeError('none')",
    )
    own("with_slots", "pass", "Own()", "Own.__new__(Own)")
    KINDS["with_slots"] = dataclasses.replace(
        KINDS["with_slots"],
        setup="class Own:\n    __slots__ = ('a', 'b')\n    def __init__(self, a=1): self.a = a",
    )
    own(
        "with_class_getitem",
        "def __class_getitem__(cls, i): return i\ndef __copy__(self): return 'copy'\ndef __deepcopy__(self, memo): return 'deep'",
    )
    own(
        "with_torch_function",
        "@classmethod\ndef __torch_function__(cls, f, types, args=(), kwargs=None): return f.__name__",
    )
    own("with_array", "def __array__(self, dtype=None, copy=None): return np.array([1., 2.])")
    decorated = "@dataclasses.dataclass{}\nclass Own:\n    a: int = 1\n    name: str = 'n'"
    for name, options in (("dataclass", ""), ("dataclass_frozen", "(frozen=True)"), ("dataclass_ordered", "(order=True)"),
                          ("dataclass_with_slots", "(slots=True)"), ("dataclass_without_eq", "(eq=False)")):  # fmt: skip
        kind(name, "Own()", "Own(0, '')", decorated.format(options), common=True)
    kind("namespace", "types.SimpleNamespace(a=1)", "types.SimpleNamespace()")
    kind(
        "plain_with_tensor",
        "Own(torch.ones(2))",
        "Own(torch.zeros(2))",
        "class Own:\n    def __init__(self, a): self.a = a",
    )
    kind(
        "protocol",
        "Own()",
        "Other()",
        "class Has(typing.Protocol):\n    a: int\nclass Own(Has):\n    a = 1\nclass Other: pass",
    )
    kind(
        "generic",
        "Own(1)",
        "Own[int](0)",
        "T = typing.TypeVar('T')\nclass Own(typing.Generic[T]):\n    def __init__(self, a): self.a = a",
    )


def _others() -> None:
    kind("none", "None", "None", common=True)
    kind("ellipsis", "...", "...", common=True)
    kind("not_implemented", "NotImplemented", "NotImplemented")
    kind("object", "object()", "object()")
    kind("exception", "ValueError('a')", "ValueError()")
    kind("key_error", "KeyError('a')", "KeyError(1, 2)")
    kind("os_error", "OSError(2, 'no', 'file')", "OSError()")
    kind(
        "own_exception",
        "Own('a')",
        "Own('b', 2)",
        "class Own(ValueError):\n    def __init__(self, m, a=1):\n        super().__init__(m)\n        self.a = a",
    )
    kind("lock", "threading.Lock()", "threading.RLock()")
    kind(
        "thread_local",
        "made(1)",
        "made(0)",
        "def made(a):\n    local = threading.local()\n    local.a = a\n    return local",
    )
    kind(
        "context_variable",
        "var",
        "other",
        "var = contextvars.ContextVar('var', default=1)\nother = contextvars.ContextVar('other')",
    )
    kind(
        "weak_reference",
        "weakref.ref(kept)",
        "weakref.ref(other)",
        "class Own: a = 1\nkept, other = Own(), Own()",
    )
    kind(
        "weak_proxy",
        "weakref.proxy(kept)",
        "weakref.proxy(other)",
        "class Own: a = 1\nkept, other = Own(), Own()",
    )
    kind("logger", "logging.getLogger('a')", "logging.getLogger('b')")
    kind("property", "property(len)", "property()")
    kind("repeat", "itertools.repeat(1, 2)", "itertools.repeat(None, 0)")
    kind("null_context", "contextlib.nullcontext(1)", "contextlib.nullcontext()")
    kind("environment", "os.environ", "os.environ")


for _make in (_numbers, _texts, _enums, _containers, _times_and_places, _tensors, _modules, _functions,
              _own_classes, _others):  # fmt: skip
    _make()
