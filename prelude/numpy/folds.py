"""Functions of two operands folded over an axis."""


def _np_folds(ufunc, what):
    """The reduction or accumulation that a function of NumPy is folded to."""
    if what == "reduce":
        known = ((prim.host("numpy.add"), np_sum), (prim.host("numpy.multiply"), np_prod), (prim.host("numpy.maximum"), np_max), (prim.host("numpy.minimum"), np_min), (prim.host("numpy.logical_and"), np_all), (prim.host("numpy.logical_or"), np_any))
    else:
        known = ((prim.host("numpy.add"), np_cumsum), (prim.host("numpy.multiply"), np_cumprod), (prim.host("numpy.maximum"), _np_running(torch.cummax)), (prim.host("numpy.minimum"), _np_running(torch.cummin)))
    for each, function in known:
        if ufunc is each:
            return function
    prim.refuse("numpy.ufunc." + what, "this function")


def _np_running(function):
    return lambda a, axis: prim.to_numpy_array(function(_np_tensor(a), _np_axis(axis, _np_tensor(a).dim())).values)


@operator("numpy.ufunc.reduce")
def np_reduce(self, array, axis=0, *, keepdims=False):
    """As NumPy's"""
    return _np_folds(self, "reduce")(array, axis, keepdims=keepdims)


@operator("numpy.ufunc.accumulate")
def np_accumulate(self, array, axis=0):
    """As NumPy's"""
    if _np_tensor(array).dim() == 0:
        raise TypeError("cannot accumulate on a scalar")
    return _np_folds(self, "accumulate")(array, axis)


@operator("numpy.ufunc.outer")
def np_outer_of(self, A, B):
    """As NumPy's"""
    left, right = _np_tensor(A), _np_tensor(B)
    left = left.reshape(list(left.shape) + [1] * right.dim())
    return self(prim.to_numpy_array(left), prim.to_numpy_array(right))
