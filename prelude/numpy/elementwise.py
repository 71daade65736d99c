"""Functions of each element that give floats."""


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


@operator("numpy.tan")
def np_tan(x):
    """As NumPy's"""
    return _np_unary(torch.tan, x)


@operator("numpy.arcsin")
def np_arcsin(x):
    """As NumPy's"""
    return _np_unary(torch.asin, x)


@operator("numpy.arccos")
def np_arccos(x):
    """As NumPy's"""
    return _np_unary(torch.acos, x)


@operator("numpy.arctan")
def np_arctan(x):
    """As NumPy's"""
    return _np_unary(torch.atan, x)


@operator("numpy.sinh")
def np_sinh(x):
    """As NumPy's"""
    return _np_unary(torch.sinh, x)


@operator("numpy.cosh")
def np_cosh(x):
    """As NumPy's"""
    return _np_unary(torch.cosh, x)


@operator("numpy.arcsinh")
def np_arcsinh(x):
    """As NumPy's"""
    return _np_unary(torch.asinh, x)


@operator("numpy.arccosh")
def np_arccosh(x):
    """As NumPy's"""
    return _np_unary(torch.acosh, x)


@operator("numpy.arctanh")
def np_arctanh(x):
    """As NumPy's"""
    return _np_unary(torch.atanh, x)


@operator("numpy.expm1")
def np_expm1(x):
    """As NumPy's"""
    return _np_unary(torch.expm1, x)


@operator("numpy.log1p")
def np_log1p(x):
    """As NumPy's"""
    return _np_unary(torch.log1p, x)


@operator("numpy.exp2")
def np_exp2(x):
    """As NumPy's"""
    return _np_unary(torch.exp2, x)


@operator("numpy.cbrt")
def np_cbrt(x):
    """As NumPy's"""
    return _np_unary(_cube_root, x)


@operator("numpy.deg2rad")
def np_deg2rad(x):
    """As NumPy's"""
    return _np_unary(torch.deg2rad, x)


@operator("numpy.rad2deg")
def np_rad2deg(x):
    """As NumPy's"""
    return _np_unary(torch.rad2deg, x)


@operator("numpy.radians")
def np_radians(x):
    """As NumPy's"""
    return _np_unary(torch.deg2rad, x)


@operator("numpy.degrees")
def np_degrees(x):
    """As NumPy's"""
    return _np_unary(torch.rad2deg, x)


@operator("numpy.fabs")
def np_fabs(x):
    """As NumPy's"""
    return _np_unary(torch.abs, x)


@operator("numpy.sinc")
def np_sinc(x):
    """As NumPy's"""
    return _np_unary(torch.sinc, x)


def _cube_root(x):
    """A root, and one step towards where its cube is the element."""
    root = torch.copysign(torch.abs(x) ** (1 / 3), x)
    step = (root * root * root - x) / (3 * root * root)
    return torch.where(torch.isfinite(step), root - step, root)
