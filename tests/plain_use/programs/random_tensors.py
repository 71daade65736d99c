"""Random tensors under one seed, and the place that they leave the generator at."""

import torch
import torch.nn.functional as F
from torch import nn

from plain_use.row import same, steps

T = torch.tensor
HALF, BRAIN, DOUBLE = torch.float16, torch.bfloat16, torch.float64


def told(fn, *arguments):
    """What a call gives, or what it raises."""
    try:
        return fn(*arguments)
    except Exception as error:  # noqa: BLE001 - the outcome is what is compared
        if type(error).__name__ == "CompileError":
            raise
        return f"{type(error).__name__}: {error}"


def drawn(door, calls, *arguments):
    """The outcome of each call after one seed, and what is drawn next."""
    found = []
    for call in calls:
        compiled = door.compile(call)
        torch.manual_seed(7)
        found.append((told(compiled, *arguments), torch.rand(1), torch.randn(2)))
    return found


@steps()
def draws_of_each_size(door):
    """Normal numbers of sizes around 16, the block of eager's."""
    calls = [
        lambda n: torch.randn(n - 1),
        lambda n: torch.randn(n),
        lambda n: torch.randn(n + 1),
        lambda n: torch.randn(n + 24),
        lambda n: torch.randn(4, 5),
        lambda n: torch.randn(0),
        lambda n: torch.randn(()),
        lambda n: torch.randn(n + 1, dtype=DOUBLE),
    ]
    return drawn(door, calls, 16)


@steps()
def uniform_draws(door):
    """Uniform numbers of float and double."""
    calls = [
        lambda n: torch.rand(n),
        lambda n: torch.rand(n, dtype=DOUBLE),
        lambda n: torch.empty(n).uniform_(-1, 3),
        lambda n: torch.rand_like(torch.zeros(n, 2)),
        lambda n: torch.rand(0),
        lambda n: torch.rand(()),
        lambda n: torch.empty(n).uniform_(1, 1),
    ]
    return drawn(door, calls, 17)


@steps()
def few_normal_draws_of_half(door):
    """Fewer than 16 normal numbers of half precision."""
    calls = [
        lambda n: torch.randn(n, dtype=HALF),
        lambda n: torch.randn(n, dtype=BRAIN),
        lambda n: torch.empty(n, dtype=BRAIN).normal_(),
        lambda n: torch.randn_like(torch.zeros(n, dtype=HALF)),
        lambda n: torch.empty(0, dtype=HALF).normal_(),
        lambda n: torch.randn(20).to(HALF),
    ]
    return drawn(door, calls, 15)


@steps()
def other_distributions_of_half(door):
    """Distributions of half precision that draw in float."""
    calls = [
        lambda n: torch.empty(n, dtype=HALF).exponential_(),
        lambda n: torch.empty(n, dtype=BRAIN).geometric_(0.3),
        lambda n: torch.empty(n, dtype=HALF).cauchy_(),
        lambda n: torch.empty(n, dtype=BRAIN).bernoulli_(0.3),
        lambda n: torch.bernoulli(torch.full((n,), 0.3, dtype=HALF)),
        lambda n: torch.randint(10, (n,), dtype=BRAIN),
        lambda n: F.dropout(torch.ones(n, dtype=HALF)),
        lambda n: F.alpha_dropout(torch.ones(n, dtype=BRAIN), training=True),
        lambda n: torch.multinomial(torch.ones(5, dtype=HALF), 3),
        lambda n: torch.randperm(n, dtype=HALF),
    ]
    return drawn(door, calls, 20)


@steps()
def distributions(door):
    """Distributions in place, and with tensors for their parameters."""
    calls = [
        lambda n: torch.normal(0.0, 1.0, (n,)),
        lambda n: torch.normal(torch.zeros(n), 1.0),
        lambda n: torch.normal(0.0, torch.ones(n)),
        lambda n: torch.normal(torch.zeros(n), torch.ones(n)),
        lambda n: torch.empty(n).exponential_(2),
        lambda n: torch.empty(n).geometric_(0.3),
        lambda n: torch.empty(n).cauchy_(1, 2),
        lambda n: torch.empty(n).bernoulli_(torch.full((n,), 0.4)),
        lambda n: torch.empty(n).normal_(0, 0),
        lambda n: torch.multinomial(torch.ones(5), 8, replacement=True),
    ]
    return drawn(door, calls, 20)


@steps()
def initial_weights(door):
    """The initialisations of torch.nn.init in float."""
    calls = [
        lambda n: nn.init.kaiming_normal_(torch.empty(n, 5)),
        lambda n: nn.init.kaiming_uniform_(torch.empty(n, 5)),
        lambda n: nn.init.xavier_normal_(torch.empty(n, 5)),
        lambda n: nn.init.xavier_uniform_(torch.empty(n, 5)),
        lambda n: nn.init.trunc_normal_(torch.empty(n, 5), std=0.02),
        lambda n: nn.init.orthogonal_(torch.empty(5, 3)),
        lambda n: nn.init.sparse_(torch.empty(n, 5), 0.5),
        lambda n: nn.init.dirac_(torch.empty(n, 5, 3)),
        lambda n: nn.init.eye_(torch.empty(n, 5, dtype=HALF)),
    ]
    return drawn(door, calls, 4)


@steps()
def weights_of_layers(door):
    """A layer that the program makes has eager's weights."""
    calls = [
        lambda n: nn.Linear(n, 5).weight.detach(),
        lambda n: nn.Embedding(n, 5).weight.detach(),
        lambda n: nn.Conv1d(2, 3, n).weight.detach(),
        lambda n: nn.Linear(n, 5, dtype=DOUBLE).bias.detach(),
    ]
    return drawn(door, calls, 4)


@steps()
def random_integers(door):
    """Integers of each dtype, with bounds."""
    kinds = [torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64]

    def calls(dtype):
        return [
            lambda n: torch.randint(10, (n,), dtype=dtype),
            lambda n: torch.randint(-5, 5, (n,), dtype=torch.int64).to(dtype),
            lambda n: torch.empty(n, dtype=dtype).random_(10),
            lambda n: torch.empty(n, dtype=dtype).random_(0, 2),
            lambda n: torch.randint_like(torch.zeros(n, dtype=dtype), 2),
            lambda n: torch.empty(n, dtype=dtype).bernoulli_(0.3),
            lambda n: torch.empty(n, dtype=dtype).geometric_(0.9),
            lambda n: torch.randperm(n, dtype=dtype),
        ]

    return [drawn(door, calls(dtype), 20) for dtype in kinds]


@steps()
def random_integers_at_the_edges(door):
    """Bounds past 32 bits, no elements, one number."""
    calls = [
        lambda n: torch.randint(2**40, (n,)),
        lambda n: torch.randint(-(2**63), 2**63 - 1, (n,)),
        lambda n: torch.randint(0, 2**62, (n,)),
        lambda n: torch.randint(5, (0,)),
        lambda n: torch.randint(5, ()),
        lambda n: torch.randperm(0),
        lambda n: torch.randperm(1),
        lambda n: torch.empty(n).random_(5),
    ]
    return drawn(door, calls, 3)


@steps()
def normal_numbers_of_ints(door):
    """Normal and uniform numbers of an integer dtype raise."""
    calls = [
        lambda n: torch.randn(n, dtype=torch.int64),
        lambda n: torch.rand(n, dtype=torch.int32),
        lambda n: torch.empty(n, dtype=torch.uint8).normal_(),
        lambda n: torch.empty(n, dtype=torch.int8).uniform_(),
        lambda n: torch.randn_like(torch.zeros(n, dtype=torch.int64)),
        lambda n: torch.multinomial(torch.ones(n, dtype=torch.int64), 3),
        lambda n: torch.randn_like(torch.zeros(n, dtype=torch.int64), dtype=torch.float32),
    ]
    return drawn(door, calls, 5)


@steps()
def parameters_out_of_range(door):
    """Parameters that eager refuses."""
    calls = [
        lambda n: torch.empty(n).exponential_(0),
        lambda n: torch.empty(n).exponential_(-1),
        lambda n: torch.empty(n).geometric_(0),
        lambda n: torch.empty(n).geometric_(1),
        lambda n: torch.bernoulli(torch.full((n,), 2.0)),
        lambda n: torch.normal(0.0, -1.0, (n,)),
        lambda n: torch.normal(torch.zeros(n), -1.0),
        lambda n: F.dropout(torch.ones(n), 1.5),
        lambda n: F.dropout(torch.ones(n), -0.5),
    ]
    return drawn(door, calls, 5)


@steps()
def samples_that_there_are_not(door):
    """Weights of multinomial that eager refuses."""
    calls = [
        lambda n: torch.multinomial(torch.zeros(n), 1),
        lambda n: torch.multinomial(T([-1.0, 2.0]), 1),
        lambda n: torch.multinomial(T([float("nan"), 2.0]), 1),
        lambda n: torch.multinomial(torch.ones(n), n + 1),
        lambda n: torch.multinomial(torch.ones(n), 0),
        lambda n: torch.multinomial(torch.ones(2, n), n),
        lambda n: torch.multinomial(T([0.0, 1.0, 0.0]), 2),
        lambda n: torch.multinomial(torch.ones(2, n, 4), 1),
    ]
    return drawn(door, calls, 3)


@steps()
def dropout_at_the_edges(door):
    """Dropout of all, of none, of nothing, of one number, and of channels."""
    calls = [
        lambda n: F.dropout(torch.ones(n), 1.0),
        lambda n: F.dropout(torch.ones(n), 0.0),
        lambda n: F.dropout(torch.ones(0), 0.5),
        lambda n: F.dropout(T(1.0), 0.5),
        lambda n: F.dropout(torch.ones(n), 0.5, True, True),
        lambda n: F.alpha_dropout(torch.ones(n), 1.0, True),
        lambda n: F.dropout2d(torch.ones(3, 4, 5)),
        lambda n: F.dropout3d(torch.ones(2, 3, 4, 5, 6)),
        lambda n: nn.Dropout(0.5)(torch.ones(n)),
        lambda n: nn.Dropout(0.5).eval()(torch.ones(n)),
    ]
    return drawn(door, calls, 20)


@steps()
def few_draws_into_parts(door):
    """Numbers drawn into a part of a tensor that has gaps."""
    calls = [
        lambda: torch.zeros(2, 20)[..., ::2].uniform_(),
        lambda: torch.zeros(2, 20)[:, 1:-1].bernoulli_(0.5),
        lambda: torch.zeros(2, 20)[:, :8].exponential_(),
        lambda: torch.zeros(2, 20)[:, ::3].random_(10),
        lambda: torch.zeros(2, 20)[0, ::2].normal_(),
        lambda: torch.zeros(2, 20)[:, :7].normal_(),
        lambda: torch.zeros(2, 20).view(-1)[1:].normal_(),
        lambda: torch.zeros(20)[2:19].normal_(),
        lambda: torch.zeros(2, 20).diagonal().normal_(2, 3),
        lambda: torch.zeros(2, 20)[:, 0:0].normal_(),
    ]
    return drawn(door, calls)


@steps()
def complex_draws(door):
    """Normal and uniform complex numbers."""
    calls = [
        lambda n: torch.randn(n, dtype=torch.complex64),
        lambda n: torch.rand(n, dtype=torch.complex64),
        lambda n: torch.empty(n, dtype=torch.complex64).normal_(),
        lambda n: torch.randn_like(torch.zeros(n, dtype=torch.complex64)),
        lambda n: torch.empty(n, dtype=torch.complex64).uniform_(),
    ]
    return drawn(door, calls, 20)


@steps()
def draws_into_out(door):
    """Numbers drawn into the tensor of `out=`."""
    calls = [
        lambda n: torch.rand(n, out=torch.empty(n)),
        lambda n: torch.randn(n, out=torch.empty(n)),
        lambda n: torch.randint(5, (n,), out=torch.empty(n, dtype=torch.int64)),
        lambda n: torch.rand(3, requires_grad=True).detach(),
    ]
    return drawn(door, calls, 20)


@same(lambda: (3,))
def a_seed_within_the_program(n):
    """A seed that the program sets starts its numbers anew."""
    torch.manual_seed(n)
    a = torch.rand(2), torch.randn(20)
    torch.manual_seed(n)
    return a, torch.rand(2), torch.randn(20), torch.randperm(n)


@same(lambda: (3,))
def state_of_the_generator(n):
    """The state of the generator is read."""
    state = torch.get_rng_state()
    return torch.rand(n), state.shape


@same(lambda: (3,))
def seed_of_the_generator(n):
    """The seed of the generator is read."""
    return torch.manual_seed(n).initial_seed()


@same(lambda: (4,), refused="LTH0301")
def orthogonal_weights_of_run_time(n):
    """`orthogonal_` of sizes of run time turns the matrix around in place on one path."""
    return nn.init.orthogonal_(torch.empty(n, 5))  # here


@steps()
def log_normal_draws(door):
    return drawn(door, [lambda: torch.zeros(3).log_normal_()])


@steps()
def integers_below_a_large_bound(door):
    """A bound of 2**28 and more takes two numbers of the generator for each."""
    bounds = (2**28 - 1, 2**28, 2**31 - 1, 2**40)
    return [drawn(door, [lambda n: torch.randint(0, n, (5,))], bound) for bound in bounds]


@steps()
def integers_without_bounds(door):
    dtypes = (torch.int64, torch.int16, torch.uint8, torch.bool, torch.float32, torch.float64)
    return [drawn(door, [lambda d: torch.empty(5, dtype=d).random_()], d) for d in dtypes]


@steps()
def draws_in_the_order_of_memory(door):
    calls = (
        lambda x: x.normal_(),
        lambda x: x.uniform_(-1, 3),
        lambda x: x.bernoulli_(0.3),
        lambda x: x.random_(10),
        lambda x: torch.randn_like(x),
        lambda x: x[:, ::2].normal_(),
    )
    made = (
        lambda: torch.zeros(2, 3, 4, 4).contiguous(memory_format=torch.channels_last),
        lambda: torch.zeros(5, 4).t(),
        lambda: torch.zeros(4, 10)[:, ::2],
    )
    return [drawn(door, [call], make()) for call in calls for make in made]


@steps()
def uniform_weights_near_zero(door):
    """The bounds are of the tensor's dtype, and what is computed with them is of double precision."""
    return drawn(door, [lambda: nn.init.xavier_uniform_(torch.empty(4, 5)) * 1e4])


@steps()
def normal_numbers_of_means_and_deviations(door):
    calls = (
        lambda: torch.normal(torch.zeros(4, 1), torch.ones(5)),
        lambda: torch.normal(torch.arange(20.0).reshape(4, 5).t(), 2.0),
        lambda: torch.normal(0.5, torch.ones(4, 5).t()),
    )
    return drawn(door, calls)


@same(lambda: (torch.ones(3),), refused="LTH0302")
def binomial_draws(x):
    """`torch.binomial` is not there."""
    return torch.binomial(x, x)  # here


@steps()
def draws_of_half_precision(door):
    """Uniform numbers that would round to the upper bound are the lower one; normal ones come by sixteen."""
    calls = (
        lambda d: torch.rand(1500, dtype=d),
        lambda d: nn.init.xavier_uniform_(torch.empty(40, 40, dtype=d)),
        lambda d: torch.randn(37, dtype=d),
        lambda d: torch.empty(6, 7, dtype=d).normal_(0.5, 2.0),
        lambda d: torch.normal(0.5, torch.ones(20, dtype=d)),
        lambda d: torch.randn_like(torch.empty(5, 4, dtype=d).t()),
        lambda d: nn.Linear(9, 5, dtype=d).weight.detach(),
    )
    return [drawn(door, calls, dtype) for dtype in (torch.float16, torch.bfloat16)]


@steps()
def draws_of_each_row_under_vmap(door):
    """Numbers of half precision differ from row to row as others do."""
    f = door.compile(
        lambda x: torch.vmap(lambda r: r + torch.randn(20, dtype=r.dtype), randomness="different")(
            x
        )
    )
    torch.manual_seed(3)
    return [f(torch.zeros(2, 20, dtype=d)) for d in (torch.float16, torch.float32)]
