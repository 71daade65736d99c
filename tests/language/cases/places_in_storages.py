"""Where a tensor begins in its storage, and what else the storage holds, also for arguments that are views."""

from language.harness import case
import torch


def offset(x):
    return x.storage_offset(), x[1:].storage_offset()


def placed(x, start):
    return x.as_strided((2, 2), (2, 1), start)


def beyond(x, size):
    try:
        return x.as_strided((size,), (1,))
    except RuntimeError:
        return None


def written(x):
    x.as_strided((3,), (2,), 1).add_(1)
    return x


def gathered(xs):
    return [x.storage_offset() for x in xs]


def of_results(x):
    y = x + 1
    z = y[2:]
    return z.storage_offset(), z.as_strided((2,), (1,), 0), z[1:].as_strided((2,), (1,))


def reaches_other(x, y):
    x.add_(1)
    return y.as_strided((4,), (1,), 0).sum()


def empty(x):
    return x.as_strided((3,), (1,), 1)


def whole():
    return torch.arange(12.0)


def pair():
    x = whole()
    return [x[3:], x.view(3, 4)[:, 1:]]


def parts():
    x = whole()
    return x[:4], x[4:]


CASES = [
    case(
        offset,
        lambda: [(whole(),), (whole()[3:],), (whole().view(3, 4)[1:, 2:],), (whole()[12:],)],
        straight=True,
        tool=False,
    ),
    case(
        placed,
        lambda: [
            (whole(), 1),
            (whole()[4:], 1),
            (whole()[::2], 5),
            (whole().view(3, 4).t()[1:], 0),
        ],
        straight=True,
        tool=False,
    ),
    case(
        beyond,
        lambda: [(whole()[:4], 8), (whole()[6:], 6), (whole()[6:], 7), (whole(), 12)],
        tool=False,
    ),
    case(
        written,
        lambda: [(whole(),), (whole()[2:],), (whole().view(3, 4)[1],)],
        straight=True,
        tool=False,
    ),
    case(gathered, lambda: [(pair(),), (pair()[::-1],)], straight=True, tool=False),
    case(
        reaches_other,
        lambda: [(whole(), whole()), parts(), parts()[::-1], (whole()[:4], whole()[4:])],
        straight=True,
        tool=False,
    ),
    case(empty, lambda: [(whole()[12:],), (whole()[2:2],)], straight=True, tool=False),
    case(of_results, lambda: [(whole(),), (whole()[3:],)], straight=True),
]
