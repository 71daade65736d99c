"""Numbers."""

import statistics

from limits.entry import differs, limit, prose, raises, refused


@limit(raises(OverflowError), lambda: (2**62,))
def multiply_ints(n):
    """An int past 64 bits raises OverflowError; Python goes on with a long int."""
    return n * 4


@limit(refused("LTH0301"), lambda: (3,))
def add_to_long_constant(n):
    """A constant past 64 bits in arithmetic with an int of run time."""
    return 10**30 + n * 10**20  # here


@limit(refused("LTH0301"), lambda: (200,))
def long_int_in_a_loop(n):
    """An int past 64 bits that a loop changes more than 128 times."""
    k = 1 << 70
    for _ in range(n):  # here
        k = k + 1
    return k > 5


@limit(differs(True), lambda: (1000, 1000))
def identity_of_numbers(a, b):
    """`is` between numbers, or between texts, compares type and value, not identity."""
    return (a * 1000) is (b * 1000)


@limit(differs(), lambda: ((2**63) * 2,))
def bound_of_slice(n):
    """A `__getitem__` of the user's sees a bound of a slice past 64 bits as the nearest int of 64 bits."""

    class Seen:
        def __getitem__(self, key):
            return key.stop

    return Seen()[: 2**70]


@limit(refused("LTH0301"), lambda: (range(3), range(3)))
def identity_of_ranges(a, b):
    """`is` between two ranges, or two slices, that may be equal."""
    return a is b  # here


@limit(raises(TypeError), lambda: ("a", "b"))
def words_of_power(a, b):
    """`**` of unsupported operands raises TypeError in words that leave `or pow()` out."""
    return a**b


@limit(raises(OverflowError), lambda: ([1, 2, 3, 4],))
def standard_deviation(xs):
    """`statistics.stdev` and `pstdev` raise OverflowError, as that library computes with long ints."""
    return statistics.stdev(xs)


prose(
    __name__,
    "An int past 64 bits that only some paths have, in a template or as an index, raises TypeError.",
    "the matrix of kinds shows which cells (tests/matrix/known.py)",
)
