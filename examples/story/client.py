"""Calls the saved assistant without torch: python client.py assistant.lith TEXT...

Results are dataclasses of `assistant.py` where that can be imported, which brings torch; elsewhere
they are records with the same attributes.
"""

from __future__ import annotations

import sys

import lith


def main() -> None:
    program = lith.load(sys.argv[1])
    for text in sys.argv[2:]:
        reply = program(text)
        print(f"{text} -> {reply.text} ({reply.seen} tokens so far)")
        print(program.encode(text).ids)
    program.reset()
    print(program(sys.argv[2]).seen, "torch" in sys.modules)


if __name__ == "__main__":
    main()
