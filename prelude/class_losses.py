"""Losses of scores and log-probabilities of classes."""


def _check_class_weights(weight, classes, name=""):
    """One for each class."""
    if weight is None:
        return
    fits = weight.dim() == 1 and weight.shape[0] == classes
    prim.check(fits, "RuntimeError", name + "weight tensor should be defined either for all {0} classes or no classes but got weight tensor of shape: {1}", classes, list(weight.shape))


def _check_targets(index, classes):
    index = prim.vmap_whole(index)
    outside = (index < 0) | (index >= classes)
    if prim.any(outside, None, False).item():
        raise IndexError(f"Target {prim.amax(prim.where(outside, index, -9223372036854775808), None).item()} is out of bounds.")


def _check_spatial_target(input, target):
    """A class for each place of the batch."""
    if input.dim() == 4 and target.dim() != 3:
        raise RuntimeError(f"only batches of spatial targets supported (3D tensors) but got targets of dimension: {target.dim()}")
    wanted = [input.shape[0], *input.shape[2:]]
    alike = target.dim() == len(wanted)
    for i in range(len(wanted) if alike else 0):
        alike = alike & (target.shape[i] == wanted[i])
    if input.dim() == 4:
        prim.check(alike, "RuntimeError", "size mismatch (got input: {0} , target: {1}", list(input.shape), list(target.shape))
    else:
        prim.check(alike, "RuntimeError", "Expected target size {0}, got {1}", wanted, list(target.shape))


@operator("torch.nn.functional.nll_loss", autocast="single")
def nll_loss(input, target, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction="mean"):
    """Minus the log-probability of the target class"""
    reduction = _legacy_reduction(reduction, size_average, reduce)
    _check_reduction(reduction)
    prim.check_arguments("torch._C._nn.nll_loss_nd", input, target, weight, 1, ignore_index)
    _without_gradient(weight, "weight", "nll_loss_forward" if input.dim() <= 2 else "nll_loss2d_forward")
    if input.dim() == 0:
        raise ValueError("Expected 1 or more dimensions (got 0)")
    if input.dim() == 1 and target.dim() == 1:
        prim.check(target.shape[0] == 1, "ValueError", "For 1D input, 1D target must have size 1, but got target size: {0}", target.shape[0])
        target = prim.reshape(target, ())
    if input.dim() > 1:
        count = target.shape[0] if target.dim() > 0 else 0
        prim.check(input.shape[0] == count, "ValueError", "Expected input batch_size ({0}) to match target batch_size ({1}).", input.shape[0], count)
    classes = 0 if input.dim() == 1 else 1
    if input.dim() > 2:
        _check_spatial_target(input, target)
    if input.dim() == 2 and target.dim() > 1:
        raise RuntimeError("0D or 1D target tensor expected, multi-target not supported")
    _floats_only(input, "nll_loss_out_frame")
    if target.dtype != torch.int64 and target.dtype != torch.uint8:
        raise RuntimeError(f"expected target dtype to be Long or Byte, but got {prim.class_name(target)}")
    _check_class_weights(weight, input.shape[classes])
    if weight is not None and weight.dtype != input.dtype:
        raise RuntimeError(f"expected scalar type {prim.class_name(input)} but found {prim.class_name(weight)}")
    chosen = target != ignore_index
    index = prim.where(chosen, target, 0)
    _check_targets(index, input.shape[classes])
    loss = -prim.squeeze(prim.gather(input, classes, prim.unsqueeze(index, classes)), (classes,))
    factor = prim.cast(chosen, input.dtype)
    if weight is not None:
        factor = factor * prim.index_select(weight, 0, index)
    loss = prim.where(chosen, loss * factor, 0.0)
    if reduction == "none":
        result = prim.in_order(loss)
    else:
        result = _total(loss, chosen)
        if reduction == "mean":
            result = result / (_total(factor, chosen) if weight is not None else prim.sum(factor, None, False))
    result = prim.keeping(_backward_takes(result, input), target, weight)
    named = {1: "NllLossBackward0", 2: "NllLossBackward0", 4: "NllLoss2DBackward0"}
    return prim.named(result, named[input.dim()]) if input.dim() in named else result


def _total(loss, chosen):
    """The sum over all that are chosen; of half precision with the roundings that eager has on the way."""
    if loss.dtype != torch.float16 and loss.dtype != torch.bfloat16:
        return prim.sum(loss, None, False)
    return _cascaded(prim.reshape(loss, (-1,)), prim.reshape(chosen, (-1,)))


@operator(gradient="cascaded_gradient")
def _cascaded(self: Tensor, chosen):
    return prim.squeeze(prim.cascade_sum(self, chosen, 0), (0,))


def _check_probabilities(input, target):
    """A target of the rank of the input has its sizes; eager takes others for classes, of which it has something to say."""
    rank = input.dim()
    alike = True
    for i in range(rank):
        alike = alike & (input.shape[i] == target.shape[i])
    if rank == 1:
        prim.check(alike, "RuntimeError", "expected target dtype to be Long or Byte, but got {0}", prim.class_name(target))
        return
    prim.check(input.shape[0] == target.shape[0], "ValueError", "Expected input batch_size ({0}) to match target batch_size ({1}).", input.shape[0], target.shape[0])
    if rank == 2:
        prim.check(alike, "RuntimeError", "0D or 1D target tensor expected, multi-target not supported")
    elif rank == 4:
        prim.check(alike, "RuntimeError", "only batches of spatial targets supported (3D tensors) but got targets of dimension: 4")
    else:
        prim.check(alike, "RuntimeError", "Expected target size {0}, got {1}", [input.shape[0], *input.shape[2:]], list(target.shape))


@operator("torch.nn.functional.cross_entropy", autocast="single")
def cross_entropy(input, target, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction="mean", label_smoothing=0.0):
    """Minus the log-softmax of the target class, or of target probabilities"""
    reduction = _legacy_reduction(reduction, size_average, reduce)
    _check_reduction(reduction)
    prim.check_arguments("torch._C._nn.cross_entropy_loss", input, target, weight, 1, ignore_index, label_smoothing)
    if input.dim() == 0:
        raise IndexError("Dimension specified as 1 but tensor has no dimensions")
    classes = 0 if input.dim() == 1 else 1
    if target.dim() == input.dim() and not prim.is_floating(target) and input.shape == target.shape:
        raise RuntimeError(f"Expected floating point type for target with class probabilities, got {prim.class_name(target)}")
    logs = log_softmax(input, classes)
    if target.dim() == input.dim() and (input.dim() == 2 or prim.is_floating(target)):
        _check_probabilities(input, target)
    if target.dim() == input.dim() and prim.is_floating(target):
        if label_smoothing > 1.0:
            raise RuntimeError(f"label_smoothing must be between 0.0 and 1.0. Got: {label_smoothing:g}")
        prim.check(ignore_index < 0, "RuntimeError", "ignore_index is not supported for floating point target")
        _check_class_weights(weight, input.shape[classes], "cross_entropy: ")
        if label_smoothing > 0.0:
            target = target * (1 - label_smoothing) + label_smoothing / input.shape[classes]
        loss = -logs * target
        if weight is not None:
            loss = loss * (_per_channel(weight, input.dim()) if input.dim() > 1 else weight)
        loss = sum_(loss, classes)
        if reduction == "mean":
            classified = input.numel() // max(input.shape[classes], 1)
            return sum_(loss) / classified
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


def _check_classes(input):
    """A row of scores or a batch of rows, which may be empty where its rows are not."""
    fits = input.dim() < 2 if input.dim() != 2 else True
    if input.dim() > 0:
        fits = fits & (input.shape[-1] > 0)
    prim.check(fits, "RuntimeError", "Expected non-empty vector or matrix with optional 0-dim batch size, but got: {0}", list(input.shape))


@operator("torch._C._nn.multi_margin_loss", autocast="single")
def multi_margin_loss(input, target, p=1, margin=1.0, weight=None, reduction=1):
    """The mean over classes of max(0, margin - input of the target + input)^p, the target's own left out"""
    _without_gradient(weight, "weight", "multi_margin_loss")
    _check_classes(input)
    single = input.dim() < 2
    rows = prim.reshape(input, (1, -1)) if single else input
    count = rows.shape[0]
    prim.check((target.dim() <= 1) & (target.numel() == count), "RuntimeError", "multi_margin_loss: target tensor should be 1-D with size equal to the number of input samples (batch size). Expected target size [{0}], but got {1}. Input has shape {2}.", count, list(target.shape), list(input.shape))
    if weight is not None:
        prim.check((weight.dim() <= 1) & (weight.numel() == rows.shape[1]), "RuntimeError", "inconsistent weight size, expected {0} but got {1}", rows.shape[1], list(weight.shape))
    _single_or_double(input, "multi_margin_loss_cpu_kernel")
    if target.dtype != torch.int64:
        raise RuntimeError(f"expected scalar type Long but found {prim.class_name(target)}")
    index = prim.reshape(target, (-1, 1))
    if prim.any((index < 0) | (index >= rows.shape[1]), None, False).item():
        raise RuntimeError("target out of range")
    above = margin - prim.gather(rows, 1, index) + rows
    loss = prim.where(above > 0, above, 0)  # what is no number is not above
    loss = prim.where(prim.arange(0, 1, rows.shape[1], torch.int64) == index, 0, loss * loss if p == 2 else loss)
    if weight is not None:
        loss = loss * prim.index_select(weight, 0, index[:, 0]).unsqueeze(1)
    loss = prim.sum(loss, (1,), False) / rows.shape[1]
    return prim.keeping(_reduced(prim.reshape(loss, ()) if single else loss, reduction), input)


def _check_multiple_targets(labels, classes):
    """Numbers of classes, or -1."""
    labels = prim.vmap_whole(labels)
    if prim.any((labels < -1) | (labels >= classes), None, False).item():
        raise RuntimeError("argument #2 'target' is out of range")
    if labels.dtype != torch.int64:
        raise RuntimeError(f"expected scalar type Long but found {prim.class_name(labels)}")


@operator("torch._C._nn.multilabel_margin_loss", autocast="refused")
def multilabel_margin_loss(input, target, reduction=1):
    """The mean over classes of max(0, 1 - input of a target + input of no target), targets up to the first -1"""
    _check_classes(input)
    single = input.dim() < 2
    rows = prim.reshape(input, (1, -1)) if single else input
    fits = target.dim() == input.dim() if input.dim() == 2 else target.dim() <= 1
    for i in range(input.dim() if fits and input.dim() == target.dim() else 0):
        fits = fits & (target.shape[i] == input.shape[i])
    prim.check(fits, "RuntimeError", "inconsistent target size: {0} for input of size: {1}", list(target.shape), list(input.shape))
    _single_or_double(input, "multilabel_margin_loss_forward_out_frame")
    labels = prim.reshape(target, rows.shape)
    _check_multiple_targets(labels, rows.shape[1])
    listed = prim.scan(prim.cast(labels < 0, torch.int64), 1, 0) == 0
    index = prim.where(listed, labels, 0)
    classes = prim.scatter(prim.full(rows.shape, 0, torch.int64), 1, index, prim.cast(listed, torch.int64), 3)
    above = 1 - prim.unsqueeze(prim.gather(rows, 1, index), 2) + prim.unsqueeze(rows, 1)
    away = prim.where(above > 0, above, 0)  # what is no number is not above
    counted = prim.unsqueeze(listed, 2) & prim.unsqueeze(classes == 0, 1)
    loss = prim.sum(prim.where(counted, away, 0), (1, 2), False) / rows.shape[1]
    return prim.keeping(_reduced(prim.reshape(loss, ()) if single else loss, reduction), input, target)
