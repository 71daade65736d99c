"""Losses."""


def _reduced(loss, reduction):
    if reduction == "mean" or prim.is_int(reduction) and reduction == 1:
        return mean(loss)
    if reduction == "sum" or prim.is_int(reduction) and reduction == 2:
        return sum_(loss)
    if not (prim.is_int(reduction) and reduction == 0):
        _check_reduction(reduction)
    return loss


def _check_spelled(reduction):
    """Of the losses whose message is made by adding: what is no str cannot be."""
    if reduction != "none" and reduction != "mean" and reduction != "sum":
        raise ValueError(reduction + " is not a valid value for reduction")


def _check_reduction(reduction):
    if reduction != "none" and reduction != "mean" and reduction != "sum":
        raise ValueError(f"{reduction} is not a valid value for reduction")


def _pair(input, target, kernel):
    """Both with the sizes and the dtype that they have together, as the losses of differences take them."""
    for each in (input, target):
        if not prim.is_tensor(each):
            raise AttributeError(f"'{type(each).__name__}' object has no attribute 'size'")
    input, target = broadcast_tensors(input, target)
    if kernel != "":
        dtype = torch.promote_types(input.dtype, target.dtype)
        input, target = prim.cast(input, dtype), prim.cast(target, dtype)
        _no_integral(input, kernel)
        _no_complex(input, kernel)
    return input, target


def _times_weight(loss, weight, sizes):
    if weight.shape != sizes:
        raise ValueError("Weights and input must have the same size.")
    return loss * weight


def _weighted(loss, weight, sizes, reduction):
    """The mean is that of the weights."""
    if weight is None:
        return _reduced(loss, reduction)
    if reduction == "mean":
        return sum_(_times_weight(loss, weight, sizes)) / sum_(weight)
    return _reduced(_times_weight(loss, weight, sizes), reduction)


def _legacy_reduction(reduction, size_average, reduce):
    """What the deprecated flags ask for, where one is given."""
    if size_average is None and reduce is None:
        return reduction
    return prim.host("torch.nn._reduction.legacy_get_string")(size_average, reduce)


def _named_reduction(reduction, size_average, reduce):
    """The same of a loss that looks at the name before it looks at anything else."""
    reduction = _legacy_reduction(reduction, size_average, reduce)
    _check_reduction(reduction)
    return reduction


def _without_gradient(tensor, argument, function):
    """Raises where an argument would get a gradient that eager has none of."""
    if tensor is not None and torch.is_grad_enabled() and tensor.requires_grad:
        raise RuntimeError(f"The function '{function}' is not differentiable with respect to argument '{argument}'. This input cannot have requires_grad True.")


@operator("torch.nn.functional.mse_loss", autocast="single")
def mse_loss(input, target, size_average=None, reduce=None, reduction="mean", weight=None):
    """The square of the difference"""
    reduction = _legacy_reduction(reduction, size_average, reduce)
    sizes = input.shape
    input, target = _pair(input, target, "mse_cpu")
    moved = input - target
    loss = moved * moved
    return prim.keeping(_weighted(loss, weight, sizes, reduction), input, target)


@operator("torch.nn.functional.l1_loss", autocast="single")
def l1_loss(input, target, size_average=None, reduce=None, reduction="mean", weight=None):
    """The size of the difference"""
    reduction = _legacy_reduction(reduction, size_average, reduce)
    sizes = input.shape
    input, target = _pair(input, target, "")
    loss = prim.abs(input - target)
    return _weighted(loss, weight, sizes, reduction)


@operator("torch.nn.functional.smooth_l1_loss", autocast="single")
def smooth_l1_loss(input, target, size_average=None, reduce=None, reduction="mean", beta=1.0):
    """Squared below beta, linear above"""
    reduction = _legacy_reduction(reduction, size_average, reduce)
    prim.check_arguments("torch._C._nn.smooth_l1_loss", input, target, 1, beta)
    if beta < 0:
        raise RuntimeError("smooth_l1_loss does not support negative values for beta.")
    input, target = _pair(input, target, "" if beta == 0.0 else "smooth_l1_cpu")
    if beta == 0.0:
        return _reduced(prim.abs(input - target), reduction)
    # Of float16, and not of bfloat16, eager rounds each step, beta first.
    first, second, beta = (input, target, prim.cast(beta, input.dtype)) if input.dtype == torch.float16 else (_wide(input), _wide(target), beta)
    size = prim.abs(first - second)
    small = prim.where(size >= beta, 0, size)  # of an infinite one no gradient comes, of NaN it does
    loss = prim.where(size >= beta, size - beta * 0.5, small * 0.5 * small / beta)
    return prim.keeping(_reduced(_as(loss, input), reduction), input, target)


@operator("torch.nn.functional.huber_loss", autocast="single")
def huber_loss(input, target, reduction="mean", delta=1.0, weight=None):
    """Squared below delta, linear above"""
    prim.check_arguments("torch._C._nn.huber_loss", input, target, 1, delta)
    prim.check(delta > 0, "RuntimeError", "huber_loss does not support non-positive values for delta.")
    sizes, given = input.shape, input
    if prim.is_floating(input) and prim.is_complex(target):
        _into(target * 0 + input, input)
    input, target = _pair(input, target, "huber_cpu")
    # Of bfloat16, and not of float16, eager rounds each step, delta first.
    first, second, delta = (input, target, prim.cast(delta, input.dtype)) if input.dtype == torch.bfloat16 else (_wide(input), _wide(target), delta)
    size = prim.abs(first - second)
    small = prim.where(size >= delta, 0, size)
    loss = _into(prim.where(size >= delta, (size - delta * 0.5) * delta, small * 0.5 * small), given)
    return prim.keeping(_reduced(loss if weight is None else _times_weight(loss, weight, sizes), reduction), input, target)


@operator("torch._C._nn.binary_cross_entropy", autocast="single", rejects=["C1: torch.nn.functional.binary_cross_entropy(torch.ones(2), torch.ones(3))", "C2: torch.nn.functional.binary_cross_entropy(torch.tensor([1.5]), torch.ones(1))"])
def binary_cross_entropy(input, target, weight=None, reduction=1):
    """-(target log(input) + (1 - target) log(1 - input)), logarithms not below -100

    - C1: input and target have the same sizes.
    - C2: 0 <= input <= 1.
    """
    _without_gradient(weight, "weight", "binary_cross_entropy")
    if input.dtype != target.dtype:
        raise RuntimeError(f"Found dtype {prim.class_name(target)} but expected {prim.class_name(input)}")
    _floats_only(input, "binary_cross_entropy")
    prim.check(prim.all((input >= 0) & (input <= 1), None, False).item(), "RuntimeError", "all elements of input should be between 0 and 1")
    prim.check(prim.all((target >= 0) & (target <= 1), None, False).item(), "RuntimeError", "all elements of target should be between 0 and 1")
    loss = _cross_entropies(input, target)
    _check_factor(loss, weight)
    return _reduced(loss if weight is None else _into(loss * weight, loss), reduction)


def _check_factor(loss, factor):
    """What a loss is multiplied by in place has no further dimensions."""
    if factor is not None and factor.dim() > loss.dim():
        raise RuntimeError(f"output with shape {list(loss.shape)} doesn't match the broadcast shape {list(_broadcast_shape(tuple(loss.shape), tuple(factor.shape)))}")


@operator(gradient="cross_entropies_gradient")
def _cross_entropies(input: Tensor, target: Tensor):
    return (target - 1) * prim.maximum(prim.log1p(-input), -100.0) - target * prim.maximum(prim.log(input), -100.0)


@operator("torch.binary_cross_entropy_with_logits", autocast="single", rejects=["C1: torch.nn.functional.binary_cross_entropy_with_logits(torch.ones(2), torch.ones(3))"])
def binary_cross_entropy_with_logits(input, target, weight=None, pos_weight=None, reduction=1):
    """Binary cross entropy of sigmoid(input), without overflow

    - C1: input and target have the same sizes.
    """
    _without_gradient(weight, "weight", "binary_cross_entropy_with_logits")
    _without_gradient(pos_weight, "pos_weight", "binary_cross_entropy_with_logits")
    _floats_only(input, "log_sigmoid_cpu")
    logs = logsigmoid(input)
    _check_factor(logs, pos_weight)
    if pos_weight is not None:
        logs = _into(logs * ((pos_weight - 1) * target + 1), logs)
    # Eager writes each step over the one before, which is of the target's dtype.
    loss = _into(_into((1 - target) * input, target) - logs, target)
    _check_factor(loss, weight)
    if weight is not None:
        loss = _into(loss * weight, target)
    return prim.keeping(_reduced(loss, reduction), input, target)


@operator("torch.nn.functional.kl_div", autocast="single")
def kl_div(input, target, size_average=None, reduce=None, reduction="mean", log_target=False):
    """target * (log(target) - input)"""
    reduction = _legacy_reduction(reduction, size_average, reduce)
    if reduction != "batchmean":
        _check_reduction(reduction)
    if prim.is_complex(input) or prim.is_complex(target):
        raise RuntimeError("kl_div: Complex inputs not supported.")
    if prim.is_integral(input) or prim.is_integral(target):
        raise RuntimeError("kl_div: Integral inputs not supported.")
    if log_target:
        loss = prim.exp(target) * (target - input)
    else:
        loss = xlogy(target, target) - target * input
    if reduction == "batchmean":
        return sum_(loss) / (input.shape[0] if input.dim() > 0 else 1)
    return _reduced(loss, reduction)


@operator("torch.nn.functional.hinge_embedding_loss", autocast="single")
def hinge_embedding_loss(input, target, margin=1.0, size_average=None, reduce=None, reduction="mean"):
    """input where the target is 1, max(0, margin - input) where it is -1, both elsewhere"""
    reduction = _named_reduction(reduction, size_average, reduce)
    _check_fits(margin, input.dtype)
    below = clamp_min(prim.full((), margin, input.dtype) - input, 0)
    loss = prim.where(target != -1, input, 0) + prim.where(target != 1, below, 0)
    return _reduced(loss, reduction)


@operator("torch.nn.functional.margin_ranking_loss", autocast="single")
def margin_ranking_loss(input1, input2, target, margin=0, size_average=None, reduce=None, reduction="mean"):
    """max(0, -target * (input1 - input2) + margin)"""
    reduction = _named_reduction(reduction, size_average, reduce)
    if input1.dim() != input2.dim() or input1.dim() != target.dim():
        raise RuntimeError(f"margin_ranking_loss : All input tensors should have same dimension but got sizes: input1: {input1.size()}, input2: {input2.size()}, target: {target.size()} ")
    return _reduced(clamp_min(-target * (input1 - input2) + float(margin), 0), reduction)


@operator("torch.nn.functional.soft_margin_loss", autocast="single")
def soft_margin_loss(input, target, size_average=None, reduce=None, reduction="mean"):
    """log(1 + exp(-target * input))"""
    reduction = _named_reduction(reduction, size_average, reduce)
    _without_gradient(target, "target", "soft_margin_loss")
    shape = _broadcast_shape(tuple(input.shape), tuple(target.shape))
    fits = len(shape) == input.dim()
    for i in range(input.dim() if fits else 0):
        fits = fits & (shape[i] == input.shape[i])
    prim.check(fits, "RuntimeError", "output with shape {0} doesn't match the broadcast shape {1}", list(input.shape), list(shape))
    powers = _into(prim.exp(-_into(target * input, input)), input)
    return prim.keeping(_reduced(prim.log1p(powers), reduction), input, target)


def _label_rows(targets, lengths, count):
    """Targets as rows of equal length, from a matrix or from one sequence after the other."""
    if targets.dim() == 2:
        return targets
    longest = prim.amax(lengths, None).item() if count > 0 else 0
    starts = prim.unsqueeze(cumsum(lengths, 0) - lengths, 1)
    places = prim.minimum(starts + prim.arange(0, 1, longest, torch.int64), max(targets.shape[0] - 1, 0))
    return prim.index_select(targets, 0, places)


@operator(gradient="log_sum_gradient")
def _log_sum(first: Tensor, second: Tensor):
    largest = prim.maximum(first, second)
    base = prim.where(largest == -math.inf, 0, largest)
    return prim.log(prim.exp(first - base) + prim.exp(second - base)) + base


def _ctc_alignments(logs, labels, lengths, blank):
    """The logarithm of the probability of all alignments of [T, N, C] with labels [N, S] that end with each
    of the labels and the blanks between them, after the length of each sequence"""
    count, longest = labels.shape[0], labels.shape[1]
    gaps = prim.full((count, longest), blank, torch.int64)
    spread = prim.reshape(stack([gaps, labels], 2), (count, 2 * longest))
    spread = prim.concat([spread, prim.full((count, 1), blank, torch.int64)], 1)
    shifted = pad(spread, (2, 0), "constant", -1)[:, : spread.shape[1]]
    skips = (spread != blank) & (spread != shifted)
    states = prim.arange(0, 1, spread.shape[1], torch.int64)
    scores = prim.where(states < 2, prim.gather(logs[0], 1, spread), -math.inf)
    for t in range(1, logs.shape[0]):
        one = pad(scores, (1, 0), "constant", -math.inf)[:, : spread.shape[1]]
        two = prim.where(skips, pad(scores, (2, 0), "constant", -math.inf)[:, : spread.shape[1]], -math.inf)
        moved = _log_sum(_log_sum(scores, one), two) + prim.gather(logs[t], 1, spread)
        scores = prim.where(prim.unsqueeze(lengths > t, 1), moved, scores)
    return scores


def _as_probabilities(logs, lengths):
    """0 for each sequence. Eager's gradient is that of logarithms of probabilities that stay such: their
    exponentials are added."""
    inside = prim.unsqueeze(prim.arange(0, 1, logs.shape[0], torch.int64), 1) < lengths
    total = prim.sum(prim.where(prim.unsqueeze(inside, 2), prim.exp(logs), 0), (0, 2), False)
    return total - prim.detach(total)


def _lengths(given, name):
    if not prim.is_integral(given) or given.dtype == torch.bool:
        raise RuntimeError(f"{name} must be integral")
    return prim.reshape(prim.cast(given, torch.int64), (-1,))


@operator("torch.ctc_loss", autocast="single")
def ctc_loss(log_probs, targets, input_lengths, target_lengths, blank=0, reduction=1, zero_infinity=False):
    """Minus the log-probability of the targets under all their alignments with the input"""
    single = log_probs.dim() == 2
    prim.check(log_probs.numel() > 0, "RuntimeError", "log_probs tensor must not be empty")
    _single_or_double(log_probs, "ctc_loss_cpu")
    logs = _once(log_probs, "_ctc_loss_backward")
    logs = prim.unsqueeze(logs, 1) if single else logs
    lengths = _lengths(as_tensor(input_lengths), "input_lengths")
    sizes = _lengths(as_tensor(target_lengths), "target_lengths")
    if targets.dim() == 0:
        raise RuntimeError("Expected 1 to 2 dimensions, but got 0-dimensional tensor for argument #2 'targets' (while checking arguments for ctc_loss_allocate_outputs)")
    given = targets
    targets = prim.cast(prim.unsqueeze(targets, 0) if single and targets.dim() == 1 else targets, torch.int64)
    count = logs.shape[1]
    prim.check(lengths.shape[0] == count, "RuntimeError", "input_lengths must be of size batch_size")
    prim.check(sizes.shape[0] == count, "RuntimeError", "target_lengths must be of size batch_size")
    for name, each in (("target", sizes), ("input", lengths)):
        if prim.any(each < 0, None, False).item():
            raise RuntimeError(f"Expected {name}_lengths to have value at least 0, but got value {prim.amin(each, None).item()} (while checking arguments for ctc_loss_allocate_outputs)")
    if prim.any(lengths > logs.shape[0], None, False).item():
        raise RuntimeError(f"Expected input_lengths to have value at most {logs.shape[0]}, but got value {prim.amax(lengths, None).item()} (while checking arguments for ctc_loss_allocate_outputs)")
    scores = _ctc_alignments(logs, _label_rows(targets, sizes, count), lengths, blank)
    ends = prim.unsqueeze(sizes * 2, 1)
    label = prim.where(ends > 0, prim.gather(scores, 1, prim.maximum(ends - 1, 0)), -math.inf)
    loss = -prim.squeeze(_log_sum(prim.gather(scores, 1, ends), label), (1,))
    if torch.is_grad_enabled() and log_probs.requires_grad:
        loss = loss + _as_probabilities(logs, lengths)
    loss = prim.keeping(loss, log_probs, given, loss)
    if zero_infinity:
        loss = prim.where(loss == math.inf, 0, loss)
    if prim.is_int(reduction) and reduction == 1:
        return mean(loss / prim.cast(prim.maximum(sizes, 1), loss.dtype))
    return _reduced(prim.squeeze(loss, (0,)) if single else loss, reduction)


@operator("torch.nn.functional.cosine_embedding_loss", autocast="single")
def cosine_embedding_loss(input1, input2, target, margin=0, size_average=None, reduce=None, reduction="mean"):
    """1 - cos where the target is 1, max(0, cos - margin) where it is -1, 0 elsewhere"""
    reduction = _named_reduction(reduction, size_average, reduce)
    rank = target.dim()
    if rank > 1:
        raise RuntimeError("0D or 1D target tensor expected, multi-target not supported")
    if input1.dim() != rank + 1 or input2.dim() != rank + 1:
        raise RuntimeError(f"{rank}D target tensor expects {rank + 1}D input tensors, but found inputs with sizes {list(input1.shape)} and {list(input2.shape)}.")
    dot_product = sum_(input1 * input2, -1)
    squares = (sum_(input1 * input1, -1) + 1e-12) * (sum_(input2 * input2, -1) + 1e-12)
    near = dot_product / prim.sqrt(squares)
    far = prim.where(target == -1, clamp_min(near - margin, 0), 0)
    return _reduced(prim.where(target == 1, 1 - near, far), reduction)


@operator("torch.nn.functional.triplet_margin_loss", autocast="single")
def triplet_margin_loss(anchor, positive, negative, margin=1.0, p=2, eps=1e-06, swap=False, size_average=None, reduce=None, reduction="mean"):
    """max(0, |anchor - positive| - |anchor - negative| + margin)"""
    reduction = _named_reduction(reduction, size_average, reduce)
    prim.check((margin > 0) | (margin != margin), "ValueError", "margin must be greater than 0, got {0}", margin)
    if anchor.dim() != positive.dim() or positive.dim() != negative.dim():
        raise RuntimeError(f"The anchor, positive, and negative tensors are expected to have the same number of dimensions, but got: anchor {anchor.dim()}D, positive {positive.dim()}D, and negative {negative.dim()}D inputs")
    near = pairwise_distance(anchor, positive, p, eps)
    far = pairwise_distance(anchor, negative, p, eps)
    if swap:
        far = prim.minimum(far, pairwise_distance(positive, negative, p, eps))
    return _reduced(clamp_min(near + margin - far, 0), reduction)


@operator("torch.nn.functional.gaussian_nll_loss")
def gaussian_nll_loss(input, target, var, full=False, eps=1e-06, reduction="mean"):
    """Minus the log-likelihood under a normal distribution"""
    if not prim.is_tensor(var):
        prim.check(var >= 0, "ValueError", "var has negative entry/entries")
        var = prim.full((1,) * input.dim(), var, input.dtype)
    else:
        prim.check(not prim.any(var < 0, None).item(), "ValueError", "var has negative entry/entries")
        if var.dim() == input.dim() - 1:
            var = prim.unsqueeze(var, -1)
        elif var.dim() != input.dim():
            raise ValueError("var is of incorrect size")
        same, others = True, 0
        for i in range(input.dim()):
            same = same & (var.shape[i] == input.shape[i])
            others = others + (0 if var.shape[i] == input.shape[i] else var.shape[i])
        prim.check(same | (others == 1), "ValueError", "var is of incorrect size")
    if prim.is_integral(var):
        raise RuntimeError(f"result type Float can't be cast to the desired output type {_type_name(var.dtype)}")
    _check_spelled(reduction)
    _check_fits(eps, var.dtype)
    var = prim.clone(var)
    with torch.no_grad():
        prim.store(var, prim.maximum(var, eps))
    loss = (prim.log(var) + (input - target) * (input - target) / var) * 0.5
    return _reduced(loss + 0.9189385332046727 if full else loss, reduction)


@operator("torch.nn.functional.poisson_nll_loss", autocast="single")
def poisson_nll_loss(input, target, log_input=True, full=False, size_average=None, eps=1e-08, reduce=None, reduction="mean"):
    """Minus the log-likelihood under a Poisson distribution"""
    reduction = _legacy_reduction(reduction, size_average, reduce)
    _check_spelled(reduction)
    loss = prim.exp(input) - target * input if log_input else input - target * prim.log(input + eps)
    if full:
        stirling = target * prim.log(target) - target + prim.log(target * 6.283185307179586) * 0.5
        loss = _into(loss + prim.where(target > 1, stirling, 0.0), loss)
    return _reduced(loss, reduction)


def _reduction(number):
    """The reduction that the functions of `torch` itself take as a number."""
    if not prim.is_int(number) or number < 0 or number > 2:
        raise RuntimeError(f"{number} is not a valid value for reduction")
    return ("none", "mean", "sum")[number]


@operator("torch.kl_div", autocast="single")
def torch_kl_div(input, target, reduction=1, *, log_target=False):
    """target * (log(target) - input)"""
    return kl_div(input, target, reduction=_reduction(reduction), log_target=log_target)


@operator("torch.hinge_embedding_loss", autocast="single")
def torch_hinge_embedding_loss(input, target, margin=1.0, reduction=1):
    """input where the target is 1, max(0, margin - input) where it is -1"""
    return hinge_embedding_loss(input, target, margin, reduction=_reduction(reduction))


@operator("torch.margin_ranking_loss", autocast="single")
def torch_margin_ranking_loss(input1, input2, target, margin=0.0, reduction=1):
    """max(0, -target * (input1 - input2) + margin)"""
    return margin_ranking_loss(input1, input2, target, margin, reduction=_reduction(reduction))


@operator("torch.cosine_embedding_loss", autocast="single")
def torch_cosine_embedding_loss(input1, input2, target, margin=0.0, reduction=1):
    """1 - the cosine where the target is 1, the cosine above the margin where it is -1"""
    return cosine_embedding_loss(input1, input2, target, margin, reduction=_reduction(reduction))


@operator("torch.triplet_margin_loss", autocast="single")
def torch_triplet_margin_loss(anchor, positive, negative, margin=1.0, p=2.0, eps=1e-06, swap=False, reduction=1):
    """max(0, |anchor - positive| - |anchor - negative| + margin)"""
    return triplet_margin_loss(anchor, positive, negative, margin, p, eps, swap, reduction=_reduction(reduction))


@operator("torch.poisson_nll_loss", autocast="single")
def torch_poisson_nll_loss(input, target, log_input, full, eps, reduction):
    """Minus the log-likelihood under a Poisson distribution"""
    return poisson_nll_loss(input, target, log_input, full, eps=eps, reduction=_reduction(reduction))
