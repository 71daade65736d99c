"""Functions of Python's math as TorchScript has them: nan or infinity where Python raises."""


def script_of_complex(function, a):
    return function(torch.tensor(a, dtype=torch.complex128)).item()


def script_within(function, a, low, high):
    """A function that is defined from `low` to `high`"""
    a = float(a)
    return function(a) if a >= low and a <= high else math.nan


def script_bounded(function, a, beyond):
    """A function that is `beyond` where it is too large for a float"""
    try:
        return function(float(a))
    except OverflowError:
        return beyond


@operator("script.sqrt")
def script_sqrt(a):
    """The square root"""
    return script_of_complex(torch.sqrt, a) if isinstance(a, complex) else script_within(math.sqrt, a, 0.0, math.inf)


@operator("script.exp")
def script_exp(a):
    """e to the power of a number"""
    return script_of_complex(torch.exp, a) if isinstance(a, complex) else script_bounded(math.exp, a, math.inf)


@operator("script.expm1")
def script_expm1(a):
    """exp(a) - 1"""
    return script_bounded(math.expm1, a, math.inf)


def script_logarithm(a):
    if isinstance(a, complex):
        return script_of_complex(torch.log, a)
    return -math.inf if a == 0 else script_within(math.log, a, 0.0, math.inf)


@operator("script.log")
def script_log(a, *base):
    """The natural logarithm, or that to a base"""
    result = script_logarithm(a)
    return script_div(result, script_logarithm(base[0])) if base else result


@operator("script.log10")
def script_log10(a):
    """The logarithm to the base 10"""
    if isinstance(a, complex):
        return script_of_complex(torch.log10, a)
    return -math.inf if a == 0 else script_within(math.log10, a, 0.0, math.inf)


@operator("script.log1p")
def script_log1p(a):
    """log(1 + a)"""
    return -math.inf if a == -1 else script_within(math.log1p, a, -1.0, math.inf)


@operator("script.sin")
def script_sin(a):
    """The sine"""
    return script_of_complex(torch.sin, a) if isinstance(a, complex) else math.nan if math.isinf(a) else math.sin(a)


@operator("script.cos")
def script_cos(a):
    """The cosine"""
    return script_of_complex(torch.cos, a) if isinstance(a, complex) else math.nan if math.isinf(a) else math.cos(a)


@operator("script.tan")
def script_tan(a):
    """The tangent"""
    return script_of_complex(torch.tan, a) if isinstance(a, complex) else math.nan if math.isinf(a) else math.tan(a)


@operator("script.asin")
def script_asin(a):
    """The inverse of the sine"""
    return script_of_complex(torch.asin, a) if isinstance(a, complex) else script_within(math.asin, a, -1.0, 1.0)


@operator("script.acos")
def script_acos(a):
    """The inverse of the cosine"""
    return script_of_complex(torch.acos, a) if isinstance(a, complex) else script_within(math.acos, a, -1.0, 1.0)


@operator("script.atan")
def script_atan(a):
    """The inverse of the tangent"""
    return script_of_complex(torch.atan, a) if isinstance(a, complex) else math.atan(a)


@operator("script.atan2")
def script_atan2(a, b):
    """The angle of the point (b, a)"""
    return math.atan2(a, b)


@operator("script.sinh")
def script_sinh(a):
    """The hyperbolic sine"""
    if isinstance(a, complex):
        return script_of_complex(torch.sinh, a)
    return script_bounded(math.sinh, a, math.copysign(math.inf, a))


@operator("script.cosh")
def script_cosh(a):
    """The hyperbolic cosine"""
    return script_of_complex(torch.cosh, a) if isinstance(a, complex) else script_bounded(math.cosh, a, math.inf)


@operator("script.tanh")
def script_tanh(a):
    """The hyperbolic tangent"""
    return script_of_complex(torch.tanh, a) if isinstance(a, complex) else math.tanh(a)


@operator("script.asinh")
def script_asinh(a):
    """The inverse of the hyperbolic sine"""
    return script_of_complex(torch.asinh, a) if isinstance(a, complex) else math.asinh(a)


@operator("script.acosh")
def script_acosh(a):
    """The inverse of the hyperbolic cosine"""
    return script_of_complex(torch.acosh, a) if isinstance(a, complex) else script_within(math.acosh, a, 1.0, math.inf)


@operator("script.atanh")
def script_atanh(a):
    """The inverse of the hyperbolic tangent"""
    if isinstance(a, complex):
        return script_of_complex(torch.atanh, a)
    return math.copysign(math.inf, a) if abs(a) == 1 else script_within(math.atanh, a, -1.0, 1.0)


@operator("script.angle")
def script_angle(a):
    """The argument of a number: of a real one 0 or pi"""
    return math.atan2(a.imag, a.real) if isinstance(a, complex) else math.pi if math.copysign(1.0, a) < 0 else 0.0


@operator("script.polar")
def script_polar(a, b):
    """The complex number of a magnitude and an angle"""
    return complex(a * script_cos(b), a * script_sin(b))
