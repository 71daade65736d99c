"""torch.Tensor, torch.LongTensor, x.new: sizes, elements or a tensor; arguments by all their names."""

import torch
from language.harness import case


def of_elements(x, n):
    return (
        torch.Tensor([1, 2, n]),
        torch.LongTensor([n, 2]),
        torch.FloatTensor((0.5, n)),
        torch.Tensor(x.tolist()),
        torch.BoolTensor([True, n > 1]),
        torch.IntTensor([n]),
        torch.DoubleTensor([n * 1.5]),
        x.new([1.0, n]),
        torch.Tensor([]),
        torch.Tensor([[1, 2], [3, n]]),
    )


def of_sizes(x, n):
    return (
        torch.Tensor(n, 3).fill_(2.0),
        torch.FloatTensor(2, n).zero_(),
        torch.LongTensor(n).fill_(1),
        torch.Tensor(x.size()).fill_(1),
        torch.Tensor(),
        x.new(n, 2).zero_(),
        x.new(x.size()).fill_(2),
        x.new(),
    )


def of_a_tensor(x):
    y = torch.Tensor(x)
    y[0] = 9
    return y, x, x.new(x)


def of_another_type(x):
    return torch.LongTensor(x)


def by_type(x):
    return (
        x.type(torch.LongTensor),
        x.type("torch.DoubleTensor"),
        x.type(torch.FloatTensor),
        x.type(),
    )


def by_keyword(x, n):
    return (
        x.split(split_size=n, dim=0),
        torch.split(x, split_size_or_sections=[1, n], dim=0),
        x.view(size=(-1, 1)),
        x[:, None].swapaxes(axis0=0, axis1=1),
        torch.broadcast_to(input=x, size=(2, 3)),
        x.tensor_split(sections=2),
        torch.det(input=torch.eye(2) * n),
    )


def of_ranges(x, n):
    count = x.shape[0]
    made = torch.tensor(range(3)), torch.LongTensor(range(n)), torch.as_tensor(range(1, count + 1))
    picked = torch.eye(4)[range(count), made[2]]
    return *made, x.new_tensor(range(count)), x[range(count - 1, -1, -1)], picked, x[range(0)]


def repeated(x, n):
    count = torch.tensor([n])
    kept = [0] * count
    kept *= count
    try:
        [1] * x.sum()
    except TypeError as e:
        kept.append(str(e))
    return kept, (1, x) * (x > 1).sum(), count * "ab", [x] * torch.tensor(True), count.__index__()


def values():
    return [(torch.tensor([1.0, 2.0]), 2), (torch.tensor([-1.0, 2.5, 3.0]), 1)]


CASES = [
    case(of_elements, values, straight=True),
    case(of_sizes, values, straight=True),
    case(of_ranges, values, straight=True),
    case(repeated, values, straight=True),
    case(of_a_tensor, lambda: [(torch.tensor([1.0, 2.0]),), (torch.tensor([3.0]),)], straight=True),
    case(
        of_another_type,
        lambda: [(torch.tensor([1.0, 2.0]),), (torch.tensor([3.0]),)],
        straight=True,
        message=False,
    ),
    case(by_type, lambda: [(torch.tensor([1.5]),), (torch.tensor([2.0, 3.0]),)], straight=True),
    case(
        by_keyword,
        lambda: [(torch.arange(3.0), 2), (torch.arange(3.0) + 1, 2)],
        straight=True,
    ),
]
