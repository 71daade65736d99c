"""Arrays of more dimensions, and their sizes."""


@operator("numpy.size")
def np_size_of(a, axis=None):
    """As NumPy's"""
    tensor = _np_tensor(a)
    return tensor.numel() if axis is None else _np_counted(tensor, _np_axes(axis, tensor.dim()))


@operator("numpy.ndim")
def np_ndim_of(a):
    """As NumPy's"""
    return _np_tensor(a).dim()


def _np_at_least(function, rank, arrays):
    """Arrays with a number of dimensions at least; those that have them are themselves."""
    results = [each if isinstance(each, prim.host("numpy.ndarray")) and np_ndim(each) >= rank else prim.to_numpy_array(function(_np_tensor(each))) for each in arrays]
    return results[0] if len(results) == 1 else tuple(results)


@operator("numpy.atleast_1d")
def np_atleast_1d(*arys):
    """As NumPy's"""
    return _np_at_least(torch.atleast_1d, 1, arys)


@operator("numpy.atleast_2d")
def np_atleast_2d(*arys):
    """As NumPy's"""
    return _np_at_least(torch.atleast_2d, 2, arys)


@operator("numpy.atleast_3d")
def np_atleast_3d(*arys):
    """As NumPy's"""
    return _np_at_least(torch.atleast_3d, 3, arys)


@operator("numpy.broadcast_to")
def np_broadcast_to(array, shape):
    """As NumPy's; neither is written afterwards"""
    tensor = _np_tensor(array)
    shape = tuple([_np_plain(each) for each in (shape if isinstance(shape, (list, tuple)) else (shape,))])
    for each in shape:
        prim.check(each >= 0, "ValueError", "all elements of broadcast shape must be non-negative")
    extra = len(shape) - tensor.dim()
    if extra < 0:
        raise ValueError("input operand has more dimensions than allowed by the axis remapping")
    for i, size in enumerate(tensor.shape):
        prim.check((size == 1) | (size == shape[extra + i]), "ValueError", "operands could not be broadcast together with remapped shapes [original->remapped]: " + _np_shape_words(tensor.shape, 0) + "  and requested shape " + _np_shape_words(shape, tensor.dim()), *tuple(tensor.shape), *shape)
    return prim.to_numpy_array(prim.refuse_writes(tensor, tensor.expand(shape)))


@operator("numpy.column_stack")
def np_column_stack(tup):
    """As NumPy's"""
    parts = [_np_tensor(each) for each in tup]
    return np_concatenate([prim.to_numpy_array(part if part.dim() > 1 else part.reshape(-1, 1)) for part in parts], 1)


@operator("numpy.dstack")
def np_dstack(tup):
    """As NumPy's"""
    return np_concatenate([prim.to_numpy_array(torch.atleast_3d(_np_tensor(each))) for each in tup], 2)


@operator("numpy.copy")
def np_copy_of(a):
    """As NumPy's"""
    return prim.to_numpy_array(_np_tensor(a).clone())


@operator("numpy.asanyarray")
def np_asanyarray(a, dtype=None):
    """As NumPy's"""
    return np_asarray(a, dtype)


@operator("numpy.full_like")
def np_full_like(a, fill_value, dtype=None):
    """As NumPy's"""
    tensor = _np_tensor(a)
    dtype = tensor.dtype if dtype is None else _np_dtype(dtype)
    value = _np_tensor(fill_value)
    if _np_is_of_python(fill_value):
        _np_check_held(value, dtype)
    return prim.to_numpy_array(value.to(dtype).expand(tensor.shape).clone())


@operator("numpy.empty")
def np_empty(shape, dtype=float):
    """As NumPy's"""
    return np_zeros(shape, dtype)


@operator("numpy.empty_like")
def np_empty_like(prototype, dtype=None):
    """As NumPy's"""
    return np_zeros_like(prototype, dtype)


@operator("numpy.logspace")
def np_logspace(start, stop, num=50, endpoint=True, base=10.0, dtype=None):
    """As NumPy's"""
    powers = np_pow(prim.to_numpy(_np_tensor(base).double()), np_linspace(start, stop, num, endpoint))
    return powers if dtype is None else np_astype(powers, dtype)


@operator("numpy.indices")
def np_indices(dimensions, dtype=int):
    """As NumPy's"""
    sizes = [_np_plain(each) for each in dimensions]
    grids = torch.meshgrid(*[torch.arange(each) for each in sizes], indexing="ij")
    return prim.to_numpy_array(torch.stack(grids).to(_np_dtype(dtype)))


@operator("numpy.ix_")
def np_ix_(*args):
    """As NumPy's"""
    parts = [_np_tensor(each) for each in args]
    if any([part.dim() != 1 for part in parts]):
        raise ValueError("Cross index must be 1 dimensional")
    parts = [torch.nonzero(part).reshape(-1) if part.dtype == torch.bool else part.long() if part.numel() == 0 else part for part in parts]
    return tuple([prim.to_numpy_array(part.reshape([-1 if i == at else 1 for i in range(len(parts))])) for at, part in enumerate(parts)])


@operator("numpy.ndarray.fill")
def np_fill(self, value):
    """As NumPy's"""
    mine = prim.numpy_written(self)
    value = _np_assigned(value, mine.dtype)
    if prim.is_tensor(value) and value.dim() > 0:
        prim.refuse("numpy.ndarray.fill", "an array")
    mine.copy_(value if prim.is_tensor(value) else torch.tensor(value, dtype=mine.dtype))


@operator("numpy.ndarray.view")
def np_view(self):
    """As NumPy's"""
    tensor = prim.numpy_tensor(self)
    return _np_as(self, tensor.view(tensor.shape))
