"""Functions that round, and of signs, infinities and what is no number."""


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


@operator("numpy.trunc")
def np_trunc(x):
    """As NumPy's"""
    return _np_rounded(torch.trunc, x)


@operator("numpy.fix")
def np_fix(x):
    """As NumPy's"""
    return _np_rounded(torch.trunc, x)


@operator("numpy.round", "numpy.around", "numpy.ndarray.round")
def np_round(a, decimals=0):
    """As NumPy's"""
    decimals = _np_plain(decimals)
    _np_no_bools("round", a)
    if decimals == 0:
        return _np_rounded(torch.round, a)
    return _np_unary(lambda x: _np_to_decimals(x, decimals), a, False)


def _np_to_decimals(x, decimals):
    """By a power of ten and back, as NumPy rounds; integers have no decimals to lose."""
    if not x.dtype.is_floating_point:
        if x.dtype == torch.bool:
            prim.refuse("numpy.round", "decimals of bools")
        return x.clone() if decimals > 0 else (torch.round(x.double() / 10**-decimals) * 10**-decimals).to(x.dtype)
    return torch.round(x * 10.0**decimals) / 10.0**decimals if decimals > 0 else torch.round(x / 10.0**-decimals) * 10.0**-decimals


def _np_no_bools(name, x):
    if prim.is_tensor(x):
        return
    if _np_tensor(x).dtype == torch.bool:
        prim.refuse("numpy." + name, "bools")


@operator("numpy.sign")
def np_sign(x):
    """As NumPy's"""
    _np_no_bools("sign", x)
    return _np_unary(_sign, x, False)


def _sign(x):
    return torch.where(x.isnan(), x, torch.sign(x)) if x.dtype.is_floating_point else torch.sign(x)


@operator("numpy.square")
def np_square(x):
    """As NumPy's"""
    _np_no_bools("square", x)
    return _np_unary(lambda x: x * x, x, False)


@operator("numpy.reciprocal")
def np_reciprocal(x):
    """As NumPy's"""
    return _np_unary(_np_reciprocal, x, False)


def _np_reciprocal(x):
    if not x.dtype.is_floating_point:
        prim.refuse("numpy.reciprocal", "integers")
    return 1 / x


@operator("numpy.positive")
def np_positive(x):
    """As NumPy's"""
    _np_no_bools("positive", x)
    return _np_unary(torch.clone, x, False)


@operator("numpy.ndarray.conj", "numpy.ndarray.conjugate")
def np_conj(self):
    """As NumPy's; a real array is its own"""
    if prim.numpy_tensor(self).dtype.is_complex:
        prim.refuse("numpy", "complex numbers")
    return self


@operator("numpy.conjugate")
def np_conjugate(x):
    """As NumPy's"""
    _np_no_bools("conjugate", x)
    return _np_unary(lambda x: prim.refuse("numpy", "complex numbers") if x.dtype.is_complex else x.clone(), x, False)


@operator("numpy.isnan")
def np_isnan(x):
    """As NumPy's"""
    return _np_unary(torch.isnan, x, False)


@operator("numpy.isinf")
def np_isinf(x):
    """As NumPy's"""
    return _np_unary(torch.isinf, x, False)


@operator("numpy.isfinite")
def np_isfinite(x):
    """As NumPy's"""
    return _np_unary(torch.isfinite, x, False)


@operator("numpy.signbit")
def np_signbit(x):
    """As NumPy's"""
    return _np_unary(torch.signbit, x, False)


@operator("numpy.nan_to_num")
def np_nan_to_num(x, copy=True, nan=0.0, posinf=None, neginf=None):
    """As NumPy's"""
    tensor = _np_tensor(x)
    result = torch.nan_to_num(tensor, nan, posinf, neginf) if tensor.dtype.is_floating_point else tensor.clone()
    if copy or not isinstance(x, prim.host("numpy.ndarray")):
        return prim.to_numpy(result)
    prim.numpy_written(x).copy_(result)
    return x
