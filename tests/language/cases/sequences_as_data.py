"""What tensors and their indices make of sequences: lists and tuples of a class, deques, ranges, arrays and objects with
`__getitem__`. What has `__index__` is an index, but no element without a dtype."""

from language.harness import case
import collections
import enum

import numpy as np
import torch

Point = collections.namedtuple("Point", "row column")


class Position:
    def __init__(self, n):
        self.n = n

    def __index__(self):
        return self.n


class Half:
    def __float__(self):
        return 0.5


class Countdown:
    """A sequence that is no list"""

    def __len__(self):
        return 3

    def __getitem__(self, i):
        if i >= 3:
            raise IndexError(i)
        return 2 - i


class Ids(list):
    pass


class Shifted(list):
    def __iter__(self):
        return (each + 1 for each in list.__iter__(self))


class Level(enum.IntEnum):
    LOW = 0
    HIGH = 1


def message(make):
    try:
        return make()
    except (TypeError, ValueError, IndexError, RuntimeError) as error:
        return type(error).__name__


SEQUENCES = [
    Position(1), (Position(0), Position(1)), Point(1, 0), Point(1, None), Countdown(), Ids([1, 0]), Ids([[1], 0]),
    Shifted([0, 1]), collections.deque([1, 0]), collections.deque([[1]]), range(2), [range(2)], [Ids([0, 1])],
    [Point(0, 1)], np.array([1, 0]), [np.int64(1)], [np.array([1, 0])], Level.HIGH, [Level.HIGH, 0], [1j], "ab", b"ab",
    [], [[]], [[1], 2], [1, [2]], ["a"], {0: 1}, {1}, 1.5, None, [1, True], [True, False],
]  # fmt: skip


def as_index(x):
    return [message(lambda: x[each]) for each in SEQUENCES]


def as_target(x):
    def written(index):
        y = x.clone()
        y[index] = -1.0
        return y

    return [message(lambda: written(each)) for each in SEQUENCES]


def within(x):
    return [message(lambda: x[each, 0]) for each in SEQUENCES] + [message(lambda: x[[each]]) for each in SEQUENCES]


def bounds(x):
    return x[Position(0) : Position(2)], x[:: Position(2)], x[Position(1), Position(0)]


def as_data(x):
    return [message(lambda: torch.tensor(each)) for each in SEQUENCES]


def as_data_of(x, dtype):
    return [message(lambda: torch.tensor([each, each], dtype=dtype)) for each in [*SEQUENCES, Half()]]


def numbers_of_numpy(x):
    return torch.tensor([np.float32(1.5), 2]), torch.tensor([np.float64(1), 1]), torch.tensor([np.int32(1)]), torch.as_tensor([[np.uint8(1)], [np.uint8(2)]]), x.new_tensor([np.int64(1)]), torch.tensor([np.array([1, 2]), np.array([3, 4])])


def rows_of_run_time(x):
    queue = collections.deque(int(each) for each in x.flatten())
    return torch.tensor(queue), x.flatten()[queue]


X = [torch.arange(4.0).reshape(2, 2)]
CASES = [case(f, lambda: [(X[0].clone(),), (X[0].clone() - 1.0,)], artifact=False, straight=True) for f in (as_index, as_target, within, bounds, as_data, numbers_of_numpy, rows_of_run_time)] + [
    case(as_data_of, lambda: [(X[0].clone(), dtype) for dtype in (torch.float32, torch.int64, torch.bool, torch.complex64)], artifact=False, straight=True)
]
