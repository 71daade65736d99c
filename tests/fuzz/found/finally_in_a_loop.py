import torch
from language.harness import case

def describe(x):
    pass

def numbers(items, most):
    for k in items:
        yield (k + 1)

def shaped(t, n):
    if n < -1:
        return None
    return [n, (t,)]

def program(t0, t1, i0, i1, f0, b0, l0):
    for i3 in range(2, -1, -1):
        if not b0:
            print(describe((i0, f0) if l0 else (i0, f0)), sum(numbers(l0, 0)) % 30, abs(f0), sep='|')
            i3, i1 = (sum(l0[::-1][:2]) % 20, sum((n for n, _ in enumerate(l0, 1))))
            t1 -= t1 * 2
        try:
            i2, *_, i4 = [len(list(numbers(l0, 3))), 5, -1]
            match shaped(t0, divmod(i2, 3)[1]):
                case None:
                    i5 = sum((k for k in l0 if k > 1)) % 30
                case [_, int(j1)]:
                    i5 = j1
                case {'n': [j1]}:
                    i5 = j1
                case [j1, [_]]:
                    i5 = j1
                case torch.Tensor():
                    i5 = divmod(i2, 3)[0]
                case _:
                    i5 = max(l0, key=lambda k: -k, default=2)
            del l0[i3 % 3]
            h2 = t1[:2]
            if i3 != 2:
                break
        except (LookupError, ArithmeticError) as e:
            print('final', type(e).__name__)
            if f0 <= 1.0:
                break
        finally:
            q2 = ','.join(sorted('ab'))
            d5 = {c: n + i1 for n, c in enumerate('abc')}
            try:
                t0.mul_(0)
                i4, (i3, _) = (len(list(numbers(l0, 3))), (l0[::-2][0], 0))
                i1 = -i1
                i1 += True
                if (t0 > -1).all():
                    continue
            except (LookupError, ArithmeticError) as e:
                print('final', type(e).__name__)
                if 3 in l0:
                    break
            finally:
                t1.data.add_(1).clamp_(-8, 8)
                d5['a'] += 1
                d5['a'] %= 9
                h3 = t0[::2]
            v5 = t1.to(torch.int32)
        t1 = -t0

def inputs():
    return [(lambda a: (a, a, -1, 5, 0.5, False, []))(torch.tensor([-4.0, 5.0, 6.0, -3.0])), (lambda a: (a[:4], a[2:][:4], -1, 6, -1.0, False, []))(torch.tensor([-3.0, -3.0, 0.0, -3.0, 1.0, -2.0])), (lambda a: (a, a, 6, 7, 2.0, False, [5]))(torch.tensor([-2.0, 1.0, -3.0, 3.0])), (lambda a: (a, a, -3, 4, 0.0, False, []))(torch.tensor([0.0, -2.0, 0.0, -2.0]))]
CASES = [case(program, inputs, message=False, straight=True, artifact=False, tolerance=0.0)]
