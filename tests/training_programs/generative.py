"""Generators: a variational autoencoder and four adversarial pairs."""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import nn

from training_programs.harness import STEPS, Training, program


class Autoencoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.hidden = nn.Linear(16, 12)
        self.mean = nn.Linear(12, 3)
        self.logvar = nn.Linear(12, 3)
        self.up = nn.Linear(3, 12)
        self.out = nn.Linear(12, 16)

    def encode(self, x):
        h = F.relu(self.hidden(x))
        return self.mean(h), self.logvar(h)

    def reparameterize(self, mean, logvar):
        deviation = torch.exp(0.5 * logvar)
        return mean + torch.randn_like(deviation) * deviation

    def forward(self, x):
        mean, logvar = self.encode(x.view(-1, 16))
        z = self.reparameterize(mean, logvar)
        return torch.sigmoid(self.out(F.relu(self.up(z)))), mean, logvar


def evidence(reconstructed, x, mean, logvar):
    entropy = F.binary_cross_entropy(reconstructed, x.view(-1, 16), reduction="sum")
    return entropy - 0.5 * torch.sum(1 + logvar - mean.pow(2) - logvar.exp())


@program()
def vae(parts, whole):
    net = Autoencoder().double()
    model, criterion = parts(net), parts(evidence)
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)

    @whole
    def step(x):
        optimizer.zero_grad()
        reconstructed, mean, logvar = model(x)
        loss = criterion(reconstructed, x, mean, logvar)
        loss.backward()
        optimizer.step()
        return loss.item()

    return Training(step, [(torch.rand(5, 4, 4).double(),) for _ in range(STEPS)], [net])


def generator():
    return nn.Sequential(
        nn.ConvTranspose2d(4, 6, 3, bias=False),
        nn.BatchNorm2d(6),
        nn.ReLU(True),
        nn.ConvTranspose2d(6, 1, 4, 2, 1, bias=False),
        nn.Tanh(),
    )


def discriminator():
    return nn.Sequential(
        nn.Conv2d(1, 4, 4, 2, 1, bias=False),
        nn.LeakyReLU(0.2, inplace=True),
        nn.BatchNorm2d(4),
        nn.Conv2d(4, 1, 3, bias=False),
        nn.Flatten(0),
    )


def initialised(module):
    for each in module.modules():
        if isinstance(each, nn.BatchNorm2d):
            nn.init.normal_(each.weight, 1.0, 0.02)
            nn.init.zeros_(each.bias)
        elif isinstance(each, (nn.Conv2d, nn.ConvTranspose2d)):
            nn.init.normal_(each.weight, 0.0, 0.2)
    return module.double()


@program()
def dcgan(parts, whole):
    nets = initialised(generator()), initialised(discriminator())
    make, judge = parts(nets[0]), parts(nets[1])
    criterion = nn.BCEWithLogitsLoss()
    ofG = torch.optim.Adam(nets[0].parameters(), lr=2e-3, betas=(0.5, 0.999))
    ofD = torch.optim.Adam(nets[1].parameters(), lr=2e-3, betas=(0.5, 0.999))

    @whole
    def step(real, noise):
        n = real.size(0)
        ofD.zero_grad()
        output = judge(real)
        real_error = criterion(output, torch.ones(n, dtype=real.dtype))
        real_error.backward()
        fake = make(noise)
        output = judge(fake.detach())
        fake_error = criterion(output, torch.zeros(n, dtype=real.dtype))
        fake_error.backward()
        ofD.step()
        ofG.zero_grad()
        error = criterion(judge(fake), torch.ones(n, dtype=real.dtype))
        error.backward()
        ofG.step()
        return real_error.detach() + fake_error.detach(), error.detach()

    def batch():
        return torch.randn(3, 1, 6, 6).double(), torch.randn(3, 4, 1, 1).double()

    return Training(step, [batch() for _ in range(STEPS)], list(nets))


def perceptron(*sizes):
    layers = []
    for a, b in zip(sizes, sizes[1:]):
        layers += [nn.Linear(a, b), nn.LeakyReLU(0.2)]
    return nn.Sequential(*layers[:-1]).double()


@program()
def gan_of_two_optimizers(parts, whole):
    """Of which one is momentum, and the discriminator's gradients of the generator's loss go."""
    nets = perceptron(3, 8, 2), perceptron(2, 8, 1)
    make, judge = parts(nets[0]), parts(nets[1])
    ofG = torch.optim.SGD(nets[0].parameters(), lr=0.05)
    ofD = torch.optim.SGD(nets[1].parameters(), lr=0.05, momentum=0.9)

    @whole
    def step(real, noise):
        fake = make(noise)
        loss = -F.logsigmoid(judge(fake)).mean()
        ofG.zero_grad()
        loss.backward()
        ofG.step()
        ofD.zero_grad()
        both = judge(torch.cat([real, fake.detach()]))
        labels = torch.cat([torch.ones(len(real), 1), torch.zeros(len(fake), 1)]).double()
        judged = F.binary_cross_entropy_with_logits(both, labels)
        judged.backward()
        ofD.step()
        return loss.detach(), judged.detach()

    batches = [(torch.randn(6, 2).double(), torch.randn(6, 3).double()) for _ in range(STEPS)]
    return Training(step, batches, list(nets))


@program()
def wgan_gp(parts, whole):
    """A gradient of a gradient: the penalty of the critic."""
    nets = perceptron(3, 8, 2), perceptron(2, 8, 1)
    make, critic = parts(nets[0]), nets[1]
    ofG = torch.optim.RMSprop(nets[0].parameters(), lr=1e-3)
    ofD = torch.optim.RMSprop(nets[1].parameters(), lr=1e-3)

    @parts
    def distance(real, fake, alpha):
        mixed = (alpha * real + (1 - alpha) * fake).requires_grad_(True)
        judged = critic(mixed)
        (slope,) = torch.autograd.grad(
            judged, mixed, torch.ones_like(judged), create_graph=True, retain_graph=True
        )
        penalty = ((slope.norm(2, dim=1) - 1) ** 2).mean()
        return critic(fake).mean() - critic(real).mean() + 10 * penalty

    @whole
    def step(real, noise, alpha):
        ofD.zero_grad()
        loss = distance(real, make(noise).detach(), alpha)
        loss.backward()
        ofD.step()
        ofG.zero_grad()
        cost = -critic(make(noise)).mean()
        cost.backward()
        ofG.step()
        return loss.detach(), cost.detach()

    def batch():
        return torch.randn(5, 2).double(), torch.randn(5, 3).double(), torch.rand(5, 1).double()

    return Training(step, [batch() for _ in range(STEPS)], list(nets))
