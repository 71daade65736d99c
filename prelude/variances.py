"""Variances and standard deviations."""


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
