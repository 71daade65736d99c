"""LU, Cholesky and QR decompositions."""


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


@operator("torch.linalg.cholesky", "torch._C._linalg.linalg_cholesky", autocast="refused", examples=["torch.linalg.cholesky(torch.tensor([[4., 2.], [2., 2.]])) == torch.tensor([[2., 0.], [1., 1.]])"], rejects=["C1: torch.linalg.cholesky(-torch.eye(2))"])
def linalg_cholesky(A, upper=False):
    """The triangle L of A == L @ L.T

    - C1: matrices are positive definite.
    """
    _check_square(A, "linalg.cholesky", "cholesky_cpu")
    return _cholesky(A, upper)


def _cholesky(A, upper, name="linalg.cholesky"):
    dtype, A = A.dtype, _known(A, "linalg.cholesky", "cholesky_cpu")
    factor, failures = prim.cholesky(transpose(A, -1, -2) if upper else A)
    _check_failures(failures, name, "The factorization could not be completed because the input is not positive-definite (the leading minor of order {0} is not positive-definite).")
    return prim.cast(_in_columns(transpose(factor, -1, -2)) if upper else factor, dtype)


@operator("torch.cholesky", "Tensor.cholesky", autocast="refused")
def cholesky(self, upper=False):
    """As torch.linalg.cholesky; of nothing, which need not be square, a copy"""
    if self.dim() < 2:
        prim.check(self.numel() == 0, "RuntimeError", "cholesky: The input tensor A must have at least 2 dimensions.")
        return prim.clone(self)
    prim.check((self.numel() == 0) | (self.shape[-1] == self.shape[-2]), "RuntimeError", "cholesky: A must be batches of square matrices, but they are {0} by {1} matrices", self.shape[-2], self.shape[-1])
    return _nothing_else(self, "cholesky_cpu") if prim.is_integral(self) else _cholesky(self, upper, "cholesky")


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
    factor = _in_columns(transpose(factor, -1, -2)) if upper else factor
    return prim.named_result("torch.return_types.linalg_cholesky_ex", (prim.cast(factor, dtype), prim.cast(failures, torch.int32)))


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
