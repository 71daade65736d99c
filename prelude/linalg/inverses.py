"""Inverses and pseudo-inverses of matrices."""


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


@operator("torch.cholesky_inverse", "Tensor.cholesky_inverse", gradient="cholesky_inverse_gradient")
def cholesky_inverse(L: Tensor, upper=False):
    """The inverse of A, of its Cholesky factor"""
    _check_rank(L, "cholesky_inverse")
    _check_equal_sides(L, "cholesky_inverse")
    _check_kernel(L, "cholesky_inverse", "cholesky_inverse_out_cpu")
    zeros = prim.cast(prim.diagonal(L, 0, -2, -1) == 0, torch.int64)
    _check_failures(prim.amax(constant_pad_nd(zeros, (0, 1)), (-1,)) * (argmax(constant_pad_nd(zeros, (0, 1)), -1) + 1), "cholesky_inverse", "The diagonal element {0} is zero, the inversion could not be completed because the input matrix is singular.")
    return cholesky_solve(prim.expand(eye(L.shape[-1], dtype=L.dtype), L.shape), L, upper)


def _hermitian(A):
    """What the lower triangle says of a hermitian matrix."""
    return tril(A) + adjoint(tril(A, -1))


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
    if any([prim.is_tensor(each) and each.dim() > 0 for each in (atol, rcond, rtol)]):
        prim.check(A.numel() > 0, "NotImplementedError", "torch.linalg.pinv of nothing, with several tolerances")
    atol, rtol = _tolerances(A, atol, rcond if rtol is None else rtol)
    left, values, right = _factors(A, False)
    limit = prim.maximum(_largest(values, values.dim() - 1) * _per_matrix(rtol, 1), _per_matrix(atol, 1))
    return matmul(transpose(right, -1, -2) * prim.unsqueeze(_reciprocals(values, limit), -2), transpose(left, -1, -2))
