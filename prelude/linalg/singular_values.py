"""Singular values: the decomposition, ranks, and which of them count as 0."""


def _largest(self, dim):
    """The largest of numbers that are not negative, along a dimension that stays; 0 of none."""
    return prim.amax(constant_pad_nd(self, (0, 0) * (self.dim() - 1 - dim) + (0, 1)), (dim,), True)


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
