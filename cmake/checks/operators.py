"""Holds the facts of operators in their records: no list of their names stands elsewhere.

A list is two or more names of operators among the texts between one pair of braces (brackets in
Python), or of one StringSwitch, if they are at least half of the texts. Where the names are no
fact of operators, a comment above says so with the words `No facts:` and the reason. A runtime
function that is called or looked for by its name has to exist, and to have no operation of its own.
"""

from __future__ import annotations

import ast
import builtins
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
RECORDS = ROOT / "compiler/ops"
GROUP = re.compile(r'\{[^{}]*\}|StringSwitch[^;]*;|[^;{}]*(?:[!=]= "[^;{}]*){2}')
PYTHON_GROUP = re.compile(r"[\[{(][^\[\](){}]*[\])}]")
TEXT = re.compile(r'"([^"\n]*)"')
CALL = re.compile(r'(?:\brt(?:Plain)?\(\w+(?:\.\w+)?, |getCallee\(\) [!=]= )"(\w+)"')
EXCUSE = "No facts:"
HANDLED = re.compile(r'\["[\w.]+"\] = ')  # in a table of functions by name
# Names of types and attributes, which are methods or functions of tensors as well.
AMBIGUOUS = {n for n, v in vars(builtins).items() if isinstance(v, type)}
AMBIGUOUS |= {"char", "double", "half", "long", "short", "real", "imag"}
AMBIGUOUS |= {"type", "Tensor", "Generator"}
SPACES = ("torch", "Tensor", "aten", "prim", "lith", "numpy")


def names() -> set[str]:
    """How operators are called: in records, by Python, in place."""
    found = set()
    for path in RECORDS.glob("*.td"):
        text = path.read_text(encoding="utf-8")
        found |= set(re.findall(r'"(?:torch|Tensor)\.(?:[\w.]+\.)?(\w+)"', text))
        found |= set(re.findall(r"^def Lith_([a-z]\w*)", text, re.M))
        found |= set(re.findall(r'^def Lith_\w+ : \w+<"(\w+)"', text, re.M))
    for path in (ROOT / "prelude").rglob("*.py"):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            for call in getattr(node, "decorator_list", []):
                spellings = [ast.literal_eval(each) for each in call.args]
                found |= {
                    s.rsplit(".", 1)[1] for s in spellings if s.startswith(("torch.", "Tensor."))
                }
    found = {name for name in found - AMBIGUOUS if not name.startswith("__")}
    return found | {f"{name}_" for name in found}


def is_operator(text: str, known: set[str]) -> bool:
    """Whether the text is `add`, `torch.add`, `prim.add` or `lith.add`."""
    space, _, name = text.rpartition(".")
    return name in known and (not space or space.startswith(SPACES))


def runtime_functions() -> set[str]:
    """All names of the runtime's tables, those that a macro makes among them."""
    found = set()
    for path in (ROOT / "runtime/include/lith/functions").glob("*.def"):
        text = path.read_text(encoding="utf-8")
        found |= set(re.findall(r"^ *LITH_RT\((\w+),", text, re.M))
        for macro, prefix in re.findall(r"^#define (\w+)\(\w+\) LITH_RT\((\w+)##", text, re.M):
            found |= {f"{prefix}{name}" for name in re.findall(rf"\b{macro}\((\w+)\)", text)}
    return found


def operations() -> set[str]:
    """The runtime functions that are called by operations of their own (Lith_RuntimeCall)."""
    text = "".join(path.read_text(encoding="utf-8") for path in RECORDS.glob("*.td"))
    return set(re.findall(r'^def Lith_\w+ : Lith_Runtime(?:Op|Call)<"(\w+)"', text, re.M))


def is_excused(text: str, group: re.Match[str]) -> bool:
    """Whether a comment in the statement or right above it excuses the list."""
    above = text[: group.start()].splitlines()[-3:]
    return EXCUSE in group[0] or any(EXCUSE in line for line in above)


def lists(path: Path, known: set[str]) -> list[str]:
    text = path.read_text(encoding="utf-8")
    found = []
    for group in (PYTHON_GROUP if path.suffix == ".py" else GROUP).finditer(text):
        texts = TEXT.findall(re.sub(r"//.*", "", HANDLED.sub("", group[0])))
        hits = [t for t in texts if is_operator(t, known)]
        if len(hits) >= 2 and 2 * len(hits) >= len(texts) and not is_excused(text, group):
            line = text.count("\n", 0, group.start()) + 1
            place = f"{path.relative_to(ROOT)}:{line}"
            found.append(f"{place}: O1: a list of operators, {', '.join(hits[:3])} ...")
    return found


def wrong_callees(path: Path, functions: set[str], own: set[str]) -> list[str]:
    found = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        place = f"{path.relative_to(ROOT)}:{number}: O2:"
        for name in CALL.findall(line):
            if name in own:
                found.append(f"{place} the operation lith.{name} calls {name}")
            elif name not in functions:
                found.append(f"{place} the runtime has no function {name}")
    return found


def check_operators() -> list[str]:
    known, functions, own = names(), runtime_functions(), operations()
    found = []
    sources = [p for p in (ROOT / "compiler").rglob("*") if p.suffix in (".cpp", ".h")]
    for path in sorted(sources):
        found += lists(path, known) + wrong_callees(path, functions, own)
    for path in sorted((ROOT / "python/lith").rglob("*.py")):
        found += lists(path, known)
    return found


if __name__ == "__main__":
    import sys

    breaches = check_operators()
    print("\n".join(breaches) or "operators: in order")
    sys.exit(bool(breaches))
