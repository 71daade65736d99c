"""Random programs over more of the language: text, mixed types, dicts, sets, slices, closures,
defaults and star arguments, exceptions of the program's own, integer and boolean tensors.

Kinds beside those of the narrow generator: Q text; X a value of one of several types, used only
where each of them is defined; Z set of ints.
"""

from __future__ import annotations

from fuzz.generator import LETTER, PRELUDE, Generator

HELPERS = """
class Odd(ValueError):
    def __init__(self, what, extra=0):
        super().__init__(what)
        self.extra = extra


def mix(a, b=2, *rest, scale=1, **more):
    for r in rest:
        a = a + r
    return (a * scale + b + len(more)) % 40


def describe(x):
    if x is None:
        return "none"
    if isinstance(x, bool):
        return "flag"
    if isinstance(x, (int, float)):
        return f"number {x + 1}"
    if isinstance(x, str):
        return x + "!"
    if isinstance(x, tuple):
        return "pair " + describe(x[0])
    return f"tensor {x.sum()}"


def counter(start=0):
    def step(by=1):
        nonlocal start
        start += by
        return start

    return step


"""
LETTER |= {"Q": "q", "X": "x", "Z": "z"}


class Wide(Generator):
    """The narrow generator with more expressions and statements."""

    def text(self) -> str:
        r = self.r
        i, f, b = self.name("I") or "i0", self.name("F") or "f0", self.name("B") or "b0"
        q = self.name("Q") or repr(r.choice(["ab", "Cd e", "", "x,y,z"]))
        choices = [
            q, f'f"{{{i}:>3}}|{{{f}:.2f}}|{{{b}!r:<6}}"', f'f"{{{f}:+.1e}} {{{i}:03d}}"', f"str({f})",
            f"({q} + str({i}))[-12:]", f"{q}[::-1]", f"{q}.upper()", f"'-'.join(str(k) for k in [{i}, {f}])",
            f"'%d %s %5.1f' % ({i}, {b}, {f})", f"{q}[{i} % 3:]", f"'{{}}/{{:.3g}}'.format({i}, {f})", f"repr({q})",
            f"{q}.replace('a', 'bc')[:10]", f'f"{{{i}=}}"', f"describe({self.mixed()})",
            f"({q} * ({i} % 3))[:12]", f"','.join(sorted({q}))", f"str({self.name('L') or self.name('LI') or 'l0'})",
            f"str({self.scalar()}.item())", f"str({self.name('T') or 't0'}.tolist())",
        ]  # fmt: skip
        if d := self.name("D"):
            choices += [f"str({d})", f"'+'.join({d})"]
        return r.choice(choices)

    def mixed(self) -> str:
        r = self.r
        known = self.name("X")
        one = [
            "None", self.name("I") or "i0", self.name("F") or "f0", self.name("B") or "b0", repr(r.choice(["s", "tt"])),
            self.name("T") or "t0", f"({self.name('I') or 'i0'}, {self.name('F') or 'f0'})",
        ]  # fmt: skip
        if known and r.random() < 0.5:
            return known
        return r.choice(
            [r.choice(one), f"({r.choice(one)} if {super().cond(1)} else {r.choice(one)})"]
        )

    def int_(self, depth: int = 0) -> str:
        r = self.r
        if depth > 1 or r.random() < 0.6:
            return super().int_(depth)
        i, f = self.name("I") or "i0", self.name("F") or "f0"
        l, b = self.name("LI") or "l0", self.name("B") or "b0"
        choices = [
            f"mix({i})", f"mix({i}, {self.int_(depth + 1)}, scale=2)", f"mix({i}, 1, *[{i}, 2])", f"mix({i}, k=1, **dict(m={i}))",
            f"int({f})", f"round({f} * 1.5)", f"divmod({i}, 3)[{r.randint(0, 1)}]", f"({i} // -3)", f"({i} % -4)", f"({i} << 1) % 32",
            f"({i} >> 1)", f"(~{i})", f"({b} + {i})", f"({i} ** 2) % 50", f"min({l}, default={i})", f"max([0] + {l})",
            f"sum(k for k in {l} if k > {r.randint(-1, 2)}) % 30", f"len([k for k in {l} if k % 2])", f"len({self.name('Q') or repr('abc')})",
            f"{l}.count({i})", f"sum({l}[::2]) % 20", f"sum({l}[::-1][:2]) % 20", f"[{i}, {i} + 1, 7][{i} % 3]", f"({i}, {i} * 2)[-1] % 30",
            f"int({self.name('T') or 't0'}.argmax())", f"{self.name('T') or 't0'}.size(0)", f"(lambda a, b=1: a - b)({i})",
            f"sum(a * b for a, b in zip({l}, {l}[1:])) % 30", f"(3 if {i} else {i})", f"({i} or {r.randint(1, 4)})", f"({i} and 2)",
            f"sum(n for n, _ in enumerate({l}, 1))",
        ]  # fmt: skip
        if d := self.name("D"):
            choices += [
                f'{d}["a"]',
                f"sum({d}.values()) % 30",
                f"max({d}.values())",
                f'("b" in {d}) + {i}',
            ]
        if z := self.name("Z"):
            choices += [f"len({z})", f"sum(sorted({z})) % 30", f"({i} in {z}) + 1"]
        return r.choice(choices)

    def float_(self) -> str:
        r = self.r
        if r.random() < 0.5:
            return super().float_()
        f, i = self.name("F") or "f0", self.name("I") or "i0"
        return r.choice([
            f"({i} / 4)", f"({f} // 2)", f"({f} % -1.5)", f"(-{f})", f"round({f} * 0.5, 1)", f"({i} * 0.5 - {f}) % 8", f"float('{r.randint(-3, 3)}.5')",
            f"max({f}, {i})", f"min({f}, 2) * 1.0", f"(abs({f}) ** 2) % 16", f"({i} % 5) ** -1 if {i} % 5 in (1, 2, 4) else 0.25", f"{self.name('T') or 't0'}.mean().item()",
        ])  # fmt: skip

    def cond(self, depth: int = 0) -> str:
        r = self.r
        if r.random() < 0.65:
            return super().cond(depth)
        i, f, q = self.name("I") or "i0", self.name("F") or "f0", self.name("Q") or "'ab'"
        l, t = self.name("LI") or "l0", self.name("T") or "t0"
        return r.choice([
            f"{r.randint(-3, 1)} <= {i} < {r.randint(1, 6)} != {f}", f"{f} <= {i}", f"{i} == {f}", f"{q} < 'c'", f"'1' in {q}", f"{l} < [1, 2]",
            f"any(k > 2 for k in {l})", f"all(k < 4 for k in {l})", f"({i}, {f}) < (2, 1.0)", f"bool({q})", f"{l} == sorted({l})", f"{t}.sum() > {f}",
            f"{self.mixed()} is None", f"isinstance({self.mixed()}, (int, str))", f"{t}.equal({self.name('T') or 't1'})", f"{i} in ({r.randint(0, 3)}, {i} + 1, {f})",
            f"not {l}", f"(k := {i} % 3) == 1", f"{self.mixed()} == {r.randint(-1, 2)}" if "t" not in self.names("X") else "True",
        ])  # fmt: skip

    def tensor(self) -> str:
        r = self.r
        if r.random() < 0.6:
            return super().tensor()
        t, i, f = self.name("T") or "t0", self.name("I") or "i0", self.name("F") or "f0"
        return r.choice([
            f"({t}.long() // 2).float()", f"({t}.int() + {f}).clamp(-8, 8)", f"torch.tensor([{i}, {f}, 1, 2.0])", f"torch.stack([{t}[0], {t}[1], {t}[2], {t}[3]])",
            f"{t}[torch.tensor([3, 2, 1, 0])]", f"({t} % 3)", f"(({t} > 0) & ({t} < 4)).float()", f"({t}.unsqueeze(0) + {t}.unsqueeze(1)).sum(0).clamp(-8, 8)",
            f"{t}.roll(1)", f"torch.full((4,), float({i} % 5))", f"torch.arange({i} % 3, {i} % 3 + 4).float()", f"({t} ** 2).clamp(-8, 8)", f"{t}[{i} % 3:].sum() + {t} * 0",
            f"torch.minimum({t}, torch.tensor({f}))", f"sum([{t}, {t} * 2]).clamp(-8, 8)", f"{t}.repeat(2)[2:6]", f"torch.cat([{t}[:1], {t}[1:]])", f"{t}.masked_fill({t} < 0, {f})",
            f"({t} / 2)", f"{t}.view(2, 2).flip(1).reshape(4)", f"torch.where({t} > {f}, {t}, {f})", f"(1 - {t})", f"({i} + {t}).clamp(-8, 8)",
        ])  # fmt: skip

    def expr(self, kind: str) -> str:
        r = self.r
        l, i = self.name("LI") or "l0", self.name("I") or "i0"
        if kind == "Q":
            return self.text()
        if kind == "X":
            return self.mixed()
        if kind == "Z":
            return r.choice(
                [
                    f"set({l})",
                    f"{{{i}, {i} + 1, 2}}",
                    f"{{k % 3 for k in {l}}}",
                    f"set({l}) | {{1}}",
                    f"set({l}) - {{2}}",
                ]
            )
        if kind == "LI" and r.random() < 0.5:
            return r.choice([
                f"{l}[::-1]", f"{l}[::2]", f"sorted({l})", f"sorted({l}, key=lambda k: -k)", f"({l} + [{i}])[-6:]", f"[0, *{l}][:7]", f"({l} * 2)[:6]",
                f"[a + b for a, b in zip({l}, {l}[1:])]", f"[k for k in range({i} % 4) if k != 1]", f"[a * 3 % 5 for a in {l} for _ in range(2)][:6]",
                f"list(map(lambda k: k - 1, {l}))", f"list(reversed({l}))", f"[n * k % 9 for n, k in enumerate({l})]", f"[int(v) for v in {self.name('T') or 't0'}]",
                f"list(filter(None, {l}))", f"{l}[{r.randint(-3, 2)}:{r.randint(-2, 4)}]",
            ])  # fmt: skip
        if kind == "D" and r.random() < 0.6:
            return r.choice([
                f'{{c: n + {i} for n, c in enumerate("abc")}}', f'dict(a={i}, b=2, c={self.int_(1)})', f'{{"a": 1, "b": 2, **{{"c": {i}}}}}',
                f'dict(zip("ab", [{i}, 4]))',
            ])  # fmt: skip
        return super().expr(kind)

    # --- statements ------------------------------------------------------------------------
    def assign(self, depth: int) -> None:
        if self.r.random() < 0.6:
            return super().assign(depth)
        kind = self.r.choice(["Q", "Q", "X", "X", "Z", "LI", "D", "F"])
        name = self.target(kind)
        self.emit(depth, f"{name} = {self.expr(kind)}")
        self.vars[name] = kind

    def augmented(self, depth: int) -> None:
        r = self.r
        i, f, l = self.name("I") or "i0", self.name("F") or "f0", self.name("LI") or "l0"
        t = self.name("T") or "t0"
        choices = [
            f"{i} //= {r.choice([2, -3])}", f"{i} -= {self.int_(1)}; {i} %= 17", f"{i} |= 4", f"{f} /= 2", f"{f} -= {i} % 3", f"{l} += [{i}] if len({l}) < 7 else []",
            f"{t}[{r.randint(-4, 3)}] += {r.choice([1, 0.5])}; {t}.clamp_(-8, 8)", f"{t} -= {t} * 2", f"{i} = -{i}; {i} += True",
        ]  # fmt: skip
        if q := self.name("Q"):
            choices += [f"{q} += 'z'; {q} = {q}[-14:]"] * 2
        if d := self.name("D"):
            choices += [
                f'{d}["a"] += {r.randint(1, 3)}; {d}["a"] %= 9',
                f'{d}.pop("{r.choice("bc")}", 0)',
                f'{d}.setdefault("c", {i})',
                f"{d}.update(b={i})",
            ]
        if z := self.name("Z"):
            choices += [f"{z}.add({i})", f"{z}.discard(1)", f"{z} |= {{{i} % 4}}"]
        choices += [
            f"{l}[1:2] = [{i}, 3]; del {l}[5:]", f"{l}.insert(1, {i}); del {l}[6:]", f"{l}.sort()", f"{l}.reverse()", f"{l}.extend({l}[:2]); del {l}[7:]",
            f"del {l}[-1:]", f"{l}[-1:] = []",
        ]  # fmt: skip
        self.emit(depth, r.choice(choices))

    def unpacked(self, depth: int) -> None:
        r = self.r
        i, j = self.target("I"), self.target("I")
        if i != j:
            line = r.choice([
                f"{i}, {j} = {self.int_(1)}, {self.int_(1)}", f"({i}, ({j}, _)) = {self.int_(1)}, ({self.int_(1)}, 0)", f"{i}, *_, {j} = [{self.int_(1)}, 5, {self.int_(1)}]",
                f"{i} = {j} = {self.int_(1)}", f"{i}, {j} = divmod({self.int_(1)}, 4)",
            ])  # fmt: skip
            self.emit(depth, line)
            self.vars |= {i: "I", j: "I"}

    def guarded(self, depth: int) -> None:
        """try with all its parts, over operations that may raise by themselves."""
        r = self.r
        i, l = self.name("I") or "i0", self.name("LI") or "l0"
        d = self.name("D") or '{"a": 1}'
        j = self.target("I")
        risky = r.choice([
            f"{j} = 12 // {i}", f"{j} = {l}[{r.randint(0, 3)}]", f'{j} = {d}["{r.choice("abcd")}"]', f"{j} = int({self.name('Q') or repr('7')})", f"{j} = {l}.index({i})",
            f"raise Odd({self.text()}, {i})", f"assert {self.cond(1)}, {i}", f"{j} = [1, 2][{i}]", f"{j} = int({self.name('T') or 't0'}[{i}])", f"{j} = {l}.pop()",
            f"{j} = 6 % {i}", f"{j} = mix(*({i}, 2), {i})",
        ])  # fmt: skip
        self.emit(depth, "try:")
        if r.random() < 0.4:
            self.block(depth + 1)
        self.emit(depth + 1, risky)
        kinds = r.choice(
            [
                "Exception",
                "(ZeroDivisionError, LookupError)",
                "Odd",
                "ValueError",
                "LookupError",
                "ArithmeticError",
            ]
        )
        self.emit(depth, f"except {kinds} as e:")
        self.emit(depth + 1, 'print(type(e).__name__, str(e)[:30], getattr(e, "extra", "-"))')
        if r.random() < 0.2:
            self.emit(
                depth + 1,
                r.choice(
                    ["raise", "raise RuntimeError('again') from e", f"raise Odd({i}) from None"]
                ),
            )
        else:
            self.emit(depth + 1, f"{j} = {self.int_(1)}")
            self.block(depth + 1)
        if r.random() < 0.3:
            self.emit(depth, "else:")
            self.block(depth + 1)
        if r.random() < 0.3:
            self.emit(depth, "finally:")
            self.block(depth + 1)
        if self.r.random() < 0.3:
            self.vars[j] = "I"

    def walk(self, depth: int) -> None:
        """Loops over dicts, zips, text, rows; with else."""
        r = self.r
        l, t = self.name("LI") or "l0", self.name("T") or "t0"
        i, j = self.target("I"), self.target("I")
        if i == j:
            return self.assign(depth)
        saved = dict(self.vars)
        q = self.target("Q")
        choices = [
            (f"for {i}, {j} in zip({l}, range({r.randint(1, 4)})):", {i: "I", j: "I"}), (f"for {q} in {self.text()}[:4]:", {q: "Q"}), (f"for {i} in sorted(set({l})):", {i: "I"}),
            (f"for {i}, {q} in enumerate('abc', {r.randint(0, 2)}):", {i: "I", q: "Q"}), (f"for {i} in {l}[::-1]:", {i: "I"}), (f"for {i} in map(int, {t}):", {i: "I"}),
            (f"for row in {t}.view(2, 2):", {"row": "H"}), (f"for {i} in (k * 2 for k in {l}):", {i: "I"}), (f"for {i}, {j} in [({self.int_(1)}, 2), (3, {self.int_(1)})]:", {i: "I", j: "I"}),
        ]  # fmt: skip
        if d := self.name("D"):
            choices += [
                (f"for {q}, {i} in {d}.items():", {q: "Q", i: "I"}),
                (f"for {q} in {d}:", {q: "Q"}),
                (f"for {i} in list({d}.values()):", {i: "I"}),
            ] * 2
        head, bound = r.choice(choices)
        self.emit(depth, head)
        self.vars |= bound
        frozen = self.vars.copy()
        for n in [n for n, k in self.vars.items() if k in ("D", "LI")]:
            if n in head:
                self.vars.pop(n)
        self.loops += 1
        self.block(depth + 1)
        self.loops -= 1
        self.vars = {n: k for n, k in frozen.items() if n in saved and saved[n] == k}
        if r.random() < 0.2:
            self.emit(depth, "else:")
            self.block(depth + 1)

    def closures(self, depth: int) -> None:
        r = self.r
        f = self.fresh("step")
        i = self.target("I")
        self.emit(depth, f"{f} = counter({self.int_(1)})")
        self.emit(depth, f"if {self.cond(1)}:")
        self.emit(depth + 1, f"{f}({r.randint(-2, 3)})")
        self.emit(depth, f"{i} = {f}() % 30")
        self.vars[i] = "I"

    def matched(self, depth: int) -> None:
        i = self.target("I")
        subject = self.r.choice([self.int_(1), self.mixed()])
        self.emit(depth, f"match {subject}:")
        self.emit(depth + 1, "case 0 | 1:")
        self.emit(depth + 2, f"{i} = {self.int_(1)}")
        self.emit(depth + 1, "case None:")
        self.emit(depth + 2, f"{i} = -1")
        self.emit(depth + 1, f"case int() if {self.cond(1)}:")
        self.emit(depth + 2, f"{i} = 2")
        self.emit(depth + 1, "case _:")
        self.emit(depth + 2, f"{i} = {self.int_(1)}")
        self.vars[i] = "I"

    def branch(self, depth: int) -> None:
        if self.r.random() < 0.85:
            return super().branch(depth)
        self.matched(depth)

    def statement(self, depth: int) -> None:
        r = self.r
        if r.random() < 0.62:
            return super().statement(depth)
        self.budget -= 1
        deep = depth > 4 or self.budget < 0
        kinds = [self.augmented, self.unpacked, self.guarded, self.walk, self.closures]
        r.choices(kinds, [3, 1.5, 0 if deep else 2, 0 if deep else 2, 0.6])[0](depth)

    def show(self, depth: int) -> None:
        if self.r.random() < 0.5:
            return super().show(depth)
        self.emit(depth, f"print({self.text()}, {self.int_(1)}, {self.float_()}, sep='|')")

    def source(self) -> str:
        return (
            super()
            .source()
            .replace(PRELUDE.format(seed=self.seed), PRELUDE.format(seed=self.seed) + HELPERS, 1)
        )
