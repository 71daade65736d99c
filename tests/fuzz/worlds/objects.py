"""Worlds of instances, classes, their MRO and special methods."""

from __future__ import annotations

from fuzz.worlds.thing import Thing

INSTANCE = Thing(
    """
class Base:
    a = 1

    def m(self, k):
        return self.a + k

    @classmethod
    def made(cls, k):
        return cls.__name__, k

    @staticmethod
    def free(k):
        return k * 2


class Mixin:
    pass


class Mid(Mixin, Base):
    pass


class Leaf(Mid):
    b = 2.5

    def m(self, k):
        return super().m(k) * 2

    @property
    def p(self):
        return self.a * 10


class Stranger(Base):
    b = "s"
    p = 3


obj = Leaf()
obj.c = [1, 2]
spare = Leaf()
""",
    [
        "obj.a",
        "obj.b",
        "obj.p",
        "obj.m(n)",
        "Leaf.a",
        "type(obj).b",
        "type(obj).__name__",
        "getattr(obj, 'a', 7)",
        "getattr(obj, 'z', 7)",
        "hasattr(obj, 'z')",
        "obj.made(n)",
        "obj.free(n)",
        "obj.c[0]",
        "isinstance(obj, Mid)",
        "isinstance(obj, (Stranger, int))",
        "issubclass(Leaf, Stranger)",
        "len(vars(obj))",
        "list(vars(obj))",
        "obj.__class__ is Leaf",
        "obj == spare",
        "obj is spare",
        "[c.__name__ for c in type(obj).__mro__]",
        "x * obj.a",
        "super(Leaf, obj).m(n)",
        "'a' in obj.__dict__",
        "obj.__doc__",
        "callable(obj)",
        "Base.m(obj, n)",
        "(lambda o: o.a)(obj)",
    ],
    [
        "obj.a = 5",
        "obj.a = 2.5",
        "obj.a = torch.tensor([1.0, 2.0, 3.0])",
        "del obj.a",
        "Leaf.a = 3",
        "del Leaf.a",
        "Mid.a = 4",
        "Mixin.a = 8",
        "del Mixin.a",
        "Base.a = 9",
        "Mid.a = property(lambda self: 11, lambda self, value: None)",
        "Leaf.b = None",
        "obj.b = 'text'",
        "obj.z = 1",
        "Mixin.z = 2",
        "Leaf.m = lambda self, k: k * 100",
        "del Leaf.m",
        "Mixin.m = lambda self, k: k - 1",
        "obj.m = lambda k: k + 1000",
        "del obj.m",
        "Mid.__getattr__ = lambda self, name: 42",
        "Base.__getattribute__ = lambda self, name: object.__getattribute__(self, name)",
        "obj.__class__ = Stranger",
        "obj.__class__ = Leaf",
        "Leaf.__bases__ = (Mixin, Base)",
        "Leaf.p = 6",
        "Leaf.made = classmethod(lambda cls, k: k + 7)",
        "Leaf.free = staticmethod(lambda k: -k)",
        "Mid.__eq__ = lambda self, other: True",
        "Mid.__call__ = lambda self: 1",
        "globals().update(obj=Leaf())",
        "globals().update(obj=Stranger())",
        "globals().update(spare=obj)",
        "obj.c = (5,)",
        "obj.c.insert(0, 9)",
        "Leaf.__name__ = 'Renamed'",
        "del obj.c",
    ],
    ["obj.a = n", "obj.c.append(n)", "Leaf.b = n", "obj.z = x.sum().item()", "obj.c = [n]"],
    "obj spare",
)

SPECIAL = Thing(
    """
class Odd:
    def __init__(self, v):
        self.v = v


class Odder(Odd):
    pass


odd = Odder(3)
""",
    [
        "bool(odd)",
        "'yes' if odd else 'no'",
        "not odd",
        "len(odd)",
        "odd + n",
        "n + odd",
        "odd[n]",
        "n in odd",
        "odd(n)",
        "str(odd)[:3]",
        "f'{odd!r:.3}'",
        "odd == 3",
        "odd != 3",
        "odd < 4",
        "list(odd)",
        "[k for k in odd]",
        "int(odd)",
        "float(odd)",
        "x + odd",
        "abs(odd)",
        "-odd",
        "odd and n",
        "hash(odd) == hash(odd)",
        "{odd: 1}[odd]",
        "[1, 2, 3, 4][odd]",
        "odd.v",
        "max(odd, n, key=lambda k: k if isinstance(k, int) else k.v)",
        "any([odd])",
        "sum([odd, n], 0)",
        "divmod(odd, 2)",
        "format(odd, '>4')",
        "reversed(odd)",
        "hasattr(odd, '__len__')",
        "iter(odd) is odd",
        "range(odd)[-1]",
        "odd @ n",
    ],
    [
        "Odd.__bool__ = lambda self: self.v > 5",
        "Odder.__bool__ = lambda self: False",
        "Odd.__len__ = lambda self: 2",
        "Odder.__len__ = lambda self: 0",
        "Odd.__add__ = lambda self, other: ('add', other)",
        "Odd.__radd__ = lambda self, other: ('radd', other)",
        "Odder.__add__ = lambda self, other: NotImplemented",
        "Odd.__getitem__ = lambda self, k: [5, 6, 7][k]",
        "Odd.__contains__ = lambda self, k: k == 1",
        "Odd.__call__ = lambda self, k: k + self.v",
        "Odd.__str__ = lambda self: 'odd!'",
        "Odder.__repr__ = lambda self: 'ODD'",
        "Odd.__format__ = lambda self, spec: 'fmt' + spec",
        "Odd.__eq__ = lambda self, other: self.v == other\nOdd.__hash__ = lambda self: 1",
        "Odder.__eq__ = lambda self, other: NotImplemented\nOdder.__hash__ = object.__hash__",
        "Odd.__lt__ = lambda self, other: self.v < other",
        "Odd.__iter__ = lambda self: iter([1, 2])",
        "Odd.__int__ = lambda self: 8",
        "Odd.__index__ = lambda self: 1",
        "Odder.__index__ = lambda self: 2",
        "Odd.__float__ = lambda self: 0.5",
        "Odd.__abs__ = lambda self: 'abs'",
        "Odd.__neg__ = lambda self: 'neg'",
        "Odd.__matmul__ = lambda self, other: 'mat'",
        "Odd.__divmod__ = lambda self, other: (1, other)",
        "Odd.__reversed__ = lambda self: 'rev'",
        "odd.v = 9",
        "odd.__len__ = lambda: 7",
        "globals().update(odd=Odd(2))",
        "globals().update(odd=2)",
        "del Odd.__bool__",
        "del Odd.__len__",
        "del Odd.__add__",
        "del Odd.__eq__",
        "del Odd.__getitem__",
    ],
    ["odd.v += 1", "odd.w = n"],
    "odd",
)

ATTRIBUTES = Thing(
    """
class Described:
    def __init__(self, start):
        self.start = start

    def __set_name__(self, owner, name):
        self.name = name

    def __get__(self, instance, owner):
        return self.start if instance is None else instance.__dict__.get(self.name, self.start)

    def __set__(self, instance, value):
        instance.__dict__[self.name] = value


class Meta(type):
    flag = 3

    @property
    def wide(cls):
        return cls.width * 2


class Holder(metaclass=Meta):
    field = Described(5)
    width = 4
    __slots__ = ("s", "__dict__")


class Narrow:
    __slots__ = ("left", "right")


holder = Holder()
holder.s = 1
narrow = Narrow()
narrow.left = 2
""",
    [
        "holder.field",
        "Holder.field",
        "Holder.flag",
        "Holder.wide",
        "holder.s",
        "holder.width",
        "hasattr(holder, 'flag')",
        "getattr(narrow, 'right', None)",
        "narrow.left",
        "hasattr(narrow, 'right')",
        "type(Holder).__name__",
        "isinstance(holder, Holder)",
        "holder.field * x",
    ],
    [
        "holder.field = 6",
        "del holder.__dict__['field']",
        "Described.__get__ = lambda self, instance, owner: 70",
        "vars(Holder)['field'].start = 8",
        "Holder.field = 1",
        "Meta.flag = 4",
        "Holder.flag = 5",
        "Holder.width = 7",
        "Meta.wide = property(lambda cls: 0)",
        "Meta.__instancecheck__ = lambda cls, value: False",
        "narrow.right = 9",
        "del narrow.left",
        "narrow.left = 1.5",
        "holder.s = 'two'",
        "del holder.s",
        "Meta.__getattr__ = lambda cls, name: name",
    ],
    ["holder.field = n", "narrow.right = n", "holder.s = x.sum().item()"],
    "holder narrow",
)

RECORDS = Thing(
    """
class Kind(enum.Enum):
    SMALL = 1
    LARGE = 2


class Level(enum.IntEnum):
    LOW = 1
    HIGH = 3


class Flags(enum.Flag):
    R = 1
    W = 2


@dataclasses.dataclass
class Config:
    rate: float = 0.25
    kind: Kind = Kind.SMALL
    sizes: list = dataclasses.field(default_factory=lambda: [1, 2])


@dataclasses.dataclass(frozen=True)
class Point:
    u: int
    v: float = 0.5


Pair = collections.namedtuple("Pair", "first second", defaults=[2])
config = Config()
point = Point(1)
pair = Pair(1)
level = Level.LOW
flags = Flags.R
""",
    [
        "config.rate * x",
        "config.kind is Kind.SMALL",
        "config.kind.name",
        "config.kind.value + n",
        "config == Config()",
        "dataclasses.replace(config, rate=n)",
        "dataclasses.asdict(config)['rate']",
        "[f.name for f in dataclasses.fields(config)]",
        "str(config)",
        "point.v",
        "point == Point(1)",
        "{point: 1}.get(Point(1))",
        "pair.second",
        "pair[0] + n",
        "pair._replace(first=n)",
        "pair == (1, 2)",
        "level + n",
        "level is Level.LOW",
        "f'{level} {config.kind}'",
        "[3, 4, 5, 6][level]",
        "Flags.W in flags",
        "(flags | Flags.W).value",
        "list(Kind)[0]",
        "Kind(config.kind.value)",
        "Kind['LARGE']",
        "{Kind.SMALL: 's', Kind.LARGE: 'l'}[config.kind]",
        "sum(config.sizes)",
        "config",
        "pair",
        "level",
    ],
    [
        "config.rate = 0.5",
        "config.rate = 3",
        "config.rate = None",
        "config.kind = Kind.LARGE",
        "config.kind = 1",
        "config.sizes.append(7)",
        "config.sizes = (4,)",
        "config.more = 1",
        "Config.rate = 9.0\ndel config.rate",
        "Config.__eq__ = lambda self, other: 'same'",
        "globals().update(point=Point(2, 1.5))",
        "globals().update(pair=Pair(5, 6))",
        "globals().update(pair=(7, 8))",
        "globals().update(level=Level.HIGH)",
        "globals().update(level=2)",
        "globals().update(flags=Flags.R | Flags.W)",
        "globals().update(config=Config(1.0, Kind.LARGE))",
        "Kind.__str__ = lambda self: 'kind'",
        "object.__setattr__(point, 'v', 4.5)",
    ],
    ["config.rate = n", "config.kind = Kind.LARGE if n else Kind.SMALL", "config.sizes.append(n)"],
    "config point pair",
)

OBJECTS = [INSTANCE, SPECIAL, ATTRIBUTES, RECORDS]
