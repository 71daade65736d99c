"""Dimensions, equations and names that only run time knows: the operator is compiled for each."""

import torch
import torch.nn.functional as F
from language.harness import case

torch.manual_seed(0)
X = torch.randn(3, 4)
Y = torch.randn(2, 3, 4)
S = torch.randn(3, 3)
TALL = torch.randn(5, 1, 2)
Q, K, ONE = torch.randn(2, 3, 4, 5), torch.randn(2, 3, 2, 5), torch.randn(2, 1, 2, 5)


def one_of_two(x, n: int):
    d = 0 if n > 0 else 1
    return x.sum(d), x.softmax(d), torch.cat([x, x], d), x.sum(dim=d, keepdim=True), x.unsqueeze(d)


def any_int(x, d: int):
    return x.cumsum(d), x.argmax(d), x.select(d, 0), x.transpose(d, -1), torch.stack([x, x], d)


def in_a_loop(x, n: int):
    for i in range(n):
        x = x.cumsum(i % 2) - x.amax(i % 2, keepdim=True)
    return x


def sequences(x, n: int):
    order = (0, 1) if n > 0 else (1, 0)
    return x.permute(order), x.permute(*order), x.flip([order[0]]), x.mean([order[1]])


def from_a_list(x, dims: list):
    for d in dims:
        x = x.softmax(d) * x.size(d)
    return x.sum(dims)


def of_values(x):
    d = max(range(3), key=lambda i: x.shape[i])
    return x.sum(d), x.movedim(d, 0)


def equations(q, k):
    if k.shape[1] == 1:
        k = k.squeeze(1)
    names = "b j d" if k.ndim == 3 else "b h j d"
    return torch.einsum(f"b h i d, {names} -> b h i j", q, k)


def two_open_parts(x, n: int, m: int):
    first = "ij" if n > 0 else "ji"
    second = "jk" if m > 0 else "kj"
    return torch.einsum(f"{first},{second}->ik", x, x), f"{first}{second}"


def names_and_modes(x, n: int):
    kind = "nearest" if n > 0 else "bilinear"
    act = "relu" if n > 0 else "tanh"
    return (
        F.interpolate(x[None], scale_factor=2.0, mode=kind),
        getattr(torch, act)(x),
        f"{kind}_{act}",
    )


CASES = [
    case(one_of_two, lambda: [(X, 1), (X, 0), (X, -2)]),
    case(any_int, lambda: [(Y, 0), (Y, 2), (Y, -1), (Y, -3), (Y, 3), (Y, -4)]),
    case(in_a_loop, lambda: [(X, 3), (X, 0), (X, 1)]),
    case(sequences, lambda: [(X, 1), (X, 0)]),
    case(from_a_list, lambda: [(Y, [0, 1]), (Y, [2]), (Y, [1, 5])]),
    case(of_values, lambda: [(Y,), (TALL,)], straight=True),
    case(equations, lambda: [(Q, K), (Q, ONE)]),
    case(two_open_parts, lambda: [(S, 1, 0), (S, 0, 1), (S, 0, 0), (S, 1, 1)]),
    case(names_and_modes, lambda: [(Y, 1), (Y, 0)]),
]
