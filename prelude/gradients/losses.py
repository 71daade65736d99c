"""Gradients of losses whose bodies have poles, and of embeddings."""


def cross_entropies_gradient(grad, needs, input, target):
    """Where logarithms are limited the slope of the input is, too."""
    of_input = grad * (input - target) / prim.maximum((1 - input) * input, 1e-12) if needs[0] else None
    if not needs[1]:
        return of_input, None
    return of_input, grad * (prim.log(1 - input) - prim.log(input))


def cascaded_gradient(grad, self):
    return prim.expand(grad, self.shape)


def log_sum_gradient(grad, needs, first, second, result):
    """Nothing where both are minus infinity."""
    shares = [prim.where(result == -math.inf, 0, grad * prim.exp(each - result)) for each in (first, second)]
    return shares[0] if needs[0] else None, shares[1] if needs[1] else None


def embedding_gradient(grad, weight, indices, padding_idx=-1, scale_grad_by_freq=False):
    """Nothing for the padding; where asked for, divided by how often an index occurs."""
    rows = prim.reshape(indices, (-1,))
    grad = prim.reshape(grad, (rows.shape[0], weight.shape[1]))
    if scale_grad_by_freq:
        counts = prim.index_select(prim.bincount(rows, weight.shape[0]), 0, rows)
        grad = grad / prim.unsqueeze(counts, 1)
    if not (prim.is_static(padding_idx) and padding_idx < 0):
        grad = prim.where(prim.unsqueeze(rows == padding_idx, 1), 0, grad)
    return prim.index_add(_zeros(weight.shape, grad), 0, rows, grad)
