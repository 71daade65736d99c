"""Elements of arrays rearranged and repeated."""


@operator("numpy.flip")
def np_flip(m, axis=None):
    """As NumPy's; neither is written afterwards"""
    tensor = _np_tensor(m)
    flipped = torch.flip(tensor, _np_axes(axis, tensor.dim(), "repeated axis"))
    return prim.to_numpy_array(prim.refuse_writes(tensor, flipped))


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
