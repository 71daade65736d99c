"""TestDy2Stat: the programs that started the project."""

from language.harness import Call, case
import torch

T = torch.tensor


def early_return_other_arity(x):
    y = x + 2
    out = 4
    if x.sum() > 3:
        return x.sum()
    return y.sum(), out


def arity(x, y):
    out = 2
    if x > y:
        return x
    return y, out


def break_continue(x):
    count = 0
    for i in range(4):
        if x + i == 2:
            continue
        if x + i > 4:
            break
        count += 1
    return count


def return_in_while(x):
    while x.sum() < 100:
        x = x * 2
        if x.sum() > 50:
            return x
    return -x


def nested_for(x):
    count = 0
    for i in range(4):
        for i in range(4):
            count = count + 1
            x = x + 1
    return count


def variable_after(x):
    for i in range(4):
        x = x + i
    return i


def default_flag(x, flag=True):
    if flag:
        return x + 1
    return x - 1


def equal_arity(x):
    if x.sum() > 0:
        return x, 1
    return x * 2, 0


def scoping(x):
    total = 0

    def add():
        nonlocal total
        total += 1
        return total

    if x.sum() > 0:
        add()
    add()
    return total, x


def if_true(x):
    if True:
        return x + 1
    return x.missing_attribute


CASES = [
    case(early_return_other_arity, lambda: [(T([1.0, 3.0]),), (T([1.0]),)]),
    case(arity, lambda: [(T(4), T(2)), (T(2), T(4))]),
    case(break_continue, lambda: [(T(0),), (T(2),), (T(9),)]),
    case(return_in_while, lambda: [(T([1.0]),), (T([30.0, 21.0]),), (T([100.0]),)]),
    case(nested_for, lambda: [(T(1.0),), (T([1, 2]),)], straight=True),
    case(variable_after, lambda: [(T(1.0),), (T([1, 2]),)], straight=True),
    case(default_flag, lambda: [(T(1.0),), Call(T(1.0), flag=False), (T(1.0), True)]),
    case(equal_arity, lambda: [(T([1.0]),), (T([-1.0]),)]),
    case(scoping, lambda: [(T([1.0]),), (T([-1.0]),)]),
    case(if_true, lambda: [(T([1.0]),), (T([1, 2]),)], straight=True),
]
