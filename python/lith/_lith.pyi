from collections.abc import Sequence
from typing import Any, Self

class Callable:
    __wrapped__: Any
    def __new__(
        cls,
        target: Any,
        freeze: bool = False,
        scripted: bool = False,
        input_spec: list[Any] | dict[str, Any] | None = None,
        drop_self: bool = False,
    ) -> Self: ...
    def __call__(self, *args: Any, **kwargs: Any) -> Any: ...
    def __get__(self, instance: Any, owner: type | None = None) -> Any: ...
    def _clear(self) -> None:
        """Drops all compiled programs."""
    @property
    def _input_spec(self) -> list[Any] | dict[str, Any] | None:
        """The input_spec that was given, or None."""
    @property
    def _programs(self) -> list[tuple[Any, ...]]:
        """The fields of CompiledProgram, of each program, the most recently used first."""

class Loaded:
    """Calls a model."""

    def __init__(self, model: Model, method: str = "") -> None: ...
    def __call__(self, *args: Any, **kwargs: Any) -> Any: ...
    _model: Model

class Model:
    """A loaded artifact with one copy of its mutable state."""

    def instance(self) -> Model:
        """Another copy of the mutable state, as it was saved."""
    def has_method(self, method: str) -> bool:
        """Whether there is a method of this name, or could be one."""
    @property
    def name(self) -> str: ...
    @property
    def manifest(self) -> str: ...
    @property
    def signatures(self) -> list[str]: ...
    @property
    def graphs(self) -> list[str]: ...
    @property
    def sources(self) -> list[tuple[str, str]]: ...

def describe_graph(text: str, compiled: bool) -> str:
    """The graph in JSON, as driver/Graph.h says; RuntimeError: it cannot be read."""

def syntax_tree(text: str, file: str, line: int, column: int) -> str:
    """The function whose code begins at a line, or a lambda at a column (else -1), as an
    S-expression."""

def explain_code(code: str) -> str:
    """The page of a diagnostic such as "LTH0204"; KeyError for one that is not there."""

def forget_module(cls: int) -> None:
    """Undoes register_module; takes id(cls), since the class has gone."""

def load(path: str) -> Model:
    """Opens an artifact."""

def num_threads() -> int:
    """How many threads a program may use."""

def register_module(cls: type, original: Any) -> None:
    """Makes instances of `cls` stand for the module `original` inside of compiled programs."""

def register_scripted(
    *types: type,
    twin_of: Any,
    flush: Any,
    original_of: Any,
    class_seen: Any,
) -> None:
    """Makes modules, traced ones and functions of TorchScript stand for what `twin_of` gives of
    them; the last of four types is that of modules of twins."""

def scripted_code(module: str, text: str) -> str:
    """A module of an archive's code as Python that the compiler takes."""

def scripted_name(name: str) -> str:
    """A dotted name as it is in `scripted_code`."""

def import_torchscript(name: str, bytes: bytes | None) -> Model:
    """The module of an archive of TorchScript, compiled as calls need it."""

def save_model(model: Model, beside: dict[str, Any], path: str) -> None:
    """Writes what is compiled of a model that grows."""

def states(model: Model) -> list[tuple[str, int, int]]:
    """The tensors of the module's state: name, StateName::Kind, number of the weight."""

def shape_of(model: Model, weight: int) -> tuple[str, tuple[int, ...]]:
    """The dtype and sizes of a weight."""

def weight(model: Model, weight: int) -> Any:
    """A copy of a weight as it is now."""

def set_weight(model: Model, weight: int, tensor: Any) -> None:
    """Gives a weight the elements of a tensor of its dtype and sizes."""

def attribute(model: Model, name: str) -> Any:
    """A number or text that the module has; KeyError where it has none of this name."""

def verify(model: Model) -> list[tuple[str, bool, float, float, float, str]]:
    """Of each example: method, whether it agrees, absolute, relative, seconds, message."""

def compare_example(
    model: Model, example: int, result: Any
) -> tuple[bool, float, float, float, str]:
    """The result of an example against another one, as `verify` has it."""

def metadata(model: Model) -> dict[str, str]: ...
def extra_files(model: Model) -> dict[str, bytes]: ...
def save(
    name: str,
    methods: Sequence[tuple[str, Callable, Sequence[Any]]],
    state: tuple[Any, Sequence[tuple[str, Any, int]], Sequence[tuple[str, Any]]],
    beside: dict[str, Any],
    path: str,
) -> None:
    """Compiles a program for each example call of each method and writes an artifact."""

def forward(ctx: Any, graph: Any, results: tuple[Any, ...], *inputs: Any) -> tuple[Any, ...]:
    """Of lith._gradients.Call: `results`, which are there already."""

def backward(ctx: Any, *grad_outputs: Any) -> tuple[Any, ...]:
    """Of lith._gradients.Call: the gradients of the inputs, after None for the other arguments."""

def kept_storages(graph: Any) -> list[tuple[int, int]]:
    """(address, bytes) of what the nodes of a graph have saved, each storage once."""

def set_num_threads(count: int) -> None:
    """Sets how many threads a program may use; 1 runs it on the caller's."""
