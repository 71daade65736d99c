"""Gradients of arithmetic that is made of primitives, where its body's would be others at kinks and poles."""


def clamp_gradient(grad, needs, self, min=None, max=None):
    if min is None:
        return _clamp_gradient_of_self(grad, needs, self <= max), None, prim.where(self > max, grad, 0) if needs[2] else None
    if max is None:
        return _clamp_gradient_of_self(grad, needs, self >= min), prim.where(self < min, grad, 0) if needs[1] else None, None
    inside = (self >= min) & (self <= max)
    of_min = prim.where((min < max) & (self < min), grad, 0) if needs[1] else None
    return _clamp_gradient_of_self(grad, needs, inside), of_min, prim.where((self > max) | (max < min), grad, 0) if needs[2] else None


def _clamp_gradient_of_self(grad, needs, inside):
    return prim.where(inside, grad, 0) if needs[0] else None


def clamp_min_gradient(grad, needs, self, min):
    return clamp_gradient(grad, (needs[0], needs[1], False), self, min)[:2]


def clamp_max_gradient(grad, needs, self, max):
    of_self, _, of_max = clamp_gradient(grad, (needs[0], False, needs[1]), self, None, max)
    return of_self, of_max


def fmax_gradient(grad, needs, self, other):
    mine = (self >= other) | isnan(other)
    return prim.where(mine, grad, 0) if needs[0] else None, prim.where(mine, 0, grad) if needs[1] else None


def fmin_gradient(grad, needs, self, other):
    mine = (self <= other) | isnan(other)
    return prim.where(mine, grad, 0) if needs[0] else None, prim.where(mine, 0, grad) if needs[1] else None


def addcmul_gradient(grad, needs, tensor1, tensor2, value):
    of_first = grad * _conj(tensor2 * value) if needs[1] else None
    return grad if needs[0] else None, of_first, grad * _conj(tensor1 * value) if needs[2] else None


def addcdiv_gradient(grad, needs, tensor1, tensor2, value):
    of_first = grad * _conj(value / tensor2) if needs[1] else None
    of_second = -grad * _conj(value * tensor1 / (tensor2 * tensor2)) if needs[2] else None
    return grad if needs[0] else None, of_first, of_second


def lerp_gradient(grad, needs, self, end, weight):
    of_end = grad * _conj(weight) if needs[1] else None
    return grad * (1 - _conj(weight)) if needs[0] else None, of_end, grad * _conj(end - self) if needs[2] else None


def nan_to_num_gradient(grad, self):
    return grad * isfinite(self)


def ldexp_gradient(grad, needs, other, result):
    of_self = grad * _conj(prim.pow(2.0, other)) if needs[0] else None
    return of_self, grad * _conj(result * 0.6931471805599453) if needs[1] else None


def xlogy_gradient(grad, needs, self, other):
    of_self = prim.where((self == 0) & (other <= 0), 0, xlogy(grad, other)) if needs[0] else None
    return of_self, grad * self / other if needs[1] else None


def xlog1py_gradient(grad, needs, self, other):
    of_self = prim.where((self == 0) & (other <= -1), 0, xlog1py(grad, other)) if needs[0] else None
    return of_self, grad * self / (other + 1) if needs[1] else None


def logaddexp_gradient(grad, needs, self, other):
    of_self = grad / (1 + prim.exp(other - self)) if needs[0] else None
    return of_self, grad / (1 + prim.exp(self - other)) if needs[1] else None


def logaddexp2_gradient(grad, needs, self, other):
    of_self = grad / (1 + prim.exp2(other - self)) if needs[0] else None
    return of_self, grad / (1 + prim.exp2(self - other)) if needs[1] else None


def sinc_gradient(grad, self):
    angle = self * 3.141592653589793
    square = self * angle
    slope = (angle * prim.cos(angle) - prim.sin(angle)) / prim.where(square == 0, 1, square)
    return prim.where(square == 0, 0, grad * _conj(slope))


def sgn_gradient(grad, self, result):
    """Of a complex number the direction turns, its length stays."""
    if not prim.is_complex(self):
        return _zeros(self.shape, grad)
    size = prim.abs(self)
    inside = prim.where(size == 0, 1, self)
    turned = grad / prim.where(size == 0, 1, size) - real(grad / inside) * result
    return prim.where(size == 0, 0, turned)


def angle_gradient(grad, self):
    if not prim.is_complex(self):
        return _zeros(self.shape, grad)
    x, y = real(self), imag(self)
    square = x * x + y * y
    scaled = grad / prim.where(square == 0, 1, square)
    return prim.where(square == 0, 0, complex_(scaled * -y, scaled * x))


def entr_gradient(grad, self):
    return grad * (-1 - prim.log(self))
