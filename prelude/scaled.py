"""Sums of products with a number: add and sub with alpha, addcmul, addcdiv, lerp."""


def _scaled(self, other, alpha):
    """alpha * other in the dtype of the sum."""
    dtype = prim.result_type(self, other)
    if isinstance(alpha, bool) and dtype != torch.bool:
        raise RuntimeError("Boolean alpha only supported for Boolean results.")
    if isinstance(alpha, float) and not prim.is_floating(dtype) and not prim.is_complex(dtype):
        raise RuntimeError("For integral input tensors, argument alpha must not be a floating point number.")
    if isinstance(alpha, complex) and not prim.is_complex(dtype):
        raise RuntimeError("For non-complex input tensors, argument alpha must not be a complex number.")
    _check_fits(alpha, dtype)
    if dtype == torch.float16 or dtype == torch.bfloat16:
        alpha = prim.cast(alpha, dtype)
    return prim.cast(prim.cast(other, dtype) * alpha, dtype)


@operator("torch.add", "Tensor.add", numbers=True, examples=["torch.add(torch.tensor([1]), torch.tensor([2]), alpha=3) == torch.tensor([7])"])
def add(self, other, *scaled, alpha=1):
    """self + alpha * other"""
    if len(scaled) == 1:  # the deprecated (self, alpha, other)
        return add(self, scaled[0], alpha=other)
    if prim.is_static(alpha) and prim.is_int(alpha) and alpha == 1:
        return prim.add(self, other)
    return prim.cast(prim.add(self, _scaled(self, other, alpha)), prim.result_type(self, other))


def _check_difference(self, other):
    bools = [isinstance(each, bool) or prim.is_tensor(each) and each.dtype == torch.bool for each in (self, other)]
    if all(bools):
        raise RuntimeError("Subtraction, the `-` operator, with two bool tensors is not supported. Use the `^` or `logical_xor()` operator instead.")
    if any(bools):
        raise RuntimeError("Subtraction, the `-` operator, with a bool tensor is not supported. If you are trying to invert a mask, use the `~` or `logical_not()` operator instead.")


@operator("torch.sub", "torch.subtract", "Tensor.sub", "Tensor.subtract", numbers=True)
def sub(self, other, *scaled, alpha=1):
    """self - alpha * other"""
    if len(scaled) == 1:  # the deprecated (self, alpha, other)
        return sub(self, scaled[0], alpha=other)
    if prim.is_static(alpha) and prim.is_int(alpha) and alpha == 1:
        return prim.sub(self, other)
    _check_difference(self, other)
    return prim.cast(prim.sub(self, _scaled(self, other, alpha)), prim.result_type(self, other))


@operator("torch.rsub", "Tensor.__rsub__")
def rsub(self, other, *, alpha=1):
    """other - alpha * self"""
    if prim.is_static(alpha) and prim.is_int(alpha) and alpha == 1:
        return prim.sub(other, self)
    return sub(other if prim.is_tensor(other) else prim.full((), other, prim.result_type(self, other)), self, alpha=alpha)


def _joint(self, first, second):
    """Three tensors in the dtype that they have together."""
    dtype = prim.result_type(self, first, second)
    return prim.cast(self, dtype), prim.cast(first, dtype), prim.cast(second, dtype)


@operator("torch.addcmul", "Tensor.addcmul")
def addcmul(self, tensor1, tensor2, *scaled, value=1):
    """self + value * tensor1 * tensor2"""
    if len(scaled) == 1:  # the deprecated (self, value, tensor1, tensor2)
        return addcmul(self, tensor2, scaled[0], value=tensor1)
    return _addcmul(self, tensor1, tensor2, value)


@operator(gradient="addcmul_gradient")
def _addcmul(self: Tensor, tensor1: Tensor, tensor2: Tensor, value):
    self, tensor1, tensor2 = _joint(self, tensor1, tensor2)
    _no_bool(self, "addcmul_cpu_out")
    dtype = self.dtype
    _check_computes(value, dtype)
    if prim.is_integral(self) and isinstance(value, float):
        value = int(value)
    self, tensor1, tensor2 = _wide(self), _wide(tensor1), _wide(tensor2)
    if not prim.is_static(value) or value != 1:
        tensor1 = prim.cast(tensor1 * value, self.dtype)
    return prim.cast(self + tensor1 * tensor2, dtype)


@operator("torch.addcdiv", "Tensor.addcdiv")
def addcdiv(self, tensor1, tensor2, *scaled, value=1):
    """self + value * tensor1 / tensor2"""
    if len(scaled) == 1:  # the deprecated (self, value, tensor1, tensor2)
        return addcdiv(self, tensor2, scaled[0], value=tensor1)
    if prim.is_integral(tensor1) and prim.is_integral(tensor2):
        raise RuntimeError("Integer division with addcdiv is no longer supported, and in a future  release addcdiv will perform a true division of tensor1 and tensor2. The historic addcdiv behavior can be implemented as (input + value * torch.trunc(tensor1 / tensor2)).to(input.dtype) for integer inputs and as (input + value * tensor1 / tensor2) for float inputs. The future addcdiv behavior is just the latter implementation: (input + value * tensor1 / tensor2), for all dtypes.")
    return _addcdiv(self, tensor1, tensor2, value)


@operator(gradient="addcdiv_gradient")
def _addcdiv(self: Tensor, tensor1: Tensor, tensor2: Tensor, value):
    self, tensor1, tensor2 = _joint(self, tensor1, tensor2)
    dtype = self.dtype
    _check_computes(value, dtype)
    self, tensor1, tensor2 = _wide(self), _wide(tensor1), _wide(tensor2)
    if not prim.is_static(value) or value != 1:
        tensor1 = prim.cast(tensor1 * value, self.dtype)
    return prim.cast(_plus(self, tensor1 / tensor2), dtype)


def _plus(self, other):
    """The sum, without the product by alpha in which an infinite complex number is lost."""
    if not prim.is_complex(self):
        return self + other
    self, other = broadcast_tensors(self, other)
    return _paired(view_as_real(prim.contiguous(self)) + view_as_real(prim.contiguous(other)))


@operator("torch.lerp", "Tensor.lerp", gradient="lerp_gradient")
def lerp(self: Tensor, end: Tensor, weight: Tensor):
    """self + weight * (end - self), from the nearer end"""
    is_tensor = prim.is_tensor(weight)
    for name, each in (("end", end), ("weight", weight)):
        if prim.is_tensor(each) and each.dtype != self.dtype and (name == "end" or each.dim() > 0):
            raise RuntimeError(f"expected dtype {_type_name(self.dtype)} for `{name}` but got dtype {_type_name(each.dtype)}")
    _no_integral(self, "lerp_kernel_tensor" if is_tensor else "lerp_kernel_scalar")
    if not is_tensor:
        _check_fits(weight, self.dtype if prim.is_complex(self) or self.dtype == torch.float64 else torch.float32)
    dtype = self.dtype
    self, end = _wide(self), _wide(end)
    gap = -self + end # which lies as eager's result, as all that has it as its first operand
    if not is_tensor and prim.is_static(weight):
        return prim.cast(self + gap * weight if abs(weight) < 0.5 else gap * -(1.0 - weight) + end, dtype)
    weight = _wide(prim.cast(weight, dtype)) if is_tensor else weight
    near = abs(weight) < 0.5
    if not is_tensor:
        near = prim.full((), near, torch.bool)
    return prim.cast(prim.where(near, self + gap * weight, end - gap * (1 - weight)), dtype)
