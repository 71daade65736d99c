"""Operators of bits."""


def _np_not_bits(name):
    raise TypeError("ufunc '" + name + "' not supported for the input types, and the inputs could not be safely coerced to any supported types according to the casting rule ''safe''")


def _np_bitwise(function, name, a, b):
    """An operator of bits, which NumPy has for integers and bools."""
    dtype = _np_common(_np_operand(a), _np_operand(b))
    if dtype.is_floating_point:
        _np_not_bits(name)
    return _np_binary(function, a, b)


@operator("numpy.ndarray.__and__")
def np_and(self, other):
    """As NumPy's"""
    return _np_bitwise(torch.bitwise_and, "bitwise_and", self, other)


@operator("numpy.ndarray.__or__")
def np_or(self, other):
    """As NumPy's"""
    return _np_bitwise(torch.bitwise_or, "bitwise_or", self, other)


@operator("numpy.ndarray.__xor__")
def np_xor(self, other):
    """As NumPy's"""
    return _np_bitwise(torch.bitwise_xor, "bitwise_xor", self, other)


@operator("numpy.ndarray.__invert__")
def np_invert(self):
    """As NumPy's"""
    if prim.is_floating(prim.numpy_tensor(self)):
        _np_not_bits("invert")
    return _np_unary(torch.bitwise_not, self, False)
