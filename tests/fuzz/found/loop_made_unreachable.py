"""A loop that turns out unreachable: its blocks give each other their own arguments."""

import torch

from language.harness import case


def bump_(t):
    t.add_(1).clamp_(-8, 8)
    return t


class Acc:
    def __init__(self, n):
        self.n = n
        self.last = None

    def take(self, v):
        self.n = (self.n + 1) % 50
        self.last = v
        return self.n


def program(t0, t1, i0, i1, f0, b0, l0):
    i0 = min(i0, 4)
    for i3 in range(0, 6, 2):
        for i1, s2 in enumerate(t1 * 1):
            t1.mul_(-1)
            print('q', t0, t1)
            i0 = abs((-3 & i1))
            bump_(t0)
        t0 = (t0 - t0).clamp(-8, 8)
        u2 = ((i1 ^ i3), t0.view(2, 2).t().reshape(4))
        if b0:
            if f0 > 1.0:
                break
            if 3 in l0:
                continue
        elif -1 < i3 <= 0:
            for s4 in t0 + 0:
                l0 = []
                if -1 < i0 <= 5:
                    t0[t0 > 1] = 0
                w1 = 0
                while w1 < 4 and (s4 != -1):
                    w1 += 1
                    h3 = t1.view(2, 2)[:, 0]
                    acc2 = Acc(u2[0])
                    if i1 > 3:
                        acc2.take(t1)
                    i0 = acc2.take(t1) if s4 == i1 else acc2.n
                    print("acc", acc2.n, acc2.last is t1)
                    d4 = {"a": (l0[-1] if l0 else 0), "b": (i3 & i1)}
                    h3 -= 1; h3.clamp_(-8, 8)
                else:
                    t1[t1 > 0] = 2
            l0[0] = (i3 ^ -1)
        elif (t0 <= 2).any():
            t4 = t0.view(4)
            t4[1:3] = t0[:2].clone()
            i1 = sum(l0) % 9
        elif t0.sum() < i1:
            l0.append(abs(i0)) if len(l0) < 9 else None
        else:
            i2 = (abs(i1) + (i3 | i1))
            i3 = i2
            t0 += 0; t0.clamp_(-8, 8)
            i2 = -2
    return t0, t1, i0, i1, f0, b0, l0


def inputs():
    return [
        (torch.tensor([2.0, 0.0, 5.0, 3.0]), torch.tensor([2.0, -4.0, -1.0, 5.0]), 3, -1, 0.5, True, [1]),
        (torch.tensor([-1.0, -3.0, -2.0, 3.0]), torch.tensor([2.0, 2.0, 5.0, -1.0]), 5, 7, 1.0, False, [3, 1]),
        (torch.tensor([5.0, 1.0, -1.0, -4.0]), torch.tensor([-3.0, -3.0, -2.0, -3.0]), 6, 4, 2.0, True, [3, -1]),
        (torch.tensor([4.0, 2.0, 2.0, 3.0]), torch.tensor([0.0, -3.0, -4.0, 1.0]), -3, -2, 3.0, True, [3, 5]),
    ]


CASES = [case(program, inputs, message=False, straight=True, tolerance=0.0)]
