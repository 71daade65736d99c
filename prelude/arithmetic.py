"""Quotients, powers, roundings, signs, angles."""


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
    return prim.pow(self, exponent) if prim.is_tensor(self) else _power_of_number(self, exponent)


def _power_of_number(self, exponent):
    """In memory of its own"""
    return prim.named(prim.in_order(prim.pow(self, exponent)), "PowBackward1", True)


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


@operator("torch.nan_to_num", "Tensor.nan_to_num", gradient="nan_to_num_gradient")
def nan_to_num(self: Tensor, nan=None, posinf=None, neginf=None):
    """NaN and infinities replaced, by 0 and the largest finite numbers unless given"""
    if not prim.is_floating(self):
        return prim.clone(self)
    limits = torch.finfo(self.dtype)
    known = prim.where(self == math.inf, limits.max if posinf is None else posinf, self)
    known = prim.where(self == -math.inf, limits.min if neginf is None else neginf, known)
    return prim.keeping(prim.where(isnan(self), 0.0 if nan is None else nan, known), self)


def _power_dtype(self, exponent):
    return torch.complex128 if prim.is_complex(prim.result_type(self, exponent)) else torch.float64


@operator("torch.float_power", "Tensor.float_power")
def float_power(self, exponent):
    """Powers computed in float64"""
    wide = _power_dtype(self, exponent)
    if not prim.is_tensor(self):
        return _power_of_number(self, prim.cast(exponent, wide))
    return prim.pow(prim.cast(self, wide), prim.cast(exponent, wide))


@operator("Tensor.float_power_")
def float_power_(self, exponent):
    """The same in place: the tensor is of double precision"""
    wide = _power_dtype(self, exponent)
    if self.dtype != wide:
        raise RuntimeError(f"the base given to float_power_ has dtype {prim.class_name(self)} but the operation's result requires dtype {'ComplexDouble' if wide == torch.complex128 else 'Double'}")
    return prim.store(self, float_power(self, exponent))
