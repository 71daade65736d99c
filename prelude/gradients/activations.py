"""Gradients of activation functions. Half precision is computed as float, as in the functions."""


def relu_gradient(grad, result):
    return _zero_for(prim.where(result <= 0, 0, grad), result)


def hardtanh_gradient(grad, self, min_val, max_val):
    return _zero_for(prim.where((_wide(self) <= min_val) | (_wide(self) >= max_val), 0, grad), self)


def leaky_relu_gradient(grad, self, negative_slope):
    return _zero_for(prim.where(self > 0, grad, grad * negative_slope), self)


def prelu_gradient(grad, needs, self, weight):
    kept(weight)
    of_self = prim.where(self > 0, grad, grad * weight) if needs[0] else None
    of_weight = prim.where(self > 0, 0, grad * self) if needs[1] else None
    return of_self if of_self is None else _zero_for(of_self, self), of_weight


def threshold_gradient(grad, self, threshold):
    return _zero_for(prim.where(_wide(self) <= threshold, 0, grad), self)


def elu_gradient(grad, self, alpha):
    x, grad = _wide(self), _wide(grad)
    return prim.where(x <= 0, grad * alpha * prim.exp(x), grad)


def selu_gradient(grad, self, alpha, scale):
    x, grad = _wide(self), _wide(grad)
    return prim.where(x <= 0, grad * (alpha * scale) * prim.exp(x), grad * scale)


def celu_gradient(grad, self, alpha):
    x, grad = _wide(self), _wide(grad)
    return prim.where(x <= 0, grad * prim.exp(x / alpha), grad)


def gelu_gradient(grad, self, approximate="none"):
    x, grad = _wide(self), _wide(grad)
    if approximate == "tanh":
        inner = prim.tanh((x + x * x * x * 0.044715) * 0.7978845608028654)
        slope = (1 - inner * inner) * (1 + x * x * 0.134145) * 0.7978845608028654
        return grad * ((1 + inner) * 0.5 + x * 0.5 * slope)
    density = prim.exp(x * x * -0.5) * 0.3989422804014327
    return grad * ((1 + prim.erf(x * 0.7071067811865476)) * 0.5 + x * density)


def silu_gradient(grad, self):
    x, grad = _wide(self), _wide(grad)
    share = prim.sigmoid(x)
    return grad * _conj(share * (1 + x * (1 - share)))


def mish_gradient(grad, self):
    x, grad = _wide(self), _wide(grad)
    inner = prim.tanh(softplus(x))
    return grad * (inner + x * prim.sigmoid(x) * (1 - inner * inner))


def softplus_gradient(grad, self, beta=1, threshold=20):
    scaled, grad = _wide(self) * beta, _wide(grad)
    return prim.where(scaled > threshold, grad, grad * prim.sigmoid(scaled))


def hardsigmoid_gradient(grad, self):
    return prim.where((self > -3) & (self < 3), grad * 0.16666667163372040, 0)  # of eager, which has it as a float


def hardswish_gradient(grad, self):
    x, grad = _wide(self), _wide(grad)
    return prim.where(x <= -3, 0, prim.where(x < 3, grad * (x / 3 + 0.5), grad))


def softshrink_gradient(grad, self, lambd=0.5):
    return _zero_for(prim.where((_wide(self) >= -lambd) & (_wide(self) <= lambd), 0, grad), self)


def hardshrink_gradient(grad, self, lambd=0.5):
    return softshrink_gradient(grad, self, lambd)


def logsigmoid_gradient(grad, self):
    return _wide(grad) * prim.sigmoid(-_wide(self))


def logit_gradient(grad, self, eps=None):
    slope = grad / (self * (1 - self))
    if eps is None:
        return prim.where((self < 0) | (self > 1), math.nan, slope)
    return prim.where((self < eps) | (self > 1 - eps), 0, slope)


def softmax_gradient(grad, dim, result):
    grad, result = _wide(grad), _wide(result)
    return (grad - prim.sum(grad * result, (dim,), True)) * result


def log_softmax_gradient(grad, dim, result):
    grad, result = _wide(grad), _wide(result)
    return grad - prim.exp(result) * prim.sum(grad, (dim,), True)


def logsumexp_gradient(grad, self, dim, result, keepdim=False):
    return _unfolded(grad, self.ndim, dim, keepdim) * prim.exp(self - _unfolded(result, self.ndim, dim, keepdim))
