"""Ranks that only sizes of run time decide, told apart by tests on the tensor."""

import torch

from language.harness import case


class Cell(torch.nn.Module):
    def __init__(self):
        super().__init__()
        torch.manual_seed(0)
        self.cell = torch.nn.LSTMCell(4, 8)
        self.out = torch.nn.Linear(8, 4)

    def forward(self, x, future):
        outputs = []
        h, c = torch.zeros(x.size(0), 8), torch.zeros(x.size(0), 8)
        for step in x.split(1, dim=1):
            h, c = self.cell(step.squeeze(1), (h, c))
            outputs.append(self.out(h))
        for _ in range(future):
            h, c = self.cell(outputs[-1], (h, c))
            outputs.append(self.out(h))
        return torch.stack(outputs, 1)


MODEL = Cell().requires_grad_(False)


def sequence(x, future):
    return MODEL(x, future)


def by_tests(x):
    y = x.squeeze()
    if y.ndim > 2:
        return y.sum(0), "many"
    if len(y.shape) == 2:
        return y @ y.t(), "two"
    if y.dim() not in (0, 1):
        raise ValueError(y.dim())
    return y * 2, "few"


def by_chains(x, y):
    x, y = x.squeeze(0), y.squeeze(0)
    assert 3 == x.dim() == y.dim(), "ranks"
    return y.permute((1, 0) + tuple(range(2, y.dim()))), x.permute(2, 0, 1)


def by_both(x, y):
    x, y = x.squeeze(0), y.squeeze(0)
    if x.shape != y.shape:
        return "differ", x.shape, y.shape
    return x @ y


CASES = [
    case(
        sequence,
        lambda: [
            (torch.randn(b, n, 4, generator=torch.Generator().manual_seed(n)), f)
            for b, n, f in ((3, 9, 0), (1, 5, 3), (2, 1, 2))
        ],
        tolerance=1e-6,
    ),
    case(
        by_tests,
        lambda: [(torch.ones(s),) for s in ((2, 3, 4), (1, 3, 4), (2, 1, 1), (1, 1, 1), (4, 1, 5))],
        straight=True,
    ),
    case(
        by_chains,
        lambda: [
            (torch.ones(1, 2, 3, 4), torch.ones(2, 3, 5)),
            (torch.ones(2, 3, 4), torch.ones(1, 2, 3, 5)),
            (torch.ones(2, 2, 3, 4), torch.ones(1, 2, 3, 5)),
        ],
    ),
    case(
        by_both,
        lambda: [
            (torch.ones(1, 3, 3), torch.ones(3, 3)),
            (torch.ones(2, 3, 3), torch.ones(2, 3, 3)),
            (torch.ones(2, 3, 3), torch.ones(1, 3, 3)),
        ],
    ),
]
