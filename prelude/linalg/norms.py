"""Norms of vectors and matrices, condition numbers."""


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


@operator("torch.norm", "Tensor.norm", "torch.functional.norm", out="expected")
def norm(self, p="fro", dim=None, keepdim=False, dtype=None):
    """The p-norm of all elements, or along dims; "nuc" the sum of the singular values of matrices"""
    if p == "nuc":
        dims = tuple(range(self.dim())) if dim is None else dim if isinstance(dim, (tuple, list)) else (dim,)
        return matrix_norm(self, "nuc", dims, keepdim, dtype=dtype)
    return vector_norm(self, 2 if p == "fro" or p is None else p, dim, keepdim, dtype=dtype)


def _check_norm(self, ord, dim):
    """Extremes, and what a negative order makes of them, are of something."""
    wanted = f"linalg.vector_norm cannot compute the {ord:g} norm on "
    dims = () if dim is None else dim if isinstance(dim, (tuple, list)) else (dim,)
    if len(dims) == 0:
        prim.check(self.numel() > 0, "RuntimeError", wanted + "an empty tensor because the operation does not have an identity")
    for each in dims:
        prim.check(self.dim() == 0 or self.shape[_wrapped(each, self.dim())] > 0, "RuntimeError", f"{wanted}the dimension {each}because this dimension is empty and the operation does not have an identity")


@operator("torch.linalg.vector_norm", "torch._C._linalg.linalg_vector_norm", out="expected", gradient="vector_norm_gradient")
def vector_norm(self: Tensor, ord=2, dim=None, keepdim=False, *, dtype=None):
    """The norm of vectors along dims"""
    if dtype is not None:
        self = prim.cast(self, dtype)
    if prim.is_integral(self):
        raise RuntimeError(f"linalg.vector_norm: Expected a floating point or complex tensor as input. Got {prim.class_name(self)}")
    if self.dtype == torch.float16 or self.dtype == torch.bfloat16:
        return prim.cast(vector_norm(prim.cast(self, torch.float32), ord, dim, keepdim), self.dtype)
    size = prim.abs(self)
    if ord < 0 or ord == math.inf:
        _check_norm(self, ord, dim)
    if self.dim() == 0 and dim is None and ord != 0:
        return size
    if ord not in (0, 1, 2, math.inf, -math.inf) and self.dim() > 0 and _count(self, dim) == 1: # whose power may lie beyond the dtype
        return prim.sum(size, dim, keepdim)
    return _norm_of(size, ord, dim, keepdim)


@operator(gradient="vector_norm_gradient")
def _norm_of_powers(self: Tensor, ord, dim, keepdim=False):
    """The norm of vectors, also of one element by its power."""
    return _norm_of(prim.abs(self), ord, dim, keepdim)


def _norm_of(size, ord, dim, keepdim):
    """The norm of vectors whose elements have these absolute values."""
    if ord == 2:
        return prim.sqrt(prim.sum(size * size, dim, keepdim))
    if ord == 1:
        return prim.sum(size, dim, keepdim)
    if ord == math.inf:
        return prim.amax(size, dim, keepdim)
    if ord == -math.inf:
        return prim.amin(size, dim, keepdim)
    if ord == 0:
        return prim.sum(prim.cast(size != 0, size.dtype), dim, keepdim)
    powers = prim.sum(prim.pow(size, ord), dim, keepdim)
    return powers if ord != ord else prim.pow(powers, 1.0 / ord)  # of nothing 0, whatever the order


@operator("torch.linalg.norm", "torch._C._linalg.linalg_norm")
def linalg_norm(self, ord=None, dim=None, keepdim=False, *, dtype=None):
    """The norm of a vector, or of matrices where `dim` names two dimensions or `ord` is one of theirs"""
    if isinstance(dim, (tuple, list)) and len(dim) not in (1, 2):
        raise RuntimeError(f"linalg.norm: If dim is specified, it must be of length 1 or 2. Got {list(dim)}")
    if ord is not None and dim is None and self.dim() not in (1, 2):
        raise RuntimeError(f"linalg.norm: If dim is not specified but ord is, the input must be 1D or 2D. Got {self.dim()}D.")
    if ord is not None and ord != "fro" and (dim is None and self.dim() == 2 or isinstance(dim, (tuple, list)) and len(dim) == 2):
        return matrix_norm(self, ord, (-2, -1) if dim is None else dim, keepdim, dtype=dtype)
    return vector_norm(self, 2 if ord is None or ord == "fro" else ord, dim, keepdim, dtype=dtype)


@operator("torch.renorm", "Tensor.renorm", out="expected")
def renorm(self, p, dim, maxnorm):
    """Slices of a dimension scaled down to a largest norm"""
    if not prim.is_tensor(p) and not p > 0:
        raise RuntimeError("renorm: non-positive-norm not supported")
    if not prim.is_tensor(maxnorm) and not maxnorm >= 0:
        raise RuntimeError(f"renorm: expected maxnorm to be >= 0 but got {maxnorm}")
    if self.dim() < 2:
        raise RuntimeError(f"renorm: input needs at least 2 dimensions, got {self.dim()} dimensions")
    dim = _wrapped(dim, self.dim())
    norms = vector_norm(self, p, [i for i in range(self.dim()) if i != dim], True)
    return prim.in_order(self * prim.where(norms > maxnorm, maxnorm / (norms + 1e-07), 1))
