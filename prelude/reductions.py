"""Reductions, running folds, statistics, sorting."""


def _sum_dtype(self, dtype):
    """The dtype that sums and products are computed in."""
    if dtype is not None:
        return dtype
    return torch.int64 if prim.is_integral(self) else self.dtype


def _count(self, dim):
    """The number of elements along dims; of all for None."""
    if dim is None:
        return self.numel()
    if not isinstance(dim, (tuple, list)):
        dim = (dim,)
    if len(dim) == 0:
        return self.numel()
    count = 1
    for each in dim:
        count = count * (self.shape[each] if self.dim() > 0 else 1)
    return count


def _wrapped(dim, rank):
    """A dimension as a number from 0 on."""
    return prim.wrapped(dim, rank)


def _own_dim(dim, rank):
    """The same where a tensor without dimensions has none to name."""
    if rank == 0:
        raise IndexError(f"Dimension specified as {dim} but tensor has no dimensions")
    return prim.wrapped(dim, rank)


@operator("torch.sum", "Tensor.sum", out="computed", examples=["torch.sum(torch.tensor([True, True])) == torch.tensor(2)"])
def sum_(self, dim=None, keepdim=False, *, dtype=None):
    """Sum of all elements, or along dims"""
    return prim.sum(prim.cast(self, _sum_dtype(self, dtype)), dim, keepdim)


@operator("torch.prod", "Tensor.prod", autocast="single", out="computed")
def prod(self, dim=None, keepdim=False, *, dtype=None):
    """Product of all elements, or along one dimension"""
    return prim.prod(prim.cast(self, _sum_dtype(self, dtype)), dim, keepdim)


@operator("torch.mean", "Tensor.mean", out="computed", examples=["torch.mean(torch.tensor([1., 3.])) == torch.tensor(2.)"], rejects=["C1: torch.mean(torch.tensor([1, 2]))"])
def mean(self, dim=None, keepdim=False, *, dtype=None):
    """Mean of all elements, or along dims

    - C1: a floating point or complex dtype.
    """
    if dtype is not None:
        self = prim.cast(self, dtype)
    if prim.is_integral(self):
        raise RuntimeError(f"mean(): could not infer output dtype. Input dtype must be either a floating point or complex dtype. Got: {prim.class_name(self)}")
    result = _as(prim.sum(_wide(self), dim, keepdim) / _count(self, dim), self)
    return prim.named(result, "MeanBackward0" if dim is None else "MeanBackward1", True)


def _check_varying(self, name):
    if prim.is_integral(self):
        raise RuntimeError(f"{name} only support floating point and complex dtypes")


@operator("torch.var_mean", gradient="var_mean_gradient")
def var_mean(self: Tensor, dim=None, unbiased=True, keepdim=False, *, correction=None):
    """Variance and mean of all elements, or along dims"""
    _check_varying(self, "var_mean")
    variance, center = _variance_and_mean(self, dim, unbiased, keepdim, correction)
    return _as(variance, self), center


def _variance_and_mean(self, dim, unbiased, keepdim, correction):
    """Variance and mean; the variance of half precision as float, for what is made of it."""
    if isinstance(dim, bool):
        unbiased = dim
        dim = None
    if correction is None:
        correction = 1 if unbiased else 0
    x = _wide(self)
    moved = x - mean(x, dim, True)
    if prim.is_complex(self):
        x, y = real(moved), imag(moved)
        squares = x * x + y * y
    else:
        squares = moved * moved
    total = prim.sum(squares, dim, keepdim)
    count = _count(self, dim)
    freedom = count - correction
    variance = total / (freedom if (freedom > 0) & (count > 0) else 0)
    return variance, _running_mean(self, dim, keepdim)


def _running_mean(self, dim, keepdim):
    """The mean that follows the elements in order, as eager has it beside a variance: what comes behind an infinite one
    makes it NaN."""
    result = mean(self, dim, keepdim)
    if self.dim() == 0 or prim.is_complex(self):
        return result
    dims = dim if isinstance(dim, (tuple, list)) else () if dim is None else (dim,)
    dims = tuple(range(self.dim())) if len(dims) == 0 else tuple([_wrapped(each, self.dim()) for each in dims])
    followed = False
    for each in dims:
        place = prim.arange(0, 1, self.shape[each], torch.int64)
        followed = followed | (prim.reshape(place, (-1,) + (1,) * (self.dim() - 1 - each)) < self.shape[each] - 1)
    return prim.where(prim.any(followed & (self - self != 0), dims, keepdim), math.nan, result)


@operator("torch.var", "Tensor.var")
def var(self, dim=None, unbiased=True, keepdim=False, *, correction=None):
    """Variance of all elements, or along dims; `correction` is taken from their number"""
    _check_varying(self, "std and var")
    return prim.named(var_mean(self, dim, unbiased, keepdim, correction=correction)[0], "VarBackward0", True)


@operator("torch.std", "Tensor.std")
def std(self, dim=None, unbiased=True, keepdim=False, *, correction=None):
    """Standard deviation of all elements, or along dims"""
    _check_varying(self, "std and var")
    return prim.named(_std_mean(self, dim, unbiased, keepdim, correction)[0], "StdBackward0", True)


@operator(gradient="std_mean_gradient")
def _std_mean(self: Tensor, dim, unbiased, keepdim, correction):
    variance, center = _variance_and_mean(self, dim, unbiased, keepdim, correction)
    return _as(prim.sqrt(variance), self), center


@operator("torch.std_mean")
def std_mean(self, dim=None, unbiased=True, keepdim=False, *, correction=None):
    """Standard deviation and mean"""
    _check_varying(self, "std_mean")
    return _std_mean(self, dim, unbiased, keepdim, correction)


def _is_none_at_all(dim):
    """Whether a list of dimensions is empty, and nothing is reduced."""
    return isinstance(dim, (tuple, list)) and len(dim) == 0


@operator("torch.any", "Tensor.any", out="bool_only")
def any_(self, dim=None, keepdim=False):
    """Whether any element is not 0"""
    result = self != 0 if _is_none_at_all(dim) else prim.any(self, dim, keepdim)
    return prim.cast(result, torch.uint8) if self.dtype == torch.uint8 else result


@operator("torch.all", "Tensor.all", out="bool_only")
def all_(self, dim=None, keepdim=False):
    """Whether all elements are not 0"""
    result = self != 0 if _is_none_at_all(dim) else prim.all(self, dim, keepdim)
    return prim.cast(result, torch.uint8) if self.dtype == torch.uint8 else result


@operator("torch._is_all_true")
def is_all_true(self):
    """Whether all elements of a tensor of bools are true"""
    return prim.all(self, None, False)


@operator("torch._is_any_true")
def is_any_true(self):
    """Whether any element of a tensor of bools is true"""
    return prim.any(self, None, False)


@operator("torch.count_nonzero", "Tensor.count_nonzero")
def count_nonzero(self, dim=None):
    """How many elements are not 0"""
    return prim.sum(prim.cast(prim.cast(self, torch.bool), torch.int64), dim)


@operator("torch.amax", "Tensor.amax", out="match")
def amax(self, dim=(), keepdim=False):
    """Largest element along dims"""
    largest = prim.amax(self, dim, keepdim)
    _no_complex(self, "max_values_cpu")  # dimensions are checked first
    return largest


@operator("torch.amin", "Tensor.amin", out="match")
def amin(self, dim=(), keepdim=False):
    """Smallest element along dims"""
    least = prim.amin(self, dim, keepdim)
    _no_complex(self, "min_values_cpu")  # dimensions are checked first
    return least


@operator("torch.aminmax", "Tensor.aminmax")
def aminmax(self, *, dim=None, keepdim=False):
    """Smallest and largest element"""
    _no_complex(self, "aminmax_cpu")
    if dim is None:
        prim.check(self.numel() > 0, "RuntimeError", "aminmax(): cannot compute aminmax over an empty dimension as the operation has no identity.")
    elif self.dim() > 0:
        length = self.shape[_wrapped(dim, self.dim())]
        prim.check((self.numel() > 0) | (length > 0), "IndexError", "aminmax: Expected reduction dim {0} to have non-zero size.", dim)
    dim = () if dim is None else dim  # to the gradient not the same
    return prim.named_result("torch.return_types.aminmax", (prim.amin(self, dim, keepdim), prim.amax(self, dim, keepdim)))


def _check_ordered(self, words):
    if prim.is_complex(self):
        raise RuntimeError(words)


def _check_length(self, dim, name):
    """An extreme is of something: the dimension has elements."""
    if self.dim() > 0:
        prim.check(self.shape[_wrapped(dim, self.dim())] > 0, "IndexError", "{0}(): Expected reduction dim {1} to have non-zero size.", name, _wrapped(dim, self.dim()))


def _extreme_index(self, dim, keepdim, largest):
    length = self.numel() if dim is None else self.shape[dim] if self.dim() > 0 else 1
    prim.check(length < 2**31, "RuntimeError", "an index among 2**31 elements or more is not supported")
    return prim.argmax(self, dim, keepdim) if largest else prim.argmin(self, dim, keepdim)


def _extreme(self, dim, keepdim, largest, name):
    if dim is None:
        _no_complex(self, "max_all" if largest else "min_all")
        return prim.amax(self, None) if largest else prim.amin(self, None)
    if prim.is_tensor(dim):
        return prim.maximum(self, dim) if largest else prim.minimum(self, dim)
    _check_ordered(self, f"{'max' if largest else 'min'}(): does not support complex input")
    _check_length(self, dim, "max" if largest else "min")
    dim = _wrapped(dim, self.dim())
    index = _extreme_index(self, dim, True, largest)
    values = prim.gather(self, dim, index)
    if not keepdim:
        values = prim.squeeze(values, dim)
        index = prim.squeeze(index, dim)
    return prim.named_result(name, (values, index))


@operator("torch.max", "Tensor.max", examples=["torch.max(torch.tensor([[1, 5], [7, 2]]), 1).values == torch.tensor([5, 7])"])
def max_(self, dim=None, keepdim=False, *, other=None):
    """Largest of all elements; along one dimension with indices; or the larger of two tensors"""
    made = _extreme(self, dim if other is None else other, keepdim, True, "torch.return_types.max")
    return prim.named(made, "MaxBackward1", True) if dim is None and other is None else made


@operator("torch.min", "Tensor.min")
def min_(self, dim=None, keepdim=False, *, other=None):
    """Smallest of all elements; along one dimension with indices; or the smaller of two tensors"""
    made = _extreme(self, dim if other is None else other, keepdim, False, "torch.return_types.min")
    return prim.named(made, "MinBackward1", True) if dim is None and other is None else made


@operator("torch.argmax", "Tensor.argmax", out="expected")
def argmax(self, dim=None, keepdim=False):
    """Index of the largest element, of all or along one dimension"""
    if self.dtype == torch.bool:
        raise RuntimeError("argmax(): does not support bool input")
    _check_ordered(self, "argmax(): does not support complex input")
    if dim is None:
        prim.check(self.numel() > 0, "IndexError", "argmax(): Expected reduction dim to be specified for input.numel() == 0.")
        return _extreme_index(self, None, keepdim, True)
    _check_length(self, dim, "argmax")
    return _extreme_index(self, _wrapped(dim, self.dim()), keepdim, True)


@operator("torch.argmin", "Tensor.argmin", out="expected")
def argmin(self, dim=None, keepdim=False):
    """Index of the smallest element, of all or along one dimension"""
    if self.dtype == torch.bool:
        raise RuntimeError("argmin(): does not support bool input")
    _check_ordered(self, "argmin(): does not support complex input")
    if dim is None:
        prim.check(self.numel() > 0, "IndexError", "argmin(): Expected reduction dim to be specified for input.numel() == 0.")
        return _extreme_index(self, None, keepdim, False)
    _check_length(self, dim, "argmin")
    return _extreme_index(self, _wrapped(dim, self.dim()), keepdim, False)


@operator("torch.cumsum", "Tensor.cumsum", out="computed")
def cumsum(self, dim, *, dtype=None):
    """Running sum along a dimension"""
    self = prim.cast(self, _sum_dtype(self, dtype))
    _no_bool(self, "cumsum_out_cpu")
    return prim.scan(self, _wrapped(dim, self.dim()), 0)


@operator("torch.cumprod", "Tensor.cumprod", out="computed")
def cumprod(self, dim, *, dtype=None):
    """Running product along a dimension"""
    self = prim.cast(self, _sum_dtype(self, dtype))
    _no_bool(self, "cumprod_out_cpu")
    return prim.scan(self, _wrapped(dim, self.dim()), 1)


@operator("torch.logcumsumexp", "Tensor.logcumsumexp")
def logcumsumexp(self, dim):
    """log of the running sum of exp(x) along a dimension"""
    _refuse_complex(self, "torch.logcumsumexp")
    _no_integral(self, "logcumsumexp_out_cpu")
    return prim.scan(self, _wrapped(dim, self.dim()), 2)


def _running_extreme(self, dim, largest, name):
    rank = self.dim()
    if rank > 0 and not -rank <= dim < rank:  # which eager does not look at where there is nothing
        prim.check(self.numel() == 0, "IndexError", "Dimension out of range (expected to be in range of [{0}, {1}], but got {2})", -rank, rank - 1, dim)
        dim = 0
    dim = _wrapped(dim, rank)
    index = prim.scan_index(self, dim, largest)
    return prim.named_result(name, (prim.keeping(prim.gather(self, dim, index), self), index))


@operator("torch.cummax", "Tensor.cummax")
def cummax(self, dim):
    """Running maximum and its indices"""
    _no_complex(self, "cummax_cpu")
    return _running_extreme(self, dim, True, "torch.return_types.cummax")


@operator("torch.cummin", "Tensor.cummin")
def cummin(self, dim):
    """Running minimum and its indices"""
    _no_complex(self, "cummin_cpu")
    return _running_extreme(self, dim, False, "torch.return_types.cummin")


@operator("torch.diff", "Tensor.diff")
def diff(self, n=1, dim=-1, prepend=None, append=None):
    """Differences of neighbours along a dimension"""
    if self.dim() == 0:
        raise RuntimeError("diff expects input to be at least one-dimensional")
    prim.check(n >= 0, "RuntimeError", "order must be non-negative but got {0}", n)
    for each in (prepend, append):
        if each is not None:
            _check_joins(self, each, _wrapped(dim, self.dim()))
    if n == 0:
        return prim.clone(self)
    if prepend is not None or append is not None:
        self = prim.concat([each for each in (prepend, self, append) if each is not None], dim)
    for _ in range(n):
        size = self.shape[dim]
        left = narrow(self, dim, 0, max(size - 1, 0))
        right = narrow(self, dim, min(size, 1), max(size - 1, 0))
        self = left != right if self.dtype == torch.bool else right - left
    return self


def _check_joins(self, other, dim):
    """What is put before or behind has other sizes along the dimension only."""
    if other.dim() != self.dim():
        raise RuntimeError("diff expects prepend or append to be the same dimension as input")
    for i in range(self.dim()):
        if i != dim:
            prim.check(other.shape[i] == self.shape[i], "RuntimeError", "diff expects the shape of tensor to prepend or append to match that of input except along the differencing dimension; input.size({0}) = {1}, but got tensor.size({0}) = {2}", i, self.shape[i], other.shape[i])


@operator("torch.sort", "Tensor.sort")
def sort(self, dim=-1, descending=False, stable=False):
    """Sorted elements along a dimension, and where they stood"""
    _check_ordered(self, " Sort does not support complex dtypes on CPU")
    dim = _wrapped(dim, self.dim())
    index = prim.argsort(self, dim, descending, bool(stable))
    return prim.named_result("torch.return_types.sort", (prim.laid_like(prim.gather(self, dim, index), self), prim.laid_like(index, self)))


@operator("torch.argsort", "Tensor.argsort")
def argsort(self, dim=-1, descending=False, stable=False):
    """Indices that sort along a dimension"""
    _check_ordered(self, " Sort does not support complex dtypes on CPU")
    return prim.laid_like(prim.argsort(self, _wrapped(dim, self.dim()), descending, bool(stable)), self)


@operator("torch.msort", "Tensor.msort", out="expected")
def msort(self):
    """Sorted along the first dimension"""
    return sort(self, 0)[0]


@operator("torch.topk", "Tensor.topk")
def topk(self, k, dim=-1, largest=True, sorted=True):
    """The k largest (or smallest) elements along a dimension, and where they stood"""
    dim = _wrapped(dim, self.dim())
    size = self.shape[dim] if self.dim() > 0 else 1
    prim.check((k >= 0) & (k <= size), "RuntimeError", "selected index k out of range")
    if self.dtype == torch.bool:
        raise RuntimeError("topk does not support bool dtypes on CPU")
    _check_ordered(self, " topk does not support complex dtypes on CPU")
    if self.dim() == 0 and k == 0:
        k = 1
    index = prim.topk_index(self, k, dim, largest, bool(sorted))
    return prim.named_result("torch.return_types.topk", (prim.gather(self, dim, index), index))


@operator("torch.kthvalue", "Tensor.kthvalue")
def kthvalue(self, k, dim=-1, keepdim=False):
    """The k-th smallest element along a dimension (from 1 on), and where it stood"""
    dim = _wrapped(dim, self.dim())
    size = self.shape[dim] if self.dim() > 0 else 1
    prim.check(size > 0, "IndexError", "kthvalue(): Expected reduction dim {0} to have non-zero size.", dim)
    prim.check((k > 0) & (k <= size), "RuntimeError", "kthvalue(): selected number k out of range for dimension {0}", dim)
    if self.dim() == 0:
        return prim.named_result("torch.return_types.kthvalue", (prim.clone(self), prim.full((), 0, torch.int64)))
    _no_bool(self, "kthvalue_cpu")
    _no_complex(self, "kthvalue_cpu")
    index = prim.kth_index(_line(self), k - 1, dim)
    return prim.named_result("torch.return_types.kthvalue", _of_lines(self, index, dim, keepdim))


def _line(self):
    """A tensor of rank 0 as the one line that it is."""
    return prim.reshape(self, (1,)) if self.dim() == 0 else self


def _of_lines(self, index, dim, keepdim):
    """The element at the index of each line along a dimension, and the index."""
    values = prim.gather(_line(self), dim, index)
    if keepdim and self.dim() > 0:
        return values, index
    return prim.squeeze(values, dim), prim.squeeze(index, dim)


def _median(self, dim, keepdim, name, skip_nan):
    if self.dtype == torch.bool or prim.is_complex(self):
        _unimplemented(self, "median_cpu" if dim is None else "median_out")
    if dim is None:
        flat = flatten(self)
        if flat.shape[0] == 0:
            return prim.full((), float("nan") if prim.is_floating(self) else torch.iinfo(self.dtype).min, self.dtype)
        return _of_lines(flat, prim.median_index(flat, 0, skip_nan), 0, False)[0]
    dim = _wrapped(dim, self.dim())
    if self.dim() > 0:
        prim.check(self.shape[dim] > 0, "IndexError", "median(): Expected reduction dim {0} to have non-zero size.", dim)
    index = prim.median_index(_line(self), dim, skip_nan)
    return prim.named_result("torch.return_types." + name, _of_lines(self, index, dim, keepdim))


@operator("torch.median", "Tensor.median", gradient="median_gradient")
def median(self: Tensor, dim=None, keepdim=False):
    """The lower of the middle elements, of all or along one dimension with indices"""
    return _median(self, dim, keepdim, "median", False)


@operator("torch.nanmedian", "Tensor.nanmedian", examples=["torch.nanmedian(torch.tensor([3., float('nan'), 1.])) == torch.tensor(1.)"], gradient="median_gradient")
def nanmedian(self: Tensor, dim=None, keepdim=False):
    """The lower of the middle elements that are no NaN, of all or along one dimension with indices"""
    return _median(self, dim, keepdim, "nanmedian", True)


@operator("torch.mode", "Tensor.mode")
def mode(self, dim=-1, keepdim=False):
    """The most frequent element along a dimension, of several the smallest, and where it stood"""
    _no_complex(self, "mode_cpu")
    dim = _wrapped(dim, self.dim())
    if self.dim() > 0:
        prim.check(self.shape[dim] > 0, "IndexError", "mode(): Expected reduction dim {0} to have non-zero size.", dim)
    return prim.named_result("torch.return_types.mode", _of_lines(self, prim.mode_index(_line(self), dim), dim, keepdim))


@operator("torch.isin", out="expected")
def isin(elements, test_elements, *, assume_unique=False, invert=False):
    """Whether each element is among others"""
    for each in (elements, test_elements):
        if prim.is_tensor(each) and (each.dtype == torch.bool or prim.is_complex(each)):
            raise RuntimeError(f"Unsupported input type encountered for isin(): {prim.class_name(each)}")
        if isinstance(each, (bool, complex)):
            raise RuntimeError(f"Unsupported input type encountered for isin(): {'Bool' if isinstance(each, bool) else 'ComplexDouble'}")
    if prim.is_floating(prim.result_type(elements, test_elements)):
        elements, test_elements = _common(elements, test_elements)
    if prim.is_tensor(elements) and prim.is_tensor(test_elements):
        found = prim.any(unsqueeze(elements, -1) == flatten(test_elements), (-1,))
    else:
        found = elements == test_elements
        if prim.is_tensor(test_elements):
            found = prim.any(found, None)
    return ~found if invert else found


@operator("torch.norm", "Tensor.norm", "torch.functional.norm", out="expected")
def norm(self, p="fro", dim=None, keepdim=False, dtype=None):
    """The p-norm of all elements, or along dims; "nuc" the sum of the singular values of matrices"""
    if p == "nuc":
        dims = tuple(range(self.dim())) if dim is None else dim if isinstance(dim, (tuple, list)) else (dim,)
        return matrix_norm(self, "nuc", dims, keepdim, dtype=dtype)
    return vector_norm(self, 2 if p == "fro" or p is None else p, dim, keepdim, dtype=dtype)


def _check_norm(self, ord, dim):
    """Extremes, and what a negative order makes of them, are of something."""
    wanted = f"linalg.vector_norm cannot compute the {ord:g} norm on "
    dims = () if dim is None else dim if isinstance(dim, (tuple, list)) else (dim,)
    if len(dims) == 0:
        prim.check(self.numel() > 0, "RuntimeError", wanted + "an empty tensor because the operation does not have an identity")
    for each in dims:
        prim.check(self.dim() == 0 or self.shape[_wrapped(each, self.dim())] > 0, "RuntimeError", f"{wanted}the dimension {each}because this dimension is empty and the operation does not have an identity")


@operator("torch.linalg.vector_norm", "torch._C._linalg.linalg_vector_norm", out="expected", gradient="vector_norm_gradient")
def vector_norm(self: Tensor, ord=2, dim=None, keepdim=False, *, dtype=None):
    """The norm of vectors along dims"""
    if dtype is not None:
        self = prim.cast(self, dtype)
    if prim.is_integral(self):
        raise RuntimeError(f"linalg.vector_norm: Expected a floating point or complex tensor as input. Got {prim.class_name(self)}")
    if self.dtype == torch.float16 or self.dtype == torch.bfloat16:
        return prim.cast(vector_norm(prim.cast(self, torch.float32), ord, dim, keepdim), self.dtype)
    size = prim.abs(self)
    if ord < 0 or ord == math.inf:
        _check_norm(self, ord, dim)
    if self.dim() == 0 and dim is None and ord != 0:
        return size
    if ord not in (0, 1, 2, math.inf, -math.inf) and _count(self, dim) == 1: # whose power may lie beyond the dtype
        return prim.sum(size, dim, keepdim)
    return _norm_of(size, ord, dim, keepdim)


@operator(gradient="vector_norm_gradient")
def _norm_of_powers(self: Tensor, ord, dim, keepdim=False):
    """The norm of vectors, also of one element by its power."""
    return _norm_of(prim.abs(self), ord, dim, keepdim)


def _norm_of(size, ord, dim, keepdim):
    """The norm of vectors whose elements have these absolute values."""
    if ord == 2:
        return prim.sqrt(prim.sum(size * size, dim, keepdim))
    if ord == 1:
        return prim.sum(size, dim, keepdim)
    if ord == math.inf:
        return prim.amax(size, dim, keepdim)
    if ord == -math.inf:
        return prim.amin(size, dim, keepdim)
    if ord == 0:
        return prim.sum(prim.cast(size != 0, size.dtype), dim, keepdim)
    return prim.pow(prim.sum(prim.pow(size, ord), dim, keepdim), 1.0 / ord)


@operator("torch.linalg.norm", "torch._C._linalg.linalg_norm")
def linalg_norm(self, ord=None, dim=None, keepdim=False, *, dtype=None):
    """The norm of a vector, or of matrices where `dim` names two dimensions or `ord` is one of theirs"""
    if isinstance(dim, (tuple, list)) and len(dim) not in (1, 2):
        raise RuntimeError(f"linalg.norm: If dim is specified, it must be of length 1 or 2. Got {list(dim)}")
    if ord is not None and dim is None and self.dim() not in (1, 2):
        raise RuntimeError(f"linalg.norm: If dim is not specified but ord is, the input must be 1D or 2D. Got {self.dim()}D.")
    if ord is not None and ord != "fro" and (dim is None and self.dim() == 2 or isinstance(dim, (tuple, list)) and len(dim) == 2):
        return matrix_norm(self, ord, (-2, -1) if dim is None else dim, keepdim, dtype=dtype)
    return vector_norm(self, 2 if ord is None or ord == "fro" else ord, dim, keepdim, dtype=dtype)


@operator("torch.dist", "Tensor.dist")
def dist(self, other, p=2):
    """The p-norm of the difference"""
    moved = self - other
    if prim.is_integral(moved):
        raise RuntimeError(f"norm(): input dtype should be either floating point or complex. Got {prim.class_name(moved)} instead.")
    return prim.keeping(vector_norm(moved, p), self, other)


@operator("torch.cdist", autocast="single")
def cdist(self, x2, p=2.0, compute_mode="use_mm_for_euclid_dist_if_necessary"):
    """Distances between all pairs of rows; of more than 25 Euclidean ones by a matrix product, as eager has them"""
    if compute_mode not in ("use_mm_for_euclid_dist_if_necessary", "use_mm_for_euclid_dist", "donot_use_mm_for_euclid_dist"):
        raise ValueError(f"{compute_mode} is not a valid value for compute_mode")
    for name, each in (("X1", self), ("X2", x2)):
        if each.dim() < 2:
            raise RuntimeError(f"cdist only supports at least 2D tensors, {name} got: {each.dim()}D")
    for name, each in (("X1", self), ("X2", x2)):
        if not prim.is_floating(each):
            raise RuntimeError(f"cdist only supports floating-point dtypes, {name} got: {prim.class_name(each)}")
    prim.check_size(x2.shape[-1], self.shape[-1], "X1 and X2 must have the same number of columns. X1: {0} X2: {1}", self.shape[-1], x2.shape[-1])
    prim.check(p >= 0, "RuntimeError", "cdist only supports non-negative p values")
    if p == 2 and compute_mode != "donot_use_mm_for_euclid_dist":
        if compute_mode == "use_mm_for_euclid_dist" or self.shape[-2] > 25 or x2.shape[-2] > 25:
            return _distances(self, x2)
    _single_or_double(self, "cdist")
    if self.dtype != x2.dtype:
        raise RuntimeError(f"expected scalar type {prim.class_name(self)} but found {prim.class_name(x2)}")
    moved = unsqueeze(self, -2) - unsqueeze(x2, -3)
    if p == math.inf:  # no number is above what is none
        moved = prim.where(moved == moved, moved, 0)
    result = _norm_of_powers(moved, p, (-1,))
    if p == 0:
        result = _with_zeros(_with_zeros(result, self), x2)
    return prim.keeping(result, self, x2, result)


@operator(gradient="distances_gradient")
def _distances(left: Tensor, right: Tensor):
    """The root of |left|^2 + |right|^2 - 2 left @ right.T, as one product."""
    left_norm = prim.sum(left * left, (-1,), True)
    right_norm = prim.sum(right * right, (-1,), True)
    rows = prim.concat([left * -2, left_norm, ones_like(left_norm)], -1)
    columns = prim.concat([right, ones_like(right_norm), right_norm], -1)
    return prim.sqrt(prim.maximum(matmul(rows, transpose(columns, -1, -2)), 0))


@operator("torch.nansum", "Tensor.nansum", out="computed")
def nansum(self, dim=None, keepdim=False, *, dtype=None):
    """Sum of the elements that are not NaN"""
    if prim.is_complex(self):
        raise RuntimeError("nansum on CPU does not support complex inputs")
    known = self if prim.is_integral(self) else prim.where(self == self, self, prim.cast(0, self.dtype))
    return prim.keeping(sum_(known, dim, keepdim, dtype=dtype), self)


@operator("torch.nanmean", "Tensor.nanmean", out="computed")
def nanmean(self, dim=None, keepdim=False, *, dtype=None):
    """Mean of the elements that are not NaN"""
    if prim.is_integral(self) and dtype is None:
        raise RuntimeError(f"nanmean(): expected input to have floating point or complex dtype but got {prim.class_name(self)}")
    known = prim.cast(self == self, torch.int64)
    return nansum(self, dim, keepdim, dtype=dtype) / prim.sum(known, dim, keepdim)
