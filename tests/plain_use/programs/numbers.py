"""Numbers: ints beside floats past 2**53, words of TypeErrors, operators as functions, statistics."""

import fractions
import math
import operator
import statistics

import numpy as np
import torch

from plain_use.row import same

BIG = 2**53 + 1


@same(lambda: (2**53 + 1, float(2**53)))
def big_int_equals_a_float(n, x):
    """`==` and `!=` of an int past 2**53 and a float are exact."""
    return n == x, x == n, n != x, x != n, n == float(n), BIG == x, n == 9007199254740992.0


@same(lambda: (2**53 + 1, float(2**53)))
def big_int_is_ordered_beside_a_float(n, x):
    """`<`, `>`, `<=` and `>=` of an int past 2**53 and a float are exact."""
    return n > x, n < x, n >= x, n <= x, x < n, x > n, x <= n, x >= n, x < n < x + 2


@same(lambda: (2**53 + 1,))
def big_int_in_a_list_of_floats(n):
    """`in`, `index` and `count` of a list of floats."""
    xs = [9007199254740992.0, 1.0]
    return (
        n in [9007199254740992.0],
        n in xs,
        n in (9007199254740992.0,),
        xs.count(n),
        n - 1 in xs,
        xs.index(n - 1),
    )


@same(lambda: ([9007199254740992.0], 2**53 + 1))
def big_int_in_a_list_argument(xs, n):
    """`in` of a list of floats of the caller's."""
    return n in xs, xs.count(n), [n] == xs, (n,) == tuple(xs), xs == [n - 1]


@same(lambda: (2**53 + 1,))
def big_int_as_a_key(n):
    """A dict and a set whose keys are floats."""
    return (
        n in {9007199254740992.0},
        {9007199254740992.0: 1}.get(n),
        {9007199254740992.0: 1}[n - 1],
        {n: 1}.get(float(n)),
    )


@same(lambda: (2**53 + 1, float(2**53)))
def largest_of_a_big_int_and_a_float(n, x):
    """`max`, `min` and `sorted` of an int past 2**53 and floats."""
    return (
        max(x, n),
        min(n, x),
        sorted([n, x, n - 1]),
        max([x, n]),
        sorted([(n, 1), (x, 2)]),
        min((n, 0), (x, 1)),
    )


@same(lambda: (-(2**53) - 1, 2**62, float(2**62)))
def other_big_ints(n, m, x):
    """Negative ints and ints near 2**63."""
    return (
        n == float(n),
        n < float(n),
        m == x,
        m + 1 == x,
        m - 1 < x,
        m - 1 == x,
        2**63 - 1 < 2.0**63,
        m < math.inf,
        m > math.nan,
    )


@same(lambda: (2**53 + 1, float(2**53)))
def match_a_big_int(n, x):
    """`match` of an int past 2**53 with a float."""
    match n:
        case 9007199254740992.0:
            return "float"
        case 9007199254740993:
            return "int"


@same(lambda: (2**53 + 1,))
def arithmetic_of_a_big_int(n):
    """Arithmetic of an int past 2**53 and a float rounds the int."""
    return (
        n + 0.0,
        n * 1.0,
        n / 1,
        n / 3,
        n - 0.5,
        n // 1.0,
        n % 2.0,
        float(n),
        math.floor(n / 2),
        n**1.0,
        round(n / 1),
    )


@same(lambda: (2**53 + 1, 3))
def divide_big_ints(n, d):
    """True division of ints past 2**53 is rounded once."""
    return n / d, (2**62 + 1) / (2**53 + d), n / (n - 1), -n / d, n / -(2**60)


@same(lambda: (2**53 + 1, True))
def bools_and_complex(n, b):
    """A big int beside a bool and a complex number."""
    return b == 1.0, b < 1.5, n == complex(2**53), n == complex(n, 0), n != 1j, b == 1 + 0j


@same(lambda: (2**53 + 1,))
def big_int_beside_numpy(n):
    """A big int beside a number of NumPy."""
    return np.float64(2**53) == n, bool(np.float64(1.5) < n), n > np.float64(1)


@same(lambda: (2**53 + 1, torch.tensor(float(2**53), dtype=torch.float64)))
def big_int_beside_item(n, x):
    """A big int beside what `item` gives."""
    return x.item() == n, n > x.item(), x.item() in [n], max(x.item(), n)


@same(lambda: (1,))
def concat_of_lists(n):
    """`operator.concat` of sequences."""
    return (
        operator.concat([n], [2]),
        operator.concat("a", "b"),
        operator.concat((n,), (2,)),
        operator.iconcat([n], [3]),
    )


@same(lambda: (1,))
def concat_of_a_number_and_a_list(n):
    """`operator.concat` of a number and a list raises TypeError."""
    try:
        return operator.concat([1], n)
    except TypeError as e:
        return str(e)


@same(lambda: ("a", 2))
def words_of_operators_on_a_text(a, n):
    """Operators between a text and a number raise TypeError in Python's words."""
    said = []
    for f in (
        lambda: a + n,
        lambda: n + a,
        lambda: a - n,
        lambda: a * 1.5,
        lambda: a / n,
        lambda: a // n,
        lambda: n % a,
        lambda: a @ n,
        lambda: a & n,
        lambda: a << n,
        lambda: -a,
        lambda: ~a,
        lambda: a < n,
        lambda: a >= n,
        lambda: divmod(a, n),
        lambda: abs(a),
        lambda: round(a),
    ):
        try:
            f()
        except TypeError as e:
            said.append(str(e))
    return said


@same(lambda: ([1], (2,), {"a": 1}))
def words_of_operators_on_containers(a, t, d):
    """Operators between containers raise TypeError in Python's words."""
    said = []
    for f in (
        lambda: a + t,
        lambda: t + a,
        lambda: a - a,
        lambda: d + d,
        lambda: a * t,
        lambda: a < t,
        lambda: d < d,
        lambda: a | a,
        lambda: d | a,
        lambda: None + 1,
        lambda: a + None,
        lambda: -a,
        lambda: a[None],
        lambda: a["x"],
        lambda: t[1.0],
        lambda: d[a],
        lambda: len(5),
    ):
        try:
            f()
        except TypeError as e:
            said.append(str(e))
    return said


@same(lambda: ([1.0, 2.0, 3.0, 4.0],))
def mean_and_median(xs):
    """`mean`, `median`, `fmean`, `mode` and `quantiles` of floats."""
    return (
        statistics.fmean(xs),
        statistics.median(xs),
        statistics.mode(xs),
        statistics.median_low(xs),
        statistics.multimode(xs),
    )


@same(lambda: ([1.0, 2.0, 3.0, 4.0],))
def mean_of_floats(xs):
    """`statistics.mean` of floats."""
    return statistics.mean(xs)


@same(lambda: ([1, 2, 3, 5],))
def mean_of_ints(xs):
    """`statistics.mean` of ints."""
    return statistics.mean(xs)


@same(lambda: ([1.0, 2.0, 3.0, 4.0],))
def variance_of_floats(xs):
    """`statistics.variance` of floats."""
    return statistics.variance(xs)


@same(lambda: ([1, 2, 3, 4],))
def pvariance_of_ints(xs):
    """`statistics.pvariance` of ints."""
    return statistics.pvariance(xs)


@same(lambda: ([1.0, 2.0, 3.0], [2.0, 4.0, 7.0]))
def correlation(xs, ys):
    """`statistics.correlation` and `linear_regression`."""
    return statistics.correlation(xs, ys), tuple(statistics.linear_regression(xs, ys))


@same(lambda: ([1.0, 2.0, 4.0],))
def other_means(xs):
    """`statistics.geometric_mean` and `quantiles`."""
    return statistics.geometric_mean(xs), statistics.quantiles(xs, n=4)


@same(lambda: ([1.0, 2.0, 4.0],), refused="LTH0304")
def harmonic_mean(xs):
    """`statistics.harmonic_mean`."""
    return statistics.harmonic_mean(xs)  # here


@same(lambda: (3, 4))
def fraction(n, d):
    """A `fractions.Fraction` that the program makes."""
    f = fractions.Fraction(n, d)  # here
    return float(f + 1)


@same(lambda: ([0.1] * 10,))
def sums(xs):
    """`sum`, `math.fsum`, `math.prod` and `math.hypot`."""
    return sum(xs), math.fsum(xs), math.prod(xs), math.hypot(*xs[:2])


@same(lambda: ([1.0, 2.0],), refused="LTH0304")
def distance(xs):
    """`math.dist` of lists of run time."""
    return math.dist(xs, [0, 0])  # here


@same(lambda: (1,))
def strict_functions_of_operator(n):
    """`operator.index`, `countOf`, `indexOf` and `contains`."""
    said = [
        operator.index(n),
        operator.countOf([1, n], 1),
        operator.indexOf([2, n], 1),
        operator.contains([n], 1),
    ]
    for f in (
        lambda: operator.index(1.5),
        lambda: operator.contains(n, 1),
        lambda: operator.index("a"),
    ):
        try:
            said.append(f())
        except TypeError as e:
            said.append(str(e))
    return said


@same(lambda: ("a", 2))
def words_of_power_in_place(a, n):
    """`**=` of a text, and `pow` with three arguments, raise TypeError in Python's words."""
    said = []

    def augmented():
        x = a
        x **= n
        return x

    for f in (augmented, lambda: pow(2, n, a), lambda: pow(2.0, 2, 3)):
        try:
            f()
        except TypeError as e:
            said.append(str(e))
    return said
