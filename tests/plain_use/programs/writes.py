"""Writes into tensors that share memory, and indices at the edges."""

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

from plain_use.row import same, steps

T = torch.tensor


def rows(*shape):
    return torch.arange(float(torch.Size(shape).numel())).reshape(shape)


def told(fn, *arguments):
    """What a call gives, or what it raises."""
    try:
        return fn(*arguments)
    except Exception as error:  # noqa: BLE001 - the outcome is what is compared
        if type(error).__name__ == "CompileError":
            raise
        return f"{type(error).__name__}: {error}"


def written(door, calls, *made):
    """The outcome of each call with a fresh tensor of each kind, and the tensor afterwards."""
    found = []
    for call in calls:
        compiled = door.compile(call)
        for make in made:
            x = make()
            found.append((told(compiled, x), x))
    return found


def columns():
    return torch.zeros(3, 1).expand(3, 4)


def copies():
    return torch.zeros(4).expand(4, 4)


def one():
    return torch.zeros(()).expand(3, 4)


def turned():
    return torch.zeros(4).expand(4, 4).t()


EXPANDED = (columns, copies, one, turned)


# Arguments of which several elements are one.


@steps()
def functions_into_an_expanded_argument(door):
    """Operators in place raise for an argument that is expanded."""
    calls = [
        lambda x: x.exp_(),
        lambda x: x.sigmoid_(),
        lambda x: x.pow_(2),
        lambda x: x.floor_(),
        lambda x: x.logical_not_(),
        lambda x: x.nan_to_num_(),
        lambda x: x.cumsum_(0),
        lambda x: x.eq_(0),
        lambda x: x.lerp_(torch.ones_like(x), 0.5),
        lambda x: x.addcmul_(x, x),
    ]
    return written(door, calls, *EXPANDED)


@steps()
def draws_into_an_expanded_argument(door):
    """Random numbers in place raise for an argument that is expanded."""
    calls = [
        lambda x: x.normal_(),
        lambda x: x.uniform_(),
        lambda x: x.random_(5),
        lambda x: x.exponential_(),
        lambda x: nn.init.normal_(x),
        lambda x: F.dropout(x, 0.5, True, True),
    ]
    return written(door, calls, *EXPANDED)


@steps()
def scattering_into_an_expanded_argument(door):
    """Writes by indices that are tensors raise for an argument that is expanded."""
    calls = [
        lambda x: x.scatter_(0, torch.zeros_like(x, dtype=torch.int64), 1.0),
        lambda x: x.scatter_add_(0, torch.zeros_like(x, dtype=torch.int64), torch.ones_like(x)),
        lambda x: x.index_add_(0, T([0]), torch.ones_like(x)[:1]),
        lambda x: x.index_copy_(0, T([0]), torch.ones_like(x)[:1]),
        lambda x: x.put_(T([0]), T([1.0])),
        lambda x: x.masked_fill_(x == 0, 1.0),
        lambda x: x.fill_diagonal_(1.0),
        lambda x: x.renorm_(2, 0, 1.0),
    ]
    return written(door, calls, *EXPANDED)


@steps()
def modules_into_an_expanded_argument(door):
    """Activations in place raise for an argument that is expanded."""
    calls = [
        lambda x: nn.ReLU(True)(x),
        lambda x: F.relu(x, inplace=True),
        lambda x: F.leaky_relu_(x),
        lambda x: F.elu(x, inplace=True),
        lambda x: F.hardtanh_(x),
        lambda x: F.silu(x, inplace=True),
        lambda x: nn.Hardswish(True)(x),
        lambda x: nn.init.zeros_(x),
        lambda x: nn.init.constant_(x, 3.0),
    ]
    return written(door, calls, *EXPANDED)


@steps()
def out_of_an_expanded_argument(door):
    """`out=` raises for an argument that is expanded."""
    calls = [
        lambda x: torch.add(torch.ones_like(x), 1, out=x),
        lambda x: torch.exp(x, out=x),
        lambda x: torch.mm(torch.ones(x.shape[0], 2), torch.ones(2, x.shape[1]), out=x),
        lambda x: torch.cat([torch.ones_like(x)], out=x),
        lambda x: torch.where(x == 0, x, x, out=x),
    ]
    return written(door, calls, *EXPANDED)


@steps()
def views_of_an_expanded_argument(door):
    """A write through a view of an expanded argument raises where the view overlaps itself."""

    def row(x):
        x[0].add_(1)
        return x

    def column(x):
        x[:, 0].add_(1)
        return x

    def corner(x):
        x[:1, :1].add_(1)
        return x

    def copy(x):
        x.flatten()[0] += 1
        x.contiguous().add_(1)
        return x

    def detached(x):
        x.detach().add_(1)
        return x

    def turned_(x):
        x.t().add_(1)
        return x

    def every_row(x):
        for r in x:
            r.add_(1)
        return x

    calls = [row, column, corner, detached, turned_, every_row]
    return written(door, calls, *EXPANDED) + written(door, [copy], columns)


@steps()
def branches_with_an_expanded_argument(door):
    """A write on a path that is not taken raises nothing."""

    def taken(x):
        if x.sum() == 0:
            x.add_(1)
        return x

    def passed(x):
        if x.sum() > 0:
            x.add_(1)
        return x

    def loop(x):
        for i in range(len(x)):
            x[i] += 1
        return x

    return written(door, [taken, passed, loop], *EXPANDED)


@steps()
def expanded_over_nothing(door):
    """An argument that is expanded over sizes 1 or 0 may be written."""
    calls = [
        lambda x: x.add_(1),
        lambda x: x.copy_(torch.ones_like(x)),
        lambda x: x.relu_(),
        lambda x: x.fill_(3),
        lambda x: x.mul_(x),
        lambda x: x.normal_(0, 0),
    ]
    made = [
        lambda: torch.zeros(1, 4).expand(1, 4),
        lambda: torch.zeros(1, 1).expand(1, 1),
        lambda: torch.zeros(0, 1).expand(0, 4),
        lambda: torch.zeros(4).expand(0, 4),
        lambda: torch.zeros(3, 1).expand(3, 4)[:, :1],
        lambda: torch.zeros(3, 4).expand(1, 3, 4),
    ]
    return written(door, calls, *made)


@steps()
def reading_an_expanded_argument(door):
    """What is computed of an expanded argument may be written."""
    calls = [
        lambda x: x.clone().add_(1),
        lambda x: (x + 1).add_(1),
        lambda x: x.contiguous().fill_(2),
        lambda x: x.t().clone().relu_(),
        lambda x: x.repeat(2, 1).mul_(2),
        lambda x: (x.sum(), x.mean(0), x.softmax(1), x.sort(0), x.cumsum(0)),
    ]
    return written(door, calls, *EXPANDED)


# Parts of one tensor.


@steps()
def a_part_written_by_another(door):
    """A write of one part of a tensor from an overlapping part raises."""

    def shifted(b):
        b[1:].copy_(b[:-1])
        return b

    def added(b):
        b[1:] += b[:-1]
        return b

    def assigned(b):
        b[:-1] = b[1:]
        return b

    def row(b):
        u = b.view(2, 3)
        u.add_(u[0])
        return b

    def multiplied(b):
        b[:3].mul_(b[2:5])
        return b

    def number(b):
        b.sub_(b[0])
        return b

    return written(door, [shifted, added, assigned, row, multiplied, number], lambda: rows(6))


@steps()
def parts_that_do_not_overlap(door):
    """Parts of one tensor that have no element in common are written one from another."""

    def alternate(b):
        b[::2].copy_(b[1::2])
        return b

    def halves(b):
        b[:3].add_(b[3:])
        return b

    def flipped(b):
        b[:4].copy_(b[:4].flip(0))
        return b

    def itself(b):
        b.add_(b)
        b.copy_(b)
        return b

    def out(b):
        torch.add(b[:3], b[3:], out=b[:3])
        return b

    return written(door, [alternate, halves, flipped, itself, out], lambda: rows(6))


# Indices.


@steps()
def indices_from_outside(door):
    """Each kind of index, given as an argument."""
    found = []
    get = door.compile(lambda x, i: x[i])
    for i in [
        0,
        -1,
        True,
        None,
        ...,
        slice(0, 1),
        slice(-9, 9),
        (0, 1),
        (True, 0),
        (),
        [],
        [0],
        [1, 0, -1],
        [True, False],
        ([0, 1], [0]),
        (None, 0),
        (..., [0]),
        range(2),
        np.array([0, 1]),
        np.array([True, False]),
        np.int64(1),
        T(1),
        T([], dtype=torch.int64),
        T([True, False]),
    ]:
        found.append(told(get, rows(2, 3), i))
    return found


@steps()
def indices_that_there_are_not(door):
    """Indices out of range, and of wrong types."""
    calls = [
        lambda x: x[5],
        lambda x: x[-3],
        lambda x: x[0, 0, 0],
        lambda x: x[[5]],
        lambda x: x[1.0],
        lambda x: x["a"],
        lambda x: x[T([1.0])],
        lambda x: x[T([True, False, True])],
        lambda x: x[[0, 1], [0, 1, 2]],
        lambda x: x[::-1],
        lambda x: x[{0}],
    ]
    return written(door, calls, lambda: rows(2, 3))


@steps()
def indices_of_a_number(door):
    """Indices of a tensor without dimensions."""
    calls = [
        lambda x: (x[...], x[()], x[None], x[True], x[T(True)]),
        lambda x: x[0],
        lambda x: x[0, 0],
        lambda x: x[T(0)],
    ]
    return written(door, calls, lambda: T(7.0))


@steps()
def writes_by_each_index(door):
    """A number that is written by each kind of index."""

    def write(i):
        def program(x):
            x[i] = 7.0
            return x

        return program

    indices = [
        0,
        True,
        None,
        ...,
        slice(0, 1),
        (0, 1),
        (),
        [],
        [0, 0],
        [True, False],
        ([0, 1], [0, 2]),
        (None, 0),
        (slice(None), [0, -1]),
        T(1),
        T([0, 1]),
        T([], dtype=torch.int64),
        T([True, False]),
        5,
        (0, 0, 0),
        "a",
    ]
    return written(door, [write(i) for i in indices], lambda: rows(2, 3))


@steps()
def masks_and_indices_of_each_dtype(door):
    """Reading by an index of int32, uint8, bool and float."""
    get = door.compile(lambda x, i: x[i])
    kinds = [torch.int32, torch.int64, torch.uint8, torch.bool, torch.float32]
    return [told(get, rows(2, 3), T([0, 1]).to(kind)) for kind in kinds]


@same(lambda: (rows(2, 3),))
def list_of_run_time_that_is_empty(x):
    """A list of run time that is empty, made a tensor with its dtype."""
    keep = [i for i in range(len(x)) if x[i, 0] > 100]
    i = torch.tensor(keep, dtype=torch.int64)
    return (
        x[i],
        x.index_select(0, i),
        x[:, i],
        i.shape,
        x.index_fill(0, i, 1.0),
        x[torch.LongTensor(keep)],
    )


@same(lambda: (rows(2, 3),))
def list_of_run_time_with_elements(x):
    """A list of run time that has elements is an index."""
    keep = [i for i in range(len(x)) if x[i, 0] < 100]
    x[keep] += 1
    keep.append(0)
    return x[keep], x[keep, 0], x[:, keep], x[keep, keep], x[None, keep], x[sorted(keep)]


@same(lambda: (rows(2, 3),))
def joining_a_list_of_run_time_that_is_empty(x):
    """`stack` and `cat` of an empty list of run time raise."""
    parts = [r for r in x if r[0] > 100]
    out = [torch.cat([x[:0]] + [p[None] for p in parts]), torch.stack(parts + [x[0]]), sum(parts)]
    for join in (torch.stack, torch.cat):
        try:
            out.append(join(parts))
        except (RuntimeError, ValueError) as e:
            out.append(f"{type(e).__name__}: {e}")
    return out


@same(lambda: (torch.zeros(3, 1).expand(3, 4),), refused="LTH0302")
def setting_the_memory(x):
    """`set_` is not there."""
    return x.set_(torch.ones(2))  # here


@same(lambda: (torch.zeros(3),), refused="LTH0302")
def resizing_in_place(x):
    """`resize_` is not there."""
    return x.resize_(2)  # here


@same(lambda: (rows(2, 3),))
def text_in_a_list_as_an_index(x):
    """A list of texts as an index."""
    return x[["a"]]


@same(lambda: (torch.ones(3),))
def whole_tensor_assigned_from_an_argument(x):
    """What is assigned is copied: the result is no alias of the argument."""
    y = torch.empty_like(x)
    y[:] = x
    z = x.clone()
    z[:] = y
    return y, z, y is x


@same(lambda: (torch.ones(3),))
def written_after_a_whole_assignment(x):
    y = torch.zeros(3)
    y[:] = x
    x.add_(1)
    y.mul_(3)
    return y, x


@same(lambda: (torch.tensor(2.0),))
def matrix_transposes_of_a_number(x):
    """`mT`, `H` and `mH` of a tensor without dimensions are that tensor, `T` is a view."""
    return x.mT is x, x.H is x, x.mH is x, x.T is x, x.t() is x


def leaf():
    return torch.ones(3, requires_grad=True)


@same(lambda: (leaf(), 2), refused="LTH0505")
def a_leaf_that_a_path_put_into_a_list(x, n):
    """Which of its elements eager lets nobody write, only run time knows."""
    items = [x if i == n else x * 2 for i in range(n + 2)]
    items[n - 1].add_(1)  # here
    return x.detach()


def halved(v, n):
    return v.sin() if n <= 0 else halved(v * 0.5, n - 1)


@same(lambda: (leaf(), 2), refused="LTH0505")
def a_leaf_or_the_result_of_a_recursion(x, n):
    v = x
    for _ in range(n):
        v = halved(x, n)
    v[0] = 1.0  # here
    return n
