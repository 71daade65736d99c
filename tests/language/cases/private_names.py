"""Names that begin with two underscores are private to the class around them."""

import collections

from language.harness import case


class Account:
    __rate = 0.5

    def __init__(self, x):
        self.__x = x

    def __helper(self, k):
        return self.__x * k

    def run(self, k):
        self.__x += 1
        return self.__helper(k) + self.__rate + Account.__rate

    @staticmethod
    def __start():
        return 3

    @classmethod
    def build(cls):
        return cls(cls.__start())


class Saver(Account):
    def __init__(self, x):
        super().__init__(x)
        self.__x = -1

    def both(self):
        return self.__x, self._Account__x


def of_objects(n):
    a, b = Account(n), Saver(n)
    if n > 2:
        b.run(1)
    names = sorted(vars(a)), dict(vars(b)), hasattr(a, "__x"), a._Account__x
    return a.run(2), names, b.both(), b.run(3), b.both(), Account.build().run(1)


def of_classes_inside(n):
    class P:
        __c = 5

        def __init__(self):
            self.__v = n

        def __get(self):
            return self.__v + self.__c

        def get(self):
            return self.__get() if n > 2 else -self.__get()

        def shown(self):
            return self.__get.__name__

    class Q(P):
        class __Inner:
            pass

        def __init__(self):
            super().__init__()
            self.__v = "q"

        def inner(self):
            return self.__Inner.__name__

    q = Q()
    return q.get(), q.shown(), q.inner(), sorted(vars(q)), P().get()


def of_variables(n):
    class K:
        def closure(self):
            __loc = n

            def inner():
                nonlocal __loc
                __loc += 1
                return __loc

            return inner(), [__loc for _ in range(2)]

        def keywords(self, __a, *, __b=2):
            return __a + __b

    k = K()
    try:
        k.keywords(1, __b=3)
    except TypeError as e:
        print(e)
    return k.closure(), k.keywords(1), k.keywords(1, _K__b=n) if n > 2 else None


def of_the_library(n):
    items = collections.UserList([3, 1, n])
    items.append(7)
    items.sort()
    if 2 in items:
        items.insert(0, 9)
    return list(items), items == [1, 2], len(items), items[0], 7 in items


CASES = [
    case(of_objects, lambda: [(2,), (4,)]),
    case(of_classes_inside, lambda: [(2,), (4,)]),
    case(of_variables, lambda: [(2,), (4,)]),
    case(of_the_library, lambda: [(2,), (4,)]),
]
