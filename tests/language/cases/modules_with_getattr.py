"""Modules that find their names by `__getattr__`: of their own, and of a class of the user's."""

import sys
import types

import torch

from language.harness import case

plain = types.ModuleType("plain_with_getattr")
plain.held = 3


def find(name):
    if name == "missing":
        raise AttributeError(f"no {name}")
    return name + "!"


plain.__getattr__ = find
sys.modules["plain_with_getattr"] = plain


class Lazy(types.ModuleType):
    def __init__(self, name):
        super().__init__(name)
        self.objects = {"version": "1.2", "scale": 5}

    def __getattr__(self, name):
        if name in self.objects:
            return self.objects[name]
        raise AttributeError(f"module {self.__name__} has no attribute {name}")


sys.modules["lazy_by_class"] = Lazy("lazy_by_class")


def imported(x, n):
    import lazy_by_class
    from lazy_by_class import version
    from plain_with_getattr import held, other

    if n > 1:
        import plain_with_getattr

        other = plain_with_getattr.third
    return x * lazy_by_class.scale * held, version, other, hasattr(lazy_by_class, "nothing")


def not_found(n):
    try:
        if n == 0:
            from lazy_by_class import nothing
        elif n == 1:
            from plain_with_getattr import missing
        else:
            nothing = missing = n
        return nothing, missing
    except ImportError as error:
        return str(error), type(error).__name__
    except UnboundLocalError:
        return n


CASES = [
    case(imported, lambda: [(torch.ones(2), 1), (torch.ones(2), 2)], artifact=False),
    case(not_found, lambda: [(0,), (1,), (2,)], artifact=False),
]
