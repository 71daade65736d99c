"""Gradients of folds, running folds and products of matrices."""


def _unfolded(value, rank, dims, keepdim):
    """The result of a fold of a tensor of this rank, with size 1 where it was folded."""
    if keepdim or rank == 0:
        return value
    for dim in _folded(dims, rank):
        value = prim.unsqueeze(value, dim)
    return value


def _folded(dims, rank):
    """The dimensions of a fold in their order; all where none is named."""
    if dims is None:
        return tuple(range(rank))
    if not isinstance(dims, (tuple, list)):
        dims = (dims,)
    named = tuple([prim.wrapped(dim, rank) for dim in dims])
    return tuple([dim for dim in range(rank) if len(named) == 0 or dim in named])


def sum_gradient(grad, self, dims=None, keepdim=False):
    return prim.expand(_unfolded(grad, self.ndim, dims, keepdim), self.shape)


def _of_extremes(grad, self, dims, keepdim, result):
    """The elements that are the extreme share its gradient."""
    chosen = prim.cast(self == _unfolded(result, self.ndim, dims, keepdim), grad.dtype)
    return chosen * (_unfolded(grad, self.ndim, dims, keepdim) / prim.sum(chosen, dims, True))


def of_equal_gradient(grad, self, value):
    """Of all elements those that are `value`, a scalar tensor, share its gradient; others get none of it, be it NaN."""
    chosen = (self == value) | (isnan(self) & isnan(value))
    share = grad / prim.sum(prim.cast(chosen, grad.dtype), None, False)
    return prim.where(chosen, share, 0)


def amax_gradient(grad, self, result, dims=None, keepdim=False):
    return of_equal_gradient(grad, self, result) if dims is None else _of_extremes(grad, self, dims, keepdim, result)


def amin_gradient(grad, self, result, dims=None, keepdim=False):
    return of_equal_gradient(grad, self, result) if dims is None else _of_extremes(grad, self, dims, keepdim, result)


def prod_gradient(grad, self, result, dims=None, keepdim=False):
    kept(result)
    rank = self.ndim
    if rank == 0:
        return grad
    grad, whole, dims = _unfolded(grad, rank, dims, keepdim), _unfolded(result, rank, dims, keepdim), _folded(dims, rank)
    order = tuple([dim for dim in range(rank) if dim not in dims]) + dims
    rows = prim.permute(self, order)
    others = prim.reshape(_products_of_others(prim.reshape(rows, tuple(rows.shape[: rank - len(dims)]) + (-1,))), rows.shape)
    others = prim.permute(others, tuple([order.index(dim) for dim in range(rank)]))
    if torch.is_grad_enabled():  # a second gradient comes through the result, as in eager
        others = prim.where(self == 0, others, whole / prim.where(self == 0, 1, self))
    return grad * _conj(others)


def _products_of_others(rows):
    """For each element of the last dimension the product of all others; right where some are 0."""
    dim = rows.ndim - 1
    one = prim.full(tuple(rows.shape[:dim]) + (1,), 1, rows.dtype)
    before = prim.scan(prim.concat([one, rows], dim), dim, 1)
    after = prim.flip(prim.scan(prim.concat([one, prim.flip(rows, (dim,))], dim), dim, 1), (dim,))
    size = rows.shape[dim]
    return narrow(before, dim, 0, size) * narrow(after, dim, 1, size)


def scan_gradient(grad, self, dim, kind, result):
    if self.ndim == 0:
        return grad
    if kind == 1:
        return _running_product_gradient(grad, self, dim, result)
    if kind == 2:
        return _running_log_sum_gradient(grad, self, dim, result)
    return _running_from_end(grad, dim, 0)


def _running_from_end(x, dim, kind):
    """A running fold that begins at the end."""
    return prim.flip(prim.scan(prim.flip(x, (dim,)), dim, kind), (dim,))


def _running_product_gradient(grad, self, dim, result):
    """Before the first 0 by division, at it by the products without it, nothing after it. That has no right
    gradient itself where there is a 0: then all products are computed, each without one element."""
    if torch.is_grad_enabled():
        return _all_products_gradient(grad, self, dim)
    zero = self == 0
    seen = prim.scan(prim.cast(zero, torch.int64), dim, 0)
    first = zero & (seen == 1)
    before = _running_from_end(prim.where(seen == 0, grad * _conj(result), 0), dim, 0)
    without = prim.scan(prim.where(first, 1, self), dim, 1)
    at = prim.sum(prim.where(seen == 1, grad * _conj(without), 0), dim, True)
    return prim.where(seen == 0, before / _conj(prim.where(zero, 1, self)), prim.where(first, at, 0))


def _all_products_gradient(grad, self, dim):
    place = prim.arange(0, 1, self.shape[dim], torch.int64)
    row = prim.unsqueeze(place, 1)
    without = prim.where(row == place, 1, prim.unsqueeze(transpose(self, dim, -1), -2))
    products = _conj(prim.scan(without, without.ndim - 1, 1))
    parts = prim.where(place >= row, products * prim.unsqueeze(transpose(grad, dim, -1), -2), 0)
    return transpose(prim.sum(parts, (-1,), False), dim, -1)


def _running_log_sum_gradient(grad, self, dim, result):
    """Logarithms of the positive and of the negative parts are summed, so that nothing overflows."""
    least = torch.finfo(grad.dtype).min
    size = prim.log(prim.abs(grad))
    parts = [prim.exp(_running_from_end(prim.where(chosen, size, least) - result, dim, 2) + self) for chosen in (grad > 0, grad < 0)]
    return parts[0] - parts[1]


def _product_for(like, left, right):
    """left @ right for a gradient of a matrix, laid as that is where it is transposed."""
    if like.ndim == 2 and prim.is_transposed(like):
        return transpose(prim.matmul(transpose(right, 0, 1), transpose(left, 0, 1)), 0, 1)
    return prim.matmul(left, right)


def matmul_gradient(grad, needs, self, other):
    of_self = _product_for(self, grad, _adjoint(other)) if needs[0] else None
    if not needs[1]:
        return of_self, None
    if self.ndim > 2 and other.ndim == 2:  # all batches at once, instead of a sum of their products
        rows = _volume_of(self.shape[:-1])
        self = prim.reshape(self, (rows, self.shape[-1]))
        grad = prim.reshape(grad, (rows, grad.shape[-1]))
    return of_self, _product_for(other, _adjoint(self), grad)


def wide_product_gradient(grad, needs, left, right):
    return matmul_gradient(prim.cast(grad, left.dtype), needs, left, right)


def _adjoint(matrix):
    """The conjugate of the last two dimensions, transposed."""
    rank = matrix.ndim
    return _conj(prim.permute(matrix, tuple(range(rank - 2)) + (rank - 1, rank - 2)))
