"""f(**keywords) where run time chooses f and the keywords, and the signatures of several functions."""

import inspect

from language.harness import case
import torch


class Scale:
    def __init__(self, factor):
        self.factor, self.weight = factor, None

    def __call__(self, ids, x):
        if self.weight is None:
            self.weight = torch.ones(2) * self.factor
        return x * self.weight


class Shift:
    def __call__(self, ids, x, extra):
        return x + extra


class Chain(list):
    """As the lists of processors in transformers."""

    def __call__(self, ids, x, **keywords):
        for each in self:
            parameters = inspect.signature(each.__call__).parameters
            if len(parameters) > 2:
                if not all(name in keywords for name in list(parameters.keys())[2:]):
                    raise ValueError(f"missing of {list(parameters.keys())}")
                x = each(ids, x, **keywords)
            else:
                x = each(ids, x)
        return x


def chained(x, n):
    chain = Chain([Scale(2), Shift()])
    if n > 3:
        chain.append(Scale(3))
    for i in range(n):
        x = chain(None, x, extra=i)
    return x


def missing(x, n):
    chain = Chain([Scale(2)])
    if n > 1:
        chain.append(Shift())
    return chain(None, x)


class Machine:
    def __init__(self):
        self.stack = []

    def on_push(self, value):
        self.stack.append(value)

    def on_add(self):
        self.stack.append(self.stack.pop() + self.stack.pop())

    def run(self, code):
        for name, *args in code:
            getattr(self, f"on_{name}")(*args)
        return self.stack


def sequences(code):
    return Machine().run(code)


X = torch.ones(2)
CASES = [
    case(
        sequences,
        lambda: [([("push", 1), ("push", 2), ("add",)],), ([],), ([("push",)],)],
    ),
    case(chained, lambda: [(X, 2), (X, 4), (X, 0)]),
    case(missing, lambda: [(X, 1), (X, 2)]),
]
