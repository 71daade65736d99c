"""A mistake in the record of an operator ends the generator, and so the build, at its line."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
BUILD = Path(os.environ.get("LITH_PREFIX", ROOT / "build/install")).parent
RULE = '@operator("torch.f", gradient="g")\ndef f(x: Tensor):\n    """F"""\n\n\n'
DUMP = BUILD / "compiler/ops/operators.json"


def generate(dump: Path, root: Path, out: Path) -> subprocess.CompletedProcess[str]:
    script = ROOT / "compiler/ops/generate.py"
    command = [sys.executable, str(script), str(dump), str(root), "--table", str(out)]
    return subprocess.run(command, capture_output=True, text=True)


@pytest.fixture
def scratch(tmp_path: Path) -> Path:
    """A root whose prelude may be changed."""
    for name in ("compiler", "runtime"):
        (tmp_path / name).symlink_to(ROOT / name)
    shutil.copytree(ROOT / "prelude", tmp_path / "prelude")
    return tmp_path


@pytest.mark.parametrize(
    ("added", "complaint"),
    [
        ('@operator("torch.f", autocats="lower")\ndef f(x):\n    """F"""\n', "no key is called"),
        (
            '@operator("torch.f", autocast="low")\ndef f(x):\n    """F"""\n',
            "autocast 'low' is none",
        ),
        ('@operator("torch.f")\ndef f(x):\n    return x\n', "f: no summary"),
        ('@operatr("torch.f")\ndef f(x):\n    """F"""\n', "has one decorator"),
        ('@operator("torch.add")\ndef f(x):\n    """F"""\n', "torch.add belongs to"),
        ("def f(x):\n    return prim.nobodys(x)\n", "no primitive is called nobodys"),
        ("def softmax(x):\n    return x\n", "softmax is also in"),
        ("def f(x:\n    return x\n", "never closed"),
        ('@operator("torch.f", gradient="g")\ndef f(x):\n    """F"""\n', "'g' is no function"),
        (RULE + "def g(grad, y):\n    return grad\n", "asks for y, which is no parameter"),
        (RULE + "def g(x):\n    return x\n", "g has neither grad nor grads"),
        (RULE.replace(": Tensor", "") + "def g(grad):\n    return grad\n", "annotated as Tensor"),
    ],
)
def test_prelude(scratch: Path, added: str, complaint: str) -> None:
    (scratch / "prelude/zz.py").write_text(added, encoding="utf-8")
    run = generate(DUMP, scratch, scratch / "table.inc")
    assert run.returncode != 0
    assert run.stderr.startswith("prelude/zz.py:") and complaint in run.stderr


@pytest.mark.parametrize(
    ("key", "value", "complaint"),
    [
        ("dtypeRule", "promte", "dtypeRule 'promte' is none of same, float"),
        ("dtypeRule", "", "no dtypeRule"),
        ("summary", "", "no summary"),
        ("shape", "like x", "no shape is called 'like x'"),
        ("callees", ["nobodys"], "nobodys is no function of the runtime"),
        ("gradient", "", "gather: no gradient"),
        ("gradient", "nobodys", "gradient 'nobodys' is no function of the prelude"),
        ("opName", "nobodys", "nobodys is no function of the runtime"),
        ("opName", "nonzero", "nonzero is t(t) in functions.def"),
        ("opName", "searchsorted", "searchsorted is t(ttb) in functions.def"),
        ("opName", "random_bernoulli", "random_bernoulli is t(ti) in functions.def"),
    ],
)
def test_tablegen(scratch: Path, key: str, value: object, complaint: str) -> None:
    dump = json.loads(DUMP.read_text(encoding="utf-8"))
    dump["Lith_GatherOp"][key] = value
    changed = scratch / "operators.json"
    changed.write_text(json.dumps(dump), encoding="utf-8")
    run = generate(changed, scratch, scratch / "table.inc")
    assert run.returncode != 0
    assert run.stderr.startswith("compiler/ops/Runtime.td:") and complaint in run.stderr
