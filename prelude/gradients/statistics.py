"""Gradients of variances, medians, norms and distances."""


def var_mean_gradient(grads, self, dim=None, unbiased=True, keepdim=False, correction=None):
    if isinstance(dim, bool):
        unbiased, dim = dim, None
    if correction is None:
        correction = 1 if unbiased else 0
    count = _count(self, dim)
    of_center = None if grads[1] is None else prim.expand(_unfolded(grads[1], self.ndim, dim, keepdim), self.shape) / count
    if grads[0] is None:
        return of_center
    freedom = count - correction
    moved = self - mean(self, dim, True)
    of_variance = _unfolded(grads[0], self.ndim, dim, keepdim) * (moved * 2) / (freedom if freedom > 0 else 0)
    return of_variance if of_center is None else of_variance + of_center


def std_mean_gradient(grads, self, results, dim, unbiased, keepdim, correction):
    of_variance = None if grads[0] is None else prim.where(results[0] == 0, 0, grads[0] / (results[0] * 2))
    return var_mean_gradient((of_variance, grads[1]), self, dim, unbiased, keepdim, correction)


def median_gradient(grads, self, results, dim=None, keepdim=False):
    """Of all elements those that equal the median share its gradient; of a line one has it."""
    grad = grads[0]
    if dim is None:
        return of_equal_gradient(grad, self, results[0])
    if grad is None:
        return None
    if self.ndim == 0:
        return grad
    index = results[1]
    if not keepdim:
        grad, index = prim.unsqueeze(grad, prim.wrapped(dim, self.ndim)), prim.unsqueeze(index, prim.wrapped(dim, self.ndim))
    return prim.scatter(_zeros(self.shape, grad), prim.wrapped(dim, self.ndim), index, grad, 1)


def vector_norm_gradient(grad, self, result, ord=2, dim=None, keepdim=False):
    """0 where the norm is 0, which has no right gradient itself, as eager has it; none of a count; of extremes
    those that are equal share it."""
    if ord == 0:
        return None
    grad, norm = _unfolded(grad, self.ndim, dim, keepdim), _unfolded(result, self.ndim, dim, keepdim)
    if ord == 1:
        return sgn(self) * grad
    if ord == 2:
        return grad * prim.where(norm == 0, 0, self / norm)
    size = prim.abs(self)
    if ord == math.inf or ord == -math.inf:
        chosen = prim.cast((size == norm) | (isnan(size) & isnan(norm)), grad.dtype)
        return sgn(self) * chosen * (grad / prim.sum(chosen, dim, True))
    if ord < 2:
        scaled = sgn(self) * prim.where(size == 0, 0, prim.pow(prim.where(size == 0, 1, size), ord - 1))
        if ord < 1:
            return scaled * grad * prim.pow(norm, 1 - ord)
        return prim.where(norm == 0, 0, scaled * (grad / prim.pow(norm, ord - 1)))
    scaled = self * prim.pow(size, ord - 2)
    return prim.where(norm == 0, 0, scaled * (grad / prim.pow(prim.where(norm == 0, 1, norm), ord - 1)))


def distances_gradient(grad, needs, left, right, result):
    """Nothing where the distance is 0."""
    ratio = prim.where(result == 0, 0, grad / prim.where(result == 0, 1, result))
    of_left = left * prim.sum(ratio, (-1,), True) - matmul(ratio, right) if needs[0] else None
    if not needs[1]:
        return of_left, None
    turned = transpose(ratio, -1, -2)
    return of_left, right * prim.sum(turned, (-1,), True) - matmul(turned, left)
