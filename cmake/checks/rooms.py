"""Holds the rooms of the stage apart: a file includes headers of its own room and of those before.

Python calls itself in circles: a call runs a body, an attribute calls a property. What a room asks
of one after it goes through the headers beside Stage.h, which belong to no room: Protocols.h
(Python's data model), Reading.h (what is read under guard), Paths.h, Boxing.h, Outside.h,
Tensors.h, Gradients.h, Arrays.h. UPWARD lists the includes that still go another way. It is strict:
a further one fails, and so does an entry that is gone.
"""

from __future__ import annotations

import re
from pathlib import Path

ENTRY = "Program.cpp"  # starts everything, so it may see all
FACE = "."  # the headers beside Stage.h
ROOMS = [
    "model",
    "source",
    FACE,
    "emit",
    "runtime",
    "paths",
    "outside",
    "classes",
    "objects",
    "calls",
    "language",
    "numpy",
    "builtins",
    "tensor",
    "gradients",
]
UPWARD = {
    ("classes/Attributes.cpp", "objects/Operators.h"),
    ("classes/Attributes.cpp", "tensor/Tensor.h"),
    ("classes/Dataclasses.cpp", "calls/Spread.h"),
    ("classes/GeneratedClasses.cpp", "calls/Spread.h"),
    ("objects/Operators.cpp", "builtins/Templates.h"),
    ("objects/Operators.cpp", "tensor/arguments/Match.h"),
    ("objects/kinds/Tensor.cpp", "tensor/Tensor.h"),
    ("runtime/HeldTypes.cpp", "objects/Foreign.h"),
    ("runtime/Keys.cpp", "objects/Foreign.h"),
    ("runtime/Records.cpp", "classes/Attributes.h"),
    ("source/Liveness.cpp", "Stage.h"),
}
OWN = {"outside/HostAccess.h"}  # only the room that they are in includes these
INCLUDE = re.compile(r'^\s*#\s*include\s*"stage/([^"]+)"')


def room_of(path: str) -> str:
    return path.split("/", 1)[0] if "/" in path else FACE


def check_rooms(root: Path) -> list[str]:
    """Each breach as FILE:LINE: rule."""
    stage = root / "compiler" / "stage"
    found, upward = [], set()
    for path in sorted([*stage.rglob("*.h"), *stage.rglob("*.cpp")]):
        name = path.relative_to(stage).as_posix()
        where = path.relative_to(root)
        if room_of(name) not in ROOMS:
            found.append(f"{where}:1: L8: {room_of(name)} is no room of the stage")
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            match = INCLUDE.match(line)
            if match and match[1] in OWN and room_of(match[1]) != room_of(name):
                found.append(f"{where}:{number}: L8: only {room_of(match[1])} uses {match[1]}")
            if not match or name == ENTRY or room_of(match[1]) not in ROOMS:
                continue
            if ROOMS.index(room_of(match[1])) <= ROOMS.index(room_of(name)):
                continue
            upward.add((name, match[1]))
            if (name, match[1]) not in UPWARD:
                rooms = f"{room_of(name)} may not use {room_of(match[1])}"
                found.append(f"{where}:{number}: L8: {rooms} ({match[1]})")
    found += [
        f"compiler/stage/{file}:1: L8: no longer includes {header}"
        for file, header in sorted(UPWARD - upward)
    ]
    return found
