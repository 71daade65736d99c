import torch
from language.harness import case

def program(t0, t1, i0, i1, f0, b0, l0):
    try:
        try:
            l0.reverse()
            raise Odd(f'{f0:+.1e} {i0:03d}', i1)
        except LookupError as e:
            raise Odd(i1) from None
        else:
            pass
        finally:
            print(f'{f0:+.1e} {i0:03d}', (lambda a, b=1: a - b)(i0), f0, sep='|')
    except LookupError as e:
        pass

def inputs():
    return [(torch.tensor([-2.0]), torch.tensor([-3.0]), -1, 2, 2.0, True, [])]
CASES = [case(program, inputs, message=False, straight=True, tolerance=0.0)]
