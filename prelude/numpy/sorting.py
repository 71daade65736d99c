"""Sorting and searching."""


@operator("numpy.sort")
def np_sort(a, axis=-1):
    """As NumPy's"""
    tensor = _np_tensor(a)
    return prim.to_numpy_array(tensor.reshape(-1).sort().values if axis is None else tensor.sort(_np_axis(axis, tensor.dim())).values)


@operator("numpy.ndarray.sort")
def np_sort_itself(self, axis=-1):
    """As NumPy's"""
    mine = prim.numpy_written(self)
    mine.copy_(mine.sort(_np_axis(axis, mine.dim())).values)


@operator("numpy.lexsort")
def np_lexsort(keys):
    """As NumPy's, of keys of one dimension"""
    keys = [_np_tensor(each) for each in keys]
    if len(keys) == 0:
        raise TypeError("need sequence of keys with len > 0 in lexsort")
    if any([each.dim() != 1 for each in keys]):
        prim.refuse("numpy.lexsort", "keys that are not of one dimension")
    order = torch.arange(keys[0].shape[0])
    for each in keys:
        prim.check(each.shape[0] == order.shape[0], "ValueError", "all keys need to be the same shape")
        order = order[(each.to(torch.uint8) if each.dtype == torch.bool else each)[order].argsort(stable=True)]
    return prim.to_numpy_array(order)


@operator("numpy.argsort", "numpy.ndarray.argsort")
def np_argsort(a, axis=-1, kind=None, *, stable=None):
    """As NumPy's; `kind` has to say that equal elements keep their order"""
    if kind not in ("stable", "mergesort") and not stable:
        prim.refuse("numpy.argsort", "an order of equal elements that is not said; give `kind='stable'`")
    tensor = _np_tensor(a)
    return prim.to_numpy_array(tensor.reshape(-1).argsort(stable=True) if axis is None else tensor.argsort(dim=_np_axis(axis, tensor.dim()), stable=True))


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
