"""Normalisations."""


@operator("torch.nn.functional.layer_norm")
def functional_layer_norm(input, normalized_shape, weight=None, bias=None, eps=1e-05):
    """Mean 0 and variance 1 over the last dimensions, then scaled and shifted"""
    return layer_norm(input, normalized_shape, weight, bias, eps)


def _normalized(input, normalized_shape):
    """The input, in float32 where it has half precision, and the dimensions that are normalised together."""
    n = len(normalized_shape)
    for i in range(n):
        prim.check_size(input.shape[i - n], normalized_shape[i], "Given normalized_shape={0}, expected input with shape {1}, but got input of size{2}", tuple(normalized_shape), ("*",) + tuple(normalized_shape), tuple(input.shape))
    is_half = input.dtype == torch.float16 or input.dtype == torch.bfloat16
    return prim.cast(input, torch.float32) if is_half else input, tuple(range(-n, 0))


def _is_mixed(input, *parameters):
    """Whether the parameters are floats beside an input of half precision. No other dtypes go together; the first
    parameter that there is says whether any do."""
    given = [each for each in parameters if each is not None]
    if len(given) == 0 or given[0].dtype == input.dtype:
        for each in given:
            if each.dtype != input.dtype:
                raise RuntimeError(f"expected scalar type {prim.class_name(input)} but found {prim.class_name(each)}")
        return False
    for each in given:
        if each.dtype != torch.float32:
            raise RuntimeError("mixed dtype (CPU): expect parameter to have scalar type of Float")
    if input.dtype != torch.float16 and input.dtype != torch.bfloat16:
        raise RuntimeError("mixed dtype (CPU): all inputs must share same datatype.")
    return True


@operator("torch.layer_norm")
def layer_norm(input, normalized_shape, weight=None, bias=None, eps=1e-05, cudnn_enable=True):
    """Mean 0 and variance 1 over the last dimensions, then scaled and shifted"""
    prim.check_arguments("torch.layer_norm", input, normalized_shape, weight, bias, eps)
    return _native_layer_norm(input, normalized_shape, weight, bias, eps)[0]


def _check_normalized(shape, *factors):
    if len(shape) == 0:
        raise RuntimeError("Expected normalized_shape to be at least 1-dimensional, i.e., containing at least one element, but got normalized_shape = []")
    for name, each in factors:
        if each is not None:
            same = each.dim() == len(shape)
            for i in range(len(shape) if same else 0):
                same = same & (each.shape[i] == shape[i])
            prim.check(same, "RuntimeError", "Expected {0} to be of same shape as normalized_shape, but got {0} of shape {1} and normalized_shape = {2}", name, list(each.shape), list(shape))


@operator("torch.native_layer_norm")
def native_layer_norm(input, normalized_shape, weight, bias, eps):
    """The result of layer_norm, the means, and one over the deviations"""
    result, _, factor = _native_layer_norm(input, normalized_shape, weight, bias, eps)
    center = _running_mean(_wide(input), tuple(range(-len(normalized_shape), 0)), True)
    return result, prim.detach(prim.cast(center, input.dtype)), prim.detach(factor)


@operator(gradient="layer_norm_gradient")
def _native_layer_norm(input: Tensor, normalized_shape, weight: Tensor, bias: Tensor, eps):
    n = len(normalized_shape)
    _check_normalized(normalized_shape, ("weight", weight), ("bias", bias))
    if n > input.dim():
        raise RuntimeError(f"Given normalized_shape={list(normalized_shape)}, expected input with shape [*, {str(list(normalized_shape))[1:]}, but got input of size{list(input.shape)}")
    x, dims = _normalized(input, normalized_shape)
    _is_mixed(input, weight, bias)
    _floats_only(input, "LayerNormKernelImpl")
    if n > 1:
        return _normalized_as_one(input, normalized_shape, weight, bias, eps)
    center = prim.sum(x, dims, True) / _count(x, dims)
    moved = x - center
    factor = prim.rsqrt(prim.sum(moved * moved, dims, True) / _count(x, dims) + eps)
    result = moved * factor
    if weight is not None:
        result = result * weight
    if bias is not None:
        result = result + bias
    return prim.in_order(prim.cast(result, input.dtype)), prim.cast(center, input.dtype), prim.cast(factor, input.dtype)


def _normalized_as_one(input, normalized_shape, weight, bias, eps):
    """native_layer_norm of several dimensions: of one, which is folded and scaled in one go."""
    n = len(normalized_shape)
    size = 1
    for each in normalized_shape:
        size = size * each
    factors = [None if each is None else prim.reshape(each, (size,)) for each in (weight, bias)]
    before = tuple(input.shape[: input.dim() - n])
    result, center, factor = _native_layer_norm(prim.reshape(input, before + (size,)), (size,), factors[0], factors[1], eps)
    kept = before + (1,) * n
    return prim.reshape(result, input.shape), prim.reshape(center, kept), prim.reshape(factor, kept)


@operator("torch.nn.functional.rms_norm", "torch.rms_norm", gradient="rms_norm_gradient")
def rms_norm(input: Tensor, normalized_shape, weight: Tensor = None, eps=None):
    """Divided by the root of the mean square over the last dimensions"""
    n = len(normalized_shape)
    _check_normalized(normalized_shape, ("weight", weight))
    if n > input.dim():
        raise ValueError(f"Input tensor must have at least {n} dimensions, but got {input.dim()}")
    for i in range(n):
        prim.check(input.shape[i - n] == normalized_shape[i], "RuntimeError", f"Given normalized_shape={list(normalized_shape)}, expected input with shape [*{str(list(normalized_shape))[1:]}, but got input of size{{0}}", list(input.shape))
    if not prim.is_floating(input) and not prim.is_complex(input):
        raise NotImplementedError(f"\"rms_norm\" not implemented for '{prim.class_name(input)}'")
    x, dims = _normalized(input, normalized_shape)
    if eps is None:
        eps = torch.finfo(x.dtype).eps
    result = x * prim.rsqrt(prim.sum(x * x, dims, True) / _count(x, dims) + eps)
    return prim.cast(result if weight is None else result * weight, input.dtype)


def _volume_of(sizes):
    """The product of sizes."""
    result = 1
    for each in sizes:
        result = result * each
    return result


def _per_channel(value, rank):
    """A vector of channels as a tensor that broadcasts over batch and space."""
    return prim.reshape(value, (1, -1) + (1,) * (rank - 2))


def _check_channels(channels, running_mean, running_var, weight, bias, samples, training=True):
    """One element of each vector for a channel; of `samples` that are normalised as one there are as many."""
    for name, vector in (("running_mean", running_mean), ("running_var", running_var), ("weight", weight), ("bias", bias)):
        if vector is None and name.startswith("running") and not training:
            raise RuntimeError(f"{name} must be defined in evaluation mode")
        if vector is not None:
            prim.check(vector.numel() == channels, "RuntimeError", name + " should contain {0} elements not {1}", channels * samples, vector.numel() * samples)
    for vector in (running_mean, running_var):
        if vector is not None and vector.dim() != 1:
            raise RuntimeError(f"TensorAccessor expected 1 dims but tensor has {vector.dim()}")


def _check_first(factors, samples):
    """Nothing is scaled by the first element of each factor, of which there are those of all samples."""
    for each in factors:
        if each is not None:
            prim.check(each.numel() * samples > 0, "IndexError", "select(): index 0 out of range for tensor of size [0] at dimension 0")


@operator("torch.nn.functional.batch_norm")
def functional_batch_norm(input, running_mean, running_var, weight=None, bias=None, training=False, momentum=0.1, eps=1e-05):
    """Normalisation per channel, by the batch or by running statistics"""
    if training:
        prim.check(input.shape[0] * _volume_of(input.shape[2:]) != 1, "ValueError", "Expected more than 1 value per channel when training, got input size torch.Size({0})", input.shape)
        prim.check((eps > 0) | (eps != eps), "ValueError", "batch_norm eps must be positive during training, but got {0}", eps)
    prim.check((eps >= 0) | (eps != eps), "ValueError", "batch_norm eps must be non-negative, but got {0}", eps)
    return batch_norm(input, weight, bias, running_mean, running_var, training, momentum, eps)


@operator("torch.batch_norm", gradient="batch_norm_gradient")
def batch_norm(input: Tensor, weight: Tensor, bias: Tensor, running_mean, running_var, training, momentum, eps, cudnn_enabled=True):
    """Normalisation per channel, by the batch or by running statistics"""
    rank = input.dim()
    if rank < 2:  # eager has only what is empty
        if input.numel() > 0:
            _check_channels(0, running_mean, running_var, weight, bias, 1, training)
        wrong = "Dimension specified as 1 but tensor has no dimensions" if rank == 0 else "Dimension out of range (expected to be in range of [-1, 0], but got 1)"
        prim.check(input.numel() == 0, "IndexError", wrong)
        return prim.clone(input)
    _check_channels(input.shape[1], running_mean, running_var, weight, bias, 1, training)
    _check_first((weight, bias), 1)
    _floats_only(input, "batch_norm")
    isMixed = _is_mixed(input, weight, bias, running_mean, running_var)
    if training:
        dims = (0,) + tuple(range(2, rank))
        x = _wide(input)
        center = mean(x, dims)
        moved = x - _per_channel(center, rank)
        variance = mean(moved * moved, dims)
        if running_mean is not None:
            _follow(running_mean, running_var, center, variance, _count(input, dims), momentum)
        center, factor = _as_kept(input, isMixed, center, prim.rsqrt(variance + eps))
    else:
        center, factor = _wide(running_mean), prim.rsqrt(_wide(running_var) + eps)
    result = _scaled_channels(input, _per_channel(center, rank), _per_channel(factor, rank), weight, bias)
    return prim.in_format(result, input)


def _as_kept(input, isMixed, *statistics):
    """Eager keeps statistics in the dtype of the parameters, which is that of the input unless those are mixed."""
    is_half = input.dtype == torch.float16 or input.dtype == torch.bfloat16
    return [_rounded(each, input) if is_half and not isMixed else each for each in statistics]


def _scaled_channels(input, center, factor, weight, bias):
    """One factor and one summand for each channel, as eager has them."""
    rank = input.dim()
    if weight is not None:
        factor = factor * _per_channel(weight, rank)
    summand = -center * factor if bias is None else _per_channel(bias, rank) - center * factor
    return _as(_wide(input) * factor + summand, input)


@operator("torch.nn.functional.instance_norm", gradient="instance_norm_gradient")
def instance_norm(input: Tensor, running_mean=None, running_var=None, weight: Tensor = None, bias: Tensor = None, use_input_stats=True, momentum=0.1, eps=1e-05):
    """Normalisation per sample and channel"""
    rank = input.dim()
    dims = tuple(range(2, rank))
    if not use_input_stats:
        _check_channels(input.shape[1], running_mean, running_var, weight, bias, input.shape[0])
        if running_mean is None or running_var is None:
            raise RuntimeError("Expected running_mean and running_var to be defined when use_input_stats is false")
        _check_first((weight, bias), input.shape[0])
        return batch_norm(input, weight, bias, running_mean, running_var, False, momentum, eps)
    count = _volume_of(input.shape[2:])
    prim.check(count != 1, "ValueError", "Expected more than 1 spatial element when training, got input size torch.Size({0})", input.shape)
    for each in (weight, bias, running_mean, running_var):
        if each is not None and each.dim() > 1:
            raise RuntimeError("Number of dimensions of repeat dims can not be smaller than number of dimensions of tensor")
    _check_channels(input.shape[1], running_mean, running_var, weight, bias, input.shape[0])
    _check_first((weight, bias), input.shape[0])
    _floats_only(input, "batch_norm")
    isMixed = _is_mixed(input, weight, bias, running_mean, running_var)
    x = _wide(input)
    center = mean(x, dims, True)
    moved = x - center
    variance = mean(moved * moved, dims, True)
    if running_mean is not None:
        of_samples = [prim.reshape(each, each.shape[:2]) for each in (center, variance)]
        _follow(running_mean, running_var, *of_samples, count, momentum)
    center, factor = _as_kept(input, isMixed, center, prim.rsqrt(variance + eps))
    return prim.in_order(_scaled_channels(input, center, factor, weight, bias))


def _follow(running_mean, running_var, center, variance, count, momentum):
    """Moves the running statistics by `momentum` towards those of a batch, or of each sample, which are rounded and
    averaged then; a batch of nothing leaves them."""
    some = prim.full((), count > 0, torch.bool)
    unbiased = math.nan if count == 1 else momentum * count / (count - 1)
    for running, statistic, factor in ((running_mean, center, momentum), (running_var, variance, unbiased)):
        followed = prim.cast(running * (1 - momentum) + prim.detach(statistic) * factor, running.dtype)
        prim.store(running, prim.where(some, mean(followed, (0,)) if followed.dim() > 1 else followed, running))


@operator("torch.instance_norm")
def torch_instance_norm(input, weight, bias, running_mean, running_var, use_input_stats, momentum, eps, cudnn_enabled):
    """Normalisation per sample and channel"""
    return instance_norm(input, running_mean, running_var, weight, bias, use_input_stats, momentum, eps)


@operator("torch.nn.functional.group_norm")
def functional_group_norm(input, num_groups, weight=None, bias=None, eps=1e-05):
    """Normalisation per sample and group of channels"""
    if input.dim() >= 2:
        sizes = [input.shape[0] * input.shape[1] // num_groups, num_groups, *input.shape[2:]]
        prim.check(_volume_of(sizes) != num_groups, "ValueError", "Expected more than 1 value per channel when training, got input size {0}", sizes)
    return group_norm(input, num_groups, weight, bias, eps)


def _check_groups(input, channels, num_groups, weight, bias):
    """Channels are in groups of equal size, and each has its element of the factors."""
    prim.check(num_groups > 0, "RuntimeError", "Expected num groups to be greater than 0, got {0}", num_groups)
    prim.check(channels % num_groups == 0, "RuntimeError", "Expected number of channels in input to be divisible by num_groups, but got input of shape {0} and num_groups={1}", list(input.shape), num_groups)
    for name, vector in (("weight", weight), ("bias", bias)):
        if vector is not None:
            fits = vector.dim() == 1 and vector.shape[0] == channels
            prim.check(fits, "RuntimeError", "Expected " + name + " to be a vector of size equal to the number of channels in input, but got " + name + " of shape {0} and input of shape {1}", [0] if weight is None else list(weight.shape), list(input.shape))


@operator("torch.group_norm", gradient="group_norm_gradient")
def group_norm(input: Tensor, num_groups, weight: Tensor = None, bias: Tensor = None, eps=1e-05, cudnn_enabled=True):
    """Normalisation per sample and group of channels"""
    rank = input.dim()
    if rank < 2:
        raise RuntimeError(f"Expected at least 2 dimensions for input tensor but received {rank}")
    _check_groups(input, input.shape[1], num_groups, weight, bias)
    _is_mixed(input, weight, bias)
    _floats_only(input, "GroupNormKernelImpl")
    inner = _volume_of(input.shape[1:]) // num_groups
    grouped = _wide(prim.reshape(input, (input.shape[0], num_groups, inner)))
    moved = grouped - mean(grouped, (2,), True)
    result = prim.reshape(moved * prim.rsqrt(mean(moved * moved, (2,), True) + eps), input.shape)
    if weight is not None:
        result = result * _per_channel(weight, rank)
    if bias is not None:
        result = result + _per_channel(bias, rank)
    result = prim.in_order(_as(result, input))
    return result if rank < 4 else prim.in_format_of(result, input)


@operator("torch.nn.functional.local_response_norm")
def local_response_norm(input, size, alpha=0.0001, beta=0.75, k=1.0):
    """Divided by a sum over neighbouring channels"""
    if input.dim() < 3:
        raise ValueError(f"Expected 3D or higher dimensionality                          input (got {input.dim()} dimensions)")
    if input.numel() == 0:
        return input
    prim.check(size >= -1, "RuntimeError", "pad should be at most half of effective kernel size, but got pad=0, kernel_size={0} and dilation=1", size)
    prim.check(size > 0, "RuntimeError", "kernel size should be greater than zero, but got " + ("kH: {0} kW: 1" if input.dim() == 3 else "kT: {0} kH: 1 kW: 1"), size)
    _check_averages(input, 2 if input.dim() == 3 else 3)
    squares = input * input
    padded = pad(squares, (0, 0) * (input.dim() - 2) + (size // 2, (size - 1) // 2))
    total = 0
    for i in range(size):
        total = total + narrow(padded, 1, i, input.shape[1])
    total = total / size if prim.is_floating(input) else total // size
    return input / pow_(total * alpha + k, beta)


@operator("torch._weight_norm")
def weight_norm(v, g, dim=0):
    """g * v / |v|, the norm over all dimensions but one"""
    dims = tuple([i for i in range(v.dim()) if i != dim])
    return v * (g / vector_norm(v, 2, dims, True))
