"""Programs whose saved form is called from many threads at once: python programs.py FOLDER.

Each uses other parts of the runtime. Writes NAME.lith, and the arrays of call I as NAME/I/K.npy.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import torch
from torch import nn

import lith

T = torch.tensor


def mirrors(items, table, x):
    items.append(x * 2)
    items[0] = x
    table["new"] = x + 1
    if x.sum() > 0:
        items.reverse()
        table["old"] = items
    return items, table, len(items)


def containers(x, n: int):
    rows, seen, names = [], set(), {}
    for i in range(n):
        rows.append((x[i % 2] + i, f"row {i}"))
        seen.add(i % 3)
        names[f"k{i % 4}"] = rows[-1]
    rows.sort(key=lambda row: row[1], reverse=True)
    return rows, sorted(seen), names, [r[1].upper() for r in rows]


def exceptions(x, n: int):
    total = 0
    for i in range(n):
        try:
            total += 10 // (i - 2)
            if x.sum() > i:
                raise KeyError(i)
        except ZeroDivisionError as error:
            print("caught", error)
        except KeyError as error:
            total += error.args[0]
        finally:
            total += 1
    if total % 2:
        raise ValueError(f"total is {total}")
    return x[n], total


def printing(x, n: int):
    for i in range(n):
        print("line", i, x[0] if i % 2 else x.shape, f"{i / 3:.3f}")
    return x


def descend(n: int):
    return 1 if n < 2 else n * descend(n - 1)


def recursion(x, n: int):
    return x * descend(n), descend(n)


class Link:
    def __init__(self, value, rest):
        self.value, self.rest = value, rest


def objects(x, n: int):
    chain, functions = None, []
    for i in range(n):
        chain = Link(x + i, chain)
        functions.append((lambda t, k=i: t * k) if i % 2 else torch.relu)
    total, count = x * 0, 0
    while chain is not None:
        total, chain = functions[count](total + chain.value), chain.rest
        count += 1
    return total, count


class Products(nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.second = nn.Linear(24, 70), nn.Linear(70, 5)
        self.norm = nn.LayerNorm(70)
        self.rnn = nn.GRU(24, 12, batch_first=True)
        self.words = nn.Embedding(11, 24)

    def forward(self, ids):
        x = self.words(ids)
        y, _ = self.rnn(x)
        z = self.norm(torch.relu(self.first(x)))
        w = nn.functional.scaled_dot_product_attention(z[:, None], z[:, None], z[:, None])
        return self.second(w[:, 0]), y, torch.softmax(z @ z.transpose(1, 2), -1)


class Pictures(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(3, 8, 3, padding=1)
        self.norm = nn.BatchNorm2d(8)

    def forward(self, x):
        x = nn.functional.max_pool2d(torch.relu(self.norm(self.conv(x))), 2)
        return x.mean((2, 3)), x.flatten(1).topk(3)[0], torch.cumsum(x[0, 0], 1)


class Counting(nn.Module):
    """Keeps state: calls are serialised."""

    def __init__(self):
        super().__init__()
        self.register_buffer("count", torch.zeros(()))

    def forward(self, x):
        self.count += x.sum()
        return x * self.count


def dropping(x):
    return torch.dropout(x, 0.5, True), torch.rand(4), torch.randperm(5)


def descent(x, n: int):
    """A graph that differs from trip to trip, and a gradient of it in each."""
    w = torch.ones(2, 2).requires_grad_()
    for i in range(n):
        y = torch.tanh(x @ w)
        parts = []
        while y.norm() > 0.5:
            y = y * 0.7 if y.sum() > 0 else torch.sin(y) * 0.8
            parts.append(y)
        loss = (torch.stack(parts).sum() if parts else y.sum()) + i
        loss.backward()
        with torch.no_grad():
            w -= 0.1 * w.grad
            w.grad = None
    return w.detach()


def penalty(x, n: int):
    """A gradient of a gradient, and one that raises."""
    w = (x * 1).detach().requires_grad_()
    y = w * w
    for _ in range(n):
        y = torch.sin(y) * w
    (g,) = torch.autograd.grad(y.sum(), w, create_graph=True)
    (g * g).sum().backward()
    if n > 2:
        y.sum().backward()
    return w.grad


X = T([[1.0, -2.0], [3.0, 0.5]])
PROGRAMS = {
    "mirrors": (mirrors, [([X, X + 1], {"a": X}, X), ([X * 2, X], {"a": X}, -X)]),
    "containers": (containers, [(X, 5), (X, 0), (-X, 9)]),
    "exceptions": (exceptions, [(X, 1), (X, 4), (X, 7), (-X, 0)]),
    "printing": (printing, [(X, 4), (X * 3, 2)]),
    "recursion": (recursion, [(X, 6), (X, 1)]),
    "objects": (objects, [(X, 6), (-X, 1), (X, 0)]),
    "products": (Products().eval(), [(T([[1, 2, 3]]),), (torch.arange(40).reshape(4, 10) % 11,)]),
    "pictures": (Pictures().eval(), [(torch.randn(1, 3, 8, 10),), (torch.randn(5, 3, 30, 22),)]),
    "descent": (descent, [(X, 3), (-X, 2), (X * 0.1, 1)]),
    "penalty": (penalty, [(X, 2), (-X, 1), (X, 3)]),
    "any_counting": (Counting(), [(X,), (-X,)]),
    "any_dropping": (dropping, [(X,), (torch.ones(70, 9),)]),
}

WITH_GRADIENTS = (descent, penalty)


def leaves(value) -> list:
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, (list, tuple)):
        return [leaf for part in value for leaf in leaves(part)]
    return [value]


def main(folder: Path) -> None:
    for name, (target, calls) in PROGRAMS.items():
        program = lith.to_static(target)
        for i, call in enumerate(calls):
            (folder / name / str(i)).mkdir(parents=True, exist_ok=True)
            for k, leaf in enumerate(leaves(call)):
                np.save(folder / name / str(i) / f"{k}.npy", np.asarray(leaf))
            try:
                with torch.set_grad_enabled(target in WITH_GRADIENTS):
                    program(*call)
            except (ValueError, IndexError, RuntimeError):
                pass  # which is what this call is for
        program.save(folder / f"{name}.lith")


if __name__ == "__main__":
    torch.manual_seed(0)
    main(Path(sys.argv[1]))
