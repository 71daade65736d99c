"""Convolutions."""


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
