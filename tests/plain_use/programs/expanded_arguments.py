"""Writes in place to arguments, and to what an object holds, whose elements share memory."""

import torch

from plain_use.row import same, steps


def wide():
    return torch.ones(3, 1).expand(3, 2)


def told(work, x):
    try:
        return work(x)
    except RuntimeError as e:
        return str(e)


def add(x):
    return x.add_(1)


def augment(x):
    x += 1
    return x


def assign_all(x):
    x[:] = 5
    return x


def assign_one(x):
    x[0] = 5
    return x


def assign_column(x):
    x[:, 0] = 5
    return x


def copy(x):
    return x.copy_(torch.zeros(3, 2))


def relu(x):
    return x.relu_()


def zero(x):
    return x.zero_()


def fill(x):
    return x.fill_(2)


def multiply(x):
    x *= 2
    return x


def clamp(x):
    return x.clamp_(0, 0.5)


def masked(x):
    return x.masked_fill_(x > 0, 3.0)


def bernoulli(x):
    return x.uniform_(1, 1)


def of_a_view(x):
    return x[0].add_(1)


def of_a_transposed_view(x):
    return x.t().mul_(2)


def by_a_mask(x):
    x[x > 0] = 4
    return x


def in_torch(x):
    return torch.add(x, 1, out=x)


@same(lambda: (wide(),))
def added_to(x):
    """`add_` of an expanded argument."""
    return told(add, x)


@same(lambda: (wide(),))
def augmented(x):
    """`+=` of an expanded argument."""
    return told(augment, x), x


@same(lambda: (wide(),))
def multiplied(x):
    """`*=` of an expanded argument."""
    return told(multiply, x)


@same(lambda: (wide(),))
def assigned(x):
    """`x[:] = 5` of an expanded argument."""
    return told(assign_all, x), x


@same(lambda: (wide(),))
def row_assigned(x):
    """`x[0] = 5` of an expanded argument."""
    return told(assign_one, x)


@same(lambda: (wide(),))
def column_assigned(x):
    """`x[:, 0] = 5` of an expanded argument does not overlap."""
    return told(assign_column, x), x


@same(lambda: (wide(),))
def copied_into(x):
    """`copy_` into an expanded argument."""
    return told(copy, x)


@same(lambda: (wide(),))
def rectified(x):
    """`relu_` of an expanded argument."""
    return told(relu, x)


@same(lambda: (wide(),))
def clamped(x):
    """`clamp_` of an expanded argument."""
    return told(clamp, x)


@same(lambda: (wide(),))
def zeroed(x):
    """`zero_` of an expanded argument."""
    return told(zero, x), x


@same(lambda: (wide(),))
def filled(x):
    """`fill_` of an expanded argument."""
    return told(fill, x), x


@same(lambda: (wide(),))
def masked_fill(x):
    """`masked_fill_` of an expanded argument."""
    return told(masked, x)


@same(lambda: (wide(),))
def drawn(x):
    """`uniform_` of an expanded argument."""
    return told(bernoulli, x)


@same(lambda: (wide(),))
def view_added_to(x):
    """`add_` of a view of an expanded argument."""
    return told(of_a_view, x), told(of_a_transposed_view, x)


@same(lambda: (wide(),))
def assigned_by_a_mask(x):
    """`x[mask] = 4` of an expanded argument."""
    return told(by_a_mask, x)


@same(lambda: (wide(),))
def given_as_out(x):
    """An expanded argument is `out=`."""
    return told(in_torch, x)


@same(lambda: (torch.ones(3, 1),))
def expanded_inside(x):
    """A tensor that the program expands itself."""
    return told(add, x.expand(3, 2)), told(assign_all, x.expand(3, 2)), told(copy, x.expand(3, 2))


@same(lambda: (torch.ones(3),))
def broadcast_inside(x):
    """Tensors that `broadcast_to`, `expand_as` and `broadcast_tensors` have made."""
    return told(add, x.broadcast_to(2, 3)), told(add, x.expand_as(torch.ones(2, 3)))


@same(
    lambda: (
        torch.ones(1, 2).expand(1, 2),
        torch.ones(3, 1).expand(3, 1),
        torch.ones(1).expand(0, 1),
    )
)
def expanded_to_the_same_size(x, y, z):
    """An argument that is expanded to what it was can be written."""
    return x.add_(1), y.mul_(3), z.add_(1)


@same(lambda: (torch.tensor(1.0).expand(4),))
def number_expanded(x):
    """A tensor of one number that is expanded."""
    return told(add, x), x


@steps()
def several_layouts(door):
    """One program called with an expanded tensor and others."""
    f = door.compile(lambda x: told(add, x))
    return [
        f(x) for x in (torch.ones(3, 2), wide(), torch.ones(2, 3).t(), wide(), torch.ones(3, 1))
    ]


@steps()
def expanded_element(door):
    """An element of a list that is an argument is expanded."""
    f = door.compile(lambda xs: told(add, xs[0]))
    return f([torch.ones(3, 2)]), f([wide()])


@steps()
def expanded_argument_of_an_artifact(door):
    """A loaded program is given an expanded tensor."""
    f = door.saved(augmented_or_told, (wide(),))
    return f(wide())


def augmented_or_told(x):
    try:
        x += 1
        return x
    except RuntimeError as e:
        return str(e)


@steps()
def expanded_argument_of_an_artifact_made_for_others(door):
    """A loaded program that was made for an ordinary tensor is given an expanded one, too."""
    f = door.saved(augmented_or_told, (torch.ones(3, 2),), (wide(),))
    return f(torch.ones(3, 2)), f(wide())


@same(lambda: (wide(), wide()))
def read_only(x, y):
    """An expanded argument that is only read."""
    return x + y, x.sum(), x.stride(), x.is_contiguous(), x.contiguous().add_(1), x.clone().add_(1)


def four(x):
    return x.expand(4, 4)


@same(lambda: (torch.zeros(4),))
def rows_of_an_expanded_tensor_assigned(x):
    y = four(x.clone())
    y[torch.tensor([0, 1])] = torch.arange(8.0).reshape(2, 4)
    return y


@same(lambda: (torch.zeros(4), torch.tensor([True, False, False, True])))
def mask_of_an_expanded_tensor_assigned(x, m):
    y = four(x)
    y[m] = 5.0
    return y, x


@same(lambda: (torch.zeros(4), torch.arange(4)))
def put_into_an_expanded_tensor(x, i):
    y = four(x)
    y.index_put_((i, i), torch.arange(4.0), accumulate=True)
    return y, x


@same(lambda: (torch.zeros(()), torch.tensor([1])))
def filled_at_indices_of_an_expanded_number(x, i):
    y = four(x)
    y.index_fill_(1, i, 2.0)
    return y, x


@same(lambda: (torch.zeros(4).expand(4, 4), torch.arange(16).reshape(4, 4) % 5 == 0))
def filled_by_a_mask_that_differs_by_row(x, m):
    return x.masked_fill_(m, 3.0), x.sum()


@same(lambda: (torch.zeros(3, 4), torch.tensor([[True], [False], [True]])))
def filled_by_a_mask_where_nothing_is_shared(x, m):
    return x.masked_fill_(m, 3.0), x.sum()


@same(lambda: (torch.zeros(3, 1).expand(3, 4),))
def rows_of_an_argument_in_a_loop(x):
    def add_to_all():
        for row in x:
            row.add_(1)
        return x

    return told(lambda _: add_to_all(), x)


@same(lambda: (torch.zeros(4).expand(4, 4),))
def scattered_by_a_mask(x):
    return told(lambda y: y.masked_scatter_(y == 0, torch.ones(4, 4)), x)
