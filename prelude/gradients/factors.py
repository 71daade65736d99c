"""Gradients of factors of matrices, and of solutions by triangular ones."""


def _scaled_diagonal(matrix, factor):
    """The matrix with its diagonal times a factor."""
    place = prim.arange(0, 1, matrix.shape[-1], torch.int64)
    return prim.where(prim.unsqueeze(place, 1) == place, matrix * factor, matrix)


def _with_diagonal(matrix, values):
    """The matrix with these values on its diagonal."""
    place = prim.arange(0, 1, matrix.shape[-1], torch.int64)
    return prim.where(prim.unsqueeze(place, 1) == place, prim.unsqueeze(values, -1), matrix)


def _solved_on_right(matrix, factor, upper, unit):
    """The solution X of X @ factor == matrix."""
    return _adjoint(prim.solve_triangular(_adjoint(factor), _adjoint(matrix), not upper, unit))


def solve_triangular_gradient(grad, needs, factor, upper, unit, result):
    of_right = prim.solve_triangular(_adjoint(factor), grad, not upper, unit)
    of_factor = None
    if needs[0]:
        diagonal = 0 if not unit else 1 if upper else -1
        of_factor = prim.triangle(-matmul(of_right, _adjoint(result)), diagonal, upper)
    return of_factor, of_right if needs[1] else None


def lu_gradient(grads, self, results):
    """A[order] == L @ U, square, with more rows of L or with more columns of U."""
    if grads[0] is None:
        return None
    factors, order = results[0], results[1]
    rows, columns = self.shape[-2], self.shape[-1]
    least = min(rows, columns)
    head = factors[..., :least, :least]
    grad = grads[0]
    of_head = grad[..., :least, :least]
    lower = matmul(_unit_lower_adjoint(head), prim.triangle(of_head, -1, False))
    upper = matmul(prim.triangle(of_head, 0, True), _adjoint(prim.triangle(head, 0, True)))
    wide = prim.is_static(rows == columns) and rows == columns
    right, below = grad[..., :least, least:], grad[..., least:, :least]
    if not wide:
        lower = lower - matmul(right, _adjoint(factors[..., :least, least:]))
        upper = upper - matmul(_adjoint(factors[..., least:, :least]), below)
    inner = prim.triangle(lower, -1, False) + prim.triangle(upper, 0, True)
    result = _solved_on_right(inner, _adjoint(prim.triangle(head, 0, True)), False, False)
    result = prim.solve_triangular(_adjoint(head), result, True, True)
    if not wide:
        right = prim.solve_triangular(_adjoint(head), right, True, True)
        below = _solved_on_right(below, _adjoint(prim.triangle(head, 0, True)), False, False)
        result = prim.concat([prim.concat([result, right], -1), prim.concat([below, _zeros(tuple(self.shape[:-2]) + (rows - least, columns - least), grad)], -1)], -2)
    place = argsort(order, -1)
    return prim.gather(result, result.ndim - 2, prim.expand(prim.unsqueeze(place, -1), result.shape))


def _unit_lower_adjoint(head):
    """The adjoint of the factor L, whose diagonal of ones the packed form leaves out."""
    place = prim.arange(0, 1, head.shape[-1], torch.int64)
    return _adjoint(prim.where(prim.unsqueeze(place, 1) == place, 1, prim.triangle(head, -1, False)))


def cholesky_gradient(grads, results):
    if grads[0] is None:
        return None
    factor = results[0]
    inner = _scaled_diagonal(prim.triangle(matmul(_adjoint(factor), grads[0]), 0, False), 0.5)
    result = prim.solve_triangular(_adjoint(factor), inner, True, False)
    result = _solved_on_right(result, factor, False, False)
    return (result + _adjoint(result)) * 0.5


def qr_gradient(grads, self, columns, results):
    """Of more columns than rows the first ones make Q; the others are its products."""
    q, r = results[0], results[1]
    rows, width = self.shape[-2], self.shape[-1]
    prim.check((columns < rows) | (rows <= width), "RuntimeError", "The QR decomposition is not differentiable when mode='complete' and nrows > ncols")
    of_q = _zeros(q.shape, q) if grads[0] is None else grads[0]
    of_r = _zeros(r.shape, r) if grads[1] is None else grads[1]
    least = min(rows, width)
    others = of_r[..., :, least:]
    of_q = of_q + matmul(matmul(q, r[..., :, least:]), _adjoint(others))
    head = r[..., :, :least]
    inner = prim.triangle(matmul(of_r[..., :, :least], _adjoint(head)) - matmul(_adjoint(q), of_q), 0, True)
    inner = _scaled_diagonal(inner + _adjoint(inner), 0.5)
    result = _solved_on_right(of_q + matmul(q, inner), _adjoint(head), False, False)
    return prim.concat([result, matmul(q, others)], -1)


def eigh_gradient(grads, results):
    values, vectors = results[0], results[1]
    if grads[1] is None:
        return None if grads[0] is None else matmul(vectors * prim.unsqueeze(grads[0], -2), _adjoint(vectors))
    between = _with_diagonal(prim.unsqueeze(values, -2) - prim.unsqueeze(values, -1), prim.full(values.shape, 1, values.dtype))
    turned = matmul(_adjoint(vectors), grads[1])
    inner = (turned - _adjoint(turned)) / (between * 2)
    inner = _with_diagonal(inner, _zeros(values.shape, inner) if grads[0] is None else grads[0])
    return matmul(matmul(vectors, inner), _adjoint(vectors))


def eigvalsh_gradient(grads, self, results):
    kept(results)
    not_kept(self)
    if grads[0] is None:
        return None
    vectors = prim.eigh(self)[1]
    return matmul(vectors * prim.unsqueeze(grads[0], -2), _adjoint(vectors))


def svdvals_gradient(grads, self, results):
    kept(results)
    not_kept(self)
    if grads[0] is None:
        return None
    least = min(self.shape[-2], self.shape[-1])
    left, values, right, failures = prim.svd(self, least, least)
    return matmul(left * prim.unsqueeze(grads[0], -2), right)


def svd_gradient(grads, self, results):
    """Of factors with more vectors than there are singular values the first ones count."""
    least = min(self.shape[-2], self.shape[-1])
    left, values, right = results[0][..., :, :least], results[1], results[2][..., :least, :]
    of_left = None if grads[0] is None else grads[0][..., :, :least]
    of_right = None if grads[2] is None else grads[2][..., :least, :]
    if of_left is None and of_right is None:
        return None if grads[1] is None else matmul(left * prim.unsqueeze(grads[1], -2), right)
    ones = prim.full(values.shape, 1, values.dtype)
    squares = values * values
    between = _with_diagonal(prim.unsqueeze(squares, -2) - prim.unsqueeze(squares, -1), ones)
    inner = _zeros(tuple(values.shape) + (least,), values)
    result = None
    if of_left is not None:
        turned = matmul(_adjoint(left), of_left)
        inner = inner + (turned - _adjoint(turned)) / between * prim.unsqueeze(values, -2)
        result = (of_left - matmul(left, turned)) / prim.unsqueeze(values, -2)
    if of_right is not None:
        turned = matmul(of_right, _adjoint(right))
        skew = _adjoint(turned) - turned
        inner = inner + prim.unsqueeze(values, -1) * (skew / between)
    if grads[1] is not None:
        inner = _with_diagonal(inner, grads[1])
    product = matmul(left, inner)
    product = matmul(product if result is None else product + result, right)
    if of_right is None:
        return product
    rest = (of_right - matmul(matmul(of_right, _adjoint(right)), right)) / prim.unsqueeze(values, -1)
    return product + matmul(left, rest)
