"""Losses."""


def _reduced(loss, reduction):
    if reduction == "mean" or prim.is_int(reduction) and reduction == 1:
        return mean(loss)
    if reduction == "sum" or prim.is_int(reduction) and reduction == 2:
        return sum_(loss)
    if reduction == "none" or prim.is_int(reduction) and reduction == 0:
        return loss
    raise ValueError(f"{reduction} is not a valid value for reduction")


@operator("torch.nn.functional.mse_loss")
def mse_loss(input, target, size_average=None, reduce=None, reduction="mean", weight=None):
    """The square of the difference"""
    moved = input - target
    loss = moved * moved
    return _reduced(loss if weight is None else loss * weight, reduction)


@operator("torch.nn.functional.l1_loss")
def l1_loss(input, target, size_average=None, reduce=None, reduction="mean", weight=None):
    """The size of the difference"""
    loss = prim.abs(input - target)
    return _reduced(loss if weight is None else loss * weight, reduction)


@operator("torch.nn.functional.smooth_l1_loss")
def smooth_l1_loss(input, target, size_average=None, reduce=None, reduction="mean", beta=1.0):
    """Squared below beta, linear above"""
    size = prim.abs(input - target)
    if beta == 0.0:
        return _reduced(size, reduction)
    return _reduced(prim.where(size < beta, size * size * (0.5 / beta), size - 0.5 * beta), reduction)


@operator("torch.nn.functional.huber_loss")
def huber_loss(input, target, reduction="mean", delta=1.0, weight=None):
    """Squared below delta, linear above"""
    size = prim.abs(input - target)
    return _reduced(prim.where(size <= delta, size * size * 0.5, (size - 0.5 * delta) * delta), reduction)


def _check_targets(index, classes):
    outside = (index < 0) | (index >= classes)
    if prim.any(outside, None, False).item():
        raise IndexError(f"Target {prim.amax(prim.where(outside, index, -9223372036854775808), None).item()} is out of bounds.")


@operator("torch.nn.functional.nll_loss")
def nll_loss(input, target, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction="mean"):
    """Minus the log-probability of the target class"""
    if input.dim() > 1:
        prim.check(input.shape[0] == target.shape[0], "ValueError", "Expected input batch_size ({0}) to match target batch_size ({1}).", input.shape[0], target.shape[0])
    classes = 0 if input.dim() == 1 else 1
    chosen = target != ignore_index
    index = prim.where(chosen, target, 0)
    _check_targets(index, input.shape[classes])
    loss = -prim.squeeze(prim.gather(input, classes, prim.unsqueeze(index, classes)), (classes,))
    factor = prim.cast(chosen, input.dtype)
    if weight is not None:
        factor = factor * prim.index_select(weight, 0, index)
    loss = prim.where(chosen, loss * factor, 0.0)
    if reduction == "mean":
        return sum_(loss) / sum_(factor)
    return _reduced(loss, reduction)


@operator("torch.nn.functional.cross_entropy")
def cross_entropy(input, target, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction="mean", label_smoothing=0.0):
    """Minus the log-softmax of the target class, or of target probabilities"""
    classes = 0 if input.dim() == 1 else 1
    logs = log_softmax(input, classes)
    if target.dim() == input.dim() and prim.is_floating(target):
        if label_smoothing > 0.0:
            target = target * (1 - label_smoothing) + label_smoothing / input.shape[classes]
        loss = -logs * target
        if weight is not None:
            loss = loss * (_per_channel(weight, input.dim()) if input.dim() > 1 else weight)
        loss = sum_(loss, classes)
        if reduction == "mean":
            return sum_(loss) / (loss.numel() if loss.dim() > 0 else 1)
        return _reduced(loss, reduction)
    plain = nll_loss(logs, target, weight, None, ignore_index, None, reduction)
    if label_smoothing == 0.0:
        return plain
    chosen = target != ignore_index
    spread = -logs
    if weight is not None:
        spread = spread * (_per_channel(weight, input.dim()) if input.dim() > 1 else weight)
    smooth = prim.where(chosen, sum_(spread, classes), 0.0)
    if reduction == "mean":
        factor = prim.cast(chosen, input.dtype)
        if weight is not None:
            factor = factor * prim.index_select(weight, 0, prim.where(chosen, target, 0))
        smooth = sum_(smooth) / sum_(factor)
    else:
        smooth = _reduced(smooth, reduction)
    return plain * (1 - label_smoothing) + smooth * (label_smoothing / input.shape[classes])


@operator("torch.nn.functional.binary_cross_entropy")
def binary_cross_entropy(input, target, weight=None, size_average=None, reduce=None, reduction="mean"):
    """-(target log(input) + (1 - target) log(1 - input)), logarithms not below -100"""
    loss = (target - 1) * prim.maximum(prim.log(1 - input), -100.0) - target * prim.maximum(prim.log(input), -100.0)
    return _reduced(loss if weight is None else loss * weight, reduction)


@operator("torch.nn.functional.binary_cross_entropy_with_logits", "torch.binary_cross_entropy_with_logits")
def binary_cross_entropy_with_logits(input, target, weight=None, size_average=None, reduce=None, reduction="mean", pos_weight=None):
    """Binary cross entropy of sigmoid(input), without overflow"""
    if pos_weight is None:
        loss = (1 - target) * input - logsigmoid(input)
    else:
        loss = (1 - target) * input - ((pos_weight - 1) * target + 1) * logsigmoid(input)
    return _reduced(loss if weight is None else loss * weight, reduction)


@operator("torch.nn.functional.kl_div", "torch.kl_div")
def kl_div(input, target, size_average=None, reduce=None, reduction="mean", log_target=False):
    """target * (log(target) - input)"""
    if log_target:
        loss = prim.exp(target) * (target - input)
    else:
        loss = xlogy(target, target) - target * input
    if reduction == "batchmean":
        return sum_(loss) / input.shape[0]
    return _reduced(loss, reduction)


@operator("torch.nn.functional.hinge_embedding_loss", "torch.hinge_embedding_loss")
def hinge_embedding_loss(input, target, margin=1.0, size_average=None, reduce=None, reduction="mean"):
    """input where the target is 1, max(0, margin - input) where it is -1"""
    loss = prim.where(target == 1, input, 0.0) + prim.where(target == -1, prim.maximum(margin - input, 0.0), 0.0)
    return _reduced(loss, reduction)


@operator("torch.nn.functional.margin_ranking_loss", "torch.margin_ranking_loss")
def margin_ranking_loss(input1, input2, target, margin=0, size_average=None, reduce=None, reduction="mean"):
    """max(0, -target * (input1 - input2) + margin)"""
    return _reduced(prim.maximum(-target * (input1 - input2) + margin, 0), reduction)


@operator("torch.nn.functional.soft_margin_loss")
def soft_margin_loss(input, target, size_average=None, reduce=None, reduction="mean"):
    """log(1 + exp(-target * input))"""
    return _reduced(prim.log1p(prim.exp(-target * input)), reduction)


@operator("torch.nn.functional.cosine_embedding_loss", "torch.cosine_embedding_loss")
def cosine_embedding_loss(input1, input2, target, margin=0, size_average=None, reduce=None, reduction="mean"):
    """1 - cos where the target is 1, max(0, cos - margin) where it is -1"""
    near = cosine_similarity(input1, input2, -1)
    return _reduced(prim.where(target == 1, 1 - near, prim.maximum(near - margin, 0)), reduction)


@operator("torch.nn.functional.triplet_margin_loss", "torch.triplet_margin_loss")
def triplet_margin_loss(anchor, positive, negative, margin=1.0, p=2, eps=1e-06, swap=False, size_average=None, reduce=None, reduction="mean"):
    """max(0, |anchor - positive| - |anchor - negative| + margin)"""
    near = pairwise_distance(anchor, positive, p, eps)
    far = pairwise_distance(anchor, negative, p, eps)
    if swap:
        far = prim.minimum(far, pairwise_distance(positive, negative, p, eps))
    return _reduced(prim.maximum(near - far + margin, 0), reduction)


@operator("torch.nn.functional.gaussian_nll_loss")
def gaussian_nll_loss(input, target, var, full=False, eps=1e-06, reduction="mean"):
    """Minus the log-likelihood under a normal distribution"""
    var = prim.maximum(var, eps)
    loss = (prim.log(var) + (input - target) * (input - target) / var) * 0.5
    return _reduced(loss + 0.9189385332046727 if full else loss, reduction)


@operator("torch.nn.functional.poisson_nll_loss", "torch.poisson_nll_loss")
def poisson_nll_loss(input, target, log_input=True, full=False, size_average=None, eps=1e-08, reduce=None, reduction="mean"):
    """Minus the log-likelihood under a Poisson distribution"""
    loss = prim.exp(input) - target * input if log_input else input - target * prim.log(input + eps)
    if full:
        stirling = target * prim.log(target) - target + prim.log(target * 6.283185307179586) * 0.5
        loss = loss + prim.where(target > 1, stirling, 0.0)
    return _reduced(loss, reduction)
