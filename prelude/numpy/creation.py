"""Arrays from data and from numbers."""


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


@operator("numpy.meshgrid")
def np_meshgrid(*arrays, indexing="xy"):
    """As NumPy's"""
    parts = [flatten(_np_tensor(each)) for each in arrays]
    places = torch.meshgrid(*[torch.arange(each.shape[0]) for each in parts], indexing=indexing)
    return tuple([prim.to_numpy_array(each[place]) for each, place in zip(parts, places)])
