"""Two ways to one handler, one of which passes a constant that was made before the `try` split."""

import torch
from language.harness import case


def mix(a, b=2, *rest, scale=1, **more):
    return (a * scale + b + len(more)) % 40


def counter(start=0):
    pass


def program(t0, i1, f0, l0):
    try:
        try:
            try:
                assert len(l0) > 2, i1
            except (ZeroDivisionError, LookupError):
                pass
        except Exception:
            i5 = sum(l0) % 9
            if (i5, f0) < (2, 1.0):
                if len(l0) > 2:
                    abs(mix(i5, k=1, **dict(m=i5)))
                t0.clamp_(-8, 8)
            else:
                i1, *_, i5 = [3 if i5 else i5, 5, min(l0, default=i1)]
    finally:
        counter(i5 % -4)


def inputs():
    t = torch.tensor([6.0, -2.0, -4.0, 0.0])
    return [(t, 0, 1.5, [5]), (t, -1, -0.5, [0, -1, 3]), (t, 2, 0.5, [1]), (t, 2, 4.0, [])]


CASES = [case(program, inputs)]
