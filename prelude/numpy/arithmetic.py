"""Arithmetic of arrays and numbers of NumPy, also in place."""


@operator("numpy.ndarray.__add__")
def np_add(self, other):
    """As NumPy's"""
    return _np_binary(torch.add, self, other)


@operator("numpy.ndarray.__radd__")
def np_radd(self, other):
    """As NumPy's"""
    return _np_binary(torch.add, other, self)


@operator("numpy.ndarray.__sub__")
def np_sub(self, other):
    """As NumPy's"""
    return _np_binary(_difference, self, other)


@operator("numpy.ndarray.__rsub__")
def np_rsub(self, other):
    """As NumPy's"""
    return _np_binary(_difference, other, self)


def _difference(left, right):
    if left.dtype == torch.bool and right.dtype == torch.bool:
        raise TypeError("numpy boolean subtract, the `-` operator, is not supported, use the bitwise_xor, the `^` operator, or the logical_xor function instead.")
    return left - right


def _np_product(self, other):
    """A sequence is repeated by an integer; an array is multiplied with it."""
    if isinstance(other, (list, tuple, str)) and not isinstance(self, prim.host("numpy.ndarray")):
        if not isinstance(self, prim.host("numpy.integer")):
            raise TypeError(f"can't multiply sequence by non-int of type '{prim.type_name(self)}'")
        return other * int(prim.numpy_tensor(self))
    return _np_binary(torch.mul, self, other)


@operator("numpy.ndarray.__mul__", "numpy.ndarray.__rmul__")
def np_mul(self, other):
    """As NumPy's"""
    return _np_product(self, other)


@operator("numpy.ndarray.__truediv__")
def np_truediv(self, other):
    """As NumPy's"""
    return _np_binary(torch.div, self, other, True)


@operator("numpy.ndarray.__rtruediv__")
def np_rtruediv(self, other):
    """As NumPy's"""
    return _np_binary(torch.div, other, self, True)


@operator("numpy.ndarray.__floordiv__")
def np_floordiv(self, other):
    """As NumPy's"""
    return _np_divided(torch.floor_divide, self, other)


@operator("numpy.ndarray.__rfloordiv__")
def np_rfloordiv(self, other):
    """As NumPy's"""
    return _np_divided(torch.floor_divide, other, self)


@operator("numpy.ndarray.__mod__")
def np_mod(self, other):
    """As NumPy's"""
    return _np_divided(torch.remainder, self, other)


@operator("numpy.ndarray.__rmod__")
def np_rmod(self, other):
    """As NumPy's"""
    return _np_divided(torch.remainder, other, self)


@operator("numpy.ndarray.__pow__")
def np_pow(self, other):
    """As NumPy's"""
    return _np_binary(torch.pow, *_np_not_bools(self, other))


@operator("numpy.ndarray.__rpow__")
def np_rpow(self, other):
    """As NumPy's"""
    return _np_binary(torch.pow, *_np_not_bools(other, self))


def _np_divided(function, a, b):
    """Integers divided by zero are 0."""
    a, b = _np_not_bools(a, b)
    dtype = _np_common(_np_operand(a), _np_operand(b)) if prim.is_numpy(a) or prim.is_numpy(b) else _np_tensor(a).dtype
    if dtype.is_floating_point or dtype == torch.bool:
        return _np_binary(_signed_remainder if function is torch.remainder else function, a, b)
    return _np_binary(_integers_divided(function), a, b)


def _np_not_bools(a, b):
    """Two bools are integers of 8 bits to what has none for bools."""
    if not prim.is_numpy(a) and not prim.is_numpy(b):
        return a, b
    if not (_np_common(_np_operand(a), _np_operand(b)) == torch.bool):
        return a, b
    return prim.to_numpy(_np_tensor(a).to(torch.int8)), prim.to_numpy(_np_tensor(b).to(torch.int8))


def _signed_remainder(a, b):
    """Of floats: zero has the sign of the divisor."""
    result = torch.remainder(a, b)
    return torch.where(result == 0, torch.copysign(torch.zeros_like(result), b), result) if prim.is_floating(result) else result


def _integers_divided(function):
    def divided(a, b):
        none = b == 0
        return function(a, b.masked_fill(none, 1)).masked_fill(none, 0)

    return divided


def _np_in_place(self, result):
    """The result in the memory of the array; a number is not changed."""
    if not isinstance(self, prim.host("numpy.ndarray")):
        return result
    mine, value = prim.numpy_written(self), prim.numpy_tensor(result)
    if not torch.can_cast(value.dtype, mine.dtype):
        prim.refuse("numpy", f"a result of {value.dtype} in an array of {mine.dtype}")
    if _np_have_known_ranks(value, mine):
        prim.check(_np_have_one_shape(value, mine), "ValueError", "non-broadcastable output operand with shape " + _np_shape_words(mine.shape, 0) + " doesn't match the broadcast shape " + _np_shape_words(value.shape, mine.dim()), *tuple(mine.shape), *tuple(value.shape))
    mine.copy_(value)
    return self


@operator("numpy.ndarray.__iadd__")
def np_iadd(self, other):
    """As NumPy's"""
    return _np_in_place(self, _np_binary(torch.add, self, other))


@operator("numpy.ndarray.__isub__")
def np_isub(self, other):
    """As NumPy's"""
    return _np_in_place(self, _np_binary(_difference, self, other))


@operator("numpy.ndarray.__imul__")
def np_imul(self, other):
    """As NumPy's"""
    return _np_in_place(self, _np_binary(torch.mul, self, other))


@operator("numpy.ndarray.__itruediv__")
def np_itruediv(self, other):
    """As NumPy's"""
    return _np_in_place(self, _np_binary(torch.div, self, other, True))


@operator("numpy.ndarray.__ifloordiv__")
def np_ifloordiv(self, other):
    """As NumPy's"""
    return _np_in_place(self, _np_divided(torch.floor_divide, self, other))


@operator("numpy.ndarray.__imod__")
def np_imod(self, other):
    """As NumPy's"""
    return _np_in_place(self, _np_divided(torch.remainder, self, other))


@operator("numpy.ndarray.__ipow__")
def np_ipow(self, other):
    """As NumPy's"""
    return _np_in_place(self, _np_binary(torch.pow, self, other))


@operator("numpy.ndarray.__divmod__")
def np_divmod(self, other):
    """As NumPy's"""
    return np_floordiv(self, other), np_mod(self, other)


@operator("numpy.ndarray.__rdivmod__")
def np_rdivmod(self, other):
    """As NumPy's"""
    return np_rfloordiv(self, other), np_rmod(self, other)


@operator("numpy.ndarray.__round__")
def np_rounded(self, ndigits=None):
    """As NumPy's"""
    if ndigits is not None or prim.numpy_tensor(self).dim() > 0:
        prim.refuse("round", "digits of a number of NumPy, or an array")
    return round(prim.numpy_tensor(self).item())


@operator("numpy.ndarray.__neg__")
def np_neg(self):
    """As NumPy's"""
    if prim.numpy_tensor(self).dtype == torch.bool:
        raise TypeError("The numpy boolean negative, the `-` operator, is not supported, use the `~` operator or the logical_not function instead.")
    return _np_unary(torch.neg, self, False)


@operator("numpy.ndarray.__abs__", "numpy.absolute")
def np_abs(self):
    """As NumPy's"""
    return _np_unary(_absolute, self, False)


def _absolute(x):
    return x.clone() if x.dtype == torch.bool else torch.abs(x)
