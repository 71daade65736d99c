"""What is put into arrays of NumPy: parts of themselves, sequences, numbers of other kinds, what does not fit."""

import numpy as np

from language.harness import case


def attempt(said, write, x):
    try:
        write(x)
    except (ValueError, OverflowError) as error:
        said.append((type(error).__name__, str(error)))
    said.append(x.copy())


def parts_of_itself(x):
    x[:, 1:] = x[:, :-1]
    x[0], x[1] = x[1], x[0]
    x[1:] += x[:-1]
    return x


def sequences(x):
    said = []

    def chosen(x):
        x[x > 2] = [7, 8, 9]

    def wrong_rows(x):
        x[1] = [1, 2]

    def wrong_columns(x):
        x[:, 0] = x[0]

    def wrong_choice(x):
        x[x > 1] = [1, 2]

    def whole(x):
        x[0] = x[:1]

    def too_much(x):
        x[0] = x

    def wider(x):
        x += np.ones((2, 2, 3))

    for write in (chosen, wrong_rows, wrong_columns, wrong_choice, whole, too_much, wider):
        attempt(said, write, x)
    return said


def numbers(x, value):
    said = []
    for each in (x, x.astype(np.int64), x.astype(np.int8), x > 1):

        def write(each):
            each[0, 0] = value

        attempt(said, write, each)
    return said


def of_several_ranks(x):
    y = x.squeeze()
    y[0] = 9
    y += 1
    y *= np.ones(3)
    return y.copy(), np.dot(y, np.ones(3))


def arrays():
    return [(np.arange(6.0).reshape(2, 3),), (np.arange(6.0).reshape(2, 3) * 2,)]


VALUES = (2.9, 300, -1, np.nan, np.inf, np.int64(300), np.float64(2.5), True)
CASES = [
    case(parts_of_itself, arrays, artifact=False, straight=True),
    case(sequences, arrays, artifact=False, straight=True),
    case(numbers, lambda: [(*arrays()[0], value) for value in VALUES], artifact=False, straight=True),
    case(of_several_ranks, lambda: [*arrays(), (np.arange(3.0).reshape(1, 3),)], artifact=False, straight=True),
]
