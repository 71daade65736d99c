"""Writes that read a part of what they write: eager raises where it sees that, and computes where gaps
hide it or where the elements are the same in the same order."""

import torch

from language.harness import case

T = torch.tensor


def X(rows=4, columns=3):
    return torch.arange(float(rows * columns)).view(rows, columns)


def in_place(x, n: int):
    if n == 0:
        x[1:] += x[:-1]
    elif n == 1:
        x -= x[0]
    elif n == 2:
        x /= x[0, 1]
    elif n == 3:
        x.add_(x[:1])
    elif n == 4:
        x.mul_(x.view(-1).view(x.shape))
    elif n == 5:
        x -= x[:, :0].sum(1, keepdim=True)
    elif n == 6:
        x[1:].sub_(x[:1])
    elif n == 7:
        x.clamp_(max=x[1, 1])
    elif n == 8:
        x.addcmul_(x[:1], x)
    elif n == 9:
        y = x[:3]
        y += y.t()
    elif n == 10:
        x[::2] += x[1::2]
    return x


def stored(x, n: int):
    if n == 0:
        x[1:] = x[:-1]
    elif n == 1:
        x[:] = x[0]
    elif n == 2:
        x.copy_(x[0])
    elif n == 3:
        x[:, 0] = x[:, 1]
    elif n == 4:
        x[0] = x[1]
    elif n == 5:
        x[:3] = x[:3].t()
    elif n == 6:
        x[0, 1:] = x[0, :-1]
    elif n == 7:
        x[...] = x
    elif n == 8:
        x[1:] = x[1:]
    return x


def scattered(x, i, n: int):
    if n == 0:
        x[i] = x[: len(i)]
    elif n == 1:
        x[i] = x[0]
    elif n == 2:
        x[i] = x[0, 0]
    elif n == 3:
        x[x > 3] = x[0, 1]
    elif n == 4:
        x[i] = x[i]
    elif n == 5:
        x.index_add_(0, i, x[: len(i)])
    elif n == 6:
        x.index_copy_(0, i, x[2:])
    elif n == 7:
        x.scatter_(0, torch.zeros(1, 3, dtype=torch.int64), x)
    elif n == 8:
        x.masked_scatter_(x > 30, x)
    elif n == 9:
        x.index_put_((i,), x[0], accumulate=True)
    elif n == 10:
        x.masked_fill_(x > 2, x[0, 1])
    elif n == 11:
        x.index_fill_(0, i, x[0, 1])
    elif n == 12:
        x[i] = x
    return x


def rows_of_run_time(x, n: int, m: int):
    for k in range(1, n):
        x[k:] += x[m:-k] if k > 1 else x[k - 1]
    return x


def of_attributes(x):
    y = x.clone()
    z = y.view(-1)
    try:
        z[1:] -= z[:-1]
    except RuntimeError as e:
        z[1:] -= z[:-1].clone()
        return y, str(e)
    return y, ""


def indices_written(x, n: int):
    y = x.view(-1)
    try:
        if n == 0:
            x[x] = 1
        elif n == 1:
            y[x] += 1
        elif n == 2:
            x[y[1:]] = 0
        elif n == 3:
            x[x.clone()] = 1
        elif n == 4:
            x[x.int()] = 1
        elif n == 5:
            x[x > 1] = 0
        else:
            x[x[0]] = 5
    except RuntimeError as e:
        return str(e)
    return x


CASES = [
    case(indices_written, lambda: [(T([0, 1, 2]), n) for n in range(7)]),
    case(in_place, lambda: [(X(), n) for n in range(11)]),
    case(stored, lambda: [(X(), n) for n in range(9)]),
    case(scattered, lambda: [(X(), T([0, 1]), n) for n in range(13)]),
    case(rows_of_run_time, lambda: [(X(), 2, 0), (X(6), 3, 0), (X(), 1, 0)]),
    case(of_attributes, lambda: [(X(),), (X(1, 1),)]),
]
