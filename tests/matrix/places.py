"""The places where a program meets an object: how `v` and `w` come to be there."""

from __future__ import annotations

import dataclasses


@dataclasses.dataclass(frozen=True)
class Place:
    """`source` defines `cell` around a BODY, and `call(function, v, w)`, which gives it both."""

    source: str
    binding: str = ""  # the first line of the body


PLACES = {
    "argument": Place("def cell(v, w):\nBODY\ndef call(f, v, w): return f(v, w)"),
    "global": Place(
        "def cell():\nBODY\ndef call(f, v, w):\n    globals().update(V=v, W=w)\n    return f()",
        "v, w = V, W",
    ),
    "attribute": Place(
        "class Box: pass\nbox = Box()\ndef cell():\nBODY\n"
        "def call(f, v, w):\n    box.__dict__.update(v=v, w=w)\n    return f()",
        "v, w = box.v, box.w",
    ),
    "closure": Place(
        "def make():\n    v = w = None\n    def change(*values):\n        nonlocal v, w\n        v, w = values\n"
        "    def cell():\nBODY\n    return cell, change\ncell, change = make()\n"
        "def call(f, v, w):\n    change(v, w)\n    return f()",
        "(v, w)",
    ),
    "element": Place("def cell(vs):\nBODY\ndef call(f, v, w): return f([v, w])", "v, w = vs"),
    "item": Place(
        "def cell(d):\nBODY\ndef call(f, v, w): return f({'v': v, 'w': w})", "v, w = d['v'], d['w']"
    ),
    "key": Place("def cell(d):\nBODY\ndef call(f, v, w): return f({v: 0, w: 1})", "v, w = d"),
    "inside": Place(
        "def cell(turned):\nBODY\ndef call(f, v, w): return f(False)", "v, w = FIRST, SECOND"
    ),
    "inside_of_run_time": Place(
        "def cell(n):\nBODY\ndef call(f, v, w): return f(torch.tensor(call.n))",
        "v, w = (FIRST, SECOND) if n > 0 else (SECOND, FIRST)",
    ),
}
