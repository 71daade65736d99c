"""Functions of NumPy, and the methods that are named as they."""


def _np_summable(a, dtype=None):
    """What sums to int64 or to its own dtype, unless another is wanted."""
    tensor = _np_tensor(a)
    if dtype is not None:
        return prim.to_numpy_array(tensor.to(_np_dtype(dtype)))
    if tensor.dtype == torch.uint8:
        prim.refuse("numpy", "a sum of uint8, which is uint64")
    return prim.to_numpy_array(tensor)


def _np_reduced(function, a, axis, keepdims):
    tensor = _np_tensor(a)
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


@operator("numpy.mean", "numpy.ndarray.mean")
def np_mean(a, axis=None, dtype=None, *, keepdims=False):
    """As NumPy's"""
    tensor = _np_tensor(a)
    dtype = _np_real(tensor.dtype) if dtype is None else _np_dtype(dtype)
    if not dtype.is_floating_point:
        prim.refuse("numpy.mean", "a dtype of integers")
    return _np_reduced(torch.mean, prim.to_numpy(tensor.to(dtype)), axis, keepdims)


def _np_extreme(function, name, a, axis, keepdims):
    """A maximum or minimum, which nothing has."""
    tensor = _np_tensor(a)
    axes = _np_axes(axis, tensor.dim())
    results = 1
    for each in range(tensor.dim()):
        results = results if each in axes else results * tensor.shape[each]
    prim.check((tensor.numel() > 0) | (results == 0), "ValueError", "zero-size array to reduction operation " + name + " which has no identity")
    return _np_reduced(function, a, axis, keepdims)


@operator("numpy.max", "numpy.ndarray.max")
def np_max(a, axis=None, *, keepdims=False):
    """As NumPy's"""
    return _np_extreme(torch.amax, "maximum", a, axis, keepdims)


@operator("numpy.min", "numpy.ndarray.min")
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


@operator("numpy.squeeze", "numpy.ndarray.squeeze")
def np_squeeze(a, axis=None):
    """As NumPy's"""
    tensor = _np_tensor(a)
    if axis is None:
        return prim.to_numpy_array(tensor.squeeze())
    axes = _np_axes(axis, tensor.dim())
    for each in axes:
        prim.check(tensor.shape[each] == 1, "ValueError", "cannot select an axis to squeeze out which has size not equal to one")
    return prim.to_numpy_array(tensor.squeeze(axes))


@operator("numpy.sqrt")
def np_sqrt(x):
    """As NumPy's"""
    return _np_unary(torch.sqrt, x)


@operator("numpy.exp")
def np_exp(x):
    """As NumPy's"""
    return _np_unary(torch.exp, x)


@operator("numpy.log")
def np_log(x):
    """As NumPy's"""
    return _np_unary(torch.log, x)


@operator("numpy.log2")
def np_log2(x):
    """As NumPy's"""
    return _np_unary(torch.log2, x)


@operator("numpy.log10")
def np_log10(x):
    """As NumPy's"""
    return _np_unary(torch.log10, x)


@operator("numpy.sin")
def np_sin(x):
    """As NumPy's"""
    return _np_unary(torch.sin, x)


@operator("numpy.cos")
def np_cos(x):
    """As NumPy's"""
    return _np_unary(torch.cos, x)


@operator("numpy.tanh")
def np_tanh(x):
    """As NumPy's"""
    return _np_unary(torch.tanh, x)


@operator("numpy.ceil")
def np_ceil(x):
    """As NumPy's"""
    return _np_rounded(torch.ceil, x)


@operator("numpy.floor")
def np_floor(x):
    """As NumPy's"""
    return _np_rounded(torch.floor, x)


@operator("numpy.rint")
def np_rint(x):
    """As NumPy's"""
    return _np_unary(torch.round, x)


@operator("numpy.round", "numpy.around", "numpy.ndarray.round")
def np_round(a, decimals=0):
    """As NumPy's"""
    if decimals != 0:
        prim.refuse("numpy.round", "decimals")
    return _np_rounded(torch.round, a)


@operator("numpy.maximum")
def np_maximum(a, b):
    """As NumPy's"""
    return _np_function(torch.maximum, a, b)


@operator("numpy.minimum")
def np_minimum(a, b):
    """As NumPy's"""
    return _np_function(torch.minimum, a, b)


@operator("numpy.power")
def np_power(a, b):
    """As NumPy's"""
    return _np_function(torch.pow, a, b)


@operator("numpy.mod", "numpy.remainder")
def np_remainder(a, b):
    """As NumPy's"""
    return _np_function(torch.remainder, a, b)


@operator("numpy.floor_divide")
def np_floor_divide(a, b):
    """As NumPy's"""
    return _np_function(torch.floor_divide, a, b)


@operator("numpy.clip", "numpy.ndarray.clip")
def np_clip(a, a_min=None, a_max=None, *, min=None, max=None):
    """As NumPy's"""
    if prim.is_tensor(a):
        return prim.numpy_tensor(np_clip(numpy(a), a_min, a_max, min=min, max=max))
    low, high = min if a_min is None else a_min, max if a_max is None else a_max
    if low is None and high is None:
        return _np_as(a, _np_tensor(a).clone())
    result = a if low is None else _np_binary(torch.maximum, a, low)
    return result if high is None else _np_binary(torch.minimum, result, high)


@operator("numpy.sort")
def np_sort(a, axis=-1):
    """As NumPy's"""
    tensor = _np_tensor(a)
    return prim.to_numpy_array(tensor.reshape(-1).sort().values if axis is None else tensor.sort(_np_axis(axis, tensor.dim())).values)


@operator("numpy.argsort", "numpy.ndarray.argsort")
def np_argsort(a, axis=-1, kind=None, *, stable=None):
    """As NumPy's; `kind` has to say that equal elements keep their order"""
    if kind not in ("stable", "mergesort") and not stable:
        prim.refuse("numpy.argsort", "an order of equal elements that is not said; give `kind='stable'`")
    tensor = _np_tensor(a)
    return prim.to_numpy_array(tensor.reshape(-1).argsort(stable=True) if axis is None else tensor.argsort(dim=_np_axis(axis, tensor.dim()), stable=True))


@operator("numpy.dot", "numpy.ndarray.dot")
def np_dot(a, b):
    """As NumPy's"""
    left, right = _np_tensor(a), _np_tensor(b)
    if left.dim() == 0 or right.dim() == 0:
        return _np_binary(torch.mul, a, b)
    if right.dim() > 2:
        prim.refuse("numpy.dot", "an array of more than two dimensions as the second operand")
    if not _np_have_known_ranks(left, right):
        return _np_binary(torch.matmul, a, b)
    rank = left.dim()
    words = "shapes " + _np_shape_words(left.shape, 0) + " and " + _np_shape_words(right.shape, rank) + f" not aligned: {{{rank - 1}}} (dim {rank - 1}) != {{{rank}}} (dim 0)"
    prim.check(left.shape[-1] == right.shape[0], "ValueError", words, *tuple(left.shape), *tuple(right.shape))
    return np_matmul(prim.to_numpy_array(left), prim.to_numpy_array(right))


@operator("numpy.matmul")
def np_matmul_of(a, b):
    """As NumPy's"""
    return np_matmul(a, b)


@operator("numpy.array")
def np_array(object, dtype=None, *, copy=True):
    """As NumPy's"""
    if not copy:
        return np_asarray(object, dtype, copy=copy)
    if prim.is_tensor(object):
        object = numpy(object)
    if dtype is not None and prim.is_nested_in_run_time(object):
        return prim.to_numpy_array(torch.tensor(object, dtype=_np_dtype(dtype)))
    tensor = _np_tensor(object)
    if dtype is None:
        return prim.to_numpy_array(tensor.clone())
    if _np_is_of_python(object):
        _np_check_held(tensor, _np_dtype(dtype))
    return prim.to_numpy_array(tensor.to(_np_dtype(dtype), copy=True))


def _np_is_of_python(x):
    """Whether numbers of Python are all that nested sequences hold."""
    return all([_np_is_of_python(each) for each in x]) if isinstance(x, (tuple, list)) and not prim.is_runtime_list(x) else _is_number(x) and not prim.is_numpy(x)


def _np_check_held(tensor, dtype):
    """Integers of Python are within the dtype that an array of them has."""
    if dtype.is_floating_point or dtype == torch.bool or tensor.dtype != torch.int64 or tensor.numel() == 0:
        return
    bounds = torch.iinfo(dtype)
    for each in (tensor.min().item(), tensor.max().item()):
        prim.check((each >= bounds.min) & (each <= bounds.max), "OverflowError", "Python integer {0} out of bounds for {1}", each, str(dtype)[6:])


@operator("numpy.asarray")
def np_asarray(a, dtype=None, *, copy=None):
    """As NumPy's"""
    if copy:
        return np_array(a, dtype)
    if isinstance(a, prim.host("numpy.ndarray")) and (dtype is None or prim.numpy_tensor(a).dtype == _np_dtype(dtype)):
        return a
    if copy is not None:
        raise ValueError("Unable to avoid copy while creating an array as requested.\nIf using `np.array(obj, copy=False)` replace it with `np.asarray(obj)` to allow a copy when needed (no behavior change in NumPy 1.x).\nFor more details, see https://numpy.org/devdocs/numpy_2_0_migration_guide.html#adapting-to-changes-in-the-copy-keyword.")
    if prim.is_tensor(a):
        a = numpy(a)
    if dtype is not None and not isinstance(a, prim.host("numpy.ndarray")):
        return np_array(a, dtype)
    tensor = _np_tensor(a)
    return prim.to_numpy_array(tensor if dtype is None else tensor.to(_np_dtype(dtype)))


def _np_shape(shape):
    """A shape, as NumPy checks it."""
    if any(size < 0 for size in (shape if isinstance(shape, (tuple, list)) else (shape,))):
        raise ValueError("negative dimensions are not allowed")
    return shape


@operator("numpy.zeros")
def np_zeros(shape, dtype=float, order="C"):
    """As NumPy's"""
    return prim.to_numpy_array(torch.zeros(_np_shape(shape), dtype=_np_dtype(dtype)))


@operator("numpy.ones")
def np_ones(shape, dtype=float, order="C"):
    """As NumPy's"""
    return prim.to_numpy_array(torch.ones(_np_shape(shape), dtype=_np_dtype(dtype)))


@operator("numpy.full")
def np_full(shape, fill_value, dtype=None):
    """As NumPy's"""
    value = _np_tensor(fill_value)
    dtype = value.dtype if dtype is None else _np_dtype(dtype)
    if _np_is_of_python(fill_value):
        _np_check_held(value, dtype)
    return prim.to_numpy_array(value.to(dtype).expand(_np_shape(shape)).clone())


@operator("numpy.zeros_like")
def np_zeros_like(a, dtype=None):
    """As NumPy's"""
    tensor = _np_tensor(a)
    return prim.to_numpy_array(torch.zeros_like(tensor, dtype=tensor.dtype if dtype is None else _np_dtype(dtype)))


@operator("numpy.ones_like")
def np_ones_like(a, dtype=None):
    """As NumPy's"""
    tensor = _np_tensor(a)
    return prim.to_numpy_array(torch.ones_like(tensor, dtype=tensor.dtype if dtype is None else _np_dtype(dtype)))


def _np_plain(x):
    """The number of Python that a number of NumPy of Python's precision is."""
    if not prim.is_numpy(x):
        return x
    if prim.numpy_tensor(x).dtype not in (torch.int64, torch.float64):
        prim.refuse("numpy", "a number of another precision here")
    return prim.numpy_tensor(x).item()


@operator("numpy.arange")
def np_arange(start, stop=None, step=1, dtype=None):
    """As NumPy's"""
    start, stop, step = _np_plain(start), _np_plain(stop), _np_plain(step)
    if stop is None:
        start, stop = 0, start
    kind = torch.int64 if isinstance(start, int) and isinstance(stop, int) and isinstance(step, int) else torch.float64
    prim.check((step < 0) | (step > 0), "ZeroDivisionError", "division by zero" if kind == torch.int64 else "float division by zero")
    if (stop - start) * step < 0:  # no elements, where torch raises
        stop = start
    tensor = torch.arange(start, stop, step, dtype=kind)
    return prim.to_numpy_array(tensor if dtype is None else tensor.to(_np_dtype(dtype)))


@operator("numpy.concatenate")
def np_concatenate(arrays, axis=0):
    """As NumPy's"""
    parts = [_np_tensor(each) for each in arrays]
    if len(parts) == 0:
        raise ValueError("need at least one array to concatenate")
    parts = [part.reshape(-1) for part in parts] if axis is None else parts
    rank, dtype = parts[0].dim(), parts[0].dtype
    if rank == 0:
        raise ValueError("zero-dimensional arrays cannot be concatenated")
    axis = 0 if axis is None else _np_axis(axis, rank)
    for i, part in enumerate(parts):
        _np_check_joins(i, parts[0], part, axis)
        dtype = _np_promoted(dtype, part.dtype)
    return prim.to_numpy_array(torch.cat([part.to(dtype) for part in parts], axis))


def _np_check_joins(i, first, part, axis):
    if part.dim() != first.dim():
        raise ValueError(f"all the input array dimensions except for the concatenation axis must match exactly, but along dimension 0, the array at index 0 has {first.dim()} dimension(s) and the array at index {i} has {part.dim()} dimension(s)" if part.dim() == 0 else f"all the input arrays must have same number of dimensions, but the array at index 0 has {first.dim()} dimension(s) and the array at index {i} has {part.dim()} dimension(s)")
    for dim in range(first.dim()):
        prim.check((dim == axis) | (part.shape[dim] == first.shape[dim]), "ValueError", "all the input array dimensions except for the concatenation axis must match exactly, but along dimension {0}, the array at index 0 has size {1} and the array at index {2} has size {3}", dim, first.shape[dim], i, part.shape[dim])


@operator("numpy.stack")
def np_stack(arrays, axis=0):
    """As NumPy's"""
    parts = [_np_tensor(each) for each in arrays]
    if len(parts) == 0:
        raise ValueError("need at least one array to stack")
    for part in parts:
        prim.check(_np_have_one_shape(part, parts[0]), "ValueError", "all input arrays must have the same shape")
    return np_concatenate([np_expand_dims(prim.to_numpy_array(part), axis) for part in parts], axis)


@operator("numpy.vstack")
def np_vstack(arrays):
    """As NumPy's"""
    return np_concatenate([prim.to_numpy_array(torch.atleast_2d(_np_tensor(each))) for each in arrays], 0)


@operator("numpy.hstack")
def np_hstack(arrays):
    """As NumPy's"""
    parts = [prim.to_numpy_array(torch.atleast_1d(_np_tensor(each))) for each in arrays]
    return np_concatenate(parts, 0 if np_ndim(parts[0]) == 1 else 1)


@operator("numpy.append")
def np_append(arr, values, axis=None):
    """As NumPy's"""
    if axis is None:
        return np_concatenate([prim.to_numpy_array(_np_tensor(each).reshape(-1)) for each in (arr, values)])
    return np_concatenate([arr, values], axis)


@operator("numpy.eye", "numpy.identity")
def np_eye(N, M=None, dtype=float):
    """As NumPy's"""
    return prim.to_numpy_array(torch.eye(*_np_shape((N, N if M is None else M)), dtype=_np_dtype(dtype)))


@operator("numpy.linspace")
def np_linspace(start, stop, num=50, endpoint=True, dtype=None):
    """As NumPy's"""
    start, stop = float(_np_plain(start)), float(_np_plain(stop))
    prim.check(num >= 0, "ValueError", "Number of samples, {0}, must be non-negative.", num)
    parts = num - 1 if endpoint else num
    numbers = torch.arange(num, dtype=torch.float64)
    step = (stop - start) / parts if parts > 0 else stop - start
    numbers = (numbers * step if step != 0 else numbers / max(parts, 1) * (stop - start)) + start
    if endpoint and num > 1:
        numbers[-1] = stop
    kind = torch.float64 if dtype is None else _np_dtype(dtype)
    return prim.to_numpy_array((numbers if kind.is_floating_point else torch.floor(numbers)).to(kind))


@operator("numpy.interp")
def np_interp(x, xp, fp):
    """As NumPy's, with the values of `fp` outside of `xp`"""
    x, xp, fp = _np_tensor(x).double(), _np_tensor(xp).double(), _np_tensor(fp).double()
    if xp.shape[0] == 0:
        raise ValueError("array of sample points is empty")
    if xp.shape[0] != fp.shape[0]:
        raise ValueError("fp and xp are not of the same length.")
    last = xp.shape[0] - 1
    at = torch.searchsorted(xp, x, right=True) - 1
    left = torch.clamp(at, 0, last)
    right = torch.clamp(left + 1, 0, last)
    slope = (fp[right] - fp[left]) / (xp[right] - xp[left])
    result = slope * (x - xp[left]) + fp[left]
    other = slope * (x - xp[right]) + fp[right]
    flat = torch.where(other.isnan() & (fp[left] == fp[right]), fp[left], other)
    result = torch.where(result.isnan(), flat, result)
    result = torch.where((at >= last) | (xp[left] == x), fp[left], result)
    return prim.to_numpy(torch.where(x.isnan(), x, torch.where(at < 0, fp[0], result)))


@operator("numpy.flip")
def np_flip(m, axis=None):
    """As NumPy's; neither is written afterwards"""
    tensor = _np_tensor(m)
    flipped = torch.flip(tensor, _np_axes(axis, tensor.dim(), "repeated axis"))
    return prim.to_numpy_array(prim.refuse_writes(tensor, flipped))


@operator("numpy.expand_dims")
def np_expand_dims(a, axis):
    """As NumPy's"""
    tensor = _np_tensor(a)
    axes = axis if isinstance(axis, (tuple, list)) else (axis,)
    for each in sorted(_np_axes(tuple(axes), tensor.dim() + len(axes), "repeated axis")):
        tensor = tensor.unsqueeze(each)
    return prim.to_numpy_array(tensor)


@operator("numpy.meshgrid")
def np_meshgrid(*arrays, indexing="xy"):
    """As NumPy's"""
    grids = torch.meshgrid(*[flatten(_np_tensor(each)) for each in arrays], indexing=indexing)
    return tuple([prim.to_numpy_array(each.clone()) for each in grids])


@operator("numpy.tile")
def np_tile(a, reps):
    """As NumPy's"""
    reps = tuple([_np_plain(each) for each in reps]) if isinstance(reps, (tuple, list)) else (_np_plain(reps),)
    return prim.to_numpy_array(torch.tile(_np_tensor(a), reps))


@operator("numpy.repeat", "numpy.ndarray.repeat")
def np_repeat(a, repeats, axis=None):
    """As NumPy's"""
    tensor = _np_tensor(a)
    axis = None if axis is None else _np_axis(axis, tensor.dim())
    tensor, axis = (tensor.reshape(-1), 0) if axis is None else (tensor, axis)
    if isinstance(repeats, (tuple, list, prim.host("numpy.ndarray"))):
        repeats = _np_tensor(repeats)
        prim.check((repeats.numel() == 1) | (repeats.numel() == tensor.shape[axis]), "ValueError", "operands could not be broadcast together with shape ({0},) ({1},)", tensor.shape[axis], repeats.numel())
    else:
        repeats = _np_plain(repeats)
        prim.check(repeats >= 0, "ValueError", "negative dimensions are not allowed")
    return prim.to_numpy_array(torch.repeat_interleave(tensor, repeats, axis))


@operator("numpy.resize")
def np_resize(a, new_shape):
    """As NumPy's"""
    flat = _np_tensor(a).reshape(-1)
    sizes = new_shape if isinstance(new_shape, (tuple, list)) else (new_shape,)
    count = 1
    for each in sizes:
        count = count * _np_plain(each)
    repeats = (count + flat.shape[0] - 1) // max(flat.shape[0], 1)
    return prim.to_numpy_array(flat.repeat(repeats)[:count].reshape(tuple([_np_plain(each) for each in sizes])))


@operator("numpy.unique")
def np_unique(ar):
    """As NumPy's"""
    return prim.to_numpy_array(torch.unique(_np_tensor(ar)))


@operator("numpy.argwhere")
def np_argwhere(a):
    """As NumPy's"""
    return prim.to_numpy_array(torch.nonzero(_np_tensor(a)))


@operator("numpy.where")
def np_where(condition, x=None, y=None):
    """As NumPy's"""
    if x is None and y is None:
        return tuple([prim.to_numpy_array(each) for each in torch.nonzero(_np_tensor(condition), as_tuple=True)])
    _np_check_shapes(_np_tensor(condition), _np_tensor(x), _np_tensor(y))
    return prim.to_numpy_array(prim.numpy_tensor(_np_binary(lambda a, b: torch.where(_np_tensor(condition), a, b), x, y)))
