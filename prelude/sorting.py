"""Sorting, and elements by rank: the largest ones, medians, modes."""


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
