"""Systems of linear equations and decompositions of matrices."""


def _check_matrices(self, name):
    if self.dim() < 2:
        raise RuntimeError(f"{name}: The input tensor A must have at least 2 dimensions.")
    if not prim.is_floating(self):
        if prim.is_complex(self):
            prim.refuse("torch." + name, "complex matrices")
        raise RuntimeError(f"{name}: Expected a floating point or complex tensor as input. Got {prim.class_name(self)}")
    if self.dtype == torch.float16 or self.dtype == torch.bfloat16:
        raise RuntimeError(f"{name}: Low precision dtypes not supported. Got {prim.class_name(self)}")


def _check_square(self, name):
    _check_matrices(self, name)
    prim.check(self.shape[-1] == self.shape[-2], "RuntimeError", name + ": A must be batches of square matrices, but they are {0} by {1} matrices", self.shape[-2], self.shape[-1])


def _check_failures(failures, name, reason):
    """Raises for the first matrix of a batch that has one; {0} in the reason is what it says."""
    if prim.any(failures != 0, None, False).item():
        flat = prim.reshape(failures, (-1,))
        at = prim.argmax(prim.cast(flat != 0, torch.int64), None, False).item()
        batch = f"(Batch element {at}): " if failures.dim() > 0 else ""
        raise torch.linalg.LinAlgError(f"{name}: {batch}" + reason.replace("{0}", str(flat[at].item())))


def _solved(factors, order, right):
    """The solution of a system from the factors of its matrix; batches are equal."""
    order = prim.expand(prim.unsqueeze(order, -1), right.shape)
    right = prim.gather(right, right.dim() - 2, order)
    return prim.solve_triangular(factors, prim.solve_triangular(factors, right, False, True), True, False)


def _same_batches(self, other):
    batch = _broadcast_shape(tuple(self.shape[:-2]), tuple(other.shape[:-2]))
    return prim.expand(self, batch + tuple(self.shape[-2:])), prim.expand(other, batch + tuple(other.shape[-2:]))


def _is_vector(self, other):
    """Whether the right sides are one vector for each matrix."""
    if other.dim() == 1:
        return True
    if other.dim() != self.dim() - 1:
        return False
    return tuple(other.shape) == tuple(self.shape[:-1])


@operator("torch.linalg.solve", "torch._C._linalg.linalg_solve", examples=["torch.linalg.solve(torch.tensor([[2., 0.], [0., 4.]]), torch.tensor([2., 4.])) == torch.tensor([1., 1.])"], rejects=["C1: torch.linalg.solve(torch.ones(2, 3), torch.ones(2))", "C2: torch.linalg.solve(torch.zeros(2, 2), torch.ones(2))"])
def solve(A, B, *, left=True):
    """X of A @ X == B (or X @ A == B)

    - C1: matrices are square.
    - C2: none is singular.
    """
    _check_square(A, "linalg.solve")
    if A.dtype != B.dtype:
        raise RuntimeError(f"linalg.solve: Expected A and B to have the same dtype, but found A of type {prim.class_name(A)} and B of type {prim.class_name(B)} instead")
    if _is_vector(A, B):
        return prim.squeeze(solve(A, prim.unsqueeze(B, -1)), (-1,))
    if not left:
        return transpose(solve(transpose(A, -1, -2), transpose(B, -1, -2)), -1, -2)
    prim.check(A.shape[-1] == B.shape[-2], "RuntimeError", "linalg.solve: Incompatible shapes of A and B for the equation AX = B ({0}x{1} and {2}x{3})", A.shape[-2], A.shape[-1], B.shape[-2], B.shape[-1])
    A, B = _same_batches(A, B)
    factors, order, _, failures = prim.lu(A)
    _check_failures(failures, "torch.linalg.solve", "The solver failed because the input matrix is singular.")
    return _by_columns(_solved(factors, order, B))


def _by_columns(matrices):
    """Column by column in memory, as LAPACK has them."""
    return transpose(prim.in_order(transpose(matrices, -1, -2)), -1, -2)


@operator("torch.linalg.inv", "torch.inverse", "Tensor.inverse", "torch._C._linalg.linalg_inv", examples=["torch.linalg.inv(torch.tensor([[2., 0.], [0., 4.]])) == torch.tensor([[0.5, 0.], [0., 0.25]])"], rejects=["C1: torch.linalg.inv(torch.ones(2, 3))", "C2: torch.linalg.inv(torch.zeros(2, 2))"])
def inv(A):
    """The inverse of square matrices

    - C1: matrices are square.
    - C2: none is singular.
    """
    _check_square(A, "linalg.inv")
    factors, order, _, failures = prim.lu(A)
    _check_failures(failures, "linalg.inv", "The diagonal element {0} is zero, the inversion could not be completed because the input matrix is singular.")
    return _by_columns(_solved(factors, order, prim.expand(eye(A.shape[-1], dtype=A.dtype), A.shape)))


@operator("torch.linalg.inv_ex", "torch._C._linalg.linalg_inv_ex")
def inv_ex(A, *, check_errors=False):
    """The inverse of square matrices and, for each, the diagonal element that is zero

    Where there is one, counted from 1, the inverse is not defined.
    - C1: matrices are square.
    """
    _check_square(A, "linalg.inv")
    factors, order, _, failures = prim.lu(A)
    if check_errors:
        _check_failures(failures, "linalg.inv_ex", "The diagonal element {0} is zero, the inversion could not be completed because the input matrix is singular.")
    inverse = _by_columns(_solved(factors, order, prim.expand(eye(A.shape[-1], dtype=A.dtype), A.shape)))
    return prim.named_result("torch.return_types.linalg_inv_ex", (inverse, prim.cast(failures, torch.int32)))


@operator("torch.linalg.det", "torch.det", "Tensor.det", "torch._C._linalg.linalg_det", rejects=["C1: torch.linalg.det(torch.ones(2, 3))"])
def det(A):
    """The determinant

    - C1: matrices are square.
    """
    _check_square(A, "linalg.det")
    factors, _, sign, _ = prim.lu(A)
    return sign * prim.prod(prim.diagonal(factors, 0, -2, -1), -1, False)


@operator("torch.slogdet", "Tensor.slogdet")
def slogdet(self):
    """The sign of the determinant, and the logarithm of its absolute value"""
    return prim.named_result("torch.return_types.slogdet", tuple(linalg_slogdet(self)))


@operator("torch.linalg.slogdet", "torch._C._linalg.linalg_slogdet")
def linalg_slogdet(A):
    """The sign of the determinant, and the logarithm of its absolute value"""
    _check_square(A, "linalg.slogdet")
    factors, _, sign, _ = prim.lu(A)
    diagonal = prim.diagonal(factors, 0, -2, -1)
    sign = sign * prim.prod(prim.sign(diagonal), -1, False)
    return prim.named_result("torch.return_types.linalg_slogdet", (sign, prim.sum(prim.log(prim.abs(diagonal)), (-1,), False)))


@operator("torch.linalg.lu", "torch._C._linalg.linalg_lu")
def lu(A, *, pivot=True):
    """P, L and U of A == P @ L @ U: an order of rows, a lower and an upper triangle"""
    if not pivot:
        prim.refuse("torch.linalg.lu", "pivot=False")
    _check_matrices(A, "linalg.lu")
    factors, order, _, _ = prim.lu(A)
    rows, least = A.shape[-2], min(A.shape[-2], A.shape[-1])
    places = prim.cast(prim.unsqueeze(prim.arange(0, 1, rows, torch.int64), 1) == prim.unsqueeze(order, -2), A.dtype)
    lower = prim.triangle(narrow(factors, -1, 0, least), -1, False) + eye(rows, least, dtype=A.dtype)
    return prim.named_result("torch.return_types.linalg_lu", (places, lower, prim.triangle(narrow(factors, -2, 0, least), 0, True)))


@operator("torch.logdet", "Tensor.logdet")
def logdet(self):
    """The logarithm of the determinant; NaN where that is negative"""
    sign, size = linalg_slogdet(self)
    return prim.where(sign == -1, math.nan, size)


@operator("torch.linalg.cholesky", "torch.cholesky", "Tensor.cholesky", "torch._C._linalg.linalg_cholesky", examples=["torch.linalg.cholesky(torch.tensor([[4., 2.], [2., 2.]])) == torch.tensor([[2., 0.], [1., 1.]])"], rejects=["C1: torch.linalg.cholesky(-torch.eye(2))"])
def cholesky(A, upper=False):
    """The triangle L of A == L @ L.T

    - C1: matrices are positive definite.
    """
    _check_square(A, "linalg.cholesky")
    factor, failures = prim.cholesky(transpose(A, -1, -2) if upper else A)
    _check_failures(failures, "linalg.cholesky", "The factorization could not be completed because the input is not positive-definite (the leading minor of order {0} is not positive-definite).")
    return transpose(factor, -1, -2) if upper else factor


@operator("torch.linalg.cholesky_ex", "torch._C._linalg.linalg_cholesky_ex")
def cholesky_ex(A, *, upper=False, check_errors=False):
    """The triangle L of A == L @ L.T and, for each matrix, the leading minor that is not positive

    Where there is one, counted from 1, the triangle is not defined.
    """
    _check_square(A, "linalg.cholesky")
    factor, failures = prim.cholesky(transpose(A, -1, -2) if upper else A)
    if check_errors:
        _check_failures(failures, "linalg.cholesky_ex", "The factorization could not be completed because the input is not positive-definite (the leading minor of order {0} is not positive-definite).")
    factor = transpose(factor, -1, -2) if upper else factor
    return prim.named_result("torch.return_types.linalg_cholesky_ex", (factor, prim.cast(failures, torch.int32)))


@operator("torch.linalg.solve_triangular", "torch._C._linalg.linalg_solve_triangular")
def solve_triangular(A, B, *, upper, left=True, unitriangular=False):
    """X of A @ X == B (or X @ A == B) for a triangular A"""
    _check_square(A, "linalg.solve_triangular")
    if not left:
        turned = solve_triangular(transpose(A, -1, -2), transpose(B, -1, -2), upper=not upper, unitriangular=unitriangular)
        return transpose(turned, -1, -2)
    A, B = _same_batches(A, B)
    return prim.solve_triangular(A, B, upper, unitriangular)


@operator("torch.cholesky_solve", "Tensor.cholesky_solve")
def cholesky_solve(self, L, upper=False):
    """X of A @ X == self, of the Cholesky factor of A"""
    lower = transpose(L, -1, -2) if upper else L
    return solve_triangular(transpose(lower, -1, -2), solve_triangular(lower, self, upper=False), upper=True)


@operator("torch.cholesky_inverse", "Tensor.cholesky_inverse")
def cholesky_inverse(L, upper=False):
    """The inverse of A, of its Cholesky factor"""
    return cholesky_solve(prim.expand(eye(L.shape[-1], dtype=L.dtype), L.shape), L, upper)


@operator("torch.qr", "Tensor.qr")
def qr(self, some=True):
    """An orthogonal factor and a triangular one, reduced or complete"""
    return prim.named_result("torch.return_types.qr", tuple(linalg_qr(self, "reduced" if some else "complete")))


@operator("torch.linalg.qr", "torch._C._linalg.linalg_qr")
def linalg_qr(A, mode="reduced"):
    """An orthogonal factor and a triangular one"""
    _check_matrices(A, "linalg.qr")
    q, r = prim.qr(A)
    if mode == "reduced":
        least = min(A.shape[-2], A.shape[-1])
        q, r = narrow(q, -1, 0, least), narrow(r, -2, 0, least)
    elif mode == "r":
        q, r = prim.full((0,), 0, A.dtype), narrow(r, -2, 0, min(A.shape[-2], A.shape[-1]))
    elif mode != "complete":
        raise RuntimeError(f"qr received unrecognized mode '{mode}' but expected one of 'reduced' (default), 'r', or 'complete'")
    return prim.named_result("torch.return_types.linalg_qr", (q, r))


def _flat(self):
    """Rows not more than columns."""
    return transpose(self, -1, -2) if self.shape[-2] > self.shape[-1] else self


def _largest(self, dim):
    """The largest of numbers that are not negative, along a dimension that stays; 0 of none."""
    return prim.amax(constant_pad_nd(self, (0, 0) * (self.dim() - 1 - dim) + (0, 1)), (dim,), True)


def _hermitian(A):
    """What the lower triangle says of a hermitian matrix."""
    return tril(A) + adjoint(tril(A, -1))


def _per_matrix(tolerance, added):
    """A tolerance of each matrix, as what broadcasts over numbers of it in `added` dimensions."""
    if not prim.is_tensor(tolerance):
        return tolerance
    return prim.reshape(tolerance, tuple(tolerance.shape) + (1,) * added)


@operator("torch.linalg.svdvals", "torch._C._linalg.linalg_svdvals")
def svdvals(A, *, driver=None):
    """The singular values, the largest first"""
    _check_matrices(A, "linalg.svd")
    rows = prim.jacobi(_flat(A))[0]
    return sort(prim.sqrt(prim.sum(rows * rows, (-1,), False)), -1, True)[0]


@operator("torch.linalg.pinv", "torch.pinverse", "Tensor.pinverse", "torch._C._linalg.linalg_pinv")
def pinv(A, rcond=None, *, atol=None, rtol=None, hermitian=False):
    """The pseudo-inverse: small singular values count as 0"""
    _check_matrices(A, "linalg.pinv")
    if hermitian:
        A = _hermitian(A)
    if A.shape[-2] > A.shape[-1]:
        return transpose(pinv(transpose(A, -1, -2), rcond, atol=atol, rtol=rtol), -1, -2)
    rtol = rcond if rtol is None else rtol
    if rtol is None:
        rtol = max(A.shape[-2], A.shape[-1]) * torch.finfo(A.dtype).eps if atol is None else 0.0
    rows, rotation = prim.jacobi(A)
    squares = prim.sum(rows * rows, (-1,), True)
    values = prim.sqrt(squares)
    limit = prim.maximum(_largest(values, values.dim() - 2) * _per_matrix(rtol, 2), 0.0 if atol is None else _per_matrix(atol, 2))
    return matmul(transpose(rows, -1, -2), prim.where(values > limit, rotation / squares, 0.0))


@operator("torch.linalg.matrix_norm", "torch._C._linalg.linalg_matrix_norm")
def matrix_norm(A, ord="fro", dim=(-2, -1), keepdim=False, *, dtype=None):
    """A norm of the matrices in two dimensions"""
    if dtype is not None:
        A = prim.cast(A, dtype)
    if ord == "fro":
        return vector_norm(A, 2, dim, keepdim)
    first, second = _wrapped(dim[0], A.dim()), _wrapped(dim[1], A.dim())
    if ord == 1 or ord == -1 or ord == math.inf or ord == -math.inf:
        over, rest = (first, second) if abs(ord) == 1 else (second, first)
        sums = prim.sum(prim.abs(A), (over,), True)
        result = _largest(sums, rest) if ord > 0 else prim.amin(sums, (rest,), True)
    elif ord == 2 or ord == -2 or ord == "nuc":
        values = svdvals(movedim(A, (first, second), (-2, -1)))
        values = prim.sum(values, (-1,), False) if ord == "nuc" else _largest(values, values.dim() - 1)[..., 0] if ord == 2 else prim.amin(values, (-1,), False)
        low, high = min(first, second), max(first, second)
        result = prim.unsqueeze(prim.unsqueeze(values, low), high)
    else:
        raise RuntimeError(f"linalg.matrix_norm: Order {ord} not supported.")
    return result if keepdim else prim.squeeze(result, (first, second))


@operator("torch.linalg.matrix_rank", "torch._C._linalg.linalg_matrix_rank")
def matrix_rank(A, tol=None, hermitian=False, *, atol=None, rtol=None):
    """How many singular values are not small"""
    values = svdvals(_hermitian(A) if hermitian else A)
    absolute = tol if atol is None else atol
    if rtol is None:
        rtol = max(A.shape[-2], A.shape[-1]) * torch.finfo(A.dtype).eps if absolute is None else 0.0
    limit = prim.maximum(_largest(values, values.dim() - 1) * _per_matrix(rtol, 1), 0.0 if absolute is None else _per_matrix(absolute, 1))
    return prim.sum(prim.cast(values > limit, torch.int64), (-1,), False)


@operator("torch.linalg.vecdot", "torch._C._linalg.linalg_vecdot")
def vecdot(x, y, *, dim=-1):
    """Products of vectors along a dimension"""
    return sum_(prim.conj(x) * y, dim)
