"""What operators refuse by dtype, in eager's words, and numbers that a dtype cannot hold."""


def _unimplemented(self, kernel):
    raise NotImplementedError(f"\"{kernel}\" not implemented for '{prim.class_name(self)}'")


def _nothing_else(self, kernel):
    """A copy of nothing, for which eager asks no kernel."""
    prim.check(self.numel() == 0, "NotImplementedError", f"\"{kernel}\" not implemented for '{prim.class_name(self)}'")
    return prim.clone(self)


def _no_bool(self, kernel):
    if self.dtype == torch.bool:
        _unimplemented(self, kernel)


def _no_integral(self, kernel):
    if prim.is_integral(self):
        _unimplemented(self, kernel)


def _no_complex(self, kernel):
    if prim.is_complex(self):
        _unimplemented(self, kernel)


def _floats_only(self, kernel):
    _no_integral(self, kernel)
    _no_complex(self, kernel)


def _single_or_double(self, kernel):
    if self.dtype != torch.float32 and self.dtype != torch.float64:
        _unimplemented(self, kernel)


def _common(self, other):
    """Two operands, tensors or numbers, as tensors of the dtype that they have together."""
    dtype = prim.result_type(self, other)
    return prim.cast(self, dtype), prim.cast(other, dtype)


def _into(result, target):
    """What is written where `target` lies: in its dtype, which has to take the result's kind of numbers."""
    if not torch.can_cast(result.dtype, target.dtype):
        raise RuntimeError(f"result type {prim.class_name(result)} can't be cast to the desired output type {prim.class_name(target)}")
    return prim.cast(result, target.dtype)


def _scalar_name(dtype):
    return {torch.float32: "float", torch.float64: "double", torch.float16: "c10::Half", torch.bfloat16: "c10::BFloat16", torch.int64: "int64_t", torch.int32: "int", torch.int16: "int16_t", torch.int8: "int8_t", torch.uint8: "uint8_t", torch.bool: "bool"}[dtype]


def _type_name(dtype):
    return {torch.float32: "float", torch.float64: "double", torch.float16: "c10::Half", torch.bfloat16: "c10::BFloat16", torch.int64: "long int", torch.int32: "int", torch.int16: "short int", torch.int8: "signed char", torch.uint8: "unsigned char", torch.bool: "bool", torch.complex64: "c10::complex<float>", torch.complex128: "c10::complex<double>"}[dtype]


def check_fill(self, value):
    """What one value that is put where a mask is true has to be; the value may be a tensor of one element."""
    if not prim.is_tensor(value):
        _check_fits(value, self.dtype)
    elif torch.promote_types(value.dtype, self.dtype) != self.dtype:
        _check_fits(value.item(), self.dtype)


def _check_computes(value, dtype):
    """A number that a kernel computes with lies within what it computes in: float for half precision."""
    _check_fits(value, torch.float32 if dtype == torch.float16 or dtype == torch.bfloat16 else dtype)


def _check_fits(value, dtype, name="", single=False):
    """A number that fills a tensor lies within what the dtype holds; a byte also takes the negatives. `name` is what
    messages call the dtype, where it is not the kernel's type. A `single` element of half precision is converted."""
    value = value.item() if prim.is_tensor(value) else value
    if isinstance(value, bool) or dtype == torch.bool or prim.is_complex(dtype):
        return
    if isinstance(value, complex):
        prim.check(value.imag == 0.0, "RuntimeError", "value cannot be converted to type {0} without overflow", _scalar_name(dtype))
        return
    if prim.is_floating(dtype):
        if dtype != torch.float64 and (isinstance(value, float) or dtype == torch.float16):
            most = torch.finfo(dtype).max
            fits = (value >= -most) & (value <= most) | (value != value) | (value == math.inf) | (value == -math.inf)
            isHalf = dtype == torch.float16 or dtype == torch.bfloat16
            prim.check(fits | single if isHalf else fits, "RuntimeError", "value cannot be converted to type {0} without overflow", _scalar_name(dtype))
        return
    if isinstance(value, float) or dtype != torch.int64:
        limits = torch.iinfo(dtype)
        least = -limits.max if dtype == torch.uint8 and not isinstance(value, float) else limits.min
        prim.check((value >= least) & (value <= limits.max), "RuntimeError", "value cannot be converted to type {0} without overflow", name or _scalar_name(dtype))


def _check_number(function, name, position, value, kind="Number"):
    """An argument that is a number, which may be complex unless a float is asked for, or a tensor of one."""
    if isinstance(value, (bool, int, float)) or isinstance(value, complex) and kind == "Number" or prim.is_tensor(value) and value.dim() == 0:
        return
    raise TypeError(f"{function}(): argument '{name}' (position {position}) must be {kind}, not {type(value).__name__}")


def _check_converts(value, dtype):
    """The same of a number that becomes a tensor first: past what half floats hold it is infinite."""
    isHalf = dtype == torch.float16 or dtype == torch.bfloat16
    if isHalf and isinstance(value, complex):
        prim.check(value.imag == 0.0, "RuntimeError", "value cannot be converted to type double without overflow")
    elif not isHalf:
        _check_fits(value, dtype)


def check_converts(self, value):
    _check_converts(value, self.dtype)


@operator("torch._assert_async", rejects=["C1: torch._assert_async(torch.tensor(0))"])
def assert_async(input, assert_msg="Expected Tensor with single nonzero value, but got zero"):
    """Nothing

    - C1: the one element is not zero.
    """
    if not input:
        raise RuntimeError(assert_msg)


def _refuse_complex(self, function):
    if prim.is_complex(self):
        prim.refuse(function, "complex tensors")
