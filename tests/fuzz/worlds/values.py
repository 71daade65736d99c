"""Worlds of numbers, texts, containers, tensors, arrays and modules of PyTorch."""

from __future__ import annotations

from fuzz.worlds.thing import Thing

CONTAINERS = Thing(
    """
class Named(dict):
    def __missing__(self, key):
        return "missing"


items = [1, 2, 3]
table = {"a": 1, "b": 2}
tags = {"p", "q"}
ring = collections.deque([1, 2, 3], maxlen=4)
ordered = collections.OrderedDict(u=1, v=2)
lazy = collections.defaultdict(int, k=3)
tally = collections.Counter("aab")
chain = collections.ChainMap({"a": 1}, {"b": 2})
proxy = types.MappingProxyType(table)
fixed = (1, [2, 3])
number = 3
text = "abc"
blob = b"xyz"
span = slice(0, 2)
""",
    [
        "items[-1]",
        "items[span]",
        "sum(items)",
        "len(items)",
        "[i * n for i in items]",
        "n in items",
        "items == [1, 2, 3]",
        "items",
        "table['a']",
        "table.get('c', 0)",
        "list(table)",
        "list(table.items())",
        "sum(table.values())",
        "'b' in table",
        "{**table, 'z': n}",
        "max(table, key=table.get)",
        "next(iter(table))",
        "sorted(tags)",
        "'p' in tags",
        "len(tags)",
        "ring[0]",
        "list(ring)",
        "ordered.popitem(last=False) if len(ordered) > 1 else 0",
        "list(ordered)",
        "lazy['k']",
        "lazy['new']",
        "tally['a']",
        "tally.most_common(1)",
        "chain['b']",
        "proxy['a']",
        "len(proxy)",
        "fixed[1][0]",
        "fixed[0] + n",
        "number + n",
        "number / 2",
        "number * x",
        "type(number).__name__",
        "number if number else 'none'",
        "text.upper()",
        "text[n:]",
        "text + str(n)",
        "f'{text:>5}'",
        "blob[0]",
        "x[span]",
        "x[items[0]]",
        "items is fixed[1]",
        "tuple(items) + fixed[:1]",
        "[*items, *table]",
        "reversed(items)",
        "dict(zip(table, items))",
    ],
    [
        "items.append(4)",
        "items.append(0.5)",
        "items[0] = 'one'",
        "items[0] = True",
        "items.reverse()",
        "items.clear()",
        "globals().update(items=fixed[1])",
        "globals().update(items=(5, 6))",
        "globals().update(items=range(1, 3))",
        "items[:] = [2]",
        "table['a'] = 2.5",
        "table['a'] = table.pop('a')",
        "table['c'] = 3",
        "del table['b']",
        "table.clear()",
        "globals().update(table=Named(a=9))",
        "globals().update(table=dict(b=1, a=2))",
        "tags.add('r')",
        "tags.discard('p')",
        "globals().update(tags=frozenset('xyz'))",
        "ring.append(9)",
        "ring.rotate(1)",
        "ordered.move_to_end('u')",
        "lazy.default_factory = list",
        "lazy['new'] = 1",
        "tally.update('bbb')",
        "chain.maps.insert(0, {'b': 7})",
        "fixed[1][0] = 8",
        "globals().update(fixed=(2,))",
        "globals().update(number=4)",
        "globals().update(number=2.5)",
        "globals().update(number=True)",
        "globals().update(number=None)",
        "globals().update(number=np.float32(1.5))",
        "globals().update(number=torch.tensor(3))",
        "globals().update(number=2**70)",
        "globals().update(text='other')",
        "globals().update(text=np.str_('np'))",
        "globals().update(blob=b'')",
        "globals().update(span=slice(None, None, 2))",
        "globals().update(span=1)",
    ],
    [
        "items.append(n)",
        "table['n'] = n",
        "tags.add(str(n))",
        "ring.append(n)",
        "lazy['k'] += n",
        "tally['c'] += 1",
        "items[0] = n",
        "table.pop('a', None)",
        "ordered['w'] = n",
    ],
    "items table tags ring ordered lazy tally fixed",
)

TENSORS = Thing(
    """
state = torch.arange(3.0)
window = state[1:]
weight = torch.ones(3, requires_grad=True)
whole = torch.tensor([1, 2, 3])
alone = torch.tensor(2.0)
kept = [torch.zeros(3), torch.ones(3)]
array = np.arange(3.0)
scalar = np.int64(2)
""",
    [
        "state.sum()",
        "state + x",
        "window",
        "window.sum() + state.sum()",
        "state.shape",
        "state.dtype",
        "state.requires_grad",
        "state.is_leaf",
        "state.stride()",
        "state.grad is None",
        "weight * x",
        "weight.grad",
        "weight.requires_grad",
        "(weight * weight).sum()",
        "whole[0].item() + n",
        "whole * 2",
        "x[whole > 1]",
        "float(alone)",
        "alone * n",
        "bool(alone > 1)",
        "int(alone)",
        "kept[0] + kept[1]",
        "torch.stack(kept)",
        "kept[0] is kept[1]",
        "state is window",
        "array.sum()",
        "torch.from_numpy(array) + x",
        "array[0] + n",
        "array.shape",
        "scalar + n",
        "x[scalar]",
        "state.data_ptr() == kept[0].data_ptr()",
        "state._version >= 0",
        "state.device.type",
        "state.tolist()",
        "len(state)",
        "getattr(state, 'note', 'none')",
        "isinstance(weight, nn.Parameter)",
        "str(state)",
    ],
    [
        "state.add_(1)",
        "window.mul_(2)",
        "globals().update(state=torch.zeros(3))",
        "globals().update(state=torch.ones(3, dtype=torch.float64))",
        "globals().update(state=torch.ones(1))",
        "globals().update(state=torch.ones(3, 3).t())",
        "globals().update(window=state)",
        "globals().update(window=state.clone())",
        "state.requires_grad_()",
        "state.requires_grad_(False)",
        "state.data = torch.full((3,), 7.0)",
        "state.data = torch.ones(2, 3)",
        "state.grad = torch.ones_like(state)",
        "weight.grad = torch.ones(3)",
        "weight.grad = None",
        "weight.requires_grad_(False)",
        "weight.data.mul_(3)",
        "globals().update(weight=nn.Parameter(torch.ones(3)))",
        "globals().update(weight=weight.detach() * 2)",
        "globals().update(whole=whole.float())",
        "whole.neg_()",
        "globals().update(alone=torch.tensor(-1.0))",
        "globals().update(alone=torch.tensor(1))",
        "globals().update(alone=4.0)",
        "kept[0] = kept[1]",
        "kept.append(torch.full((3,), 5.0))",
        "kept[0].add_(1)",
        "array[0] = 9",
        "globals().update(array=array.astype(np.float32))",
        "globals().update(array=np.ones((1, 3)))",
        "globals().update(scalar=1)",
        "globals().update(scalar=np.float32(0.5))",
        "state.note = 'noted'",
        "globals().update(state=state[::2])",
        "globals().update(kept=tuple(kept))",
        "weight.register_hook(lambda g: g * 10)",
        "torch.utils.swap_tensors(state, kept[1])",
    ],
    [
        "state.add_(x.detach())",
        "kept.append(x.detach())",
        "kept[0] = x.detach()",
        "window[0] = n",
        "array[0] = n",
        "state[0] = x.detach().sum()",
    ],
    "state window weight whole kept array",
)

NETWORK = Thing(
    """
class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = nn.Linear(3, 3)
        self.gain = nn.Parameter(torch.ones(3))
        self.act = nn.ReLU()

    def forward(self, v):
        return self.act(self.lin(v)) * self.gain


class Net(nn.Module):
    depth = 2

    def __init__(self):
        super().__init__()
        self.first = Block()
        self.second = Block()
        self.layers = nn.ModuleList([nn.Linear(3, 3), nn.Tanh()])
        self.named = nn.ModuleDict({"a": nn.Identity(), "b": nn.Sigmoid()})
        self.extra = nn.ParameterList([nn.Parameter(torch.ones(3))])
        self.drop = nn.Dropout(0.0)
        self.norm = nn.BatchNorm1d(3)
        self.register_buffer("calls", torch.zeros(()))
        self.scale = 2.0

    def forward(self, v):
        v = self.second(self.first(v)) * self.scale
        for layer in self.layers:
            v = layer(v)
        return v

    def counted(self, v):
        self.calls += 1
        return v + self.calls


torch.manual_seed(1)
net = Net()
stack = nn.Sequential(nn.Linear(3, 3), nn.ReLU(), nn.Linear(3, 2))


def hook(module, args, result):
    return result + 1


def before(module, args):
    return (args[0] * 2,)


def of_gradients(module, given, got):
    print("gradients", type(module).__name__)


handles = []
""",
    [
        "net(x)",
        "net.first(x)",
        "stack(x)",
        "net.counted(x)",
        "net.training",
        "net.scale * x",
        "net.depth",
        "len(list(net.parameters()))",
        "[k for k, _ in net.named_parameters()][:3]",
        "[k for k, _ in net.named_buffers()]",
        "sorted(net.state_dict())[:2]",
        "net.first.lin.bias is None",
        "net.first.gain.requires_grad",
        "net.first.lin.weight is net.second.lin.weight",
        "next(net.parameters()).sum()",
        "sum(p.numel() for p in net.parameters())",
        "len(net.layers)",
        "net.layers[0](x)",
        "net.named['b'](x)",
        "list(net.named)",
        "net.extra[0] * x",
        "len(net.extra)",
        "net.drop(x)",
        "net.norm(torch.stack([x, x + 1, x * 2]))",
        "isinstance(net.first.act, nn.ReLU)",
        "type(net.layers[1]).__name__",
        "hasattr(net, 'absent')",
        "[type(m).__name__ for m in net.children()][:3]",
        "net.first.lin.out_features",
        "net.calls",
        "len(stack)",
        "stack[0].weight.shape",
        "any(m.training for m in net.modules())",
    ],
    [
        "net.first.lin.weight = net.second.lin.weight",
        "net.first.lin.weight = nn.Parameter(net.first.lin.weight.detach().clone())",
        "net.first = net.second",
        "net.first = Block()",
        "net.eval()",
        "net.train()",
        "net.first.eval()",
        "net.scale = 0.5",
        "net.scale = torch.tensor(3.0)",
        "net.scale = nn.Parameter(torch.tensor(1.5))",
        "net.first.lin = nn.Linear(3, 3, bias=False)",
        "net.first.lin.bias = None",
        "net.first.act = nn.Tanh()",
        "net.first.act = torch.tanh",
        "net.first.gain.requires_grad_(False)",
        "net.requires_grad_(False)",
        "net.requires_grad_(True)",
        "net.first.lin.weight.data.mul_(2)",
        "net.first.gain.data = torch.full((3,), 2.0)",
        "handles.append(net.first.register_forward_hook(hook))",
        "handles.append(net.first.register_forward_pre_hook(before))",
        "handles.append(net.first.register_full_backward_hook(of_gradients))",
        "handles.append(nn.modules.module.register_module_forward_hook(hook))",
        "handles[-1].remove()",
        "net.first.forward = lambda v: v * 7",
        "Block.forward = lambda self, v: v * self.gain",
        "Net.depth = 5",
        "net.depth = 6",
        "net.absent = nn.ReLU()",
        "del net.absent",
        "net.layers.append(nn.ReLU())",
        "net.layers[1] = nn.ReLU()",
        "net.named['a'] = nn.ReLU()",
        "net.named.pop('a')",
        "net.extra.append(nn.Parameter(torch.zeros(3)))",
        "net.extra[0] = nn.Parameter(torch.full((3,), 4.0))",
        "net.drop.p = 1.0",
        "net.norm.momentum = 0.5",
        "net.norm.track_running_stats = False",
        "net.norm.eps = 1.0",
        "net.calls.add_(10)",
        "net.calls = torch.tensor(5.0)",
        "net.register_buffer('more', torch.ones(1))",
        "net.load_state_dict({k: v + 1 for k, v in net.state_dict().items()})",
        "net.double()",
        "stack.append(nn.Tanh())",
        "stack[1] = nn.Identity()",
        "del stack[2]",
        "nn.Linear.forward = lambda self, v: v",
        "nn.ReLU.forward = lambda self, v: v + 100",
        "net.zero_grad()",
        "net.first.__class__ = nn.Identity",
        "globals().update(net=Net())",
        "globals().update(net=torch.nn.utils.parametrize.register_parametrization and Net().eval())",
        "torch.nn.utils.parametrize.register_parametrization(net.first.lin, 'weight', nn.Tanh())",
    ],
    ["net.calls += n", "net.scale = n", "net.depth = n"],
    "net",
)

AMBIENT = Thing(
    """
exact = decimal.Decimal("1.23456")
third = fractions.Fraction(1, 3)
day = datetime.date(2020, 1, 2)
where = pathlib.PurePosixPath("a/b.txt")
""",
    [
        "torch.ones(2).dtype",
        "torch.get_default_dtype()",
        "torch.is_grad_enabled()",
        "torch.is_inference_mode_enabled()",
        "(x * 2).requires_grad",
        "str(x.detach() / 3)",
        "f'{x.detach().sum() / 3}'",
        "torch.tensor([1.5]).dtype",
        "torch.arange(n + 1.0).dtype",
        "torch.full((2,), 1.0).dtype",
        "str(np.float64(1) / 3)",
        "str(np.ones(2) / 3)",
        "exact / 3",
        "exact * n",
        "third + n",
        "day.year + n",
        "(day + datetime.timedelta(days=n)).day",
        "where.suffix",
        "where.parent.name",
        "(x @ x).dtype",
        "torch.mm(torch.ones(2, 2), torch.ones(2, 2)).dtype",
        "torch.rand(2)",
        "random.random()",
        "np.random.rand()",
        "torch.is_autocast_enabled('cpu')",
        "torch.are_deterministic_algorithms_enabled()",
        "torch.get_num_threads() > 0",
        "torch.initial_seed()",
        "warnings.warn('said')",
        "np.float32(1) / np.float32(n)",
        "torch.ones(2, device=torch.get_default_device()).device.type",
        "torch.zeros(1).is_inference()",
    ],
    [
        "torch.set_default_dtype(torch.float64)",
        "torch.set_default_dtype(torch.float32)",
        "torch.set_grad_enabled(False)",
        "torch.set_grad_enabled(True)",
        "torch.set_printoptions(precision=2)",
        "torch.set_printoptions(sci_mode=True)",
        "np.set_printoptions(precision=2)",
        "decimal.getcontext().prec = 3",
        "decimal.getcontext().rounding = decimal.ROUND_UP",
        "globals().update(exact=decimal.Decimal(2))",
        "globals().update(third=fractions.Fraction(2, 5))",
        "globals().update(day=datetime.date(1999, 12, 31))",
        "globals().update(where=pathlib.PurePosixPath('c.py'))",
        "torch.manual_seed(5)",
        "random.seed(5)",
        "np.random.seed(5)",
        "torch.use_deterministic_algorithms(True)",
        "torch.use_deterministic_algorithms(False)",
        "warnings.simplefilter('error')",
        "warnings.simplefilter('ignore')",
        "np.seterr(all='raise')",
        "np.seterr(all='ignore')",
        "torch.set_autocast_enabled('cpu', True)",
        "torch.set_autocast_enabled('cpu', False)",
        "torch.set_default_device('cpu')",
        "torch.set_num_threads(1)",
    ],
    [
        "torch.set_grad_enabled(n > 0)",
        "torch.manual_seed(n)",
        "random.seed(n)",
        "torch.set_default_dtype(torch.float64 if n else torch.float32)",
    ],
    "exact third day",
)

VALUES = [CONTAINERS, TENSORS, NETWORK, AMBIENT]
