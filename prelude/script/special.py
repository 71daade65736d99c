"""Functions of floats that take them apart, count or classify, and the error and gamma functions."""


@operator("script.erf")
def script_erf(a):
    """The error function"""
    return math.erf(a)


@operator("script.erfc")
def script_erfc(a):
    """1 - erf(a)"""
    return math.erfc(a)


@operator("script.gamma")
def script_gamma(a):
    """The gamma function"""
    a = float(a)
    if a == 0:
        return math.copysign(math.inf, a)
    if a == -math.inf or a < 0 and script_whole(a) == a:
        return math.nan
    return script_bounded(math.gamma, a, math.inf)


@operator("script.lgamma")
def script_lgamma(a):
    """The logarithm of the magnitude of the gamma function"""
    a = float(a)
    return math.inf if a <= 0 and script_whole(a) == a else script_bounded(math.lgamma, a, math.inf)


@operator("script.fabs")
def script_fabs(a):
    """The magnitude, a float"""
    return math.fabs(a)


@operator("script.copysign")
def script_copysign(a, b):
    """The magnitude of a with the sign of b"""
    return math.copysign(a, b)


@operator("script.degrees")
def script_degrees(a):
    """An angle in degrees"""
    return math.degrees(a)


@operator("script.radians")
def script_radians(a):
    """An angle in radians"""
    return math.radians(a)


@operator("script.fmod")
def script_fmod(a, b):
    """The rest with the sign of a, a float"""
    return script_rest(a, b)


@operator("script.mathremainder")
def script_mathremainder(a, b):
    """The difference from the nearest multiple of b"""
    a, b = float(a), float(b)
    return math.nan if b == 0 or math.isinf(a) or a != a or b != b else math.remainder(a, b)


@operator("script.modf")
def script_modf(a):
    """Fraction and whole part, both with the sign of the number"""
    if a != a:
        return a, a
    if math.isinf(a):
        return math.copysign(0.0, a), a
    fraction = math.fmod(a, 1.0)
    return math.copysign(fraction, a), math.copysign(a - fraction, a)


@operator("script.frexp")
def script_frexp(a):
    """A number between 0.5 and 1, and the power of 2 that makes `a` of it"""
    exponent = 0
    if a == 0 or not math.isfinite(a):
        return a, exponent
    while abs(a) >= 1:
        a = a * 0.5
        exponent = exponent + 1
    while abs(a) < 0.5:
        a = a * 2.0
        exponent = exponent - 1
    return a, exponent


@operator("script.ldexp")
def script_ldexp(x, i):
    """x times a power of 2; by several factors where one is no float, rounded once"""
    i = max(min(i, 2200), -2200)
    while i > 1000:
        x = x * 2.0**1000
        i = i - 1000
    while i < -969:
        x = x * 2.0**-969
        i = i + 969
    return x * 2.0**i


@operator("script.gcd")
def script_gcd(a, b):
    """The greatest common divisor"""
    return math.gcd(a, b)


@operator("script.factorial")
def script_factorial(a):
    """The product of the ints up to a"""
    if a < 0:
        raise RuntimeError("factorial() not defined for negative values")
    return math.factorial(a)


@operator("script.isnan")
def script_isnan(a):
    """Whether a number, or a part of it, is nan"""
    return math.isnan(a.real) or math.isnan(a.imag) if isinstance(a, complex) else math.isnan(a)


@operator("script.isinf")
def script_isinf(a):
    """Whether a number, or a part of it, is infinite"""
    return math.isinf(a.real) or math.isinf(a.imag) if isinstance(a, complex) else math.isinf(a)


@operator("script.isfinite")
def script_isfinite(a):
    """Whether a number is neither infinite nor nan"""
    return math.isfinite(a.real) and math.isfinite(a.imag) if isinstance(a, complex) else math.isfinite(a)
