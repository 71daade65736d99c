"""Arrays joined."""


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
