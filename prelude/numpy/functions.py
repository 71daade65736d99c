"""Arithmetic as functions of two operands."""


@operator("numpy.add")
def np_add_of(x1, x2):
    """As NumPy's"""
    return _np_function(np_add, x1, x2)


@operator("numpy.subtract")
def np_subtract(x1, x2):
    """As NumPy's"""
    return _np_function(np_sub, x1, x2)


@operator("numpy.multiply")
def np_multiply(x1, x2):
    """As NumPy's"""
    return _np_function(np_mul, x1, x2)


@operator("numpy.divide", "numpy.true_divide")
def np_divide(x1, x2):
    """As NumPy's"""
    return _np_function(np_truediv, x1, x2)


@operator("numpy.floor_divide")
def np_floor_divide(x1, x2):
    """As NumPy's"""
    return _np_function(np_floordiv, x1, x2)


@operator("numpy.mod", "numpy.remainder")
def np_remainder(x1, x2):
    """As NumPy's"""
    return _np_function(np_mod, x1, x2)


@operator("numpy.power")
def np_power(x1, x2):
    """As NumPy's"""
    return _np_function(np_pow, x1, x2)


@operator("numpy.fmod")
def np_fmod(x1, x2):
    """As NumPy's"""
    return _np_function(_np_fmod, x1, x2)


@operator("numpy.float_power")
def np_float_power(x1, x2):
    """As NumPy's"""
    return _np_function(_np_float_power, x1, x2)


@operator("numpy.divmod")
def np_divmod_of(x1, x2):
    """As NumPy's"""
    return np_floor_divide(x1, x2), np_remainder(x1, x2)


def _np_fmod(a, b):
    """The remainder with the sign of the dividend; of integers by zero it is 0."""
    dtype = _np_common(_np_operand(a), _np_operand(b))
    if dtype == torch.bool:
        prim.refuse("numpy.fmod", "bools")
    return _np_binary(torch.fmod if dtype.is_floating_point else _integers_divided(torch.fmod), a, b)


def _np_float_power(a, b):
    return np_pow(prim.to_numpy(_np_tensor(a).double()), prim.to_numpy(_np_tensor(b).double()))


@operator("numpy.maximum")
def np_maximum(x1, x2):
    """As NumPy's"""
    return _np_function(lambda a, b: _np_binary(torch.maximum, a, b), x1, x2)


@operator("numpy.minimum")
def np_minimum(x1, x2):
    """As NumPy's"""
    return _np_function(lambda a, b: _np_binary(torch.minimum, a, b), x1, x2)


@operator("numpy.fmax")
def np_fmax(x1, x2):
    """As NumPy's"""
    return _np_function(lambda a, b: _np_binary(torch.fmax, a, b), x1, x2)


@operator("numpy.fmin")
def np_fmin(x1, x2):
    """As NumPy's"""
    return _np_function(lambda a, b: _np_binary(torch.fmin, a, b), x1, x2)


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


@operator("numpy.negative")
def np_negative(x):
    """As NumPy's"""
    return prim.numpy_tensor(np_neg(numpy(x))) if prim.is_tensor(x) else np_neg(_np_given(x))


def _step(x, middle):
    return torch.where(x.isnan(), x, torch.heaviside(x, middle))


def _np_of_reals(function):
    """A function of two operands that gives floats, also of integers."""

    def of_two(a, b):
        _np_real(_np_common(_np_operand(a), _np_operand(b)))
        return _np_binary(function, a, b, True)

    return of_two


@operator("numpy.arctan2")
def np_arctan2(x1, x2):
    """As NumPy's"""
    return _np_function(_np_of_reals(torch.atan2), x1, x2)


@operator("numpy.hypot")
def np_hypot(x1, x2):
    """As NumPy's"""
    return _np_function(_np_of_reals(torch.hypot), x1, x2)


@operator("numpy.copysign")
def np_copysign(x1, x2):
    """As NumPy's"""
    return _np_function(_np_of_reals(torch.copysign), x1, x2)


@operator("numpy.logaddexp")
def np_logaddexp(x1, x2):
    """As NumPy's"""
    return _np_function(_np_of_reals(torch.logaddexp), x1, x2)


@operator("numpy.logaddexp2")
def np_logaddexp2(x1, x2):
    """As NumPy's"""
    return _np_function(_np_of_reals(torch.logaddexp2), x1, x2)


@operator("numpy.heaviside")
def np_heaviside(x1, x2):
    """As NumPy's"""
    return _np_function(_np_of_reals(_step), x1, x2)


@operator("numpy.nextafter")
def np_nextafter(x1, x2):
    """As NumPy's"""
    return _np_function(_np_of_reals(torch.nextafter), x1, x2)
