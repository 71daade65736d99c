"""Diagonals and triangles of arrays."""


def _np_diagonal_view(tensor, offset, axis1, axis2):
    if tensor.dim() < 2:
        raise ValueError("diag requires an array of at least two dimensions")
    axis1, axis2 = _np_axis(axis1, tensor.dim()), _np_axis(axis2, tensor.dim())
    if axis1 == axis2:
        raise ValueError("axis1 and axis2 cannot be the same")
    return torch.diagonal(tensor, _np_plain(offset), axis1, axis2)


@operator("numpy.diagonal", "numpy.ndarray.diagonal")
def np_diagonal(a, offset=0, axis1=0, axis2=1):
    """As NumPy's; neither is written afterwards"""
    tensor = _np_tensor(a)
    return prim.to_numpy_array(prim.refuse_writes(tensor, _np_diagonal_view(tensor, offset, axis1, axis2)))


@operator("numpy.trace", "numpy.ndarray.trace")
def np_trace(a, offset=0, axis1=0, axis2=1, dtype=None):
    """As NumPy's"""
    return np_sum(prim.to_numpy_array(_np_diagonal_view(_np_tensor(a), offset, axis1, axis2)), -1, dtype)


@operator("numpy.diag")
def np_diag(v, k=0):
    """As NumPy's; neither is written afterwards, of a matrix"""
    tensor = _np_tensor(v)
    if tensor.dim() not in (1, 2):
        raise ValueError("Input must be 1- or 2-d.")
    return prim.to_numpy_array(torch.diag(tensor, _np_plain(k))) if tensor.dim() == 1 else np_diagonal(v, k)


@operator("numpy.diagflat")
def np_diagflat(v, k=0):
    """As NumPy's"""
    return prim.to_numpy_array(torch.diag(_np_tensor(v).reshape(-1), _np_plain(k)))


def _np_square_of(m):
    """A matrix, or a vector as each row of one."""
    tensor = _np_tensor(m)
    if tensor.dim() == 0:
        raise TypeError("tri() missing 1 required positional argument: 'N'")
    return tensor.expand(tensor.shape[0], tensor.shape[0]) if tensor.dim() == 1 else tensor


@operator("numpy.tril")
def np_tril(m, k=0):
    """As NumPy's"""
    return prim.to_numpy_array(torch.tril(_np_square_of(m), _np_plain(k)))


@operator("numpy.triu")
def np_triu(m, k=0):
    """As NumPy's"""
    return prim.to_numpy_array(torch.triu(_np_square_of(m), _np_plain(k)))


@operator("numpy.tri")
def np_tri(N, M=None, k=0, dtype=float):
    """As NumPy's"""
    M = N if M is None else M
    return prim.to_numpy_array(torch.tril(torch.ones(max(N, 0), max(M, 0), dtype=_np_dtype(dtype)), _np_plain(k)))


@operator("numpy.tril_indices")
def np_tril_indices(n, k=0, m=None):
    """As NumPy's"""
    return np_nonzero_of(np_tri(n, m, k, bool))


@operator("numpy.triu_indices")
def np_triu_indices(n, k=0, m=None):
    """As NumPy's"""
    return np_nonzero_of(np_logical_not(np_tri(n, m, k - 1, bool)))


@operator("numpy.fill_diagonal")
def np_fill_diagonal(a, val):
    """As NumPy's, of a matrix"""
    if not isinstance(a, prim.host("numpy.ndarray")):
        prim.refuse("numpy.fill_diagonal", "what is no array")
    tensor = prim.numpy_written(a)
    if tensor.dim() < 2:
        raise ValueError("array must be at least 2-d")
    if tensor.dim() > 2:
        prim.refuse("numpy.fill_diagonal", "an array of more than two dimensions")
    value = _np_assigned(val, tensor.dtype)
    if prim.is_tensor(value) and value.dim() > 0:
        prim.refuse("numpy.fill_diagonal", "several values")
    torch.diagonal(tensor).copy_(value if prim.is_tensor(value) else torch.tensor(value, dtype=tensor.dtype))
