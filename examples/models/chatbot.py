"""A sequence-to-sequence chatbot: bidirectional GRU encoder, Luong attention, greedy decoding.

The design is that of Luong, Pham and Manning (2015), as many teach it. The weights are random but
seeded; `build` sharpens them so that replies depend on the input and often end before the maximum.
"""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import nn

PAD, SOS, EOS = 0, 1, 2


class EncoderRNN(nn.Module):
    """Embeds a padded batch (length, batch) and sums both directions of a GRU."""

    def __init__(self, hidden_size, embedding, n_layers=1, dropout=0):
        super().__init__()
        self.n_layers = n_layers
        self.hidden_size = hidden_size
        self.embedding = embedding
        self.gru = nn.GRU(
            hidden_size, hidden_size, n_layers,
            dropout=(0 if n_layers == 1 else dropout), bidirectional=True,
        )  # fmt: skip

    def forward(self, input_seq, input_lengths, hidden=None):
        embedded = self.embedding(input_seq)
        packed = nn.utils.rnn.pack_padded_sequence(embedded, input_lengths)
        outputs, hidden = self.gru(packed, hidden)
        outputs, _ = nn.utils.rnn.pad_packed_sequence(outputs)
        outputs = outputs[:, :, : self.hidden_size] + outputs[:, :, self.hidden_size :]
        return outputs, hidden


class Attn(nn.Module):
    """Weights over the encoder's outputs; `method` is dot, general or concat."""

    def __init__(self, method, hidden_size):
        super().__init__()
        self.method = method
        if self.method not in ["dot", "general", "concat"]:
            raise ValueError(self.method, "is not an appropriate attention method.")
        self.hidden_size = hidden_size
        if self.method == "general":
            self.attn = nn.Linear(self.hidden_size, hidden_size)
        elif self.method == "concat":
            self.attn = nn.Linear(self.hidden_size * 2, hidden_size)
            self.v = nn.Parameter(torch.randn(hidden_size) * 0.1)

    def dot_score(self, hidden, encoder_output):
        return torch.sum(hidden * encoder_output, dim=2)

    def general_score(self, hidden, encoder_output):
        energy = self.attn(encoder_output)
        return torch.sum(hidden * energy, dim=2)

    def concat_score(self, hidden, encoder_output):
        both = torch.cat((hidden.expand(encoder_output.size(0), -1, -1), encoder_output), 2)
        energy = self.attn(both).tanh()
        return torch.sum(self.v * energy, dim=2)

    def forward(self, hidden, encoder_outputs):
        if self.method == "general":
            attn_energies = self.general_score(hidden, encoder_outputs)
        elif self.method == "concat":
            attn_energies = self.concat_score(hidden, encoder_outputs)
        elif self.method == "dot":
            attn_energies = self.dot_score(hidden, encoder_outputs)
        attn_energies = attn_energies.t()
        return F.softmax(attn_energies, dim=1).unsqueeze(1)


class LuongAttnDecoderRNN(nn.Module):
    """One step of decoding: GRU, attention, a distribution over the vocabulary."""

    def __init__(self, attn_model, embedding, hidden_size, output_size, n_layers=1, dropout=0.1):
        super().__init__()
        self.attn_model = attn_model
        self.hidden_size = hidden_size
        self.output_size = output_size
        self.n_layers = n_layers
        self.dropout = dropout
        self.embedding = embedding
        self.embedding_dropout = nn.Dropout(dropout)
        self.gru = nn.GRU(
            hidden_size, hidden_size, n_layers, dropout=(0 if n_layers == 1 else dropout)
        )
        self.concat = nn.Linear(hidden_size * 2, hidden_size)
        self.out = nn.Linear(hidden_size, output_size)
        self.attn = Attn(attn_model, hidden_size)

    def forward(self, input_step, last_hidden, encoder_outputs):
        embedded = self.embedding(input_step)
        embedded = self.embedding_dropout(embedded)
        rnn_output, hidden = self.gru(embedded, last_hidden)
        attn_weights = self.attn(rnn_output, encoder_outputs)
        context = attn_weights.bmm(encoder_outputs.transpose(0, 1))
        rnn_output = rnn_output.squeeze(0)
        context = context.squeeze(1)
        concat_input = torch.cat((rnn_output, context), 1)
        concat_output = torch.tanh(self.concat(concat_input))
        output = self.out(concat_output)
        output = F.softmax(output, dim=1)
        return output, hidden


class GreedySearchDecoder(nn.Module):
    """The most likely token at each step, until the end of the sentence or `max_length`."""

    def __init__(self, encoder, decoder):
        super().__init__()
        self.encoder = encoder
        self.decoder = decoder

    def forward(self, input_seq, input_length, max_length):
        encoder_outputs, encoder_hidden = self.encoder(input_seq, input_length)
        decoder_hidden = encoder_hidden[: self.decoder.n_layers]
        decoder_input = torch.ones(1, 1, dtype=torch.long) * SOS
        all_tokens = torch.zeros([0], dtype=torch.long)
        all_scores = torch.zeros([0])
        for _ in range(max_length):
            decoder_output, decoder_hidden = self.decoder(
                decoder_input, decoder_hidden, encoder_outputs
            )
            decoder_scores, decoder_input = torch.max(decoder_output, dim=1)
            all_tokens = torch.cat((all_tokens, decoder_input), dim=0)
            all_scores = torch.cat((all_scores, decoder_scores), dim=0)
            if decoder_input.item() == EOS:
                break
            decoder_input = torch.unsqueeze(decoder_input, 0)
        return all_tokens, all_scores


def build(method="dot", hidden_size=500, vocabulary=7800, n_layers=2, seed=1, sharpen=3.0, end=3.0):
    """An evaluated model; `end` is added to the end-of-sentence token's bias."""
    torch.manual_seed(seed)
    embedding = nn.Embedding(vocabulary, hidden_size)
    encoder = EncoderRNN(hidden_size, embedding, n_layers, dropout=0.1)
    decoder = LuongAttnDecoderRNN(method, embedding, hidden_size, vocabulary, n_layers, 0.1)
    with torch.no_grad():
        for gru in (encoder.gru, decoder.gru):
            for name, p in gru.named_parameters():
                if name.startswith("weight"):
                    p.mul_(sharpen)
        decoder.concat.weight.mul_(sharpen)
        decoder.out.weight.mul_(sharpen)
        decoder.out.bias[EOS] += end
    return GreedySearchDecoder(encoder, decoder).eval().requires_grad_(False)


def sentences(count, vocabulary=7800, seed=5):
    """Inputs of (sequence of shape (length, 1), lengths of shape (1,)), 2 to 11 tokens each."""
    generator = torch.Generator().manual_seed(seed)
    for i in range(count):
        length = 2 + i % 10
        seq = torch.randint(3, vocabulary, (length, 1), generator=generator)
        seq[-1] = EOS
        yield seq, torch.tensor([length])
