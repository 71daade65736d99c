"""torch.tensor of lists of run time inside of lists, with numbers of several types."""

import numpy as np
import torch
from language.harness import case


def L(*items):
    return torch.tensor(items, dtype=torch.long)


def rows(n):
    return torch.tensor([[i, i + 1] for i in range(n)]), torch.tensor([(i, 0.5) for i in range(n)])


def of_run_time(n):
    made = []
    for i in range(n):
        row = []
        for j in range(n + 1):
            row.append(float(i * j))
        made.append(row)
    return torch.tensor(made), torch.tensor([made, made])


def in_known_list(x):
    made = [[], []]
    for v in x.tolist():
        made[0].append(v)
        made[1].append(v / 2)
    return (
        torch.tensor(made),
        torch.tensor([made[0], made[0]]),
        torch.tensor(made, dtype=torch.long),
    )


def two_types(x):
    made = []
    for v in x.tolist():
        made.append(v if v > 1 else v / 2)
    made.append(0)
    return torch.tensor(made), torch.tensor([made], dtype=torch.float64)


def other_lengths(x):
    made = []
    for v in x.tolist():
        made.append([1] * v)
    try:
        return torch.tensor(made)
    except ValueError as error:
        return str(error)


def of_tensors(x, n):
    """Tensors of one element are numbers of their own dtype."""
    gathered = []
    for i in range(n):
        gathered.append(x.sum() * i)
    known = torch.tensor([x[0], 1]), torch.tensor([[x[0]], [2.5]]), torch.tensor([x[:1]])
    rows = torch.tensor([x[0].half(), 2]), torch.tensor([[1, 2], x[:2]])
    return torch.tensor(gathered), known, rows


def of_larger_tensors(x, n):
    parts = [x[0]]
    for i in range(n):
        parts.append(x[: i + 1])
    try:
        return torch.tensor(parts, dtype=torch.int64 if n > 4 else torch.float32)
    except (ValueError, TypeError) as error:
        return str(error)


def of_tensors_and_floats(x, n):
    ratios = []
    for i in range(n):
        ratios.append(x.sum() * i)
    ratios.append(1.0)
    return torch.tensor(ratios)


def of_arrays(x):
    parts = [torch.tensor([x[0]]), torch.tensor((x[:, 0], x[:, 1])), torch.as_tensor([x[0].copy()])]
    try:
        return parts, torch.tensor([x[0], x[1, 1:]])
    except ValueError as error:
        return parts, str(error)


def of_rows_of_run_time(x):
    sums, single = [row.sum() for row in x], torch.float32
    return (
        [torch.tensor(sums), torch.tensor(sums, dtype=single), torch.tensor(sums, dtype=torch.int64)],
        [torch.FloatTensor(sums), torch.Tensor([row for row in x]), torch.LongTensor([x[0]])],
        torch.as_tensor([[row.max(), 1] for row in x], dtype=single),
        torch.tensor([row.sum() if row[0] > 1 else 0.5 for row in x], dtype=single),
        torch.tensor([x[0], x[1]], dtype=torch.int64),
    )


CASES = [
    case(of_tensors_and_floats, lambda: [(torch.ones(2), 2), (torch.ones(2), 0)]),
    case(
        of_tensors,
        lambda: [
            (x, n) for x in (torch.tensor([3.0, 2]).double(), torch.tensor([3, 4])) for n in (3, 1)
        ],
    ),
    case(
        of_larger_tensors,
        lambda: [
            (torch.ones(3), 1),
            (torch.ones(3), 2),
            (torch.ones(3), 5),
            (torch.ones(1).int(), 5),
        ],
    ),
    case(
        of_arrays,
        lambda: [(np.arange(6.0).reshape(2, 3),), (np.arange(8).reshape(4, 2),)],
        artifact=False,
        straight=True,
    ),
    case(
        of_rows_of_run_time,
        lambda: [(np.arange(6.0).reshape(2, 3) + 0.7,), (np.arange(8.0).reshape(4, 2),)],
        artifact=False,
    ),
    case(rows, lambda: [(2,), (4,)]),
    case(of_run_time, lambda: [(1,), (3,)]),
    case(in_known_list, lambda: [(L(1, 2),), (L(3, 4, 5),)]),
    case(two_types, lambda: [(L(1, 2, 3),), (L(5, 1),)]),
    case(other_lengths, lambda: [(L(2, 2),), (L(2, 3, 2),)]),
]
