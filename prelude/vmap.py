"""torch.vmap, and how operators take tensors that it maps over.

A mapped tensor holds all of them at once: `prim.vmap_whole`. Its first dimensions are its levels,
one for each call of vmap that maps it. `_map_f` is what the primitive `f` does with mapped
tensors; one without it, unless it works on corresponding elements, is refused. Further ones are in prelude/mapped.
"""


@operator("torch.vmap", "torch.func.vmap")
def vmap(func, in_dims=0, out_dims=0, randomness="error", *, chunk_size=None):
    """A function that runs `func` for each place along a dimension of its arguments, all at once"""
    if randomness not in ("error", "different", "same"):
        raise RuntimeError(f"Only allowed values for randomness are 'error', 'different', or 'same'. Got {randomness}")
    if chunk_size is not None and chunk_size <= 0:
        raise ValueError(f"vmap: chunk_size should be None or greater than 0. (got {chunk_size})")

    def mapped(*args, **kwargs):
        return _vmap_call(func, in_dims, out_dims, randomness, args, kwargs)

    return mapped


def _vmap_call(func, in_dims, out_dims, randomness, args, kwargs):
    if len(args) == 0:
        raise ValueError(f"vmap({_vmap_name(func)})(<inputs>): got no inputs. Maybe you forgot to add inputs, or you are trying to vmap over a function with no inputs. The latter is unsupported.")
    if not isinstance(in_dims, (int, tuple)):
        raise ValueError(f"vmap({_vmap_name(func)}, in_dims={in_dims}, ...)(<inputs>): expected `in_dims` to be int or a (potentially nested) tuple matching the structure of inputs, got: {type(in_dims)}.")
    level = prim.vmap_new_level()
    sizes = []
    inputs = _vmap_inputs(func, in_dims, args, in_dims, level, sizes)
    if len(sizes) == 0:
        raise ValueError("vmap: Expected at least one Tensor to vmap over")
    for size in sizes:
        if size != sizes[0]:
            raise ValueError(f"vmap: Expected all tensors to have the same size in the mapped dimension, got sizes {sizes} for the mapped dimension")
    made = prim.vmap_within(level, sizes[0], randomness, lambda: func(*inputs, **kwargs))
    return _vmap_outputs(func, out_dims, made, out_dims, level, sizes[0])


def _vmap_name(func):
    return func.__name__ if hasattr(func, "__name__") else repr(func)


def _vmap_inputs(func, in_dims, value, dim, level, sizes):
    """The value with each tensor mapped that its dimension names."""
    if isinstance(value, dict):
        return {key: _vmap_inputs(func, in_dims, each, dim[key] if isinstance(dim, dict) else dim, level, sizes) for key, each in value.items()}
    if isinstance(value, (tuple, list)):
        if isinstance(dim, (tuple, list)):
            if len(dim) != len(value):
                raise ValueError(f"vmap({_vmap_name(func)}, in_dims={in_dims}, ...)(<inputs>): in_dims is not compatible with the structure of `inputs`.")
            dims = list(dim)
        else:
            dims = [dim] * len(value)
        parts = [_vmap_inputs(func, in_dims, each, at, level, sizes) for each, at in zip(value, dims)]
        return tuple(parts) if isinstance(value, tuple) else parts
    if dim is None:
        return value
    if not prim.is_tensor(value):
        raise ValueError(f"vmap({_vmap_name(func)}, in_dims={in_dims}, ...)(<inputs>): Got in_dim={dim} for an input but the input is of type {type(value)}. We cannot vmap over non-Tensor arguments, please use None as the respective in_dim")
    rank = value.dim()
    if dim < -rank or dim >= rank:
        raise ValueError(f"vmap({_vmap_name(func)}, in_dims={in_dims}, ...)(<inputs>): Got in_dim={dim} for some input, but that input is a Tensor of dimensionality {rank} so expected in_dim to satisfy -{rank} <= in_dim < {rank}.")
    dim = dim % rank
    sizes.append(value.shape[dim])
    return prim.vmap_dim(value, dim, level)


def _vmap_outputs(func, out_dims, value, dim, level, size):
    """The value with the mapped dimension back in each tensor."""
    if isinstance(value, dict):
        return {key: _vmap_outputs(func, out_dims, each, dim[key] if isinstance(dim, dict) else dim, level, size) for key, each in value.items()}
    if isinstance(value, (tuple, list)):
        dims = list(dim) if isinstance(dim, (tuple, list)) else [dim] * len(value)
        if len(dims) != len(value):
            raise ValueError(f"vmap({_vmap_name(func)}, ..., out_dims={out_dims})(<inputs>): out_dims is not compatible with the structure of `outputs`.")
        parts = [_vmap_outputs(func, out_dims, each, at, level, size) for each, at in zip(value, dims)]
        return tuple(parts) if isinstance(value, tuple) else parts
    if isinstance(dim, tuple) and len(dim) == 1:
        dim = dim[0]
    if dim is None:
        if prim.is_tensor(value) and prim.vmap_place(value, level) >= 0:
            raise ValueError(f"vmap({_vmap_name(func)}, ...): `{_vmap_name(func)}` can not return a BatchedTensor when out_dim is None")
        return value
    if not prim.is_tensor(value):
        raise ValueError(f"vmap({_vmap_name(func)}, ...): `{_vmap_name(func)}` must only return Tensors, got type {type(value)}. Did you mean to set out_dims= to None for output?")
    dim = _wrapped(dim, value.dim() + 1)
    place = prim.vmap_place(value, level)
    if place < 0:
        sizes = list(value.shape)
        sizes.insert(dim, size)
        return prim.expand(prim.unsqueeze(value, dim), tuple(sizes))
    whole = prim.vmap_whole(value)
    to = prim.vmap_count(value) - 1 + dim
    return prim.vmap_remap(whole if place == to else movedim(whole, place, to), value, without=level)


def _map_getitem(self, index):
    parts = index if isinstance(index, tuple) else (index,)
    whole = prim.vmap_whole(self)
    count = prim.vmap_count(self)
    if not prim.vmap_is_mapped(*parts):
        return prim.vmap_remap(whole[(slice(None),) * count + parts], self)
    for each in parts:
        if not prim.is_tensor(each) and not prim.is_int(each):
            prim.refuse("torch.vmap", "a subscript of mapped tensors and something else")
        if prim.is_tensor(each) and each.dtype == torch.bool:
            prim.refuse("torch.vmap", "a mask as a subscript")
    indices = [each if prim.is_tensor(each) else prim.full((), each, torch.int64) for each in parts]
    rank = max([each.dim() for each in indices])
    # The levels of the tensor are indexed along, so that all indices stand together at the front.
    levels = prim.vmap_level_indices(rank, self, *indices)
    aligned = prim.vmap_align(rank, self, *indices)[1:]
    return prim.vmap_remap(whole[levels + aligned], self, *indices)


def _map_T(self):
    return _map_permute(self, tuple(reversed(range(self.dim()))))


def _map_mT(self):
    return transpose(self, -2, -1)


def _map_permute(self, dims):
    count = prim.vmap_count(self)
    order = tuple(range(count)) + tuple([count + _wrapped(dim, self.dim()) for dim in dims])
    return prim.vmap_remap(prim.permute(prim.vmap_whole(self), order), self)


def _map_unsqueeze(self, dim):
    return prim.vmap_remap(prim.unsqueeze(prim.vmap_whole(self), prim.vmap_count(self) + _wrapped(dim, self.dim() + 1)), self)


def _map_squeeze(self, dims):
    count = prim.vmap_count(self)
    dims = dims if isinstance(dims, (tuple, list)) else (dims,)
    if self.dim() == 0 or len(dims) == 0:
        return self
    return prim.vmap_remap(prim.squeeze(prim.vmap_whole(self), tuple([count + _wrapped(dim, self.dim()) for dim in dims])), self)


def _map_expand(self, sizes):
    whole = prim.vmap_whole(self)
    count = prim.vmap_count(self)
    for missing in range(len(sizes) - self.dim()):
        whole = prim.unsqueeze(whole, count)
    return prim.vmap_remap(prim.expand(whole, tuple(whole.shape[:count]) + tuple(sizes)), self)


def _map_reshape(self, sizes):
    whole = prim.vmap_whole(self)
    return prim.vmap_remap(prim.reshape(whole, tuple(whole.shape[: prim.vmap_count(self)]) + tuple(sizes)), self)


def _map_view(self, sizes):
    return _map_reshape(self, sizes)


def _vmap_reduced(reduction, self, dims, keepdim):
    """A reduction over dimensions that the mapped function sees."""
    whole = prim.vmap_whole(self)
    count = prim.vmap_count(self)
    rank = self.dim()
    if rank == 0:
        return prim.vmap_remap(reduction(prim.unsqueeze(whole, count), (count,), False), self)
    if dims is None or isinstance(dims, (tuple, list)) and len(dims) == 0:
        dims = tuple(range(rank))
    elif not isinstance(dims, (tuple, list)):
        dims = (dims,)
    return prim.vmap_remap(reduction(whole, tuple([count + _wrapped(dim, rank) for dim in dims]), keepdim), self)


def _map_sum(self, dims, keepdim=False):
    return _vmap_reduced(prim.sum, self, dims, keepdim)


def _map_prod(self, dims, keepdim=False):
    return _vmap_reduced(prim.prod, self, dims, keepdim)


def _map_amax(self, dims, keepdim=False, *rest):
    return _vmap_reduced(prim.amax, self, dims, keepdim)


def _map_amin(self, dims, keepdim=False, *rest):
    return _vmap_reduced(prim.amin, self, dims, keepdim)


def _map_any(self, dims, keepdim=False):
    return _vmap_reduced(prim.any, self, dims, keepdim)


def _map_all(self, dims, keepdim=False):
    return _vmap_reduced(prim.all, self, dims, keepdim)


def _map_matmul(left, right):
    rank = max(left.dim(), right.dim())
    wholes = prim.vmap_align(rank, left, right)
    return prim.vmap_remap(matmul(wholes[0], wholes[1]), left, right)


def _map_keeping(result, *tensors):
    """Eager's checks of writes, which nobody does to what vmap maps over."""
    return result


def _map_has_history(tensor):
    """It is asked for what eager keeps."""
    return False


def _map_several(views, function):
    return views
