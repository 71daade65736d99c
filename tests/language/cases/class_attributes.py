"""Attributes of classes and functions that the program writes, and that change outside."""

from language.harness import case
import torch

T = torch.tensor


class Counter:
    total = 0

    def __init__(self):
        Counter.total += 1

    @classmethod
    def bump(cls, k):
        cls.total += k
        return cls.total


def counted(x, n):
    Counter()
    for i in range(n):
        if x.sum() > i:
            Counter.bump(10)
        Counter()
    return x * Counter.total


class Config:
    scale = 2.0
    mode = "a"


def set_and_restored(x):
    old = Config.scale
    Config.scale = 3.0
    y = x * Config.scale
    if y.sum() > 5:
        Config.mode = "b"
    Config.scale = old
    return y, Config.mode


def changed_outside(x):
    return x * Config.scale, hasattr(Config, "extra") and Config.extra


def change(i):
    Config.scale = 2.0 + i
    if i == 2:
        Config.extra = i


class Registry:
    items = {}
    last = None

    @classmethod
    def add(cls, name, v):
        cls.items[name] = v
        cls.last = name


def registered(x):
    Registry.add("a", x + 1)
    if x.sum() > 0:
        Registry.add("b", x * 2)
    return sum(Registry.items.values()), Registry.last


class Base:
    count = 0

    @classmethod
    def make(cls, x):
        cls.count += 1
        return cls(x)

    def __init__(self, x):
        self.x = x


class First(Base):
    pass


class Second(Base):
    count = 10


def inherited(x):
    a = First.make(x)
    Second.make(x)
    if x.sum() > 0:
        Base.count += 100
    type(a).count += 5
    return First.count, Second.count, Base.count, a.count, hasattr(First, "missing")


class Single:
    made = None

    def __new__(cls, *args):
        if cls.made is None:
            cls.made = super().__new__(cls)
        return cls.made

    def __init__(self, v):
        self.v = v


def singleton(x):
    a, b = Single(x), Single(x + 1)
    return a is b, a.v


def own_attribute(x):
    own_attribute.calls += 1
    if x.sum() > 2:
        own_attribute.last = own_attribute.calls
    return x * own_attribute.calls


own_attribute.calls = 0
own_attribute.last = -1


class Backend:
    weight = 0.0

    def fits(self, x):
        return x.dim() == self.weight


class Flat(Backend):
    weight = 1.0


class Deep(Backend):
    weight = 2.0


LOADED: dict[str, Backend] = {}


def of_subclasses(x):
    todo = Backend.__subclasses__()
    while todo:
        cls = todo.pop()
        todo += cls.__subclasses__()
        if cls.__name__ not in LOADED:
            LOADED[cls.__name__] = cls()
        if LOADED[cls.__name__].fits(x):
            return x * cls.weight if x.sum() > 0 else x - cls.weight
    return x


CALLS = lambda *more: [(T([1.0]), *more), (T([-1.0]), *more), (T([4.0]), *more)]
STATE = {"artifact": False, "ordered": True}
CASES = [case(f, CALLS, **STATE) for f in (set_and_restored, registered, inherited, own_attribute)]
CASES += [
    case(counted, lambda: [(T([1.0]), 3), (T([-1.0]), 2), (T([2.0]), 5)], **STATE),
    case(changed_outside, CALLS, before=change, straight=True, **STATE),
    case(singleton, CALLS, straight=True, **STATE),
    case(of_subclasses, CALLS, **STATE),
]
