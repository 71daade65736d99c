"""Where results lie in memory: what `view` refuses, what `reshape` copies, and what writes keep."""

import torch

from language.harness import case


def T(rows, columns):
    return torch.arange(float(rows * columns)).view(rows, columns)


def viewed(x):
    y = x.t() + 1
    return y.view(-1)


def reshaped_and_written(x):
    y = x.t() + 1
    z = y.reshape(-1)
    z[0] = 100
    w = (x + 1).reshape(-1)
    w += 1
    return y, z, w, y.stride(), y.is_contiguous()


def reshaped_after_loop(x, n):
    y = x.t() + 1
    for _ in range(n):
        y = y + 1 if x.sum() > 0 else y.contiguous()
    z = y.reshape(-1)
    z += 1
    return y, z, y.stride()


def one_of_two_orders(x):
    y = x + 1
    if x.sum() > 10:
        y = y.t()
    z = y.reshape(-1)
    z += 1
    return y, z


def written_in_place(x):
    y = x.t() * 2
    y.mul_(2)
    y += torch.ones(x.shape[0])
    a = y.stride()
    y.fill_(3)
    y.copy_(x.t().contiguous())
    b = y.stride()
    y.masked_fill_(y > 4, 0.0)
    y.clamp_(0, 3)
    y[...] = y.contiguous()
    return y, a, b, y.stride()


def put_where_it_lies(x):
    y = x.t() + 1
    y.scatter_(0, torch.zeros(1, 2, dtype=torch.int64), 9.0)
    z = x.t() + 1
    z.index_add_(0, torch.zeros(1, dtype=torch.int64), z[:1].clone())
    w = x.t() + 1
    w.masked_scatter_(w > 3, torch.arange(30.0))
    v = (x.t() + 1).scatter(0, torch.zeros(1, 2, dtype=torch.int64), 9.0)
    return y, z, w, v, y.stride(), z.stride(), w.stride(), v.stride()


def copies(x):
    y = x.t().clone()
    z = torch.zeros_like(x.t())
    d = {"a": x.t() + 1}
    d["a"][0] = 3
    return (
        y.stride(),
        z.stride(),
        d["a"],
        d["a"].stride(),
        x.t().flip(0).stride(),
        torch.sort(x.t(), 0),
    )


def formats(x):
    y = x.contiguous(memory_format=torch.channels_last)
    z = x.to(memory_format=torch.channels_last) * 2
    return (
        y.stride(),
        z.stride(),
        y.is_contiguous(),
        y.is_contiguous(memory_format=torch.channels_last),
        x.is_contiguous(memory_format=torch.channels_last),
        y.contiguous().stride(),
        torch.empty_like(y).stride(),
        torch.zeros_like(x, memory_format=torch.channels_last).stride(),
    )


def wrong_format(x):
    if x.shape[0] > 2:
        x = x.contiguous(memory_format=torch.contiguous_format)
    elif x.shape[0] == 2:
        x = x.contiguous(memory_format=torch.channels_last)
    else:
        x = x.contiguous(memory_format=torch.preserve_format)
    return x


def empty_output(x):
    out = torch.empty(0)
    torch.add(x.t(), 1, out=out)
    return out, out.stride()


def normalised(x):
    y = x.t()
    moved = y - y.mean(-1, keepdim=True)
    return (
        moved.stride(),
        torch.softmax(y, 0).stride(),
        y.masked_fill(y > 2, 0.0).stride(),
        (y - y.mean()).stride(),
    )


def read_and_taken_over(x, i):
    """The tensor that an operator may overwrite is also what it reads."""
    r = x > 0.5
    s = x * 2
    t = x * 3
    u = i + 0
    return (
        r.scatter(-1, i, r),
        s.index_copy(1, i[0], s),
        t.index_put((i[0],), t[:1]),
        u.scatter(1, u, u),
    )


TWO = lambda: [(T(2, 3),), (T(4, 3),), (T(1, 3),)]  # noqa: E731

CASES = [
    case(viewed, TWO, straight=True),
    case(reshaped_and_written, TWO, straight=True),
    case(reshaped_after_loop, lambda: [(T(2, 3), 2), (T(4, 3) - 50, 1), (T(3, 4), 0)]),
    case(one_of_two_orders, lambda: [(T(2, 2),), (T(3, 3),)]),
    case(written_in_place, TWO, straight=True),
    case(put_where_it_lies, lambda: [(T(2, 3),), (T(4, 3),)], straight=True),
    case(copies, TWO, straight=True),
    case(
        formats,
        lambda: [(torch.arange(120.0).view(2, 3, 4, 5),), (torch.arange(60.0).view(1, 3, 4, 5),)],
        straight=True,
    ),
    case(wrong_format, TWO),
    case(empty_output, TWO, straight=True),
    case(normalised, TWO, straight=True),
    case(
        read_and_taken_over,
        lambda: [
            (torch.tensor([[0.1, 0.9, 0.7, 0.2]] * 4), torch.tensor([[1, 2, 3, 0]])),
            (torch.tensor([[0.1, 0.9]] * 2), torch.tensor([[1, 0]])),
        ],
        straight=True,
    ),
]
