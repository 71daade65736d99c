"""torch.autocast on the CPU: what an operator computes in, and what it gives."""

import collections

from language.harness import case
import torch
import torch.nn.functional as F

T = torch.tensor
W = T([[1.0, 2.0], [0.5, -1.0]])


def products(x):
    with torch.autocast("cpu", dtype=torch.bfloat16):
        a = x @ W
        b = F.linear(a, W, W[0])
        c = torch.einsum("ij,jk->ik", x, W)
        with torch.autocast(device_type="cpu", enabled=False):
            d = a.float() @ W
        e = torch.matmul(x.double(), W.double())
        if x.sum() > 0:
            a = a + 1
    return a, b, c, d, e, x @ W, torch.is_autocast_enabled("cpu")


def others(x):
    with torch.autocast("cpu"):
        a = torch.mm(x, W)
        b = torch.cat([a, x]), torch.stack([a, a]), torch.cat((a, a.double()))
        c = F.mse_loss(a, x), a.sum(), a.exp(), a.softmax(-1), F.layer_norm(a, (2,))
        d = torch.is_autocast_enabled("cpu"), torch.get_autocast_dtype("cpu")
        return a, b, c, d, a * x, x + 1


@torch.autocast("cpu", dtype=torch.bfloat16)
def decorated(x):
    if x.sum() > 0:
        raise ValueError("positive")
    return torch.bmm(x[None], x[None]).dtype, torch.is_autocast_cpu_enabled()


def raised(x):
    try:
        dtype = decorated(x)
    except ValueError as error:
        dtype = str(error)
    return dtype, torch.is_autocast_enabled("cpu"), (x @ x).dtype


def returns_of(rewards):
    returns, total = collections.deque(), 0.0
    for reward in rewards[::-1]:
        total = reward + 0.5 * total
        returns.appendleft(total)
    return torch.tensor(returns)


X = T([[1.0, 2.0], [3.0, -4.0]])
CASES = [
    case(products, lambda: [(X,), (-X,)], tool=False),  # arrays have no bfloat16
    case(others, lambda: [(X,), (X[:1] @ X,)], straight=True, tool=False, tolerance=2e-2),
    case(raised, lambda: [(X,), (-X,)]),
    case(returns_of, lambda: [([1.0, 2.0, 3.0],), ([1.0],)]),
]
