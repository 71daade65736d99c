"""del of attributes: descriptors, functions, classes, one of several objects."""

from language.harness import case


class Positive:
    def __set_name__(self, owner, name):
        self.name = "_" + name

    def __get__(self, instance, owner=None):
        return self if instance is None else getattr(instance, self.name, -1)

    def __set__(self, instance, value):
        if value < 0:
            raise ValueError(f"{self.name}: {value}")
        setattr(instance, self.name, value)

    def __delete__(self, instance):
        delattr(instance, self.name)


class OnlyDelete:
    def __delete__(self, instance):
        instance.gone = True


class OnlySet:
    def __set__(self, instance, value):
        instance.__dict__["kept"] = value * 2


class Holder:
    positive = Positive()
    deleted = OnlyDelete()
    kept = OnlySet()

    def __getattr__(self, name):
        raise AttributeError("no " + name)


def attempt(out, action, *arguments):
    try:
        out.append(action(*arguments))
    except (AttributeError, ValueError) as e:
        out.append(str(e))


def descriptors(k):
    h, out = Holder(), []
    attempt(out, setattr, h, "positive", k)
    out.append(h.positive)
    attempt(out, delattr, h, "positive")
    attempt(out, delattr, h, "positive")
    attempt(out, setattr, h, "deleted", 1)
    attempt(out, delattr, h, "deleted")
    attempt(out, setattr, h, "kept", k)
    attempt(out, delattr, h, "kept")
    return out, h.kept, h.gone


def of_function(k):
    def f():
        return k

    f.x, f.y = k, 2
    if k:
        del f.x
    out = [hasattr(f, "x"), f.y]
    try:
        del f.z
    except AttributeError as e:
        out.append(str(e))
    del f.y
    return out, hasattr(f, "y")


class One:
    def __init__(self):
        self.v = 1


class Two:
    def __init__(self):
        self.v, self.w = 2, 3


def of_either(k):
    o = One() if k > 0 else Two()
    if k:
        del o.v
    try:
        del o.w
    except AttributeError as e:
        return hasattr(o, "v"), str(e)
    return hasattr(o, "v"), hasattr(o, "w")


CASES = [
    case(descriptors, lambda: [(3,), (0,), (-1,)]),
    case(of_function, lambda: [(3,), (0,)]),
    case(of_either, lambda: [(1,), (-1,), (0,)]),
]
