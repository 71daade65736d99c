"""Convolution, pooling, sliding windows."""


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


def _is_even(number):
    """Whether it is certainly even."""
    return prim.is_static(number) and number % 2 == 0


def _check_extra(extra, stride, dilation):
    """What is added on one side of a transposed convolution is less than a step."""
    fits = True
    for i in range(len(extra)):
        fits = fits & ((extra[i] < stride[i]) | (extra[i] < dilation[i]))
    names = ("depth", "height", "width")[-max(len(extra), 2) :]
    values = []
    text = ""
    for word, each, least in (("output_padding", extra, 0), ("stride", stride, 1), ("dilation", dilation, 1)):
        for name, value in zip(names, (least,) * (len(names) - len(extra)) + tuple(each)):
            text += f" {word}_{name}: {{{len(values)}}}"
            values.append(value)
    prim.check(fits, "RuntimeError", "output padding must be smaller than either stride or dilation, but got" + text, *values)


def _check_blocks(checks):
    """Of unfold and fold: (name of the argument, what it has to be, its name in short, two numbers, the least of them)."""
    for what, wanted, name, pair, least in checks:
        fits = (pair[0] >= least) & (pair[1] >= least)
        prim.check(fits, "RuntimeError", f"{what} should be {wanted}, but got {name}_height: {{0}} {name}_width: {{1}}", pair[0], pair[1])


def _check_convolution(input, weight, bias, groups, transposed):
    """What a kernel takes for granted of its channels and windows."""
    shape = list(weight.shape)
    prim.check(shape[0] >= groups, "RuntimeError", "Given groups={0}, expected weight to be at least {0} at dimension 0, but got weight of size {1} instead", groups, shape)
    prim.check(shape[0] % groups == 0, "RuntimeError", "Given groups={0}, expected weight to be divisible by {0} at dimension 0, but got weight of size [{1}] instead", groups, shape)
    channels, results = (shape[0], shape[1] * groups) if transposed else (shape[1] * groups, shape[0])
    given = "Given transposed=1" if transposed else "Given groups={0}"
    prim.check(input.shape[1] == channels, "RuntimeError", given + ", weight of size {1}, expected input{2} to have {3} channels, but got {4} channels instead", groups, shape, list(input.shape), channels, input.shape[1])
    if bias is not None:
        fits = bias.dim() == 1 and bias.shape[0] == results
        given = "Given transposed=1, weight of" if transposed else "Given weight of"
        prim.check(fits, "RuntimeError", given + " size {0}, expected bias to be 1-dimensional with {1} elements, but got bias of size {2} instead", shape, results, list(bias.shape))


def _check_weights(weight, transposed):
    """Windows that have elements."""
    size = (1,) * (4 - weight.dim()) + tuple(weight.shape[2:])
    fits = True
    for each in size:
        fits = fits & (each > 0)
    if transposed and weight.dim() == 5:
        prim.check(fits, "RuntimeError", "non-empty 5D (n_output_plane x n_input_plane x kernel_depth x kernel_height x kernel_width) tensor expected for weight, but got: {0}", list(weight.shape))
    names = ": {0} x {1} x {2} (TxHxW)" if weight.dim() == 5 else " kernel_height: {0} kernel_width: {1}"
    prim.check(fits, "RuntimeError", "kernel size should be greater than zero, but got" + names, *size)


def _convolve(input, weight, bias, stride, padding, dilation, transposed, output_padding, groups, n):
    if weight.dim() != n + 2 and weight.dim() > 2 or input.dim() != n + 1 and input.dim() != n + 2:
        wanted = f"{weight.dim()}-dimensional input for {weight.dim()}-dimensional weight{list(weight.shape)}" if weight.dim() != n + 2 else f"{n + 1}D (unbatched) or {n + 2}D (batched) input to conv{'_transpose' if transposed else ''}{n}d"
        raise RuntimeError(f"Expected {wanted}, but got {input.dim()}-dimensional input of size {list(input.shape)} instead" if weight.dim() != n + 2 else f"Expected {wanted}, but got input of size: {list(input.shape)}")
    if weight.dim() < 3:
        raise RuntimeError("weight should have at least three dimensions")
    single = input.dim() == n + 1
    if single:
        input = prim.unsqueeze(input, 0)
    if input.dtype != weight.dtype:
        if input.dtype == torch.bool and (transposed or bias is None or bias.dtype == torch.bool):
            _unimplemented(input, f"slow_conv_transpose{n}d_out_cpu" if transposed else "compute_columns3d" if n == 3 else "slow_conv2d_cpu")
        if prim.is_floating(input) and input.itemsize == 2:
            kinds = ["CPUBFloat16Type" if each.dtype == torch.bfloat16 else f"torch.{prim.class_name(each)}Tensor" for each in (input, weight)]
            raise RuntimeError(f"Input type ({kinds[0]}) and weight type ({kinds[1]}) should be the same or input should be a MKLDNN tensor and weight is a dense tensor")
        if bias is None or bias.dtype == input.dtype:
            raise RuntimeError(f"expected scalar type {prim.class_name(input)} but found {prim.class_name(weight)}")
    if bias is not None and bias.dtype != input.dtype:
        if transposed or _is_half(input):  # of which eager has kernels that convert it
            prim.refuse(f"torch.conv{'_transpose' if transposed else ''}{n}d", "a bias of another dtype than the input")
        raise RuntimeError(f"Input type ({_type_name(input.dtype)}) and bias type ({_type_name(bias.dtype)}) should be the same")
    stride = _per_dim(stride, n)
    dilation = _per_dim(dilation, n)
    extra = _per_dim(output_padding, n)
    prim.check(groups > 0, "RuntimeError", "non-positive groups is not supported")
    for i in range(n):
        prim.check(stride[i] > 0, "RuntimeError", "non-positive stride is not supported")
        prim.check(dilation[i] > 0, "RuntimeError", "dilation should be greater than zero")
        prim.check(extra[i] >= 0, "RuntimeError", "negative output_padding is not supported")
    if isinstance(padding, str):
        if padding == "valid":
            padding = (0,) * n
        elif padding != "same":
            raise RuntimeError(f"Invalid padding string: '{padding}'")
        else:
            for each in stride:
                prim.check(each == 1, "RuntimeError", "padding='same' is not supported for strided convolutions")
            totals = [dilation[i] * (weight.shape[2 + i] - 1) for i in range(n)]
            padding = tuple([total // 2 for total in totals])
            if not all([_is_even(dilation[i]) or _is_even(totals[i]) for i in range(n)]):
                after = []
                for total in totals:
                    after = [0, total - total // 2 * 2] + after
                input = pad(input, tuple(after))
    padding = _per_dim(padding, n)
    for each in padding:
        prim.check(each >= 0, "RuntimeError", "negative padding is not supported")
    _check_convolution(input, weight, bias, groups, transposed)
    if transposed:
        _check_extra(extra, stride, dilation)
    _check_weights(weight, transposed)
    geometry = [1 if transposed else 0, groups]
    for i in range(n):
        geometry += [stride[i], padding[i], dilation[i], extra[i]]
    result = prim.conv(input, weight, bias, tuple(geometry))
    if n < 3 or input.dtype != torch.float64:
        result = prim.in_format_of(prim.in_format_of(result, input), weight)
    return prim.squeeze(result, (0,)) if single else prim.named(result, "ConvolutionBackward0")


@operator("torch.conv1d", autocast="lower")
def conv1d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    """Convolution over one dimension"""
    return _convolve(input, weight, bias, stride, padding, dilation, False, 0, groups, 1)


@operator("torch.conv_tbc", autocast="lower")
def conv_tbc(self, weight, bias, pad=0):
    """Convolution over time, of (time, batch, channels) with (window, channels, results)"""
    made = conv1d(self.permute(1, 2, 0), weight.permute(2, 1, 0), bias, 1, pad)
    return made.permute(2, 0, 1).contiguous()


@operator("torch.conv2d", autocast="lower")
def conv2d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    """Convolution over two dimensions"""
    return _convolve(input, weight, bias, stride, padding, dilation, False, 0, groups, 2)


@operator("torch.conv3d", autocast="lower")
def conv3d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    """Convolution over three dimensions"""
    return _convolve(input, weight, bias, stride, padding, dilation, False, 0, groups, 3)


@operator("torch.conv_transpose1d", autocast="lower")
def conv_transpose1d(input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1):
    """Transposed convolution over one dimension"""
    return _convolve(input, weight, bias, stride, padding, dilation, True, output_padding, groups, 1)


@operator("torch.conv_transpose2d", autocast="lower")
def conv_transpose2d(input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1):
    """Transposed convolution over two dimensions"""
    return _convolve(input, weight, bias, stride, padding, dilation, True, output_padding, groups, 2)


@operator("torch.conv_transpose3d", autocast="lower")
def conv_transpose3d(input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1):
    """Transposed convolution over three dimensions"""
    return _convolve(input, weight, bias, stride, padding, dilation, True, output_padding, groups, 3)


def _pooled(input, n, run, formatted=True):
    """Runs a pooling of n spatial dimensions on an input with or without a batch; `formatted`: the
    result lies with its channels last where a batch does."""
    if input.dim() != n + 1 and input.dim() != n + 2:
        raise RuntimeError(f"Expected {n + 1}D or {n + 2}D tensor, but got {list(input.shape)}")
    if input.dim() == n + 1:
        results = run(prim.unsqueeze(input, 0))
        return tuple([prim.squeeze(each, (0,)) for each in results])
    return tuple([prim.in_format_of(each, input) if formatted else each for each in run(input)])


def _check_maximal(input, n):
    """A maximum is of something: only the batch may be empty."""
    whole = input.dim() == n + 1 or input.dim() == n + 2
    first = input.dim() - n - 1
    if n == 3 and whole:
        for i in range(first, input.dim()):
            prim.check(input.shape[i] > 0, "RuntimeError", "max_pool3d_with_indices_out_cpu_template(): Expected input's non-batch dimensions to have positive length, but input has a shape of {0} and non-batch dimension {1} has length zero!", list(input.shape), i)
    elif n == 2 and not whole:
        raise RuntimeError("non-empty 3D or 4D (batch mode) tensor expected for input")
    elif n != 3:
        for i in range(first, input.dim() if whole else first):
            whole = whole & (input.shape[i] > 0)
        prim.check(whole, "RuntimeError", "{0}Expected {1}D or {2}D (batch mode) tensor with optional 0 dim batch size for input, but got:{3}", "max_pool1d: " if n == 1 else "", n + 1, n + 2, list(input.shape))


def _check_averaged(input, n):
    """A mean is of something: only the batch may be empty. Of one dimension, eager takes rows of images."""
    if input.dim() != n + 1 and input.dim() != n + 2:
        return
    shape = list(input.shape) if n > 1 else [*input.shape[:-1], 1, input.shape[-1]]
    filled = True
    for each in shape[input.dim() - n - 1 :]:
        filled = (each > 0) & filled
    if n == 3:
        prim.check(filled, "RuntimeError", "avg_pool3d(): Expected input's non-batch dimensions to have positive length, but input has a shape of {0} and non-batch dimension 0 has length zero!", shape)
    prim.check(filled, "RuntimeError", "Expected 3D or 4D (batch mode) tensor with optional 0 dim batch size for input, but got:{0}", shape)


def _check_adaptive(shape, first, name):
    for i in tuple(range(first, len(shape))):
        prim.check(shape[i] > 0, "RuntimeError", f"{name}(): Expected input to have non-zero size for non-batch dimensions, but input has sizes {{0}} with dimension {i} being empty", shape)


def _max_pool(input, kernel_size, stride, padding, dilation, ceil_mode, n, return_indices):
    _check_maximal(input, n)
    kernel = _per_dim(kernel_size, n)
    if stride is None or isinstance(stride, (tuple, list)) and len(stride) == 0:
        stride = kernel
    stride = _per_dim(stride, n)
    padding = _per_dim(padding, n)
    dilation = _per_dim(dilation, n)
    _check_windows(kernel, stride, padding, dilation)
    geometry = [1 if ceil_mode else 0]
    for i in range(n):
        geometry += [kernel[i], stride[i], padding[i], dilation[i]]
    if n == 1 and not return_indices:
        _floats_only(input, "max_pool1d_impl")
    _no_bool(input, f"max_pool{max(n, 2)}d")
    _no_complex(input, f"max_pool{max(n, 2)}d")
    if return_indices:
        return _pooled(input, n, lambda x: prim.max_pool(x, tuple(geometry)))
    return _pooled(input, n, lambda x: (prim.max_pool_values(x, tuple(geometry)),))[0]


@operator("torch.nn.functional.max_pool1d", "torch.nn.functional._max_pool1d")
def functional_max_pool1d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
    """Largest element of each window, over one dimension"""
    return _max_pool(input, kernel_size, stride, padding, dilation, ceil_mode, 1, return_indices)


@operator("torch.nn.functional.max_pool2d", "torch.nn.functional._max_pool2d")
def functional_max_pool2d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
    """Largest element of each window, over two dimensions"""
    return _max_pool(input, kernel_size, stride, padding, dilation, ceil_mode, 2, return_indices)


@operator("torch.nn.functional.max_pool3d", "torch.nn.functional._max_pool3d", autocast="single")
def functional_max_pool3d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
    """Largest element of each window, over three dimensions"""
    return _max_pool(input, kernel_size, stride, padding, dilation, ceil_mode, 3, return_indices)


@operator("torch.max_pool1d")
def max_pool1d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False):
    """Largest element of each window, over one dimension"""
    return _max_pool(input, kernel_size, stride, padding, dilation, ceil_mode, 1, False)


@operator("torch.max_pool2d")
def max_pool2d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False):
    """Largest element of each window, over two dimensions"""
    return _max_pool(input, kernel_size, stride, padding, dilation, ceil_mode, 2, False)


@operator("torch.max_pool3d", autocast="single")
def max_pool3d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False):
    """Largest element of each window, over three dimensions"""
    return _max_pool(input, kernel_size, stride, padding, dilation, ceil_mode, 3, False)


def _check_lines(input, name):
    """A line of each channel, with or without a batch."""
    if input.dim() != 2 and input.dim() != 3:
        raise RuntimeError(f"Expected 2 to 3 dimensions, but got {input.dim()}-dimensional tensor for argument #1 'self' (while checking arguments for {name})")


def _check_averages(input, n):
    """Dtypes that eager averages over windows of n dimensions."""
    name = "avg_pool3d_out_frame" if n == 3 else "avg_pool2d"
    if n == 3 and (input.dtype == torch.float16 or input.dtype == torch.bfloat16):
        _unimplemented(input, name)
    if input.dtype != torch.int64:
        _floats_only(input, name)


def _avg_pool(input, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override, n):
    kernel = _per_dim(kernel_size, n)
    stride = kernel if stride is None or isinstance(stride, (tuple, list)) and len(stride) == 0 else _per_dim(stride, n)
    padding = _per_dim(padding, n)
    _check_windows(kernel, stride, padding, (1,) * n)
    _check_averaged(input, n)
    if divisor_override is not None:
        prim.check(divisor_override != 0, "RuntimeError", "divisor must be not zero")
    geometry = [1 if ceil_mode else 0, 1 if count_include_pad else 0, 0 if divisor_override is None else divisor_override]
    for i in range(n):
        geometry += [kernel[i], stride[i], padding[i]]
    _check_averages(input, n)
    return _pooled(input, n, lambda x: (prim.avg_pool(x, tuple(geometry)),), n < 3)[0]


@operator("torch.nn.functional.avg_pool1d", "torch.avg_pool1d")
def avg_pool1d(input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True):
    """Mean of each window, over one dimension"""
    _check_lines(input, "avg_pool1d")
    result = _avg_pool(input, kernel_size, stride, padding, ceil_mode, count_include_pad, None, 1)
    # In eager it is a pooling of images of one row, which may lie with their channels last.
    return prim.squeeze(prim.in_format_of(prim.unsqueeze(result, -2), prim.unsqueeze(input, -2)), (-2,))


@operator("torch.nn.functional.avg_pool2d", "torch._C._nn.avg_pool2d", out="expected")
def avg_pool2d(input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True, divisor_override=None):
    """Mean of each window, over two dimensions"""
    for dim in (-3, -2, -1):
        size(input, dim)
    if input.dim() > 4:
        raise RuntimeError(f"Expected 3D or 4D (batch mode) tensor with optional 0 dim batch size for input, but got:{list(input.shape)}")
    return _avg_pool(input, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override, 2)


@operator("torch.nn.functional.avg_pool3d", "torch._C._nn.avg_pool3d", autocast="single", out="expected")
def avg_pool3d(input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True, divisor_override=None):
    """Mean of each window, over three dimensions"""
    return _avg_pool(input, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override, 3)


def _are_nothing(sizes):
    return any([prim.is_static(each) and each == 0 for each in sizes])


def _nothing_of(input, sizes):
    """No windows of the input: a size in its last dimensions is 0."""
    amounts = []
    for i, each in enumerate(sizes):
        input = narrow(input, i - len(sizes), 0, 0)
        amounts = [0, each] + amounts
    return constant_pad_nd(input, amounts)


def _adaptive(input, output_size, n):
    output_size = _per_dim(output_size, n)
    if n > 1 and input.dim() not in (n + 1, n + 2) and all([prim.is_static(each) and each == 1 for each in output_size]):
        return mean(input, tuple(range(-n, 0)), True)
    if input.dim() != n + 1 and input.dim() != n + 2:
        raise RuntimeError(f"Expected {n + 1}D or {n + 2}D tensor, but got {list(input.shape)}")
    sizes = tuple([input.shape[i - n] if output_size[i] is None else output_size[i] for i in range(n)])
    for each in sizes:
        prim.check(each >= 0, "RuntimeError", "elements of output_size must be greater than or equal to 0 but received {0}", sizes)
    if _are_nothing(sizes):
        if n == 3:
            _floats_only(input, "adaptive_avg_pool3d_cpu")
        return _nothing_of(input, sizes)
    is_mean = all([prim.is_static(each) and each == 1 for each in sizes])  # of nothing as well
    if not is_mean:
        shape = list(input.shape) if n > 1 else [*input.shape[:-1], 1, input.shape[-1]]
        _check_adaptive(shape, 1 if n == 3 else len(shape) - 2, f"adaptive_avg_pool{max(n, 2)}d")
    if prim.is_integral(input) or prim.is_complex(input):
        if all([each == 1 for each in sizes]):
            mean(input)  # of integers raises
        else:
            _floats_only(input, "adaptive_avg_pool3d_cpu" if n == 3 else "adaptive_avg_pool2d")
    result = _pooled(input, n, lambda x: (prim.adaptive_avg_pool(x, sizes),), n < 3)[0]
    return result if is_mean else _backward_takes(result, input)


@operator("torch.nn.functional.adaptive_avg_pool1d", "torch.adaptive_avg_pool1d")
def adaptive_avg_pool1d(input, output_size):
    """Means of windows that split one dimension"""
    _check_lines(input, "adaptive_avg_pool1d")
    return _adaptive(input, output_size, 1)


def _check_above(input, output_size, n):
    """Sizes given one by one are those of the last dimensions, which are not all."""
    count = len(output_size) if isinstance(output_size, (tuple, list)) else n
    if isinstance(output_size, (tuple, list)) and count >= n and input.dim() <= count:
        raise ValueError(f"Input dimension should be at least {count + 1}")
    return count == n


@operator("torch.nn.functional.adaptive_avg_pool2d", "torch._C._nn.adaptive_avg_pool2d")
def adaptive_avg_pool2d(input, output_size):
    """Means of windows that split two dimensions"""
    if not _check_above(input, output_size, 2):
        raise RuntimeError("adaptive_avg_pool2d: output_size must be 2")
    return _adaptive(input, output_size, 2)


@operator("torch.nn.functional.adaptive_avg_pool3d", "torch._C._nn.adaptive_avg_pool3d", autocast="single")
def adaptive_avg_pool3d(input, output_size):
    """Means of windows that split three dimensions"""
    if not _check_above(input, output_size, 3):
        raise RuntimeError("adaptive_avg_pool3d: output_size must be 3")
    return _adaptive(input, output_size, 3)


@operator("torch.nn.functional.lp_pool1d")
def lp_pool1d(input, norm_type, kernel_size, stride=None, ceil_mode=False):
    """p-norm of each window, over one dimension"""
    return prim.pow(avg_pool1d(prim.pow(input, norm_type), kernel_size, stride, 0, ceil_mode) * kernel_size, 1.0 / norm_type)


def _adaptive_max(input, output_size, n):
    if n == 2 and isinstance(output_size, (list, tuple)) and len(output_size) != n:
        raise RuntimeError("adaptive_max_pool2d(): internal error: output_size.size() must be 2")
    output_size = _per_dim(output_size, n)
    if input.dim() != n + 1 and input.dim() != n + 2:
        raise RuntimeError(f"Expected {n + 1}D or {n + 2}D tensor, but got {list(input.shape)}")
    sizes = tuple([input.shape[i - n] if output_size[i] is None else output_size[i] for i in range(n)])
    for each in sizes:
        prim.check(each >= 0, "RuntimeError", "elements of output_size must be greater than or equal to 0 but received {0}", sizes)
    _check_adaptive(list(input.shape), 1, f"adaptive_max_pool{n}d")
    _floats_only(input, "adaptive_max_pool3d_cpu" if n == 3 else "adaptive_max_pool2d")
    if _are_nothing(sizes):
        nothing = _nothing_of(input, sizes)
        return nothing, prim.full(nothing.shape, 0, torch.int64)
    return _pooled(input, n, lambda x: prim.adaptive_max_pool(x, sizes))


@operator("torch.adaptive_max_pool1d")
def adaptive_max_pool1d(input, output_size):
    """Largest element of windows that split one dimension, and its place"""
    return _adaptive_max(input, output_size, 1)


@operator("torch._C._nn.adaptive_max_pool2d")
def adaptive_max_pool2d(input, output_size):
    """Largest element of windows that split two dimensions, and its place"""
    return _adaptive_max(input, output_size, 2)


@operator("torch._C._nn.adaptive_max_pool3d")
def adaptive_max_pool3d(input, output_size):
    """Largest element of windows that split three dimensions, and its place"""
    return _adaptive_max(input, output_size, 3)


@operator("torch._C._nn.max_unpool2d", "torch._C._nn.max_unpool3d")
def max_unpool(input, indices, output_size, stride=None, padding=None):
    """Elements put back to where a pooling found them, 0 elsewhere"""
    same = input.dim() == indices.dim()
    for i in range(input.dim() if same else 0):
        same = same & (input.shape[i] == indices.shape[i])
    prim.check(same, "RuntimeError", "Expected shape of indices to be same as that of the input tensor ({0}) but got indices tensor with shape: {1}", list(input.shape), list(indices.shape))
    if indices.dtype != torch.int64:
        raise RuntimeError(f"elements in indices should be type int64 but got: {prim.class_name(indices)}")
    _floats_only(input, f"max_unpool{len(output_size)}d")
    sizes = tuple(output_size)
    lead = tuple(input.shape[: input.dim() - len(sizes)])
    count = 1
    for each in sizes:
        count = count * each
    if count == 0:
        return prim.full(lead + sizes, 0, input.dtype)
    wrong = (indices < 0) | (indices >= count)
    if prim.any(wrong, None, False).item():
        raise RuntimeError(f"Found an invalid max index: {indices[wrong][0].item()} (output volumes are of size {'x'.join([str(each) for each in sizes])})")
    flat = prim.full(lead + (count,), 0, input.dtype)
    return prim.reshape(prim.scatter(flat, len(lead), prim.reshape(indices, lead + (-1,)), prim.reshape(input, lead + (-1,)), 0), lead + sizes)


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
