"""Random programs of tensors that require a gradient, by seed.

A program takes three leaves, a plain tensor, an int and a bool. It differentiates inside, where it
likes; sessions.py also differentiates outside what it gives back. Kinds: V float64 (4,); W (4, 4);
S 0-d; LV list of V; I int; B bool.
"""

from __future__ import annotations

import random

PRELUDE = '''"""Random program {seed}, differentiated."""

import torch


class Cube(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x**3

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        print("cube")
        return grad * 3 * x**2


def deep(v, w, n):
    return v if n <= 0 else torch.tanh(deep(v, w, n - 1) @ w)


def choose(flag, a, b):
    if flag:
        return a
    return b


def told(grad):
    return grad is None or f"{{round(grad.sum().item(), 6) + 0.0:.4g}}"


def push(items, value):
    if len(items) < 6:
        items.append(value)


'''
LETTER = {"V": "v", "W": "m", "S": "s", "LV": "l", "I": "i", "B": "b"}
WEIGHTS = {"V": 10, "W": 2, "S": 4, "LV": 2, "I": 1, "B": 1}
ARGS = {"x": "V", "y": "V", "w": "W", "z": "V", "n": "I", "flag": "B"}
LEAVES = ("x", "y", "w")


class Differentiated:
    functions = ""  # more than those of PRELUDE

    def __init__(self, seed: int) -> None:
        self.r = random.Random(seed)
        self.seed = seed
        self.lines: list[str] = []
        self.vars = dict(ARGS)
        self.budget = self.r.randint(4, 18)
        self.counter = 0
        self.loops = 0
        self.writes = self.r.random() < 0.6  # whether the program writes in place
        self.inner = self.r.random() < 0.7  # whether it differentiates by itself

    def name(self, kind: str, writable: bool = False) -> str | None:
        found = [n for n, k in self.vars.items() if k == kind and not (writable and n in ARGS)]
        return self.r.choice(found) if found else None

    def v(self) -> str:
        return self.name("V") or "x"

    def s(self) -> str:
        return self.r.choice([f"{self.v()}.sum()", self.name("S") or f"{self.v()}.mean()"])

    def at(self) -> int:
        return self.r.randint(-4, 3)

    def vector(self) -> str:
        r, a, b, w = self.r, self.v(), self.v(), self.name("W") or "w"
        choices = [
            f"{a} * {b}", f"{a} + {b}", f"{a} - {b} * 0.5", f"torch.tanh({a})", f"{a}.sin()",
            f"torch.sigmoid({a}) * {b}", f"torch.tanh({a} @ {w})", f"torch.tanh({w} @ {a})",
            f"{w}[{self.at()}]", f"{w}[:, {self.at()}]", f"{w}.t()[{self.at()}] * {a}",
            f"{w}.diagonal()", f"{a}.flip(0)", f"{a}.abs()", f"torch.relu({a})", f"{a}.clone()",
            f"torch.where({a} > {b}, {a}, {b} * 2)", f"torch.cat([{a}[:2], {b}[2:]])",
            f"torch.stack([{self.s()}, {self.s()}, {a}[0], {b}[1]])", f"{a}.softmax(0)",
            f"{a}.view(2, 2).t().reshape(4)", f"torch.maximum({a}, {b})", f"{a}.cumsum(0)",
            f"torch.sort({a})[0]", f"{a}.detach()", f"{a} * {self.s()}.tanh()", f"{a} / (1 + {b} * {b})",
            f"{a}[torch.tensor([3, 0, 0, 2])]", f"choose({self.cond()}, {a}, {b})", f"{a}",
            f"({a} if {self.cond()} else {b})", f"deep({a}, {w}, {self.int_()})", f"Cube.apply({a})",
            f"{a}.exp().clamp(max=4.0)", "torch.zeros(4, dtype=torch.float64)", f"{w}.sum({r.randint(0, 1)})",
            f"{a}.view(4)", f"({a}.view(2, 2) @ {b}.view(2, 2)).flatten().tanh()", f"{w}.mean(0) + {a}",
            f"torch.outer({a}, {b}).tanh()[{self.at()}]", f"torch.roll({a}, 1)", f"{a}.detach().requires_grad_()",
        ]  # fmt: skip
        if l := self.name("LV"):
            choices += [f"{l}[-1]", f"({l}[0] if {l} else {a})", f"torch.stack({l} + [{a}]).sum(0)"]
        return r.choice(choices)

    def int_(self) -> str:
        return self.r.choice(
            [
                str(self.r.randint(0, 3)),
                "n",
                "n % 3",
                f"int({self.v()}.detach().abs().sum() * 3.7) % 3",
            ]
        )

    def cond(self) -> str:
        return self.r.choice(
            [f"{self.s()} > 0", f"{self.name('I') or 'n'} > {self.r.randint(0, 3)}", self.name("B") or "flag",
             f"{self.v()}.requires_grad", f"bool(({self.v()} > 0).any())", f"{self.v()}[{self.at()}] < 0.3"]
        )  # fmt: skip

    def expr(self, kind: str) -> str:
        a, b = self.v(), self.v()
        if kind == "S":
            return self.r.choice(
                [f"{a}.sum()", f"({a} * {b}).mean()", f"{a}[{self.at()}]", f"{a}.max()", f"{a}.prod()",
                 f"torch.logsumexp({a}, 0)", f"({a} - {b}).norm()", f"{self.name('W') or 'w'}.pow(2).mean()"]
            )  # fmt: skip
        if kind == "W":
            return self.r.choice(
                [f"torch.outer({a}, {b})", f"{self.name('W') or 'w'} * 0.5", "w.t()", "w @ w * 0.3",
                 f"torch.stack([{a}, {b}, {a} * 2, {b}])", f"{a}.expand(4, 4) * 1", "w.tril()", f"torch.diag({a})"]
            )  # fmt: skip
        if kind == "LV":
            return self.r.choice(["[]", f"[{a}]", f"[{a}, {b}]", f"[q * 2 for q in ({a}, {b})]"])
        return {"V": self.vector, "I": self.int_, "B": self.cond}[kind]()

    # --- statements ------------------------------------------------------------------------
    def emit(self, depth: int, text: str) -> None:
        self.lines.append("    " * depth + text)

    def target(self, kind: str) -> str:
        old = [n for n, k in self.vars.items() if k == kind and n not in ARGS]
        return (
            self.r.choice(old)
            if old and self.r.random() < 0.6
            else f"{LETTER[kind]}{self.r.randint(2, 5)}"
        )

    def assign(self, depth: int) -> None:
        kind = self.r.choices(list(WEIGHTS), list(WEIGHTS.values()))[0]
        name = self.target(kind)
        self.emit(depth, f"{name} = {self.expr(kind)}")
        self.vars[name] = kind

    def write(self, depth: int) -> None:
        r, a = self.r, self.v()
        t = self.name("V", writable=r.random() < 0.93)
        if not self.writes or t is None:
            return self.assign(depth)
        choices = [
            f"{t}.mul_({a})", f"{t}[{self.at()}] = {self.s()}", f"{t}[1:3] = {a}[2:]", f"{t} += {a}",
            f"{t}.copy_({a})", f"{t}.zero_()", f"{t}[{t} > 0.5] = 0.25", f"{t}.view(2, 2)[0].mul_({r.choice([2, -1])})",
            f"{t}.tanh_()", f"{t}[::2] *= 2", f"{t}.clamp_(-1, 1)", f"{t}.detach().add_(0)", f"{t}.add_({a}, alpha=0.5)",
        ]  # fmt: skip
        if m := self.name("W", writable=True):
            choices += [f"{m}[{self.at()}] = {a}", f"{m}.mul_(0.5)", f"{m}[:, 1].add_({a})"]
        self.emit(depth, r.choice(choices))

    def differentiate(self, depth: int) -> None:
        if not self.inner:
            return self.assign(depth)
        r, s = self.r, self.s()
        pick = r.random()
        keep = r.choice(["", "retain_graph=True", "retain_graph=True"])
        if pick < 0.4:
            if r.random() < 0.9:
                self.emit(depth, f"if {s}.requires_grad:")
                depth += 1
            self.emit(depth, f"{s}.backward({keep})")
            return
        if pick < 0.55:
            leaf = r.choice(LEAVES)
            self.emit(depth, f"if {leaf}.grad is not None:")
            self.emit(
                depth + 1,
                r.choice(
                    [f"{leaf}.grad = None", f"{leaf}.grad.zero_()", f"print({leaf}.grad.shape)"]
                ),
            )
            return
        g, of = self.target("V"), self.v()
        if of == "z" or r.random() < 0.5:
            of = r.choice(["x", "y"])
        create = ", create_graph=True" if r.random() < 0.35 else f", {keep}" if keep else ""
        self.emit(depth, f"if {s}.requires_grad and {of}.requires_grad:")
        self.emit(depth + 1, f"(g,) = torch.autograd.grad({s}, [{of}], allow_unused=True{create})")
        self.emit(depth + 1, "print(told(g))")
        self.emit(depth + 1, "if g is not None:")
        self.emit(depth + 2, f"{g} = {of} * g" if self.vars.get(g) else "print(g.requires_grad)")

    def update(self, depth: int) -> None:
        leaf = self.r.choice(LEAVES)
        self.emit(depth, "with torch.no_grad():")
        self.emit(depth + 1, f"if {leaf}.grad is not None:")
        self.emit(
            depth + 2,
            self.r.choice([f"{leaf} -= 0.1 * {leaf}.grad", f"{leaf}.sub_({leaf}.grad, alpha=0.1)"]),
        )

    def show(self, depth: int) -> None:
        a = self.v()
        what = [
            f"{a}.requires_grad",
            f"{a}.is_leaf",
            f"{self.r.choice(LEAVES)}.grad is None",
            self.name("I") or "n",
        ]
        self.emit(depth, f"print({self.r.choice(what)}, {self.r.choice(what)})")

    def block(self, depth: int) -> None:
        before = dict(self.vars)
        for _ in range(self.r.randint(1, 3)):
            self.statement(depth)
        self.vars = {n: k for n, k in self.vars.items() if before.get(n) == k}

    def modes(self, depth: int) -> None:
        self.emit(
            depth, f"with torch.{self.r.choice(['no_grad()', 'no_grad()', 'enable_grad()'])}:"
        )
        self.block(depth + 1)

    def branch(self, depth: int) -> None:
        self.emit(depth, f"if {self.cond()}:")
        self.block(depth + 1)
        if self.r.random() < 0.5:
            self.emit(depth, "else:")
            self.block(depth + 1)

    def loop(self, depth: int) -> None:
        r, saved = self.r, dict(self.vars)
        pick = r.random()
        if pick < 0.4:
            self.counter += 1
            i = f"i{self.counter + 10}"
            self.emit(depth, f"for {i} in range({self.int_()}):")
            self.vars[i] = "I"
        elif pick < 0.6:
            self.emit(depth, f"for {self.target('V')} in {self.name('LV') or '(x, y)'}:")
        elif pick < 0.75:
            self.emit(depth, f"for t in {self.name('W') or 'w'}:")
            self.vars["t"] = "V"
        else:
            self.counter += 1
            c = f"c{self.counter}"
            self.emit(depth, f"{c} = 0")
            self.emit(depth, f"while {c} < {r.randint(1, 4)} and ({self.cond()}):")
            self.emit(depth + 1, f"{c} += 1")
        self.loops += 1
        self.block(depth + 1)
        self.loops -= 1
        if r.random() < 0.35:
            self.emit(depth + 1, f"if {self.cond()}:")
            self.emit(depth + 2, r.choice(["break", "break", "continue"]))
        self.vars = saved

    def attempt(self, depth: int) -> None:
        kind = self.r.choice(["ValueError", "RuntimeError", "(ValueError, RuntimeError)"])
        self.emit(depth, "try:")
        self.block(depth + 1)
        if self.r.random() < 0.5:
            self.emit(depth + 1, f"if {self.cond()}:")
            self.emit(depth + 2, 'raise ValueError("stop")')
        self.emit(depth, f"except {kind}:")
        self.emit(depth + 1, 'print("caught")')

    def lists(self, depth: int) -> None:
        l = self.name("LV")
        if l is None:
            l = self.target("LV")
            self.emit(depth, f"{l} = []")
            self.vars[l] = "LV"
        self.emit(depth, self.r.choice([f"push({l}, {self.vector()})", f"{l} and {l}.pop()"]))

    def statement(self, depth: int) -> None:
        self.budget -= 1
        deep = depth > 3 or self.budget < 0
        kinds = [self.assign, self.write, self.differentiate, self.update, self.show, self.modes,
                 self.branch, self.loop, self.attempt, self.lists]  # fmt: skip
        weights = [10, 4, 3, 0.5, 1, *([0] * 4 if deep else [1, 3, 3, 0.7]), 2]
        self.r.choices(kinds, weights)[0](depth)

    def source(self) -> str:
        self.emit(0, f"def program({', '.join(ARGS)}):")
        while self.budget > 0:
            self.statement(1)
        names = [n for n, k in self.vars.items() if k in ("V", "S", "LV")]
        some = self.r.sample(names, min(len(names), self.r.randint(1, 4)))
        self.emit(1, f"return [{', '.join(some)}]")
        calls = [
            (self.r.randint(0, 99), self.r.randint(0, 4), self.r.random() < 0.5) for _ in range(3)
        ]
        tail = f"\n\n\nCALLS = {calls}\n"
        return PRELUDE.format(seed=self.seed) + self.functions + "\n".join(self.lines) + tail
