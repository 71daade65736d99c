"""Comparisons of arrays."""


@operator("numpy.ndarray.__lt__")
def np_lt(self, other):
    """As NumPy's"""
    return _np_binary(torch.lt, self, other)


@operator("numpy.ndarray.__le__")
def np_le(self, other):
    """As NumPy's"""
    return _np_binary(torch.le, self, other)


@operator("numpy.ndarray.__gt__")
def np_gt(self, other):
    """As NumPy's"""
    return _np_binary(torch.gt, self, other)


@operator("numpy.ndarray.__ge__")
def np_ge(self, other):
    """As NumPy's"""
    return _np_binary(torch.ge, self, other)


@operator("numpy.ndarray.__eq__")
def np_eq(self, other):
    """As NumPy's"""
    return _np_binary(torch.eq, self, other)


@operator("numpy.ndarray.__ne__")
def np_ne(self, other):
    """As NumPy's"""
    return _np_binary(torch.ne, self, other)
