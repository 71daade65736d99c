"""Whether a tensor requires a gradient, where it was in a container or written in parts."""

import torch
from language.harness import case

W = torch.nn.Parameter(torch.tensor([1.0, 2.0, 3.0]))


def flags(*tensors):
    return [each.requires_grad for each in tensors]


def in_list(n):
    made = []
    for i in range(n):
        made.append(W * i)
    return flags(made[0], made[-1] * 2, torch.stack(made), torch.cat(made), sum(made))


def in_list_without(n):
    made = []
    with torch.no_grad():
        for i in range(n):
            made.append(W * i)
    return flags(made[0], torch.stack(made), torch.stack(made) * W)


def in_dict(n):
    made = {}
    for i in range(n):
        made[i] = (W * i, torch.zeros(3))
    return flags(made[0][0], made[n - 1][1])


def repeated(x):
    return flags(torch.cat([W] * len(x)), torch.cat([x] * len(x)))


def written_in_parts(x):
    out, kept = torch.zeros(4, 3), torch.zeros(4, 3)
    row, apart = out[1], out.detach()
    before = out.requires_grad
    for i in range(len(x)):
        out[i] = W * x[i]
        kept[i] = x[i]
    return before, flags(out, row, apart, out[0], kept)


def written_through_view(x):
    out, mask = torch.zeros(3), torch.zeros(3)
    out[1:].copy_(W[1:])
    mask[x > 0] = W[x > 0]
    count = torch.zeros(3, dtype=torch.long)
    count[0] = int(W.detach()[0])
    return flags(out, mask, count)


def written_on_a_path(x):
    out = torch.zeros(3)
    if x.sum() > 0:
        out[0] = W[0]
    else:
        out[1] = W[1]
    return flags(out)


def recurrent(x):
    output, state = layer(x)
    return flags(output, state)


layer = torch.nn.GRU(2, 3)
rows = [torch.tensor([1.0, -1.0, 2.0]), torch.tensor([-1.0, 0.5, -2.0])]

CASES = [
    case(in_list, lambda: [(2,), (5,)]),
    case(in_list_without, lambda: [(2,), (5,)]),
    case(in_dict, lambda: [(2,), (5,)]),
    case(repeated, lambda: [(torch.ones(2, 3),), (torch.ones(1, 3),)], straight=True),
    case(written_in_parts, lambda: [(rows[0],), (torch.ones(1),)]),
    case(written_through_view, lambda: [(rows[0],), (rows[1],)], straight=True),
    case(written_on_a_path, lambda: [(rows[0],), (rows[1],)]),
    case(recurrent, lambda: [(torch.ones(2, 1, 2),), (torch.ones(4, 3, 2),)], straight=True),
]
