"""Gradients of systems of linear equations, of determinants and of inverses."""


def _solved_adjoint(factors, order, right):
    """The solution of a system with the adjoint of A, A[order] == L @ U."""
    inner = prim.solve_triangular(_adjoint(factors), right, False, False)
    inner = prim.solve_triangular(_adjoint(factors), inner, True, True)
    place = prim.expand(prim.unsqueeze(argsort(order, -1), -1), inner.shape)
    return prim.gather(inner, inner.ndim - 2, place)


def solution_gradient(grads, needs, A, B, results):
    kept(A)
    if grads[0] is None:
        return None, None
    if torch.is_grad_enabled():
        of_right = solve(_adjoint(A), grads[0])
    else:
        of_right = _solved_adjoint(results[1], results[2], grads[0])
    return -matmul(of_right, _adjoint(results[0])) if needs[0] else None, of_right


def inverse_gradient(grads, results):
    if grads[0] is None:
        return None
    turned = _adjoint(results[0])
    return -matmul(turned, matmul(grads[0], turned))


def _diagonal_of(values, size):
    """A number of each matrix as the diagonal of one of this size."""
    values = prim.unsqueeze(prim.unsqueeze(values, -1), -1)
    return values * eye(size, dtype=values.dtype)


def _matrix_apart(size, like):
    """A diagonal matrix without equal singular values."""
    return prim.cast(prim.unsqueeze(torch.arange(1, size + 1), -1), like.dtype) * eye(size, dtype=like.dtype)


def _adjugate_gradient(grad, A):
    """The gradient of determinants by the adjugates, which singular matrices have as well."""
    U, S, Vh = linalg_svd(A)
    of_factors = _conj(det(U) * det(Vh)) * grad
    others = prim.unsqueeze(of_factors, -1) * _products_of_others(S)
    return matmul(U * prim.unsqueeze(others, -2), Vh)


def _differentiable_determinant_gradient(grad, A, determinant):
    """Gradients that have gradients themselves: of singular matrices by their adjugates."""
    size = A.shape[-1]
    singular = abs(determinant) < 100 * torch.finfo(A.dtype).eps
    mask = prim.unsqueeze(prim.unsqueeze(singular, -1), -1)
    other = _matrix_apart(size, A)
    regular = solve(_adjoint(prim.where(mask, other, A)), _diagonal_of(grad * _conj(determinant), size))
    return prim.where(mask, _adjugate_gradient(grad, prim.where(mask, A, other)), regular)


def determinant_gradient(grads, A, results):
    """Of singular matrices that of a matrix nearby."""
    kept(A)
    if grads[0] is None:
        return None
    if torch.is_grad_enabled():
        return _differentiable_determinant_gradient(grads[0], A, results[0])
    factors = results[1]
    size = A.shape[-1]
    nearby = prim.where(prim.diagonal(factors, 0, -2, -1) == 0, torch.finfo(A.dtype).eps, 0.0)
    nearby = prim.unsqueeze(nearby, -1) * eye(size, dtype=A.dtype)
    right = _diagonal_of(grads[0] * _conj(results[0]), size)
    return _solved_adjoint(factors + nearby, results[2], right)


def log_determinant_gradient(grads, A, results):
    kept(A)
    if grads[1] is None:
        return None if grads[0] is None else _zeros(A.shape, grads[0])
    right = _diagonal_of(grads[1], A.shape[-1])
    if torch.is_grad_enabled():
        return solve(_adjoint(A), right)
    return _solved_adjoint(results[2], results[3], right)


def cholesky_solve_gradient(grad, needs, self, L, result, upper=False):
    kept(self)
    of_right = cholesky_solve(grad, L, upper)
    if not needs[1]:
        return of_right, None
    common = matmul(of_right, _adjoint(result))
    common = common + _adjoint(common)
    return of_right, -matmul(L, common) if upper else -matmul(common, L)


def cholesky_inverse_gradient(grad, L, result, upper=False):
    common = matmul(result, matmul(grad + _adjoint(grad), result))
    return -matmul(L, common) if upper else -matmul(common, L)


def least_squares_gradient(grads, needs, input, other):
    return lstsq_gradient(grads, needs, input, other)


def matrix_exp_gradient(grad, self):
    """A corner of the exponential of four blocks."""
    turned, size = _adjoint(self), self.shape[-1]
    upper = prim.concat([turned, grad], -1)
    lower = prim.concat([_zeros(self.shape, grad), turned], -1)
    return matrix_exp(prim.concat([upper, lower], -2))[..., :size, size:]


def lstsq_gradient(grads, needs, self, right):
    if grads[0] is None:
        return None, None
    inverse = pinv(self)
    of_self = pinv_gradient(matmul(grads[0], _adjoint(right)), self, inverse) if needs[0] else None
    return of_self, matmul(_adjoint(inverse), grads[0]) if needs[1] else None


def pinv_gradient(grad, A, result):
    turned, adjoint_result = _adjoint(grad), _adjoint(result)
    if A.shape[-2] <= A.shape[-1]:
        inner = matmul(turned, result)
        mapped = matmul(inner, adjoint_result)
        rest = matmul(matmul(adjoint_result, result), turned - matmul(inner, A))
        return mapped - _adjoint(matmul(result, inner)) - matmul(matmul(A, result), mapped) + rest
    inner = matmul(result, turned)
    mapped = matmul(adjoint_result, inner)
    rest = matmul(matmul(turned - matmul(A, inner), result), adjoint_result)
    return mapped - _adjoint(matmul(inner, result)) - matmul(matmul(mapped, result), A) + rest
