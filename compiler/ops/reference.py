"""The page docs/operators.md, of the records of operators."""

from __future__ import annotations

import json
import pathlib
import re
from collections import defaultdict
from typing import Any

Record = dict[str, Any]

DTYPES = {
    "any": "all",
    "number": "all but bool",
    "real": "all but complex",
    "real_number": "all but bool and complex",
    "integral": "integers and bool",
    "integer": "integers",
    "floating": "floating and complex",
    "complex": "complex",
}
RESULTS = {
    "same": "as the input",
    "float": "as the input; of integers and bools the default dtype",
    "promote": "that to which the inputs promote",
    "promote_float": "that to which the inputs promote; of integers and bools the default dtype",
    "bool": "bool",
    "int64": "int64",
    "real": "as the input; of complex its real dtype",
    "given": "as the argument says",
    "python": "a number of Python",
}
HEAD = """# Operators

Generated from compiler/ops and prelude by compiler/ops/generate.py. The in-place form `Tensor.f_`
and the argument `out=` follow from each operator that is listed. Signatures are PyTorch's where
it has them; sizes and dtypes that are not said are those of PyTorch. Examples are run by
tests/ops/test_examples.py, against PyTorch. A rule of a gradient is a function of
prelude/gradients; gradients of tests/ops/test_gradients.py are compared with PyTorch.
"""


def signatures() -> dict[str, list[str]]:
    """PyTorch's own, with types and defaults, by the name in Python."""
    found = defaultdict(list)
    text = pathlib.Path(__file__).with_name("Signatures.inc").read_text(encoding="utf-8")
    for spelling, literal in re.findall(r'^LITH_SIGNATURE\("([^"]+)", (".*")\)$', text, re.M):
        signature = json.loads(literal)
        if not signature.endswith("|deprecated"):
            found[spelling].append(signature.removesuffix("|bare"))
    return found


def gradient(operator: Record) -> str:
    """Where the gradient of an operator comes from; empty: it gives no tensors."""
    own = operator.get("gradient", "")
    if "tensors" in operator:
        return f"rule `{own}`"
    of_tensors = any(s.startswith(("torch.", "Tensor.")) for s in operator["spellings"])
    return own or ("through its body" if operator["kind"] == "Composite" and of_tensors else "")


def section(operator: Record, known: dict[str, list[str]]) -> list[str]:
    names = ", ".join(f"`{s}`" for s in operator["spellings"])
    out = [f"## {operator['name']}", "", operator["summary"], "", names, ""]
    declared = next((known[s] for s in operator["spellings"] if s in known), None)
    out += [f"    {each}" for each in declared or [operator["schema"]]]
    out.append("")
    if operator["description"].strip():
        out += [*(line.strip() for line in operator["description"].strip().splitlines()), ""]
    facts = []
    if "domain" in operator:
        facts.append(f"* dtypes: {DTYPES[operator['domain']]}")
    if "dtypeRule" in operator:
        facts.append(f"* dtype of the result: {RESULTS[operator['dtypeRule']]}")
    if operator.get("shapeText"):
        facts.append(f"* sizes: {operator['shapeText']}")
    facts += [f"* error: `{reject.partition(': ')[2]}`" for reject in operator["rejects"]]
    if text := gradient(operator):
        facts.append(f"* gradient: {text}")
    out += [*facts, ""] if facts else []
    examples = [f"    {example}" for example in operator["examples"]]
    return out + ([*examples, ""] if examples else [])


def page(operators: list[Record]) -> str:
    known = signatures()
    out = [HEAD]
    for operator in sorted(operators, key=lambda o: (o["name"], o["kind"])):
        # What scripted code calls is declared by PyTorch's registry.
        if any(not spelling.startswith("script.") for spelling in operator["spellings"]):
            out += section(operator, known)
    return "\n".join(out).rstrip() + "\n"
