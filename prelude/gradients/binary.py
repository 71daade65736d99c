"""Gradients of operators on two elements, of choices and of conversions."""


def add_gradient(grad, needs):
    return grad if needs[0] else None, grad if needs[1] else None


def sub_gradient(grad, needs):
    return grad if needs[0] else None, -grad if needs[1] else None


def mul_gradient(grad, needs, self, other):
    return grad * _conj(other) if needs[0] else None, grad * _conj(self) if needs[1] else None


def div_gradient(grad, needs, self, other):
    of_self = grad / _conj(other) if needs[0] else None
    return of_self, -grad * _conj(self / other / other) if needs[1] else None


def rounded_div_gradient(grad, needs, self, other, rounding_mode=None):
    if rounding_mode is None:
        return div_gradient(grad, needs, self, other)
    return _zeros(grad.shape, grad) if needs[0] else None, _zeros(grad.shape, grad) if needs[1] else None


def floor_divide_gradient(grad):
    raise RuntimeError("derivative for aten::floor_divide is not implemented")


def pow_gradient(grad, needs, self, other, result):
    return _pow_gradient_of_base(grad, self, other) if needs[0] else None, _pow_gradient_of_exponent(grad, self, other, result) if needs[1] else None


def pow_of_number_gradient(grad, self, exponent):
    return _pow_gradient_of_base(grad, self, exponent)


def _pow_gradient_of_base(grad, self, exponent):
    """0 where the exponent is 0, also of a base of 0."""
    if prim.is_static(exponent) and not prim.is_tensor(exponent):
        return _zeros(grad.shape, grad) if exponent == 0 else grad * _conj(exponent * pow_(self, exponent - 1))
    return prim.where(exponent == 0, 0, grad * _conj(exponent * prim.pow(self, exponent - 1)))


def _pow_gradient_of_exponent(grad, self, exponent, result):
    """A factor of 0 for a base of 0, where the power is 0 or 1."""
    base = self if prim.is_tensor(self) else prim.full((), self, result.dtype)
    is_flat = (base == 0) & (real(exponent) > 0 if prim.is_complex(exponent) else exponent >= 0)
    return grad * prim.where(is_flat, 0, _conj(result * prim.log(base)))


def atan2_gradient(grad, needs, self, other):
    squares = self * self + other * other
    scaled = grad * prim.where(squares == 0, 0, 1 / squares)
    return scaled * other if needs[0] else None, scaled * -self if needs[1] else None


def _shared(grad, self, other, is_chosen):
    """The gradient where an operand was chosen, half of it where both are equal."""
    return prim.where(self == other, grad / 2, prim.where(is_chosen, grad, 0))


def maximum_gradient(grad, needs, self, other):
    of_self = _shared(grad, self, other, ~(self < other)) if needs[0] else None
    return of_self, _shared(grad, self, other, ~(self > other)) if needs[1] else None


def minimum_gradient(grad, needs, self, other):
    of_self = _shared(grad, self, other, ~(self > other)) if needs[0] else None
    return of_self, _shared(grad, self, other, ~(self < other)) if needs[1] else None


def fmod_gradient(grad, needs, self, other):
    return grad if needs[0] else None, -grad * div(self, other, rounding_mode="trunc") if needs[1] else None


def remainder_gradient(grad, needs, self, other):
    return grad if needs[0] else None, -grad * div(self, other, rounding_mode="floor") if needs[1] else None


def copysign_gradient(grad, needs, self, result):
    of_self = grad * prim.where(self == 0, 0, result / self) if needs[0] else None
    return of_self, _zeros(grad.shape, grad) if needs[1] else None


def hypot_gradient(grad, needs, self, other, result):
    return grad * self / result if needs[0] else None, grad * other / result if needs[1] else None


def nextafter_gradient(grad, needs, self, other):
    of_self = prim.where(self != other, grad, 0) if needs[0] else None
    return of_self, _zeros(grad.shape, grad) if needs[1] else None


def where_gradient(grad, needs, condition):
    of_self = prim.where(condition, grad, 0) if needs[1] else None
    return None, of_self, prim.where(condition, 0, grad) if needs[2] else None


def cast_gradient(grad):
    return grad


def clone_gradient(grad):
    return grad


def contiguous_gradient(grad):
    return grad


def in_order_gradient(grad):
    return grad


def in_format_gradient(grad, self, other):
    return grad, None


def reshape_gradient(grad, self):
    return prim.reshape(grad, self.shape)


def sum_to_gradient(grad, self):
    return prim.expand(grad, self.shape)


def laid_like_gradient(grad):
    return grad, None


def in_format_of_gradient(grad):
    return grad, None
