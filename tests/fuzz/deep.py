"""Random programs over what the wide generator leaves out: objects with methods and properties,
context managers, generators, try with ways out through finally, views of views, tensors whose dtype
and rank vary, patterns, state of the module, arguments that are one object.

Kinds beside those of the wide generator: O an object; V a tensor of any dtype and rank; N a dict
with a list and a tensor.
"""

from __future__ import annotations

from fuzz.generator import LETTER
from fuzz.wide import Wide

HELPERS = """
COUNT = 0
SEEN = []


class Node:
    kind = "node"

    def __init__(self, n):
        self.n = n
        self.items = [n, 1]
        self.t = None

    @property
    def double(self):
        return self.n * 2 % 30

    def bump(self, by=1):
        self.n = (self.n + by) % 40
        return self

    def __len__(self):
        return len(self.items)

    def __eq__(self, other):
        return isinstance(other, Node) and self.n == other.n

    def __getitem__(self, k):
        return self.items[k]


class Leaf(Node):
    kind = "leaf"

    def bump(self, by=1):
        self.items.append(by) if len(self.items) < 5 else None
        return super().bump(by + 1)


class Guarded:
    def __init__(self, log, kind):
        self.log = log
        self.kind = kind

    def __enter__(self):
        push(self.log, 1)
        return len(self.log)

    def __exit__(self, kind, error, trace):
        push(self.log, 0 if kind is None else 2)
        return kind is not None and issubclass(kind, self.kind)


def pieces(t, n):
    for k in range(n):
        if k == 3:
            return
        yield t[k : k + 2]
    yield t[:2] * 0


def numbers(items, most):
    for k in items:
        if k > most:
            break
        yield k + 1


def two_(a, b):
    a.add_(1).clamp_(-8, 8)
    b.mul_(-1)
    return a is b


def shaped(t, n):
    if n > 3:
        return t
    if n > 1:
        return t, n
    if n == 1:
        return {"t": t, "n": [n]}
    if n < -1:
        return None
    return [n, (t,)]


"""
LETTER |= {"O": "o", "V": "v", "N": "n"}


class Deep(Wide):
    """The wide generator with more statements, and with arguments that overlap."""

    def tensor(self) -> str:
        if self.r.random() < 0.9:
            return super().tensor()
        t, o = self.name("T") or "t0", self.name("O")
        choices = [f"{t}.view(1, 4)[0]", f"{t}[:]", f"{t}.unsqueeze(1).squeeze(1)"]
        if o:
            choices.append(f"({t} if {o}.t is None else {o}.t)")
        if n := self.name("N"):
            choices.append(f'{n}["t"]')
        return self.r.choice(choices)

    def half(self) -> str:
        if self.r.random() < 0.7:
            return super().half()
        t, h = self.name("T") or "t0", self.name("H")
        choices = [
            f"{t}[1:][:2]", f"{t}[::2]", f"{t}.view(2, 2).t()[{self.r.randint(0, 1)}]", f"{t}.unsqueeze(0)[0, 2:]",
            f"{t}.view(2, 2)[:, 1:].squeeze(1)", f"{t}.narrow(0, {self.r.randint(0, 2)}, 2)", f"torch.stack([{t}[0], {t}[-1]])",
        ]  # fmt: skip
        if h:
            choices += [f"{h}.view(1, 2)[0]", f"{h}[:]", f"{h}.flip(0)"]
        return self.r.choice(choices)

    def int_(self, depth: int = 0) -> str:
        r = self.r
        if depth > 1 or r.random() < 0.8:
            return super().int_(depth)
        i, l = self.name("I") or "i0", self.name("LI") or "l0"
        choices = [
            f"sum(numbers({l}, {r.randint(0, 4)})) % 30", f"len(list(numbers({l}, 3)))",
            f"{l}[::-2][0]", f"max({l}, key=lambda k: -k, default=2)",
        ]  # fmt: skip
        if o := self.name("O"):
            choices += [f"{o}.n", f"{o}.double", f"len({o})", f"{o}[{r.randint(-1, 1)}]", f'getattr({o}, "extra", {i})', f"{o}.bump({i}).n"]  # fmt: skip
        if v := self.name("V"):
            choices += [f"{v}.dim()", f"{v}.numel()", f"int({v}.sum()) % 20", f"len({v}.shape)", f"({v}.dtype == torch.float32) + 1"]  # fmt: skip
        if n := self.name("N"):
            choices += [f'len({n}["k"])', f'sum({n}["k"]) % 20']
        return r.choice(choices)

    def cond(self, depth: int = 0) -> str:
        r = self.r
        if r.random() < 0.9:
            return super().cond(depth)
        t, u = self.name("T") or "t0", self.name("T") or "t1"
        choices = [f"{t} is {u}", f"any(k > {r.randint(0, 3)} for k in numbers({self.name('LI') or 'l0'}, 4))"]  # fmt: skip
        if o := self.name("O"):
            choices += [f"{o} == Node({r.randint(0, 3)})", f"isinstance({o}, Leaf)", f"{o}.t is {t}", f"{o} is {self.name('O')}", f"{o}.kind == 'leaf'"]  # fmt: skip
        if v := self.name("V"):
            choices += [f"{v}.dim() > 1", f"{v}.is_floating_point()", f"{v}.shape == {t}.shape", f"{v}.sum() > 2"]  # fmt: skip
        return r.choice(choices)

    def expr(self, kind: str) -> str:
        r = self.r
        if kind == "O":
            known = self.name("O")
            fresh = f"{r.choice(['Node', 'Leaf'])}({self.int_(1)})"
            return r.choice([fresh, known or fresh, f"({known or fresh} if {self.cond(1)} else {fresh})"])  # fmt: skip
        if kind == "V":
            t, v = self.name("T") or "t0", self.name("V") or "t1"
            return r.choice([
                t, f"{t}.long()", f"{t}.view(2, 2)", f"({t} > 0)", f"{t}.sum()", f"{t}[:0]", "torch.zeros(0, 3)", f"{v}.flatten()", f"({v} + 1)",
                f"({v}.unsqueeze(0) if {v}.dim() < 3 else {v}.reshape(-1))", f"{v}.double()", f"({v} * 1)", f"{v}.to(torch.int32)", f"{v}.clone()",
                f"torch.cat([{t}, {t}[{r.randint(0, 4)}:]])", f"{t}[{t} > {r.randint(-1, 2)}]", f"{t}.nonzero()", f"torch.arange({self.int_(1)} % 4)",
                f"{v}.sum(-1) if {v}.dim() else {v}",
            ])  # fmt: skip
        if kind == "N":
            return f'{{"k": {self.expr("LI")}, "t": {self.tensor()}}}'
        return super().expr(kind)

    # --- statements ------------------------------------------------------------------------
    def assign(self, depth: int) -> None:
        if self.r.random() < 0.75:
            return super().assign(depth)
        kind = self.r.choice(["O", "V", "V", "N", "H"])
        name = self.target(kind)
        self.emit(depth, f"{name} = {self.expr(kind)}")
        self.vars[name] = kind

    def change(self, depth: int) -> None:
        r = self.r
        t, i = self.name("T") or "t0", self.name("I") or "i0"
        l = self.name("LI") or "l0"
        choices = [
            f"{t}.view(2, 2).t()[{r.randint(0, 1)}].mul_(-1)", f"{t}[1:][:2].fill_({i} % 5)", f"{t}.unsqueeze(0)[0, {r.randint(-4, 3)}] = {i} % 4",
            f"{t}[::2][1:] += 1; {t}.clamp_(-8, 8)", f"two_({t}, {self.name('T') or 't1'})", f"{t}.view(2, 2)[:, 0] = {t}[:2].clone()", f"{l}[{i} % 3] += 1",
            f"del {l}[{i} % 3]", f"{l}[::2] = [{i}] * len({l}[::2])", f"{t}[torch.tensor([0, 2])] = {i} % 3", f"{t}.data.add_(1).clamp_(-8, 8)",
        ]  # fmt: skip
        if o := self.name("O"):
            choices += [
                f"{o}.n += {self.int_(1)}; {o}.n %= 30", f"{o}.items[{r.randint(0, 2)}] += 1", f"{o}.t = {self.tensor()}", f"{o}.bump({i}).bump()",
                f"{o}.extra = {i}", f"del {o}.extra", f"{o}.items = {l}", f"{o}.t = None", f"{o}.items.pop()", f"{o}.t.add_(1).clamp_(-8, 8)",
            ]  # fmt: skip
        if n := self.name("N"):
            choices += [
                f'push({n}["k"], {i})', f'{n}["t"] = {self.tensor()}', f'{n}["t"].mul_(0)', f'{n}["k"] = {l}', f'{n}["k"][0] = {i}',
                f'{n}.update(k=[{i}])', f'{n}["t"] += 1; {n}["t"].clamp_(-8, 8)',
            ]  # fmt: skip
        if d := self.name("D"):
            choices += [f'del {d}["{r.choice("abc")}"]', f"{d}.popitem()", f'{d}["z"] = {d}.pop("a")', f"{d} |= {{'b': {i}}}"]  # fmt: skip
        if h := self.name("H"):
            choices += [f"{h}[:1].add_(1).clamp_(-8, 8)", f"{h}.view(2, 1)[1, 0] = {i} % 3", f"{h}.copy_({self.half()} + 0)"] * 2  # fmt: skip
        if z := self.name("Z"):
            choices += [f"{z}.remove({i})", f"{z} ^= {{1, {i}}}", f"{z}.update([{i}, 1])"]
        if not self.keeps_list():
            choices += [f"COUNT = (COUNT + {i}) % 50", f"push(SEEN, {i})", "SEEN and SEEN.pop(0)"]
        self.emit(depth, r.choice(choices))

    def guarded_block(self, depth: int) -> None:
        r = self.r
        j = self.target("I")
        kind = r.choice(["LookupError", "ValueError", "Exception"])
        self.emit(depth, f"with Guarded({self.name('LI') or 'l0'}, {kind}) as {j}:")
        saved = dict(self.vars)
        self.vars[j] = "I"
        self.block(depth + 1)
        if r.random() < 0.4:
            self.emit(depth + 1, f"if {self.cond(1)}:")
            self.emit(depth + 2, f"raise {r.choice(['KeyError', 'ValueError', 'Odd'])}({self.int_(1)})")  # fmt: skip
        self.vars = saved | {j: "I"}

    def finals(self, depth: int) -> None:
        """A way out of a loop or the function, through finally."""
        r = self.r
        self.emit(depth, "try:")
        self.block(depth + 1)
        self.leave(depth + 1)
        if r.random() < 0.4:
            self.emit(depth, "except (LookupError, ArithmeticError) as e:")
            self.emit(depth + 1, 'print("final", type(e).__name__)')
            self.leave(depth + 1)
        self.emit(depth, "finally:")
        self.block(depth + 1)
        if r.random() < 0.15:
            self.leave(depth + 1)

    def while_(self, depth: int) -> None:
        w = self.fresh("w")
        self.vars[w] = "I"
        self.emit(depth, f"{w} = 0")
        self.emit(depth, f"while ({w} := {w} + 1) < {self.r.randint(2, 5)} and {self.cond(1)}:")
        self.loops += 1
        self.block(depth + 1)
        self.leave(depth + 1)
        self.loops -= 1
        self.emit(depth, "else:")
        self.block(depth + 1)

    def walk_more(self, depth: int) -> None:
        r = self.r
        t, l = self.name("T") or "t0", self.name("LI") or "l0"
        i, h = self.target("I"), self.target("H")
        saved = dict(self.vars)
        head, bound = r.choice([
            (f"for {h} in pieces({t}, {self.int_(1)} % 5):", {}), (f"for {i} in numbers({l}, {r.randint(1, 5)}):", {i: "I"}),
            (f"for {i}, *_ in [({self.int_(1)}, 1, 2), (3,)]:", {i: "I"}), (f"for {h} in {t}.view(2, 2):", {h: "H"}),
            (f"for {i}, row in zip({l}, {t}.view(2, 2)):", {i: "I", "row": "H"}), (f"for {i} in range({self.int_(1)} % 6, -1, -2):", {i: "I"}),
            (f"for {i} in {l}:", {i: "I"}), (f"for {i}, {h} in enumerate({t}.split(2)):", {i: "I", h: "H"}),
        ])  # fmt: skip
        self.emit(depth, head)
        self.vars |= bound
        self.loops += 1
        self.block(depth + 1)
        if r.random() < 0.3:
            self.leave(depth + 1)
        self.loops -= 1
        self.vars = saved
        if r.random() < 0.25:
            self.emit(depth, "else:")
            self.block(depth + 1)

    def late(self, depth: int) -> None:
        """Functions made in a loop: late and early binding."""
        f, k, i = self.fresh("fns"), self.fresh("k"), self.target("I")
        t = self.name("T") or "t0"
        self.emit(depth, f"{f} = []")
        self.emit(depth, f"for {k} in range({self.r.randint(1, 3)}):")
        self.emit(depth + 1, self.r.choice([
            f"{f}.append(lambda: {k} + {self.name('I') or 'i0'})", f"{f}.append(lambda a={k}: a * 2)", f"{f}.append(lambda a=1, *b: a + len(b) + {k})",
            f"{f}.append(lambda: int({t}.sum()) + {k})",
        ]))  # fmt: skip
        self.emit(depth, f"{i} = sum(f() for f in {f}) % 30")
        self.vars[i] = "I"

    def patterns(self, depth: int) -> None:
        r = self.r
        i, j = self.target("I"), self.fresh("j")
        l, d, o = self.name("LI") or "l0", self.name("D"), self.name("O")
        cases = {
            l: ["[]", f"[{j}]", f"[{j}, 1 | 2, *_]", f"[{j}, *_] if {j} > 1", "_"],
            f"({self.int_(1)}, {self.name('B') or 'b0'})": [
                "(0, _)",
                f"({j}, True)",
                f"({j}, _) if {j} < 3",
                "_",
            ],
        }
        if d:
            cases[d] = ['{"c": _}', f'{{"a": {j}, **_rest}}', "_"]
        if o:
            cases[o] = [f"Leaf(n={j})", f"Node(n=0 | 1 as {j})", f"Node(items=[{j}, *_])", "_"]
        cases[f"shaped({self.name('T') or 't0'}, {self.int_(1)})"] = [
            "None", f"(_, int({j}))", f'{{"n": [{j}]}}', f"[{j}, (_,)]", "torch.Tensor()", "_",
        ]  # fmt: skip
        subject = r.choice(list(cases))
        self.emit(depth, f"match {subject}:")
        for pattern in cases[subject]:
            self.emit(depth + 1, f"case {pattern}:")
            self.emit(depth + 2, f"{i} = {j if j in pattern else self.int_(1)}")
        self.vars[i] = "I"

    def starred(self, depth: int) -> None:
        i, l = self.target("I"), self.target("LI")
        known = self.name("LI") or "l0"
        self.emit(depth, self.r.choice([
            f"{i}, *{l} = {known}", f"*{l}, {i} = {known} + [{self.int_(1)}]", f"({i}, *{l}), _ = ({self.int_(1)}, 2), 3", f"{i}, *{l} = range({self.int_(1)} % 4)",
            f"{i}, *{l} = [*{known}, *{known}[:1]]",
        ]))  # fmt: skip
        self.vars |= {i: "I", l: "LI"}

    def forget(self, depth: int) -> None:
        names = [n for n in self.vars if n[1:] in ("2", "3", "4", "5")]
        if names:
            name = self.r.choice(names)
            self.emit(depth, f"if {self.cond(1)}:")
            self.emit(depth + 1, f"del {name}")

    def statement(self, depth: int) -> None:
        r = self.r
        if r.random() < 0.6:
            return super().statement(depth)
        self.budget -= 1
        deep = depth > 4 or self.budget < 0
        nested = 0.0 if deep else 1.0
        kinds = [self.change, self.guarded_block, self.finals, self.while_, self.walk_more, self.late, self.patterns, self.starred, self.forget]  # fmt: skip
        weights = [4, nested, 1.2 * nested, nested, 1.6 * nested, 0.6, 0.8 * nested, 0.8, 0.25]
        r.choices(kinds, weights)[0](depth)

    def returned(self) -> str:
        if self.r.random() < 0.5:
            return super().returned()
        a, b = (self.r.choice([n for n in self.vars if not n.startswith("w")]) for _ in range(2))
        return self.r.choice([
            f"return {{'a': {a}, 'b': [{b}]}}", f"return {a}, [{b}, ({a},)]", "return 'done'", f"return {a} if {self.cond(1)} else ({a}, {b})",
            f"return shaped({self.name('T') or 't0'}, {self.int_(1)})", f"return ({a}, {a})", "return",
        ])  # fmt: skip

    def program(self) -> str:
        text = super().program()
        if self.keeps_list():
            return text
        head, body = text.split("\n", 1)
        return f"{head}\n    global COUNT\n{body}"

    def inputs(self) -> str:
        """As those of the narrow generator; two rows in five have arguments that share memory."""
        lines = super().inputs().split("\n")
        if self.keeps_list():
            return "\n".join(lines)
        for at, line in enumerate(lines):
            start = line.find("(torch.tensor(")
            if start < 0:
                continue
            first, rest = line[start + 1 :].split("), ", 2)[0] + ")", line.split("), ", 2)[2]
            kind = self.r.random()
            if kind < 0.2:
                lines[at] = f"        (lambda a: (a, a, {rest.rstrip(',')})({first}),"
            elif kind < 0.4:
                longer = first.replace("])", ", 1.0, -2.0])")
                lines[at] = f"        (lambda a: (a[:4], a[{self.r.randint(1, 2)}:][:4], {rest.rstrip(',')})({longer}),"  # fmt: skip
        return "\n".join(lines)

    def source(self) -> str:
        text = super().source()
        text = text.replace("\ndef program(", HELPERS.rstrip("\n") + "\n\n\ndef program(", 1)
        if not self.keeps_list():
            text = text.replace("straight=True,", "straight=True, artifact=False,")
        return text
