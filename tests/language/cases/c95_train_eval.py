"""95: train() / eval() reuse the right program."""

from language.harness import case
import torch
from torch import nn

T = torch.tensor


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.drop = nn.Dropout(1.0)

    def forward(self, x):
        if self.training:
            return self.drop(x) + 1, "train"
        return self.drop(x), "eval"


NET = Net()


def flip(i):
    import sys

    sys.modules[__name__].NET.train(i % 2 == 0)


CASES = [case(NET, lambda: [(T([1.0, 2.0]),)] * 4, name="net", before=flip, artifact=False)]
