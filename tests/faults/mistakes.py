"""Programs that are wrong for some of their inputs: the exception of eager, at eager's line.

The words of an operator's own error are Lith's, so only type and line are compared there.
"""

import math

import torch
import torch.nn.functional as F

from language.harness import case

T = torch.tensor


def broadcast(x, y):
    z = x + 1
    return z + y


def matmul(x, y):
    return x @ y


def bmm_rank(x, y):
    return torch.bmm(x, y)


def matmul_dtype(x, y):
    return torch.mm(x, y)


def index_range(x, i):
    return x[i]


def row_range(x, i):
    y = x[0]
    return y[i], x[i, 0]


def too_many_indices(x, y):
    if y.sum() > 0:
        return x[0, 0]
    return x[0]


def reshape(x, n):
    return x.reshape(n, -1)


def view_strides(x, flag):
    y = x.t() if flag else x
    return y.view(-1)


def cat_sizes(x, y):
    return torch.cat([x, y], 0)


def cat_ranks(x, y):
    return torch.cat([x, y])


def stack_sizes(x, y):
    return torch.stack((x, y))


def dimension(x, d):
    return x.sum(d)


def softmax_dimension(x, d):
    return torch.softmax(x, d)


def transpose(x, a):
    return x.transpose(a, 1)


def truth_of_many(x):
    if x > 0:
        return x
    return -x


def item_of_many(x):
    return x.item() + 1


def int_of_many(x):
    return int(x)


def embedding(weight, ids):
    return F.embedding(ids, weight)


def linear(x, w):
    return F.linear(x, w)


def layer_norm(x, n):
    return F.layer_norm(x, (n,))


def expand(x, n):
    return x.expand(n, 3)


def squeeze_then_unpack(x):
    a, b = x.squeeze(0)
    return a + b


def shape_unpack(x):
    a, b = x.shape
    return a * b


def in_place_shape(x, y):
    x.add_(y)
    return x


def in_place_dtype(x, y):
    x += y
    return x


def set_item(x, y):
    x[1:3] = y
    return x


def int_division(x, n):
    return x, 10 // n


def int_modulo(x, n):
    return x + 7 % n


def float_division(x, f):
    return x * (1.0 / f)


def square_root(f):
    return math.sqrt(f)


def logarithm(f):
    return math.log(f)


def list_index(x, n):
    items = [x, x + 1]
    return items[n]


def pop_empty(x, n):
    items = [x] * n
    return items.pop()


def missing_key(x, n):
    d = {0: x, 1: x}
    return d[n]


def remove_missing(n):
    items = [1, 2, 3]
    items.remove(n)
    return items


def add_none(x, flag):
    y = None
    if flag:
        y = x
    return y + 1


def call_number(x, flag):
    f = abs
    if flag:
        f = 3
    return f(x)


def text_plus_number(x, flag):
    s = "a"
    if flag:
        return s + "b", x
    return s + 1, x


def missing_attribute(x, flag):
    if flag:
        return x.shape
    return x.no_such_attribute


def missing_argument(x, flag):
    def inner(a, b):
        return a + b

    if flag:
        return inner(x, x)
    return inner(x)


def unexpected_keyword(x, flag):
    def inner(a):
        return a

    return inner(x) if flag else inner(x, c=1)


def parse_number(text, x):
    return int(text) + x


def negative_shift(n):
    return 1 << n


def range_step(n):
    return list(range(0, 4, n))


def arange_step(n):
    return torch.arange(0, 4, n)


def negative_size(n):
    return torch.zeros(n)


def where_shapes(c, x, y):
    return torch.where(c, x, y)


def gather_range(x, i):
    return torch.gather(x, 0, i)


def index_select_range(x, i):
    return x.index_select(0, i)


def index_dtype(x, i):
    return x[i]


def mask_shape(x, m):
    return x[m]


def masked_fill_shape(x, m):
    return x.masked_fill(m, 0.0)


def max_of_nothing(x):
    return x.max()


def mean_of_ints(x):
    return x.mean()


def chunk_unpack(x):
    a, b = x.chunk(2)
    return a + b


def split_sizes(x, n):
    return x.split([n, 1])


def narrow(x, n):
    return x[0], x.narrow(0, 1, n)


def permute(x, a):
    return x.permute(a, 1)


def repeat(x, n):
    return x.repeat(n, 1)


def two_axes(x, d):
    return x.sum(dim=(0, d))


def assertion(x):
    assert (x > 0).all(), f"not positive: {x.min().item()}"
    return x


def custom(x):
    class Unhappy(Exception):
        pass

    if x.sum() < 0:
        raise Unhappy("sum", 3)
    return x


def iterate_scalar(x):
    return [v for v in x]


def len_of_scalar(x):
    return len(x)


def unhashable(x, flag):
    d = {}
    if flag:
        d[[1]] = x
    return d


def compare_text(x, n):
    return x, n < ("a" if n == 0 else 3)


M = torch.ones(2, 3)
CASES = [
    case(
        broadcast,
        lambda: [(T([1.0, 2.0]), T([1.0, 2.0])), (T([1.0, 2.0]), T([1.0, 2.0, 3.0]))],
        message=False,
    ),
    case(
        matmul,
        lambda: [(torch.ones(2, 3), torch.ones(3, 2)), (torch.ones(2, 3), torch.ones(2, 3))],
        message=False,
    ),
    case(
        bmm_rank,
        lambda: [(torch.ones(2, 2, 2), torch.ones(2, 2, 2)), (torch.ones(2, 2), torch.ones(2, 2))],
        message=False,
    ),
    case(
        matmul_dtype,
        lambda: [
            (torch.ones(2, 2), torch.ones(2, 2)),
            (torch.ones(2, 2), torch.ones(2, 2, dtype=torch.int64)),
        ],
        message=False,
    ),
    case(
        index_range,
        lambda: [(T([1.0, 2.0]), 1), (T([1.0, 2.0]), 2), (T([1.0, 2.0]), -3)],
        message=False,
    ),
    case(row_range, lambda: [(torch.ones(3, 2), 1), (torch.ones(3, 2), 2)], message=False),
    case(
        too_many_indices,
        lambda: [(T([[1.0]]), T(1.0)), (T([1.0]), T(-1.0)), (T([1.0]), T(1.0))],
        message=False,
    ),
    case(reshape, lambda: [(torch.ones(6), 2), (torch.ones(6), 4)], message=False),
    case(
        view_strides, lambda: [(torch.ones(2, 3), False), (torch.ones(2, 3), True)], message=False
    ),
    case(
        cat_sizes,
        lambda: [(torch.ones(2, 3), torch.ones(1, 3)), (torch.ones(2, 3), torch.ones(2, 2))],
        message=False,
    ),
    case(
        cat_ranks,
        lambda: [(torch.ones(3), torch.ones(3)), (torch.ones(3), torch.ones(3, 1))],
        message=False,
    ),
    case(
        stack_sizes,
        lambda: [(torch.ones(3), torch.ones(3)), (torch.ones(3), torch.ones(2))],
        message=False,
    ),
    case(dimension, lambda: [(torch.ones(2, 3), 1), (torch.ones(2, 3), 2)], message=False),
    case(
        softmax_dimension, lambda: [(torch.ones(2, 3), -1), (torch.ones(2, 3), -3)], message=False
    ),
    case(transpose, lambda: [(torch.ones(2, 3), 0), (torch.ones(2, 3), 5)], message=False),
    case(truth_of_many, lambda: [(T([1.0]),), (T([1.0, 2.0]),), (torch.zeros(0),)], message=False),
    case(item_of_many, lambda: [(T([1.0]),), (T([1.0, 2.0]),)], message=False),
    case(int_of_many, lambda: [(T([1.5]),), (T([1.0, 2.0]),)], message=False),
    case(
        embedding,
        lambda: [(torch.ones(4, 2), T([0, 3])), (torch.ones(4, 2), T([4]))],
        message=False,
    ),
    case(
        linear,
        lambda: [(torch.ones(2, 3), torch.ones(5, 3)), (torch.ones(2, 4), torch.ones(5, 3))],
        message=False,
    ),
    case(layer_norm, lambda: [(torch.ones(2, 3), 3), (torch.ones(2, 3), 4)], message=False),
    case(expand, lambda: [(torch.ones(1, 3), 4), (torch.ones(2, 3), 4)], message=False),
    case(squeeze_then_unpack, lambda: [(T([[1.0, 2.0]]),), (T([[1.0, 2.0, 3.0]]),)], message=False),
    case(shape_unpack, lambda: [(T([[1.0, 2.0]]),), (T([1.0]),)]),
    case(
        in_place_shape,
        lambda: [(torch.ones(3), torch.ones(1)), (torch.ones(3), torch.ones(2, 3))],
        message=False,
    ),
    case(
        in_place_dtype,
        lambda: [(torch.ones(3), torch.ones(3)), (T([1, 2, 3]), torch.ones(3))],
        message=False,
    ),
    case(
        set_item,
        lambda: [(torch.ones(4), torch.zeros(2)), (torch.ones(4), torch.zeros(3))],
        message=False,
    ),
    case(int_division, lambda: [(T(1), 3), (T(1), 0)]),
    case(int_modulo, lambda: [(T(1), 3), (T(1), 0)]),
    case(float_division, lambda: [(T(1.0), 3.0), (T(1.0), 0.0)]),
    case(square_root, lambda: [(4.0,), (-4.0,)]),
    case(logarithm, lambda: [(4.0,), (0.0,)]),
    case(list_index, lambda: [(T(1), 1), (T(1), 2)]),
    case(pop_empty, lambda: [(T(1), 1), (T(1), 0)]),
    case(missing_key, lambda: [(T(1), 1), (T(1), 2)]),
    case(remove_missing, lambda: [(1,), (5,)]),
    case(add_none, lambda: [(T(1), True), (T(1), False)]),
    case(call_number, lambda: [(T(-1), False), (T(1), True)]),
    case(text_plus_number, lambda: [(T(1), True), (T(1), False)]),
    case(missing_attribute, lambda: [(T(1), True), (T(1), False)], message=False),
    case(missing_argument, lambda: [(T(1), True), (T(1), False)]),
    case(unexpected_keyword, lambda: [(T(1), True), (T(1), False)]),
    case(parse_number, lambda: [("12", T(1)), ("twelve", T(1))]),
    case(negative_shift, lambda: [(3,), (-1,)]),
    case(range_step, lambda: [(3,), (0,)]),
    case(arange_step, lambda: [(3,), (0,)], message=False),
    case(negative_size, lambda: [(3,), (-1,)], message=False),
    case(
        where_shapes,
        lambda: [
            (T([True, False]), torch.ones(2), torch.zeros(1)),
            (T([True, False]), torch.ones(3), torch.zeros(1)),
        ],
        message=False,
    ),
    case(
        gather_range, lambda: [(T([1.0, 2.0]), T([1, 0])), (T([1.0, 2.0]), T([2]))], message=False
    ),
    case(
        index_select_range,
        lambda: [(T([1.0, 2.0]), T([1, 0])), (T([1.0, 2.0]), T([2]))],
        message=False,
    ),
    case(
        index_dtype, lambda: [(T([1.0, 2.0]), T([1, 0])), (T([1.0, 2.0]), T([0.5]))], message=False
    ),
    case(
        mask_shape,
        lambda: [(T([1.0, 2.0]), T([True, False])), (T([1.0, 2.0]), T([True, False, True]))],
        message=False,
    ),
    case(
        masked_fill_shape,
        lambda: [(T([1.0, 2.0]), T([True, False])), (T([1.0, 2.0]), T([True, False, True]))],
        message=False,
    ),
    case(max_of_nothing, lambda: [(T([1.0, 2.0]),), (torch.zeros(0),)], message=False),
    case(mean_of_ints, lambda: [(T([1.0, 2.0]),), (T([1, 2]),)], message=False),
    case(chunk_unpack, lambda: [(torch.ones(4),), (torch.ones(1),)]),
    case(split_sizes, lambda: [(torch.ones(4), 3), (torch.ones(4), 2)], message=False),
    case(narrow, lambda: [(torch.ones(4), 3), (torch.ones(4), 4)], message=False),
    case(permute, lambda: [(torch.ones(2, 3), 0), (torch.ones(2, 3), 1)], message=False),
    case(repeat, lambda: [(torch.ones(2), 2), (torch.ones(2), -1)], message=False),
    case(two_axes, lambda: [(torch.ones(2, 3), 1), (torch.ones(2, 3), 0)], message=False),
    case(assertion, lambda: [(T([1.0, 2.0]),), (T([1.0, -2.5]),)]),
    case(custom, lambda: [(T([1.0]),), (T([-1.0]),)]),
    case(iterate_scalar, lambda: [(T([1.0]),), (T(1.0),)], message=False),
    case(len_of_scalar, lambda: [(T([1.0]),), (T(1.0),)], message=False),
    case(unhashable, lambda: [(T(1), False), (T(1), True)]),
    case(compare_text, lambda: [(T(1), 1), (T(1), 0)]),
]
