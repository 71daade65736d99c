"""Worlds of functions, closures, what a library's name holds, modules and iterators."""

from __future__ import annotations

from fuzz.worlds.thing import Thing

FUNCTIONS = Thing(
    """
def scale(k, by=2, *, more=1):
    return k * by + more


def other(k, by=3, *, more=0):
    return k - by - more


def gather(*args, **kwargs):
    return len(args), sorted(kwargs)


def counted(k, seen=[]):
    seen.append(k)
    return len(seen)


def make(start):
    value = start

    def get():
        return value

    def put(new):
        nonlocal value
        value = new

    return get, put


def wrapped(fn):
    @functools.wraps(fn)
    def inner(*args):
        return fn(*args) + 0.5

    return inner


@wrapped
def halved(k):
    return k / 2


bias = 1
get, put = make(5)
bound = functools.partial(scale, by=4)
table_of = {"s": scale, "o": other}
choice = scale
""",
    [
        "scale(n)",
        "scale(x)",
        "scale(n, more=5)",
        "scale(*[n, 3])",
        "choice(n)",
        "bound(n)",
        "bound.keywords",
        "bound.func is scale",
        "bound.args",
        "get()",
        "get() * x",
        "halved(n)",
        "counted(n)",
        "table_of['s'](n)",
        "[f(n) for f in table_of.values()]",
        "list(map(scale, [1, n]))",
        "sorted([3, 1, 2], key=lambda k: scale(k))",
        "scale.__name__",
        "list(scale.__defaults__)",
        "scale.__kwdefaults__['more']",
        "getattr(scale, 'note', None)",
        "gather(n, *[1], a=1, **{'b': 2})",
        "choice is scale",
        "callable(choice)",
        "functools.reduce(scale, [1, 2, n])",
        "halved.__wrapped__(n)",
        "(lambda k, by=bias: k + by)(n)",
    ],
    [
        "globals().update(scale=other)",
        "scale.__defaults__ = (9,)",
        "scale.__defaults__ = (0.5,)",
        "scale.__defaults__ = (torch.tensor([2.0]),)",
        "scale.__kwdefaults__ = {'more': 4}",
        "scale.__kwdefaults__['more'] = 7",
        "scale.__code__ = other.__code__",
        "scale.note = 'hello'",
        "put(7)",
        "put(1.5)",
        "put(torch.tensor(2.0))",
        "put(None)",
        "globals().update(bound=functools.partial(other, by=1))",
        "bound.keywords['by'] = 10",
        "bound.keywords['more'] = 3",
        "table_of['s'] = other",
        "table_of.update(t=abs)",
        "del table_of['o']",
        "globals().update(choice=other)",
        "globals().update(choice=abs)",
        "globals().update(choice=None)",
        "globals().update(choice=lambda k: 'l')",
        "counted.__defaults__[0].clear()",
        "counted.__defaults__ = ([1, 2, 3],)",
        "globals().update(bias=100)",
        "halved.__wrapped__ = other",
        "scale.__name__ = 'named'",
        "globals().update(halved=other)",
        "get.__closure__[0].cell_contents = 33",
        "del globals()['choice']",
    ],
    ["put(n)", "scale.note = n", "table_of['new'] = scale"],
    "table_of",
)

LIBRARY = Thing(
    """
def doubled(value, *rest, **more):
    return value * 2


def silent(*values, **more):
    return None


def own_len(value):
    return 99


def own_relu(value, inplace=False):
    return value - 1
""",
    [
        "torch.sigmoid(x)",
        "F.relu(x)",
        "F.softmax(x, 0)",
        "x.relu()",
        "x.add(1)",
        "x + 1",
        "abs(n)",
        "len([1, 2])",
        "max(n, 2)",
        "sum([1, n])",
        "math.sqrt(n + 1)",
        "copy.deepcopy([n])",
        "copy.copy({'a': n})",
        "operator.add(n, 2)",
        "functools.reduce(operator.mul, [1, 2, n])",
        "list(itertools.chain([1], [n]))",
        "json.dumps({'a': n})",
        "torch.exp(x)",
        "torch.nn.functional.linear(x, x.detach())",
        "range(n + 1)[-1]",
        "isinstance(n, int)",
        "sorted([2, 1, n])",
        "str(n)",
        "print('said', n)",
        "round(n + 0.6)",
        "math.pi * n",
        "torch.cat([x, x])",
        "random.random() < 2",
        "time.time() > 0",
    ],
    [
        "torch.sigmoid = own_relu",
        "F.relu = own_relu",
        "F.relu = F.silu",
        "F.softmax = torch.sigmoid",
        "torch.Tensor.relu = lambda self: self * 3",
        "torch.Tensor.add = lambda self, k: self - k",
        "torch.Tensor.__add__ = lambda self, k: self * 10",
        "globals().update(abs=doubled)",
        "builtins.abs = doubled",
        "globals().update(len=own_len)",
        "globals().update(max=lambda *v: 'max')",
        "globals().update(print=silent)",
        "builtins.print = silent",
        "math.sqrt = doubled",
        "math.pi = 3",
        "copy.deepcopy = lambda value: value",
        "copy.copy = doubled if False else (lambda value: 'copied')",
        "operator.add = operator.sub",
        "globals().update(operator=math)",
        "itertools.chain = lambda *all: [0]",
        "json.dumps = lambda value: 'json'",
        "torch.exp = torch.tanh",
        "torch.nn.functional.linear = lambda a, b: a",
        "globals().update(range=lambda k: [7])",
        "globals().update(isinstance=lambda a, b: 'is')",
        "globals().update(str=lambda k: 'str')",
        "globals().update(sorted=list)",
        "torch.cat = torch.stack",
        "random.random = lambda: 5",
        "time.time = lambda: -1",
        "globals().update(torch=torch.nn.functional)",
        "del globals()['math']",
        "globals().update(F=torch)",
    ],
)

MODULES = Thing(
    """
helper = types.ModuleType("helper")
helper.value = 4
helper.fn = lambda k: k + 1
helper.nested = types.SimpleNamespace(deep=[1, 2], name="n")
numbers = itertools.count(3)
stream = iter([10, 20, 30, 40, 50, 60, 70, 80, 90])


def produce():
    k = 0
    while True:
        k += 1
        yield k


produced = produce()
current = contextvars.ContextVar("current", default=1)
local = threading.local()
local.v = 2


@contextlib.contextmanager
def around(name):
    print("enter", name)
    yield len(name)
    print("leave", name)


class Lock:
    depth = 0

    def __enter__(self):
        self.depth += 1
        return self

    def __exit__(self, kind, value, trace):
        self.depth -= 1
        return False


lock = Lock()


@functools.singledispatch
def shown(value):
    return "any"


@shown.register
def _(value: int):
    return "int"


class Failure(Exception):
    pass


class Narrower(Failure):
    pass


caught = Failure


def attempt(kind, k):
    try:
        raise kind(k)
    except caught as e:
        return type(e).__name__, e.args
    except Exception:
        return "other"
""",
    [
        "helper.value + n",
        "helper.fn(n)",
        "helper.nested.deep[0]",
        "helper.nested.name",
        "hasattr(helper, 'absent')",
        "getattr(helper, 'absent', 0)",
        "next(numbers)",
        "next(stream)",
        "next(produced)",
        "current.get()",
        "getattr(local, 'v', 'none')",
        "shown(n)",
        "shown('s')",
        "attempt(Failure, n)",
        "attempt(Narrower, n)",
        "attempt(ValueError, n)",
        "lock.depth",
        "os.environ.get('LITH_WORLD', 'unset')",
        "'LITH_WORLD' in os.environ",
        "sys.getrecursionlimit() > 0",
        "sys.version_info >= (3, 0)",
        "os.path.join('a', str(n))",
        "__name__ == '__main__'",
        "threading.current_thread() is threading.main_thread()",
    ],
    [
        "helper.value = 5.5",
        "del helper.value",
        "helper.value = 4",
        "helper.__getattr__ = lambda name: 77",
        "helper.fn = lambda k: -k",
        "helper.nested.deep = [9]",
        "helper.nested.deep.insert(0, 3)",
        "helper.nested = types.SimpleNamespace(deep=[0], name='m')",
        "helper.absent = 6",
        "globals().update(helper=types.SimpleNamespace(value=1, fn=abs))",
        "globals().update(numbers=itertools.count(100))",
        "next(stream)",
        "next(produced)",
        "globals().update(stream=iter('abcdef'))",
        "current.set(8)",
        "current.set('text')",
        "local.v = 3",
        "del local.v",
        "shown.register(str, lambda value: 'str')",
        "shown.register(bool, lambda value: 'bool')",
        "shown.register(int, lambda value: 'whole')",
        "globals().update(caught=ValueError)",
        "globals().update(caught=(Narrower, ValueError))",
        "Narrower.__bases__ = (ValueError,)",
        "os.environ['LITH_WORLD'] = 'set'",
        "os.environ.pop('LITH_WORLD')",
        "lock.depth = 5",
        "Lock.__enter__ = lambda self: self",
        "globals().update(around=lambda name: lock)",
        "sys.setrecursionlimit(sys.getrecursionlimit() + 10)",
    ],
    [
        "with around('w') as k:\n    out.append(k)",
        "with lock:\n    out.append(lock.depth)",
        "helper.value = n",
        "current.set(n)",
        "local.v = n",
        "os.environ['LITH_WORLD'] = str(n)",
    ],
    "helper lock",
)

FUNCTION_THINGS = [FUNCTIONS, LIBRARY, MODULES]
