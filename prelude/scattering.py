"""Writing at places that an index, a slice or a position names, in a copy."""


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
    index = _index_of(index)
    filled = not prim.is_tensor(src)
    if filled:
        _check_fits(src, self.dtype)
        src = prim.full(index.shape, src, self.dtype)
    _check_source(self, dim, index, src, filled)
    return prim.scatter(self, dim, index, src, _reduce_kind(reduce))


def _index_of(index, name="scatter"):
    """The index as integers. An index without elements may have any dtype."""
    if index.dtype == torch.int64 or index.dtype == torch.int32:
        return index
    prim.check(index.numel() == 0, "RuntimeError", f"{name}(): Expected dtype int32/int64 for index")
    return prim.cast(index, torch.int64)


def _check_source(self, dim, index, src, filled=False):
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
    index = _index_of(index)
    _check_source(self, dim, index, src)
    return prim.scatter(self, dim, index, src, 1)


@operator("torch.scatter_reduce", "Tensor.scatter_reduce", out="expected", in_place="put")
def scatter_reduce(self, dim, index, src, reduce, *, include_self=True):
    """A copy with elements of `src` reduced where the index says"""
    dim = _wrapped(dim, self.dim())
    index = _index_of(index)
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
