"""Where a function's code was compiled from, confirmed.

A function is found by its file and first line, and confirmed by compiling that
file again and comparing code objects. So a file that was edited since its
import is refused, and two lambdas on one line are told apart.
"""

from __future__ import annotations

import ast
import importlib.util
import inspect
import linecache
import marshal
import os
import sys
import tokenize
from dataclasses import dataclass, field
from types import CodeType, FunctionType

from . import _typed

_FUTURE_FLAGS = 0x1FE0000  # the CO_FUTURE_* bits of co_flags


@dataclass
class _File:
    """A source text and the code objects that it compiles to."""

    text: str
    state: tuple[int, int] | None
    """Size and modification time of the file; None for a text that lives in memory."""
    codes: dict[tuple[str, int], list[CodeType]] = field(default_factory=dict)
    compiled: set[int] = field(default_factory=set)
    rewritten: bool = False
    lambdas: dict[int, list[ast.Lambda]] | None = None

    def index(self, code: CodeType) -> None:
        """Adds `code` and everything nested in it."""
        pending = [code]
        while pending:
            current = pending.pop()
            self.codes.setdefault((current.co_name, current.co_firstlineno), []).append(current)
            pending.extend(c for c in current.co_consts if isinstance(c, CodeType))


_files: dict[str, _File] = {}
_given: dict[tuple[str, CodeType], str] = {}
"""Names of texts that functions were given with, since their code names no file."""
_answers: dict[tuple[str, CodeType], tuple[str, str, int, int, int, str]] = {}


def find(function: FunctionType) -> tuple[str, str, int, int, int, str] | str:
    """(file, text, first line, line, column, name) of `function`, or why there is none.

    The line and column are those of the ``lambda`` keyword, or 0 for a ``def``.
    """
    code = function.__code__
    name = _name_of(code)
    key = (name, code)  # code objects compare by value, without their file
    known = _answers.get(key)
    file = _files.get(name)
    if known is not None and file is not None and file.state == _state_of(name):
        return known
    answer = _find(code, function)
    is_given = (code.co_filename, code) in _given
    if isinstance(answer, str) and not is_given and _is_typed(function):
        return find(function)
    if isinstance(answer, tuple):
        _answers[key] = answer
    return answer


def give(function: object, text: str) -> None:
    """Says what text a function was made of, and with it all that was defined there.

    Raises:
        TypeError: it is no function of Python.
        ValueError: the text does not compile to the function.
    """
    if not isinstance(function, FunctionType):
        raise TypeError(f"a source is of a function, not of {function!r}")
    code = function.__code__
    file = _File(text, None)
    try:
        compiled = _compile(file, code, code.co_flags & _FUTURE_FLAGS)
    except ValueError:
        compiled = None
    if compiled is not None:
        file.index(compiled)
    if compiled is None or code not in file.codes.get((code.co_name, code.co_firstlineno), ()):
        raise ValueError(f"the source is not what {function.__qualname__} was made of")
    name = f"<source {len(_given)} of {function.__qualname__}>"
    linecache.cache[name] = (len(text), None, text.splitlines(True), name)
    _files[name] = file
    for candidates in file.codes.values():
        _given.update({(code.co_filename, each): name for each in candidates})


def _is_typed(function: FunctionType) -> bool:
    """Whether the history of the prompt has the function, whose text is known from then on."""
    for text in _typed.at_prompt(function.__code__):
        try:
            give(function, text)
        except (ValueError, SyntaxError):
            continue
        return True
    return False


def text_of(function: FunctionType) -> str:
    """The lines of a function as they are in its source.

    Raises:
        OSError: there is none.
    """
    found = find(function)
    if isinstance(found, str):
        raise OSError(f"the source of {function.__qualname__} cannot be read: {found}")
    return "".join(inspect.getblock(found[1].splitlines(True)[found[2] - 1 :]))


def _name_of(code: CodeType) -> str:
    """The file of `code`; of a module that is part of the interpreter, the one it was made from."""
    if _given and (given := _given.get((code.co_filename, code))):
        return given
    name = code.co_filename
    if name.startswith("<frozen ") and name.endswith(">"):
        module = name.removeprefix("<frozen ").removesuffix(">")
        path = os.path.join(os.path.dirname(os.__file__), *module.split(".")) + ".py"
        return path if os.path.exists(path) else name
    return name


def _find(code: CodeType, function: FunctionType) -> tuple[str, str, int, int, int, str] | str:
    file_name = _name_of(code)
    file = _file(file_name, function)
    if file is None:
        if code.co_filename.startswith("<"):
            return _without_source(code)
        return f"its source file {file_name} cannot be read"
    same = code if _matching(file, code) else _renamed(file, code)
    if same is None and file_name.startswith("<string"):
        return _without_source(code)
    if same is None:
        return (
            f"{file_name} was edited since it was imported, or does not hold this code; "
            "import it again"
        )
    line = column = 0
    if same.co_name == "<lambda>":
        position = _lambda_position(file, code)
        if position is None:
            return (
                "it cannot be told from another lambda on the same line; put each on its own line"
            )
        line, column = position
    return file_name, file.text, code.co_firstlineno, line, column, same.co_name


def _without_source(code: CodeType) -> str:
    return (
        f"its code was generated at run time ({code.co_filename}) and has no source; "
        "lith.to_static(f, source=text) says what it was made of"
    )


def _state_of(name: str) -> tuple[int, int] | None:
    try:
        status = os.stat(name)
    except (OSError, ValueError):
        return None
    return status.st_size, status.st_mtime_ns


def _file(name: str, function: FunctionType) -> _File | None:
    state = _state_of(name)
    known = _files.get(name)
    if known is not None and state is not None and known.state == state:
        return known
    text = _read(name) if state is not None else None
    if text is None:
        # Notebooks, doctests and generated code register their lines with linecache.
        text = "".join(linecache.getlines(name, function.__globals__)) or _typed.of_command(name)
        state = None
        if not text:
            return None
    if known is not None and known.text == text:
        known.state = state
        return known
    file = _files[name] = _File(text, state)
    return file


def _read(name: str) -> str | None:
    try:
        with tokenize.open(name) as stream:
            return stream.read()
    except (OSError, SyntaxError, UnicodeDecodeError, ValueError):
        return None


def _matching(file: _File, code: CodeType) -> bool:
    def present() -> bool:
        candidates = file.codes.get((code.co_name, code.co_firstlineno), ())
        return any(c == code and c.co_qualname == code.co_qualname for c in candidates)

    if present():
        return True
    flags = code.co_flags & _FUTURE_FLAGS
    if flags not in file.compiled:
        file.compiled.add(flags)
        compiled = _bytecode_file(_name_of(code), file) or _compile(file, code, flags)
        if compiled is not None:
            file.index(compiled)
        if present():
            return True
        if compiled is not None and (again := _compile(file, code, flags)) is not None:
            file.index(again)
            if present():
                return True
    if not file.rewritten and any(name.startswith("@py") for name in code.co_names):
        file.rewritten = True
        rewritten = _compile_rewritten(file, code)
        if rewritten is not None:
            file.index(rewritten)
            return present()
    return False


def _renamed(file: _File, code: CodeType) -> CodeType | None:
    """The code of the file that `code` is a copy of under another name."""
    for (_, line), candidates in file.codes.items():
        for other in candidates if line == code.co_firstlineno else ():
            if other.replace(co_name=code.co_name, co_qualname=code.co_qualname) == code:
                return other
    return None


def _compile(file: _File, code: CodeType, flags: int) -> CodeType | None:
    try:
        compiled: CodeType = compile(
            file.text, code.co_filename, "exec", flags=flags, dont_inherit=True
        )
        return compiled
    except (SyntaxError, ValueError):
        # Only a part of a notebook's cell may be Python (magics), or the file was edited.
        return None


def _bytecode_file(name: str, file: _File) -> CodeType | None:
    """What Python compiled this very text to, when it kept it: cheaper than compiling."""
    if file.state is None:
        return None
    try:
        with open(importlib.util.cache_from_source(name), "rb") as stream:
            data = stream.read()
            written = os.fstat(stream.fileno()).st_mtime_ns
    except (OSError, NotImplementedError, ValueError):
        return None
    size, modified = file.state
    if written <= modified:  # it knows the text's time in whole seconds only
        return None
    flags = int.from_bytes(data[4:8], "little")
    when = int.from_bytes(data[8:12], "little")
    length = int.from_bytes(data[12:16], "little")
    if data[:4] != importlib.util.MAGIC_NUMBER or flags != 0:
        return None
    if when != (modified // 1_000_000_000) & 0xFFFFFFFF or length != size & 0xFFFFFFFF:
        return None
    try:
        code = marshal.loads(memoryview(data)[16:])
    except (EOFError, ValueError, TypeError):
        return None
    return code if isinstance(code, CodeType) else None


def _compile_rewritten(file: _File, code: CodeType) -> CodeType | None:
    """The file as pytest compiles it, which rewrites its assert statements."""
    rewriter = sys.modules.get("_pytest.assertion.rewrite")
    if rewriter is None:
        return None
    try:
        source = file.text.encode()
        tree = ast.parse(source, filename=code.co_filename)
        rewriter.rewrite_asserts(tree, source, code.co_filename, None)
        compiled: CodeType = compile(tree, code.co_filename, "exec", dont_inherit=True)
        return compiled
    except Exception:  # another version of pytest: treated as an edited file
        return None


def _lambda_position(file: _File, code: CodeType) -> tuple[int, int] | None:
    if file.lambdas is None:
        file.lambdas = {}
        for node in ast.walk(ast.parse(file.text)):
            if isinstance(node, ast.Lambda):
                file.lambdas.setdefault(node.lineno, []).append(node)
    candidates = file.lambdas.get(code.co_firstlineno, [])
    if len(candidates) > 1:
        span = _span(code)
        candidates = [node for node in candidates if _body_span(node) == span]
    if len(candidates) != 1:
        return None
    return candidates[0].lineno, candidates[0].col_offset


def _span(code: CodeType) -> tuple[int, int, int, int] | None:
    """From the first to the last position that the instructions of `code` name."""
    starts, ends = [], []
    for line, end_line, column, end_column in code.co_positions():
        if line is None or end_line is None or column is None or end_column is None:
            continue
        if (line, column) != (end_line, end_column):
            starts.append((line, column))
            ends.append((end_line, end_column))
    return (*min(starts), *max(ends)) if starts else None


def _body_span(node: ast.Lambda) -> tuple[int, int, int, int]:
    body = node.body
    return body.lineno, body.col_offset, body.end_lineno or 0, body.end_col_offset or 0
