"""Views of another dtype, and the parts of complex tensors: what is written through one is seen in all."""

import torch

from language.harness import case

T = torch.tensor


def real_written_after(x):
    z = torch.complex(x, x * 2)
    r = torch.real(z)
    i = torch.imag(z)
    z += 1
    if x.sum() > 0:
        z[0] = 5 + 7j
    return r, i, z


def real_written(x):
    z = torch.complex(x, x * 2)
    z.real.mul_(3)
    if x.sum() > 0:
        z.imag[0] = 9
    z.real = x
    z.imag = 2.5
    return z, z.real


def rotary(x, o):
    b = x.reshape(2, -1, 2)
    fr = torch.polar(torch.ones(2, 1), torch.arange(2.0).reshape(2, 1))
    z = torch.view_as_complex(b)
    out = torch.view_as_real(z * fr).flatten(1)
    out += o
    y = x + out.reshape(-1)
    y += 1
    if x.sum() > 0:
        y *= 2
    return y, out


def outside_view(z):
    r = z.real
    v = torch.view_as_real(z)
    v[..., 1] += 1
    r *= 2
    if r.sum() > 0:
        z *= 1j
    return r, v


def view_int(x):
    v = x.view(torch.int32)
    v &= 0x7FFFFFFF
    if x.sum() > 3:
        x.add_(1)
    return v, x


def in_branches(z, n):
    part = torch.view_as_real(z)[..., 0] if n > 1 else z.imag
    for i in range(n):
        part += i
        if part.sum() > 3:
            z[0] = 0
    return z, part, z.real is z.real


def of_alias(x):
    words = x.float().reshape(-1).view(torch.int32)
    x += 1
    return words, x.view(torch.float64).shape


def refused_sizes(x, n):
    try:
        return x[n:].view(torch.float64)
    except RuntimeError:
        return x[:4].view(torch.float64)


CALLS = lambda: [(T([1.0, 2.0]),), (T([-1.0, 3.0]),), (T([4.0, -9.0]),)]
PARTS = lambda *more: [(torch.complex(T([1.0, 2.0]), T([3.0, s])), *more) for s in (1.0, -10.0)]
CASES = [case(f, CALLS) for f in (real_written_after, real_written, view_int)]
CASES += [
    case(rotary, lambda: [(torch.arange(8.0) + s, T(1.5)) for s in (0, -20)]),
    case(
        outside_view,
        lambda: PARTS() + [(torch.complex(T([-1.0, 2.0]), T([3.0, 3.0])),)],
        straight=True,
    ),
    case(in_branches, lambda: PARTS(1) + PARTS(3)),
    case(of_alias, CALLS, straight=True),
    case(refused_sizes, lambda: [(torch.arange(6.0), 1), (torch.arange(6.0), 2)]),
]
