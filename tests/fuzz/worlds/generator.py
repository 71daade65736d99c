"""Random worlds: a program that reads state outside in many ways, and what happens between calls.

The module of a world has `program(x, n)`, the STEPS of its session (worlds/session.py) and STATE,
the names whose picture is compared at the end.
"""

from __future__ import annotations

import random
import textwrap

from fuzz.worlds.functions import FUNCTION_THINGS
from fuzz.worlds.objects import OBJECTS
from fuzz.worlds.values import VALUES

THINGS = OBJECTS + FUNCTION_THINGS + VALUES
AROUND = [
    "torch.no_grad()",
    "torch.enable_grad()",
    "torch.inference_mode()",
    "torch.autocast('cpu', torch.bfloat16)",
    "torch.set_grad_enabled(False)",
    "np.errstate(all='ignore')",
    "decimal.localcontext(decimal.Context(prec=4))",
    "warnings.catch_warnings()",
    "torch.autograd.set_detect_anomaly(False)",
    "torch.random.fork_rng()",
    "torch.device('cpu')",
]
IMPORTS = """
import builtins, collections, contextlib, contextvars, copy, dataclasses, datetime, decimal, enum
import fractions, functools, itertools, json, math, operator, os, pathlib, random, sys, threading
import time, types, warnings
import numpy as np
import torch
import torch.nn.functional as F
from torch import nn
from fuzz.worlds.session import Call, Save
"""


class World:
    """The text of a world, which a seed decides. One that is saved does not change between calls."""

    def __init__(self, seed: int, is_saved: bool = False) -> None:
        self.random = random.Random(seed)
        self.is_saved = is_saved
        self.things = self.random.sample(THINGS, self.random.choice([1, 1, 2, 2, 3]))
        self.count = 0

    def name(self, stem: str) -> str:
        self.count += 1
        return f"{stem}{self.count}"

    def text(self) -> str:
        count = 0 if self.is_saved else self.random.randint(3, 8)
        changes = [self.change(i) for i in range(count)]
        names = " ".join(thing.names for thing in self.things).split()
        state = "{" + ", ".join(f"{n!r}: globals().get({n!r})" for n in names) + "}"
        parts = [IMPORTS, *(thing.setup for thing in self.things), *changes]
        parts += [f"def state_of_world():\n    return {state}\n", self.program()]
        return "\n".join(parts) + f"\nSTEPS = [{self.steps(len(changes))}]\n"

    def change(self, number: int) -> str:
        thing = self.random.choice(self.things)
        body = textwrap.indent(self.random.choice(thing.changes), "    ")
        return f"def change{number}():\n{body}\n"

    def steps(self, changes: int) -> str:
        steps = [self.call()]
        if self.is_saved:
            steps += [self.call() for _ in range(self.random.randint(0, 2))] + ["Save()"]
            return ", ".join(steps + [self.call() for _ in range(self.random.randint(1, 4))])
        order = self.random.sample(range(changes), changes)
        for number in order:
            steps.append(f"change{number}")
            if self.random.random() < 0.85:
                steps.append(self.call())
        return ", ".join(steps)

    def call(self) -> str:
        r = self.random
        parts = [str(r.choice([0, 1, 1, 2, 3]))]
        asks = r.random() < 0.4 and not self.is_saved
        around = r.choice(AROUND) if r.random() < 0.15 else ""
        if asks:
            parts.append("requires_grad=True")
        if around:
            parts.append(f'around="{around}"')
        if r.random() < 0.07:
            parts.append("is_threaded=True")
        return f"Call({', '.join(parts)})"

    def program(self) -> str:
        lines = ["out = []"]
        for _ in range(self.random.randint(2, 6)):
            lines += self.statement().splitlines()
        lines.append("return out")
        return "def program(x, n):\n" + textwrap.indent("\n".join(lines), "    ") + "\n"

    def read(self) -> str:
        return self.random.choice(self.random.choice(self.things).reads)

    def statement(self) -> str:
        r = self.random
        writing = [thing for thing in self.things if thing.writes]
        if writing and r.random() < 0.2:
            return r.choice(r.choice(writing).writes)
        plain = f"out.append({self.read()})"
        form = r.randrange(12)
        inner = self.name("inner")
        if form == 0:
            return f"try:\n    {plain}\nexcept Exception as e:\n    out.append(type(e).__name__)"
        if form == 1:
            return f"if n > 1:\n    {plain}\nelse:\n    out.append({self.read()})"
        if form == 2:
            return f"for k in range(2):\n    {plain}"
        if form == 3:
            return f"out.append([{self.read()} for _ in range(n)])"
        if form == 4:
            return f"def {inner}():\n    return {self.read()}\nout.append({inner}())"
        if form == 5:
            return f"i = 0\nwhile i < n:\n    i += 1\n    {plain}"
        if form == 6:
            return f"out.append({self.read()} if n else {self.read()})"
        if form == 7:
            return f"out.append(({self.read()}, {self.read()}))"
        if form == 8:
            return f"if x.sum() > 1:\n    {plain}"
        return plain


def generate(seed: int) -> str:
    return World(seed).text()


def generate_saved(seed: int) -> str:
    return World(seed, is_saved=True).text()
