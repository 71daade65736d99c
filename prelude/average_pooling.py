"""Poolings by means and norms."""


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
    if prim.is_tensor(output_size) and output_size.dim() == 0:
        raise TypeError("len() of a 0-d tensor")
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
