"""What dataclasses generate: __eq__, order, __repr__, __hash__, frozen attributes, factories."""

import dataclasses
from dataclasses import dataclass, field

from language.harness import case
import torch

T = torch.tensor


@dataclass
class Track:
    x: torch.Tensor
    n: int = 3
    tags: list = field(default_factory=list)

    def bump(self):
        self.n += 1
        self.tags.append(self.n)
        return self


@dataclass(order=True, frozen=True)
class Version:
    major: int
    minor: float = 1.5


def tracked(x, n):
    track = Track(x)
    for _ in range(n):
        track.bump()
    return track, repr(track.tags), track.tags


def compared(x, n):
    a, b = Version(n), Version(1, minor=2.0)
    return (
        repr(a),
        a == b,
        a < b,
        a >= b,
        a != Version(n),
        a == n,
        hash(Version(1)) == hash(Version(1)),
    )


def replaced(x, n):
    a = Version(n)
    return dataclasses.replace(a, major=7), [f.name for f in dataclasses.fields(a)]


def frozen(x, n):
    a = Version(n)
    try:
        a.major = 3
    except dataclasses.FrozenInstanceError as error:
        return str(error)
    return a


class Lazy:
    def __getattr__(self, name):
        if name.startswith("dyn_"):
            return name[4:]
        raise AttributeError(name)

    @property
    def broken(self):
        raise AttributeError("broken")


def asked(x):
    lazy = Lazy()
    return hasattr(lazy, "dyn_a"), hasattr(lazy, "other"), getattr(lazy, "other", 1), lazy.dyn_b


CASES = [
    case(tracked, lambda: [(T([3, 5]), 2), (T([0]), 0)]),
    case(compared, lambda: [(T([3, 5]), 2), (T([0]), 1)], straight=True),
    case(replaced, lambda: [(T([3, 5]), 2), (T([0]), 1)], straight=True),
    case(frozen, lambda: [(T([3, 5]), 2), (T([0]), 1)], straight=True),
    case(asked, lambda: [(T([3, 5]),), (T([0]),)], straight=True),
]
