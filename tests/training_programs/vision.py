"""Images: a classifier of digits, a pair of twins, a picture in the style of another."""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import nn

from training_programs.harness import STEPS, Training, program


class Digits(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv2d(1, 4, 3)
        self.conv2 = nn.Conv2d(4, 6, 3)
        self.dropout1 = nn.Dropout(0.25)
        self.dropout2 = nn.Dropout(0.5)
        self.fc1 = nn.Linear(96, 16)
        self.fc2 = nn.Linear(16, 10)

    def forward(self, x):
        x = F.relu(self.conv1(x))
        x = F.relu(self.conv2(x))
        x = self.dropout1(F.max_pool2d(x, 2))
        x = self.dropout2(F.relu(self.fc1(torch.flatten(x, 1))))
        return F.log_softmax(self.fc2(x), dim=1)


@program()
def mnist(parts, whole):
    net = Digits().double()
    model = parts(net)
    optimizer = torch.optim.Adadelta(net.parameters(), lr=1.0)
    scheduler = torch.optim.lr_scheduler.StepLR(optimizer, step_size=3, gamma=0.7)

    @whole
    def step(data, target):
        optimizer.zero_grad()
        loss = F.nll_loss(model(data), target)
        loss.backward()
        optimizer.step()
        scheduler.step()
        return loss.detach()

    batches = [
        (torch.randn(4 + i % 2, 1, 12, 12).double(), torch.randint(10, (4 + i % 2,)))
        for i in range(STEPS)
    ]
    return Training(step, batches, [net])


class Twin(nn.Module):
    def __init__(self):
        super().__init__()
        self.features = nn.Sequential(
            nn.Conv2d(1, 3, 3), nn.BatchNorm2d(3), nn.ReLU(), nn.AvgPool2d(2), nn.Flatten()
        )
        self.head = nn.Linear(27, 4)

    def embed(self, x):
        return F.normalize(self.head(self.features(x)), dim=1)

    def forward(self, a, b):
        return self.embed(a), self.embed(b)


def contrastive(a, b, label, margin: float = 1.0):
    distance = F.pairwise_distance(a, b)
    near = label * distance.pow(2)
    far = (1 - label) * torch.clamp(margin - distance, min=0.0).pow(2)
    return (near + far).mean()


@program()
def siamese(parts, whole):
    net = Twin().double()
    model, criterion = parts(net), parts(contrastive)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.05)

    @whole
    def step(a, b, label):
        optimizer.zero_grad()
        loss = criterion(*model(a, b), label)
        loss.backward()
        optimizer.step()
        return loss.detach()

    def batch():
        images = torch.randn(2, 4, 1, 8, 8).double()
        return images[0], images[1], torch.randint(2, (4,)).double()

    return Training(step, [batch() for _ in range(STEPS)], [net])


def gram(features):
    b, c, h, w = features.shape
    flat = features.reshape(b * c, h * w)
    return flat @ flat.t() / (b * c * h * w)


class Features(nn.Module):
    """What each layer of a fixed network sees."""

    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([nn.Conv2d(3, 4, 3), nn.Conv2d(4, 4, 3)])

    def forward(self, x):
        seen = []
        for layer in self.layers:
            x = F.relu(layer(x))
            seen.append(x)
        return seen


@program()
def neural_style(parts, whole):
    net = Features().double().requires_grad_(False)
    content, style = torch.rand(1, 3, 10, 10).double(), torch.rand(1, 3, 10, 10).double()
    wanted = net(content)[-1]
    grams = [gram(each) for each in net(style)]
    image = content.clone().requires_grad_(True)
    optimizer = torch.optim.Adam([image], lr=0.05)
    features = parts(net)

    @whole
    def step():
        with torch.no_grad():
            image.clamp_(0, 1)
        optimizer.zero_grad()
        seen = features(image)
        loss = F.mse_loss(seen[-1], wanted)
        for each, target in zip(seen, grams):
            loss = loss + 100.0 * F.mse_loss(gram(each), target)
        loss.backward()
        optimizer.step()
        return loss.detach()

    return Training(step, trained=[image])
