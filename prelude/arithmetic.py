"""Arithmetic beyond the primitives: scaled sums, roundings, comparisons, bit and logic operators."""


@operator("torch.div", "torch.divide", "Tensor.div", "Tensor.divide", numbers=True, gradient="rounded_div_gradient")
def div(self: Tensor, other: Tensor, *, rounding_mode=None):
    """self / other, then rounded down ("floor") or towards zero ("trunc") where asked for"""
    if rounding_mode is None:
        return prim.div(self, other)
    if rounding_mode == "floor":
        return prim.floor_divide(self, other)
    if rounding_mode != "trunc":
        raise RuntimeError(f"div expected rounding_mode to be one of None, 'trunc', or 'floor' but found '{rounding_mode}'")
    dtype = prim.result_type(self, other)
    if prim.is_floating(dtype):
        return prim.cast(prim.trunc(prim.div(*_half_as_float(self, other))), dtype)
    self, other = _common(self, other)
    _no_bool(self, "div_trunc_cpu")
    _no_complex(self, "div_trunc_cpu")
    remainder = prim.fmod(self, other)
    return prim.floor_divide(prim.sub(self, remainder), other)


@operator(gradient="pow_of_number_gradient")
def _pow(self: Tensor, exponent):
    """self to the power of a number that has a form of its own"""
    if exponent == 2:
        return self * self
    if exponent == 1:
        return prim.clone(self)
    if exponent == 3:  # of bfloat16 eager rounds the square
        x = _wide(self) if self.dtype == torch.float16 else self
        return _as(x * x * x, self)
    if self.dtype == torch.float16 and abs(exponent) == 0.5:  # a power as any other
        return _as(prim.pow(_wide(self), exponent), self)
    if exponent == 0.5:
        return prim.sqrt(self)
    return prim.rsqrt(self) if exponent == -0.5 else prim.div(1, self)


@operator("torch.pow", "Tensor.pow")
def pow_(self, exponent):
    """self to the power of exponent"""
    if prim.is_static(exponent) and prim.is_number(exponent) and prim.is_tensor(self) and not prim.is_integral(self):
        if exponent in (2, 1, 3, 0.5, -0.5, -1):
            return prim.named(_pow(self, exponent), "PowBackward0", True)
    if prim.is_tensor(self) and not prim.is_tensor(exponent) and (_is_half(self) or prim.is_integral(self) and prim.is_int(exponent)):
        _check_fits(exponent, self.dtype)
    return prim.pow(self, exponent)


@operator("torch.square", "Tensor.square")
def square(self):
    """self * self"""
    if self.dtype == torch.bool:
        self = prim.cast(self, torch.int64)
    return prim.named(self * self, "PowBackward0", True)


@operator("torch.reciprocal", "Tensor.reciprocal", gradient="reciprocal_gradient")
def reciprocal(self: Tensor):
    """1 / self"""
    return prim.div(1, self)


@operator("torch.round", "Tensor.round", out="found")
def round_(self, *, decimals=0):
    """The nearest integer, or the nearest multiple of 10 ** -decimals; halves to the even one"""
    if prim.is_static(decimals) and decimals == 0:
        _no_complex(self, "round_vml_cpu")
        return prim.round(self)
    _floats_only(self, "round_cpu")
    places = abs(decimals)
    scale = 10.0 ** places if places < 309 else math.inf
    x = _wide(self)
    return _as(prim.round(x / scale) * scale if decimals < 0 else prim.round(x * scale) / scale, self)


@operator("torch.frac", "Tensor.frac", out="found")
def frac(self):
    """The fraction of each element"""
    _floats_only(self, "frac_cpu")
    return self - prim.trunc(self)


@operator("torch.positive", "Tensor.positive")
def positive(self):
    """The tensor itself"""
    if self.dtype == torch.bool:
        raise RuntimeError("The `+` operator, on a bool tensor is not supported.")
    return self


@operator("torch.sgn", "Tensor.sgn", out="found", gradient="sgn_gradient")
def sgn(self: Tensor):
    """The sign; of a complex number, its direction"""
    if not prim.is_complex(self):
        return prim.sign(self)
    size = prim.abs(self)
    return prim.where(size == 0, self * 0, self / size)


@operator("torch.signbit", "Tensor.signbit")
def signbit(self):
    """Whether the sign bit is set"""
    if prim.is_complex(self):
        raise NotImplementedError("signbit is not implemented for complex tensors.")
    if prim.is_integral(self):
        return self < 0
    return prim.copysign(1.0, self) < 0


@operator("torch.heaviside", "Tensor.heaviside")
def heaviside(self, values):
    """0 below zero, 1 above, `values` at zero"""
    if prim.is_complex(self) or prim.is_complex(values):
        raise RuntimeError("heaviside is not yet implemented for complex tensors.")
    if self.dtype != values.dtype:
        raise RuntimeError("heaviside is not yet implemented for tensors with different dtypes.")
    return prim.cast(prim.where(self == 0, values, prim.cast(self > 0, self.dtype)), self.dtype)


@operator("torch.clamp", "torch.clip", "Tensor.clamp", "Tensor.clip", out="found", examples=["torch.clamp(torch.tensor([-1., 5.]), 0, 1) == torch.tensor([0., 1.])"], rejects=["C1: torch.clamp(torch.tensor([1.]))"], gradient="clamp_gradient")
def clamp(self: Tensor, min: Tensor = None, max: Tensor = None):
    """Each element limited to [min, max]; a bound that is None does not limit

    - C1: at least one bound.
    """
    if min is None and max is None:
        raise RuntimeError("torch.clamp: At least one of 'min' or 'max' must not be None")
    _check_bounds(self, min, max, "clamp" if min is not None and max is not None else "clamp_min" if max is None else "clamp_max")
    if min is not None:
        self = prim.maximum(self, min)
    if max is not None:
        self = prim.minimum(self, max)
    return self


def _check_bounds(self, min, max, name):
    """The bounds of clamp have an order, which bools and complex numbers have not for all of them."""
    given = [each for each in (self, min, max) if each is not None]
    isTensor = any([prim.is_tensor(each) for each in given[1:]])
    result = self
    for each in given[1:]:
        result = prim.full((), 0, prim.result_type(result, each))
    if prim.is_complex(result):
        if not isTensor or prim.is_tensor(self) and prim.is_complex(self):
            raise NotImplementedError("clamp is not supported for complex types")
        _unimplemented(result, "clamp_cpu" if name == "clamp" else "maximum_cpu" if name == "clamp_min" else "minimum_cpu")
    if not isTensor:
        _no_bool(result, f"{name}_scalar_cpu")
        for each in given[1:]:
            _check_fits(each, result.dtype)
    elif name == "clamp":
        _no_bool(result, "clamp_cpu")


@operator("torch.clamp_min", "Tensor.clamp_min", gradient="clamp_min_gradient")
def clamp_min(self: Tensor, min: Tensor):
    """max(x, min)"""
    _check_bounds(self, min, None, "clamp_min")
    return prim.maximum(self, min)


@operator("torch.clamp_max", "Tensor.clamp_max", gradient="clamp_max_gradient")
def clamp_max(self: Tensor, max: Tensor):
    """min(x, max)"""
    _check_bounds(self, None, max, "clamp_max")
    return prim.minimum(self, max)


@operator("torch.fmax", "Tensor.fmax", gradient="fmax_gradient")
def fmax(self: Tensor, other: Tensor):
    """The larger element; a NaN only if both are"""
    _check_extreme(self, other, "fmax")
    return prim.where(isnan(self), other, prim.where(isnan(other), self, prim.maximum(self, other)))


@operator("torch.fmin", "Tensor.fmin", gradient="fmin_gradient")
def fmin(self: Tensor, other: Tensor):
    """The smaller element; a NaN only if both are"""
    _check_extreme(self, other, "fmin")
    return prim.where(isnan(self), other, prim.where(isnan(other), self, prim.minimum(self, other)))


def _check_extreme(self, other, name):
    if prim.is_complex(prim.result_type(self, other)):
        raise RuntimeError(f"{name} not implemented for complex tensors.")


@operator("torch.xlogy", "Tensor.xlogy", "torch.special.xlogy", gradient="xlogy_gradient")
def xlogy(self: Tensor, other: Tensor):
    """self * log(other), 0 where self is 0"""
    self, other = _common_floating(self, other)
    _no_complex(self, "xlogy_cpu")
    return prim.where((self == 0) & ~isnan(other), 0.0, self * prim.log(other))


def _common_floating(self, other):
    """Two operands, tensors or numbers, as tensors of the floating dtype that they have together."""
    dtype = prim.result_type(self, other)
    if prim.is_integral(prim.full((), 0, dtype)):
        dtype = prim.default_dtype()
    return prim.cast(self, dtype), prim.cast(other, dtype)


def _refuse_complex(self, function):
    if prim.is_complex(self):
        prim.refuse(function, "complex tensors")


@operator("torch.logaddexp", "Tensor.logaddexp", gradient="logaddexp_gradient")
def logaddexp(self: Tensor, other: Tensor):
    """log(exp(self) + exp(other)) without overflow"""
    self, other = _common(self, other)
    _no_integral(self, "logaddexp_cpu")
    _refuse_complex(self, "torch.logaddexp")
    high = _wide(prim.maximum(self, other))
    low = _wide(prim.minimum(self, other))
    return _as(prim.where(high == low, high + 0.6931471805599453, high + prim.log1p(prim.exp(low - high))), self)


@operator("torch.sinc", "Tensor.sinc", "torch.special.sinc", gradient="sinc_gradient")
def sinc(self: Tensor):
    """sin(pi x) / (pi x), 1 at 0"""
    angle = _wide(self) * 3.141592653589793
    return _as(prim.where(self == 0, 1.0, prim.sin(angle) / angle), self)


@operator("torch.deg2rad", "Tensor.deg2rad")
def deg2rad(self):
    """Degrees as radians"""
    if prim.is_complex(self):
        raise RuntimeError("deg2rad is not supported for complex tensors.")
    return self * (3.141592653589793 / 180)


@operator("torch.rad2deg", "Tensor.rad2deg")
def rad2deg(self):
    """Radians as degrees"""
    if prim.is_complex(self):
        raise RuntimeError("rad2deg is not supported for complex tensors.")
    return self * (180 / 3.141592653589793)


@operator("torch.angle", "Tensor.angle", gradient="angle_gradient")
def angle(self: Tensor):
    """The angle of a complex number; 0 or pi of a real one"""
    if prim.is_complex(self):
        return prim.atan2(imag(self), real(self))
    return prim.where(self < 0, 3.141592653589793, prim.where(isnan(self), self, 0.0))


@operator("torch.nan_to_num", "Tensor.nan_to_num")
def nan_to_num(self, nan=None, posinf=None, neginf=None):
    """NaN and infinities replaced, by 0 and the largest finite numbers unless given"""
    if not prim.is_floating(self):
        return prim.clone(self)
    limits = torch.finfo(self.dtype)
    known = prim.where(self == math.inf, limits.max if posinf is None else posinf, self)
    known = prim.where(self == -math.inf, limits.min if neginf is None else neginf, known)
    return prim.keeping(prim.where(isnan(self), 0.0 if nan is None else nan, known), self)


@operator("torch.isnan", "Tensor.isnan")
def isnan(self):
    """Whether each element is NaN"""
    return prim.cmp(self, self, "ne")


@operator("torch.isinf", "Tensor.isinf")
def isinf(self):
    """Whether each element is an infinity"""
    if prim.is_integral(self):
        return self != self
    return prim.abs(self) == math.inf


@operator("torch.isfinite", "Tensor.isfinite")
def isfinite(self):
    """Whether each element is neither NaN nor infinite"""
    if prim.is_integral(self):
        return self == self
    return prim.abs(self) < math.inf


def _no_complex_input(tensor, name):
    if prim.is_complex(tensor):
        raise RuntimeError(name + " does not support complex inputs.")


@operator("torch.isposinf", "Tensor.isposinf")
def isposinf(self):
    """Whether each element is +inf"""
    _no_complex_input(self, "isposinf")
    return self == math.inf


@operator("torch.isneginf", "Tensor.isneginf")
def isneginf(self):
    """Whether each element is -inf"""
    _no_complex_input(self, "isneginf")
    return self == -math.inf


@operator("torch.eq", "Tensor.eq")
def eq(self, other):
    """self == other"""
    return prim.cmp(self, other, "eq")


@operator("torch.ne", "torch.not_equal", "Tensor.ne", "Tensor.not_equal")
def ne(self, other):
    """self != other"""
    return prim.cmp(self, other, "ne")


@operator("torch.lt", "torch.less", "Tensor.lt", "Tensor.less")
def lt(self, other):
    """self < other"""
    return prim.cmp(self, other, "lt")


@operator("torch.le", "torch.less_equal", "Tensor.le", "Tensor.less_equal")
def le(self, other):
    """self <= other"""
    return prim.cmp(self, other, "le")


@operator("torch.gt", "torch.greater", "Tensor.gt", "Tensor.greater")
def gt(self, other):
    """self > other"""
    return prim.cmp(self, other, "gt")


@operator("torch.ge", "torch.greater_equal", "Tensor.ge", "Tensor.greater_equal")
def ge(self, other):
    """self >= other"""
    return prim.cmp(self, other, "ge")


@operator("torch.isclose", "Tensor.isclose")
def isclose(self, other, rtol=1e-05, atol=1e-08, equal_nan=False):
    """|self - other| <= atol + rtol * |other|"""
    if self.dtype != other.dtype:
        raise RuntimeError(f"{prim.class_name(self)} did not match {prim.class_name(other)}")
    prim.check(rtol >= 0, "RuntimeError", "rtol must be greater than or equal to zero, but got {0}", rtol)
    prim.check(atol >= 0, "RuntimeError", "atol must be greater than or equal to zero, but got {0}", atol)
    close = self == other
    if equal_nan:
        close = close | (isnan(self) & isnan(other))
    wide = _floating(other)
    error = prim.abs((_floating(self) if self.dtype == torch.bool else self) - wide)
    return close | (isfinite(error) & (rtol != 0 or atol != 0) & (error <= prim.abs(wide * rtol) + atol))


@operator("torch.allclose", "Tensor.allclose")
def allclose(self, other, rtol=1e-05, atol=1e-08, equal_nan=False):
    """Whether all elements are close"""
    return bool(prim.all(isclose(self, other, rtol, atol, equal_nan), None))


@operator("torch.equal", "Tensor.equal")
def equal(self, other):
    """Whether sizes and all elements are the same"""
    if self.dim() != other.dim():
        return False
    dtype = prim.result_type(self, other)
    return prim.equal(prim.cast(self, dtype), prim.cast(other, dtype))


@operator("torch.logical_not", "Tensor.logical_not")
def logical_not(self):
    """Whether each element is 0"""
    return prim.bitwise_not(prim.cast(self, torch.bool))


@operator("torch.logical_and", "Tensor.logical_and")
def logical_and(self, other):
    """Whether both elements are not 0"""
    return prim.bitwise_and(prim.cast(self, torch.bool), prim.cast(other, torch.bool))


@operator("torch.logical_or", "Tensor.logical_or")
def logical_or(self, other):
    """Whether either element is not 0"""
    return prim.bitwise_or(prim.cast(self, torch.bool), prim.cast(other, torch.bool))


@operator("torch.logical_xor", "Tensor.logical_xor")
def logical_xor(self, other):
    """Whether exactly one element is not 0"""
    return prim.bitwise_xor(prim.cast(self, torch.bool), prim.cast(other, torch.bool))


@operator("torch.where", out="type")
def where(condition, input=None, other=None):
    """Elements of input or other as the condition says; of a condition alone, where it is true"""
    if input is None and other is None:
        return nonzero(condition, as_tuple=True)
    if condition.dtype != torch.bool and condition.dtype != torch.uint8:
        raise RuntimeError(f"where expected condition to be a boolean tensor, but got a tensor with dtype {prim.class_name(condition)}")
    return prim.named(_chosen(condition, input, other), "WhereBackward0", True)


def _chosen(condition, input, other):
    dtype = prim.result_type(input, other)
    for each in (input, other):
        if not prim.is_tensor(each):
            _check_converts(each, dtype)
    return prim.where(condition, input, other)


@operator("Tensor.where")
def where_method(self, condition, other):
    """Elements of self or other as the condition says"""
    return prim.named(where(condition, self, other), "WhereBackward0", True)


def _power_dtype(self, exponent):
    return torch.complex128 if prim.is_complex(prim.result_type(self, exponent)) else torch.float64


@operator("torch.float_power", "Tensor.float_power")
def float_power(self, exponent):
    """Powers computed in float64"""
    wide = _power_dtype(self, exponent)
    return prim.pow(prim.cast(self, wide), prim.cast(exponent, wide))


@operator("Tensor.float_power_")
def float_power_(self, exponent):
    """The same in place: the tensor is of double precision"""
    wide = _power_dtype(self, exponent)
    if self.dtype != wide:
        raise RuntimeError(f"the base given to float_power_ has dtype {prim.class_name(self)} but the operation's result requires dtype {'ComplexDouble' if wide == torch.complex128 else 'Double'}")
    return prim.store(self, float_power(self, exponent))


@operator("torch.logaddexp2", "Tensor.logaddexp2", gradient="logaddexp2_gradient")
def logaddexp2(self: Tensor, other: Tensor):
    """log2(2 ** self + 2 ** other), without overflow"""
    self, other = _common(self, other)
    _no_integral(self, "logaddexp2_cpu")
    _refuse_complex(self, "torch.logaddexp2")
    larger = _wide(prim.maximum(self, other))
    smaller = _wide(prim.minimum(self, other))
    gap = prim.where(larger == smaller, 0, smaller - larger)
    return _as(larger + prim.log1p(prim.exp2(gap)) * 1.4426950408889634, self)


@operator("torch.special.xlog1py", gradient="xlog1py_gradient")
def xlog1py(self: Tensor, other: Tensor):
    """self * log(1 + other), 0 where self is 0"""
    self, other = _common_floating(self, other)
    _no_complex(self, "xlog1py_cpu")
    product = self * prim.log1p(other)
    return prim.where((self == 0) & (other == other), prim.cast(0, product.dtype), product)


@operator("torch.special.entr", gradient="entr_gradient")
def entr(self: Tensor):
    """-x log x: 0 at 0, minus infinity below"""
    _no_complex(self, "entr_cpu")
    if prim.is_integral(self):
        self = prim.cast(self, prim.default_dtype())
    return prim.where(self > 0, -self * prim.log(self), prim.where(self == 0, 0.0, prim.where(self < 0, -math.inf, self)))


@operator("torch.is_nonzero", "Tensor.is_nonzero")
def is_nonzero(self):
    """Whether the only element is not 0"""
    return bool(self)
