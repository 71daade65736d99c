"""Writes Signatures.inc: what each function of torch and method of Tensor takes, by PyTorch itself.

usage, here, with the sources of the stage and the prelude:
signatures.py ../../docs/operators.md $(find ../stage ../../prelude -type f) > Signatures.inc

To be run with the PyTorch that the project is held against, when that changes or operators with
new spellings come (tests/ops/test_signatures.py compares). torch's argument parsers are made from
native_functions.yaml and deprecated.yaml; the wheel has both, the generator, and the sources of the
methods that are written by hand.
"""

from __future__ import annotations

import json
import pathlib
import re
import sys
from collections import defaultdict
from collections.abc import Callable
from typing import Any

import torch
import torchgen
from torchgen.gen import parse_native_yaml
from torchgen.packaged.autograd import gen_python_functions as generator

PACKAGED = pathlib.Path(torchgen.__file__).parent / "packaged"
CALLABLE = ("builtin_function_or_method", "method_descriptor")
NOBODYS = {f"nobodys_{i}": 1 for i in range(60)}
# Functions and methods that are made from the declarations, by the object that has them.
BINDINGS: dict[str, Callable[[Any], bool]] = {
    "torch": generator.is_py_torch_function,
    "torch._C._nn": generator.is_py_nn_function,
    "torch._C._fft": generator.is_py_fft_function,
    "torch._C._linalg": generator.is_py_linalg_function,
    "torch._C._special": generator.is_py_special_function,
    "torch._C._sparse": generator.is_py_sparse_function,
}
# No facts: functions that torch's C++ states by hand, in sources that no wheel has.
BY_HAND = (
    "tensor(PyObject* data, *, ScalarType dtype=None, Device? device=None,"
    " bool pin_memory=False, bool requires_grad=False)",
    "as_tensor(PyObject* data, *, ScalarType dtype=None, Device? device=None)",
    "asarray(PyObject* obj, *, ScalarType? dtype=None, Device? device=None, bool? copy=None,"
    " bool? requires_grad=None)",
    "new_tensor(PyObject* data, *, ScalarType dtype=None, Device? device=None,"
    " bool requires_grad=False)",
    "nonzero(Tensor input, *, bool as_tuple=False, Tensor out=None)",
    "numel(Tensor input)",
    "get_device(Tensor input)",
    "_is_autocast_available(std::string_view device_type)",
    "get_autocast_dtype(std::string_view device_type)",
    "set_autocast_dtype(std::string_view device_type, ScalarType dtype)",
    "set_autocast_enabled(std::string_view device_type, bool enabled)",
    "set_autocast_enabled(bool enabled)",
    "is_autocast_enabled(std::string_view device_type)",
    "is_autocast_enabled()",
)


def object_of(spelling: str) -> Any:
    found: Any = torch.Tensor if spelling.startswith("Tensor.") else torch
    for part in spelling.split(".")[1:]:
        found = getattr(found, part, None)
    return found


def declared(is_method: bool, belongs: Callable[[Any], bool]) -> dict[str, list[str]]:
    """The overloads of each name, in the order in which they are tried."""
    native = PACKAGED / "ATen/native"
    declarations = parse_native_yaml(
        str(native / "native_functions.yaml"), str(native / "tags.yaml")
    ).native_functions
    pairs = generator.load_signatures(
        [f for f in declarations if generator.should_generate_py_binding(f)],
        str(PACKAGED / "autograd/deprecated.yaml"),
        method=is_method,
    )
    overloads = defaultdict(list)
    for pair in pairs:
        if belongs(pair.function):
            overloads[str(pair.function.func.name.name)].append(pair)
    result = {}
    for name, group in overloads.items():
        bare = is_method and generator.is_noarg(group)
        result[name] = [f"TensorBase.{name}()|bare"] if bare else [
            each.signature.signature_str(symint=True)
            for each in generator.group_overloads(group, symint=True)
        ]  # fmt: skip
    return result


def written_by_hand() -> dict[str, list[str]]:
    """The methods' signatures in the source that torch's own methods are generated into."""
    text = (PACKAGED / "autograd/templates/python_variable_methods.cpp").read_text("utf-8")
    found = defaultdict(list)
    for signature in re.findall(
        r'^ *(?:static \w+ \w+\(\{ *)?"(\w+\(.*\)(?:\|deprecated)?)"', text, re.M
    ):
        found[signature[: signature.index("(")]].append(signature)
    for signatures in found.values():
        signatures.sort(key=lambda each: not each.endswith("|deprecated"))
    return found


def bare(spelling: str) -> list[str]:
    """The signature of a function without parameters, which says so itself."""
    function = object_of(spelling)
    own = [torch.ones(1)] if spelling.startswith("Tensor.") else []
    try:
        function(*own, **NOBODYS)
    except TypeError as error:
        if "takes no keyword arguments" not in str(error):
            return []
    try:
        function(*own, 1, 2)
    except TypeError as error:
        if match := re.match(r"(.*)\(\) takes no arguments", str(error)):
            return [f"{match[1]}()|bare"]
    return []


class Tables:
    """The signatures of all functions and methods of torch that are written in C++."""

    def __init__(self) -> None:
        self.methods = declared(True, generator.is_py_variable_method)
        self.by_hand = written_by_hand()
        self.functions = {}
        for owner, belongs in BINDINGS.items():
            for name, signatures in declared(False, belongs).items():
                self.functions[id(getattr(object_of(owner), name, None))] = signatures

    def signatures(self, spelling: str) -> list[str]:
        """In the order in which they are tried; none of what has no parser of arguments."""
        function = object_of(spelling)
        name = function.__name__
        is_method = spelling.startswith("Tensor.")
        known = self.methods.get(name) if is_method else self.functions.get(id(function))
        if not known and is_method:
            known = self.by_hand.get(name)
        stated = [each for each in BY_HAND if each.startswith(f"{name}(")]
        return known or bare(spelling) or stated


def main() -> None:
    tables = Tables()
    named = "".join(pathlib.Path(p).read_text(encoding="utf-8") for p in sys.argv[1:])
    spellings = set(re.findall(r"[`\"]((?:torch|Tensor)\.[\w.]+)[`\"]", named))
    spellings |= {f"{s}_" for s in spellings}
    print("// Signatures.inc: generated by compiler/ops/signatures.py, PyTorch", torch.__version__)
    for spelling in sorted(spellings):
        if type(object_of(spelling)).__name__ in CALLABLE:
            for text in tables.signatures(spelling):
                print(f"LITH_SIGNATURE({json.dumps(spelling)}, {json.dumps(text)})")


if __name__ == "__main__":
    main()
