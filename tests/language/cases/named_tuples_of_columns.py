"""Named tuples made of as many values as only run time knows: `Transition(*zip(*steps))`."""

from collections import namedtuple
from typing import NamedTuple

import torch
from language.harness import case

Step = namedtuple("Step", "state action reward")


class Defaulted(NamedTuple):
    state: torch.Tensor
    action: int
    reward: float = 0.5


def R(*sizes):
    return torch.rand(*sizes, generator=torch.Generator().manual_seed(0))


def steps(x):
    taken = []
    for i, v in enumerate(x):
        taken.append(Step(v, i, 0.5 * i))
    return taken


def batch(x):
    b = Step(*zip(*steps(x)))
    return torch.stack(b.state), torch.tensor(b.action), torch.tensor(b.reward)


def function_of_columns(x):
    def first_and_last(a, b, c):
        return torch.stack(a), c

    return first_and_last(*zip(*steps(x)))


def with_default(x):
    taken = [Defaulted(v, i) for i, v in enumerate(x)]
    b = Defaulted(*zip(*taken))
    return b.action, b.reward, torch.stack(b.state)


def mistakes(x):
    out, n = [], x.shape[0]
    for make in (
        lambda: Step(1),
        lambda: Step(),
        lambda: Step(1, 2, 3, 4),
        lambda: Step(1, 2, 3, other=4),
        lambda: Step(1, 2, 3, state=1),
        lambda: Defaulted(1, 2, 3, 4),
        lambda: Defaulted(),
        lambda: Defaulted(1, 2, reward=n),
        lambda: Defaulted(action=n, state=1),
        lambda: Step(*x.tolist()),
        lambda: Defaulted(*x.tolist()),
        lambda: Step(1, *range(n)),
    ):
        try:
            out.append(make())
        except TypeError as error:
            out.append(str(error))
    return out


CASES = [
    case(batch, lambda: [(R(3, 2),), (R(1, 2),), (R(0, 2),)]),
    case(function_of_columns, lambda: [(R(3, 2),), (R(1, 2),)]),
    case(with_default, lambda: [(R(3),), (R(1),), (R(0),)]),
    case(mistakes, lambda: [(R(n),) for n in (3, 1, 0, 2, 5)]),
]
