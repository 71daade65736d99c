"""Sums, products and means; whether any or all elements are true."""


def _sum_dtype(self, dtype):
    """The dtype that sums and products are computed in."""
    if dtype is not None:
        return dtype
    return torch.int64 if prim.is_integral(self) else self.dtype


@operator("torch.sum", "Tensor.sum", out="computed", examples=["torch.sum(torch.tensor([True, True])) == torch.tensor(2)"])
def sum_(self, dim=None, keepdim=False, *, dtype=None):
    """Sum of all elements, or along dims"""
    dtype = _sum_dtype(self, dtype)
    if dtype == torch.bool:
        return prim.any(prim.cast(self, dtype), dim, keepdim)
    return prim.sum(prim.cast(self, dtype), dim, keepdim)


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
