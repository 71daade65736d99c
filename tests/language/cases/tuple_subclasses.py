"""Methods that a subclass of tuple defines."""

import collections
import typing

import torch

from language.harness import case

T = torch.tensor


class V(typing.NamedTuple):
    x: int
    y: int = 0

    def __add__(self, o):
        return V(self.x + o[0], self.y + o[1])

    def __mul__(self, k):
        return V(self.x * k, self.y * k)

    __rmul__ = __mul__

    def __neg__(self):
        return V(-self.x, -self.y)

    def __lt__(self, o):
        return self.x * self.y < o.x * o.y

    def __bool__(self):
        return self.x != 0

    def __str__(self):
        return f"<{self.x},{self.y}>"


def vecs(x, n):
    a, b = V(n, 2), V(1, n)
    return (
        a + b,
        a + (1, 1),
        2 * a,
        a * 3,
        -a,
        a < b,
        b < a,
        bool(a),
        str(a),
        repr(a),
        f"{b}",
        a == (n, 2),
        sum([a, b], V(0, 0)),
        "y" if a else "n",
        len(a),
        list(a),
    )


class S(collections.namedtuple("S", "items")):
    __slots__ = ()

    def __len__(self):
        return len(self.items)

    def __getitem__(self, i):
        return self.items[i]

    def __contains__(self, q):
        return q in self.items

    def __iter__(self):
        return iter(self.items)


def seqs(x, n):
    s = S([n, 2, 3])
    return len(s), s[1], n in s, list(s), s.items, [v for v in s]


class Pos(typing.NamedTuple):
    r: int
    c: int

    def __add__(self, o):
        return Pos(self.r + o[0], self.c + o[1])


def grid_bfs(x, n):
    seen = {Pos(0, 0): None}
    q = collections.deque([Pos(0, 0)])
    while q:
        p = q.popleft()
        if p.r + p.c >= n:
            break
        for d in ((0, 1), (1, 0)):
            s = p + d
            if s.r < 3 and s.c < 3 and s not in seen:
                seen[s] = p
                q.append(s)
    return len(seen), list(seen)[-1], seen.get(Pos(1, 1))


N = lambda: [(T([1.0, 2.0, 3.0]), n) for n in (0, 1, 2, 3, 6)]
CASES = [case(f, N, straight=True) for f in (vecs, seqs, grid_bfs)]
