"""Special methods that a class gets after a call."""

from plain_use.row import steps


@steps()
def late_len(door):
    """`__len__` on a class after a call gives its length and its truth."""

    class P:
        pass

    def f(p):
        try:
            size = len(p)
        except TypeError:
            size = "none"
        return size, bool(p), not p

    c = door.compile(f)
    p = P()
    first = c(p)
    P.__len__ = lambda self: 0
    second = c(p)
    del P.__len__
    return first, second, c(p)


@steps()
def late_bool(door):
    """`__bool__` on a class after a call."""

    class P:
        pass

    p = P()
    f = door.compile(lambda: (1 if p else 2, p and 3, not p))
    first = f()[0]
    P.__bool__ = lambda self: False
    second = f()[0]
    del P.__bool__
    return first, second, f()[0]


@steps()
def late_bool_beside_len(door):
    """`__bool__` on a class that has `__len__`."""

    class P:
        def __len__(self):
            return 0

    f = door.compile(lambda p: bool(p))
    first = f(P())
    P.__bool__ = lambda self: True
    return first, f(P())


@steps()
def late_eq(door):
    """`__eq__` on a class after a call."""

    class P:
        pass

    p, q = P(), P()
    f = door.compile(lambda: (p == q, p != q, p in [q], p == 1))
    first = f()
    P.__eq__ = lambda self, other: True
    second = f()
    P.__eq__ = lambda self, other: False
    return first, second, f()


@steps()
def late_ne(door):
    """`__ne__` and `__lt__` on a class after a call."""

    class P:
        def __lt__(self, other):
            return "lt"

    f = door.compile(lambda p, q: (p != q, p < q, q > p))
    p, q = P(), P()
    first = f(p, q)
    P.__ne__ = lambda self, other: "ne"
    P.__lt__ = lambda self, other: "later"
    return first, f(p, q)


@steps()
def late_str(door):
    """`__str__` and `__repr__` on a class after a call."""

    class P:
        def __repr__(self):
            return "repr"

    p = P()
    f = door.compile(lambda: (str(p), f"{p}", repr(p), f"{p!r}", "%s" % p, f"{[p]}"))
    first = f()
    P.__str__ = lambda self: "str"
    second = f()
    P.__repr__ = lambda self: "later"
    third = f()
    del P.__str__
    return first, second, third, f()


@steps()
def late_format(door):
    """`__format__` on a class after a call."""

    class P:
        def __str__(self):
            return "str"

    p = P()
    f = door.compile(lambda: (f"{p}", format(p), "{}".format(p), str(p)))
    first = f()
    P.__format__ = lambda self, spec: "format"
    second = f()
    del P.__format__
    return first, second, f()


@steps()
def late_new(door):
    """`__new__` and `__init__` on a class after a call."""

    class P:
        def __init__(self):
            self.v = 1

    f = door.compile(lambda: P().v)
    first = f()

    def init(self):
        self.v = 2

    P.__init__ = init
    second = f()

    class Q:
        v = 3

    P.__new__ = staticmethod(lambda cls: Q())
    return first, second, f()


@steps()
def late_new_of_an_empty_class(door):
    """`__init__` on a class that had none."""

    class P:
        v = 0

    f = door.compile(lambda: P().v)
    first = f()

    def init(self):
        self.v = 2

    P.__init__ = init
    return first, f()


@steps()
def late_call(door):
    """`__call__` on a class after a call, and on a subclass."""

    class P:
        def __call__(self, x):
            return x + 1

    class R(P):
        pass

    r = R()
    f = door.compile(lambda x: r(x))
    first = f(1)
    P.__call__ = lambda self, x: x + 2
    second = f(1)
    R.__call__ = lambda self, x: x + 3
    return first, second, f(1), callable(r)


@steps()
def late_container_methods(door):
    """`__getitem__`, `__contains__` and `__iter__` on a class after a call."""

    class P:
        def __getitem__(self, i):
            if i > 2:
                raise IndexError
            return i

    p = P()
    f = door.compile(lambda: (p[1], 2 in p, list(p)))
    first = f()
    P.__contains__ = lambda self, x: "yes"
    second = f()
    P.__iter__ = lambda self: iter([7, 8])
    third = f()
    P.__getitem__ = lambda self, i: "item"
    return first, second, third, f()


@steps()
def late_operators(door):
    """`__radd__`, `__add__`, `__iadd__` and `__neg__` on a class after a call."""

    class P:
        def __add__(self, other):
            return "add"

        def __neg__(self):
            return "neg"

    def f(p):
        q = p
        q += 1
        return p + 1, q, -p

    c = door.compile(f)
    p = P()
    first = c(p)
    P.__iadd__ = lambda self, other: "iadd"
    second = c(p)
    P.__add__ = lambda self, other: "later"
    P.__neg__ = lambda self: "later"
    return first, second, c(p)


@steps()
def late_reflected_operator(door):
    """A subclass gets a reflected operator, which goes first."""

    class A:
        def __add__(self, other):
            return "A.add"

    class B(A):
        pass

    f = door.compile(lambda a, b: a + b)
    a, b = A(), B()
    first = f(a, b)
    B.__radd__ = lambda self, other: "B.radd"
    second = f(a, b)
    del B.__radd__
    return first, second, f(a, b)


@steps()
def late_hash(door):
    """`__hash__` and `__eq__` that appear on a class whose instances are keys."""

    class P:
        pass

    p, q = P(), P()
    f = door.compile(lambda: (p in [q], len([x for x in [p, q] if x == p])))
    first = f()
    P.__eq__ = lambda self, other: isinstance(other, P)
    P.__hash__ = lambda self: 5
    return first, f()


@steps()
def late_context_methods(door):
    """`__enter__` and `__exit__` of a class are replaced after a call."""

    class P:
        def __enter__(self):
            return "in"

        def __exit__(self, *error):
            return False

    def f(p):
        with p as v:
            return v

    c = door.compile(f)
    p = P()
    first = c(p)
    P.__enter__ = lambda self: "later"
    return first, c(p)


@steps()
def attribute_beside_getattr(door):
    """An attribute of the class appears beside `__getattr__`."""

    class P:
        def __getattr__(self, name):
            return name + "!"

    p = P()
    f = door.compile(lambda: (p.a, p.b))
    first = f()
    P.a = 5
    second = f()
    p.b = 6
    third = f()
    del P.a
    return first, second, third, f()


@steps()
def late_getattr(door):
    """`__getattr__` on a class after a call."""

    class P:
        a = 1

    def f(p):
        try:
            return p.a, p.b
        except AttributeError:
            return "none"

    c = door.compile(f)
    p = P()
    first = c(p)
    P.__getattr__ = lambda self, name: name + "!"
    second = c(p)
    del P.__getattr__
    return first, second, c(p)


@steps()
def late_getattr_and_hasattr(door):
    """`hasattr` and `getattr` with a default where `__getattr__` appears after a call."""

    class P:
        pass

    p = P()
    f = door.compile(lambda: (hasattr(p, "x"), getattr(p, "x", "none")))
    first = f()
    P.__getattr__ = lambda self, name: name + "!"
    return first, f()


@steps()
def late_getattribute(door):
    """`__getattribute__` on a class after a call."""

    class P:
        a = 1

    p = P()
    f = door.compile(lambda: p.a)
    first = f()
    P.__getattribute__ = lambda self, name: "all"
    second = f()
    del P.__getattribute__
    return first, second, f()


@steps()
def late_setattr(door):
    """`__setattr__` on a class after a call."""

    class P:
        pass

    def f(p, v):
        p.a = v
        return p.a

    c = door.compile(f)
    p = P()
    first = c(p, 1)

    def double(self, name, value):
        self.__dict__[name] = value * 2

    P.__setattr__ = double
    second = c(p, 1)
    del P.__setattr__
    return first, second, c(p, 1)


@steps()
def late_descriptor(door):
    """A class attribute becomes a descriptor, and gets another `__get__`."""

    class D:
        def __get__(self, instance, owner):
            return 5

    class P:
        a = 1

    p = P()
    f = door.compile(lambda: p.a)
    first = f()
    P.a = D()
    second = f()
    D.__get__ = lambda self, instance, owner: 6
    third = f()
    p.__dict__["a"] = 7
    fourth = f()
    D.__set__ = lambda self, instance, value: None
    return first, second, third, fourth, f()
