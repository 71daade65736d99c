"""Arrays split, turned, and moved along their axes."""


@operator("numpy.array_split")
def np_array_split(ary, indices_or_sections, axis=0):
    """As NumPy's"""
    tensor = _np_tensor(ary)
    axis = _np_split_axis(axis, tensor.dim())
    size, places = tensor.shape[axis], indices_or_sections
    if isinstance(places, (list, tuple, prim.host("numpy.ndarray"))):
        places = [_np_plain(each) for each in places]
        starts, ends = [0] + places, places + [size]
    else:
        count = _np_plain(places)
        if count <= 0:
            raise ValueError("number sections must be larger than 0.")
        each, extra = size // count, size % count
        starts = [i * each + min(i, extra) for i in range(count)]
        ends = [(i + 1) * each + min(i + 1, extra) for i in range(count)]
    turned = tensor.transpose(axis, 0)
    return [prim.to_numpy_array(turned[start:end].transpose(axis, 0)) for start, end in zip(starts, ends)]


def _np_split_axis(axis, rank):
    if axis < -rank or axis >= rank:
        raise IndexError("tuple index out of range")
    return _np_axis(axis, rank)


@operator("numpy.split")
def np_split(ary, indices_or_sections, axis=0):
    """As NumPy's"""
    if not isinstance(indices_or_sections, (list, tuple, prim.host("numpy.ndarray"))):
        tensor = _np_tensor(ary)
        size = tensor.shape[_np_split_axis(axis, tensor.dim())]
        prim.check(size % _np_plain(indices_or_sections) == 0, "ValueError", "array split does not result in an equal division")
    return np_array_split(ary, indices_or_sections, axis)


@operator("numpy.hsplit")
def np_hsplit(ary, indices_or_sections):
    """As NumPy's"""
    rank = _np_tensor(ary).dim()
    if rank == 0:
        raise ValueError("hsplit only works on arrays of 1 or more dimensions")
    return np_split(ary, indices_or_sections, 1 if rank > 1 else 0)


@operator("numpy.vsplit")
def np_vsplit(ary, indices_or_sections):
    """As NumPy's"""
    if _np_tensor(ary).dim() < 2:
        raise ValueError("vsplit only works on arrays of 2 or more dimensions")
    return np_split(ary, indices_or_sections, 0)


@operator("numpy.roll")
def np_roll(a, shift, axis=None):
    """As NumPy's"""
    tensor = _np_tensor(a)
    if isinstance(shift, (list, tuple)):
        shift = tuple([_np_plain(each) for each in shift])
    else:
        shift = (_np_plain(shift),)
    if axis is None:
        total = 0
        for each in shift:
            total = total + each
        return prim.to_numpy_array(torch.roll(tensor.reshape(-1), total, 0).reshape(tensor.shape))
    axes = tuple([_np_axis(each, tensor.dim()) for each in (axis if isinstance(axis, (list, tuple)) else (axis,))])
    shift = shift * len(axes) if len(shift) == 1 else shift
    axes = axes * len(shift) if len(axes) == 1 else axes
    if len(shift) != len(axes):
        raise ValueError("shape mismatch: objects cannot be broadcast to a single shape")
    for amount, each in zip(shift, axes):
        tensor = torch.roll(tensor, amount, each)
    return prim.to_numpy_array(tensor)


@operator("numpy.rot90")
def np_rot90(m, k=1, axes=(0, 1)):
    """As NumPy's; neither is written afterwards"""
    tensor = _np_tensor(m)
    if len(axes) != 2:
        raise ValueError("len(axes) must be 2.")
    if tensor.dim() < 2 or abs(axes[0] - axes[1]) in (0, tensor.dim()):
        raise ValueError("Axes must be different.")
    prim.check(all([-tensor.dim() <= each and each < tensor.dim() for each in axes]), "ValueError", f"Axes={tuple(axes)} out of range for array of ndim={tensor.dim()}.")
    return prim.to_numpy_array(prim.refuse_writes(tensor, torch.rot90(tensor, _np_plain(k), tuple(axes))))


@operator("numpy.flipud")
def np_flipud(m):
    """As NumPy's; neither is written afterwards"""
    if _np_tensor(m).dim() < 1:
        raise ValueError("Input must be >= 1-d.")
    return np_flip(m, 0)


@operator("numpy.fliplr")
def np_fliplr(m):
    """As NumPy's; neither is written afterwards"""
    if _np_tensor(m).dim() < 2:
        raise ValueError("Input must be >= 2-d.")
    return np_flip(m, 1)


@operator("numpy.swapaxes", "numpy.ndarray.swapaxes")
def np_swapaxes(a, axis1, axis2):
    """As NumPy's"""
    tensor = _np_tensor(a)
    return prim.to_numpy_array(tensor.transpose(_np_axis(axis1, tensor.dim()), _np_axis(axis2, tensor.dim())))


@operator("numpy.moveaxis")
def np_moveaxis(a, source, destination):
    """As NumPy's"""
    tensor = _np_tensor(a)
    source, destination = [_np_axes(tuple(each) if isinstance(each, (list, tuple)) else each, tensor.dim(), "repeated axis in `" + name + "` argument") for each, name in ((source, "source"), (destination, "destination"))]
    if len(source) != len(destination):
        raise ValueError("`source` and `destination` arguments must have the same number of elements")
    return prim.to_numpy_array(torch.movedim(tensor, source, destination))


@operator("numpy.delete")
def np_delete(arr, obj, axis=None):
    """As NumPy's"""
    tensor = _np_tensor(arr)
    tensor, axis = (tensor.reshape(-1), 0) if axis is None else (tensor, _np_axis(axis, tensor.dim()))
    size = tensor.shape[axis]
    kept = torch.ones(size, dtype=torch.bool)
    if isinstance(obj, (list, tuple)) and len(obj) == 0:
        return prim.to_numpy_array(tensor.clone())
    kept[obj if isinstance(obj, slice) else _np_checked_places(obj, axis, size)] = False
    return prim.to_numpy_array(torch.index_select(tensor, axis, torch.nonzero(kept).reshape(-1)))


def _np_checked_places(places, axis, size):
    """Integers or a mask; integers are within an axis."""
    tensor = _np_tensor(places)
    if tensor.dtype == torch.bool:
        return tensor
    flat = tensor.reshape(-1).long()
    outside = flat[(flat < -size) | (flat >= size)]
    if outside.numel() > 0:
        raise IndexError(f"index {outside[0].item()} is out of bounds for axis {axis} with size {size}")
    return torch.where(tensor < 0, tensor + size, tensor).long()


@operator("numpy.insert")
def np_insert(arr, obj, values, axis=None):
    """As NumPy's, at one place"""
    tensor = _np_tensor(arr)
    tensor, axis = (tensor.reshape(-1), 0) if axis is None else (tensor, _np_axis(axis, tensor.dim()))
    if isinstance(obj, (list, tuple, slice)) or _np_tensor(obj).dim() > 0:
        prim.refuse("numpy.insert", "several places")
    size, at = tensor.shape[axis], int(_np_plain(obj))
    prim.check((at >= -size) & (at <= size), "IndexError", "index {0} is out of bounds for axis {1} with size {2}", at, axis, size)
    at = at + size if at < 0 else at
    values = _np_tensor(values).to(tensor.dtype)
    if values.dim() > tensor.dim():
        raise ValueError("could not broadcast input array")
    values = torch.movedim(values.reshape([1] * (tensor.dim() - values.dim()) + list(values.shape)), 0, axis)
    rest = [values.shape[axis] if i == axis else tensor.shape[i] for i in range(tensor.dim())]
    for i in range(tensor.dim()):
        prim.check((values.shape[i] == 1) | (values.shape[i] == rest[i]), "ValueError", "could not broadcast input array from shape " + _np_shape_words(values.shape, 0) + " into shape " + _np_shape_words(rest, tensor.dim()), *tuple(values.shape), *rest)
    turned = tensor.transpose(axis, 0)
    parts = [turned[:at], values.expand(rest).transpose(axis, 0), turned[at:]]
    return prim.to_numpy_array(torch.cat(parts, 0).transpose(axis, 0).contiguous())
