"""The operations of the language and its built-ins: bodies of functions over `v`, an object of the
kind, and `w`, another. An expression is the result of the function."""

from __future__ import annotations

EXPRESSIONS = """
v
bool(v)
not v
v and 5
v or 5
1 if v else 2
any([v, False])
v == v
v == w
v != w
v == 1
v == 'a'
'a' == v
v == None
v is v
v is w
v is None
type(v) is type(w)
v < w
v >= w
v < 2
1 < v
v in [w, v]
v in (1, 'a')
v in {1, 'a'}
1 in v
'a' in v
w in v
[w, v].index(v)
[v, w, v].count(v)
[v, 1] == [w, 1]
(v, 1) < (w, 2)
hash(v) == hash(v)
hash(v) == hash(w)
{v: 1}[v]
{v: 1}.get(w, 'no')
{1: 'one', 'a': 'letter'}.get(v, 'no')
{v: 1, 1: 2, 'a': 3}
len({v, w, 1})
str(v)
repr(v)
format(v)
f'{v}'
f"{v!r}|{v:>12}"
f'{v:.2f}'
f'{v:d}'
'%s' % v
'%s %r' % (v, w)
'%d' % v
'%.2f' % v
'{} {:5}'.format(v, w)
str([v])
str({'k': v})
str((v,))
print(v)
print([v], v, sep='|')
'-'.join(v)
'-'.join([v, 'x'])
'a' + v
len(v)
list(v)
tuple(v)
set(v)
dict(v)
sorted(v)
sum(v)
max(v)
[x for x in v]
[*v]
{**v}
next(v)
next(iter(v))
list(zip(v, w))
list(map(str, v))
list(enumerate(v))
list(reversed(v))
v[0]
v[-1]
v[0:1]
v['a']
v.get('a', 0)
[10, 20, 30][v]
'abc'[v]
(1, 2, 3)[:v]
list(range(v))
[0] * v
v * [0]
v + 1
1 + v
v + w
v - 1
v * 2
2.5 * v
v / 2
v // 2
7 % v
v ** 2
v @ w
-v
+v
~v
v & 1
v | w
v ^ True
v << 1
abs(v)
round(v)
round(v, 1)
divmod(v, 2)
int(v)
float(v)
complex(v)
math.sqrt(v)
math.floor(v)
min(v, w)
max(v, 3)
min([v, w])
sorted([v, w])
sum([v, w])
isinstance(v, int)
isinstance(v, (str, list, tuple))
isinstance(v, collections.abc.Iterable)
isinstance(v, collections.abc.Hashable)
isinstance(v, type(w))
issubclass(v, object)
issubclass(type(v), (int, dict))
type(v).__name__
type(v).__mro__
v.__class__
v.__class__.__qualname__
v.__doc__
v.__module__
callable(v)
hasattr(v, '__len__')
hasattr(v, '__iter__')
hasattr(v, 'a')
getattr(v, 'a', 'none')
getattr(v, 'shape', 'none')
v.a
v.name
v.value
v.dtype
v.shape
v.__name__
v.__dict__
vars(v)
v.missing
v()
v(1)
v(torch.ones(2))
v(a=3)
copy.copy(v)
copy.deepcopy(v)
copy.deepcopy([v, v])
copy.copy(v) == v
json.dumps(v)
id(v) == id(v)
(lambda *a: len(a))(*v)
(lambda **k: sorted(k))(**v)
torch.tensor(v)
torch.as_tensor(v)
torch.ones(2) + v
v * torch.ones(2)
torch.arange(4.)[v]
torch.zeros(v)
torch.ones(2, 2).sum(v)
torch.ones(2).to(v)
torch.full((2,), v)
torch.where(torch.tensor([True, False]), v, w)
torch.stack([v, w])
torch.relu(v)
np.asarray(v)
np.add(v, 1)
isinstance(v, torch.Tensor)
dataclasses.asdict(v)
dataclasses.is_dataclass(v)
functools.reduce(lambda a, b: a, [v, w])
(lambda: v)()
[v, w][True] is w
operator.eq(v, w)
""".strip().split("\n")

STATEMENTS = """
match v:
    case 1: return 'one'
    case 'a': return 'a'
    case None: return 'none'
    case [x, *_]: return 'first', x
    case {'a': x}: return 'key', x
    case int() | str(): return 'atom'
    case _: return 'other'

match v:
    case True: return 1
    case w.a: return 2
    case _: return 3

with v as e: x = 5
return e

for x in v: return x
else: return 'empty'

n = 0
for x in v: n += 1
return n

while v: return 'in'
return 'out'

a, b = v
return a, b

a, *b = v
return a, b

(a,) = v
return a

assert v
return 'true'

assert not v, v
return 'false'

raise v

try: raise v
except Exception as e: return type(e).__name__, e.args

try: raise ValueError('x')
except v: return 'caught'

x = v
x += 1
return x, v

x = v
x *= 2
return x, v

x = v
x |= w
return x

v[0] = 1
return v

v['a'] = 5
return v

del v[0]
return v

v.a = 5
return v.a

setattr(v, 'fresh', 5)
return v.fresh

v.a = 1
del v.a
return hasattr(v, 'a')

v.append(3)
return v

v.update(a=4)
return v

x = {}
x[v] = 1
x[w] = 2
return len(x)

x = [v]
x.append(w)
x.remove(v)
return x

x = torch.ones(3)
x[v] = 2
return x

x = torch.ones(3)
x += v
return x

x = v
for i in range(2): x = w if i else x
return x

if v: x = v
else: x = w
return x

x = [v if i else w for i in range(2)]
return x[1] is v

def inner(d=v): return d
return inner()


yielded = list(x for x in (v, w))
return yielded

return [k for k in (v, w) if k]

return sorted([w, v], key=lambda e: type(e).__name__)

try: return v.a
except AttributeError as e: return str(e)

try: return v[0]
except (TypeError, KeyError, IndexError) as e: return type(e).__name__, str(e)

global kept_value
kept_value = v
return kept_value is v
""".strip().split("\n\n")

OPERATIONS: dict[str, str] = {each: f"return {each}" for each in EXPRESSIONS} | {
    each: each for each in STATEMENTS
}
