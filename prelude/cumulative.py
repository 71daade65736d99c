"""Running sums, products and extremes; differences of neighbours."""


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
    given = self
    for _ in range(n):
        size = self.shape[dim]
        left = narrow(self, dim, 0, max(size - 1, 0))
        right = narrow(self, dim, min(size, 1), max(size - 1, 0))
        self = left != right if self.dtype == torch.bool else right - left
    return prim.perhaps_itself(self, given, False)


def _check_joins(self, other, dim):
    """What is put before or behind has other sizes along the dimension only."""
    if other.dim() != self.dim():
        raise RuntimeError("diff expects prepend or append to be the same dimension as input")
    for i in range(self.dim()):
        if i != dim:
            prim.check(other.shape[i] == self.shape[i], "RuntimeError", "diff expects the shape of tensor to prepend or append to match that of input except along the differencing dimension; input.size({0}) = {1}, but got tensor.size({0}) = {2}", i, self.shape[i], other.shape[i])
