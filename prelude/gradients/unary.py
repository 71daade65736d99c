"""Gradients of operators on one element."""


def _conj(x):
    """The complex conjugate of a tensor or a number; what is real stays as it is."""
    if prim.is_tensor(x):
        return prim.conj(x) if prim.is_complex(x) else x
    return x.conjugate() if isinstance(x, complex) else x


def _zeros(sizes, grad):
    """Zeros of these sizes, of the dtype of a gradient."""
    return prim.full(tuple(sizes), 0, grad.dtype)


def neg_gradient(grad):
    return -grad


def abs_gradient(grad, self):
    return grad * sgn(self)


def sqrt_gradient(grad, result):
    return grad / _conj(2 * result)


def rsqrt_gradient(grad, result):
    return -0.5 * grad * _conj(result * result * result)


def exp_gradient(grad, result):
    return grad * _conj(result)


def exp2_gradient(grad, result):
    return grad * _conj(result) * 0.6931471805599453


def expm1_gradient(grad, result):
    return grad * (_conj(result) + 1)


def log_gradient(grad, self):
    return grad / _conj(self)


def log2_gradient(grad, self):
    return grad / _conj(self * 0.6931471805599453)


def log10_gradient(grad, self):
    return grad / _conj(self * 2.302585092994046)


def log1p_gradient(grad, self):
    return grad / _conj(self + 1)


def sin_gradient(grad, self):
    return grad * _conj(prim.cos(self))


def cos_gradient(grad, self):
    return grad * -_conj(prim.sin(self))


def tan_gradient(grad, result):
    return grad * _conj(1 + result * result)


def asin_gradient(grad, self):
    return grad * _conj(prim.rsqrt(1 - self * self))


def acos_gradient(grad, self):
    return grad * -_conj(prim.rsqrt(1 - self * self))


def atan_gradient(grad, self):
    return grad / _conj(self * self + 1)


def sinh_gradient(grad, self):
    return grad * _conj(prim.cosh(self))


def cosh_gradient(grad, self):
    return grad * _conj(prim.sinh(self))


def tanh_gradient(grad, result):
    return grad * _conj(1 - result * result)


def asinh_gradient(grad, self):
    return grad * _conj(prim.rsqrt(self * self + 1))


def acosh_gradient(grad, self):
    if prim.is_complex(self):
        return grad * _conj(prim.rsqrt(self + 1) * prim.rsqrt(self - 1))
    return grad * prim.rsqrt(self * self - 1)


def atanh_gradient(grad, self):
    return grad / _conj(1 - self * self)


def erf_gradient(grad, self):
    return grad * (1.1283791670955126 * prim.exp(-(self * self)))


def erfc_gradient(grad, self):
    return grad * (-1.1283791670955126 * prim.exp(-(self * self)))


def erfinv_gradient(grad, self, result):
    kept(self)
    not_kept(result)
    return grad * (0.886226925452758 * prim.exp(result * result))


def lgamma_gradient(grad, self):
    return grad * prim.digamma(self)


def digamma_gradient(grad, self):
    return grad * _trigamma(self)


def _trigamma(x):
    """The derivative of digamma: its recurrence up to where an asymptotic series is exact."""
    mirrored = x < 0.5
    sine = prim.sin(x * 3.141592653589793)
    x = prim.where(mirrored, 1 - x, x)
    total = 0
    for _ in range(6):
        total = total + 1 / (x * x)
        x = x + 1
    square = 1 / (x * x)
    total = total + (1 + 1 / (2 * x) + square * (1 / 6 - square * (1 / 30 - square / 42))) / x
    return prim.where(mirrored, 9.869604401089358 / (sine * sine) - total, total)


def sigmoid_gradient(grad, result):
    return grad * _conj((1 - result) * result)


def conj_gradient(grad):
    return _conj(grad)


def reciprocal_gradient(grad, result):
    return -grad * _conj(result * result)


def polar_gradient(grad, needs, result):
    turned = _conj(grad)
    of_abs = real(turned * sgn(result)) if needs[0] else None
    return of_abs, real(turned * (result * 1j)) if needs[1] else None
