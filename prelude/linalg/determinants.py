"""Determinants and their logarithms."""


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


@operator("torch.logdet", "Tensor.logdet")
def logdet(self):
    """The logarithm of the determinant; NaN where that is negative"""
    sign, size = linalg_slogdet(self)
    return prim.where(sign == -1, math.nan, size)
