"""Sums, extremes and other reductions of arrays."""


def _np_summable(a, dtype=None):
    """What sums to int64 or to its own dtype, unless another is wanted."""
    tensor = _np_tensor(a)
    if dtype is not None:
        return prim.to_numpy_array(tensor.to(_np_dtype(dtype)))
    if tensor.dtype == torch.uint8:
        prim.refuse("numpy", "a sum of uint8, which is uint64")
    return prim.to_numpy_array(tensor)


def _np_folded_axis(tensor, axis):
    """What has no dimensions may be folded over its first axis, or its last."""
    return () if tensor.dim() == 0 and isinstance(axis, int) and axis in (0, -1) else axis


def _np_reduced(function, a, axis, keepdims):
    tensor = _np_tensor(a)
    axis = _np_folded_axis(tensor, axis)
    if axis is None:
        return prim.to_numpy(function(tensor.reshape(-1), 0) if not keepdims else function(tensor.reshape(-1), 0).reshape([1] * tensor.dim()))
    for each in sorted(_np_axes(axis, tensor.dim()), reverse=True):
        tensor = function(tensor, each, keepdims)
    return prim.to_numpy(tensor)


@operator("numpy.sum", "numpy.ndarray.sum")
def np_sum(a, axis=None, dtype=None, *, keepdims=False):
    """As NumPy's"""
    result = _np_reduced(torch.sum, _np_summable(a, dtype), axis, keepdims)
    return result if dtype is None else np_astype(result, dtype, copy=False)


@operator("numpy.prod", "numpy.ndarray.prod")
def np_prod(a, axis=None, dtype=None, *, keepdims=False):
    """As NumPy's"""
    result = _np_reduced(torch.prod, _np_summable(a, dtype), axis, keepdims)
    return result if dtype is None else np_astype(result, dtype, copy=False)


def _np_extreme(function, name, a, axis, keepdims):
    """A maximum or minimum, which nothing has."""
    tensor = _np_tensor(a)
    axes = _np_axes(_np_folded_axis(tensor, axis), tensor.dim())
    results = 1
    for each in range(tensor.dim()):
        results = results if each in axes else results * tensor.shape[each]
    prim.check((tensor.numel() > 0) | (results == 0), "ValueError", "zero-size array to reduction operation " + name + " which has no identity")
    return _np_reduced(function, a, axis, keepdims)


@operator("numpy.max", "numpy.amax", "numpy.ndarray.max")
def np_max(a, axis=None, *, keepdims=False):
    """As NumPy's"""
    return _np_extreme(torch.amax, "maximum", a, axis, keepdims)


@operator("numpy.min", "numpy.amin", "numpy.ndarray.min")
def np_min(a, axis=None, *, keepdims=False):
    """As NumPy's"""
    return _np_extreme(torch.amin, "minimum", a, axis, keepdims)


def _np_place(function, name, a, axis):
    """The place of an extreme."""
    tensor = _np_tensor(a)
    axis = None if axis is None else _np_axis(axis, tensor.dim())
    size = tensor.numel() if axis is None else tensor.shape[axis]
    prim.check(size > 0, "ValueError", "attempt to get " + name + " of an empty sequence")
    return prim.to_numpy(function(tensor.to(torch.uint8) if tensor.dtype == torch.bool else tensor, axis))


@operator("numpy.argmax", "numpy.ndarray.argmax")
def np_argmax(a, axis=None):
    """As NumPy's"""
    return _np_place(torch.argmax, "argmax", a, axis)


@operator("numpy.argmin", "numpy.ndarray.argmin")
def np_argmin(a, axis=None):
    """As NumPy's"""
    return _np_place(torch.argmin, "argmin", a, axis)


@operator("numpy.any", "numpy.ndarray.any")
def np_any(a, axis=None, *, keepdims=False):
    """As NumPy's"""
    return _np_reduced(torch.any, prim.to_numpy_array(_np_tensor(a) != 0), axis, keepdims)


@operator("numpy.all", "numpy.ndarray.all")
def np_all(a, axis=None, *, keepdims=False):
    """As NumPy's"""
    return _np_reduced(torch.all, prim.to_numpy_array(_np_tensor(a) != 0), axis, keepdims)


@operator("numpy.cumsum", "numpy.ndarray.cumsum")
def np_cumsum(a, axis=None):
    """As NumPy's"""
    if prim.is_tensor(a):
        return prim.numpy_tensor(np_cumsum(numpy(a), axis))
    tensor = _np_tensor(_np_summable(a))
    return prim.to_numpy(torch.cumsum(tensor.reshape(-1), 0) if axis is None else torch.cumsum(tensor, _np_axis(axis, tensor.dim())))


@operator("numpy.cumprod", "numpy.ndarray.cumprod")
def np_cumprod(a, axis=None):
    """As NumPy's"""
    tensor = _np_tensor(_np_summable(a))
    return prim.to_numpy_array(torch.cumprod(tensor.reshape(-1), 0) if axis is None else torch.cumprod(tensor, _np_axis(axis, tensor.dim())))


@operator("numpy.count_nonzero")
def np_count_nonzero(a, axis=None, *, keepdims=False):
    """As NumPy's"""
    return _np_reduced(torch.sum, prim.to_numpy_array((_np_tensor(a) != 0).long()), axis, keepdims)
