"""Random programs that do with graphs what training scripts do: hooks, functions of their own,
views written before and after use, containers and objects that hold tensors, `del`, graphs used
twice, second order in loops, errors of a backward that are caught.
"""

from __future__ import annotations

from fuzz.differentiated import ARGS, LEAVES, Differentiated

FUNCTIONS = """
class Scale(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, by):
        ctx.by = by
        return x * by

    @staticmethod
    def backward(ctx, grad):
        print("scale", ctx.needs_input_grad)
        return grad * ctx.by, None


class Mix(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, y):
        product = x * y
        ctx.save_for_backward(x, y, product)
        return product, x - y

    @staticmethod
    def backward(ctx, of_product, of_difference):
        x, y, product = ctx.saved_tensors
        print("mix", product.shape)
        return of_product * y + of_difference, of_product * x - of_difference


class Lazy(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.set_materialize_grads(False)
        return x * 2, x.sum()

    @staticmethod
    def backward(ctx, whole, total):
        print("lazy", whole is None, total is None)
        made = 0
        if whole is not None:
            made = made + 2 * whole
        if total is not None:
            made = made + total.expand(4)
        return made


class Box:
    def __init__(self, a, b):
        self.a = a
        self.b = b

    def swap(self):
        self.a, self.b = self.b, self.a

    def mixed(self):
        return self.a * 0.5 + self.b


def double(grad):
    print("double")
    return grad * 2


def watch(grad):
    print("watch", grad.shape, told(grad))


def after(leaf):
    print("after", leaf.grad is None)


def spend(leaf):
    leaf.grad = None


def scaled(by):
    def hook(grad):
        return grad * by

    return hook


def tree(v, n):
    if n <= 0:
        return v.sin()
    return tree(v * 0.5, n - 1) + tree(v.tanh(), n - 2)


def walk(items, v):
    return v if not items else walk(items[1:], torch.tanh(items[0] * v))


def write(v, by):
    v.mul_(by)
    return v


"""
HOOKS = ["double", "watch", "scaled(0.5)", "lambda grad: grad.tanh()", "lambda grad: print('hook')"]


class Graphs(Differentiated):
    functions = FUNCTIONS

    def vector(self) -> str:
        r, a, b = self.r, self.v(), self.v()
        choices = [
            f"Scale.apply({a}, {r.choice([2.0, -0.5])})", f"Mix.apply({a}, {b})[{r.randint(0, 1)}]",
            f"Lazy.apply({a})[0]", f"{a} * Lazy.apply({b})[1]", f"tree({a}, {self.int_()})",
            f"{a}.unbind()[{r.randint(0, 3)}] * {b}", f"torch.cat({a}.split(2)[::-1])",
            f"torch.cat({a}.chunk(2))", f"write({a}.clone(), {r.choice(['2', self.s()])})",
            f"{a}.expand(2, 4)[1]", f"{a}[:4]", f"{a}.reshape(2, 2).T.reshape(4)", f"{a}.sigmoid()",
            f"{a}.clone().requires_grad_()", f"torch.ones_like({a}, requires_grad=True)",
        ]  # fmt: skip
        if (
            not self.writes
        ):  # docs/limits.md: a write through it that a graph of run time does not see
            choices.append(f"{a}.data")
        if d := self.name("D"):
            choices += [f"{d}['a']", f"{d}.get('b', {a})", f"sum({d}.values())"]
        if o := self.name("O"):
            choices += [f"{o}.a", f"{o}.b", f"{o}.mixed()"]
        if l := self.name("LV"):
            choices += [f"walk({l}, {a})", f"walk([{a}, {b}], {a})"]
        return r.choice(choices) if r.random() < 0.35 else super().vector()

    def expr(self, kind: str) -> str:
        if kind == "D":
            return f"{{'a': {self.v()}, 'b': {self.v()}}}"
        return f"Box({self.v()}, {self.v()})" if kind == "O" else super().expr(kind)

    def fresh(self, stem: str) -> str:
        self.counter += 1
        return f"{stem}{self.counter + 40}"

    # --- statements ------------------------------------------------------------------------
    def hold(self, depth: int) -> None:
        kind, stem = self.r.choice([("D", "d"), ("O", "o")])
        name = self.name(kind)
        if name is None or self.r.random() < 0.3:
            name = stem + str(self.r.randint(2, 3))
            self.emit(depth, f"{name} = {self.expr(kind)}")
            self.vars[name] = kind
        elif kind == "D":
            key = self.r.choice(["'a'", "'b'"])
            self.emit(
                depth,
                self.r.choice([f"{name}[{key}] = {self.vector()}", f"{name}[{key}].mul_(0.5)"])
                if self.writes
                else f"{name}[{key}] = {self.vector()}",
            )
        else:
            what = [f"{name}.a = {self.vector()}", f"{name}.swap()", f"{name}.b = {name}.mixed()"]
            self.emit(depth, self.r.choice(what + [f"{name}.a += {self.v()}"] * self.writes))

    def hook(self, depth: int) -> None:
        r, t = self.r, self.name("V", writable=True)
        if t is None or r.random() < 0.3:
            return self.hook_of_leaf(depth)
        self.emit(depth, f"if {t}.requires_grad:")
        if r.random() < 0.25:
            self.emit(depth + 1, f"{t}.retain_grad()")
            if self.inner and r.random() < 0.7:
                self.emit(depth + 1, f"{self.of(t)}.backward(retain_graph=True)")
                self.emit(depth + 1, f"print(told({t}.grad))")
            return
        self.emit(depth + 1, f"{t}.register_hook({r.choice(HOOKS)})")

    def of(self, t: str) -> str:
        """A number that was made of it, or of a view of it."""
        made = [
            f"({t} * {t})",
            f"{t}[1:].exp()",
            f"({t}.view(4)[:2] * {t}.sum())",
            f"({t}[0] * {t})",
        ]
        return f"{self.r.choice(made)}.sum()"

    def hook_of_leaf(self, depth: int) -> None:
        r, leaf, handle = self.r, self.r.choice(LEAVES), self.fresh("h")
        made = r.choice([f"register_hook({r.choice(HOOKS)})", "register_post_accumulate_grad_hook(after)",
                         "register_post_accumulate_grad_hook(spend)"])  # fmt: skip
        self.emit(depth, f"{handle} = {leaf}.{made}")
        self.emit(depth, "try:")
        self.block(depth + 1)
        self.emit(depth, "finally:")
        self.emit(depth + 1, f"{handle}.remove()")

    def toggle(self, depth: int) -> None:
        t = self.name("V", writable=True)
        if t is None:
            return self.assign(depth)
        self.emit(depth, f"if {t}.is_leaf:")
        flag = self.r.choice(["", "", "False"])
        self.emit(depth + 1, f"{t}.requires_grad_({flag})")

    def view(self, depth: int) -> None:
        """A view is made and used, its base or it is written, and what was made is used."""
        r = self.r
        base = self.name("V", writable=r.random() < 0.9)
        if base is None or not self.writes:
            return self.assign(depth)
        view, used = self.fresh("p"), self.target("V")
        made = r.choice(
            ["view(2, 2)", "view(4)", "detach()", "flip(0)", "view(2, 2).t()", "unsqueeze(0)"]
        )
        part = r.choice(
            [
                f"{base}.{made}",
                f"{base}[1:]",
                f"{base}[::2]",
                f"{base}[2]",
                f"{base}.view(2, 2).diagonal()",
            ]
        )
        self.emit(depth, f"{view} = {part}")
        steps = [f"{used} = {base} * {view}.sum()", f"{used} = {view}.exp().sum() * {base}"]
        self.emit(depth, r.choice(steps))
        self.vars[used] = "V"
        what = [
            f"{view}.mul_(2)",
            f"{base}.mul_({self.v()})",
            f"{view}.zero_()",
            f"{view} += 1",
            f"{base}[0] = 0.5",
        ]
        written = r.choice(what)
        if r.random() < 0.3:
            self.emit(depth, f"if {self.cond()}:")
            depth += 1
        self.emit(depth, written)

    def operator(self, depth: int) -> None:
        t = self.name("V", writable=True)
        if t is None or not self.writes:
            return self.assign(depth)
        self.emit(
            depth,
            f"{t} {self.r.choice(['+=', '-=', '*=', '/=', '**='])} {self.r.choice(['2', self.v(), '0.5'])}",
        )

    def delete(self, depth: int) -> None:
        t = self.name("V", writable=True)
        if t is None or self.loops or depth > 1:
            return self.assign(depth)
        self.emit(depth, f"del {t}")
        del self.vars[t]

    def gradient(self, depth: int) -> None:
        leaf, r = self.r.choice(LEAVES), self.r
        if not self.inner:
            return self.assign(depth)
        self.emit(depth, f"if {leaf}.grad is not None:")
        pick = r.choice(
            ["= {leaf}.grad * 0.5", "*= 0.5", "= None", ".clamp_(-1, 1)", "read", "add"]
        )
        if pick == "read":
            name = self.name("V") if self.name("V") not in ARGS else None
            self.emit(
                depth + 1,
                f"{name or 'g'} = {leaf}.grad{r.choice(['', '.clone()'])}{'' if leaf != 'w' else '[0]'}",
            )
        elif pick == "add":
            self.emit(depth + 1, f"{leaf}.grad += {leaf}.detach()")
        else:
            self.emit(
                depth + 1, f"{leaf}.grad{'' if pick[0] == '.' else ' '}{pick.format(leaf=leaf)}"
            )

    def twice(self, depth: int) -> None:
        """One graph is used twice; where it was not kept, eager mostly raises."""
        if not self.inner:
            return self.assign(depth)
        name = self.fresh("q")
        self.emit(depth, f"{name} = {self.s()} * 1")
        self.emit(depth, f"if {name}.requires_grad:")
        keep = self.r.choice(["", "retain_graph=True", "retain_graph=True"])
        self.emit(depth + 1, f"{name}.backward({keep})")
        self.emit(depth + 1, "try:")
        self.emit(depth + 2, f"{name}.backward()")
        self.emit(depth + 1, "except RuntimeError:")
        self.emit(depth + 2, 'print("no second time")')

    def second_order(self, depth: int) -> None:
        if not self.inner:
            return self.assign(depth)
        name, leaf, total = self.fresh("e"), self.r.choice(["x", "y"]), self.fresh("q")
        self.emit(depth, f"{name} = {self.v()}.tanh() * {leaf}")
        self.emit(depth, f"for {self.fresh('i')} in range({self.int_()}):")
        self.emit(depth + 1, f"{name} = {name} * {self.v()}.sin()")
        self.emit(
            depth, f"({total},) = torch.autograd.grad({name}.sum(), [{leaf}], create_graph=True)"
        )
        self.emit(depth, f"if {total}.requires_grad:")
        self.emit(
            depth + 1,
            self.r.choice([f"({total} * {total}).sum().backward()", f"{name} = {name} * {total}"]),
        )

    def caught(self, depth: int) -> None:
        if not self.inner:
            return self.assign(depth)
        self.emit(depth, "try:")
        self.emit(depth + 1, f"{self.s()}.backward()")
        if self.r.random() < 0.4:
            self.emit(depth + 1, 'print("done")')
        self.emit(depth, "except RuntimeError as error:")
        self.emit(depth + 1, "print(str(error)[:60])")
        if self.r.random() < 0.3:
            self.emit(depth, self.r.choice(["else:", "finally:"]))
            self.block(depth + 1)

    def loop(self, depth: int) -> None:
        super().loop(depth)
        if self.r.random() < 0.25:
            self.emit(depth, "else:")
            self.block(depth + 1)

    def statement(self, depth: int) -> None:
        if depth > 3 or self.budget < 0 or self.r.random() < 0.6:
            return super().statement(depth)
        self.budget -= 1
        kinds = [self.hold, self.hook, self.toggle, self.view, self.operator, self.delete, self.gradient,
                 self.twice, self.second_order, self.caught]  # fmt: skip
        self.r.choices(kinds, [3, 2, 1, 3, 2, 0.7, 2, 1, 1, 1])[0](depth)
