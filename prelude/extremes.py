"""Largest and smallest elements, and where they stand."""


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


@operator("torch.fmax", "Tensor.fmax", gradient="fmax_gradient")
def fmax(self: Tensor, other: Tensor):
    """The larger element; a NaN only if both are"""
    _check_extreme(self, other, "fmax")
    return prim.where(isnan(self), other, prim.where(isnan(other), self, prim.maximum(self, other)))


@operator("torch.fmin", "Tensor.fmin", gradient="fmin_gradient")
def fmin(self: Tensor, other: Tensor):
    """The smaller element; a NaN only if both are"""
    _check_extreme(self, other, "fmin")
    return prim.where(isnan(self), other, prim.where(isnan(other), self, prim.minimum(self, other)))


def _check_extreme(self, other, name):
    if prim.is_complex(prim.result_type(self, other)):
        raise RuntimeError(f"{name} not implemented for complex tensors.")
