"""Arrays of before the call over the memory of tensors, or of other arrays, that the program writes."""

import numpy as np
import torch
from language.harness import case

tensor = torch.zeros(3)
over = tensor.numpy()
whole = np.zeros(4)
part = whole[1:3]


class Module(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("total", torch.zeros(2))
        self.shown = self.total.numpy()

    def forward(self, x):
        if x.sum() > 0:
            self.total.add_(x.sum())
        return self.shown.tolist(), float(self.shown[0])


module = Module()


def through_a_tensor(x):
    if x.sum() > 0:
        tensor.add_(1)
    before = over.sum()
    tensor.mul_(2)
    return float(before), over.tolist(), float(over[0]), (over + 1).max()


def through_an_array(x):
    if x.sum() > 0:
        whole[1] = 5
    part[1] += 2
    return float(part.sum()), whole.tolist()


def through_a_module(x):
    return module(x)


def calls():
    return [(torch.ones(2),), (-torch.ones(2),), (torch.ones(1),)]


CASES = [
    case(fn, calls, artifact=False) for fn in (through_a_tensor, through_an_array, through_a_module)
]
