"""Arguments over one memory: one tensor twice, a tensor and a view of it, and tensors apart."""

from language.harness import case
import torch

T = torch.tensor


def compared(a, b):
    a[0] = 100.0
    b.add_(1)
    return a, b, a is b, a + b


def same(t):
    return t, t


def view(t):
    return t, t[:1]


CASES = [
    case(
        compared,
        lambda: [same(T([1.0, 2.0])), (T([1.0, 2.0]), T([3.0, 4.0])), view(T([1.0, 2.0]))],
        artifact=False,
        straight=True,
    ),
]
