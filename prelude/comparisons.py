"""Comparisons, tests for NaN and infinities, equality."""


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
