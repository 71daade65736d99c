"""Systems of linear equations and decompositions of matrices."""


def _check_kernel(self, name, kernel):
    """What a kernel of PyTorch says of dtypes that it lacks."""
    if self.dtype not in (torch.float32, torch.float64):
        if prim.is_complex(self):
            prim.refuse("torch." + name, "complex matrices")
        raise NotImplementedError(f"\"{kernel}\" not implemented for '{prim.class_name(self)}'")


def _known(self, name, kernel):
    """What a decomposition computes with: where eager's kernel lacks the dtype, there is nothing to decompose."""
    if self.dtype in (torch.float32, torch.float64):
        return self
    if prim.is_complex(self):
        prim.refuse("torch." + name, "complex matrices")
    prim.check(self.numel() == 0, "NotImplementedError", f"\"{kernel}\" not implemented for '{prim.class_name(self)}'")
    return prim.cast(self, torch.float32)


def _check_rank(self, name):
    if self.dim() < 2:
        raise RuntimeError(f"{name}: The input tensor A must have at least 2 dimensions.")


def _check_matrices(self, name, kernel=None):
    """Matrices of floats; half precision is refused here, or where a kernel is named by what it says of that."""
    _check_rank(self, name)
    if not prim.is_floating(self):
        if prim.is_complex(self):
            prim.refuse("torch." + name, "complex matrices")
        raise RuntimeError(f"{name}: Expected a floating point or complex tensor as input. Got {prim.class_name(self)}")
    if self.dtype == torch.float16 or self.dtype == torch.bfloat16:
        if kernel is None:
            raise RuntimeError(f"{name}: Low precision dtypes not supported. Got {prim.class_name(self)}")
        prim.check(self.numel() == 0, "NotImplementedError", f"\"{kernel}\" not implemented for '{prim.class_name(self)}'")


def _check_square(self, name, kernel=None):
    _check_matrices(self, name, kernel)
    _check_equal_sides(self, name)


def _check_equal_sides(self, name):
    prim.check(self.shape[-1] == self.shape[-2], "RuntimeError", name + ": A must be batches of square matrices, but they are {0} by {1} matrices", self.shape[-2], self.shape[-1])


def _check_failures(failures, name, reason):
    """Raises for the first matrix of a batch that has one; {0} in the reason is what it says."""
    failures = prim.vmap_whole(failures)
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
    _check_square(A, "linalg.solve", "lu_cpu")
    if A.dtype != B.dtype:
        raise RuntimeError(f"linalg.solve: Expected A and B to have the same dtype, but found A of type {prim.class_name(A)} and B of type {prim.class_name(B)} instead")
    if _is_vector(A, B):
        return prim.squeeze(solve(A, prim.unsqueeze(B, -1)), (-1,))
    if not left:
        return transpose(solve(transpose(A, -1, -2), transpose(B, -1, -2)), -1, -2)
    prim.check(A.shape[-1] == B.shape[-2], "RuntimeError", "linalg.solve: Incompatible shapes of A and B for the equation AX = B ({0}x{1} and {2}x{3})", A.shape[-2], A.shape[-1], B.shape[-2], B.shape[-1])
    left, right = _same_batches(_known(A, "linalg.solve", "lu_cpu"), B)
    return prim.cast(_solution(left, prim.cast(right, left.dtype))[0], A.dtype)


@operator(gradient="solution_gradient")
def _solution(A: Tensor, B: Tensor):
    """The solution, and the factors of the matrices with their orders of rows."""
    factors, order, _, failures = prim.lu(A)
    _check_failures(failures, "torch.linalg.solve", "The solver failed because the input matrix is singular.")
    return _solved(factors, order, B), factors, order


@operator("torch.linalg.inv", "torch.inverse", "Tensor.inverse", "torch._C._linalg.linalg_inv", autocast="refused", examples=["torch.linalg.inv(torch.tensor([[2., 0.], [0., 4.]])) == torch.tensor([[0.5, 0.], [0., 0.25]])"], rejects=["C1: torch.linalg.inv(torch.ones(2, 3))", "C2: torch.linalg.inv(torch.zeros(2, 2))"])
def inv(A):
    """The inverse of square matrices

    - C1: matrices are square.
    - C2: none is singular.
    """
    _check_square(A, "linalg.inv")
    inverse, failures = _inverse(A)
    _check_failures(failures, "linalg.inv", "The diagonal element {0} is zero, the inversion could not be completed because the input matrix is singular.")
    return inverse


@operator(gradient="inverse_gradient")
def _inverse(A: Tensor):
    """The inverse, and for each matrix the diagonal element that is zero."""
    factors, order, _, failures = prim.lu(A)
    return _solved(factors, order, prim.expand(eye(A.shape[-1], dtype=A.dtype), A.shape)), failures


@operator("torch.linalg.inv_ex", "torch._C._linalg.linalg_inv_ex")
def inv_ex(A, *, check_errors=False):
    """The inverse of square matrices and, for each, the diagonal element that is zero

    Where there is one, counted from 1, the inverse is not defined.
    - C1: matrices are square.
    """
    _check_square(A, "linalg.inv")
    inverse, failures = _inverse(A)
    if check_errors:
        _check_failures(failures, "linalg.inv_ex", "The diagonal element {0} is zero, the inversion could not be completed because the input matrix is singular.")
    return prim.named_result("torch.return_types.linalg_inv_ex", (inverse, prim.cast(failures, torch.int32)))


@operator("torch.linalg.det", "torch.det", "Tensor.det", "torch._C._linalg.linalg_det", rejects=["C1: torch.linalg.det(torch.ones(2, 3))"])
def det(A):
    """The determinant

    - C1: matrices are square.
    """
    _check_square(A, "linalg.det", "lu_cpu")
    return prim.cast(_determinant(_known(A, "linalg.det", "lu_cpu"))[0], A.dtype)


@operator(gradient="determinant_gradient")
def _determinant(A: Tensor):
    """The determinant, and the factors of the matrices with their orders of rows."""
    factors, order, sign, _ = prim.lu(A)
    return sign * prim.prod(prim.diagonal(factors, 0, -2, -1), -1, False), factors, order


@operator("torch.slogdet", "Tensor.slogdet")
def slogdet(self):
    """The sign of the determinant, and the logarithm of its absolute value"""
    return prim.named_result("torch.return_types.slogdet", tuple(linalg_slogdet(self)))


@operator("torch.linalg.slogdet", "torch._C._linalg.linalg_slogdet")
def linalg_slogdet(A):
    """The sign of the determinant, and the logarithm of its absolute value"""
    _check_square(A, "linalg.slogdet")
    sign, size = _log_determinant(A)[:2]
    return prim.named_result("torch.return_types.linalg_slogdet", (sign, prim.keeping(size, sign)))


@operator(gradient="log_determinant_gradient")
def _log_determinant(A: Tensor):
    """Sign and logarithm, and the factors of the matrices with their orders of rows."""
    factors, order, sign, _ = prim.lu(A)
    diagonal = prim.diagonal(factors, 0, -2, -1)
    sign = sign * prim.prod(prim.sign(diagonal), -1, False)
    return sign, prim.sum(prim.log(prim.abs(diagonal)), (-1,), False), factors, order


@operator("torch.linalg.lu", "torch._C._linalg.linalg_lu")
def lu(A, *, pivot=True):
    """P, L and U of A == P @ L @ U: an order of rows, a lower and an upper triangle"""
    if not pivot:
        prim.refuse("torch.linalg.lu", "pivot=False")
    _check_rank(A, "linalg.lu")
    dtype, A = A.dtype, _known(A, "linalg.lu", "lu_cpu")
    factors, order, _, _ = prim.lu(A)
    rows, least = A.shape[-2], min(A.shape[-2], A.shape[-1])
    places = prim.cast(prim.unsqueeze(prim.arange(0, 1, rows, torch.int64), 1) == prim.unsqueeze(order, -2), A.dtype)
    lower = prim.triangle(narrow(factors, -1, 0, least), -1, False) + eye(rows, least, dtype=A.dtype)
    upper = prim.triangle(narrow(factors, -2, 0, least), 0, True)
    factors = [places, prim.keeping(lower, lower, upper), prim.keeping(upper, lower, upper)]
    return prim.named_result("torch.return_types.linalg_lu", tuple([prim.cast(each, dtype) for each in factors]))


@operator("torch.logdet", "Tensor.logdet")
def logdet(self):
    """The logarithm of the determinant; NaN where that is negative"""
    sign, size = linalg_slogdet(self)
    return prim.where(sign == -1, math.nan, size)


@operator("torch.linalg.cholesky", "torch._C._linalg.linalg_cholesky", autocast="refused", examples=["torch.linalg.cholesky(torch.tensor([[4., 2.], [2., 2.]])) == torch.tensor([[2., 0.], [1., 1.]])"], rejects=["C1: torch.linalg.cholesky(-torch.eye(2))"])
def linalg_cholesky(A, upper=False):
    """The triangle L of A == L @ L.T

    - C1: matrices are positive definite.
    """
    _check_square(A, "linalg.cholesky", "cholesky_cpu")
    return _cholesky(A, upper)


def _cholesky(A, upper):
    dtype, A = A.dtype, _known(A, "linalg.cholesky", "cholesky_cpu")
    factor, failures = prim.cholesky(transpose(A, -1, -2) if upper else A)
    _check_failures(failures, "linalg.cholesky", "The factorization could not be completed because the input is not positive-definite (the leading minor of order {0} is not positive-definite).")
    return prim.cast(transpose(factor, -1, -2) if upper else factor, dtype)


@operator("torch.cholesky", "Tensor.cholesky", autocast="refused")
def cholesky(self, upper=False):
    """As torch.linalg.cholesky; of nothing, which need not be square, a copy"""
    if self.dim() < 2:
        prim.check(self.numel() == 0, "RuntimeError", "cholesky: The input tensor A must have at least 2 dimensions.")
        return prim.clone(self)
    prim.check((self.numel() == 0) | (self.shape[-1] == self.shape[-2]), "RuntimeError", "cholesky: A must be batches of square matrices, but they are {0} by {1} matrices", self.shape[-2], self.shape[-1])
    return _nothing_else(self, "cholesky_cpu") if prim.is_integral(self) else _cholesky(self, upper)


@operator("torch.linalg.cholesky_ex", "torch._C._linalg.linalg_cholesky_ex")
def cholesky_ex(A, *, upper=False, check_errors=False):
    """The triangle L of A == L @ L.T and, for each matrix, the leading minor that is not positive

    Where there is one, counted from 1, the triangle is not defined.
    """
    _check_square(A, "linalg.cholesky", "cholesky_cpu")
    dtype, A = A.dtype, _known(A, "linalg.cholesky", "cholesky_cpu")
    factor, failures = prim.cholesky(transpose(A, -1, -2) if upper else A)
    if check_errors:
        _check_failures(failures, "linalg.cholesky_ex", "The factorization could not be completed because the input is not positive-definite (the leading minor of order {0} is not positive-definite).")
    factor = transpose(factor, -1, -2) if upper else factor
    return prim.named_result("torch.return_types.linalg_cholesky_ex", (prim.cast(factor, dtype), prim.cast(failures, torch.int32)))


@operator("torch.linalg.solve_triangular", "torch._C._linalg.linalg_solve_triangular")
def solve_triangular(A, B, *, upper, left=True, unitriangular=False):
    """X of A @ X == B (or X @ A == B) for a triangular A"""
    for letter, each in (("A", A), ("B", B)):
        if each.dim() < 2:
            raise RuntimeError(f"linalg.solve_triangular: The input tensor {letter} must have at least 2 dimensions.")
    _check_equal_sides(A, "linalg.solve_triangular")
    equation = "AX = B" if left else "XA = B"
    prim.check(A.shape[-2] == B.shape[-2 if left else -1], "RuntimeError", "linalg.solve_triangular: Incompatible shapes of A and B for the equation " + equation + " ({0}x{1} and {2}x{3})", A.shape[-2], A.shape[-1], B.shape[-2], B.shape[-1])
    if not left:
        turned = solve_triangular(transpose(A, -1, -2), transpose(B, -1, -2), upper=not upper, unitriangular=unitriangular)
        return transpose(turned, -1, -2)
    _check_kernel(A, "linalg.solve_triangular", "triangular_solve_cpu")
    A, B = _same_batches(A, B)
    return prim.solve_triangular(A, B, upper, unitriangular)


@operator("torch.cholesky_solve", "Tensor.cholesky_solve", gradient="cholesky_solve_gradient")
def cholesky_solve(self: Tensor, L: Tensor, upper=False):
    """X of A @ X == self, of the Cholesky factor of A"""
    for letter, each in (("b", self), ("u", L)):
        if each.dim() < 2:
            raise RuntimeError(f"{letter} should have at least 2 dimensions, but has {each.dim()} dimensions instead")
    if self.dtype != L.dtype:
        raise RuntimeError(f"Expected b and A to have the same dtype, but found b of type {prim.class_name(self)} and A of type {prim.class_name(L)} instead.")
    _check_equal_sides(L, "cholesky_solve")
    _check_kernel(L, "cholesky_solve", "cholesky_solve_cpu")
    lower = transpose(L, -1, -2) if upper else L
    return solve_triangular(transpose(lower, -1, -2), solve_triangular(lower, self, upper=False), upper=True)


@operator("torch.cholesky_inverse", "Tensor.cholesky_inverse", gradient="cholesky_inverse_gradient")
def cholesky_inverse(L: Tensor, upper=False):
    """The inverse of A, of its Cholesky factor"""
    _check_rank(L, "cholesky_inverse")
    _check_equal_sides(L, "cholesky_inverse")
    _check_kernel(L, "cholesky_inverse", "cholesky_inverse_out_cpu")
    zeros = prim.cast(prim.diagonal(L, 0, -2, -1) == 0, torch.int64)
    _check_failures(prim.amax(constant_pad_nd(zeros, (0, 1)), (-1,)) * (argmax(constant_pad_nd(zeros, (0, 1)), -1) + 1), "cholesky_inverse", "The diagonal element {0} is zero, the inversion could not be completed because the input matrix is singular.")
    return cholesky_solve(prim.expand(eye(L.shape[-1], dtype=L.dtype), L.shape), L, upper)


@operator("torch.qr", "Tensor.qr")
def qr(self, some=True):
    """An orthogonal factor and a triangular one, reduced or complete"""
    return prim.named_result("torch.return_types.qr", tuple(linalg_qr(self, "reduced" if some else "complete")))


@operator("torch.linalg.qr", "torch._C._linalg.linalg_qr")
def linalg_qr(A, mode="reduced"):
    """An orthogonal factor and a triangular one"""
    _check_matrices(A, "linalg.qr", "geqrf_cpu")
    if mode not in ("reduced", "r", "complete"):
        raise RuntimeError(f"qr received unrecognized mode '{mode}' but expected one of 'reduced' (default), 'r', or 'complete'")
    q, r = prim.qr(A, A.shape[-2] if mode == "complete" else min(A.shape[-2], A.shape[-1]))
    if mode == "r":
        q = prim.full((0,), 0, A.dtype)
    return prim.named_result("torch.return_types.linalg_qr", (q, r))


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


@operator("torch.linalg.svdvals", "torch._C._linalg.linalg_svdvals", examples=["torch.linalg.svdvals(torch.tensor([[0., 2.], [1., 0.]])) == torch.tensor([2., 1.])"])
def svdvals(A, *, driver=None):
    """The singular values, the largest first

    - C1: elements are finite.
    """
    _check_singular(A, driver)
    values, failures = prim.svdvals(_known(A, "linalg.svd", "linalg_svd_cpu"))
    _check_finite(failures)
    return prim.cast(values, A.dtype)


def _check_finite(failures):
    _check_failures(failures, "linalg.svd", "The algorithm failed to converge because the input matrix contained non-finite values.")


def _check_singular(A, driver):
    _check_matrices(A, "linalg.svd", "linalg_svd_cpu")
    if driver is not None:
        raise RuntimeError("torch.linalg.svd: keyword argument `driver=` is only supported on CUDA inputs with cuSOLVER backend.")


def _factors(A, full):
    """U, S and V.T of A, or fewer columns of U and rows of V.T, as many as there are singular values."""
    rows, columns = A.shape[-2], A.shape[-1]
    least = min(rows, columns)
    left, values, right, failures = prim.svd(_known(A, "linalg.svd", "linalg_svd_cpu"), rows if full else least, columns if full else least)
    _check_finite(failures)
    return prim.cast(left, A.dtype), prim.cast(values, A.dtype), prim.cast(right, A.dtype)


@operator("torch.linalg.svd", "torch._C._linalg.linalg_svd", examples=["torch.linalg.svd(torch.tensor([[0., 2.], [1., 0.]])).S == torch.tensor([2., 1.])"])
def linalg_svd(A, full_matrices=True, *, driver=None):
    """U, S and Vh of A == U @ diag(S) @ Vh: orthogonal factors and singular values, the largest first

    - C1: elements are finite.
    """
    _check_singular(A, driver)
    return prim.named_result("torch.return_types.linalg_svd", _factors(A, full_matrices))


@operator("torch.svd", "Tensor.svd")
def svd(self, some=True, compute_uv=True):
    """U, S and V of self == U @ diag(S) @ V.T; without compute_uv, U and V are zeros

    - C1: elements are finite.
    """
    if self.dim() < 2:
        raise RuntimeError(f"linalg.svd: input should have at least 2 dimensions, but has {self.dim()} dimensions instead")
    if not compute_uv:
        batch = tuple(self.shape[:-2])
        values = svdvals(self)
        left = prim.full(batch + (self.shape[-2], self.shape[-2]), 0, self.dtype)
        right = prim.full(batch + (self.shape[-1], self.shape[-1]), 0, self.dtype)
        return prim.named_result("torch.return_types.svd", (left, values, right))
    _check_singular(self, None)
    left, values, right = _factors(self, not some)
    return prim.named_result("torch.return_types.svd", (left, values, transpose(right, -1, -2)))


def _check_converged(failures):
    _check_failures(failures, "linalg.eigh", "The algorithm failed to converge because the input matrix is ill-conditioned or has too many repeated eigenvalues (error code: {0}).")


def _lower_of(A, UPLO):
    """Hermitian matrices as their lower triangles, of the triangle that UPLO names."""
    _check_rank(A, "linalg.eigh")
    _check_equal_sides(A, "linalg.eigh")
    if UPLO not in ("L", "l", "U", "u"):
        raise RuntimeError(f"Expected UPLO argument to be 'L' or 'U', but got {UPLO}")
    A = _known(A, "linalg.eigh", "linalg_eigh_cpu")
    return A if UPLO in ("L", "l") else transpose(A, -1, -2)


@operator("torch.linalg.eigh", "torch._C._linalg.linalg_eigh", examples=["torch.linalg.eigh(torch.tensor([[2., 0.], [0., 1.]])).eigenvalues == torch.tensor([1., 2.])"], rejects=["C1: torch.linalg.eigh(torch.ones(2, 3))"])
def eigh(A, UPLO="L"):
    """Eigenvalues of symmetric matrices, the least first, and eigenvectors, as columns

    - C1: matrices are square.
    """
    values, vectors, failures = prim.eigh(_lower_of(A, UPLO))
    _check_converged(failures)
    return prim.named_result("torch.return_types.linalg_eigh", (prim.cast(values, A.dtype), prim.cast(vectors, A.dtype)))


@operator("torch.linalg.eigvalsh", "torch._C._linalg.linalg_eigvalsh", rejects=["C1: torch.linalg.eigvalsh(torch.ones(2, 3))"])
def eigvalsh(A, UPLO="L"):
    """Eigenvalues of symmetric matrices, the least first

    - C1: matrices are square.
    """
    values, failures = prim.eigvalsh(_lower_of(A, UPLO))
    _check_converged(failures)
    return prim.cast(values, A.dtype)


def _check_epsilon(A):
    """The dtypes whose precision PyTorch's functions know."""
    if A.dtype in (torch.float16, torch.bfloat16) or prim.is_integral(A):
        raise RuntimeError("This function doesn't handle types other than float and double")


def _default_tolerance(A):
    """What counts as 0 beside the largest singular value."""
    return max(A.shape[-2], A.shape[-1]) * torch.finfo(A.dtype).eps


def _tolerances(A, atol, rtol):
    """What counts as 0, and what beside the largest singular value: nothing where the first is asked for and positive."""
    if rtol is None:
        _check_epsilon(A)
        rtol = _default_tolerance(A)
        if prim.is_tensor(atol):
            rtol = prim.where(atol > 0, 0.0, rtol)
        elif atol is not None and atol > 0:
            rtol = 0.0
    return 0.0 if atol is None else atol, rtol


def _reciprocals(values, limit):
    """1 over each value, 0 over one that is not larger than the limit."""
    return prim.where(values > limit, 1.0 / values, 0.0)


@operator("torch.linalg.pinv", "torch.pinverse", "Tensor.pinverse", "torch._C._linalg.linalg_pinv", autocast="refused", gradient="pinv_gradient")
def pinv(A: Tensor, rcond=None, *, atol=None, rtol=None, hermitian=False):
    """The pseudo-inverse: small singular values count as 0

    - C1: elements are finite.
    """
    if prim.is_complex(A):
        prim.refuse("torch.linalg.pinv", "complex matrices")
    if A.dim() < 2 or A.dtype not in (torch.float32, torch.float64):
        raise RuntimeError(f"linalg.pinv({prim.class_name(A)}{{{list(A.shape)}}}): expected a tensor with 2 or more dimensions of float, double, cfloat or cdouble types")
    if hermitian:
        A = _hermitian(A)
    atol, rtol = _tolerances(A, atol, rcond if rtol is None else rtol)
    left, values, right = _factors(A, False)
    limit = prim.maximum(_largest(values, values.dim() - 1) * _per_matrix(rtol, 1), _per_matrix(atol, 1))
    return matmul(transpose(right, -1, -2) * prim.unsqueeze(_reciprocals(values, limit), -2), transpose(left, -1, -2))


@operator(gradient="least_squares_gradient")
def _least_squares(input: Tensor, other: Tensor, driver, limit):
    """Solution, rank and singular values; None where the driver gives none."""
    if driver == "gels":
        tall = input.shape[-2] >= input.shape[-1]
        q, r = prim.qr(input if tall else transpose(input, -1, -2), min(input.shape[-2], input.shape[-1]))
        pivots = prim.cast(prim.diagonal(r, 0, -2, -1) == 0, torch.int64)
        failures = prim.sum(pivots, (-1,), False) * (argmax(constant_pad_nd(pivots, (0, 1)), -1) + 1)
        _check_failures(failures, "torch.linalg.lstsq", "The least squares solution could not be computed because the input matrix does not have full rank (error code: {0}).")
        if tall:
            return prim.solve_triangular(r, matmul(transpose(q, -1, -2), other), True, False), None, None
        return matmul(q, prim.solve_triangular(transpose(r, -1, -2), other, False, False)), None, None
    if driver == "gelsy":
        solution, rank = prim.lstsq(input, other, limit)
        return solution, rank, None
    left, values, right = _factors(input, False)
    largest = _largest(values, values.dim() - 1)
    parts = matmul(transpose(left, -1, -2), other) * prim.unsqueeze(_reciprocals(values, largest * limit), -1)
    rank = prim.sum(prim.cast(values > largest * limit, torch.int64), (-1,), False)
    return matmul(transpose(right, -1, -2), parts), rank, values


def _residuals(input, other, solution, driver, rank):
    """Squared distances of the right sides, where the driver gives them and all ranks are full."""
    none = _with_zeros(_with_zeros(prim.full((0,), 0, input.dtype), input), other)
    if driver == "gelsy":
        return none
    has = input.shape[-2] > input.shape[-1]
    if rank is not None:
        has = has and prim.all(rank == input.shape[-1], None, False).item()
    if not has:
        return none
    distance = matmul(input, solution) - other
    return prim.sum(distance * distance, (-2,), False)


@operator("torch.linalg.lstsq", "torch._C._linalg.linalg_lstsq", examples=["torch.linalg.lstsq(torch.tensor([[1., 0.], [0., 2.], [0., 0.]]), torch.tensor([[1.], [4.], [5.]])).rank == torch.tensor(2)"], rejects=["C1: torch.linalg.lstsq(torch.ones(2, 3), torch.ones(3, 3))"])
def lstsq(input, b, rcond=None, *, driver=None):
    """X for which A @ X is nearest to B, residuals, ranks and singular values

    - C1: A and B have as many rows.
    """
    name = "torch.linalg.lstsq"
    if input.dim() < 2:
        raise RuntimeError(name + ": input must have at least 2 dimensions.")
    if b.dim() < 1:
        raise RuntimeError(name + ": other must have at least 1 dimension.")
    if input.dtype != b.dtype:
        raise RuntimeError(f"{name}: Expected input and other to have the same dtype, but got input's dtype {prim.class_name(input)} and other's dtype {prim.class_name(b)}")
    if input.dim() - b.dim() not in (0, 1):
        raise RuntimeError(name + ": input.dim() must be greater or equal to other.dim() and (input.dim() - other.dim()) <= 1")
    if input.dim() > b.dim():
        prim.check(input.shape[-2] == b.shape[-1], "RuntimeError", name + ": input.size(-2) should match other.size(-1)")
    if input.dim() > b.dim() and _is_vector(input, b):
        solution, residuals, rank, values = lstsq(input, prim.unsqueeze(b, -1), rcond, driver=driver)
        return prim.named_result("torch.return_types.linalg_lstsq", (prim.squeeze(solution, (-1,)), residuals, rank, values))
    driver = "gelsy" if driver is None else driver
    if driver not in ("gels", "gelsy", "gelsd", "gelss"):
        raise RuntimeError(name + ": parameter `driver` should be one of (gels, gelsy, gelsd, gelss)")
    prim.check(input.shape[-2] == b.shape[-2], "RuntimeError", name + ": input.size(-2) should match other.size(-2)")
    if prim.is_complex(input):
        prim.refuse(name, "complex matrices")
    _check_epsilon(input)
    input, other = _same_batches(input, b)
    limit = _default_tolerance(input) if rcond is None else rcond
    solution, rank, values = _least_squares(input, other, driver, limit)
    residuals = _residuals(input, other, solution, driver, rank)
    solution = prim.keeping(solution, input, other, solution)
    residuals = prim.keeping(residuals, input, other, solution)
    rank = prim.full((0,), 0, torch.int64) if rank is None else rank
    values = prim.full((0,), 0, input.dtype) if values is None else values
    return prim.named_result("torch.return_types.linalg_lstsq", (solution, residuals, rank, values))


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


@operator("torch.linalg.matrix_rank", "torch._C._linalg.linalg_matrix_rank")
def matrix_rank(A, tol=None, hermitian=False, *, atol=None, rtol=None):
    """How many singular values are not small"""
    if A.dim() < 2:
        raise RuntimeError("torch.linalg.matrix_rank: The input tensor input must have at least 2 dimensions.")
    atol, rtol = _tolerances(A, atol, rtol) if tol is None else (tol, 0.0)
    if A.numel() == 0:  # whatever the dtype, and tolerances are not read
        return prim.full(tuple(A.shape[:-2]), 0, torch.int64)
    values = prim.abs(eigvalsh(A)) if hermitian else svdvals(A)
    limit = prim.maximum(prim.amax(values, (-1,), True) * _per_matrix(rtol, 1), _per_matrix(atol, 1))
    return prim.sum(prim.cast(values > limit, torch.int64), (-1,), False)


@operator("torch.linalg.vecdot", "torch._C._linalg.linalg_vecdot", dims="widest")
def vecdot(x, y, *, dim=-1):
    """Products of vectors along a dimension"""
    if prim.is_integral(x):
        raise RuntimeError(f"linalg.vecdot: Expected a floating point or complex tensor as input. Got {prim.class_name(x)}")
    if x.dtype != y.dtype:
        raise RuntimeError(f"linalg.vecdot: Expected x and y to have the same dtype, but found x of type {prim.class_name(x)} and y of type {prim.class_name(y)} instead")
    if x.dim() == 1 and y.dim() == 1:  # whatever the dimension
        return vdot(x, y)
    return sum_(prim.conj(x) * y, dim)
