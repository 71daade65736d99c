"""Modules with an attribute that only some paths set, and what is read of them afterwards."""

import torch
from language.harness import case
from torch import nn


class Cached(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(2, 2)
        self._second = nn.Linear(2, 2)

    def forward(self, x):
        if x.shape[0] != 1:
            self.cache = x
        if hasattr(self, "cache"):
            x = x + self.cache.sum()
        return self._second(self.first(x))


class Owner(nn.Module):
    def __init__(self):
        super().__init__()
        self.parts = nn.ModuleList([Cached(), Cached()])

    def forward(self, x, names):
        for part in self.parts:
            x = part(x)
        found = [
            getattr(self.parts[0], name, None) is not None for name in ("cache", "first", "_other")
        ]
        try:
            self.parts[1].cache
        except AttributeError as error:
            found.append(str(error))
        return x, found


class Reader(nn.Module):
    def __init__(self):
        super().__init__()
        self.part = nn.Linear(2, 2)

    def forward(self, x):
        if x.sum() > 0:
            self.seen = 1
        return sorted(key for key in self.__dict__ if not key.startswith("_")), self.part(x)


torch.manual_seed(0)
one, many = torch.ones(1, 2), torch.ones(3, 2)
cached, owner, reader = Cached().eval(), Owner().eval(), Reader().eval()


CASES = [
    case(cached, lambda: [(one,), (many,), (one,)], artifact=False, name="cached", ordered=True),
    case(
        owner, lambda: [(one, 1), (many, 1), (one, 1)], artifact=False, name="owner", ordered=True
    ),
    case(reader, lambda: [(-one,), (many,)], artifact=False, name="reader", ordered=True),
]
