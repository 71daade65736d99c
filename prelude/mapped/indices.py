"""Tensors that vmap maps over: joining, indexing by tensors, indices that operators give, gradients' helpers."""


def _vmap_dims(self, dim):
    """A dimension that the mapped function names, in the whole tensor"""
    return prim.vmap_count(self) + _wrapped(dim, self.dim())


def _map_concat(tensors, dim):
    rank = tensors[0].dim()
    wholes = prim.vmap_wide(rank, *tensors)
    return prim.vmap_remap(prim.concat(wholes, wholes[0].dim() - rank + _wrapped(dim, rank)), *tensors)


def _map_gather(self, dim, index):
    rank = self.dim()
    wholes = prim.vmap_wide(rank, self, index)
    return prim.vmap_remap(prim.gather(wholes[0], wholes[0].dim() - rank + _wrapped(dim, rank), wholes[1]), self, index)


# What is written has memory of its own for each that is mapped over: it is no tensor that was widened.


def _map_scatter(self, dim, index, src, reduce):
    rank = self.dim()
    wholes = prim.vmap_wide(rank, self, index, src)
    return prim.vmap_remap(prim.scatter(prim.contiguous(wholes[0]), wholes[0].dim() - rank + _wrapped(dim, rank), wholes[1], wholes[2], reduce), self, index, src)


def _vmap_along(self, dim, index):
    """An index of one dimension as one of places of the whole tensor along `dim`"""
    rank = self.dim()
    sizes = list(self.shape)
    sizes[dim] = index.shape[0]
    return expand(reshape(index, [index.shape[0] if i == dim else 1 for i in range(rank)]), sizes)


def _map_index_select(self, dim, index):
    if self.dim() == 0:
        return self
    dim = _wrapped(dim, self.dim())
    if index.dim() != 1:  # as of an embedding: the dimensions of the index stand in the place of `dim`
        picked = _map_index_select(self, dim, reshape(index, (index.numel(),)))
        sizes = tuple(self.shape)
        return reshape(picked, sizes[:dim] + tuple(index.shape) + sizes[dim + 1 :])
    if prim.vmap_is_mapped(index):
        return gather(self, dim, _vmap_along(self, dim, index))
    return prim.vmap_remap(prim.index_select(prim.vmap_whole(self), _vmap_dims(self, dim), index), self)


def _map_index_add(self, dim, index, source):
    dim = _wrapped(dim, self.dim())
    if prim.vmap_is_mapped(index):
        return _map_scatter(self, dim, _vmap_along(source, dim, index), source, 1)
    wholes = prim.vmap_wide(self.dim(), self, source)
    return prim.vmap_remap(prim.index_add(prim.contiguous(wholes[0]), wholes[0].dim() - self.dim() + dim, index, wholes[1]), self, source)


def _map_index(self, indices):
    if not prim.vmap_is_mapped(*indices):
        return prim.vmap_remap(prim.index(prim.vmap_whole(self), (None,) * prim.vmap_count(self) + tuple(indices)), self)
    return _map_getitem(self, tuple([slice(None) if each is None else each for each in indices]))


def _map_index_put(self, values, accumulate, indices):
    if prim.vmap_is_mapped(*indices):
        if None in indices:
            prim.refuse("torch.vmap", "writing at indices of some dimensions")
        rank = max([each.dim() for each in indices])
        self = prim.vmap_remap(prim.contiguous(prim.vmap_wide(self.dim(), self, values, *indices)[0]), self, values, *indices)
        levels = prim.vmap_level_indices(rank, self, *indices)
        aligned = prim.vmap_align(rank, self, values, *indices)
        return prim.vmap_remap(prim.index_put(prim.vmap_whole(self), aligned[1], accumulate, levels + aligned[2:]), self)
    rank = _map_index(self, indices).dim()
    whole = prim.contiguous(prim.vmap_wide(self.dim(), self, values)[0])
    count = whole.dim() - self.dim()
    written = prim.vmap_align(rank, self, values)[1]
    return prim.vmap_remap(prim.index_put(whole, written, accumulate, (None,) * count + tuple(indices)), self, values)


def _map_flip(self, dims):
    return prim.vmap_remap(prim.flip(prim.vmap_whole(self), tuple([_vmap_dims(self, each) for each in dims])), self)


def _map_scan(self, dim, kind):
    if self.dim() == 0:
        return self
    return prim.vmap_remap(prim.scan(prim.vmap_whole(self), _vmap_dims(self, dim), kind), self)


def _map_select(self, dim, index):
    if not prim.vmap_is_mapped(index):
        return prim.vmap_remap(prim.select(prim.vmap_whole(self), _vmap_dims(self, dim), index), self)
    prim.refuse("torch.vmap", "an element of a dimension that is mapped over")


def _map_diagonal(self, offset, dim1, dim2):
    return prim.vmap_remap(prim.diagonal(prim.vmap_whole(self), offset, _vmap_dims(self, dim1), _vmap_dims(self, dim2)), self)


def _map_sum_to(self, sizes):
    """A gradient summed over what was broadcast; it has as many dimensions as that has."""
    whole = prim.vmap_whole(self)
    return prim.vmap_remap(prim.sum_to(whole, tuple(whole.shape[: prim.vmap_count(self)]) + tuple(sizes)), self)


def _map_laid_like(self, like):
    return self


def _map_in_format_of(self, like):
    return self


def _map_perhaps_itself(result, tensor, is_object):
    return result


def _map_in_memory_order(values, like):
    return values


def _vmap_index_fold(fold, self, dim, *rest):
    if self.dim() == 0:
        return prim.vmap_remap(prim.full(prim.vmap_whole(self).shape, 0, torch.int64), self)
    if dim is None:
        return _vmap_index_fold(fold, reshape(self, (self.numel(),)), 0, *rest)
    return prim.vmap_remap(fold(prim.vmap_whole(self), _vmap_dims(self, dim), *rest), self)


def _map_argmax(self, dim=None, keepdim=False):
    return _vmap_index_fold(prim.argmax, self, dim, keepdim)


def _map_argmin(self, dim=None, keepdim=False):
    return _vmap_index_fold(prim.argmin, self, dim, keepdim)


def _map_argsort(self, dim, descending, stable):
    return _vmap_index_fold(prim.argsort, self, dim, descending, stable)


def _map_topk_index(self, k, dim, largest, sorted):
    return prim.vmap_remap(prim.topk_index(prim.vmap_whole(self), k, _vmap_dims(self, dim), largest, sorted), self)


def _map_kth_index(self, k, dim):
    return prim.vmap_remap(prim.kth_index(prim.vmap_whole(self), k, _vmap_dims(self, dim)), self)


def _map_median_index(self, dim, skip_nan):
    return prim.vmap_remap(prim.median_index(prim.vmap_whole(self), _vmap_dims(self, dim), skip_nan), self)


def _map_mode_index(self, dim):
    return prim.vmap_remap(prim.mode_index(prim.vmap_whole(self), _vmap_dims(self, dim)), self)
