"""Random programs whose recursions are first reached in the middle of something: in loops that run
time bounds, in parts that are tried, in handlers, in arms that die.

A program is a handful of recursive functions of one int (plain, mutual, closures, methods of classes
made inside, generators, comprehensions, cached ones) and a nest of statements that calls them. The
data decides which parts a call comes through.
"""

from __future__ import annotations

import random

HEAD = '''"""Made by the fuzzer, seed {seed}."""

import functools

import torch
from language.harness import case


class Held:
    """A manager that may swallow, and prints."""

    def __init__(self, kind):
        self.kind = kind

    def __enter__(self):
        print("in")
        return self

    def __exit__(self, kind, error, trace):
        print("out", kind is not None)
        return kind is not None and issubclass(kind, self.kind)

'''

# Recursions at the top of the file, `NAME`: a function of a small int that gives a small one.
OUTSIDE = [
    """
def NAME(n):
    t = 0
    i = n
    while i > 0:
        t += i
        i -= 1
    return t % 50 if n <= 0 else (t + NAME(n - 1)) % 50
""",
    """
def NAME(n):
    return 1 if n <= 0 else (NAME_other(n - 1) + 1) % 50


def NAME_other(n):
    seen = 0
    for k in range(n):
        if k == 2:
            continue
        seen += k
    return 2 if n <= 0 else (NAME(n - 1) + seen) % 50
""",
    """
@functools.lru_cache(maxsize=None)
def NAME(n):
    return n if n <= 1 else (NAME(n - 1) + NAME(n - 2)) % 50
""",
    """
def NAME_parts(n):
    for k in range(n):
        if k % 2:
            yield k
    yield from [n, 1]


def NAME(n):
    t = 0
    for v in NAME_parts(n):
        t += v
    return t % 50 if n <= 0 else (t + NAME(n - 1)) % 50
""",
    """
def NAME(n):
    return sum([NAME(k) for k in range(n)]) % 50 + 1
""",
    """
def NAME(n):
    try:
        if n > 2:
            raise ValueError(n)
        return n
    except ValueError as e:
        return (NAME(n - 1) + e.args[0]) % 50
    finally:
        if n == 3:
            print("three")
""",
]

# Recursions made inside of the program.
INSIDE = [
    """
def NAME(n):
    t = 0
    for i in range(n):
        t += i * i0
    return t % 50 if n <= 0 else (t + NAME(n - 1)) % 50
""",
    """
class NAME_class:
    calls = 0

    def __init__(self, by):
        self.by = by

    def down(self, n):
        t = 0
        while t < n:
            t += 1
        return self.by if n <= 0 else (t + NAME_below(n - 1)) % 50


def NAME_below(n):
    return 1 if n <= 0 else (n + NAME_below(n - 1)) % 50


NAME_object = NAME_class(i1)


def NAME(n):
    return NAME_object.down(n)
""",
    """
def NAME(n, seen=0):
    nonlocal count
    count = (count + 1) % 50
    return seen % 50 if n <= 0 else NAME(n - 1, seen + count)
""",
    """
NAME = lambda n: 0 if n <= 0 else (n + NAME(n - 1)) % 50
""",
]


class Nests:
    """The generator of one seed."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.r = random.Random(seed)
        self.lines: list[str] = []
        self.functions: list[str] = []
        self.ints = ["i0", "i1", "s", "count"]
        self.budget = self.r.randint(8, 22)
        self.loops = 0
        self.made = 0

    def fresh(self, letter: str) -> str:
        self.made += 1
        return f"{letter}{self.made}_"

    def emit(self, depth: int, text: str) -> None:
        self.lines += ["    " * depth + line if line else "" for line in text.splitlines()]

    # --- expressions -----------------------------------------------------------------------
    def small(self) -> str:
        """An int from 0 to 4."""
        return self.r.choice([str(self.r.randint(0, 4)), f"abs({self.r.choice(self.ints)}) % 4"])

    def recursion(self) -> str:
        return f"{self.r.choice(self.functions)}({self.small()})"

    def number(self) -> str:
        r = self.r
        return r.choice([
            self.recursion(), self.recursion(), r.choice(self.ints), f"({self.recursion()} + {r.choice(self.ints)}) % 50",
            f"sum([{self.recursion()} for _ in range({self.small()})]) % 50", f"int(t0.sum()) + {self.recursion()}",
            f"len([q for q in range({self.small()}) if {self.recursion()} > q])",
        ])  # fmt: skip

    def condition(self) -> str:
        r = self.r
        return r.choice([
            f"t0.sum() > {r.randint(-3, 6)}", f"t0[{r.randint(0, 3)}] > {r.choice(self.ints)}", f"{r.choice(self.ints)} % {r.randint(2, 3)} == 0",
            f"{self.recursion()} > {r.randint(0, 9)}", f"{r.choice(self.ints)} > {r.randint(0, 5)}", f"{r.choice(self.ints)} < {self.recursion()}",
        ])  # fmt: skip

    # --- statements ------------------------------------------------------------------------
    def block(self, depth: int) -> None:
        known = list(self.ints)
        for _ in range(self.r.randint(1, 3)):
            self.statement(depth)
        self.ints = known

    def count(self, depth: int) -> None:
        self.emit(depth, f"s = (s + {self.number()}) % 97")

    def keep(self, depth: int) -> None:
        name = self.fresh("k")
        self.emit(depth, f"{name} = {self.number()}")
        self.ints.append(name)

    def tensor(self, depth: int) -> None:
        self.emit(depth, self.r.choice([
            f"t0 = (t0 + {self.number()}) % 8", f"t0[{self.r.randint(0, 3)}] = {self.number()}", f"t0 = torch.where(t0 > {self.small()}, t0, {self.number()} + 0 * t0)",
            f"rows.append(t0 + {self.recursion()}) if len(rows) < 4 else None",
        ]))  # fmt: skip

    def show(self, depth: int) -> None:
        self.emit(
            depth,
            f"print({self.r.randint(0, 99)}, {self.r.choice(['s', 't0', 'count', self.recursion()])})",
        )

    def loop(self, depth: int) -> None:
        r = self.r
        i = self.fresh("i")
        if r.random() < 0.25:
            self.emit(depth, f"{i} = 0")
            self.emit(depth, f"while {i} < {r.randint(2, 4)} and ({self.condition()}):")
            self.emit(depth + 1, f"{i} += 1")
        else:
            over = r.choice(
                [
                    f"range({self.small()})",
                    f"range({self.small()})",
                    "[int(v) % 4 for v in t0]",
                    f"range(i0 % {r.randint(2, 4)})",
                ]
            )
            self.emit(depth, f"for {i} in {over}:")
        known = list(self.ints)
        self.ints.append(i)
        self.loops += 1
        self.block(depth + 1)
        self.loops -= 1
        self.ints = known
        if r.random() < 0.15:
            self.emit(depth, "else:")
            self.block(depth + 1)

    def over_tensor(self, depth: int) -> None:
        v = self.fresh("v")
        self.emit(depth, f"for {v} in t0 + 0:")
        self.emit(depth + 1, f"if {v} > {self.r.randint(-2, 5)}:")
        self.loops += 1
        self.leave(depth + 2)
        self.block(depth + 1)
        self.loops -= 1

    def branch(self, depth: int) -> None:
        self.emit(depth, f"if {self.condition()}:")
        self.block(depth + 1)
        if self.r.random() < 0.5:
            self.emit(depth, "else:")
            self.block(depth + 1)

    def leave(self, depth: int) -> None:
        ways = [
            f"raise ValueError({self.number()})",
            f"raise KeyError({self.number()})",
            "return s, t0",
            f"return {self.number()}, t0",
        ]
        if self.loops:
            ways += ["break", "continue"] * 2
        self.emit(depth, self.r.choice(ways))

    def leaving(self, depth: int) -> None:
        self.emit(depth, f"if {self.condition()}:")
        self.leave(depth + 1)

    def attempt(self, depth: int) -> None:
        self.emit(depth, "try:")
        self.block(depth + 1)
        if self.r.random() < 0.7:
            self.leaving(depth + 1)
        final = self.r.random() < 0.4
        if not final or self.r.random() < 0.6:
            self.emit(
                depth,
                f"except {self.r.choice(['ValueError', 'KeyError', 'Exception', '(KeyError, ValueError)'])} as e:",
            )
            self.emit(
                depth + 1,
                self.r.choice(
                    ['print("caught", e)', "s += len(e.args)", f"s += {self.recursion()}"]
                ),
            )
            self.block(depth + 1)
        if final:
            self.emit(depth, "finally:")
            self.block(depth + 1)

    def managed(self, depth: int) -> None:
        self.emit(depth, f"with Held({self.r.choice(['ValueError', 'Exception', 'LookupError'])}):")
        self.block(depth + 1)
        if self.r.random() < 0.6:
            self.leaving(depth + 1)

    def statement(self, depth: int) -> None:
        self.budget -= 1
        nests = 0 if depth > 5 or self.budget < 0 else 1
        kinds = [
            (self.count, 4), (self.keep, 1.5), (self.tensor, 1.5), (self.show, 1.5), (self.leaving, 1),
            (self.loop, 5 * nests), (self.over_tensor, 2 * nests), (self.branch, 3 * nests),
            (self.attempt, 2.5 * nests), (self.managed, 2 * nests),
        ]  # fmt: skip
        self.r.choices([kind for kind, _ in kinds], [weight for _, weight in kinds])[0](depth)

    # --- the whole -------------------------------------------------------------------------
    def functions_of(self, templates: list[str], most: int, depth: int) -> None:
        for template in self.r.sample(templates, self.r.randint(1, most)):
            name = self.fresh("f")
            self.emit(depth, template.replace("NAME", name).strip("\n"))
            self.emit(depth, "\n" if depth == 0 else "")
            self.functions.append(name)

    def source(self) -> str:
        self.functions_of(OUTSIDE, 2, 0)
        self.emit(0, "def program(t0, i0, i1):")
        self.emit(1, "t0 = t0.clone()\ns = count = 0\nrows = []")
        self.functions_of(INSIDE, 2, 1)
        while self.budget > 0:
            self.statement(1)
        self.emit(1, "print(s, count)\nreturn s, count, t0, rows")
        body = "\n".join(self.lines)
        return f"{HEAD.format(seed=self.seed)}\n{body}\n\n\n{self.inputs()}\n\nCASES = [case(program, inputs, message=False, straight=True, tolerance=0.0)]\n"

    def inputs(self) -> str:
        rows = "".join(
            f"        (torch.tensor({[float(self.r.randint(-3, 6)) for _ in range(4)]}), {self.r.randint(0, 5)}, {self.r.randint(0, 5)}),\n"
            for _ in range(4)
        )
        return f"def inputs():\n    return [\n{rows}    ]\n"
