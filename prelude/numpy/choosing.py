"""Elements chosen by places and conditions."""


@operator("numpy.nonzero")
def np_nonzero_of(a):
    """As NumPy's"""
    tensor = _np_tensor(a)
    if tensor.dim() == 0:
        raise ValueError("Calling nonzero on 0d arrays is not allowed. Use np.atleast_1d(scalar).nonzero() instead. If the context of this error is of the form `arr[nonzero(cond)]`, just use `arr[cond]`.")
    return tuple([prim.to_numpy_array(each) for each in torch.nonzero(tensor, as_tuple=True)])


@operator("numpy.ndarray.nonzero")
def np_nonzero(self):
    """As NumPy's"""
    return np_nonzero_of(self)


@operator("numpy.flatnonzero")
def np_flatnonzero(a):
    """As NumPy's"""
    return prim.to_numpy_array(torch.nonzero(_np_tensor(a).reshape(-1)).reshape(-1))


@operator("numpy.take", "numpy.ndarray.take")
def np_take(a, indices, axis=None):
    """As NumPy's"""
    tensor, places = _np_tensor(a), _np_tensor(indices)
    if places.dtype.is_floating_point:
        if isinstance(indices, (list, tuple)) and len(indices) > 0:
            prim.refuse("numpy.take", "a list of floats as places")
        if not isinstance(indices, (list, tuple)):
            raise TypeError("Cannot cast array data from dtype('" + str(places.dtype)[6:] + "') to dtype('int64') according to the rule 'safe'")
        places = places.long()
    tensor = tensor.reshape(1) if tensor.dim() == 0 else tensor
    tensor, axis = (tensor.reshape(-1), 0) if axis is None else (tensor, _np_axis(axis, tensor.dim()))
    flat = _np_checked_places(prim.to_numpy_array(places.reshape(-1).long()), axis, tensor.shape[axis])
    shape = list(tensor.shape[:axis]) + list(places.shape) + list(tensor.shape[axis + 1 :])
    return prim.to_numpy(torch.index_select(tensor, axis, flat).reshape(shape))


@operator("numpy.take_along_axis")
def np_take_along_axis(arr, indices, axis=-1):
    """As NumPy's"""
    tensor, places = _np_tensor(arr), _np_tensor(indices)
    if places.dtype.is_floating_point or places.dtype == torch.bool:
        raise IndexError("`indices` must be an integer array")
    if axis is None:
        tensor, axis = tensor.reshape(-1), 0
    if tensor.dim() != places.dim():
        raise ValueError("`indices` and `arr` must have the same number of dimensions")
    axis = _np_axis(axis, tensor.dim())
    for i in range(tensor.dim()):
        one, other = tensor.shape[i], places.shape[i]
        prim.check((i == axis) | (one == other) | (one == 1) | (other == 1), "IndexError", "shape mismatch: indexing arrays could not be broadcast together")
    return prim.to_numpy_array(torch.take_along_dim(tensor, _np_checked_places(prim.to_numpy_array(places), axis, tensor.shape[axis]), axis))


@operator("numpy.compress")
def np_compress(condition, a, axis=None):
    """As NumPy's"""
    return np_take(a, np_flatnonzero(condition), axis)


@operator("numpy.select")
def np_select(condlist, choicelist, default=0):
    """As NumPy's"""
    if len(condlist) != len(choicelist):
        raise ValueError("list of cases must be same length as list of conditions")
    if len(condlist) == 0:
        raise ValueError("select with an empty condition list is not possible")
    for i, each in enumerate(condlist):
        if _np_tensor(each).dtype != torch.bool:
            raise TypeError(f"invalid entry {i} in condlist: should be boolean ndarray")
    values = [_np_operand(each) for each in list(choicelist) + [default]]
    dtype = _np_common_of(values)
    result = _np_converted(values[-1], dtype)
    for i in range(len(condlist) - 1, -1, -1):
        condition, value = _np_tensor(condlist[i]), _np_converted(values[i], dtype)
        _np_check_shapes(condition, value, result)
        result = torch.where(condition, value, result)
    return prim.to_numpy_array(result)


def _np_common_of(values):
    """The dtype of several operands, of which some are numbers of Python."""
    tensors = [each for each in values if prim.is_tensor(each)]
    numbers = [each for each in values if not prim.is_tensor(each)]
    if len(tensors) == 0:
        tensors = [torch.tensor(each, dtype=_np_kind(each)) for each in numbers]
    dtype = tensors[0].dtype
    for each in tensors[1:]:
        dtype = _np_promoted(dtype, each.dtype)
    for each in numbers:
        dtype = _np_common(torch.empty(0, dtype=dtype), each)
    return dtype


@operator("numpy.unravel_index")
def np_unravel_index(indices, shape):
    """As NumPy's"""
    rest, sizes, found = _np_tensor(indices), shape if isinstance(shape, (list, tuple)) else (shape,), []
    count = 1
    for each in sizes:
        count = count * _np_plain(each)
    if bool(((rest < 0) | (rest >= count)).any()):
        raise ValueError("index is out of bounds for array with size " + str(count))
    for size in reversed([_np_plain(each) for each in sizes]):
        found = [rest % size] + found
        rest = torch.floor_divide(rest, size)
    return tuple([prim.to_numpy(each) for each in found])
