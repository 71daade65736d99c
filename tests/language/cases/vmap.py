"""torch.vmap: functions of single elements that run over dimensions of their arguments."""

import torch

from language.harness import case

T = torch.tensor


def nested(q, k):
    """A mask over pairs of positions, as transformers makes it."""
    mask = torch.vmap(lambda i, j: (j <= i) & (j > i - 2), in_dims=(None, 0), out_dims=0)
    return torch.vmap(mask, in_dims=(0, None), out_dims=0)(q, k)


def padding(mask, q, k):
    def inner(batch, i, j):
        return mask[batch, j] & (j <= i)

    from torch._dynamo._trace_wrapped_higher_order_op import TransformGetItemToIndex

    f = inner
    for dims in ((None, None, 0), (None, 0, None), (0, None, None)):
        f = torch.vmap(f, in_dims=dims)
    with TransformGetItemToIndex():
        return f(torch.arange(mask.shape[0]), q, k)


def scalar_index(x, i):
    return torch.vmap(lambda j: x[j])(i), torch.vmap(lambda r, j: (r[j], x[j + 0], r[:1]))(
        x.expand(2, -1)[: i.shape[0]], i
    )


def reductions(x, y):
    dots = torch.vmap(torch.dot)(x, y)
    sums = torch.vmap(lambda a: (a * 2).sum(), in_dims=1)(x)
    tops = torch.vmap(lambda a, b: (a - b).amax(0, keepdim=True), in_dims=(0, None))(x, y[0])
    return dots, sums, tops


def outputs(x, y):
    def both(a, b):
        return {"sum": a + b, "pair": (a, b.mean())}

    return torch.vmap(both, in_dims=(0, {"y": 1}["y"]), out_dims=0)(x, y), torch.vmap(
        lambda a: (a, x), out_dims=(1, 0)
    )(x)


def products(x, w):
    return torch.vmap(lambda a: w @ a)(x), torch.vmap(lambda a, b: a @ b.T, in_dims=(None, 0))(
        w, w.expand(2, -1, -1)
    )


def promotes(x, y):
    """A mapped tensor of no dimensions counts less than one that has some."""
    return (
        torch.vmap(lambda a: a + y)(x),
        torch.vmap(lambda a: a * 2.5)(x),
        torch.vmap(lambda a: a + a.to(torch.float64))(x),
    )


def views(x):
    f = torch.vmap(lambda a: a.unsqueeze(0).expand(2, -1).reshape(-1)[1:])
    return f(x), torch.vmap(lambda a: a.T.shape[0] + a.permute(1, 0) * a.ndim)(x.unsqueeze(2))


def sizes_differ(x, y):
    return torch.vmap(lambda a, b: a + b)(x, y)


def condition(x):
    return torch.vmap(lambda a: a if a.sum() > 0 else -a)(x)


def not_tensor(x):
    return torch.vmap(lambda a: 3)(x)


def some(*sizes):
    return torch.linspace(-1.0, 2.0, torch.Size(sizes).numel()).reshape(sizes)


def rows(n, m):
    return [(some(n, m), -some(n, m)), (some(1, 2), some(1, 2))]


def positions(*sizes):
    return [(torch.arange(a), torch.arange(b)) for a, b in sizes]


def padded():
    mask = T([[1, 1, 0], [1, 1, 1]]).bool()
    return [(mask, torch.arange(3), torch.arange(3)), (mask[:1], torch.arange(1), torch.arange(2))]


def keywords(x, y, n):
    """Those are the same in each call."""
    summed = torch.vmap(lambda a, y, scale=1.0: a * scale + y.sum())(x, y=y)
    if n > 1:
        summed = summed + torch.vmap(lambda a, *, by: a @ by.T)(x, by=y)[..., : x.shape[1]].sum()
    return summed, torch.vmap(lambda a, extra=None: a if extra is None else a + extra[0])(
        x, extra=[y]
    )


CASES = [
    case(nested, lambda: positions((3, 4), (1, 1)), straight=True),
    case(padding, padded, straight=True),
    case(scalar_index, lambda: [(T([1.0, 2.0]), T([1, 0])), (T([3.0]), T([0]))], straight=True),
    case(reductions, lambda: rows(2, 3), straight=True),
    case(outputs, lambda: [(some(2, 2), some(2, 2)), (some(3, 3), some(3, 3))], straight=True),
    case(products, lambda: [(some(2, 3), some(4, 3)), (some(1, 2), some(2, 2))], straight=True),
    case(
        promotes,
        lambda: [(torch.ones(n, dtype=torch.float64), T([1.0, 2.0])) for n in (1, 3)],
        straight=True,
    ),
    case(
        promotes,
        lambda: [(torch.ones(n, dtype=torch.int32), T([1.0, 2.0])) for n in (1, 3)],
        straight=True,
        name="promotes_integers",
    ),
    case(views, lambda: [(some(2, 3),), (some(1, 2),)], straight=True),
    case(sizes_differ, lambda: [(T([1.0]), T([1.0, 2.0])), (T([1.0]), T([2.0]))]),
    case(condition, lambda: [(torch.ones(2, 2),), (torch.ones(1, 2),)], straight=True),
    case(keywords, lambda: [(some(2, 3), some(2, 3), 2), (some(4, 3), some(1, 3), 1)]),
    case(not_tensor, lambda: [(torch.ones(2),), (torch.ones(3),)], straight=True),
]
