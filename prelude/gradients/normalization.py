"""Gradients of normalisations: statistics are computed again, in one pass with what needs them."""


def _normalized_gradient(grad, moved, factor, dims):
    """Of x in `moved * factor`: x without its mean over `dims`, times one over its deviation."""
    count = _count(moved, dims)
    normal = moved * factor
    share = prim.sum(grad * normal, dims, True) / count
    return factor * (grad - prim.sum(grad, dims, True) / count - normal * share)


def _moved_and_factor(x, dims, eps):
    count = _count(x, dims)
    moved = x - prim.sum(x, dims, True) / count
    return moved, prim.rsqrt(prim.sum(moved * moved, dims, True) / count + eps)


def layer_norm_gradient(grads, needs, input, normalized_shape, weight, bias, eps, results):
    if grads[0] is None:
        return None, None, None
    kept(bias)
    n = len(normalized_shape)
    dims, lead = tuple(range(-n, 0)), tuple(range(input.ndim - n))
    x, grad = _wide(input), _wide(grads[0])
    if torch.is_grad_enabled():
        moved, factor = _moved_and_factor(x, dims, eps)
    else:
        moved, factor = x - _wide(results[1]), _wide(results[2])
    of_input = None
    if needs[0]:
        scaled = grad if weight is None else grad * weight
        of_input = _normalized_gradient(scaled, moved, factor, dims)
    of_weight = _summed(grad * (moved * factor), lead) if needs[1] else None
    return of_input, of_weight, _summed(grad, lead) if needs[2] else None


def _summed(grad, dims):
    """The sum over these dimensions, if there are some."""
    return prim.sum(grad, dims, False) if len(dims) > 0 else grad


def rms_norm_gradient(grad, needs, input, normalized_shape, weight=None, eps=None):
    n = len(normalized_shape)
    dims, lead = tuple(range(-n, 0)), tuple(range(input.ndim - n))
    x, grad = _wide(input), _wide(grad)
    if eps is None:
        eps = torch.finfo(x.dtype).eps
    count = _count(x, dims)
    factor = prim.rsqrt(prim.sum(x * x, dims, True) / count + eps)
    of_input = None
    if needs[0]:
        scaled = grad if weight is None else grad * _conj(weight)
        normal = _conj(x * factor)
        of_input = _conj(factor) * (scaled - normal * (prim.sum(scaled * normal, dims, True) / count))
    return of_input, _summed(grad * _conj(x * factor), lead) if needs[1] else None


def _channel_gradients(grad, needs, normal, rank):
    """Of the factors and of the summands of channels."""
    dims = (0,) + tuple(range(2, rank))
    return prim.sum(grad * normal, dims, False) if needs[1] else None, prim.sum(grad, dims, False) if needs[2] else None


def batch_norm_gradient(grad, needs, input, weight, bias, running_mean, running_var, training, eps):
    rank = input.ndim
    x, grad = _wide(input), _wide(grad)
    scaled = grad if weight is None else grad * _per_channel(weight, rank)
    dims = (0,) + tuple(range(2, rank))
    if training:
        moved, factor = _moved_and_factor(x, dims, eps)
        of_input = _normalized_gradient(scaled, moved, factor, dims) if needs[0] else None
    else:
        factor = _per_channel(prim.rsqrt(_wide(running_var) + eps), rank)
        moved = x - _per_channel(_wide(running_mean), rank)
        of_input = scaled * factor if needs[0] else None
    return (of_input,) + _channel_gradients(grad, needs, moved * factor, rank)


def instance_norm_gradient(grad, needs, input, running_mean=None, running_var=None, weight=None, bias=None, use_input_stats=True, eps=1e-05):
    if not use_input_stats:
        return batch_norm_gradient(grad, needs, input, weight, bias, running_mean, running_var, False, eps)
    rank = input.ndim
    dims = tuple(range(2, rank))
    x, grad = _wide(input), _wide(grad)
    moved, factor = _moved_and_factor(x, dims, eps)
    scaled = grad if weight is None else grad * _per_channel(weight, rank)
    of_input = _normalized_gradient(scaled, moved, factor, dims) if needs[0] else None
    return (of_input,) + _channel_gradients(grad, needs, moved * factor, rank)


def group_norm_gradient(grad, needs, input, num_groups, weight=None, bias=None, eps=1e-05):
    rank = input.ndim
    sizes = (input.shape[0], num_groups, _volume_of(input.shape[1:]) // num_groups)
    x, grad = _wide(prim.reshape(input, sizes)), _wide(grad)
    moved, factor = _moved_and_factor(x, (2,), eps)
    of_input = None
    if needs[0]:
        scaled = grad if weight is None else grad * _per_channel(weight, rank)
        of_input = prim.reshape(_normalized_gradient(prim.reshape(scaled, sizes), moved, factor, (2,)), input.shape)
    return (of_input,) + _channel_gradients(grad, needs, prim.reshape(moved * factor, input.shape), rank)
