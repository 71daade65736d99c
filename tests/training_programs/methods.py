"""Ways of training: graphs, meta-learning, sharpness, closures, equations, precision, memory."""

from __future__ import annotations

import copy

import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.checkpoint import checkpoint

from training_programs.harness import STEPS, Training, program


class GraphConvolution(nn.Module):
    def __init__(self, inputs, outputs):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(inputs, outputs) * 0.5)
        self.bias = nn.Parameter(torch.zeros(outputs))

    def forward(self, x, adjacency):
        return adjacency @ (x @ self.weight) + self.bias


class GCN(nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.second = GraphConvolution(5, 8), GraphConvolution(8, 3)

    def forward(self, x, adjacency):
        x = F.dropout(F.relu(self.first(x, adjacency)), 0.5, training=self.training)
        return F.log_softmax(self.second(x, adjacency), dim=1)


@program()
def gcn(parts, whole):
    """Trained on some nodes of one graph, looked at in eval mode between."""
    net = GCN().double()
    model = parts(net)
    optimizer = torch.optim.Adam(net.parameters(), lr=0.01, weight_decay=5e-4)
    edges = (torch.rand(9, 9) < 0.3).double()
    edges = ((edges + edges.t()) > 0).double() + torch.eye(9).double()
    scale = edges.sum(1).rsqrt()
    adjacency = scale[:, None] * edges * scale[None, :]
    x, labels, train = torch.randn(9, 5).double(), torch.randint(3, (9,)), torch.arange(0, 9, 2)

    @whole
    def step():
        net.train()
        optimizer.zero_grad()
        loss = F.nll_loss(model(x, adjacency)[train], labels[train])
        loss.backward()
        optimizer.step()
        net.eval()
        with torch.no_grad():
            output = model(x, adjacency)
            right = (output.argmax(1) == labels).double().mean()
        return loss.detach(), right

    return Training(step, trained=[net])


def sine(weights, x):
    (w1, b1, w2, b2) = weights
    return torch.tanh(x @ w1 + b1) @ w2 + b2


@program()
def maml(parts, whole):
    """Two steps towards each task, and the gradient of where they lead."""
    shapes = [(1, 8), (8,), (8, 1), (1,)]
    weights = [(torch.randn(shape).double() * 0.5).requires_grad_() for shape in shapes]
    optimizer = torch.optim.SGD(weights, lr=0.05)

    @parts
    def adapted(weights, x, y, x_test, y_test):
        fast = weights
        for _ in range(2):
            loss = F.mse_loss(sine(fast, x), y)
            grads = torch.autograd.grad(loss, fast, create_graph=True)
            fast = [w - 0.1 * g for w, g in zip(fast, grads)]
        return F.mse_loss(sine(fast, x_test), y_test)

    @whole
    def step(tasks):
        optimizer.zero_grad()
        total = torch.zeros((), dtype=torch.float64)
        for x, y, x_test, y_test in tasks:
            loss = adapted(weights, x, y, x_test, y_test)
            loss.backward()
            total = total + loss.detach()
        optimizer.step()
        return total

    def task():
        x, shift = torch.randn(2, 5, 1).double(), torch.rand(()).double()
        y = torch.sin(x + shift)
        return x[0], y[0], x[1], y[1]

    return Training(step, [([task(), task()],) for _ in range(STEPS)], weights)


class SAM(torch.optim.Optimizer):
    """Goes to the worst place nearby, takes the gradient there, and steps from where it was."""

    def __init__(self, params, base, rho=0.05, **options):
        super().__init__(params, {"rho": rho, **options})
        self.base = base(self.param_groups, **options)

    @torch.no_grad()
    def first_step(self):
        norm = torch.stack([p.grad.norm() for g in self.param_groups for p in g["params"]]).norm()
        for group in self.param_groups:
            for p in group["params"]:
                ascent = p.grad * (group["rho"] / (norm + 1e-12))
                p.add_(ascent)
                self.state[p]["ascent"] = ascent
        self.zero_grad()

    @torch.no_grad()
    def second_step(self):
        for group in self.param_groups:
            for p in group["params"]:
                p.sub_(self.state[p]["ascent"])
        self.base.step()
        self.zero_grad()


def regression():
    return nn.Sequential(nn.Linear(3, 8), nn.Tanh(), nn.Linear(8, 1)).double()


def pairs():
    return [(torch.randn(6, 3).double(), torch.randn(6, 1).double()) for _ in range(STEPS)]


@program()
def sam(parts, whole):
    net = regression()
    model = parts(net)
    optimizer = SAM(net.parameters(), torch.optim.SGD, lr=0.1, momentum=0.9)

    @whole
    def step(x, y):
        loss = F.mse_loss(model(x), y)
        loss.backward()
        optimizer.first_step()
        F.mse_loss(model(x), y).backward()
        optimizer.second_step()
        return loss.detach()

    return Training(step, pairs(), [net])


@program()
def lbfgs(parts, whole):
    """A closure that the optimizer calls as often as it likes."""
    net = regression()
    model = parts(net)
    optimizer = torch.optim.LBFGS(net.parameters(), lr=0.3, max_iter=3)

    @whole
    def step(x, y):
        def closure():
            optimizer.zero_grad()
            loss = F.mse_loss(model(x), y)
            loss.backward()
            return loss

        return optimizer.step(closure).detach()

    return Training(step, pairs(), [net])


class Field(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(2, 6), nn.Tanh(), nn.Linear(6, 2))

    def forward(self, t, y):
        return self.net(y**3) * torch.cos(t)


class Solver(nn.Module):
    """From time to time by halves of the step until two of them agree with one."""

    def __init__(self, field):
        super().__init__()
        self.field = field

    def rk4(self, t, y, h):
        k1 = self.field(t, y)
        k2 = self.field(t + h / 2, y + h / 2 * k1)
        k3 = self.field(t + h / 2, y + h / 2 * k2)
        k4 = self.field(t + h, y + h * k3)
        return y + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)

    def forward(self, y, end, tolerance: float):
        t, h = torch.zeros((), dtype=torch.float64), end
        while bool(t < end):
            h = torch.minimum(h, end - t)
            whole = self.rk4(t, y, h)
            half = self.rk4(t + h / 2, self.rk4(t, y, h / 2), h / 2)
            if bool((whole - half).detach().abs().max() > tolerance):
                h = h / 2
                continue
            t, y, h = t + h, half, h * 2
        return y


@program()
def neural_ode(parts, whole):
    net = Solver(Field()).double()
    model = parts(net)
    optimizer = torch.optim.RMSprop(net.parameters(), lr=1e-2)

    @whole
    def step(start, end, target):
        optimizer.zero_grad()
        loss = (model(start, end, 1e-5) - target).abs().mean()
        loss.backward()
        optimizer.step()
        return loss.detach()

    def batch():
        points = torch.rand(2, 3, 2).double()
        return points[0], torch.rand(()).double() * 2 + 0.5, points[1]

    return Training(step, [batch() for _ in range(STEPS)], [net])


@program(tolerance=2e-2)
def mixed_precision(parts, whole):
    """bfloat16 within a region, the loss scaled: the results have three digits."""
    net = regression().float()
    model = parts(net)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    scaler = torch.amp.GradScaler("cpu", init_scale=256.0, growth_interval=3)

    @whole
    def step(x, y):
        optimizer.zero_grad()
        with torch.autocast("cpu", dtype=torch.bfloat16):
            loss = F.mse_loss(model(x), y)
        scaler.scale(loss).backward()
        scaler.unscale_(optimizer)
        torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        scaler.step(optimizer)
        scaler.update()
        return loss.detach(), scaler.get_scale()

    return Training(step, [(x.float(), y.float()) for x, y in pairs()], [net])


class Layer(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm, self.mix = nn.LayerNorm(4), nn.Linear(4, 4)
        self.drop = nn.Dropout(0.3)

    def forward(self, x):
        return x + self.drop(F.gelu(self.mix(self.norm(x))))


class Checkpointed(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([Layer() for _ in range(3)])

    def forward(self, x):
        for layer in self.layers:
            x = checkpoint(layer, x, use_reentrant=False)
        return x.mean(1)


@program()
def checkpointed_encoder(parts, whole):
    net = Checkpointed().double()
    model = parts(net)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)

    @whole
    def step(x, y):
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        return loss.detach()

    batches = [(torch.randn(3, 5, 4).double(), torch.randint(4, (3,))) for _ in range(STEPS)]
    return Training(step, batches, [net])


@program()
def ema_teacher(parts, whole):
    """The teacher is a mean of past students, and the student agrees with it."""
    student = regression()
    teacher = copy.deepcopy(student).requires_grad_(False)
    model, guide = parts(student), parts(teacher)
    optimizer = torch.optim.SGD(student.parameters(), lr=0.1)

    @whole
    def step(x, y):
        optimizer.zero_grad()
        with torch.no_grad():
            wanted = guide(x + 0.1 * torch.randn_like(x))
        output = model(x)
        loss = F.mse_loss(output, y) + 0.5 * F.mse_loss(output, wanted)
        loss.backward()
        optimizer.step()
        with torch.no_grad():
            for slow, fast in zip(teacher.parameters(), student.parameters()):
                slow.mul_(0.9).add_(fast, alpha=0.1)
        return loss.detach()

    return Training(step, pairs(), [student, teacher])
