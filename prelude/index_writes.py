"""Writing at indices of a dimension, or of the flattened tensor."""


@operator("torch.index_reduce", "Tensor.index_reduce", out="expected", in_place="put")
def index_reduce(self, dim, index, source, reduce, *, include_self=True):
    """A copy with the source reduced into the places that indices of a dimension name"""
    dim = _wrapped(dim, self.dim())
    if reduce not in ("prod", "mean", "amax", "amin"):
        raise RuntimeError(f"index_reduce(): Expected reduce to be one of prod, mean, amax or amin but got {reduce}.")
    if index.dim() > 1:
        raise IndexError(f"index_reduce_(): Index is supposed to be a vector, but got dim: {index.dim()} with type: {prim.class_name(index)} and size: {list(index.shape)}")
    if index.dtype != torch.int64 and index.dtype != torch.int32:
        raise RuntimeError(f"index_reduce_(): Expected dtype int32/int64 for index but got: {prim.class_name(index)}")
    if source.dtype != self.dtype:
        raise RuntimeError(f"index_reduce_(): self ({prim.class_name(self)}) and source ({prim.class_name(source)}) must have the same scalar type")
    _check_slices(self, dim, index, source, "index_reduce_()")
    if self.dim() == 0:
        return prim.reshape(index_reduce(prim.reshape(self, (1,)), 0, index, prim.reshape(source, (1,)), reduce, include_self=include_self), ())
    places = prim.reshape(index, (-1,) + (1,) * (self.dim() - 1 - dim))
    _check_within(places, self.shape[dim])
    return scatter_reduce(self, dim, prim.expand(places, source.shape), source, reduce, include_self=include_self)


def _check_within(index, size):
    outside = (index < 0) | (index >= size)
    if prim.any(prim.vmap_whole(outside), None, False).item():
        raise IndexError("index out of range in self")


@operator("torch.index_add", "Tensor.index_add", out="expected", in_place="put")
def index_add(self, dim, index, source, *, alpha=1):
    """A copy with alpha * source added at the indices of a dimension"""
    place = _wrapped(dim, self.dim())
    if index.dim() > 1:
        raise IndexError(f"index_add_(): Index is supposed to be a vector, but got dim: {index.dim()} with type: {prim.class_name(index)} and size: {list(index.shape)}")
    if index.dtype != torch.int64 and index.dtype != torch.int32:
        raise RuntimeError(f"index_add_(): Expected dtype int32/int64 for index but got: {prim.class_name(index)}")
    if not prim.is_tensor(alpha):
        _check_computes(alpha, self.dtype)
    if source.dtype != self.dtype:
        raise RuntimeError(f"index_add_(): self ({prim.class_name(self)}) and source ({prim.class_name(source)}) must have the same scalar type")
    if index.dim() == 0:
        index = prim.reshape(index, (1,))
    _check_slices(self, place, index, source, "index_add_()")
    scatters = self.dim() > 1 and (place == 0 or place == self.dim() - 1) and prim.is_static(alpha) and alpha == 1
    if not scatters:  # which has words of its own
        _check_within(index, self.shape[place] if self.dim() > 0 else 1)
    return _index_add(self, place, index, source, alpha)


def _check_slices(self, dim, index, source, name):
    """Of the source: a slice for each index, as those of the tensor are."""
    if source.dim() == 0 and dim > 0:
        raise RuntimeError(f"{name}: Indexing dim {dim} is out of bounds of the source tensor with dim 0")
    if source.dim() == 0:
        prim.check(index.numel() == 1, "IndexError", "Dimension specified as {0} but tensor has no dimensions", dim)
    if source.dim() > dim:
        prim.check(index.numel() == source.shape[dim], "RuntimeError", name + ": Number of indices ({0}) should be equal to source.size(dim): ({1}), for dim: {2}", index.numel(), source.shape[dim], dim)
    if self.dim() != source.dim():
        raise RuntimeError(f"source tensor shape must match self tensor shape, excluding the specified dimension. Got self.shape = {list(self.shape)} source.shape = {list(source.shape)}")
    if self.dim() == source.dim():
        alike = True
        for i in range(self.dim()):
            alike = alike & (self.shape[i] == source.shape[i]) if i != dim else alike
        prim.check(alike, "RuntimeError", "source tensor shape must match self tensor shape, excluding the specified dimension. Got self.shape = {0} source.shape = {1}", list(self.shape), list(source.shape))


@operator(gradient="scaled_index_add_gradient")
def _index_add(self: Tensor, dim, index, source: Tensor, alpha):
    return prim.index_add(self, dim, index, source if prim.is_static(alpha) and alpha == 1 else source * alpha)


def _check_copied(self, source, dim):
    """What is put at an index has the sizes of what is there."""
    theirs = [size for i, size in enumerate(source.shape) if i != dim]
    mine = [size for i, size in enumerate(self.shape) if i != dim]
    fits = len(mine) == len(theirs)
    for one, other in zip(mine, theirs) if fits else ():
        fits = fits & (one == other)
    texts = [" ".join(["{" + str(i + first) + "}" for i in range(len(sizes))]) for first, sizes in ((0, mine), (len(mine), theirs))]
    prim.check(fits, "RuntimeError", f"index_copy_(): Source/destination tensor must have same slice shapes. Destination slice shape: {texts[0]} at dimension {dim} and source slice shape: {texts[1]} at dimension 0.", *mine, *theirs)


def _check_put(self, index, dim):
    """No index of what is put counts from the end."""
    size = self.shape[dim] if self.dim() > 0 else 1
    is_nothing = _volume_of([size for i, size in enumerate(self.shape) if i != dim]) == 0
    prim.check((size > 0) | (index.numel() == 0) | is_nothing, "RuntimeError", "setStorage: the elements are out of bounds for storage of size 0")
    index = flatten(prim.vmap_whole(index))
    outside = (index < 0) | (index >= size)
    if prim.any(outside, None, False).item():
        raise IndexError(f"index_copy_(): index {index[outside][0].item()} is out of bounds for dimension {dim} with size {size}")


@operator("torch.index_copy", "Tensor.index_copy", autocast="widest", out="expected", in_place="put")
def index_copy(self, dim, index, source):
    """A copy with the source put at the indices of a dimension"""
    dim = _wrapped(dim, self.dim())
    if index.dim() > 1:
        raise IndexError(f"index_copy_(): Index should have dimension 1 or 0 (got {index.dim()})")
    if source.dim() == 0:
        prim.check(index.numel() == 1, "IndexError", "index_copy_(): When source is scalar, index should have one element (got {0})", index.numel())
    if source.dim() != self.dim() and source.dim() != 0 and self.dim() != 0:
        raise IndexError(f"index_copy_(): When source and destination are not scalars, their dimensionality must match. Source dimensionality ({source.dim()}), destination dimensionality ({self.dim()})")
    if index.dtype != torch.int64:
        raise RuntimeError(f"index_copy_(): Expected a long tensor for index, but got {prim.class_name(index)}")
    if source.dtype != self.dtype:
        raise RuntimeError(f"index_copy_(): self and source expected to have the same dtype, but got (self) {prim.class_name(self)} and (source) {prim.class_name(source)}")
    _check_copied(self, source, dim)
    if source.dim() > 0:
        prim.check(index.numel() == source.shape[dim], "IndexError", "index_copy_(): Number of indices ({0}) should be equal to source.size(dim) ({1})", index.numel(), source.shape[dim])
    _check_put(self, index, dim)
    return _index_copy(self, dim, flatten(index), source)


@operator(gradient="index_copy_gradient")
def _index_copy(self: Tensor, dim, index, source: Tensor):
    if self.dim() == 0:
        return prim.reshape(prim.index_put(prim.reshape(self, (1,)), prim.reshape(source, (-1,)), False, [index]), ())
    return prim.index_put(prim.contiguous(self), source, False, [None] * dim + [index])


@operator("torch.index_fill", "Tensor.index_fill", in_place="index_fill", gradient="index_fill_gradient")
def index_fill(self: Tensor, dim, index, value: Tensor):
    """A copy with one value at the indices of a dimension"""
    dim = _wrapped(dim, self.dim())
    if index.dtype != torch.int64:
        raise IndexError("index_fill_(): Expected dtype int64 for index.")
    if index.dim() > 1:
        raise RuntimeError("Index has to be a vector/scalar")
    if (prim.is_complex(value) if prim.is_tensor(value) else isinstance(value, complex)) and not prim.is_complex(self):
        raise RuntimeError("index_fill_(): Converting complex Scalar to non-complex type is not supported")
    if not prim.is_tensor(value):
        _check_fits(value, self.dtype)
        value = prim.full((), value, self.dtype)
    elif value.dim() > 0:
        raise RuntimeError(f"index_fill_ only supports a 0-dimensional value tensor, but got tensor with {value.dim()} dimension(s).")
    if self.dim() == 0:
        return prim.reshape(prim.index_put(prim.reshape(self, (1,)), value, False, [index]), ())
    return prim.laid_like(prim.index_put(self, value, False, [None] * dim + [index]), self)


@operator("torch.index_put", "Tensor.index_put", in_place="index_put")
def index_put(self, indices, values, accumulate=False):
    """A copy with the indexed elements replaced by, or increased by, values"""
    if len(indices) > self.dim():
        raise IndexError(f"too many indices for tensor of dimension {self.dim()} (got {len(indices)})")
    if values.dtype != self.dtype:
        raise RuntimeError(f"Index put requires the source and destination dtypes match, got {prim.class_name(self)} for the destination and {prim.class_name(values)} for the source.")
    if len(indices) == 0:
        raise RuntimeError("sym_strides() called on an undefined Tensor")
    for each in indices:
        if each is not None and each.dtype not in (torch.int64, torch.int32, torch.bool, torch.uint8):
            raise IndexError("tensors used as indices must be long, int, byte or bool tensors")
    return prim.laid_like(prim.index_put(self, values, accumulate, list(indices)), self)


@operator("torch.put", "Tensor.put", in_place="put")
def put(self, index, source, accumulate=False):
    """A copy with elements of the flattened tensor replaced, or increased"""
    if source.dtype != self.dtype:
        raise RuntimeError(f"put_(): self and source expected to have the same dtype, but got self.dtype = {prim.class_name(self)} and source.dtype = {prim.class_name(source)}")
    if index.dtype != torch.int64:
        raise RuntimeError(f"put_(): Expected a long tensor for index, but got {prim.class_name(index)}")
    prim.check(source.numel() == index.numel(), "IndexError", "put_(): Expected source and index to have the same number of elements, but got source.numel() = {0}, index.numel() = {1}", source.numel(), index.numel())
    _check_places(self, index)
    return _put(self, index, source, accumulate)


@operator(gradient="put_gradient")
def _put(self: Tensor, index, source: Tensor, accumulate):
    flat = prim.reshape(self, (-1,))
    return prim.laid_like(prim.reshape(prim.index_put(flat, flatten(source), accumulate, [flatten(index)]), self.shape), self)
