"""Numbers at equal distances, and their powers."""


@operator("torch.arange", out="numbers", examples=["torch.arange(3) == torch.tensor([0, 1, 2])", "torch.arange(0., 1., 0.5) == torch.tensor([0., 0.5])"])
def arange(start=None, end=None, step=1, *, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False):
    """Numbers from start to end, end excluded, by step"""
    prim.check_device(device)
    if end is None:
        start, end = None, start
    if end is None:
        raise TypeError("arange() missing 1 required positional argument: 'end'")
    if dtype == torch.bool:
        raise NotImplementedError("\"arange_cpu\" not implemented for 'Bool'")
    if dtype is not None and dtype.is_complex:
        raise NotImplementedError(f"\"arange_cpu\" not implemented for '{'ComplexDouble' if dtype == torch.complex128 else 'ComplexFloat'}'")
    start = 0 if start is None else start
    start = start.item() if prim.is_tensor(start) else start
    end = end.item() if prim.is_tensor(end) else end
    step = step.item() if prim.is_tensor(step) else step
    if dtype == torch.int64:
        for each in (start, end, step):
            _check_fits(each, dtype)
        start, end, step = int(start), int(end), int(step)
    if prim.is_int(start) and prim.is_int(end) and prim.is_int(step):
        if step == 0:
            raise RuntimeError("step must be nonzero")
        if prim.is_static(step) and step == 1:
            length = end - start
        elif step > 0:
            length = (end - start + step - 1) // step
        else:
            length = (start - end - step - 1) // -step
        prim.check(end >= start if step > 0 else end <= start, "RuntimeError", "upper bound and lower bound inconsistent with step sign")
        return _finish(prim.arange(start, step, length, torch.int64 if dtype is None else dtype), requires_grad)
    prim.check((step < 0) | (step > 0), "RuntimeError", "step must be nonzero")
    prim.check(math.isfinite(start) & math.isfinite(end), "RuntimeError", "unsupported range: {0} -> {1}", start, end)
    prim.check((end - start) * step >= 0, "RuntimeError", "upper bound and lower bound inconsistent with step sign")
    count = (end - start) / step
    prim.check(count < 2.0 ** 63, "RuntimeError", "invalid size, possible overflow?")
    length = math.ceil(count)
    if dtype is None:
        dtype = prim.default_dtype()
    elif not dtype.is_floating_point and not dtype.is_complex:
        start, step = int(start), int(step)
    return _finish(prim.arange(float(start), float(step), length, dtype), requires_grad)


@operator("torch.linspace", out="numbers")
def linspace(start, end, steps, *, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False):
    """Points from start to end, both included, at equal distances"""
    dtype = prim.default_dtype() if dtype is None else dtype
    _check_ends(start, end, steps, "linspace")
    start, end = _bounds(start, end, steps, dtype)
    return _finish(prim.linspace(start, end, steps, dtype), requires_grad)


def _check_ends(start, end, steps, name):
    ranks = [each.dim() if prim.is_tensor(each) else 0 for each in (start, end)]
    if ranks != [0, 0]:
        dims = " and ".join([f"{word} with {rank} dimension(s)" for word, each, rank in (("start", start, ranks[0]), ("end", end, ranks[1])) if prim.is_tensor(each)])
        raise RuntimeError(f"{name} only supports 0-dimensional start and end tensors, but got {dims}.")
    prim.check(steps >= 0, "RuntimeError", "number of steps must be non-negative")


def _bounds(start, end, steps, dtype):
    """Numbers as floats; for a dtype of integers without their fractions."""
    start = start.item() if prim.is_tensor(start) else start
    end = end.item() if prim.is_tensor(end) else end
    for each, fewest in ((start, 1), (end, 2)):
        if steps >= fewest:
            _check_fits(each, dtype, single=steps == 1)
    if not dtype.is_floating_point and not dtype.is_complex:
        start, end = int(start), int(end)
    if dtype == torch.uint8:
        start, end = start % 256, end % 256
    return float(start), float(end)


def _half_steps(start, end, steps, dtype):
    """Floats between rounded ends, whose difference is rounded too, counted from the nearer end."""
    low, high = prim.full((), start, dtype), prim.full((), end, dtype)
    step = prim.cast(high - low, torch.float32) / max(steps - 1, 1)
    count = prim.cast(prim.arange(0, 1, steps, torch.int64), torch.float32)
    return prim.where(count < max(steps // 2, 1), low + step * count, high - step * ((steps - 1) - count))


@operator("torch.logspace", out="numbers")
def logspace(start, end, steps, base=10.0, *, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False):
    """Powers of the base at equally spaced exponents"""
    dtype = prim.default_dtype() if dtype is None else dtype
    _check_ends(start, end, steps, "logspace")
    if steps == 1:  # a number, whose exponent is not rounded
        only = prim.pow(base, prim.full((1,), start, torch.complex128 if dtype.is_complex else torch.float64))
        _check_fits(only, dtype, single=True)
        return _finish(prim.cast(only, dtype), requires_grad)
    start, end = _bounds(start, end, steps, dtype)
    wide = dtype if dtype == torch.float32 or dtype.is_complex else torch.float64
    if _is_half_dtype(dtype):
        exponents = prim.cast(_half_steps(start, end, steps, dtype), torch.float64)
        return _finish(prim.cast(prim.pow(base, exponents), dtype), requires_grad)
    return _finish(prim.cast(prim.pow(base, prim.linspace(start, end, steps, wide)), dtype), requires_grad)
