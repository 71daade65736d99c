"""Lith: Python deep-learning code as static native programs.

`to_static` compiles a function or a model; `save` writes it to one file that runs
without Python, PyTorch or the compiler; `load` reads it.
"""

import importlib
from typing import Any

from . import (
    _interpreter,  # noqa: F401  (an error that says why, where there is no module for it)
    _progress,  # noqa: F401  (compiled in place of tqdm)
)
from ._artifact import load, save
from ._doors import is_compiling, script, to_static
from ._errors import CompileError
from ._examples import Example
from ._graph import Block, Function, Graph, Node, Value
from ._lith import num_threads, set_num_threads
from ._marks import Attribute, Final, annotate, ignore, interface, unused
from ._program import Program, export, script_method
from ._record import Named, Record
from ._spec import InputSpec, Size, Static
from ._state import CompiledProgram, DebugState
from ._tasks import Future, fork, wait
from ._text import syntax_tree
from ._torchscript import ScriptedProgram, import_torchscript
from ._trace import trace, trace_module
from ._units import CompilationUnit
from ._verified import ExampleOutcome, Verification, verify

is_compiling.__module__ = "lith"

__version__ = "0.1.0"
__all__ = [
    "Attribute",
    "Block",
    "CompilationUnit",
    "CompileError",
    "CompiledProgram",
    "DebugState",
    "Example",
    "ExampleOutcome",
    "Final",
    "Function",
    "Future",
    "Graph",
    "InputSpec",
    "Named",
    "Node",
    "Program",
    "Record",
    "ScriptModule",
    "ScriptedProgram",
    "Size",
    "Static",
    "Value",
    "Verification",
    "annotate",
    "export",
    "fork",
    "ignore",
    "import_torchscript",
    "interface",
    "is_compiling",
    "load",
    "num_threads",
    "save",
    "script",
    "script_method",
    "set_num_threads",
    "syntax_tree",
    "to_static",
    "trace",
    "trace_module",
    "unused",
    "verify",
    "wait",
]


def __getattr__(name: str) -> Any:
    """`ScriptModule` is a class of torch's modules, and torch is imported where it is asked for."""
    if name == "ScriptModule":
        return importlib.import_module("lith._script_module").ScriptModule
    raise AttributeError(f"module 'lith' has no attribute {name!r}")
