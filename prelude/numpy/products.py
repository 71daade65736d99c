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
        return np_mul(prim.to_numpy(left), prim.to_numpy(right))
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


def _np_contracted(function, a, b):
    """A product that sums, in the dtype of both; of bools it says whether any is true."""
    a, b = _np_tensor(a), _np_tensor(b)
    dtype = _np_promoted(a.dtype, b.dtype)
    if dtype.is_complex:
        prim.refuse("numpy", "products of complex numbers")
    if dtype == torch.bool:
        return prim.to_numpy(function(a.long(), b.long()) != 0)
    return prim.to_numpy(function(a.to(dtype), b.to(dtype)))


@operator("numpy.outer")
def np_outer(a, b):
    """As NumPy's"""
    left, right = _np_tensor(a), _np_tensor(b)
    return np_mul(prim.to_numpy_array(left.reshape(-1, 1)), prim.to_numpy_array(right.reshape(1, -1)))


@operator("numpy.inner")
def np_inner(a, b):
    """As NumPy's"""
    left, right = _np_tensor(a), _np_tensor(b)
    if left.dim() == 0 or right.dim() == 0:
        return np_mul(prim.to_numpy(left), prim.to_numpy(right))
    words = "shapes " + _np_shape_words(left.shape, 0) + " and " + _np_shape_words(right.shape, left.dim()) + f" not aligned: {{{left.dim() - 1}}} (dim {left.dim() - 1}) != {{{left.dim() + right.dim() - 1}}} (dim {right.dim() - 1})"
    prim.check(left.shape[-1] == right.shape[-1], "ValueError", words, *tuple(left.shape), *tuple(right.shape))
    return _np_contracted(lambda a, b: torch.tensordot(a, b, ([-1], [-1])), a, b)


@operator("numpy.vdot")
def np_vdot(a, b):
    """As NumPy's"""
    left, right = _np_tensor(a).reshape(-1), _np_tensor(b).reshape(-1)
    return np_dot(prim.to_numpy_array(left), prim.to_numpy_array(right))


@operator("numpy.tensordot")
def np_tensordot(a, b, axes=2):
    """As NumPy's"""
    left, right = _np_tensor(a), _np_tensor(b)
    if isinstance(axes, (list, tuple)):
        ours, others = [[_np_axis(n, tensor.dim()) for n in (each if isinstance(each, (list, tuple)) else (each,))] for each, tensor in ((axes[0], left), (axes[1], right))]
    else:
        count = _np_plain(axes)
        if count > min(left.dim(), right.dim()):
            raise IndexError("tuple index out of range")
        ours, others = list(range(left.dim() - count, left.dim())), list(range(count))
    if len(ours) != len(others):
        raise ValueError("shape-mismatch for sum")
    for one, other in zip(ours, others):
        prim.check(left.shape[one] == right.shape[other], "ValueError", "shape-mismatch for sum")
    return prim.to_numpy_array(_np_tensor(_np_contracted(lambda a, b: torch.tensordot(a, b, (ours, others)), a, b)))


@operator("numpy.kron")
def np_kron(a, b):
    """As NumPy's"""
    return _np_contracted(torch.kron, a, b)


@operator("numpy.cross")
def np_cross(a, b, *, axis=-1):
    """As NumPy's, of vectors of three elements"""
    left, right = _np_tensor(a), _np_tensor(b)
    if left.dim() == 0 or right.dim() == 0:
        raise ValueError("At least one array has zero dimension")
    for each in (left, right):
        size = each.shape[_np_axis(axis, each.dim())]
        if size == 2:
            prim.refuse("numpy.cross", "vectors of two elements")
        prim.check(size == 3, "ValueError", "incompatible dimensions for cross product\n(dimension must be 2 or 3)")
    left, right = [torch.movedim(each, _np_axis(axis, each.dim()), 0) for each in (left, right)]
    left, right = prim.to_numpy_array(left), prim.to_numpy_array(right)
    parts = [np_sub(np_mul(np_getitem(left, i), np_getitem(right, j)), np_mul(np_getitem(left, j), np_getitem(right, i))) for i, j in ((1, 2), (2, 0), (0, 1))]
    result = torch.stack([_np_tensor(each) for each in parts])
    return prim.to_numpy_array(torch.movedim(result, 0, _np_axis(axis, result.dim())))


@operator("numpy.einsum")
def np_einsum(subscripts, *operands, optimize=False):
    """As NumPy's; what one array gives is not written, nor the array"""
    if not isinstance(subscripts, str):
        prim.refuse("numpy.einsum", "subscripts that are no text")
    tensors = [_np_tensor(each) for each in operands]
    dtype = _np_common_of(tensors)
    if dtype == torch.bool:
        prim.refuse("numpy.einsum", "bools")
    try:
        result = torch.einsum(subscripts, *[each.to(dtype) for each in tensors]).to(dtype)
    except RuntimeError as error:
        raise ValueError(str(error)) from None
    return prim.to_numpy(prim.refuse_writes(tensors[0], result) if len(tensors) == 1 and result.dim() > 0 else result)
