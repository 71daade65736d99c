import torch
from language.harness import case

def shaped(t, n):
    if n > 1:
        return (t, n)
    return [n, (t,)]

def program(t0, t1, i0, i1, f0, b0, l0):
    global COUNT
    print(repr('x,y,z').split(',')[:3])
    l0.sort(key=lambda k: (k % 3, -k))
    match shaped(t1, sum(l0) % 9):
        case None:
            i3 = next((k for k in l0 if k > 1), -1)
        case [_, int(j1)]:
            i3 = j1
        case {'n': [j1]}:
            i3 = j1
        case [j1, [_]]:
            i3 = j1
        case torch.Tensor():
            i3 = i0
        case _:
            i3 = 3 if i0 else i0
    t0.index_fill_(0, torch.tensor([1, 3]), 2)
    w2 = 0
    while (w2 := (w2 + 1)) < 5 and i3 >= 4:
        l0 *= 2
        del l0[5:]
        if len(l0) > 2:
            continue
    else:
        w3 = 0
        while w3 < 2 and l0 == sorted(l0):
            w3 += 1
            print(f'i3={i3!r}'.strip('ab').title().center(14, '*'))
        t1[::2][1:] += 1
        t1.clamp_(-8, 8)
        two_(t0, t1)
        t0.view(2, 2).t()[0].mul_(-1)
    return (t0, t1, i0, i1, f0, b0, l0, i3, w2)

def inputs():
    return [(torch.tensor([2.0, 2.0, 1.0, 6.0]), torch.tensor([1.0, 5.0, 6.0, -3.0]), 5, 4, -0.5, False, [2]), (lambda a: (a, a, 1, 6, 1.5, False, [2]))(torch.tensor([6.0, 1.0, -4.0, 3.0])), (torch.tensor([6.0, 0.0, -2.0, 2.0]), torch.tensor([4.0, -4.0, -3.0, -4.0]), -1, 1, -1.0, False, [3, -1, 2]), (torch.tensor([-3.0, 0.0, -1.0, -4.0]), torch.tensor([-1.0, -4.0, 3.0, 6.0]), 0, -3, -0.5, True, [4, -2, 4])]
CASES = [case(program, inputs, message=False, straight=True, artifact=False, tolerance=0.0)]
