"""python -m lith compile FILE.py:NAME -o X.lith [--input-spec SPEC ...]"""

from __future__ import annotations

import argparse
import ast
import importlib.util
import re
import sys
from pathlib import Path
from typing import Any

from . import CompileError, InputSpec, save, to_static
from ._spec import Static


def _spec(text: str) -> Any:
    """``float32[N,8]`` is a tensor, ``=3`` a pinned value, any other literal an example."""
    found = re.fullmatch(r"\s*(\w+)\[(.*)\]\s*", text)
    if found:
        sizes = [_size(part.strip()) for part in found[2].split(",") if part.strip()]
        return InputSpec(sizes, found[1])
    if text.startswith("="):
        return Static(ast.literal_eval(text[1:]))
    return ast.literal_eval(text)


def _size(text: str) -> int | str | None:
    if text in ("?", "None", "-1"):
        return None
    return int(text) if text.lstrip("-").isdigit() else text


def _load(path: str, name: str) -> Any:
    file = Path(path).resolve()
    spec = importlib.util.spec_from_file_location(file.stem, file)
    if spec is None or spec.loader is None or not file.is_file():
        raise FileNotFoundError(f"{path} is not a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[file.stem] = module
    sys.path.insert(0, str(file.parent))
    spec.loader.exec_module(module)
    target: Any = module
    for part in name.split("."):
        target = getattr(target, part)
    return target


def _compile(arguments: argparse.Namespace) -> None:
    path, _, name = arguments.target.rpartition(":")
    if not path or not name:
        raise ValueError("the target is FILE.py:NAME")
    target = _load(path, name)
    specs = [_spec(text) for text in arguments.input_spec]
    program = to_static(target, input_spec=specs or None, freeze=arguments.freeze)
    save(program, arguments.output, target=arguments.targets, strip=arguments.strip)


def main(argv: list[str] | None = None) -> int:
    """Runs the command line; 0, 1 (the input failed) or 2 (wrong usage)."""
    parser = argparse.ArgumentParser(prog="python -m lith", description=__doc__)
    verbs = parser.add_subparsers(required=True)
    verb = verbs.add_parser("compile", help="compile a function or module to an artifact")
    verb.add_argument("target", metavar="FILE.py:NAME")
    verb.add_argument("-o", "--output", required=True, metavar="X.lith")
    verb.add_argument(
        "--input-spec", action="append", default=[], metavar="SPEC",
        help="one argument, in order: float32[N,8], =3 (pinned), or an example literal",
    )  # fmt: skip
    verb.add_argument("--freeze", action="store_true", help="pack the weights")
    verb.add_argument(
        "--target", action="append", dest="targets", metavar="NAME",
        help="what to make code for: native, x86-64-v3, x86-64-v4, aarch64; may be repeated",
    )  # fmt: skip
    verb.add_argument("--strip", action="store_true", help="keep no lines of source for messages")
    verb.set_defaults(run=_compile)
    arguments = parser.parse_args(argv)
    try:
        arguments.run(arguments)
    except CompileError as error:
        print(error, file=sys.stderr)
        return 1
    except (OSError, ValueError, TypeError, AttributeError, SyntaxError) as error:
        print(f"lith: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
