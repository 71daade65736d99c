"""Special functions: entropies, sinc, logarithms of sums of exponentials."""


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
