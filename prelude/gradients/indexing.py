"""Gradients of joining and of indexing by tensors."""


def concat_gradient(grad, needs, tensors, dim):
    """Each its part; a tensor of rank 1 without elements took no part."""
    dim = prim.wrapped(dim, grad.ndim)
    parts, start = [], 0
    for i, each in enumerate(tensors):
        if each.ndim != grad.ndim:
            parts.append(_zeros(each.shape, grad) if needs[0][i] else None)
            continue
        length = each.shape[dim]
        parts.append(narrow(grad, dim, start, length) if needs[0][i] else None)
        start = start + length
    return parts


def index_select_gradient(grad, self, dim, index):
    if self.ndim == 0:
        return sum_(grad), None
    dim, rank = prim.wrapped(dim, self.ndim), index.ndim
    if rank != 1:
        sizes = tuple(self.shape)
        grad = prim.reshape(grad, sizes[:dim] + (index.numel(),) + sizes[dim + 1 :])
        index = prim.reshape(index, (-1,))
    return prim.index_add(_zeros(self.shape, grad), dim, index, grad), None


def gather_gradient(grad, self, dim, index):
    return prim.scatter(_zeros(self.shape, grad), dim, index, grad, 1), None


def index_gradient(grad, self, indices):
    return prim.index_put(_zeros(self.shape, grad), grad, True, indices), None


def index_put_gradient(grad, needs, values, accumulate, indices):
    of_self = None
    if needs[0]:
        of_self = grad if accumulate else prim.index_put(grad, _zeros((), grad), False, indices)
    return of_self, _indexed(grad, indices) if needs[1] else None, None


def _indexed(grad, indices):
    """The elements at indices of the first dimensions, None for a whole one."""
    return grad[tuple([slice(None) if each is None else each for each in indices])]


def scatter_gradient(grad, needs, self, dim, index, src, reduce, result):
    """Of what was replaced nothing; the factors of a product and the extremes as of a fold."""
    if reduce == 2:
        return _scatter_gradient_of_product(grad, needs, self, dim, index, src, result)
    if reduce > 2:
        return _scatter_gradient_of_extremes(grad, self, dim, index, src, result)
    of_self = None
    if needs[0]:
        of_self = grad if reduce == 1 else prim.scatter(grad, dim, index, _zeros(index.shape, grad), 0)
    return of_self, None, prim.gather(grad, dim, index) if needs[2] else None


def _scatter_gradient_of_product(grad, needs, self, dim, index, src, result):
    factor = prim.where(self == 0, 1, self)
    of_self = grad * prim.scatter(factor, dim, index, src, 2) / factor if needs[0] else None
    if not needs[2]:
        return of_self, None, None
    zero = src == 0
    zeros = prim.scatter(_zeros(self.shape, grad), dim, index, prim.cast(zero, grad.dtype), 1)
    single = zero & (prim.gather(zeros, dim, index) == 1)
    others = prim.scatter(self, dim, index, prim.where(single, 1, src), 2)
    divided = prim.gather(grad * result, dim, index) / prim.where(zero, 1, src)
    return of_self, None, prim.where(single, prim.gather(grad * others, dim, index), divided)


def _scatter_gradient_of_extremes(grad, self, dim, index, src, result):
    mine = prim.cast(self == result, grad.dtype)
    theirs = prim.cast(src == prim.gather(result, dim, index), grad.dtype)
    share = grad / prim.scatter(mine, dim, index, theirs, 1)
    return mine * share, None, theirs * prim.gather(share, dim, index)


def scatter_extreme_gradient(grad, needs, self, dim, index, src, result):
    """To eager what was there, and is no part of the result, shares where it is equal to that."""
    of_self, _, of_src = _scatter_gradient_of_extremes(grad, self, dim, index, src, result)
    if needs[0]:
        of_self = prim.scatter(of_self, dim, index, _zeros(index.shape, grad), 0)
    return of_self, of_src


def index_add_gradient(grad, needs, dim, index, source):
    of_source = None
    if needs[2]:
        kept(source)
        of_source = prim.index_select(grad, dim, index)
        if of_source.ndim != source.ndim:
            of_source = prim.reshape(of_source, source.shape)
    return grad if needs[0] else None, None, of_source


def scaled_index_add_gradient(grad, needs, dim, index, source, alpha):
    if not needs[1]:
        return grad, None
    kept(source)
    of_source = prim.reshape(prim.index_select(grad, dim, index), source.shape)
    return grad if needs[0] else None, of_source * _conj(alpha)


def index_copy_gradient(grad, needs, self, dim, index, source):
    if needs[1]:
        kept(source)
    indices = [None] * dim + [index]
    whole = prim.reshape(grad, (1,)) if self.ndim == 0 else grad
    of_self, of_source, _ = index_put_gradient(whole, needs, source, False, indices)
    return prim.reshape(of_self, self.shape) if needs[0] else None, prim.reshape(of_source, source.shape) if needs[1] else None


def put_gradient(grad, needs, index, source, accumulate):
    if needs[1]:
        kept(source)
    flat = prim.reshape(grad, (-1,))
    of_self, of_source, _ = index_put_gradient(flat, needs, source, accumulate, [flatten(index)])
    return prim.reshape(of_self, grad.shape) if needs[0] else None, prim.reshape(of_source, source.shape) if needs[1] else None


def weighted_rows_gradient(grad, needs, weight, indices, factors):
    of_weight = None
    if needs[0]:
        of_weight = prim.index_add(_zeros(weight.shape, grad), 0, indices, grad * prim.unsqueeze(factors, 1))
    return of_weight, prim.sum(grad * prim.index_select(weight, 0, indices), (1,), False) if needs[1] else None


def bag_sum_gradient(grad, self, index, offsets):
    """To each place of the index the gradient of its bag; some are in none."""
    count = grad.shape[0]
    bag = prim.searchsorted(offsets, prim.arange(0, 1, index.shape[0], offsets.dtype), True) - 1
    inside = (bag >= 0) & (bag < count)
    rows = prim.index_select(grad, 0, prim.where(inside, bag, 0))
    rows = prim.where(prim.unsqueeze(inside, 1), rows, 0)
    return prim.index_add(_zeros(self.shape, grad), 0, index, rows), None, None


def masked_scatter_gradient(grad, needs, mask, source):
    mask = prim.expand(prim.cast(mask, torch.bool), grad.shape)
    of_source = None
    if needs[2]:
        taken = grad[mask]
        of_source = prim.reshape(prim.pad(taken, 0, (0, source.numel() - taken.shape[0])), source.shape)
    return prim.where(mask, 0, grad) if needs[0] else None, None, of_source


def pad_gradient(grad, amounts):
    return prim.pad(grad, 0, tuple([-each for each in amounts]))


def flip_gradient(grad, dims):
    return prim.flip(grad, dims)


def triangle_gradient(grad, diagonal, upper):
    return prim.triangle(grad, diagonal, upper)


def in_memory_order_gradient(grad, values, like):
    count = values.numel()
    places = prim.in_memory_order(prim.arange(0, 1, count, torch.int64), like)
    flat = prim.index_add(_zeros((count,), grad), 0, prim.reshape(places, (-1,)), prim.reshape(grad, (-1,)))
    return prim.reshape(flat, values.shape), None


def index_fill_gradient(grad, needs, self, dim, index):
    """Of the value once for each element that was filled, however often it was named."""
    chosen = prim.full((1,) if self.ndim == 0 else tuple(self.shape), False, torch.bool)
    places = [None] * prim.wrapped(dim, self.ndim) + [index]
    chosen = prim.index_put(chosen, prim.full((), True, torch.bool), False, places)
    if self.ndim == 0:
        chosen = prim.reshape(chosen, ())
    of_value = prim.sum(prim.where(chosen, grad, 0), None, False) if needs[1] else None
    return prim.where(chosen, 0, grad) if needs[0] else None, of_value


def fill_gradient(grad, needs):
    return _zeros(grad.shape, grad) if needs[0] else None, prim.sum(grad, None, False) if needs[1] else None
