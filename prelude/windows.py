"""Sliding windows: what their functions have in common, unfold and fold."""


def _per_dim(value, n):
    """One number per spatial dimension."""
    if not isinstance(value, (tuple, list)):
        return (value,) * n
    if len(value) != 1 and len(value) != n:
        raise RuntimeError(f"expected a single integer value or a list of {n} values, but got {list(value)}")
    return tuple(value) * n if len(value) == 1 else tuple(value)


def _check_windows(kernel, stride, padding, dilation):
    """Windows that have elements, steps that lead on, and no window that lies in the padding alone."""
    for i in range(len(kernel)):
        prim.check(kernel[i] > 0, "RuntimeError", "kernel size should be greater than zero, but got {0}", kernel[i])
        prim.check(stride[i] > 0, "RuntimeError", "stride should not be zero")
        prim.check(dilation[i] > 0, "RuntimeError", "dilation should be greater than zero, but got {0}", dilation[i])
        prim.check(padding[i] >= 0, "RuntimeError", "pad must be non-negative, but got pad: {0}", padding[i])
        prim.check(padding[i] <= ((kernel[i] - 1) * dilation[i] + 1) // 2, "RuntimeError", "pad should be at most half of effective kernel size, but got pad={0}, kernel_size={1} and dilation={2}", padding[i], kernel[i], dilation[i])
        prim.check(padding[i] <= kernel[i] // 2, "RuntimeError", "pad should be smaller than or equal to half of kernel size, but got pad = {0}, kernel size = {1}", padding[i], kernel[i])


def _check_blocks(checks):
    """Of unfold and fold: (name of the argument, what it has to be, its name in short, two numbers, the least of them)."""
    for what, wanted, name, pair, least in checks:
        fits = (pair[0] >= least) & (pair[1] >= least)
        prim.check(fits, "RuntimeError", f"{what} should be {wanted}, but got {name}_height: {{0}} {name}_width: {{1}}", pair[0], pair[1])


def _pooled(input, n, run, formatted=True):
    """Runs a pooling of n spatial dimensions on an input with or without a batch; `formatted`: the
    result lies with its channels last where a batch does."""
    if input.dim() != n + 1 and input.dim() != n + 2:
        raise RuntimeError(f"Expected {n + 1}D or {n + 2}D tensor, but got {list(input.shape)}")
    if input.dim() == n + 1:
        results = run(prim.unsqueeze(input, 0))
        return tuple([prim.squeeze(each, (0,)) for each in results])
    return tuple([prim.in_format_of(each, input) if formatted else each for each in run(input)])


def _check_adaptive(shape, first, name):
    for i in tuple(range(first, len(shape))):
        prim.check(shape[i] > 0, "RuntimeError", f"{name}(): Expected input to have non-zero size for non-batch dimensions, but input has sizes {{0}} with dimension {i} being empty", shape)


def _are_nothing(sizes):
    return any([prim.is_static(each) and each == 0 for each in sizes])


def _nothing_of(input, sizes):
    """No windows of the input: a size in its last dimensions is 0."""
    amounts = [0] * (2 * (input.dim() - len(sizes)))
    for i, each in enumerate(sizes):
        input = narrow(input, i - len(sizes), 0, 0)
        amounts = amounts + [0, each]
    return prim.pad(input, 0, tuple(amounts))


@operator("torch.nn.functional.unfold", "torch._C._nn.im2col", rejects=["C1: torch.nn.functional.unfold(torch.ones(1, 1, 1, 2, 2), 1)"])
def functional_unfold(input, kernel_size, dilation=1, padding=0, stride=1):
    """Windows of images as columns

    - C1: a batch of images, or one.
    """
    for name, each in (("kernel_size", kernel_size), ("dilation", dilation), ("padding", padding), ("stride", stride)):
        if isinstance(each, (tuple, list)) and len(each) != 2:
            raise RuntimeError(f"It is expected {name} equals to 2, but got size {len(each)}")
    kernel, dilation, padding, stride = _per_dim(kernel_size, 2), _per_dim(dilation, 2), _per_dim(padding, 2), _per_dim(stride, 2)
    above = "greater than zero"
    _check_blocks([("kernel size", above, "kernel", kernel, 1), ("dilation", above, "dilation", dilation, 1), ("padding", "non-negative", "pad", padding, 0), ("stride", above, "stride", stride, 1)])
    some = (size(input, 1) > 0) & (size(input, 2) > 0)
    some = some & (input.shape[0 if input.dim() == 3 else -1] > 0) & (input.dim() == 3 or input.dim() == 4)
    prim.check(some, "RuntimeError", "Expected 3D or 4D (batch mode) tensor with possibly 0 batch size and other non-zero dimensions for input, but got: {0}", list(input.shape))
    if prim.is_integral(input) and input.dtype != torch.bool:
        _unimplemented(input, "im2col_out_cpu")
    single = input.dim() == 3
    if single:
        input = prim.unsqueeze(input, 0)
    input = pad(input, (padding[1], padding[1], padding[0], padding[0]))
    parts = prim.unfold(input, 2, dilation[0] * (kernel[0] - 1) + 1, stride[0])
    parts = prim.unfold(parts, 3, dilation[1] * (kernel[1] - 1) + 1, stride[1])[..., :: dilation[0], :: dilation[1]]
    count = parts.shape[2] * parts.shape[3]
    result = prim.reshape(prim.permute(parts, (0, 1, 4, 5, 2, 3)), (input.shape[0], input.shape[1] * kernel[0] * kernel[1], count))
    result = prim.contiguous(result)  # which it is not where windows of one element lie with their channels last
    return prim.squeeze(result, (0,)) if single else result


@operator("torch._C._nn.col2im")
def col2im(input, output_size, kernel_size, dilation, padding, stride):
    """Images in which the columns of unfold are added up"""
    above = "greater than zero"
    _check_blocks([("kernel size", above, "kernel", kernel_size, 1), ("stride", above, "stride", stride, 1), ("dilation", above, "dilation", dilation, 1), ("padding", "non-negative", "pad", padding, 0)])
    single = input.dim() == 2
    if single:
        input = prim.unsqueeze(input, 0)
    sizes, grids = [], []
    for i in range(2):
        sizes.append(output_size[i] + 2 * padding[i])
        steps = (sizes[i] - dilation[i] * (kernel_size[i] - 1) - 1) // stride[i] + 1
        inner = prim.unsqueeze(prim.arange(0, 1, kernel_size[i], torch.int64) * dilation[i], 1)
        grids.append(inner + prim.arange(0, 1, steps, torch.int64) * stride[i])
    if prim.is_integral(input) and input.dtype != torch.bool:
        _unimplemented(input, "col2im_out_cpu")
    window = kernel_size[0] * kernel_size[1]
    if input.shape[1] % window != 0:
        raise RuntimeError(f"Expected size of input's dimension 1 to be divisible by the product of kernel_size, but got input.size(1)={input.shape[1]} and kernel_size=({kernel_size[0]}, {kernel_size[1]}).")
    blocks = grids[0].shape[1] * grids[1].shape[1]
    if input.shape[2] != blocks:
        raise RuntimeError(f"Given output_size=({output_size[0]}, {output_size[1]}), kernel_size=({kernel_size[0]}, {kernel_size[1]}), dilation=({dilation[0]}, {dilation[1]}), padding=({padding[0]}, {padding[1]}), stride=({stride[0]}, {stride[1]}), expected size of input's dimension 2 to match the calculated number of sliding blocks {grids[0].shape[1]} * {grids[1].shape[1]} = {blocks}, but got input.size(2)={input.shape[2]}.")
    rows = prim.reshape(grids[0], (kernel_size[0], 1, -1, 1)) * sizes[1]
    places = prim.reshape(rows + prim.reshape(grids[1], (1, kernel_size[1], 1, -1)), (-1,))
    lead = (input.shape[0], input.shape[1] // window)
    image = prim.full(lead + (sizes[0] * sizes[1],), 0, input.dtype)
    image = prim.index_add(image, 2, places, prim.reshape(input, lead + (window * blocks,)))
    image = prim.reshape(image, lead + tuple(sizes))[:, :, padding[0] : padding[0] + output_size[0], padding[1] : padding[1] + output_size[1]]
    return prim.squeeze(image, (0,)) if single else prim.clone(image)
