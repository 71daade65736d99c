"""The programs of docs/training.md run, one after the other."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

PAGE = Path(__file__).parents[2] / "docs" / "training.md"


def test_programs_of_the_page(tmp_path: Path) -> None:
    blocks = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text(), re.MULTILINE | re.DOTALL)
    assert len(blocks) >= 8
    names: dict[str, Any] = {"__name__": "page"}
    for number, block in enumerate(blocks):
        file = tmp_path / f"block_{number}.py"  # the compiler reads the source
        file.write_text(block)
        exec(compile(block, str(file), "exec"), names)
