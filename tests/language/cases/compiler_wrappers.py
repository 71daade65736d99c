"""Functions behind torch.compiler.disable, what checkpoints, and deques of before the call."""

import collections

from language.harness import case
import torch
from torch.utils.checkpoint import checkpoint, checkpoint_sequential

T = torch.tensor


@torch.compiler.disable
def disabled(x):
    return x * 2


@torch._dynamo.disable()
def disabled_too(x, k=1):
    return x - k


def wrapped(x):
    return (disabled(x), 1) if x.sum() > 0 else (disabled_too(x, k=2), 2)


layers = torch.nn.Sequential(torch.nn.Linear(2, 2), torch.nn.ReLU(), torch.nn.Linear(2, 2))
for each in layers.parameters():
    each.requires_grad_(False)
    each.data.fill_(0.5)


def scaled(x, k, *, shift=0.0):
    return layers(x) * k + shift


def checkpointed(x, k):
    a = checkpoint(scaled, x, k, use_reentrant=False, shift=1.0)
    b = checkpoint(layers, a, use_reentrant=True)
    try:
        checkpoint(scaled, x, k, use_reentrant=True, shift=1.0)
    except ValueError as error:
        return a, b, str(error), checkpoint_sequential(layers, 2, x, use_reentrant=False)


recent = collections.deque(maxlen=2)
pending = collections.deque([T([1.0]), T([2.0])])


def remembered(x):
    recent.append(x)
    pending.rotate(1)
    last = pending.popleft()
    pending.extend([x, last])
    pending[0] = pending[0] + 1
    return torch.stack(list(recent)).sum(0), len(recent), recent.maxlen, pending[0], x in recent


def passed(waiting, x):
    if x.sum() > 0:
        waiting.appendleft(x)
    return waiting.pop(), len(waiting), waiting


def normalised(x, into):
    a = torch.nn.functional.normalize(x, dim=0, out=into)
    b = torch.nn.functional.normalize(x, 2.0, 0, 1e-12, into)
    return a is into, b is into, a


def hinted(x):
    kept = torch.zeros_like(x)
    torch._dynamo.mark_static_address(kept)
    kept += x
    return (kept.sum(), x) if x.sum() > 0 else (x + 1, kept * 2)


def arange_to(n):
    return torch.arange(end=n), torch.arange(end=n, dtype=torch.float32)


CASES = [
    case(wrapped, lambda: [(T([1.0, 2.0]),), (T([-1.0]),)]),
    case(
        checkpointed,
        lambda: [(T([[1.0, 2.0]]), 2), (T([[-1.0, 2.0], [3.0, 4.0]]), 3)],
        straight=True,
    ),
    case(
        remembered,
        lambda: [(T([1.0]),), (T([2.0]),), (T([3.0]),)],
        artifact=False,
        ordered=True,
        straight=True,
    ),
    case(
        passed,
        lambda: [(collections.deque([1, 2]), T(1.0)), (collections.deque([3, 4]), T(-1.0))],
        artifact=False,
    ),
    case(
        normalised,
        lambda: [(T([3.0, 4.0]), torch.zeros(2)), (T([1.0]), torch.zeros(1))],
        straight=True,
    ),
    case(hinted, lambda: [(T([1.0, 2.0]),), (T([-1.0]),)]),
    case(arange_to, lambda: [(3,), (0,)], straight=True),
]
