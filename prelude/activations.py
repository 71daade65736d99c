"""Activation functions, softmax and its relatives."""


def _in_place(self, result, inplace):
    """The result, stored in `self` first where an argument `inplace` asks for it."""
    return prim.store_result(self, result) if inplace else result


def _in_place_kept(self, result, inplace):
    """The same where eager's gradient of what is done in place keeps the result."""
    return prim.store_result(self, prim.keeping(result, result)) if inplace else result


def _floating(self):
    """The tensor with ints and bools as the default dtype."""
    return prim.cast(self, prim.default_dtype()) if prim.is_integral(self) else self


@operator("torch.relu", "Tensor.relu", "torch.nn.functional.relu", examples=["torch.relu(torch.tensor([-1., 2.])) == torch.tensor([0., 2.])"])
def relu(self, inplace=False):
    """max(x, 0)"""
    if prim.is_complex(self):
        raise NotImplementedError("clamp is not supported for complex types")
    if self.dtype == torch.bool:
        raise RuntimeError("Boolean inputs not supported for relu")
    return _in_place(self, _relu(self), inplace)


@operator(gradient="relu_gradient")
def _relu(self: Tensor):
    return prim.maximum(self, 0)


@operator("torch.nn.functional.relu6")
def relu6(self, inplace=False):
    """min(max(x, 0), 6)"""
    return hardtanh(self, 0, 6, inplace)


@operator("torch.nn.functional.hardtanh")
def hardtanh(self, min_val=-1.0, max_val=1.0, inplace=False):
    """x limited to [min_val, max_val]"""
    prim.check_arguments("torch._C._nn.hardtanh", self, min_val, max_val)
    if prim.is_complex(self):
        raise NotImplementedError("clamp is not supported for complex types")
    prim.check(not (min_val > max_val), "ValueError", "min_val cannot be greater than max_val")  # NaN is neither
    if self.dtype == torch.bool:
        raise RuntimeError("Bool inputs not supported for hardtanh")
    if self.dtype == torch.uint8 and not (int(min_val) >= 0 and int(max_val) >= 0):
        raise RuntimeError("cannot do hardtanh on an unsigned type with negative limits")
    for each in (min_val, max_val):
        _check_fits(each, self.dtype)
    if prim.is_integral(self):
        min_val, max_val = int(min_val), int(max_val)
    return _in_place(self, _limited(self, min_val, max_val), inplace)


@operator(gradient="hardtanh_gradient")
def _limited(self: Tensor, min_val, max_val):
    return prim.minimum(prim.maximum(self, min_val), max_val)


@operator("torch.nn.functional.leaky_relu")
def leaky_relu(self, negative_slope=0.01, inplace=False):
    """x where positive, else negative_slope * x"""
    prim.check_arguments("torch._C._nn.leaky_relu", self, negative_slope)
    _floats_only(self, "leaky_relu_cpu")
    _check_computes(negative_slope, self.dtype)
    return _in_place_kept(self, _leaky_relu(self, negative_slope), inplace)


@operator(gradient="leaky_relu_gradient")
def _leaky_relu(self: Tensor, negative_slope):
    return prim.where(self > 0, self, self * negative_slope)


@operator("torch.prelu", "Tensor.prelu", "torch.nn.functional.prelu", autocast="lower")
def prelu(self, weight):
    """x where positive, else weight * x, one weight per channel"""
    if self.dtype != weight.dtype:
        raise RuntimeError(f"prelu: Type promoting not supported. Got {prim.class_name(self)} and {prim.class_name(weight)}")
    if weight.dim() > 1:
        raise RuntimeError(f"prelu: Expected `weight` to be a scalar or 1D tensor, but got: ndim = {weight.dim()}")
    if self.dim() == 0:
        prim.check(weight.numel() == 1, "RuntimeError", "Not allow zero-dim input tensor.")
    else:
        channels = self.shape[1] if self.dim() > 1 else 1
        prim.check((weight.numel() == 1) | (weight.numel() == channels), "RuntimeError", "Mismatch of parameter numbers and input channel size. Found parameter numbers = {0} and channel size = {1}.", weight.numel(), channels)
    if weight.numel() != 1 and self.dim() > 1:
        shape = [1] * self.dim()
        shape[1] = weight.shape[0]
        weight = weight.view(shape)
    if self.dim() == 0:
        weight = prim.reshape(weight, ())
    return _prelu(self, weight)


@operator(gradient="prelu_gradient")
def _prelu(self: Tensor, weight: Tensor):
    _floats_only(self, "prelu_cpu")
    return prim.where(self > 0, self, self * weight)


@operator("torch.nn.functional.elu")
def elu(self, alpha=1.0, inplace=False):
    """x where positive, else alpha * (exp(x) - 1)"""
    prim.check_arguments("torch._C._nn.elu", self, alpha)
    _floats_only(self, "elu_cpu")
    _check_computes(alpha, self.dtype)
    return _in_place_kept(self, _elu(self, alpha), inplace)


@operator(gradient="elu_gradient")
def _elu(self: Tensor, alpha):
    x = _wide(self)
    return _as(prim.where(x > 0, x, prim.expm1(x) * alpha), self)


@operator("torch.selu", "torch.nn.functional.selu")
def selu(self, inplace=False):
    """Scaled elu of self-normalising networks"""
    _floats_only(self, "elu_cpu")
    return _in_place_kept(self, _selu(self, 1.6732632423543772848170429916717, 1.0507009873554804934193349852946), inplace)


@operator(gradient="selu_gradient")
def _selu(self: Tensor, alpha, scale):
    x = _wide(self)
    return _as(prim.where(x > 0, x * scale, prim.expm1(x) * (alpha * scale)), self)


@operator("torch.celu", "torch.nn.functional.celu")
def celu(self, alpha=1.0, inplace=False):
    """max(x, 0) + min(0, alpha * (exp(x / alpha) - 1))"""
    prim.check_arguments("torch.celu", self, alpha)
    _floats_only(self, "elu_cpu")
    _check_computes(alpha, self.dtype)
    return _in_place_kept(self, _celu(self, alpha), inplace)


@operator(gradient="celu_gradient")
def _celu(self: Tensor, alpha):
    x = _wide(self)
    return _as(prim.where(x > 0, x, prim.expm1(x / alpha) * alpha), self)


@operator("torch.nn.functional.gelu", "torch._C._nn.gelu", gradient="gelu_gradient")
def gelu(self: Tensor, approximate="none"):
    """x times the normal distribution function, exact or by tanh"""
    if not prim.is_floating(self):
        raise NotImplementedError(f"\"GeluKernelImpl\" not implemented for '{prim.class_name(self)}'")
    x = _wide(self)
    if approximate == "tanh":
        inner = (x + x * x * x * 0.044715) * 0.7978845608028654
        return prim.cast(x * 0.5 * (prim.tanh(inner) + 1.0), self.dtype)
    if approximate != "none":
        raise RuntimeError("approximate argument must be either none or tanh.")
    return prim.cast(x * 0.5 * (prim.erf(x * 0.7071067811865476) + 1.0), self.dtype)


@operator("torch.nn.functional.silu")
def silu(self, inplace=False):
    """x * sigmoid(x)"""
    _no_integral(self, "silu_cpu")
    return _in_place(self, _silu(self), inplace)


@operator(gradient="silu_gradient")
def _silu(self: Tensor):
    x = _wide(self)
    return _as(x * prim.sigmoid(x), self)


@operator("torch.nn.functional.mish")
def mish(self, inplace=False):
    """x * tanh(log(1 + exp(x)))"""
    _floats_only(self, "mish_cpu")
    return _in_place(self, _mish(self), inplace)


@operator(gradient="mish_gradient")
def _mish(self: Tensor):
    x = _wide(self)
    return _as(x * prim.tanh(softplus(x)), self)


@operator("torch.nn.functional.softplus", gradient="softplus_gradient")
def softplus(self: Tensor, beta=1, threshold=20):
    """log(1 + exp(beta x)) / beta; x itself where beta x exceeds the threshold"""
    _floats_only(self, "softplus_cpu")
    for each in (beta, threshold):
        _check_computes(each, self.dtype)
    x = _wide(self)
    scaled = x * beta
    above = scaled > threshold
    return _as(prim.where(above, x, prim.log1p(prim.exp(prim.where(above, threshold, scaled))) / beta), self)


@operator("torch.nn.functional.softsign")
def softsign(self):
    """x / (1 + |x|)"""
    return self / (prim.abs(self) + 1)


@operator("torch.nn.functional.tanhshrink")
def tanhshrink(self):
    """x - tanh(x)"""
    return self - prim.tanh(self)


@operator("torch.nn.functional.hardsigmoid")
def hardsigmoid(self, inplace=False):
    """min(max(x + 3, 0), 6) / 6"""
    _floats_only(self, "hardsigmoid_cpu")
    return _in_place(self, _hardsigmoid(self), inplace)


@operator(gradient="hardsigmoid_gradient")
def _hardsigmoid(self: Tensor):
    x = _wide(self)
    return _as(prim.minimum(prim.maximum(x + 3, 0), 6) / 6, self)


@operator("torch.nn.functional.hardswish")
def hardswish(self, inplace=False):
    """x * min(max(x + 3, 0), 6) / 6"""
    _floats_only(self, "hardswish_cpu")
    return _in_place(self, _hardswish(self), inplace)


@operator(gradient="hardswish_gradient")
def _hardswish(self: Tensor):
    x = _wide(self)
    return _as(x * prim.minimum(prim.maximum(x + 3, 0), 6) / 6, self)


@operator("torch.nn.functional.hardshrink", "torch.hardshrink", "Tensor.hardshrink", gradient="hardshrink_gradient")
def hardshrink(self: Tensor, lambd=0.5):
    """x, but 0 within [-lambd, lambd]"""
    _check_number("hardshrink", "lambd", 2, lambd)
    _floats_only(self, "hardshrink_cpu")
    _check_fits(lambd, self.dtype)
    return prim.where((self >= -lambd) & (self <= lambd), 0, self)


def _largest_text(dtype):
    return {torch.float32: "3.40282e+38", torch.float64: "1.79769e+308", torch.float16: "65504", torch.bfloat16: "3.38953e+38"}[dtype]


@operator("torch.nn.functional.softshrink", gradient="softshrink_gradient")
def softshrink(self: Tensor, lambd=0.5):
    """x moved towards 0 by lambd"""
    _floats_only(self, "softshrink_check")
    prim.check((lambd >= 0) & (lambd <= torch.finfo(self.dtype).max), "RuntimeError", "lambda must be in range [0, {0}] for input dtype {1}, but found {2}", _largest_text(self.dtype), prim.class_name(self), f"{lambd:g}")
    x = _wide(self)
    return _as(prim.where(x > lambd, x - lambd, prim.where(x < -lambd, x + lambd, x * 0)), self)


@operator("torch.nn.functional.threshold")
def threshold(self, threshold, value, inplace=False):
    """x where it exceeds the threshold, else value"""
    prim.check_arguments("torch.threshold", self, threshold, value)
    _no_bool(self, "threshold_cpu")
    _no_complex(self, "threshold_cpu")
    _check_fits(threshold, torch.float32 if _is_half(self) else self.dtype)
    _check_fits(value, self.dtype)
    return _in_place(self, _threshold(self, threshold, value), inplace)


@operator(gradient="threshold_gradient")
def _threshold(self: Tensor, threshold, value):
    return prim.cast(prim.where(_wide(self) <= threshold, value, self), self.dtype)


@operator("torch.nn.functional.logsigmoid", gradient="logsigmoid_gradient")
def logsigmoid(self: Tensor):
    """log(sigmoid(x)), exact for large negative x"""
    _floats_only(self, "log_sigmoid_cpu")
    x = _wide(self)
    return prim.in_order(_as(prim.minimum(x, 0) - prim.log1p(prim.exp(-prim.abs(x))), self))


@operator("torch.nn.functional.glu")
def glu(self, dim=-1):
    """The first half along dim times the sigmoid of the second"""
    if self.dim() == 0:
        raise RuntimeError("glu does not support scalars because halving size must be even")
    _floats_only(self, "glu_cpu")
    dim = _wrapped(dim, self.dim())
    prim.check_size(self.shape[dim] % 2, 0, "Halving dimension must be even, but dimension {0} is size {1}", dim, self.shape[dim])
    half = self.shape[dim] // 2
    first, second = narrow(self, dim, 0, half), narrow(self, dim, half, half)
    return _as(_wide(first) * prim.sigmoid(_wide(second)), self)


@operator("torch.logit", "Tensor.logit", "torch.special.logit", gradient="logit_gradient")
def logit(self: Tensor, eps=None):
    """log(x / (1 - x)), x limited to [eps, 1 - eps] where eps is given"""
    _no_complex(self, "logit_cpu")
    self = _floating(self)
    if eps is not None:
        _check_fits(eps, self.dtype)
        self = prim.where(self < eps, eps, prim.where(self > 1 - eps, 1 - eps, self))
    return prim.log(self / (1 - self))


@operator("torch.softmax", "Tensor.softmax", "torch.special.softmax", out="expected", examples=["torch.softmax(torch.tensor([0., 0.]), 0) == torch.tensor([0.5, 0.5])"], gradient="softmax_gradient")
def softmax(self: Tensor, dim, dtype=None):
    """exp(x) over its sum along dim"""
    if dtype is not None:
        self = prim.cast(self, dtype)
    if not prim.is_floating(self):
        return _nothing_else(self, f"softmax{_lastdim(self, dim)}_kernel_impl")
    x = _wide(self)
    powers = prim.exp(x - prim.amax(x, (dim,), True, True))
    total = prim.sum(powers, (dim,), True)
    if not _is_last(self, dim) and _is_half(self):
        # Where few elements lie beside each other eager keeps the powers in the dtype of the result.
        few = _volume_of(self.shape[prim.wrapped(dim, self.dim()) + 1 :]) < 32
        powers = prim.where(prim.full((), few, torch.bool), _rounded(powers, self), powers)
    return prim.in_order(_as(powers / total, self))


def _is_last(self, dim):
    return self.dim() == 0 or prim.wrapped(dim, self.dim()) == self.dim() - 1


def _lastdim(self, dim):
    """What names of eager's kernels say of the dimension, which must be one."""
    _wrapped(dim, self.dim())
    return "_lastdim" if _is_last(self, dim) else ""


def _rounded(wide, self):
    """What was computed of _wide(self), as eager keeps it on its way: rounded, and wide again."""
    return prim.cast(_as(wide, self), wide.dtype)


def _default_dim(self, dim):
    if dim is not None:
        return dim
    rank = self.dim()
    return 0 if rank == 0 or rank == 1 or rank == 3 else 1


@operator("torch.nn.functional.softmax")
def functional_softmax(self, dim=None, _stacklevel=3, dtype=None):
    """exp(x) over its sum along dim"""
    return prim.named(softmax(self, _default_dim(self, dim), dtype), "SoftmaxBackward0", True)


@operator("torch.nn.functional.softmin")
def functional_softmin(self, dim=None, _stacklevel=3, dtype=None):
    """exp(-x) over its sum along dim"""
    return softmax(-self, _default_dim(self, dim), dtype)


@operator("torch.log_softmax", "Tensor.log_softmax", "torch.special.log_softmax", out="expected", gradient="log_softmax_gradient")
def log_softmax(self: Tensor, dim, dtype=None):
    """x minus the logarithm of the sum of exp(x) along dim"""
    if dtype is not None:
        self = prim.cast(self, dtype)
    if not prim.is_floating(self):
        return _nothing_else(self, f"log_softmax{_lastdim(self, dim)}_kernel_impl")
    x = _wide(self)
    moved = x - prim.amax(x, (dim,), True, True)
    total = prim.sum(prim.exp(moved), (dim,), True)
    total = _rounded(prim.log(_rounded(total, self)), self) if _is_last(self, dim) else prim.log(total)
    return prim.in_order(_as(moved - total, self))


@operator("torch.nn.functional.log_softmax")
def functional_log_softmax(self, dim=None, _stacklevel=3, dtype=None):
    """x minus the logarithm of the sum of exp(x) along dim"""
    return prim.named(log_softmax(self, _default_dim(self, dim), dtype), "LogSoftmaxBackward0", True)


@operator("torch.logsumexp", "Tensor.logsumexp", "torch.special.logsumexp", gradient="logsumexp_gradient")
def logsumexp(self: Tensor, dim, keepdim=False):
    """log of the sum of exp(x) along dims, without overflow"""
    _refuse_complex(self, "torch.logsumexp")
    if _is_none_at_all(dim) and not keepdim and self.dim() > 0:
        raise RuntimeError(f"output with shape [] doesn't match the broadcast shape {[1] * self.dim()}")
    self = _floating(self)
    largest = prim.amax(self, dim, True, True)
    largest = prim.where(prim.abs(largest) == math.inf, 0, largest)
    total = prim.log(prim.sum(prim.exp(self - largest), dim, True)) + largest
    return total if keepdim else prim.squeeze(total, dim)
