"""Generators of random numbers: of torch and of the module `random`, of before the call and made here."""

import copy
import random
import warnings

import torch
from language.harness import case

warnings.filterwarnings("ignore")
shared = torch.Generator()
shared_random = random.Random(1)


class Sampler:
    def __init__(self):
        self.generator = torch.Generator()
        self.random = None

    def draw(self, n):
        if self.random is None:
            self.random = random.Random(n)
        return torch.randn(n, generator=self.generator), self.random.random()


sampler = Sampler()


def seeded(before):
    shared.manual_seed(before)
    sampler.generator.manual_seed(before)
    sampler.random = None
    torch.manual_seed(before)
    random.seed(before)


def made_here(seed, n):
    g = torch.Generator().manual_seed(seed)
    return (
        torch.rand(n, generator=g),
        torch.randn(n, 2, generator=g),
        torch.randint(0, 100, (n,), generator=g),
        torch.randperm(n, generator=g),
        torch.normal(torch.zeros(n), 2.0, generator=g),
        torch.bernoulli(torch.full((n,), 0.5), generator=g),
        torch.multinomial(torch.ones(n), 1, generator=g),
        torch.empty(n).uniform_(2, 3, generator=g),
        torch.empty(n).exponential_(generator=g),
        torch.empty(n).normal_(generator=g),
        torch.nn.init.trunc_normal_(torch.empty(n), generator=g),
    )


def two_at_once(seed, n):
    first, second = torch.Generator(device="cpu"), torch.Generator()
    first.manual_seed(seed)
    out = []
    for i in range(n):
        g = first if i % 3 else second
        out.append(torch.rand(2, generator=g))
    return (
        torch.stack(out),
        first.initial_seed(),
        second.initial_seed(),
        isinstance(first, torch.Generator),
    )


def given(g, n):
    return torch.rand(n, generator=g), torch.randn(n), torch.rand(n, generator=g)


def of_the_world(n):
    return torch.rand(n, generator=shared), sampler.draw(n), sampler.draw(n)


def states(n):
    kept = torch.get_rng_state()
    first = torch.rand(n)
    torch.set_rng_state(kept)
    g = torch.Generator()
    g.set_state(kept)
    return (
        first,
        torch.rand(n),
        torch.rand(n, generator=g),
        bool((g.get_state() == torch.get_rng_state()).all()),
    )


def forked(seed, n):
    with torch.random.fork_rng():
        torch.manual_seed(seed)
        inside = torch.rand(n)
    return inside, torch.rand(n), torch.initial_seed()


def given_back(seed):
    g, r = torch.Generator().manual_seed(seed), random.Random(seed)
    return g, r, torch.rand(2, generator=g), r.random(), r.gauss(0, 1)


def shuffled(seed, n):
    r = random.Random(seed)
    items = list(range(n))
    r.shuffle(items)
    other = random.Random()
    other.seed(seed + 0.5)
    return (
        items,
        r.choice(items),
        r.sample(items, 2),
        r.gauss(0.0, 1.0),
        r.randint(-5, 5),
        other.random(),
        r.getrandbits(40),
    )


def seeds_of_the_module(seed):
    random.seed(seed)
    return random.random(), random.randrange(10), random.uniform(1, 2)


def loop_over_seeds(seeds):
    return torch.stack([torch.rand(2, generator=torch.Generator().manual_seed(s)) for s in seeds])


def seeded_within_a_loop(n):
    out = []
    for i in range(n):
        torch.manual_seed(i * 7)
        out.append(torch.rand(2))
    return torch.stack(out)


def raising_draw(p, n):
    g = torch.Generator().manual_seed(n)
    try:
        torch.multinomial(p, n, generator=g)
    except RuntimeError:
        pass
    return torch.rand(2), torch.Generator().manual_seed(n).initial_seed()


def wrong(kind, x):
    if kind == 0:
        return torch.rand(2, generator=x)
    if kind == 1:
        torch.Generator().set_state(x)
    if kind == 2:
        torch.set_rng_state(x.float())
    if kind == 4:
        torch.set_rng_state(x)
    if kind == 5:
        torch.Generator().set_state(x)
    torch.Generator().manual_seed("a")


def copied(seed):
    g = torch.Generator().manual_seed(seed)
    h = g.clone_state()
    return torch.rand(2, generator=g), torch.rand(2, generator=h), torch.rand(2, generator=g)


def truth_of_one(seed):
    g = torch.Generator() if seed > 2 else None
    return bool(g), g is None, torch.rand(2, generator=g or torch.Generator().manual_seed(seed))


CASES = [
    case(made_here, lambda: [(3, 17), (4, 5), (3, 20)], before=seeded, straight=True),
    case(two_at_once, lambda: [(3, 5), (4, 1), (2**40, 7)], before=seeded, straight=True),
    case(
        given,
        lambda: [
            (torch.Generator().manual_seed(5), 3),
            (torch.Generator(), 20),
            (torch.default_generator, 3),
            (None, 2),
        ],
        artifact=False,
        before=seeded,
        straight=True,
    ),
    case(of_the_world, lambda: [(3,), (20,), (1,)], artifact=False, before=seeded, straight=True),
    case(states, lambda: [(3,), (20,)], artifact=False, before=seeded, straight=True),
    case(forked, lambda: [(3, 2), (5, 20)], artifact=False, before=seeded, straight=True),
    case(given_back, lambda: [(3,), (5,)], artifact=False, before=seeded, straight=True),
    case(shuffled, lambda: [(3, 5), (-3, 9), (2**40, 3)], before=seeded, straight=True),
    case(seeds_of_the_module, lambda: [(3,), (-5,), (3,)], before=seeded, straight=True),
    case(loop_over_seeds, lambda: [([1, 2, 3],), ([9],)], before=seeded, straight=True),
    case(seeded_within_a_loop, lambda: [(3,), (1,)], before=seeded, straight=True),
    case(
        raising_draw,
        lambda: [(torch.tensor([0.0, 0.0]), 1), (torch.ones(3), 2), (torch.tensor([1.0, -1.0]), 1)],
        artifact=False,
        before=seeded,
        straight=True,
    ),
    case(
        wrong,
        lambda: [
            (0, 5),
            (1, torch.zeros(3, dtype=torch.uint8)),
            (2, torch.zeros(3)),
            (3, 0),
            (4, torch.zeros(5056, dtype=torch.uint8)),
            (5, torch.full((5056,), 255, dtype=torch.uint8)),
        ],
        artifact=False,
        message=False,
    ),
    case(copied, lambda: [(3,), (5,)], before=seeded, straight=True),
    case(truth_of_one, lambda: [(3,), (1,)], before=seeded, straight=True),
]
