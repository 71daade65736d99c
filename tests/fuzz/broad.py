"""Random programs over what the deep generator leaves out: matrices and reductions by dimension,
integer and boolean tensors, tensors that may be None, lists of lists, dicts of lists, deques,
dataclasses, named tuples, recursion, star arguments, keys of sorts, text with methods, several
assignment targets, and functions that hold variables of each other.

Kinds beside those of the deep generator: M a float tensor (2, 3); IT an int tensor (4,); P a tensor
(4,) or None; LL a list of lists of ints; E a dict from str to lists; G a deque; R a record.
"""

from __future__ import annotations

from fuzz.deep import Deep
from fuzz.generator import LETTER

HELPERS = """
import collections
import dataclasses
import functools
import itertools
from typing import NamedTuple


class Pair(NamedTuple):
    a: int
    t: torch.Tensor

    def total(self):
        return int(self.t.sum()) + self.a


@dataclasses.dataclass
class Record:
    n: int
    name: str = "r"
    items: list = dataclasses.field(default_factory=list)
    next: "Record | None" = None

    def __post_init__(self):
        self.items.append(self.n)

    def depth(self):
        return 1 + (self.next.depth() if self.next is not None else 0)


def down(n, k):
    if n <= 0 or k > 20:
        return k
    return down(n - 2, k + n) + 1


def halve(t, n):
    if n < 1:
        return t
    return halve(t * 0.5, n - 1).floor()


def spread(*args, sep="-", **more):
    return sep.join(str(a) for a in args) + "".join(f"{k}{v}" for k, v in more.items())


def accumulate(start):
    seen = []

    def add(v):
        nonlocal start
        start = (start + v) % 25
        seen.append(start)

        def undo():
            nonlocal start
            start -= v
            return seen.pop() if seen else None

        return undo

    return add, seen


"""


LETTER |= {"M": "ma", "IT": "ki", "P": "pt", "LL": "ll", "E": "ed", "G": "dq", "R": "rc"}


class Broad(Deep):
    """The deep generator with more kinds and statements."""

    def tensor(self) -> str:
        r = self.r
        if r.random() < 0.8:
            return super().tensor()
        t, u = self.name("T") or "t0", self.name("T") or "t1"
        choices = [
            f"torch.stack([{t}, {u}]).{r.choice(['sum', 'amax', 'amin', 'prod'])}({r.choice([0, -2])}).clamp(-8, 8)",
            f"torch.outer({t}, {u})[{r.randint(0, 3)}].clamp(-8, 8)", f"torch.where({t} > {u}, {t}, {self.small()})",
            f"{t}.roll({self.int_(1)} % 4)", f"{t}.masked_fill({t} == {u}, {r.randint(-2, 2)})", f"torch.gather({t}, 0, torch.tensor([3, 0, 1, 1]))",
            f"{t}.index_select(0, torch.tensor([1, 1, 0, 2]))", f"{t}.topk(4)[0]", f"{t}.sort(descending=True).values", f"({t} @ {u}).clamp(-8, 8) + {t} * 0",
            f"functools.reduce(torch.maximum, [{t}, {u}, {t} * -1])", f"{t}.repeat(2)[::2]", f"halve({t}, {self.int_(1)} % 3)", f"torch.tril({t}.view(2, 2)).flatten()",
        ]  # fmt: skip
        if m := self.name("M"):
            choices += [
                f"torch.cat([{m}[0], {m}[1, :1]])",
                f"{m}.t()[:2].reshape(4)",
                f"{m}.flatten()[1:5]",
            ]
        if k := self.name("IT"):
            choices += [
                f"{t}[{k} % 4]",
                f"{k}.float().clamp(-8, 8)",
                f"torch.where({k} > 1, {t}, {u})",
            ]
        if p := self.name("P"):
            choices += [
                f"({t} if {p} is None else {p})",
                f"({p} if {p} is not None and {self.cond(1)} else {t} * 1)",
            ]
        return r.choice(choices)

    def matrix(self) -> str:
        r = self.r
        t, m = self.name("T") or "t0", self.name("M")
        choices = [
            f"torch.stack([{t}[:3], {t}[1:]])",
            f"{t}[:3].expand(2, 3)",
            f"torch.arange(6.0).view(2, 3) + {self.small()}",
        ]
        if m:
            choices += [
                m, f"({m} - {m}.amax({r.randint(0, 1)}, keepdim=True)).clamp(-8, 8)", f"{m}.flip({r.randint(0, 1)})", f"({m} * {t}[:3]).clamp(-8, 8)",
                f"({m} + {m}.sum(1, keepdim=True)).clamp(-8, 8)", f"{m}.cumsum({r.randint(0, 1)}).clamp(-8, 8)", f"{m}[[1, 0]]", f"{m}.t().reshape(2, 3)",
                f"torch.where({m} > 0, {m}, {t}[1:])", f"({m} @ torch.ones(3, 3)).clamp(-8, 8)", f"{m}.sort({r.randint(0, 1)})[0]", f"{m}.clone()",
            ]  # fmt: skip
        return r.choice(choices)

    def integers(self) -> str:
        r = self.r
        t, k = self.name("T") or "t0", self.name("IT")
        choices = [
            f"{t}.long()",
            "torch.arange(4)",
            f"{t}.argsort(stable=True)",
            f"torch.tensor([{self.int_(1)}, 2, {self.int_(1)}, -1])",
            f"({t} > 0).long()",
        ]
        if k:
            choices += [
                k,
                f"{k} // {r.choice([2, 3, -2])}",
                f"{k} % {r.choice([2, 5, -3])}",
                f"({k} & 3)",
                f"({k} * {self.small_int()}) % 9",
                f"{k}.flip(0)",
                f"{k}.clamp(-5, 5)",
            ]
        return r.choice(choices)

    def small_int(self) -> str:
        return str(self.r.randint(-3, 3))

    def scalar(self) -> str:
        r = self.r
        if r.random() < 0.85:
            return super().scalar()
        choices = [
            f"{self.name('T') or 't0'}.argmax()",
            f"({self.name('T') or 't0'} > 0).any()",
            f"{self.name('T') or 't0'}.count_nonzero()",
        ]
        if m := self.name("M"):
            choices += [
                f"{m}.sum()",
                f"{m}[{r.randint(-2, 1)}, {r.randint(-3, 2)}]",
                f"{m}.amax(0)[1]",
                f"{m}.argmax(1)[0]",
                f"{m}.diagonal().sum()",
            ]
        if k := self.name("IT"):
            choices += [f"{k}.sum() % 7", f"{k}[{r.randint(-4, 3)}] % 5", f"{k}.max().clamp(-5, 5)"]
        return r.choice(choices)

    def int_(self, depth: int = 0) -> str:
        r = self.r
        if depth > 1 or r.random() < 0.85:
            return super().int_(depth)
        l = self.name("LI") or "l0"
        choices = [f"down({self.int_(1)} % 9, {self.small_int()})", f"len({{k % 3 for k in {l}}})", f"sum(a * b for a, b in zip({l}, {l}[1:])) % 20", f"({l} or [4])[-1]",
                   f"next((k for k in {l} if k > 1), -1)", f"len(list(itertools.takewhile(lambda k: k < 4, {l})))", f"{l}.count(1)"]  # fmt: skip
        if v := self.name("LL"):
            choices += [
                f"len({v})",
                f"sum(len(x) for x in {v})",
                f"sum(map(sum, {v})) % 30",
                f"({v}[0][0] if {v} and {v}[0] else 0)",
            ]
        if e := self.name("E"):
            choices += [
                f'len({e}.get("a", ()))',
                f"sum(x[0] for x in {e}.values() if x) % 20",
                f"len({e})",
            ]
        if g := self.name("G"):
            choices += [f"len({g})", f"({g}[0] if {g} else 0)", f"sum({g}) % 20"]
        if c := self.name("R"):
            choices += [
                f"{c}.n",
                f"{c}.depth()",
                f"len({c}.items)",
                f"({c}.next.n if {c}.next else 1)",
            ]
        return r.choice(choices)

    def expr(self, kind: str) -> str:
        r = self.r
        l = self.name("LI") or "l0"
        i = self.int_(1)
        if kind == "M":
            return self.matrix()
        if kind == "IT":
            return self.integers()
        if kind == "P":
            return r.choice(
                [
                    "None",
                    self.tensor(),
                    f"({self.tensor()} if {self.cond(1)} else None)",
                    self.name("P") or "None",
                ]
            )
        if kind == "LL":
            return r.choice(
                [
                    f"[[{i}], {l}]",
                    "[[], []]",
                    "[[0] * 2] * 2",
                    f"[[k, q] for k in {l} for q in range(2)][:4]",
                    f"[list({l}) for _ in range(2)]",
                    self.name("LL") or "[[1]]",
                ]
            )
        if kind == "E":
            return r.choice(
                [
                    f'{{"a": [{i}], "b": {l}}}',
                    "{}",
                    f"collections.defaultdict(list, a=[{i}])",
                    '{k: [n] for n, k in enumerate("ab")}',
                    self.name("E") or "{}",
                ]
            )
        if kind == "G":
            return r.choice(
                [
                    f"collections.deque({l})",
                    f"collections.deque([{i}], maxlen=3)",
                    self.name("G") or "collections.deque()",
                ]
            )
        if kind == "R":
            known = self.name("R")
            return r.choice(
                [
                    f"Record({i})",
                    f"Record({i}, next={known or 'None'})",
                    known or "Record(1)",
                    f"Record(n={i}, items={l})",
                    f"dataclasses.replace({known}, n={i})" if known else "Record(2)",
                ]
            )
        return super().expr(kind)

    # --- statements ------------------------------------------------------------------------
    def assign(self, depth: int) -> None:
        if self.r.random() < 0.65:
            return super().assign(depth)
        kind = self.r.choice(["M", "M", "IT", "IT", "P", "P", "LL", "E", "G", "R"])
        name = self.target(kind)
        self.emit(depth, f"{name} = {self.expr(kind)}")
        self.vars[name] = kind

    def change_more(self, depth: int) -> None:
        r = self.r
        i, l, t = self.name("I") or "i0", self.name("LI") or "l0", self.name("T") or "t0"
        choices = [
            f"{t}[{t}.argmax()] = {i} % 5", f"{t}.index_fill_(0, torch.tensor([1, 3]), 2)", f"{t}[torch.tensor([True, False, True, False])] -= 1; {t}.clamp_(-8, 8)",
            f"{t}[..., -1] += 1; {t}.clamp_(-8, 8)", f"{t}.view(2, 2)[0, :] = {t}.view(2, 2)[1, :] * 1", f"{l}[:] = [k for k in {l} if k != {i}]", f"{l}.sort(key=lambda k: (k % 3, -k))",
            f"{l}[1:1] = [{i}]; del {l}[6:]", f"{l} *= 2; del {l}[5:]",
        ]  # fmt: skip
        if m := self.name("M"):
            m = m if r.random() < 0.5 else f"{m}"
            choices += [
                f"{m} = {m}.clone(); {m}[{r.randint(0, 1)}] = {t}[1:] * 1",
                f"{m} = {m} * 1; {m}[:, 1] += {i} % 3; {m}.clamp_(-8, 8)",
                f"{m} = {m} + 0; {m}.t()[0].fill_(2)",
            ]
        if k := self.name("IT"):
            choices += [
                f"{k} += 1; {k} %= 7",
                f"{k}[{r.randint(0, 3)}] = {i} % 6",
                f"{k}[{k} > 2] = 0",
                f"{k}.bitwise_and_(5)",
            ]
        if p := self.name("P"):
            choices += [
                f"{p} = None",
                f"{p} = {self.tensor()}",
                f"if {p} is not None: {p}.add_(1).clamp_(-8, 8)",
                f"{p} = {p} if {p} is None else {p} * 1",
            ]
        if v := self.name("LL"):
            choices += [
                f"push({v}, [{i}])",
                f"{v} and push({v}[0], {i})",
                f"{v} and {v}[-1].clear()",
                f"push({v}, {l})",
                f"{v}.sort(key=len)",
                f"{v}.reverse()",
                f"{v}[0] = {v}[-1]",
                f"push({v}, {v}[0][:])",
            ]
        if e := self.name("E"):
            choices += [
                f'push({e}.setdefault("c", []), {i})',
                f'push({e}["a"], {i})',
                f'{e}["b"] = {l}',
                f'{e}.pop("a", None)',
                f"for q9, w9 in {e}.items(): push(w9, len(q9))",
                f'{e}["z"] = {e}.get("a", [])',
            ]
        if g := self.name("G"):
            choices += [
                f"{g}.append({i})",
                f"{g}.appendleft({i})",
                f"{g} and {g}.popleft()",
                f"{g}.rotate(1)",
                f"{g}.extend({l}[:2])",
                f"{g}.pop()",
            ]
        if c := self.name("R"):
            choices += [
                f"{c}.n = {i}",
                f"push({c}.items, {i})",
                f"{c}.next = Record({i})",
                f"{c}.items = {l}",
                f'{c}.name += "x"; {c}.name = {c}.name[-4:]',
                f"if {c}.next is not None: {c}.next.n += 1; {c}.next.n %= 9",
            ]
        self.emit(depth, r.choice(choices))

    def targets(self, depth: int) -> None:
        """Several targets at once, over everything that may be one."""
        r = self.r
        t, l = self.name("T") or "t0", self.name("LI") or "l0"
        a, b = self.target("I"), self.target("T")
        lines = [
            f"{a}, {b} = {self.int_(1)}, {self.tensor()}",
            f"{b}, {a} = Pair({self.int_(1)}, {t})[::-1]",
            f"({a}, {b}), *_ = [Pair({self.int_(1)}, {t}), 3]",
            f"{a} = {self.int_(1)}; {b} = Pair({a}, {t})._replace(a=1).t",
        ]
        if len(set((a, b))) == 2:
            lines += [
                f"[{a}, {b}] = ({self.int_(1)}, {t}) if {self.cond(1)} else (2, {self.tensor()})"
            ]
        self.emit(depth, r.choice(lines))
        self.vars |= {a: "I", b: "T"}
        if r.random() < 0.3:
            self.emit(depth, f"{t}[0], {l}[-1:] = {a} % 3, [{a}]")

    def undone(self, depth: int) -> None:
        """Functions that share variables, kept in a list, called in other orders."""
        f, i = self.fresh("un"), self.target("I")
        self.emit(depth, f"add_{f}, seen_{f} = accumulate({self.int_(1)})")
        self.emit(depth, f"{f} = [add_{f}({self.int_(1)})]")
        self.emit(depth, f"if {self.cond(1)}:")
        self.emit(depth + 1, f"{f}.append(add_{f}({self.int_(1)}))")
        self.emit(depth, f"{i} = len(seen_{f})")
        self.emit(depth, f"for u in {self.r.choice([f, f'reversed({f})', f'{f}[:1]'])}:")
        self.emit(depth + 1, f"{i} += u() or 0")
        self.emit(depth, f"print(seen_{f}, {i})")
        self.vars[i] = "I"

    def taken(self, depth: int) -> None:
        """An iterator taken in parts, over a list that grows meanwhile."""
        r = self.r
        it, l, i = self.fresh("it"), self.name("LI") or "l0", self.target("I")
        source = [f"iter({l})", f"filter(None, {l})", f"map(abs, {l})", f"enumerate({l})"]
        self.emit(depth, f"{it} = {r.choice([*source, f'zip({l}, {l}[1:])', f'reversed({l})'])}")
        self.emit(depth, f"{i} = len({l})")
        self.vars[i] = "I"
        parts = [
            f"print({r.choice([i, f'(1, {i})', '0'])} in {it})",
            f"print(next({it}, 'end'), list({it}))",
            f"push({l}, {i} % 9)",
            f"print(any({it}), [*{it}][:2])",
            f"for u in {it}: print(u)",
        ]
        for part in r.sample(parts, 3):
            self.emit(depth, part)
        if r.random() < 0.5:
            self.emit(depth, "try:")
            self.emit(depth + 1, f"a_{it}, b_{it} = {it}")
            self.emit(depth + 1, f"print(a_{it}, b_{it})")
            self.emit(depth, "except ValueError as e:")
            self.emit(depth + 1, f"print(e, list({it}))")

    def matched(self, depth: int) -> None:
        """Patterns that fail after they have seen what they would bind."""
        r = self.r
        i, l = self.name("I") or "i0", self.name("LI") or "l0"
        x, y = self.target("I"), self.target("I")
        subject = r.choice(
            [l, f"({i}, {self.int_(1)})", f"{{'a': {i}, 'b': {l}}}", f"Pair({i}, 1)"]
        )
        cases = [
            f"[{x}, {r.randint(0, 2)}]", f"[{x}, *_] if {x} > 1", f"{{'a': {x}, 'b': [1, *_]}}", f"Pair({x}, 2)",
            f"(1, {x}) | ({x}, _)", f"{{'b': [*_], 'a': int({x})}}", f"Pair(a={x})",
        ]  # fmt: skip
        self.emit(depth, f"{x} = {self.int_(1)}; {y} = 0")
        self.vars |= {x: "I", y: "I"}
        self.emit(depth, f"match {subject}:")
        for n, pattern in enumerate(r.sample(cases, 3)):
            self.emit(depth + 1, f"case {pattern}:")
            self.emit(depth + 2, f"{y} = {n}" if x != y else "pass")
        self.emit(depth, f"print({x}, {y})")

    def told(self, depth: int) -> None:
        r = self.r
        i, f, l, q = (
            self.name("I") or "i0",
            self.name("F") or "f0",
            self.name("LI") or "l0",
            self.text(),
        )
        self.emit(depth, "print(" + r.choice([
            f"spread({i}, *{l}, sep='/', k={i})", f"f'{{{i}:>{{abs({i}) % 5 + 1}}}}|{{{f}:8.3f}}|{{{l}!s:>12}}'", f"({q}).partition('-')", f"({q}).split(',')[:3]",
            f"({q}).strip('ab').title().center(14, '*')", f"sorted(({q}))[:5]", f"({q}).find('a'), ({q}).startswith(('n', 'a')), ({q}).isdigit()", f"str({i}).zfill(4), hex(abs({i})), bin({i})",
            f"*({l} + [{i}]), end=';\\n'", f"round({f} * 1.5, 1), divmod({i}, 3), {f} // 1", f"list(enumerate({l}))[:2], dict(zip('ab', {l}))", f"{i} < {f} <= 3 != {i}",
        ]) + ")")  # fmt: skip

    def ways_out(self, depth: int) -> None:
        """try in try, with finally that returns or goes on, in a loop that may go on."""
        r = self.r
        w, i = self.fresh("w"), self.name("I") or "i0"
        self.emit(depth, f"for {w} in range({r.randint(1, 3)}):")
        self.vars[w] = "I"
        self.loops += 1
        self.emit(depth + 1, "try:")
        self.emit(depth + 2, "try:")
        self.block(depth + 3)
        self.emit(depth + 3, f"{i} = [1, 2][{i}] + {w}" if r.random() < 0.6 else f"{i} = 7 // {i}")
        self.emit(depth + 2, f"except {r.choice(['ZeroDivisionError', 'IndexError', 'KeyError'])}:")
        self.emit(
            depth + 3,
            r.choice(["raise", "continue", f"{i} = 1", "break", "raise KeyError('k') from None"]),
        )
        self.emit(depth + 2, "else:")
        self.emit(depth + 3, f"{i} += 1")
        self.emit(depth + 2, "finally:")
        self.emit(
            depth + 3,
            r.choice(
                [
                    f"print('f', {w})",
                    f"{i} = {i} % 9",
                    f"if {self.cond(1)}: {r.choice(['continue', 'break'])}",
                ]
            ),
        )
        self.emit(depth + 1, "except Exception as e:")
        self.emit(depth + 2, "print(type(e).__name__, e)")
        self.loops -= 1

    def statement(self, depth: int) -> None:
        r = self.r
        if r.random() < 0.6:
            return super().statement(depth)
        self.budget -= 1
        nested = 0.0 if depth > 4 or self.budget < 0 else 1.0
        kinds = [self.change_more, self.targets, self.undone, self.told, self.ways_out]
        kinds += [self.taken, self.matched]
        r.choices(kinds, [4, 1, 0.5, 1, nested, 0.7, 0.7])[0](depth)

    def source(self) -> str:
        text = super().source()
        return text.replace("\ndef program(", HELPERS.rstrip("\n") + "\n\n\ndef program(", 1)
