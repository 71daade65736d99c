"""Tensors of given values and sizes, copies."""


def _finish(result, requires_grad):
    if not requires_grad:
        return result
    if prim.is_integral(result):
        raise RuntimeError("Only Tensors of floating point and complex dtype can require gradients")
    return prim.set_requires_grad(result, True)


def _number_dtype(value):
    """The dtype of a tensor of this number."""
    return value.dtype if prim.is_tensor(value) else prim.dtype_of(value)


@operator("torch.full", out="computed", examples=["torch.full((2,), True) == torch.tensor([True, True])"])
def full(size, fill_value, *, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False, names=None):
    """A tensor of one value"""
    prim.check_device(device)
    return _finish(_filled(tuple(size), fill_value, _number_dtype(fill_value) if dtype is None else dtype), requires_grad)


def _filled(size, value, dtype):
    if not prim.is_tensor(value):
        _check_fits(value, dtype, single=_volume_of(size) == 1)
    return prim.full(size, value, dtype)


@operator("torch.zeros", out="computed", examples=["torch.zeros(2) == torch.tensor([0., 0.])"])
def zeros(*size, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False, names=None):
    """A tensor of zeros"""
    prim.check_device(device)
    for each in _sizes(size):
        prim.check(each >= 0, "RuntimeError", "zeros: Dimension size must be non-negative.")
    return _finish(prim.full(_sizes(size), 0, prim.default_dtype() if dtype is None else dtype), requires_grad)


@operator("torch.ones", out="computed")
def ones(*size, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False, names=None):
    """A tensor of ones"""
    prim.check_device(device)
    return _finish(prim.full(_sizes(size), 1, prim.default_dtype() if dtype is None else dtype), requires_grad)


def _unset(size, dtype):
    """What is to be written: zeros, or what eager fills it with where algorithms have to be deterministic."""
    if not torch.are_deterministic_algorithms_enabled():
        return prim.full(size, 0, dtype)
    if dtype.is_floating_point or dtype.is_complex:
        return prim.full(size, math.nan, dtype)
    return prim.full(size, True if dtype == torch.bool else torch.iinfo(dtype).max, dtype)


@operator("torch.empty", out="computed")
def empty(*size, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False, memory_format=None, names=None):
    """A tensor to be written; its elements are zeros"""
    prim.check_device(device)
    return _finish(_formatted(_unset(_sizes(size), prim.default_dtype() if dtype is None else dtype), memory_format), requires_grad)


@operator("torch.zeros_like")
def zeros_like(self, *, dtype=None, layout=None, device=None, requires_grad=False, memory_format=None, pin_memory=False):
    """Zeros with the sizes and dtype of a tensor"""
    return _finish(_laid(prim.full(self.shape, 0, self.dtype if dtype is None else dtype), self, memory_format), requires_grad)


@operator("torch.ones_like")
def ones_like(self, *, dtype=None, layout=None, device=None, requires_grad=False, memory_format=None, pin_memory=False):
    """Ones with the sizes and dtype of a tensor"""
    return _finish(_laid(prim.full(self.shape, 1, self.dtype if dtype is None else dtype), self, memory_format), requires_grad)


@operator("torch.empty_like")
def empty_like(self, *, dtype=None, layout=None, device=None, requires_grad=False, memory_format=None, pin_memory=False):
    """A tensor to be written, with the sizes and dtype of another"""
    return _finish(_laid(_unset(self.shape, self.dtype if dtype is None else dtype), self, memory_format), requires_grad)


@operator("torch.full_like")
def full_like(self, fill_value, *, dtype=None, layout=None, device=None, requires_grad=False, memory_format=None, pin_memory=False):
    """One value with the sizes and dtype of a tensor"""
    dtype = self.dtype if dtype is None else dtype
    return _finish(_laid(_filled(self.shape, fill_value, dtype), self, memory_format), requires_grad)


@operator("Tensor.new_zeros")
def new_zeros(self, *size, dtype=None, device=None, requires_grad=False, layout=None, pin_memory=False):
    """Zeros of the tensor's dtype"""
    return _finish(prim.full(_sizes(size), 0, self.dtype if dtype is None else dtype), requires_grad)


@operator("Tensor.new_ones")
def new_ones(self, *size, dtype=None, device=None, requires_grad=False, layout=None, pin_memory=False):
    """Ones of the tensor's dtype"""
    return _finish(prim.full(_sizes(size), 1, self.dtype if dtype is None else dtype), requires_grad)


@operator("Tensor.new_empty")
def new_empty(self, *size, dtype=None, device=None, requires_grad=False, layout=None, pin_memory=False):
    """A tensor to be written, of the tensor's dtype"""
    return _finish(_unset(_sizes(size), self.dtype if dtype is None else dtype), requires_grad)


@operator("Tensor.new_full")
def new_full(self, size, fill_value, *, dtype=None, device=None, requires_grad=False, layout=None, pin_memory=False):
    """One value of the tensor's dtype"""
    return _finish(_filled(tuple(size), fill_value, self.dtype if dtype is None else dtype), requires_grad)


@operator("torch.eye", out="computed")
def eye(n, m=None, *, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False):
    """Ones on the diagonal"""
    prim.check(n >= 0, "RuntimeError", "n must be greater or equal to 0, got {0}", n)
    if m is not None:
        prim.check(m >= 0, "RuntimeError", "m must be greater or equal to 0, got {0}", m)
    result = prim.full((n, n if m is None else m), 0, prim.default_dtype() if dtype is None else dtype)
    prim.store(prim.diagonal(result, 0, 0, 1), 1)
    return _finish(result, requires_grad)


@operator("torch.clone", "Tensor.clone")
def clone(self, *, memory_format=None):
    """A copy with memory of its own"""
    return prim.clone(self if memory_format is None else _formatted(self, memory_format))


@operator("Tensor.__deepcopy__")
def deepcopy(self, memo=None):
    """A copy with memory of its own"""
    return prim.clone(self)
