"""Means, variances, quantiles and other statistics of arrays."""


def _np_mean_dtype(tensor, dtype=None):
    """The dtype of a mean: integers and bools give float64."""
    if dtype is None:
        return tensor.dtype if tensor.dtype.is_floating_point else torch.float64
    dtype = _np_dtype(dtype)
    if not dtype.is_floating_point:
        prim.refuse("numpy", "a mean or variance whose dtype is one of integers")
    return dtype


def _np_counted(tensor, axes):
    """How many elements each result over these axes has."""
    count = 1
    for each in axes:
        count = count * tensor.shape[each]
    return count


@operator("numpy.mean", "numpy.ndarray.mean")
def np_mean(a, axis=None, dtype=None, *, keepdims=False):
    """As NumPy's"""
    tensor = _np_tensor(a)
    axes = _np_axes(axis, tensor.dim())
    return _np_reduced(torch.mean, prim.to_numpy_array(tensor.to(_np_mean_dtype(tensor, dtype))), None if axis is None else axes, keepdims)


def _np_total(tensor, axis, keepdims=False):
    tensor = tensor.long() if tensor.dtype == torch.bool else tensor
    return prim.numpy_tensor(_np_reduced(torch.sum, prim.to_numpy_array(tensor), axis, keepdims))


@operator("numpy.var", "numpy.ndarray.var")
def np_var(a, axis=None, dtype=None, *, ddof=0, keepdims=False):
    """As NumPy's"""
    tensor = _np_tensor(a)
    tensor = tensor.to(_np_mean_dtype(tensor, dtype))
    axes = _np_axes(axis, tensor.dim())
    count = _np_counted(tensor, axes)
    centred = tensor - _np_total(tensor, axes, True) / count
    return prim.to_numpy(_np_total(centred * centred, axes, keepdims) / max(count - _np_plain(ddof), 0))


@operator("numpy.std", "numpy.ndarray.std")
def np_std(a, axis=None, dtype=None, *, ddof=0, keepdims=False):
    """As NumPy's"""
    return np_sqrt(np_var(a, axis, dtype, ddof=ddof, keepdims=keepdims))


@operator("numpy.ptp")
def np_ptp(a, axis=None, *, keepdims=False):
    """As NumPy's"""
    return np_sub(_np_extreme(torch.amax, "maximum", a, axis, keepdims), _np_extreme(torch.amin, "minimum", a, axis, keepdims))


@operator("numpy.average")
def np_average(a, axis=None, weights=None, returned=False, *, keepdims=False):
    """As NumPy's"""
    tensor = _np_tensor(a)
    axes = _np_axes(axis, tensor.dim())
    if weights is None:
        result = np_mean(a, axis, keepdims=keepdims)
        prim.check(prim.numpy_tensor(result).numel() > 0, "ZeroDivisionError", "division by zero")
        total = torch.full_like(prim.numpy_tensor(result), _np_counted(tensor, axes))
    else:
        weights = _np_tensor(weights)
        dtype = _np_promoted(tensor.dtype, weights.dtype)
        dtype = dtype if tensor.dtype.is_floating_point and dtype.is_floating_point else torch.float64
        tensor, weights = tensor.to(dtype), _np_weights(tensor, weights, axis, axes).to(dtype)
        total = _np_total(weights, axes, keepdims)
        if bool((total == 0).any()):
            raise ZeroDivisionError("Weights sum to zero, can't be normalized")
        result = prim.to_numpy(_np_total(tensor * weights, axes, keepdims) / total)
    return (result, prim.to_numpy(total)) if returned else result


def _np_weights(tensor, weights, axis, axes):
    """Weights of the shape of the array, or of one axis."""
    if weights.dim() == tensor.dim():
        differ = "Axis must be specified when shapes of a and weights differ." if axis is None else "Shape of weights must be consistent with shape of a along specified axis."
        prim.check(_np_have_one_shape(weights, tensor), "TypeError" if axis is None else "ValueError", differ)
        return weights
    if axis is None:
        raise TypeError("Axis must be specified when shapes of a and weights differ.")
    if weights.dim() != 1 or len(axes) != 1:
        prim.refuse("numpy.average", "weights of several axes that are not all")
    prim.check(weights.shape[0] == tensor.shape[axes[0]], "ValueError", "Shape of weights must be consistent with shape of a along specified axis.")
    return weights.reshape([-1 if i == axes[0] else 1 for i in range(tensor.dim())]).expand(tensor.shape)


def _np_lined(tensor, axes):
    """The axes that are reduced as the last one; the others stay in front."""
    kept = [i for i in range(tensor.dim()) if i not in axes]
    turned = tensor.permute(kept + sorted(axes))
    return turned.reshape([tensor.shape[i] for i in kept] + [_np_counted(tensor, axes)])


def _np_unlined(result, tensor, axes, keepdims, more=0):
    """A result for each line; with `keepdims` the reduced axes are of size 1, behind as many other ones."""
    if keepdims:
        for each in sorted(axes):
            result = result.unsqueeze(each + more)
    return prim.to_numpy(result)


@operator("numpy.median")
def np_median(a, axis=None, *, keepdims=False):
    """As NumPy's"""
    tensor = _np_tensor(a)
    axes = _np_axes(axis, tensor.dim())
    lines = _np_lined(tensor.to(_np_mean_dtype(tensor)), axes)
    result = _np_unlined(_np_middle(lines), tensor, axes, keepdims)
    return prim.to_numpy_array(_np_tensor(result)) if keepdims else result


def _np_middle(lines):
    """The mean of the two elements in the middle of each line; one NaN makes it NaN."""
    size = lines.shape[-1]
    if size == 0:
        return lines.sum(-1) * float("nan")
    ordered = lines.sort(-1).values
    low, high, last = ordered[..., (size - 1) // 2], ordered[..., size // 2], ordered[..., size - 1]
    middle = torch.where(low == high, low, (low + high) / 2)
    return torch.where(last.isnan(), last, middle)
