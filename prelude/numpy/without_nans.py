"""Reductions that leave out what is not a number."""


def _np_nans(tensor):
    return tensor.isnan() if tensor.dtype.is_floating_point else torch.zeros_like(tensor, dtype=torch.bool)


def _np_filled(a, value):
    """The array with another value for what is not a number."""
    tensor = _np_tensor(a)
    return prim.to_numpy_array(tensor.masked_fill(_np_nans(tensor), value) if tensor.dtype.is_floating_point else tensor)


@operator("numpy.nansum")
def np_nansum(a, axis=None, dtype=None, *, keepdims=False):
    """As NumPy's"""
    return np_sum(_np_filled(a, 0), axis, dtype, keepdims=keepdims)


@operator("numpy.nanprod")
def np_nanprod(a, axis=None, dtype=None, *, keepdims=False):
    """As NumPy's"""
    return np_prod(_np_filled(a, 1), axis, dtype, keepdims=keepdims)


@operator("numpy.nanmean")
def np_nanmean(a, axis=None, dtype=None, *, keepdims=False):
    """As NumPy's"""
    tensor = _np_tensor(a)
    if not tensor.dtype.is_floating_point:
        return np_mean(a, axis, dtype, keepdims=keepdims)
    total = _np_total(prim.numpy_tensor(_np_filled(a, 0)).to(_np_mean_dtype(tensor, dtype)), axis, keepdims)
    return prim.to_numpy(_np_checked_mean(total / _np_total(~tensor.isnan(), axis, keepdims)))


def _np_checked_mean(mean):
    if bool(mean.isnan().any()):
        prim.host("warnings.warn")("Mean of empty slice", RuntimeWarning)
    return mean


@operator("numpy.nanvar")
def np_nanvar(a, axis=None, dtype=None, *, ddof=0, keepdims=False):
    """As NumPy's"""
    tensor = _np_tensor(a)
    if not tensor.dtype.is_floating_point:
        return np_var(a, axis, dtype, ddof=ddof, keepdims=keepdims)
    tensor = tensor.to(_np_mean_dtype(tensor, dtype))
    nans, axes = tensor.isnan(), _np_axes(axis, tensor.dim())
    count = _np_total(~nans, axes, True)
    centred = (tensor - _np_total(tensor.masked_fill(nans, 0), axes, True) / count).masked_fill(nans, 0)
    free = _np_total(~nans, axes, keepdims) - _np_plain(ddof)
    variance = _np_total(centred * centred, axes, keepdims) / free
    if bool((free <= 0).any()):
        prim.host("warnings.warn")("Degrees of freedom <= 0 for slice.", RuntimeWarning)
    return prim.to_numpy(variance.masked_fill(free <= 0, float("nan")))


@operator("numpy.nanstd")
def np_nanstd(a, axis=None, dtype=None, *, ddof=0, keepdims=False):
    """As NumPy's"""
    return np_sqrt(np_nanvar(a, axis, dtype, ddof=ddof, keepdims=keepdims))


def _np_extreme_without_nans(extreme, bound, a, axis, keepdims):
    """An extreme of numbers; of nothing but NaNs it is NaN, as NumPy warns."""
    tensor = _np_tensor(a)
    if not tensor.dtype.is_floating_point:
        return extreme(a, axis, keepdims=keepdims)
    found = prim.numpy_tensor(extreme(_np_filled(a, bound), axis, keepdims=keepdims))
    numbers = _np_total(~tensor.isnan(), axis, keepdims)
    if bool((numbers == 0).any()):
        prim.host("warnings.warn")("All-NaN slice encountered", RuntimeWarning)
    return prim.to_numpy(found.masked_fill(numbers == 0, float("nan")))


@operator("numpy.nanmax")
def np_nanmax(a, axis=None, *, keepdims=False):
    """As NumPy's"""
    return _np_extreme_without_nans(np_max, -float("inf"), a, axis, keepdims)


@operator("numpy.nanmin")
def np_nanmin(a, axis=None, *, keepdims=False):
    """As NumPy's"""
    return _np_extreme_without_nans(np_min, float("inf"), a, axis, keepdims)


def _np_place_without_nans(place, bound, a, axis):
    tensor = _np_tensor(a)
    if tensor.dtype.is_floating_point:
        numbers = _np_total(~tensor.isnan(), axis)
        prim.check(not bool((numbers == 0).any()), "ValueError", "All-NaN slice encountered")
    return place(_np_filled(a, bound), axis)


@operator("numpy.nanargmax")
def np_nanargmax(a, axis=None):
    """As NumPy's"""
    return _np_place_without_nans(np_argmax, -float("inf"), a, axis)


@operator("numpy.nanargmin")
def np_nanargmin(a, axis=None):
    """As NumPy's"""
    return _np_place_without_nans(np_argmin, float("inf"), a, axis)


@operator("numpy.nancumsum")
def np_nancumsum(a, axis=None):
    """As NumPy's"""
    return np_cumsum(_np_filled(a, 0), axis)


@operator("numpy.nanmedian")
def np_nanmedian(a, axis=None, *, keepdims=False):
    """As NumPy's"""
    tensor = _np_tensor(a)
    if not tensor.dtype.is_floating_point:
        return np_median(a, axis, keepdims=keepdims)
    axes = _np_axes(axis, tensor.dim())
    lines = _np_lined(tensor, axes)
    if lines.shape[-1] == 0:
        return np_median(a, axis, keepdims=keepdims)
    ordered, count = lines.sort(-1).values, (~lines.isnan()).sum(-1, keepdim=True)
    low, high = [torch.gather(ordered, -1, each.clamp(min=0)).squeeze(-1) for each in ((count - 1) // 2, count // 2)]
    middle = torch.where(low == high, low, (low + high) / 2)
    if bool(middle.isnan().any()):
        prim.host("warnings.warn")("All-NaN slice encountered", RuntimeWarning)
    result = _np_unlined(middle, tensor, axes, keepdims)
    return prim.to_numpy_array(_np_tensor(result)) if keepdims else result
