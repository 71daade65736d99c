"""Comparisons, logic and bits as functions."""


@operator("numpy.equal")
def np_equal(x1, x2):
    """As NumPy's"""
    return _np_function(np_eq, x1, x2)


@operator("numpy.not_equal")
def np_not_equal(x1, x2):
    """As NumPy's"""
    return _np_function(np_ne, x1, x2)


@operator("numpy.less")
def np_less(x1, x2):
    """As NumPy's"""
    return _np_function(np_lt, x1, x2)


@operator("numpy.less_equal")
def np_less_equal(x1, x2):
    """As NumPy's"""
    return _np_function(np_le, x1, x2)


@operator("numpy.greater")
def np_greater(x1, x2):
    """As NumPy's"""
    return _np_function(np_gt, x1, x2)


@operator("numpy.greater_equal")
def np_greater_equal(x1, x2):
    """As NumPy's"""
    return _np_function(np_ge, x1, x2)


@operator("numpy.bitwise_and")
def np_bitwise_and(x1, x2):
    """As NumPy's"""
    return _np_function(np_and, x1, x2)


@operator("numpy.bitwise_or")
def np_bitwise_or(x1, x2):
    """As NumPy's"""
    return _np_function(np_or, x1, x2)


@operator("numpy.bitwise_xor")
def np_bitwise_xor(x1, x2):
    """As NumPy's"""
    return _np_function(np_xor, x1, x2)


@operator("numpy.logical_and")
def np_logical_and(x1, x2):
    """As NumPy's"""
    return _np_function(_np_logical(torch.logical_and), x1, x2)


@operator("numpy.logical_or")
def np_logical_or(x1, x2):
    """As NumPy's"""
    return _np_function(_np_logical(torch.logical_or), x1, x2)


@operator("numpy.logical_xor")
def np_logical_xor(x1, x2):
    """As NumPy's"""
    return _np_function(_np_logical(torch.logical_xor), x1, x2)


def _np_logical(function):
    """A function of the truth of each element."""
    return lambda a, b: _np_binary(function, prim.to_numpy(_np_tensor(a) != 0), prim.to_numpy(_np_tensor(b) != 0))


@operator("numpy.logical_not")
def np_logical_not(x):
    """As NumPy's"""
    return _np_unary(lambda x: x == 0, x, False)


@operator("numpy.invert")
def np_invert_of(x):
    """As NumPy's"""
    return np_invert(_np_given(x))


@operator("numpy.isclose")
def np_isclose(a, b, rtol=1e-05, atol=1e-08, equal_nan=False):
    """As NumPy's"""
    a, b = _np_tensor(a), _np_tensor(b)
    dtype = _np_promoted(a.dtype, b.dtype)
    dtype = dtype if dtype.is_floating_point else torch.float64
    a, b = a.to(dtype), b.to(dtype)
    _np_check_shapes(a, b)
    close = (torch.isfinite(b) & ((a - b).abs() <= _np_plain(atol) + _np_plain(rtol) * b.abs())) | (a == b)
    return prim.to_numpy(close | (a.isnan() & b.isnan()) if equal_nan else close)


@operator("numpy.allclose")
def np_allclose(a, b, rtol=1e-05, atol=1e-08, equal_nan=False):
    """As NumPy's"""
    return bool(prim.numpy_tensor(np_isclose(a, b, rtol, atol, equal_nan)).all())


@operator("numpy.array_equal")
def np_array_equal(a1, a2, equal_nan=False):
    """As NumPy's"""
    a, b = _np_tensor(a1), _np_tensor(a2)
    if not _np_have_one_shape(a, b):
        return False
    equal = prim.numpy_tensor(np_eq(prim.to_numpy_array(a), prim.to_numpy_array(b)))
    return bool((equal | (_np_nans(a) & _np_nans(b))).all() if equal_nan else equal.all())
