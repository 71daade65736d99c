"""Language models: recurrent, an encoder of torch.nn, and two transformers by hand."""

from __future__ import annotations

import math

import torch
import torch.nn.functional as F
from torch import nn

from training_programs.harness import STEPS, Training, program

WORDS = 12


def texts(rows: int, columns: int) -> list[torch.Tensor]:
    return [torch.randint(WORDS, (rows, columns)) for _ in range(STEPS)]


class Recurrent(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Embedding(WORDS, 6)
        self.rnn = nn.LSTM(6, 8)
        self.decoder = nn.Linear(8, WORDS)
        self.drop = nn.Dropout(0.2)

    def forward(self, text, hidden):
        output, hidden = self.rnn(self.drop(self.encoder(text)), hidden)
        return self.decoder(self.drop(output)).view(-1, WORDS), hidden


@program()
def lstm_language_model(parts, whole):
    """Through a text by pieces, the hidden state cut between them, updated by hand."""
    net = Recurrent().double()
    model = parts(net)
    criterion = nn.CrossEntropyLoss()
    state = torch.zeros(2, 1, 3, 8).double()

    @whole
    def step(text):
        hidden = (state[0].clone(), state[1].clone())
        net.zero_grad()
        output, hidden = model(text[:-1], hidden)
        loss = criterion(output, text[1:].reshape(-1))
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 0.25)
        with torch.no_grad():
            for p in net.parameters():
                p.add_(p.grad, alpha=-2.0)
            state[0].copy_(hidden[0])
            state[1].copy_(hidden[1])
        return loss.detach()

    return Training(step, [(each,) for each in texts(4, 3)], [net, state])


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.embedding = nn.Embedding(WORDS, 8)
        position = torch.arange(6).unsqueeze(1) * torch.exp(
            torch.arange(0, 8, 2) * (-math.log(10000.0) / 8)
        )
        self.register_buffer("places", torch.stack([position.sin(), position.cos()], 2).view(6, 8))
        layer = nn.TransformerEncoderLayer(8, 2, 16, dropout=0.1)
        self.encoder = nn.TransformerEncoder(layer, 1, enable_nested_tensor=False)
        self.decoder = nn.Linear(8, WORDS)

    def forward(self, text):
        size = text.size(0)
        mask = nn.Transformer.generate_square_subsequent_mask(size, dtype=torch.float64)
        x = self.embedding(text) * math.sqrt(8) + self.places[:size].unsqueeze(1)
        return self.decoder(self.encoder(x, mask))


@program()
def transformer_language_model(parts, whole):
    net = Encoder().double()
    model = parts(net)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.5)

    @whole
    def step(text):
        optimizer.zero_grad()
        loss = F.cross_entropy(model(text[:-1]).view(-1, WORDS), text[1:].reshape(-1))
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 0.5)
        optimizer.step()
        return loss.detach()

    return Training(step, [(each,) for each in texts(5, 2)], [net])


class Attention(nn.Module):
    def __init__(self, width, heads, causal):
        super().__init__()
        self.qkv = nn.Linear(width, 3 * width)
        self.out = nn.Linear(width, width)
        self.heads, self.causal = heads, causal

    def forward(self, x, mask=None):
        b, t, c = x.shape
        q, k, v = (
            each.view(b, t, self.heads, -1).transpose(1, 2) for each in self.qkv(x).split(c, 2)
        )
        y = F.scaled_dot_product_attention(q, k, v, attn_mask=mask, is_causal=self.causal)
        return self.out(y.transpose(1, 2).reshape(b, t, c))


class Block(nn.Module):
    """Norms first, as in GPT-2, or after, as in BERT."""

    def __init__(self, width, causal, first):
        super().__init__()
        self.attention = Attention(width, 2, causal)
        self.norms = nn.ModuleList([nn.LayerNorm(width), nn.LayerNorm(width)])
        self.up, self.down = nn.Linear(width, 2 * width), nn.Linear(2 * width, width)
        self.drop, self.first = nn.Dropout(0.1), first

    def mlp(self, x):
        return self.drop(self.down(F.gelu(self.up(x), approximate="tanh")))

    def forward(self, x, mask=None):
        one, two = self.norms
        if self.first:
            x = x + self.drop(self.attention(one(x), mask))
            return x + self.mlp(two(x))
        x = one(x + self.drop(self.attention(x, mask)))
        return two(x + self.mlp(x))


class GPT(nn.Module):
    def __init__(self):
        super().__init__()
        self.tokens, self.places = nn.Embedding(WORDS, 8), nn.Embedding(6, 8)
        self.blocks = nn.ModuleList([Block(8, True, True)])
        self.norm = nn.LayerNorm(8)
        self.head = nn.Linear(8, WORDS, bias=False)
        self.head.weight = self.tokens.weight

    def forward(self, text, targets):
        x = self.tokens(text) + self.places(torch.arange(text.shape[1]))
        for block in self.blocks:
            x = block(x)
        logits = self.head(self.norm(x))
        return logits, F.cross_entropy(logits.flatten(0, 1), targets.flatten(), ignore_index=0)


def groups_of(net):
    """Matrices decay, vectors do not."""
    matrices = [p for p in net.parameters() if p.dim() >= 2]
    vectors = [p for p in net.parameters() if p.dim() < 2]
    return [
        {"params": matrices, "weight_decay": 0.1},
        {"params": vectors, "weight_decay": 0.0},
    ]


@program()
def gpt2(parts, whole):
    net = GPT().double()
    model = parts(net)
    optimizer = torch.optim.AdamW(groups_of(net), lr=1e-2, betas=(0.9, 0.95))

    def rate(step):
        return (step + 1) / 3 if step < 3 else 0.5 * (1 + math.cos(math.pi * (step - 3) / 7))

    scheduler = torch.optim.lr_scheduler.LambdaLR(optimizer, rate)

    @whole
    def step(text):
        _, loss = model(text[:, :-1], text[:, 1:])
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        optimizer.step()
        scheduler.step()
        return loss.detach()

    return Training(step, [(each,) for each in texts(2, 6)], [net])


class BERT(nn.Module):
    def __init__(self):
        super().__init__()
        self.tokens, self.places = nn.Embedding(WORDS, 8, padding_idx=0), nn.Embedding(5, 8)
        self.kinds = nn.Embedding(2, 8)
        self.norm = nn.LayerNorm(8)
        self.block = Block(8, False, False)
        self.pooler, self.next = nn.Linear(8, 8), nn.Linear(8, 2)
        self.head = nn.Linear(8, WORDS)

    def forward(self, text, kinds):
        x = self.tokens(text) + self.places(torch.arange(text.shape[1])) + self.kinds(kinds)
        mask = (text != 0)[:, None, None, :]
        x = self.block(self.norm(x), mask)
        return self.head(x), self.next(torch.tanh(self.pooler(x[:, 0])))


@program()
def bert(parts, whole):
    net = BERT().double()
    model = parts(net)
    optimizer = torch.optim.AdamW(net.parameters(), lr=5e-3, weight_decay=0.01)
    scheduler = torch.optim.lr_scheduler.LinearLR(optimizer, 1.0, 0.1, total_iters=10)

    @whole
    def step(text, kinds, labels, follows):
        logits, order = model(text, kinds)
        loss = F.cross_entropy(logits.view(-1, WORDS), labels.view(-1), ignore_index=-100)
        loss = loss + F.cross_entropy(order, follows)
        loss.backward()
        optimizer.step()
        scheduler.step()
        optimizer.zero_grad()
        return loss.detach()

    def batch(text):
        masked = torch.rand(text.shape) < 0.4
        masked[0, 1] = True
        labels = torch.where(masked, text, -100)
        text = text.masked_fill(masked, 1)
        text[:, 0] = 2
        return text, (torch.arange(5) > 2).long().expand(3, 5), labels, torch.randint(2, (3,))

    return Training(step, [batch(each) for each in texts(3, 5)], [net])
