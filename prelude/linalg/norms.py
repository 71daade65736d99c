"""Norms and condition numbers of matrices."""


@operator("torch.linalg.cond", "torch._C._linalg.linalg_cond", rejects=["C1: torch.linalg.cond(torch.ones(2, 3), 1)"])
def linalg_cond(A, p=None):
    """The condition number: a norm of the matrix times that of its inverse

    - C1: for other norms than 2 and -2, matrices are square.
    """
    name = f"linalg.cond(ord={p:f})" if isinstance(p, float) else f"linalg.cond(ord={p})"
    if isinstance(p, str):
        _check_rank(A, name)
        _check_equal_sides(A, name)
    if A.dim() < 2:
        raise RuntimeError("linalg.cond: The input tensor must have at least 2 dimensions.")
    if p is None or p == 2 or p == -2:
        if A.numel() == 0:
            return prim.full(tuple(A.shape[:-2]), 0, A.dtype)
        values = svdvals(A)
        return values[..., -1] / values[..., 0] if p == -2 else values[..., 0] / values[..., -1]
    if p not in (1, -1, math.inf, -math.inf, "fro", "nuc"):
        raise RuntimeError(f"linalg.cond got an invalid norm type: {p}")
    _check_equal_sides(A, name)
    if A.numel() == 0:
        return prim.full(tuple(A.shape[:-2]), 0, A.dtype)
    if p == "nuc":
        values = svdvals(A)
        return prim.sum(values, (-1,), False) * prim.sum(1.0 / values, (-1,), False)
    inverse, failures = inv_ex(A)
    failed = prim.unsqueeze(prim.unsqueeze(failures > 0, -1), -1)
    inverse = prim.where(failed, math.inf, inverse)
    return nan_to_num(matrix_norm(A, p) * matrix_norm(inverse, p), math.inf, math.inf, -math.inf)


@operator("torch.linalg.matrix_norm", "torch._C._linalg.linalg_matrix_norm")
def matrix_norm(A, ord="fro", dim=(-2, -1), keepdim=False, *, dtype=None):
    """A norm of the matrices in two dimensions"""
    is_singular = ord == 2 or ord == -2 or ord == "nuc"
    if not is_singular and not (ord == "fro" or ord == 1 or ord == -1 or ord == math.inf or ord == -math.inf):
        raise RuntimeError(f"linalg.matrix_norm: Order {ord if isinstance(ord, str) else format(ord, 'g')} not supported.")
    _check_rank(A, "linalg.matrix_norm")
    if not prim.is_floating(A) and not prim.is_complex(A):
        raise RuntimeError(f"linalg.matrix_norm: Expected a floating point or complex tensor as input. Got {prim.class_name(A)}")
    if is_singular:
        _check_matrices(A, "linalg.matrix_norm")
    if len(dim) != 2:
        raise RuntimeError(f"linalg.matrix_norm: dim must be a 2-tuple. Got {' '.join([str(each) for each in dim])}")
    first, second = _wrapped(dim[0], A.dim()), _wrapped(dim[1], A.dim())
    if first == second:
        raise RuntimeError(f"linalg.matrix_norm: dims must be different. Got ({first}, {second})")
    if dtype is not None:
        A = prim.cast(A, dtype)
    if ord == "fro":
        return vector_norm(A, 2, dim, keepdim)
    if not is_singular:
        over, rest = (first, second) if abs(ord) == 1 else (second, first)
        sums = prim.sum(prim.abs(A), (over,), True)
        result = _largest(sums, rest) if ord > 0 else prim.amin(sums, (rest,), True)
    else:
        values = svdvals(movedim(A, (first, second), (-2, -1)))
        values = prim.sum(values, (-1,), False) if ord == "nuc" else _largest(values, values.dim() - 1)[..., 0] if ord == 2 else prim.amin(values, (-1,), False)
        low, high = min(first, second), max(first, second)
        result = prim.unsqueeze(prim.unsqueeze(values, low), high)
    return result if keepdim else prim.squeeze(result, (first, second))
