"""The gradient of attention: of its products and of the softmax between them."""


def attention_gradient(grad, needs, query, key, value, mask, scale, causal, result):
    """Probabilities are computed again; rows that are masked whole have none."""
    scores = prim.matmul(query, transpose(key, -2, -1)) * scale
    if mask is not None:
        scores = prim.where(mask, scores, -math.inf) if mask.dtype == torch.bool else scores + mask
    if causal:
        row = prim.arange(0, 1, scores.shape[-2], torch.int64)
        column = prim.arange(0, 1, scores.shape[-1], torch.int64)
        scores = prim.where(column <= prim.unsqueeze(row, 1), scores, -math.inf)
    largest = prim.amax(scores, (-1,), True)
    weights = prim.exp(scores - prim.where(largest == -math.inf, 0, largest))
    total = prim.sum(weights, (-1,), True)
    weights = weights / prim.where(total == 0, 1, total)
    of_value = prim.matmul(transpose(weights, -2, -1), grad) if needs[2] else None
    if not (needs[0] or needs[1] or needs[3]):
        return None, None, of_value, None
    moved = prim.matmul(grad, transpose(value, -2, -1)) - prim.sum(grad * result, (-1,), True)
    of_scores = weights * moved
    of_query = prim.matmul(of_scores, key) * scale if needs[0] else None
    of_key = prim.matmul(transpose(of_scores, -2, -1), query) * scale if needs[1] else None
    return of_query, of_key, of_value, of_scores if needs[3] else None
