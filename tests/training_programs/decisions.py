"""Reinforcement: a policy by its rewards, and one with a critic."""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import nn

from training_programs.harness import STEPS, Training, program


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.hidden = nn.Linear(4, 8)
        self.action = nn.Linear(8, 2)
        self.value = nn.Linear(8, 1)

    def forward(self, state):
        h = F.relu(self.hidden(state))
        return F.softmax(self.action(h), dim=-1), self.value(h)


def moved(state, action):
    """A pole that falls, pushed left or right: the next state, whether it still stands."""
    push = action.double() * 2 - 1
    place, speed, angle, turn = state.unbind()
    turn = turn + 0.3 * torch.sin(angle) - 0.2 * push
    speed = speed + 0.2 * push
    state = torch.stack([place + 0.1 * speed, speed, angle + 0.3 * turn, turn])
    return state, bool(state[2].abs() < 0.5)


def discounted(rewards, rate: float = 0.9):
    total, returns = 0.0, []
    for reward in reversed(rewards):
        total = reward + rate * total
        returns.insert(0, total)
    returns = torch.tensor(returns, dtype=torch.float64)
    return (returns - returns.mean()) / (returns.std(correction=0) + 1e-6)


@program()
def policy_gradient(parts, whole):
    """An episode ends when the pole has fallen: how many calls a backward goes through differs."""
    net = Policy().double()
    policy = parts(net)
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)

    @whole
    def step(state):
        chosen, rewards = [], []
        standing = True
        while standing and len(rewards) < 8:
            probabilities, _ = policy(state)
            action = torch.multinomial(probabilities.detach(), 1)[0]
            chosen.append(torch.log(probabilities[action]))
            state, standing = moved(state, action)
            rewards.append(1.0 - float(state[0].abs()))
        loss = -(torch.stack(chosen) * discounted(rewards)).sum()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        return loss.detach(), len(rewards)

    return Training(step, [(torch.randn(4).double() * 0.2,) for _ in range(STEPS)], [net])


@program()
def actor_critic(parts, whole):
    net = Policy().double()
    model = parts(net)
    optimizer = torch.optim.Adam(net.parameters(), lr=3e-2)

    @whole
    def step(state):
        saved, rewards = [], []
        for _ in range(8):
            probabilities, value = model(state)
            choice = torch.distributions.Categorical(probabilities)
            action = choice.sample()
            saved.append((choice.log_prob(action), value))
            state, standing = moved(state, action)
            rewards.append(1.0 - float(state[0].abs()))
            if not standing:
                break
        policy_losses, value_losses = [], []
        for (log_probability, value), goal in zip(saved, discounted(rewards)):
            advantage = goal - value.item()
            policy_losses.append(-log_probability * advantage)
            value_losses.append(F.smooth_l1_loss(value, goal.reshape(1)))
        optimizer.zero_grad()
        loss = torch.stack(policy_losses).sum() + torch.stack(value_losses).sum()
        loss.backward()
        optimizer.step()
        return loss.detach(), len(rewards)

    return Training(step, [(torch.randn(4).double() * 0.2,) for _ in range(STEPS)], [net])
