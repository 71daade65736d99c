"""Reading and writing at places that tensors of indices name."""


@operator("torch.nn.functional.embedding", examples=["torch.nn.functional.embedding(torch.tensor(1), torch.ones(4, 3)).reshape(3, 1).sum() == torch.tensor(3.)"])
def functional_embedding(input, weight, padding_idx=None, max_norm=None, norm_type=2.0, scale_grad_by_freq=False, sparse=False):
    """Rows of the weight at the indices"""
    if padding_idx is not None:
        prim.check((padding_idx < weight.shape[0]) & (padding_idx >= -weight.shape[0]), "AssertionError", "Padding_idx must be within num_embeddings")
    if max_norm is not None:
        embedding_renorm_(weight, input, max_norm, norm_type)
    padding_idx = -1 if padding_idx is None else padding_idx + weight.shape[0] if padding_idx < 0 else padding_idx
    return embedding(weight, input, padding_idx, scale_grad_by_freq, sparse)


@operator("torch.embedding_renorm_")
def embedding_renorm_(weight, indices, max_norm, norm_type):
    """Rows of the weight at the indices scaled down to the largest norm allowed"""
    _check_rows(indices, "embedding_renorm_")
    rows = prim.reshape(indices, (-1,))
    chosen = prim.full((weight.shape[0],), False, torch.bool)
    chosen = prim.unsqueeze(prim.index_put(chosen, prim.full((), True, torch.bool), False, [rows]), 1)
    norms = vector_norm(weight, norm_type, 1, True)
    return prim.store(weight, prim.where(chosen & (norms > max_norm), weight * (max_norm / (norms + 1e-07)), weight))


@operator("torch.embedding_bag")
def embedding_bag(weight, indices, offsets, scale_grad_by_freq=False, mode=0, sparse=False, per_sample_weights=None, include_last_offset=False, padding_idx=None):
    """Sums (mode 0), means (1) or maxima (2) of rows of the weight, bag by bag; to which bag each index belongs, and the bags' sizes"""
    _check_rows(indices, "embedding_bag")
    _check_rows(offsets, "embedding_bag")
    if per_sample_weights is not None and per_sample_weights.dtype != weight.dtype:
        mine, theirs = prim.class_name(weight), prim.class_name(per_sample_weights)
        raise RuntimeError(f"Expected tensor for argument #1 'weight' to have the same type as tensor for argument #1 'per_sample_weights'; but type torch.{mine}Tensor does not equal torch.{theirs}Tensor (while checking arguments for embedding_bag)")
    if padding_idx is not None:
        length = weight.shape[0]
        prim.check((padding_idx >= -length) & (padding_idx < length), "RuntimeError", "padding_idx must be within the number of embeddings, {0} through {1}, but got {2}", -length, length - 1, padding_idx)
        padding_idx = padding_idx + length if padding_idx < 0 else padding_idx
    count = indices.shape[0]
    bags = offsets.shape[0] - (1 if include_last_offset else 0)
    offsets = prim.cast(offsets, torch.int64)
    if offsets.shape[0] > 0:
        prim.check(offsets[0].item() == 0, "RuntimeError", "offsets[0] has to be 0, i.e., the first sequence in the mini-batch has to start from position 0. However, got {0}\n[ torch.LongTensor{1} ]", offsets[0].item(), "{}")
        last = offsets[offsets.shape[0] - 1].item()
        prim.check(last <= count, "RuntimeError", "offsets[-1] can not be greater than input's length {0} but got offsets[-1] of {1}", count, last)
    _check_bag_rows(indices, weight, mode)
    if mode != 2 and per_sample_weights is None and padding_idx is None:
        return _whole_bags(weight, indices, offsets, bags, mode, include_last_offset)
    places = prim.arange(0, 1, count, torch.int64)
    bag = prim.searchsorted(narrow(offsets, 0, 0, bags), places, True) - 1
    rows = prim.index_select(weight, 0, indices)
    kept = prim.cast(indices != (-1 if padding_idx is None else padding_idx), torch.int64)
    sizes = prim.index_add(prim.full((bags,), 0, torch.int64), 0, bag, kept)
    shape = (bags, weight.shape[1])
    if mode == 2:
        index = prim.expand(prim.unsqueeze(bag, 1), rows.shape)
        rows = prim.where(prim.unsqueeze(kept != 0, 1), rows, -math.inf)
        result = prim.scatter(prim.full(shape, -math.inf, weight.dtype), 0, index, rows, 3)
        result = prim.where(prim.unsqueeze(sizes > 0, 1), result, 0)
    else:
        if include_last_offset:
            kept = prim.where(places < offsets[bags], kept, 0)  # the size of the last bag counts them, as eager has it
        if per_sample_weights is None:
            rows = rows * prim.unsqueeze(prim.cast(kept, weight.dtype), 1)
        else:
            rows = prim.where(prim.unsqueeze(kept != 0, 1), _weighted_rows(weight, indices, per_sample_weights), 0)
        result = prim.index_add(prim.full(shape, 0, weight.dtype), 0, bag, rows)
        if mode == 1:
            result = result / prim.unsqueeze(prim.cast(prim.maximum(sizes, 1), weight.dtype), 1)
    return result, bag, sizes, sizes


def _check_bag_rows(indices, weight, mode):
    """Each index names a row; eager's words are those of the kernel that a dtype has."""
    indices = prim.vmap_whole(indices)
    outside = (indices < 0) | (indices >= weight.shape[0])
    if prim.any(outside, None, False).item():
        place = argmax(prim.cast(outside, torch.int64)).item()
        found = flatten(indices)[place].item()
        if mode == 2 or weight.dtype == torch.float64:
            raise RuntimeError(f"embedding_bag: Expected idx >= 0 && idx < num_embeddings but found idx to be {found}")
        raise RuntimeError(f"Index {place} of input takes value {found} which is not in the valid range [0, {weight.shape[0]})")


@operator(gradient="weighted_rows_gradient")
def _weighted_rows(weight: Tensor, indices, factors: Tensor):
    """The rows that the indices name, each times its factor."""
    return prim.index_select(weight, 0, indices) * prim.unsqueeze(factors, 1)


def _whole_bags(weight, indices, offsets, bags, mode, include_last_offset):
    """Bags of which every index counts alike"""
    count = indices.shape[0]
    begins = narrow(offsets, 0, 0, bags)
    ends = prim.concat([begins, prim.full((1,), count, torch.int64)], 0)
    result = prim.bag_sum(weight, indices, offsets if include_last_offset else ends)
    sizes = narrow(ends, 0, 1, bags) - begins
    if mode == 1:
        result = result / prim.unsqueeze(prim.cast(prim.maximum(sizes, 1), weight.dtype), 1)
    return result, prim.searchsorted(begins, prim.arange(0, 1, count, torch.int64), True) - 1, sizes, sizes


@operator("torch.embedding", gradient="embedding_gradient")
def embedding(weight: Tensor, indices, padding_idx=-1, scale_grad_by_freq=False, sparse=False):
    """Rows of the weight at the indices"""
    if weight.dim() != 2:
        raise RuntimeError("'weight' must be 2-D")
    _check_rows(indices, "embedding")
    return prim.index_select(weight, 0, indices)


def _check_rows(indices, function):
    if indices.dtype != torch.int64 and indices.dtype != torch.int32:
        raise RuntimeError(f"Expected tensor for argument #1 'indices' to have one of the following scalar types: Long, Int; but got torch.{prim.class_name(indices)}Tensor instead (while checking arguments for {function})")


@operator("torch.nn.functional.one_hot", "torch._C._nn.one_hot")
def one_hot(self, num_classes=-1):
    """1 at the place that each index names, 0 elsewhere, along a new last dimension"""
    if self.dtype != torch.int64:
        raise RuntimeError("one_hot is only applicable to index tensor of type LongTensor.")
    prim.check((num_classes > 0) | (self.numel() > 0), "RuntimeError", "Can not infer total number of classes from empty tensor.")
    if num_classes == -1:
        num_classes = int(prim.amax(self, None)) + 1
    if prim.is_static(self.numel()) and self.numel() == 0:
        return prim.full(tuple(self.shape) + (num_classes,), 0, torch.int64)
    prim.check(prim.all(self >= 0, None, False).item(), "RuntimeError", "Class values must be non-negative.")
    prim.check(prim.all(self < num_classes, None, False).item(), "RuntimeError", "Class values must be smaller than num_classes.")
    return prim.in_order(prim.cast(prim.unsqueeze(self, -1) == prim.arange(0, 1, num_classes, torch.int64), torch.int64))


@operator("torch.index_select", "Tensor.index_select")
def index_select(self, dim, index):
    """Elements of a dimension at indices"""
    if index.dim() > 1:
        raise IndexError("index_select(): Index is supposed to be a vector")
    if index.dtype != torch.int64 and index.dtype != torch.int32:
        raise RuntimeError("index_select(): Expected dtype int32 or int64 for index")
    if index.dim() == 0:
        index = prim.reshape(index, (1,))
    dim = _wrapped(dim, self.dim())
    if self.dim() == 0:
        prim.check(index.shape[0] == 1, "RuntimeError", "index_select(): Index to scalar can have only 1 value, got {0} value(s)", index.shape[0])
        return prim.reshape(prim.index_select(prim.reshape(self, (1,)), 0, index), ())
    return prim.index_select(self, dim, index)


@operator("torch.gather", "Tensor.gather", out="expected")
def gather(self, dim, index, *, sparse_grad=False):
    """For each place of the index, the element that it names along a dimension"""
    dim = _wrapped(dim, self.dim())
    if index.dtype != torch.int64 and index.dtype != torch.int32:
        prim.check(index.numel() == 0, "RuntimeError", "gather(): Expected dtype int32/int64 for index")
        index = prim.cast(index, torch.int64)
    if max(index.dim(), 1) != max(self.dim(), 1):
        prim.check(index.numel() == 0, "RuntimeError", "Index tensor must have the same number of dimensions as input tensor")
        return prim.keeping(_with_zeros(prim.full(index.shape, 0, self.dtype), self), self)
    return prim.keeping(prim.gather(self, _wrapped(dim, self.dim()), index), self)


@operator("torch.take_along_dim", "Tensor.take_along_dim", out="expected")
def take_along_dim(self, indices, dim=None):
    """gather with sizes that broadcast; negative indices count from the end where `dim` is given"""
    if dim is None:
        return gather(prim.view(self, (-1,)), 0, prim.view(indices, (-1,)))
    if indices.dtype != torch.int64:
        raise RuntimeError(f"torch.take_along_dim(): dtype of indices should be Long but got {prim.class_name(indices)}")
    if self.dim() != indices.dim():
        raise RuntimeError(f"torch.take_along_dim(): input and indices should have the same number of dimensions, but got {self.dim()} dimensions for input, and {indices.dim()} dimensions for indices")
    dim = _wrapped(dim, self.dim())
    indices = indices % max(self.shape[dim], 1)
    mine = list(self.shape)
    theirs = list(indices.shape)
    mine[dim] = 1
    theirs[dim] = 1
    shape = list(_broadcast_shape(tuple(mine), tuple(theirs)))
    wide = list(shape)
    wide[dim] = self.shape[dim]
    shape[dim] = indices.shape[dim]
    return prim.keeping(prim.gather(prim.expand(self, tuple(wide)), dim, prim.expand(indices, tuple(shape))), self)


def _check_places(self, index):
    """Places in the flattened tensor."""
    size = self.numel()
    index = prim.vmap_whole(index)
    outside = (index < -size) | (index >= size)
    if prim.any(outside, None).item():
        raise IndexError(f"out of range: tried to access index {index[outside][0].item()} on a tensor of {size} elements.")


@operator("torch.take", "Tensor.take")
def take(self, index):
    """Elements of the flattened tensor"""
    if index.dtype != torch.int64:
        raise RuntimeError(f"take(): Expected a long tensor for index, but got {prim.class_name(index)}")
    flat = prim.reshape(self, (-1,))
    prim.check((flat.shape[0] > 0) | (index.numel() == 0), "IndexError", "take(): tried to take from an empty tensor")
    _check_places(self, index)
    size = flat.shape[0]
    return prim.keeping(prim.index_select(flat, 0, prim.where(index < 0, index + size, index)), self)


def _reduce_kind(reduce):
    if reduce is None:
        return 0
    if reduce == "add" or reduce == "sum":
        return 1
    if reduce == "multiply" or reduce == "prod":
        return 2
    if reduce == "amax":
        return 3
    if reduce == "amin":
        return 4
    prim.refuse("scatter", "this reduction")


@operator("torch.scatter", "Tensor.scatter", out="expected", in_place="put")
def scatter(self, dim, index, src=None, *, value=None, reduce=None):
    """A copy with elements of `src`, or one value, put where the index says"""
    src = value if src is None else src
    dim = _wrapped(dim, self.dim())
    filled = not prim.is_tensor(src)
    if filled:
        _check_fits(src, self.dtype)
        src = prim.full(index.shape, src, self.dtype)
    _check_source(self, dim, index, src, filled)
    return prim.scatter(self, dim, index, src, _reduce_kind(reduce))


def _check_source(self, dim, index, src, filled=False):
    if index.dtype != torch.int64 and index.dtype != torch.int32:
        raise RuntimeError("scatter(): Expected dtype int32/int64 for index")
    if src.dtype != self.dtype:
        raise RuntimeError("scatter(): Expected self.dtype to be equal to src.dtype")
    ranks = [max(each.dim(), 1) for each in (index, self, src)]
    if ranks[0] != ranks[1]:
        prim.check(index.numel() == 0, "RuntimeError", "Index tensor must have the same number of dimensions as self tensor")
    elif ranks[0] != ranks[2]:
        prim.check(index.numel() == 0, "RuntimeError", "Index tensor must have the same number of dimensions as src tensor")
    else:
        fits, inside = True, True
        for i in range(index.dim()):
            size = index.shape[i]
            fits = fits & (size <= self.shape[i]) if i != dim and self.dim() > 0 else fits
            inside = inside & (size <= src.shape[i]) if src.dim() > 0 else inside
        words = "Expected index {0} to be no larger than self {1} apart from dimension {2}"
        if filled:
            prim.check(fits | (index.numel() == 0), "RuntimeError", words, list(index.shape), list(self.shape), dim)
        else:
            prim.check(fits & inside | (index.numel() == 0), "RuntimeError", words + " and to be no larger size than src {3}", list(index.shape), list(self.shape), dim, list(src.shape))


@operator("torch.scatter_add", "Tensor.scatter_add", out="expected", in_place="put")
def scatter_add(self, dim, index, src):
    """A copy with elements of `src` added where the index says"""
    dim = _wrapped(dim, self.dim())
    _check_source(self, dim, index, src)
    return prim.scatter(self, dim, index, src, 1)


@operator("torch.scatter_reduce", "Tensor.scatter_reduce", out="expected", in_place="put")
def scatter_reduce(self, dim, index, src, reduce, *, include_self=True):
    """A copy with elements of `src` reduced where the index says"""
    dim = _wrapped(dim, self.dim())
    _check_source(self, dim, index, src)
    mean_of = reduce == "mean"
    if reduce in ("amax", "amin"):
        _no_complex(self, f"scatter_gather_tensor_cpu_reduce_{reduce}")
    kind = 1 if mean_of else _reduce_kind(reduce)
    whole = self
    if not include_self and kind > 2:
        result = _scatter_extreme(self, dim, index, src, kind)
        return prim.keeping(result, whole, src, result)
    if not include_self:
        start = 0 if kind == 1 else 1
        self = prim.scatter(self, dim, index, prim.full(index.shape, start, self.dtype), 0)
    result = prim.scatter(self, dim, index, src, kind)
    if mean_of:
        counts = prim.full(self.shape, 1 if include_self else 0, self.dtype)
        counts = prim.scatter(counts, dim, index, prim.full(index.shape, 1, self.dtype), 1)
        counts = prim.maximum(counts, 1)
        result = result / counts if prim.is_floating(self) else result // counts
    return prim.keeping(result, whole, src, result)


@operator(gradient="scatter_extreme_gradient")
def _scatter_extreme(self: Tensor, dim, index, src: Tensor, kind):
    """The extremes of `src` alone, where the index says."""
    start = prim.full(index.shape, _limit_of(self.dtype, kind == 3), self.dtype)
    return prim.scatter(prim.scatter(self, dim, index, start, 0), dim, index, src, kind)


def _limit_of(dtype, least):
    """What no element of the dtype is below (or above)."""
    if dtype == torch.bool:
        return not least
    if prim.is_floating(dtype):
        return -math.inf if least else math.inf
    limits = torch.iinfo(dtype)
    return limits.min if least else limits.max


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


def _check_copied(self, index, source, dim):
    """What is put at an index has the sizes of what is there; no index counts from the end."""
    theirs = [size for i, size in enumerate(source.shape) if i != dim]
    mine = [size for i, size in enumerate(self.shape) if i != dim]
    fits = len(mine) == len(theirs)
    for one, other in zip(mine, theirs) if fits else ():
        fits = fits & (one == other)
    texts = [" ".join(["{" + str(i + first) + "}" for i in range(len(sizes))]) for first, sizes in ((0, mine), (len(mine), theirs))]
    prim.check(fits, "RuntimeError", f"index_copy_(): Source/destination tensor must have same slice shapes. Destination slice shape: {texts[0]} at dimension {dim} and source slice shape: {texts[1]} at dimension 0.", *mine, *theirs)
    size = self.shape[dim] if self.dim() > 0 else 1
    prim.check((size > 0) | (index.numel() == 0) | (_volume_of(mine) == 0), "RuntimeError", "setStorage: the elements are out of bounds for storage of size 0")
    index = flatten(prim.vmap_whole(index))
    outside = (index < 0) | (index >= size)
    if prim.any(outside, None, False).item():
        raise IndexError(f"index_copy_(): index {index[outside][0].item()} is out of bounds for dimension {dim} with size {size}")


@operator("torch.index_copy", "Tensor.index_copy", autocast="widest", out="expected", in_place="put")
def index_copy(self, dim, index, source):
    """A copy with the source put at the indices of a dimension"""
    dim = _wrapped(dim, self.dim())
    if source.dim() == 0:
        prim.check(index.numel() == 1, "IndexError", "index_copy_(): When source is scalar, index should have one element (got {0})", index.numel())
    if source.dtype != self.dtype:
        raise RuntimeError(f"index_copy_(): self and source expected to have the same dtype, but got (self) {prim.class_name(self)} and (source) {prim.class_name(source)}")
    if index.dtype != torch.int64:
        raise RuntimeError(f"index_copy_(): Expected a long tensor for index, but got {prim.class_name(index)}")
    if index.dim() > 1:
        raise IndexError(f"index_copy_(): Index should have dimension 1 or 0 (got {index.dim()})")
    if source.dim() != self.dim() and source.dim() != 0 and self.dim() != 0:
        raise IndexError(f"index_copy_(): When source and destination are not scalars, their dimensionality must match. Source dimensionality ({source.dim()}), destination dimensionality ({self.dim()})")
    if source.dim() > 0 and self.dim() > 0:
        prim.check(index.numel() == source.shape[dim], "IndexError", "index_copy_(): Number of indices ({0}) should be equal to source.size(dim) ({1})", index.numel(), source.shape[dim])
    _check_copied(self, index, source, dim)
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
    for each in indices:
        if each is not None and each.dtype not in (torch.int64, torch.int32, torch.bool, torch.uint8):
            raise IndexError("tensors used as indices must be long, int, byte or bool tensors")
    return prim.laid_like(prim.index_put(self, values, accumulate, list(indices)), self)


@operator("torch.masked_fill", "Tensor.masked_fill", in_place="mask")
def masked_fill(self, mask, value):
    """A copy with one value where the mask is true"""
    if mask.dtype != torch.bool:
        raise RuntimeError(f"masked_fill_ only supports boolean masks, but got mask with dtype {prim.class_name(mask).lower()}")
    name = "MaskedFillBackward1" if prim.is_tensor(value) else "MaskedFillBackward0"
    if prim.is_tensor(value):
        if value.dim() > 0:
            raise RuntimeError(f"masked_fill_ only supports a 0-dimensional value tensor, but got tensor with {value.dim()} dimension(s).")
        check_fill(self, value)
        value = prim.cast(value, self.dtype)
    else:
        _check_fits(value, self.dtype)
        value = prim.full((), value, self.dtype)
    return prim.named(prim.in_order(prim.cast(prim.where(mask, value, self), self.dtype)), name, True)


@operator("torch.masked_select", "Tensor.masked_select")
def masked_select(self, mask):
    """The elements where the mask is true, as a vector"""
    if mask.dtype != torch.bool:
        raise RuntimeError("masked_select: expected BoolTensor for mask")
    mask, wide = broadcast_tensors(mask, self)
    if wide.dim() == 0:
        wide = prim.reshape(wide, (1,))
        mask = prim.reshape(mask, (1,))
    return prim.keeping(wide[mask], self)


@operator("torch.masked_scatter", "Tensor.masked_scatter", in_place="mask")
def masked_scatter(self, mask, source):
    """A copy with elements of the source, in order, where the mask is true"""
    if mask.dtype != torch.bool:
        raise RuntimeError(f"masked_scatter_ only supports boolean masks, but got mask with dtype {prim.class_name(mask)}")
    if source.dtype != self.dtype:
        raise RuntimeError(f"masked_scatter: expected self and source to have same dtypes but got{prim.class_name(self)} and {prim.class_name(source)}")
    self, mask = broadcast_tensors(self, mask)
    return prim.masked_scatter(self, mask, source)


@operator("torch.nonzero", "Tensor.nonzero")
def nonzero(self, *, as_tuple=False):
    """Coordinates of the elements that are not 0"""
    if as_tuple and self.dim() == 0:
        self = prim.unsqueeze(self, 0)
    found = prim.nonzero(self)
    return tuple([select(found, 1, i) for i in range(self.dim())]) if as_tuple else found


@operator("torch.argwhere", "Tensor.argwhere")
def argwhere(self):
    """Coordinates of the elements that are not 0"""
    return prim.nonzero(self)


def _check_part(part, src):
    if part.dim() != src.dim():
        raise RuntimeError(f"expected src to have a size equal to the slice of self. src size = {list(src.shape)}, slice size = {list(part.shape)}")
    same = True
    for mine, other in zip(part.shape, src.shape):
        same = (mine == other) & same
    prim.check(same, "RuntimeError", "expected src to have a size equal to the slice of self. src size = {0}, slice size = {1}", list(src.shape), list(part.shape))


@operator("torch.slice_scatter", "Tensor.slice_scatter", out="expected")
def slice_scatter(self, src, dim=0, start=None, end=None, step=1):
    """A copy with a slice replaced"""
    prim.check(step > 0, "RuntimeError", "slice step must be positive")
    if self.dim() == 0:
        raise IndexError("slice() cannot be applied to a 0-dim tensor.")
    result = prim.clone(self)
    place = (slice(None),) * _wrapped(dim, self.dim()) + (slice(start, end, step),)
    _check_part(result[place], src)
    result[place] = src
    return result


@operator("torch.select_scatter", "Tensor.select_scatter")
def select_scatter(self, src, dim, index):
    """A copy with one element of a dimension replaced"""
    result = prim.clone(self)
    place = (slice(None),) * _wrapped(dim, self.dim()) + (index,)
    _check_part(select(result, dim, index), src)
    result[place] = src
    return result


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
