"""Of zeros of both signs, limits keep the tensor's own, as in PyTorch."""

import torch

from language.harness import case

T = torch.tensor


def limits(x):
    relu = torch.relu(x)
    return 1 / relu, 1 / x.clamp(min=0), 1 / (-x).clamp(max=0), 1 / torch.nn.functional.relu6(x)


CASES = [
    case(
        limits,
        lambda: [(T([-0.0, 0.0, -1.0, float("nan"), 7.0]),), (T([-0.0] * 37),)],
        straight=True,
    ),
]
