"""Frozen weights: constants of the program, packed where they are only multiplied with."""

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

import lith


def near(got, want, scale=None):
    """Equal up to the rounding of sums whose terms sum to `scale` in magnitude."""
    assert got.dtype == want.dtype and got.shape == want.shape
    if want.numel():
        assert (got - want).abs().max() <= 1e-5 * (want if scale is None else scale).abs().max()


class Product(torch.nn.Module):
    """x @ w, or x @ w.t() with a weight stored the other way."""

    def __init__(self, draw, k, n, transposed, strided):
        super().__init__()
        rows, columns = (n, k) if transposed else (k, n)
        weight = draw(rows, columns * 2)[:, ::2] if strided else draw(rows, columns)
        self.weight = torch.nn.Parameter(weight, requires_grad=False)
        self.transposed = transposed

    def forward(self, x):
        return x @ (self.weight.t() if self.transposed else self.weight), self.weight.shape[0]


@settings(max_examples=40, deadline=None)
@given(
    k=st.sampled_from([1, 15, 16, 17, 100, 1030, 2100]),
    n=st.sampled_from([1, 15, 16, 17, 63, 64, 65, 130, 200]),
    transposed=st.booleans(),
    dtype=st.sampled_from([torch.float32, torch.float64, torch.int64]),
    strided=st.booleans(),
)
def test_products(k, n, transposed, dtype, strided):
    def draw(*shape):
        return (torch.randn(shape) * 4).to(dtype)

    def scale(x):
        weight = module.weight.abs()
        return x.abs() @ (weight.t() if transposed else weight)

    torch.manual_seed(0)
    module = Product(draw, k, n, transposed, strided)
    program = lith.to_static(module, freeze=True)
    for x in (draw(1, k), draw(7, k), draw(50, k), draw(0, k), draw(k, 9).t(), draw(9, k)[::2]):
        got, want = program(x), module(x)
        near(got[0], want[0], scale(x))
        assert got[1] == want[1]
    for x in (draw(3, 5, k), draw(5, 3, k).transpose(0, 1), draw(1, k).expand(4, 1, k)):
        near(program(x)[0], module(x)[0], scale(x))


class Tied(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.embedding = torch.nn.Embedding(100, 32)
        self.inner = torch.nn.Linear(32, 32)
        self.head = torch.nn.Linear(32, 100, bias=False)
        self.head.weight = self.embedding.weight

    def forward(self, ids):
        hidden = self.inner(self.embedding(ids))
        return self.head(hidden), hidden @ self.inner.weight


def test_a_weight_that_is_read_in_several_ways(tmp_path):
    module = Tied().eval()
    ids = torch.randint(0, 100, (2, 5))
    with torch.inference_mode():
        program = lith.to_static(module, freeze=True)
        for got, want in zip(program(ids), module(ids)):
            near(got, want)
        program.save(tmp_path / "tied.lith")
        for got, want in zip(lith.load(tmp_path / "tied.lith")(ids), module(ids)):
            near(got, want)


def test_wrong_sizes_raise_as_eager_does():
    module = torch.nn.Linear(32, 16).eval()
    program = lith.to_static(module, freeze=True)
    with torch.inference_mode():
        program(torch.ones(2, 32))
        for x in (torch.ones(2, 31), torch.ones(31), torch.ones(1, 2, 0)):
            with pytest.raises(RuntimeError) as want:
                module(x)
            with pytest.raises(RuntimeError) as got:
                program(x)
            assert str(got.value) == str(want.value)


def test_packed_weights_are_stored_once(tmp_path):
    module = torch.nn.Sequential(torch.nn.Linear(512, 1024), torch.nn.Linear(1024, 512)).eval()
    program = lith.to_static(module, freeze=True)
    with torch.inference_mode():
        program(torch.ones(2, 512))
    program.save(tmp_path / "m.lith")
    weights = sum(p.numel() * 4 for p in module.parameters())
    assert weights < (tmp_path / "m.lith").stat().st_size < 1.1 * weights


class Decoder(torch.nn.Module):
    """Embeds the last token at each step; its weights are large enough to be multiplied ahead."""

    def __init__(self, batch_first: bool) -> None:
        super().__init__()
        self.embedding = torch.nn.Embedding(300, 512)
        self.gru = torch.nn.GRU(512, 256, batch_first=batch_first)
        self.out = torch.nn.Linear(256, 300)

    def forward(self, token, steps: int):
        hidden, tokens = torch.zeros(1, 1, 256), []
        for _ in range(steps):
            output, hidden = self.gru(self.embedding(token.view(1, 1)), hidden)
            token = self.out(output).argmax(-1)
            tokens.append(int(token))
        return tokens, hidden


@pytest.mark.parametrize("batch_first", [False, True])
def test_decoder_looks_up_its_first_product(batch_first, tmp_path):
    torch.manual_seed(0)
    model = Decoder(batch_first).eval()
    program = lith.to_static(model, freeze=True)
    with torch.no_grad():
        program(torch.tensor(5), 3)
        program.save(tmp_path / "decoder.lith")
    loaded = lith.load(tmp_path / "decoder.lith")
    for first, steps in ((5, 12), (0, 1), (299, 4), (17, 0)):
        with torch.no_grad():
            tokens, hidden = model(torch.tensor(first), steps)
            for run in (program, loaded):
                found, state = run(torch.tensor(first), steps)
                assert found == tokens
                torch.testing.assert_close(state, hidden, rtol=0, atol=1e-6)
    for run in (model, program, loaded):
        with pytest.raises(IndexError, match="index out of range in self"):
            run(torch.tensor(300), 2)


class Written(torch.nn.Module):
    """Its calls write what other calls of it only read."""

    def __init__(self):
        super().__init__()
        self.inner = torch.nn.Linear(3, 3)
        self.norm = torch.nn.BatchNorm1d(3)
        self.register_buffer("total", torch.zeros(3))

    def forward(self, x, add: bool = False, replace: bool = False, scale: bool = False):
        if add:
            self.total.add_(x.mean(0))
        if replace:
            self.total = self.total + 1
        if scale:
            self.inner.weight.data = self.inner.weight.data * 2
        return self.norm(self.inner(x)) + self.total


# Training mode, and what the call writes.
WRITES = [(False,) * 4, (True,) + (False,) * 3]
WRITES += [(False, *(i == k for i in range(3))) for k in range(3)] + [(True,) * 4]


def test_what_a_program_writes_is_no_constant_of_the_others(tmp_path):
    torch.manual_seed(0)
    module, eager = Written(), Written()
    eager.load_state_dict(module.state_dict())
    program = lith.to_static(module, freeze=True)

    def same(run, against, *options):
        x = torch.randn(4, 3)
        torch.testing.assert_close(run(x, *options), against(x, *options))

    with torch.no_grad():
        for training, *writes in WRITES * 2:
            for mode, options in ((training, writes), (False, [False] * 3)):
                module.train(mode), eager.train(mode)
                same(program, eager, *options)
        saved = lith.to_static(module, freeze=True)
        for _, *writes in WRITES[:4]:  # a weight in other memory is refused in a saved program
            same(saved, eager, *writes)
        saved.save(tmp_path / "written.lith")
        loaded = lith.load(tmp_path / "written.lith")
        for _, *writes in WRITES[:4] * 2:
            same(loaded, eager, *writes)
            same(loaded, eager, False, False, False)
