"""Functions of each element."""


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
