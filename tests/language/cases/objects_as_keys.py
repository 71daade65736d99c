"""Dicts and sets of constants whose keys are members of an enum, or objects equal to themselves only."""

from enum import Enum

import torch
from language.harness import case


class Mode(str, Enum):
    DOUBLE = "double"
    HALF = "half"


class Plain(Enum):
    ONE = 1
    TWO = 2


class Model:
    def double(self, x):
        return x * 2

    def half(self, x):
        return x / 2


__names__ = {Mode.DOUBLE: "double", Mode.HALF: "half"}
__factors__ = {Plain.ONE: 1.0, Plain.TWO: 2.0}


def by_mode(x, mode):
    method = getattr(Model, __names__[mode])
    return method(Model(), x), mode in __names__, __names__.get(mode)


def by_plain(x):
    return x * __factors__[Plain.TWO], __factors__.get(Plain.ONE), Plain.ONE in __factors__


class Key:
    pass


__first__, __second__ = Key(), Key()
__of_objects__ = {__first__: 1.0, __second__: 2.0}
__set__ = {__first__}


def by_object(x, number):
    key = (__first__, __second__, Key())[number]
    if key in __set__:
        x = x + 1
    return x * __of_objects__[key], key in __of_objects__


def by_passed_object(x, make):
    return x, make in __of_objects__, make in __set__, __of_objects__.get(make)


CASES = [
    case(by_object, lambda: [(torch.ones(2), 0), (torch.ones(2), 1)], artifact=False),
    case(
        by_passed_object,
        lambda: [(torch.ones(2), each) for each in (__first__, __second__, Key())],
        artifact=False,
        straight=True,
    ),
    case(
        by_mode, lambda: [(torch.ones(2), Mode.DOUBLE), (torch.ones(2), Mode.HALF)], artifact=False
    ),
    case(by_plain, lambda: [(torch.ones(2),), (torch.ones(3),)], straight=True),
]
