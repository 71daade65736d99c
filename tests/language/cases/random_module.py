"""The module `random`: its draws are those of the interpreter, which goes on where a call ended."""

import random

import torch
from language.harness import case

own = random.Random(3)


def teacher_forcing(x, ratio):
    y = torch.zeros(2)
    used = 0
    for row in x:
        if random.random() < ratio:
            y = row + y
            used += 1
        else:
            y = y * 0.5
    return y, used


def drawn(n):
    items = [1, 2, 3, 4]
    random.shuffle(items)
    return (
        random.randint(1, n),
        random.uniform(0, n),
        random.choice([10, 20, 30]),
        items,
        random.sample(range(10), 3),
        random.randrange(n),
        random.getrandbits(5),
    )


def of_its_own(n):
    return own.random() * n, own.randint(0, n)


def seeded(before):
    random.seed(11 + before)


CASES = [
    case(
        teacher_forcing,
        lambda: [(torch.ones(5, 2), 0.5), (torch.ones(3, 2), 0.0), (torch.ones(4, 2), 1.0)],
        artifact=False,
        before=seeded,
    ),
    case(drawn, lambda: [(7,), (100,), (1,)], artifact=False, before=seeded, straight=True),
    case(of_its_own, lambda: [(7,), (100,)], artifact=False, ordered=True, straight=True),
]
