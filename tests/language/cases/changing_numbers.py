"""Numbers outside of the arguments that are others in each call: more calls than there may be programs."""

from language.harness import case
import torch
from torch import nn

T = torch.tensor
STEP = 0
SEEN = {}


def global_step(x):
    global STEP
    STEP += 1
    return x * (0.1 * min(STEP**-0.5, STEP * 0.01))


def entry_of_dict(x):
    k = x.shape[0]
    SEEN[k] = SEEN.get(k, 0) + 1
    return x * SEEN[k]


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.steps = 0
        self.scale = 1.5
        self.last = None

    def forward(self, x):
        self.steps += 1
        self.scale *= 0.5
        self.last = x.sum()
        return x * self.scale if self.steps % 2 else x


CALLS = lambda: [(T([float(i), 1.0]),) for i in range(70)]
STATE = {"artifact": False, "ordered": True, "straight": True}
CASES = [case(f, CALLS, **STATE) for f in (global_step, entry_of_dict)]
CASES += [case(Net(), CALLS, name="net", **STATE)]
