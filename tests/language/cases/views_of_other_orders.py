"""Views, writes and `out=` where elements do not lie in row-major order, or share their place."""

import torch

from language.harness import case


def T(rows, columns):
    return torch.arange(float(rows * columns)).view(rows, columns)


def written_through_view_of_transposed(x):
    y = x.t().masked_fill(x.t() > 3, 0.0)
    w = y.view(-1)
    w[0] = 9
    w[1] = 8
    return y, w, y.sum() + w.sum()


def asked_for_contiguity(x):
    parts = x.unbind(-2)
    y = x.transpose(0, 1) * 2
    return parts[-1].is_contiguous(), y.is_contiguous(), y.contiguous().is_contiguous()


def squeezed_in_place(x):
    x.squeeze_()
    return x.shape


def expanded_and_written(x, how):
    y = x[0].expand(2, x.shape[1])
    if how == 0:
        y[0] = 5
    elif how == 1:
        y += 1
    elif how == 2:
        y.copy_(x)
    elif how == 3:
        y[:] = 5
    elif how == 4:
        torch.add(x, 1, out=y)
    else:
        y.fill_(3)
    return y


def several_outputs(x, d):
    a = torch.zeros(2)
    b = torch.zeros(2, dtype=torch.long)
    if d > 0:
        r = torch.max(x, 1, out=(a, b))
    else:
        r = torch.min(x, dim=1, out=(a, b))
    return a, b, r[0] is a


def named_outputs(x, d):
    places = torch.zeros(2, dtype=torch.long)
    r = torch.max(x, 1, out=(torch.zeros(2), places))
    q = torch.sort(x, d, out=(torch.zeros(2, 3), torch.zeros(2, 3, dtype=torch.long)))
    return type(r).__name__, r.indices is places, q, str(q), torch.linalg.inv_ex(x[:, :2]).info


def empty_output(x):
    y = torch.empty(0)
    torch.mul(x, 2, out=y)
    return y, y.shape


def nothing_to_flip(x):
    return x.flip(0), x.flip(-1), torch.nonzero(x, as_tuple=True)


def parts_of_numbers(x, c):
    n = x.item()
    return n.real, n.imag, -n, complex(x), c.imag, c.real, (2.5).imag, (3).imag


def sizes_of_what_is_gone(x, i):
    return torch.cat([x, x]).shape, torch.cat([x[:1], x[:1]]), x[i].shape, x[[-1]]


def lists_as_tuples(x, i):
    a = x[[[0, 1], [1, 0]]]
    x[[i, i]] = 7.0
    return a, x[[0, 1]], x[[None, i]]


def wrong_items(x, i, how):
    if how == 0:
        x[0] = [1.0, 2.0, 3.0]
    elif how == 1:
        x[i] = None
    elif how == 2:
        x[i, i] = torch.tensor([1])
    elif how == 3:
        x[i, i] = torch.ones(1, 1, 1, 1)
    elif how == 4:
        x[0].index_put_((i, i), torch.tensor(1.0))
    else:
        x[x > 2] = torch.tensor([1])
    return x


CASES = [
    case(
        sizes_of_what_is_gone,
        lambda: [(T(2, 3), torch.tensor([1, 0])), (T(4, 2), torch.tensor([3]))],
        straight=True,
    ),
    case(named_outputs, lambda: [(T(2, 3), 0), (T(2, 3), 1)], straight=True),
    case(
        lists_as_tuples,
        lambda: [(T(2, 3), torch.tensor([1, 0])), (T(4, 2), torch.tensor([1]))],
        straight=True,
    ),
    case(wrong_items, lambda: [(T(2, 3), torch.tensor([1, 0]), k) for k in range(6)]),
    case(written_through_view_of_transposed, lambda: [(T(2, 3),), (T(3, 2),)], straight=True),
    case(
        asked_for_contiguity,
        lambda: [(T(2, 3).view(1, 2, 3),), (T(4, 3).view(2, 2, 3),)],
        straight=True,
    ),
    case(squeezed_in_place, lambda: [(T(2, 3),), (T(3, 2),)], straight=True, artifact=False),
    case(expanded_and_written, lambda: [(T(2, 3), k) for k in range(6)]),
    case(several_outputs, lambda: [(T(2, 3), 1), (T(2, 3), -1)]),
    case(empty_output, lambda: [(T(2, 3),), (T(3, 2),)], straight=True),
    case(nothing_to_flip, lambda: [(torch.tensor(2.0),), (torch.tensor(0.0),)], straight=True),
    case(
        parts_of_numbers,
        lambda: [(torch.tensor(1 + 2j), 3j), (torch.tensor(-0.5 + 0j), 1 - 1j)],
        straight=True,
    ),
]
