"""Quantiles and percentiles of arrays, between elements by a line."""


@operator("numpy.quantile")
def np_quantile(a, q, axis=None, *, method="linear", keepdims=False):
    """As NumPy's"""
    tensor = _np_tensor(a)
    is_plain = _is_number(q) and not prim.is_numpy(q)
    places = torch.tensor(q, dtype=tensor.dtype if tensor.dtype.is_floating_point else torch.float64) if is_plain else _np_tensor(q)
    return _np_quantiles(tensor, places, axis, method, keepdims, "Quantiles must be in the range [0, 1]")


@operator("numpy.percentile")
def np_percentile(a, q, axis=None, *, method="linear", keepdims=False):
    """As NumPy's"""
    tensor = _np_tensor(a)
    divisor = torch.tensor(100, dtype=tensor.dtype if tensor.dtype.is_floating_point else torch.float64)
    places = np_truediv(q if _is_number(q) else prim.to_numpy_array(_np_tensor(q)), prim.to_numpy(divisor) if tensor.dtype.is_floating_point else 100)
    return _np_quantiles(tensor, prim.numpy_tensor(places), axis, method, keepdims, "Percentiles must be in the range [0, 100]")


def _np_quantiles(tensor, places, axis, method, keepdims, words):
    if method != "linear":
        prim.refuse("numpy.quantile", "a method that is not 'linear'")
    if places.dim() > 1:
        prim.refuse("numpy.quantile", "quantiles in more than one dimension")
    prim.check(bool(((places >= 0) & (places <= 1)).all()), "ValueError", words)
    if tensor.dtype == torch.bool:
        raise TypeError("numpy boolean subtract, the `-` operator, is not supported, use the bitwise_xor, the `^` operator, or the logical_xor function instead.")
    places = places if places.dtype.is_floating_point else places.double()
    axes = _np_axes(axis, tensor.dim())
    dtype = _np_promoted(tensor.dtype if tensor.dtype.is_floating_point else torch.float64, places.dtype)
    lines = _np_lined(tensor, axes)
    size = lines.shape[-1]
    if size == 0:
        prim.refuse("numpy.quantile", "no elements")
    ordered = lines.to(dtype).sort(-1).values
    at = places.reshape(-1) * (size - 1)
    low = torch.floor(at)
    part = (at - low).to(dtype)
    first = ordered[..., low.long().clamp(0, size - 1)]
    second = ordered[..., (low.long() + 1).clamp(0, size - 1)]
    step = second - first
    found = torch.where(part >= 0.5, second - step * (1 - part), first + step * part)
    found = torch.where(first == second, first, found)
    last = ordered[..., size - 1].unsqueeze(-1)
    found = torch.movedim(torch.where(last.isnan(), last, found), -1, 0)
    if places.dim() == 0:
        return _np_unlined(found[0], tensor, axes, keepdims)
    return _np_unlined(found, tensor, axes, keepdims, 1)
