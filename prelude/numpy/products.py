"""Products of arrays."""


@operator("numpy.ndarray.__matmul__")
def np_matmul(self, other):
    """As NumPy's"""
    for each, at in ((self, 0), (other, 1)):
        if _np_tensor(each).dim() == 0:
            raise ValueError("matmul: Input operand " + str(at) + " does not have enough dimensions (has 0, gufunc core with signature (n?,k),(k,m?)->(n?,m?) requires 1)")
    left, right = _np_tensor(self), _np_tensor(other)
    inner = right.shape[0 if right.dim() == 1 else -2]
    if left.dtype == torch.bool and right.dtype == torch.bool:
        return np_matmul(prim.to_numpy_array(left.long()), prim.to_numpy_array(right.long())) != 0
    prim.check(inner == left.shape[-1], "ValueError", "matmul: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature (n?,k),(k,m?)->(n?,m?) (size {0} is different from {1})", inner, left.shape[-1])
    return _np_binary(torch.matmul, self, other)


@operator("numpy.dot", "numpy.ndarray.dot")
def np_dot(a, b):
    """As NumPy's"""
    left, right = _np_tensor(a), _np_tensor(b)
    if left.dim() == 0 or right.dim() == 0:
        return _np_binary(torch.mul, a, b)
    if right.dim() > 2:
        prim.refuse("numpy.dot", "an array of more than two dimensions as the second operand")
    if not _np_have_known_ranks(left, right):
        return _np_binary(torch.matmul, a, b)
    rank = left.dim()
    words = "shapes " + _np_shape_words(left.shape, 0) + " and " + _np_shape_words(right.shape, rank) + f" not aligned: {{{rank - 1}}} (dim {rank - 1}) != {{{rank}}} (dim 0)"
    prim.check(left.shape[-1] == right.shape[0], "ValueError", words, *tuple(left.shape), *tuple(right.shape))
    return np_matmul(prim.to_numpy_array(left), prim.to_numpy_array(right))


@operator("numpy.matmul")
def np_matmul_of(a, b):
    """As NumPy's"""
    return np_matmul(a, b)
