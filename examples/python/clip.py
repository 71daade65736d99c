"""A loop that depends on the data, compiled, saved and loaded again.

python clip.py
"""

import torch

import lith


@lith.to_static
def scale_down(x, limit: float):
    """Halves `x` until its norm is at most `limit`; says how often."""
    steps = 0
    while x.norm() > limit:
        x = x / 2
        steps += 1
    return x, steps


y, steps = scale_down(torch.ones(100), 1.5)
print(f"{steps} halvings, norm {y.norm():.3f}")

scale_down.save("scale_down.lith")
again = lith.load("scale_down.lith")
y, steps = again(torch.full((7,), 30.0), 1.5)
print(f"{steps} halvings, norm {y.norm():.3f}")
