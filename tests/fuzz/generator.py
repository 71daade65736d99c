"""Random small programs by seed: control flow over tensors, numbers, lists, aliases, views, prints.

All arithmetic is exact (tensors hold small integers as floats, sums are clamped), so that eager and
compiled results must be equal and a comparison never hangs on rounding. Loops end: counted loops are
short and every `while` carries a counter. Programs may raise; the exception is part of the result.

Kinds: T float tensor (4,), H float tensor (2,), often a view of a T; S 0-d tensor; I int; F float;
B bool; LI list of ints; LT list of T; U tuple (I, T); D dict from str to I.
"""

from __future__ import annotations

import random

PRELUDE = '''"""Random program {seed}."""

import torch

from language.harness import case


def bump_(t):
    t.add_(1).clamp_(-8, 8)
    return t


def push(items, value):
    if len(items) < 9:
        items.append(value)


def choose(flag, a, b):
    if flag:
        return a
    return b


class Acc:
    def __init__(self, n):
        self.n = n
        self.last = None

    def take(self, v):
        self.n = (self.n + 1) % 50
        self.last = v
        return self.n

'''
ARGS = [("t0", "T"), ("t1", "T"), ("i0", "I"), ("i1", "I"), ("f0", "F"), ("b0", "B"), ("l0", "LI")]
LETTER = {
    "T": "t",
    "H": "h",
    "S": "s",
    "I": "i",
    "F": "f",
    "B": "b",
    "LI": "l",
    "LT": "m",
    "U": "u",
    "D": "d",
}
# How often a variable of a kind is assigned.
WEIGHTS = {"T": 6, "H": 3, "S": 2, "I": 6, "F": 3, "B": 2, "LI": 2, "LT": 2, "U": 1, "D": 1}


class Generator:
    def __init__(self, seed: int) -> None:
        self.r = random.Random(seed)
        self.seed = seed
        self.lines: list[str] = []
        self.vars: dict[str, str] = {}
        self.counter = 0
        self.budget = self.r.randint(6, 26)
        self.loops = 0  # depth of loops around
        self.in_function = False

    # --- names -----------------------------------------------------------------------------
    def names(self, kind: str) -> list[str]:
        return [n for n, k in self.vars.items() if k == kind]

    def name(self, kind: str) -> str | None:
        found = self.names(kind)
        return self.r.choice(found) if found else None

    def target(self, kind: str) -> str:
        """A name to assign: often one that exists, so that values flow around loops."""
        old = [n for n in self.names(kind) if not n.startswith("w")]
        if old and self.r.random() < 0.65:
            return self.r.choice(old)
        return f"{LETTER[kind]}{self.r.randint(2, 5)}"

    def fresh(self, letter: str) -> str:
        self.counter += 1
        return f"{letter}{self.counter}"

    # --- expressions -----------------------------------------------------------------------
    def int_(self, depth: int = 0) -> str:
        r = self.r
        pick = r.random()
        known = self.name("I")
        if depth > 1 or pick < 0.3:
            return known if known and r.random() < 0.7 else str(r.randint(-3, 6))
        if pick < 0.55:
            op = r.choice(["+", "-", "*", "//", "%", "&", "|", "^"])
            right = self.int_(depth + 1)
            if op in ("//", "%"):
                right = str(r.choice([2, 3, 5, -2])) if r.random() < 0.9 else right
            return (
                f"(({self.int_(depth + 1)} {op} {right}) % 50)"
                if op == "*"
                else f"({self.int_(depth + 1)} {op} {right})"
            )
        choices = [
            f"int({self.scalar()})",
            f"({self.int_(depth + 1)} if {self.cond(1)} else {self.int_(depth + 1)})",
        ]
        if l := self.name("LI"):
            choices += [f"len({l})", f"sum({l}) % 9", f"({l}[-1] if {l} else 0)"]
        if u := self.name("U"):
            choices.append(f"{u}[0]")
        if d := self.name("D"):
            choices += [f"len({d})", f'{d}.get("{r.choice("abc")}", 3)']
        choices += [
            f"min({self.int_(depth + 1)}, {self.int_(depth + 1)})",
            f"abs({self.int_(depth + 1)})",
        ]
        return r.choice(choices)

    def float_(self) -> str:
        r = self.r
        known = self.name("F") or "0.5"
        return r.choice([
            known, str(r.randint(-4, 8) * 0.5), f"(({known} + {r.randint(1, 3)} * 0.5) % 4)",
            f"(({self.int_(1)}) % 8 * 0.25)", f"float({self.scalar()})", f"abs({known})",
        ])  # fmt: skip

    def bool_(self) -> str:
        known = self.name("B")
        return self.r.choice(
            [
                known or "True",
                "not " + (known or "False"),
                f"bool({self.cond(1)})",
                self.r.choice(["True", "False"]),
            ]
        )

    def scalar(self) -> str:
        """A 0-d tensor."""
        r = self.r
        t = self.name("T") or "t0"
        choices = [
            f"{t}.sum()",
            f"{t}[{r.randint(-4, 3)}]",
            f"({t}.max() + 0)",
            f"({t} > {r.randint(-2, 2)}).sum()",
        ]
        if s := self.name("S"):
            choices += [s, s, f"({s} + 1).clamp(-8, 8)"]
        if h := self.name("H"):
            choices.append(f"{h}[{r.randint(0, 1)}]")
        return r.choice(choices)

    def half(self) -> str:
        r = self.r
        t = self.name("T") or "t0"
        choices = [
            f"{t}[:2]",
            f"{t}[2:]",
            f"{t}[::2]",
            f"{t}.view(2, 2)[{r.randint(0, 1)}]",
            f"{t}.view(2, 2)[:, {r.randint(0, 1)}]",
            f"{t}.view(2, 2).sum({r.randint(0, 1)}).clamp(-8, 8)",
        ]
        if h := self.name("H"):
            choices += [h, f"{h} + 1 - {h}", f"({h} + {self.small()}).clamp(-8, 8)"]
        return r.choice(choices)

    def small(self) -> str:
        return self.r.choice([str(self.r.randint(-3, 3)), f"({self.int_(1)} % 4)", "1.0", "2"])

    def tensor(self) -> str:
        r = self.r
        t, u = self.name("T") or "t0", self.name("T") or "t1"
        choices = [
            t, f"({t} + {u}).clamp(-8, 8)", f"({t} - {u}).clamp(-8, 8)", f"({t} * {self.small()}).clamp(-8, 8)",
            f"(-{t})", f"{t}.abs()", f"{t}.clone()", f"{t}.flip(0)", f"({t} * 0.5).floor()",
            f"torch.where({t} > {u}, {t}, {u} + 0)", f"torch.maximum({t}, {u})", f"torch.cat([{self.half()}, {self.half()}])",
            f"{t}.view(2, 2).t().reshape(4)", f"({t} + {self.scalar()}).clamp(-8, 8)", f"torch.relu({t})",
            f"{t}.view(4)", f"({t} > {u}).to(torch.float32)", f"choose({self.cond(1)}, {t}, {u})", f"torch.zeros_like({t})",
            f"({t} if {self.cond(1)} else {u})", f"torch.sort({t})[0]", f"torch.cumsum({t}, 0).clamp(-8, 8)",
        ]  # fmt: skip
        if m := self.name("LT"):
            choices += [f"{m}[-1]", f"({m}[0] if {m} else {t})"]
        if p := self.name("U"):
            choices.append(f"{p}[1]")
        return r.choice(choices)

    def cond(self, depth: int = 0) -> str:
        r = self.r
        op = r.choice([">", "<", "==", "!=", ">=", "<="])
        choices = [
            f"{self.scalar()} {op} {r.randint(-2, 4)}", f"{self.name('I') or 'i0'} {op} {r.randint(-2, 5)}",
            f"{self.scalar()} {op} {self.name('I') or 'i0'}", f"{self.name('F') or 'f0'} {op} 1.0", self.name("B") or "b0",
            f"({self.name('T') or 't0'} {op} {r.randint(-2, 2)}).{r.choice(['any', 'all'])}()",
        ]  # fmt: skip
        if depth == 0:
            a, b = self.cond(1), self.cond(1)
            choices += [
                f"{a} {r.choice(['and', 'or'])} {b}",
                f"not ({a})",
                f"{r.randint(-3, 0)} < {self.name('I') or 'i0'} <= {r.randint(0, 5)}",
            ]
        if l := self.name("LI"):
            choices += [l, f"len({l}) > 2", f"{r.randint(0, 4)} in {l}"]
        return r.choice(choices)

    def expr(self, kind: str) -> str:
        r = self.r
        if kind == "LI":
            return r.choice(
                [
                    f"[{self.int_(1)}, {self.int_(1)}]",
                    "[]",
                    f"[q * 2 % 7 for q in {self.name('LI') or 'l0'}]",
                    self.name("LI") or "l0",
                    f"list(range({self.int_(1)} % 5))",
                    f"{self.name('LI') or 'l0'}[1:]",
                ]
            )
        if kind == "LT":
            return r.choice([f"[{self.tensor()}]", "[]", f"[{self.tensor()}, {self.tensor()}]"])
        if kind == "U":
            return f"({self.int_(1)}, {self.tensor()})"
        if kind == "D":
            return f'{{"a": {self.int_(1)}, "b": {self.int_(1)}}}'
        return {
            "T": self.tensor,
            "H": self.half,
            "S": self.scalar,
            "I": self.int_,
            "F": self.float_,
            "B": self.bool_,
        }[kind]()

    # --- statements ------------------------------------------------------------------------
    def emit(self, depth: int, text: str) -> None:
        self.lines.append("    " * depth + text)

    def assign(self, depth: int) -> None:
        kind = self.r.choices(list(WEIGHTS), list(WEIGHTS.values()))[0]
        name = self.target(kind)
        text = self.expr(kind)
        self.emit(depth, f"{name} = {text}")
        self.vars[name] = kind

    def mutate(self, depth: int) -> None:
        r = self.r
        t, h = self.name("T") or "t0", self.name("H")
        choices = [
            f"{t}[{r.randint(-4, 3)}] = {self.small()}", f"{t}.mul_({r.choice([-1, 0, 1])})", f"bump_({t})",
            f"{t} += {r.choice([0, 1])}; {t}.clamp_(-8, 8)", f"{t}[1:3] = {self.name('T') or 't1'}[:2].clone()", f"{t}[:2] = {self.half()} + 0",
            f"{t}.copy_({self.tensor()} + 0)", f"{t}.view(2, 2)[{r.randint(0, 1)}].fill_({r.randint(-3, 3)})", f"{t}[{t} > {r.randint(0, 3)}] = {r.randint(-2, 2)}",
        ]  # fmt: skip
        if h:
            choices += [
                f"{h}.add_(1).clamp_(-8, 8)",
                f"{h}[0] = {self.small()}",
                f"{h} -= 1; {h}.clamp_(-8, 8)",
            ] * 2
        if l := self.name("LI"):
            choices += [
                f"push({l}, {self.int_(1)})",
                f"{l} and {l}.pop()",
                f"{l}.append({self.int_(1)}) if len({l}) < 9 else None",
                f"{l}[0] = {self.int_(1)}",
            ]
        if m := self.name("LT"):
            choices += [f"push({m}, {self.tensor()})"] * 2 + [f"{m}[-1].mul_(0)"]
        if d := self.name("D"):
            choices += [f'{d}["{r.choice("abc")}"] = {self.int_(1)}']
        self.emit(depth, r.choice(choices))

    def show(self, depth: int) -> None:
        what = [n for n, k in self.vars.items() if k != "U"]
        some = self.r.sample(what, min(len(what), self.r.randint(1, 2)))
        self.emit(depth, f"print({', '.join([repr(self.r.choice('pqr'))] + some)})")

    def block(self, depth: int) -> None:
        """One to four statements in a scope whose new names may stay unassigned outside."""
        before = dict(self.vars)
        count = len(self.lines)
        for _ in range(self.r.randint(1, 4)):
            self.statement(depth)
        if len(self.lines) == count:
            self.emit(depth, "pass")
        # Rarely a name of one path is read after: UnboundLocalError is part of the language.
        self.vars = {
            n: k
            for n, k in self.vars.items()
            if before.get(n) == k or (n not in before and self.r.random() < 0.03)
        }

    def branch(self, depth: int) -> None:
        self.emit(depth, f"if {self.cond()}:")
        self.block(depth + 1)
        while self.r.random() < 0.25:
            self.emit(depth, f"elif {self.cond()}:")
            self.block(depth + 1)
        if self.r.random() < 0.5:
            self.emit(depth, "else:")
            self.block(depth + 1)

    def loop(self, depth: int) -> None:
        r = self.r
        saved = dict(self.vars)
        kind = r.random()
        if kind < 0.3:
            w = self.fresh("w")
            self.emit(depth, f"{w} = 0")
            self.emit(depth, f"while {w} < {r.randint(2, 5)} and ({self.cond(1)}):")
            self.emit(depth + 1, f"{w} += 1")
        elif kind < 0.65:
            i = self.target("I")
            bound = r.choice(
                [
                    str(r.randint(0, 4)),
                    f"({self.int_(1)}) % 4",
                    f"{self.name('T') or 't0'}.shape[0]",
                    f"0, {r.randint(2, 6)}, 2",
                    f"{r.randint(2, 4)}, -1, -1",
                ]
            )
            self.emit(depth, f"for {i} in range({bound}):")
            self.vars[i] = "I"
        elif kind < 0.8:
            s = self.target("S")
            self.emit(depth, f"for {s} in {self.name('T') or 't0'} + 0:")
            self.vars[s] = "S"
        elif kind < 0.9:
            i = self.target("I")
            self.emit(depth, f"for {i} in list({self.name('LI') or 'l0'})[:4]:")
            self.vars[i] = "I"
        else:
            i, s = self.target("I"), self.target("S")
            self.emit(depth, f"for {i}, {s} in enumerate({self.name('T') or 't0'} * 1):")
            self.vars |= {i: "I", s: "S"}
        self.loops += 1
        inside = {n for n in self.vars if n not in saved}
        self.block(depth + 1)
        self.loops -= 1
        for n in inside:
            if r.random() < 0.9:
                self.vars.pop(n, None)
        if r.random() < 0.15:
            self.emit(depth, "else:")
            self.block(depth + 1)

    def leave(self, depth: int) -> None:
        self.emit(depth, f"if {self.cond()}:")
        if self.loops and self.r.random() < 0.8:
            self.emit(depth + 1, self.r.choice(["break", "continue"]))
        else:
            self.emit(depth + 1, self.returned())

    def attempt(self, depth: int) -> None:
        self.emit(depth, "try:")
        self.block(depth + 1)
        if self.r.random() < 0.6:
            self.emit(depth + 1, f"if {self.cond()}:")
            error = self.r.choice(
                ['ValueError("v", {})', "KeyError({})", 'IndexError("i")', "RuntimeError(str({}))"]
            )
            self.emit(depth + 2, f"raise {error.format(self.int_(1))}")
        final = self.r.random() < 0.3
        if not final or self.r.random() < 0.5:
            kinds = self.r.choice(
                ["ValueError", "(KeyError, ValueError)", "Exception", "LookupError"]
            )
            self.emit(depth, f"except {kinds} as e:")
            self.emit(depth + 1, 'print("caught", type(e).__name__, e)')
            self.block(depth + 1)
        if final:
            self.emit(depth, "finally:")
            self.block(depth + 1)

    def nested(self, depth: int) -> None:
        """A closure that writes an outer variable, called at once or twice."""
        i = self.name("I")
        if not i or self.in_function:
            return self.assign(depth)
        f = self.fresh("fn")
        self.in_function = True
        self.emit(depth, f"def {f}(a):")
        self.emit(depth + 1, f"nonlocal {i}" if depth else f"global {i}")
        self.emit(depth + 1, f"{i} = ({i} + a) % 20")
        self.emit(depth + 1, f"return {i} + {self.r.randint(0, 3)}")
        self.in_function = False
        self.emit(depth, f"{i} = {f}({self.int_(1)})" if self.r.random() < 0.5 else f"{f}({f}(1))")

    def object_(self, depth: int) -> None:
        a = self.fresh("acc")
        t = self.name("T") or "t0"
        self.emit(depth, f"{a} = Acc({self.int_(1)})")
        self.emit(depth, f"if {self.cond(1)}:")
        self.emit(depth + 1, f"{a}.take({t})")
        i = self.target("I")
        self.emit(depth, f"{i} = {a}.take({t}) if {self.cond(1)} else {a}.n")
        self.emit(depth, f'print("acc", {a}.n, {a}.last is {t})')
        self.vars[i] = "I"

    def statement(self, depth: int) -> None:
        self.budget -= 1
        deep = depth > 4 or self.budget < 0
        kinds = [
            self.assign,
            self.mutate,
            self.show,
            self.branch,
            self.loop,
            self.leave,
            self.attempt,
            self.nested,
            self.object_,
        ]
        weights = [
            8,
            5,
            1,
            0 if deep else 4,
            0 if deep else 4,
            1.5,
            0 if deep else 1,
            0.5 if depth < 3 else 0,
            0.5,
        ]
        self.r.choices(kinds, weights)[0](depth)

    def returned(self) -> str:
        names = [n for n in self.vars if not n.startswith("w")]
        some = self.r.sample(names, min(len(names), self.r.randint(1, 3)))
        return self.r.choice(
            [
                f"return {', '.join(some)}",
                f"return [{', '.join(some)}]",
                f"return {some[0]}",
                "return None",
            ]
        )

    def keeps_list(self) -> bool:
        """Whether the argument list stays as it is, as a saved program needs."""
        return self.seed % 5 == 0

    # --- the whole -------------------------------------------------------------------------
    def program(self) -> str:
        self.vars = dict(ARGS)
        self.emit(0, f"def program({', '.join(n for n, _ in ARGS)}):")
        if self.keeps_list():
            self.emit(1, "l0 = list(l0)")
        while self.budget > 0:
            self.statement(1)
        names = [n for n, k in self.vars.items()]
        self.emit(1, f"return {', '.join(names)}")
        return "\n".join(self.lines)

    def inputs(self) -> str:
        r = self.r
        rows = []
        for _ in range(4):
            t = [f"torch.tensor({[float(r.randint(-4, 6)) for _ in range(4)]})" for _ in range(2)]
            l = [r.randint(-2, 5) for _ in range(r.randint(0, 3))]
            rows.append(
                f"({t[0]}, {t[1]}, {r.randint(-3, 7)}, {r.randint(-3, 7)}, {r.randint(-3, 6) * 0.5}, {r.random() < 0.5}, {l})"
            )
        body = "".join(f"        {row},\n" for row in rows)
        return f"def inputs():\n    return [\n{body}    ]\n"

    def source(self) -> str:
        program = self.program()
        tail = "\n\nCASES = [case(program, inputs, message=False, straight=True, tolerance=0.0)]\n"
        return PRELUDE.format(seed=self.seed) + "\n" + program + "\n\n\n" + self.inputs() + tail


WIDE = 100_000  # seeds from here on use more of the language
DEEP = 200_000  # and from here on objects, context managers, generators, patterns
BROAD = 300_000  # matrices, records, deques, nested containers, recursion
NESTS = 400_000  # recursions first reached in nests (nests.py)
DIFFERENTIATED = 500_000  # gradients, inside and outside (differentiated.py)
GRAPHS = 600_000  # and more that is done with graphs (graphs.py)


def generate(seed: int) -> str:
    """The case file of a seed."""
    if seed < WIDE:
        return Generator(seed).source()
    if seed < DEEP:
        from fuzz.wide import Wide

        return Wide(seed).source()
    if seed < BROAD:
        from fuzz.deep import Deep

        return Deep(seed).source()
    if seed < NESTS:
        from fuzz.broad import Broad

        return Broad(seed).source()
    if seed < DIFFERENTIATED:
        from fuzz.nests import Nests

        return Nests(seed).source()
    from fuzz.differentiated import Differentiated
    from fuzz.graphs import Graphs

    return (Differentiated if seed < GRAPHS else Graphs)(seed).source()
