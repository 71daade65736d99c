"""Norms, ranks and pseudo-inverses of arrays."""


@operator("numpy.linalg.norm")
def np_norm(x, ord=None, axis=None, keepdims=False):
    """As NumPy's"""
    tensor = _np_tensor(x)
    tensor = tensor if tensor.dtype.is_floating_point else tensor.double()
    ord = ord if isinstance(ord, str) or ord is None else _np_plain(ord)
    if axis is None and (ord is None or (ord == 2 and tensor.dim() == 1) or (ord == "fro" and tensor.dim() == 2)):
        result = torch.sqrt((tensor * tensor).sum())
        return prim.to_numpy(result.reshape([1] * tensor.dim()) if keepdims else result)
    axes = _np_axes(tuple(axis) if isinstance(axis, list) else axis, tensor.dim(), "Duplicate axes given.")
    if len(axes) == 1:
        return prim.to_numpy(_np_vector_norm(tensor, ord, axes[0], keepdims))
    if len(axes) != 2:
        raise ValueError("Improper number of dimensions to norm.")
    if ord is not None and ord not in ("fro", "nuc", 1, -1, 2, -2, float("inf"), -float("inf")):
        raise ValueError("Invalid norm order for matrices.")
    if ord in ("nuc", 2, -2):
        _np_finite(tensor)
    return prim.to_numpy(torch.linalg.matrix_norm(tensor, "fro" if ord is None else ord, axes, keepdims))


def _np_vector_norm(tensor, ord, axis, keepdims):
    if isinstance(ord, str):
        raise ValueError(f"Invalid norm order '{ord}' for vectors")
    if ord is None or ord == 2:
        return torch.sqrt((tensor * tensor).sum(axis, keepdim=keepdims))
    if ord in (float("inf"), -float("inf")):
        extreme = np_max if ord > 0 else np_min
        return prim.numpy_tensor(extreme(prim.to_numpy_array(tensor.abs()), axis, keepdims=keepdims))
    if ord == 0:
        return (tensor != 0).to(tensor.dtype).sum(axis, keepdim=keepdims)
    return (tensor.abs() ** ord).sum(axis, keepdim=keepdims) ** (1 / ord)


@operator("numpy.linalg.matrix_rank")
def np_matrix_rank(A, tol=None):
    """As NumPy's"""
    tensor = _np_tensor(A)
    if tensor.dim() < 2:
        return int(bool((tensor != 0).any()))
    if tol is not None:
        values = torch.linalg.svdvals(_np_finite(_np_matrix(A)))
        return prim.to_numpy((values > _np_plain(tol)).sum(-1))
    return prim.to_numpy(torch.linalg.matrix_rank(_np_finite(_np_matrix(A))))


@operator("numpy.linalg.pinv")
def np_pinv(a, rcond=None):
    """As NumPy's"""
    matrix = _np_finite(_np_matrix(a))
    if rcond is not None:
        return prim.to_numpy_array(torch.linalg.pinv(matrix, rtol=_np_plain(rcond)))
    return prim.to_numpy_array(torch.linalg.pinv(matrix))


@operator("numpy.linalg.lstsq")
def np_lstsq(a, b, rcond=None):
    """As NumPy's"""
    matrix, wanted = _np_matrix(a), _np_tensor(b)
    dtype = _np_promoted(matrix.dtype, wanted.dtype)
    matrix, wanted = matrix.to(dtype), wanted.to(dtype)
    if rcond is not None:
        prim.refuse("numpy.linalg.lstsq", "rcond")
    prim.check(matrix.shape[0] == wanted.shape[0], "ValueError", "Incompatible dimensions")
    columns = wanted.reshape(-1, 1) if wanted.dim() == 1 else wanted
    values = torch.linalg.svdvals(_np_finite(matrix, "SVD did not converge in Linear Least Squares"))
    rank = int(torch.linalg.matrix_rank(matrix))
    found = torch.linalg.pinv(matrix) @ columns
    off = matrix @ found - columns
    full = rank == matrix.shape[1] and matrix.shape[0] > matrix.shape[1]
    residuals = (off * off).sum(0) if full else torch.empty(0, dtype=dtype)
    rank = prim.to_numpy(torch.tensor(rank, dtype=torch.int32))
    return prim.to_numpy_array(found.reshape(-1) if wanted.dim() == 1 else found), prim.to_numpy_array(residuals), rank, prim.to_numpy_array(values)
