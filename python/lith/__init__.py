"""Lith: Python deep-learning code as static native programs.

`to_static` compiles a function or a model; `save` writes it to one file that runs
without Python, PyTorch or the compiler; `load` reads it.
"""

from . import _interpreter  # noqa: F401  (an error that says why, where there is no module for it)
from . import _progress  # noqa: F401  (compiled in place of tqdm)
from ._artifact import load, save
from ._doors import is_compiling, script, to_static
from ._errors import CompileError
from ._graph import Block, Function, Graph, Node, Value
from ._lith import num_threads, set_num_threads
from ._program import Program, export
from ._record import Named, Record
from ._spec import InputSpec, Size, Static
from ._state import CompiledProgram, DebugState
from ._text import syntax_tree
from ._torchscript import ScriptedProgram, import_torchscript
from ._trace import trace, trace_module
from ._units import CompilationUnit

is_compiling.__module__ = "lith"

__version__ = "0.1.0"
__all__ = [
    "Block",
    "CompilationUnit",
    "CompileError",
    "CompiledProgram",
    "DebugState",
    "Function",
    "Graph",
    "InputSpec",
    "Named",
    "Node",
    "Program",
    "Record",
    "ScriptedProgram",
    "Size",
    "Static",
    "Value",
    "export",
    "import_torchscript",
    "is_compiling",
    "load",
    "num_threads",
    "save",
    "script",
    "set_num_threads",
    "syntax_tree",
    "to_static",
    "trace",
    "trace_module",
]
