"""More modules of TorchScript, by what their code uses: see programs.py."""

import math
from typing import Any

import torch
import torch.nn.functional as F
from torch import nn

from torchscript.programs import X, scripted


def case(*calls):
    return scripted(lambda: list(calls))


@torch.jit.interface
class Iface(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        pass


class A1(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x + 1


@case((X,))
class WithIface(nn.Module):
    m: Iface

    def __init__(s):
        super().__init__()
        s.m = A1()

    def forward(s, x):
        return s.m.forward(x) * 2


@case((X, 2), (X, 0))
class Ctrl(nn.Module):
    def forward(self, x, n: int):
        out: list[int] = []
        while True:
            n += 1
            if n > 6:
                break
            if n % 2 == 0:
                continue
            out.append(n)
            for j in range(n):
                if j == 3:
                    break
                out.append(-j)
        return out, torch.tensor(out).sum()


@case((["b", "a", "c"],), ([],))
class Lists(nn.Module):
    def forward(self, w: list[str]):
        n = [len(a) for a in w]
        n.sort(reverse=True)
        w2 = sorted(w)
        w2.reverse()
        w3 = w.copy()
        w3.insert(1, "z")
        w3.extend(["q"])
        k = w3.pop()
        k0 = w3.pop(0) if len(w3) > 0 else "none"
        return (
            n,
            w2,
            w3,
            k,
            k0,
            "a" in w,
            w3.index("z"),
            w3.count("q"),
            w[::2],
            [(a, b) for a, b in zip(w, n)],
            w[::-1],
            sum(n),
            max(1, 2),
            min(5, 3),
            any([a == "a" for a in w]),
            all([True for a in w]),
        )


@case(({1: X, 2: X * 2},), ({5: X},))
class Dicts(nn.Module):
    def forward(self, d: dict[int, torch.Tensor]):
        e: dict[str, list[int]] = {}
        tot = torch.zeros(3, 4)
        for k, v in d.items():
            tot = tot + v * k
            e[str(k)] = [k, k + 1]
        if 1 in d:
            del e["1"]
        e.update({"u": [9]})
        f = e.setdefault("n", [1])
        f.append(2)
        g = d.get(7)
        return (
            e,
            tot,
            list(d.keys()),
            [v.sum() for v in d.values()],
            len(e),
            e.pop("u"),
            g is None,
            dict([("a", 1)]),
        )


@case((X,), (X * 0,))
class Tens(nn.Module):
    def forward(self, x):
        a, b = x.chunk(2, 1)
        c = x.split([1, 3], dim=1)
        d = x.unbind(0)
        v, i = x.topk(2, dim=1)
        s = torch.sort(x, dim=1, descending=True)
        y = x.clone()
        y[y < 0] = 0.0
        y[0, 1:3] = 5.0
        y.scatter_(1, i, 9.0)
        y[:, ::2].mul_(3)
        z = torch.where(x > 0, x, -x)
        e = torch.einsum("ij,kj->ik", x, x)
        m = x.max(dim=1)
        g = x.gather(1, i)
        w = x.view(-1).unfold(0, 3, 2)
        cs = x.cumsum(1)
        nz = (x > 0).nonzero()
        st = torch.stack([d[0], d[1]], dim=-1)
        return (
            a,
            b,
            c,
            v,
            i,
            s.values,
            y,
            z,
            e,
            m.indices,
            g,
            w,
            cs,
            nz,
            st,
            x.argmax(),
            x.std(),
            x.var(unbiased=False),
            x.norm(p=1),
            torch.cat([x, x], 0).shape,
            x.new_zeros([2]),
            torch.full_like(x, 2.5),
            x.masked_fill(x > 0, 0.0),
            x.permute(1, 0).contiguous().stride(),
            torch.arange(0, 5, 2),
            torch.linspace(0, 1, 3),
            x.expand(2, 3, 4).size(),
            x.repeat(1, 2)[0],
            x.flatten(),
            x.type(torch.int32),
            x.half().float(),
            x.clamp(min=-1.0, max=1.0),
            x.pow(2).sqrt(),
            x.abs().log1p(),
            torch.logical_and(x > 0, x < 1),
        )


@case(
    (X,),
)
class Funcs(nn.Module):
    def __init__(s):
        super().__init__()
        s.w = nn.Parameter(torch.ones(2, 4) * 0.3)
        s.k = nn.ParameterList([nn.Parameter(torch.ones(1) * i) for i in range(3)])

    def forward(self, x):
        logits = F.linear(x, self.w)
        p = F.softmax(logits, -1)
        t = torch.tensor([0, 1, 0])
        return (
            F.cross_entropy(logits, t),
            F.nll_loss(torch.log(p), t),
            F.mse_loss(logits, logits + 1),
            F.smooth_l1_loss(logits, logits * 2),
            F.binary_cross_entropy_with_logits(logits, (logits > 0).float()),
            F.kl_div(p.log(), p),
            F.cosine_similarity(x, x + 1),
            F.normalize(x),
            F.pad(x, [1, 1]),
            F.one_hot(t, 3),
            F.embedding(t, self.w),
            F.layer_norm(x, [4]),
            F.dropout(x, 0.5, False),
            F.interpolate(x[None], scale_factor=2.0),
            F.avg_pool1d(x[None], 2),
            F.conv1d(x[None], torch.ones(2, 3, 2)),
            F.elu(x),
            F.glu(x),
            F.hardtanh(x),
            F.log_softmax(x, 1),
            F.pairwise_distance(x, x + 1),
            F.pixel_shuffle(x.view(1, 12, 1, 1)[:, :4], 2),
            F.unfold(x[None, None], [2, 2]),
            F.grid_sample(x[None, None], torch.zeros(1, 2, 2, 2), align_corners=False),
            F.affine_grid(torch.eye(2, 3)[None], [1, 1, 2, 2], align_corners=False),
            self.k[1] * 2,
        )


@torch.jit.script
def helper(a: int, b: int | None = None) -> int:
    if b is None:
        return a
    return a + b


def rec_free(x: torch.Tensor, n: int) -> torch.Tensor:
    for _ in range(n):
        x = x * 1.5
    return x


@case((X, 3), (X, 0))
class Calls(nn.Module):
    def __init__(s):
        super().__init__()
        s.d = nn.ModuleDict({"a": nn.Linear(4, 4), "b": nn.ReLU()})
        s.s = nn.Sequential(nn.Linear(4, 4), nn.Tanh())
        s.c = math.pi
        s.names = ["x", "y"]
        s.t = (1, 2.5)
        s.flag = True

    def part(s, x: torch.Tensor) -> tuple[torch.Tensor, int]:
        return x.relu(), x.size(0)

    @torch.jit.unused
    def never(s, x):
        return x.foo()

    def forward(self, x, n: int):
        for _name, m in self.d.items():
            x = m(x)
        for m in self.s:
            x = m(x)
        y, z = self.part(x)
        if not self.flag:
            y = self.never(x)
        return (
            rec_free(y, n) * self.c,
            helper(z),
            helper(z, n),
            self.names,
            self.t,
            len(self.s),
            math.sqrt(2.0),
            math.floor(2.7),
            math.log(3.0, 10.0) if n > 5 else 0.0,
        )


@torch.jit.script
class Ctx:
    def __init__(self, n: int):
        self.n = n
        self.seen = [0]

    def __enter__(self):
        self.seen.append(self.n)

    def __exit__(self, t: Any, v: Any, tb: Any):
        self.seen.append(-self.n)


@case(
    (X,),
)
class Withs(nn.Module):
    def forward(self, x):
        c = Ctx(3)
        with c:
            y = x * 2
        with torch.no_grad():
            z = y + 1
        return y, z, c.seen


@torch.jit.script
class Vec:
    def __init__(self, a: float, b: float):
        self.a = a
        self.b = b

    def __add__(self, o: "Vec") -> "Vec":
        return Vec(self.a + o.a, self.b + o.b)

    def dot(self, o: "Vec") -> float:
        return self.a * o.a + self.b * o.b

    @property
    def norm(self) -> float:
        return self.dot(self) ** 0.5


@case((1.5,), (-2.0,))
class Objs(nn.Module):
    def forward(self, f: float):
        v = Vec(f, 1.0)
        vs = [Vec(float(i), f) for i in range(3)]
        s = Vec(0.0, 0.0)
        for q in vs:
            s = s + q
        return s.a, s.b, v.dot(s), v.norm


@case(("hello world 42",), ("",))
class Strs(nn.Module):
    def forward(self, s: str):
        toks: dict[str, int] = {}
        for w in s.split():
            toks[w.lower()] = toks.get(w, 0) + 1
        return (
            toks,
            s.title(),
            s.startswith("h"),
            s[-2:],
            s.isdigit(),
            [c for c in "abc"],
            "x".join(["a", "b"]),
            s.count("l"),
            s + "!",
            "a" < "b",
            ord("a"),
            chr(98),
            s.rfind("l"),
            s.splitlines(),
            s.partition(" "),
            "%s-%d" % (s, 3),  # noqa: UP031
            s.zfill(3),
            int("12"),
            float("2.5"),
            str(1.0),
            str(True),
            str(None),
        )


@case((X, 3), (X, 1))
class Opt(nn.Module):
    def forward(self, x, n: int) -> torch.Tensor | None:
        r: torch.Tensor | None = None
        for i in range(n):
            if r is None:
                r = x[i % 3]
            else:
                r = r + x[i % 3]
            if i == 1:
                return r
        return r


@case((X,), (X.double(),))
class Attr(nn.Module):
    def forward(self, x):
        if x.dtype == torch.float32:
            y = x * 2
        else:
            y = x * 3
        if x.is_floating_point() and x.dim() == 2 and not x.is_cuda:
            y = y + 1
        return (
            y,
            x.device.type,
            x.requires_grad,
            x.ndim,
            x.numel(),
            x.shape[0],
            x.T,
            x.is_contiguous(),
            x.element_size(),
            y.to(torch.int64).dtype == torch.long,
            x.device == torch.device("cpu"),
        )


@case(
    (torch.tensor([3, 1, 2]),),
)
class Ints(nn.Module):
    def forward(self, t):
        a = int(t[0])
        b = float(t[1])
        c = bool(t[2])
        k = t[0].item()
        out = torch.zeros(a)
        idx: list[int] = []
        for i in range(int(t.max())):
            idx.append(i)
            out[i] = i * 2
        return (
            a,
            b,
            c,
            k,
            out,
            idx,
            t // 2,
            t % 2,
            t << 1,
            t.float() / 2,
            torch.div(t, 2, rounding_mode="floor"),
            -t,
            t**2,
            ~(t > 1),
        )


@case(
    (X,),
)
class Deep(nn.Module):
    def __init__(s):
        super().__init__()
        s.enc = nn.TransformerEncoder(
            nn.TransformerEncoderLayer(
                4, 2, 8, batch_first=True, activation="gelu", norm_first=True
            ),
            2,
            enable_nested_tensor=False,
        )
        s.g = nn.GRU(4, 3)
        s.c = nn.LSTMCell(4, 2)
        s.p = nn.PReLU()
        s.gn = nn.GroupNorm(2, 4)
        s.bi = nn.Bilinear(4, 4, 2)
        s.ada = nn.AdaptiveMaxPool1d(2)

    def forward(self, x):
        y = self.enc(x[None])
        o, h = self.g(x)
        hx, cx = self.c(x)
        return y, o, h, hx, cx, self.p(x), self.gn(x), self.bi(x, x), self.ada(x)


@case(
    (torch.randn(2, 5, 4), torch.tensor([5, 3])),
)
class Packed(nn.Module):
    def __init__(s):
        super().__init__()
        s.r = nn.LSTM(4, 3, batch_first=True, bidirectional=True)

    def forward(self, x, lengths):
        p = nn.utils.rnn.pack_padded_sequence(x, lengths, batch_first=True)
        o, _ = self.r(p)
        y, n = nn.utils.rnn.pad_packed_sequence(o, batch_first=True)
        return y, n


@case(
    (X,),
)
class Beam(nn.Module):
    def forward(self, x):
        beams: list[tuple[list[int], float]] = [([0], 0.0)]
        for t in range(3):
            new: list[tuple[list[int], float]] = []
            for seq, sc in beams:
                lp = torch.log_softmax(x[t % 3] + len(seq), 0)
                v, i = lp.topk(2)
                for j in range(2):
                    new.append((seq + [int(i[j])], sc + float(v[j])))
            best: list[tuple[list[int], float]] = []
            while len(best) < 2 and len(new) > 0:
                m = 0
                for q in range(len(new)):
                    if new[q][1] > new[m][1]:
                        m = q
                best.append(new.pop(m))
            beams = best
        return beams[0][0], len(beams)
