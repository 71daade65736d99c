"""Convolution, pooling, resampling."""


def _per_dim(value, n):
    """One number per spatial dimension."""
    if isinstance(value, (tuple, list)):
        return tuple(value) * n if len(value) == 1 else tuple(value)
    return (value,) * n


def _convolve(input, weight, bias, stride, padding, dilation, transposed, output_padding, groups, n):
    if input.dim() != n + 1 and input.dim() != n + 2:
        raise RuntimeError("convolution: the input does not have the rank that the weight needs")
    single = input.dim() == n + 1
    if single:
        input = prim.unsqueeze(input, 0)
    if input.dtype != weight.dtype:
        raise RuntimeError("convolution: input and weight have different dtypes")
    stride = _per_dim(stride, n)
    dilation = _per_dim(dilation, n)
    extra = _per_dim(output_padding, n)
    if isinstance(padding, str):
        if padding == "valid":
            padding = (0,) * n
        else:
            before = []
            for i in range(n):
                total = dilation[i] * (weight.shape[2 + i] - 1)
                before = [total // 2, total - total // 2] + before
            input = pad(input, tuple(before))
            padding = (0,) * n
    padding = _per_dim(padding, n)
    geometry = [1 if transposed else 0, groups]
    for i in range(n):
        geometry += [stride[i], padding[i], dilation[i], extra[i]]
    result = prim.conv(input, weight, bias, tuple(geometry))
    return prim.squeeze(result, (0,)) if single else result


@operator("torch.conv1d")
def conv1d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    """Convolution over one dimension"""
    return _convolve(input, weight, bias, stride, padding, dilation, False, 0, groups, 1)


@operator("torch.conv2d")
def conv2d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    """Convolution over two dimensions"""
    return _convolve(input, weight, bias, stride, padding, dilation, False, 0, groups, 2)


@operator("torch.conv3d")
def conv3d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    """Convolution over three dimensions"""
    return _convolve(input, weight, bias, stride, padding, dilation, False, 0, groups, 3)


@operator("torch.conv_transpose1d")
def conv_transpose1d(input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1):
    """Transposed convolution over one dimension"""
    return _convolve(input, weight, bias, stride, padding, dilation, True, output_padding, groups, 1)


@operator("torch.conv_transpose2d")
def conv_transpose2d(input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1):
    """Transposed convolution over two dimensions"""
    return _convolve(input, weight, bias, stride, padding, dilation, True, output_padding, groups, 2)


@operator("torch.conv_transpose3d")
def conv_transpose3d(input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1):
    """Transposed convolution over three dimensions"""
    return _convolve(input, weight, bias, stride, padding, dilation, True, output_padding, groups, 3)


def _pooled(input, n, run):
    """Runs a pooling of n spatial dimensions on an input with or without a batch."""
    if input.dim() == n + 1:
        results = run(prim.unsqueeze(input, 0))
        return tuple([prim.squeeze(each, (0,)) for each in results])
    return run(input)


def _max_pool(input, kernel_size, stride, padding, dilation, ceil_mode, n, return_indices):
    kernel = _per_dim(kernel_size, n)
    if stride is None or isinstance(stride, (tuple, list)) and len(stride) == 0:
        stride = kernel
    stride = _per_dim(stride, n)
    padding = _per_dim(padding, n)
    dilation = _per_dim(dilation, n)
    geometry = [1 if ceil_mode else 0]
    for i in range(n):
        geometry += [kernel[i], stride[i], padding[i], dilation[i]]
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


@operator("torch.nn.functional.max_pool3d", "torch.nn.functional._max_pool3d")
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


@operator("torch.max_pool3d")
def max_pool3d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False):
    """Largest element of each window, over three dimensions"""
    return _max_pool(input, kernel_size, stride, padding, dilation, ceil_mode, 3, False)


def _avg_pool(input, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override, n):
    kernel = _per_dim(kernel_size, n)
    stride = kernel if stride is None or isinstance(stride, (tuple, list)) and len(stride) == 0 else _per_dim(stride, n)
    padding = _per_dim(padding, n)
    geometry = [1 if ceil_mode else 0, 1 if count_include_pad else 0, 0 if divisor_override is None else divisor_override]
    for i in range(n):
        geometry += [kernel[i], stride[i], padding[i]]
    return _pooled(input, n, lambda x: (prim.avg_pool(x, tuple(geometry)),))[0]


@operator("torch.nn.functional.avg_pool1d", "torch.avg_pool1d")
def avg_pool1d(input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True):
    """Mean of each window, over one dimension"""
    return _avg_pool(input, kernel_size, stride, padding, ceil_mode, count_include_pad, None, 1)


@operator("torch.nn.functional.avg_pool2d", "torch._C._nn.avg_pool2d")
def avg_pool2d(input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True, divisor_override=None):
    """Mean of each window, over two dimensions"""
    return _avg_pool(input, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override, 2)


@operator("torch.nn.functional.avg_pool3d", "torch._C._nn.avg_pool3d")
def avg_pool3d(input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True, divisor_override=None):
    """Mean of each window, over three dimensions"""
    return _avg_pool(input, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override, 3)


def _adaptive(input, output_size, n):
    output_size = _per_dim(output_size, n)
    sizes = tuple([input.shape[i - n] if output_size[i] is None else output_size[i] for i in range(n)])
    return _pooled(input, n, lambda x: (prim.adaptive_avg_pool(x, sizes),))[0]


@operator("torch.nn.functional.adaptive_avg_pool1d", "torch.adaptive_avg_pool1d")
def adaptive_avg_pool1d(input, output_size):
    """Means of windows that split one dimension"""
    return _adaptive(input, output_size, 1)


@operator("torch.nn.functional.adaptive_avg_pool2d", "torch._C._nn.adaptive_avg_pool2d")
def adaptive_avg_pool2d(input, output_size):
    """Means of windows that split two dimensions"""
    return _adaptive(input, output_size, 2)


@operator("torch.nn.functional.adaptive_avg_pool3d", "torch._C._nn.adaptive_avg_pool3d")
def adaptive_avg_pool3d(input, output_size):
    """Means of windows that split three dimensions"""
    return _adaptive(input, output_size, 3)


@operator("torch.nn.functional.lp_pool1d")
def lp_pool1d(input, norm_type, kernel_size, stride=None, ceil_mode=False):
    """p-norm of each window, over one dimension"""
    return prim.pow(avg_pool1d(prim.pow(input, norm_type), kernel_size, stride, 0, ceil_mode) * kernel_size, 1.0 / norm_type)


def _resample_index(size, target, scale, mode, align_corners):
    """Source coordinates along one dimension."""
    places = prim.arange(0.0, 1.0, target, torch.float32)
    if align_corners:
        return places * ((size - 1) / max(target - 1, 1))
    ratio = size / target if scale is None else 1.0 / scale
    if mode == "nearest":
        return places * ratio
    return prim.maximum((places + 0.5) * ratio - 0.5, 0.0) if mode != "bicubic" else (places + 0.5) * ratio - 0.5


def _cubic(input, dim, places, after):
    """The input along a dimension at places between its elements, by cubic convolution."""
    low = prim.floor(places)
    part = places - low
    low = prim.cast(low, torch.int64)
    last = input.shape[dim] - 1

    def near(x):
        return ((1.25 * x - 2.25) * x) * x + 1

    def far(x):
        return ((-0.75 * x + 3.75) * x - 6) * x + 3

    total = 0
    for step, weight in ((-1, far(part + 1)), (0, near(part)), (1, near(1 - part)), (2, far(2 - part))):
        index = prim.maximum(prim.minimum(low + step, last), 0)
        weight = prim.reshape(prim.cast(weight, input.dtype), (-1,) + (1,) * after)
        total = total + prim.index_select(input, dim, index) * weight
    return total


@operator("torch.nn.functional.interpolate", "torch.nn.functional.upsample")
def interpolate(input, size=None, scale_factor=None, mode="nearest", align_corners=None, recompute_scale_factor=None, antialias=False):
    """The input at other spatial sizes: by the nearest element, linearly or by cubics along each dimension"""
    n = input.dim() - 2
    if antialias or mode not in ("nearest", "nearest-exact", "linear", "bilinear", "trilinear", "bicubic", "area"):
        prim.refuse("torch.nn.functional.interpolate", "this mode")
    scales = (None,) * n
    if size is None:
        scales = _per_dim(scale_factor, n)
        size = tuple([int(math.floor(input.shape[2 + i] * scales[i])) for i in range(n)])
        if recompute_scale_factor:
            scales = (None,) * n
    else:
        size = _per_dim(size, n)
    if mode == "area":
        return _adaptive(input, size, n)
    for i in range(n):
        dim = 2 + i
        length = input.shape[dim]
        if mode == "nearest" or mode == "nearest-exact":
            places = _resample_index(length, size[i], scales[i], "nearest", False)
            if mode == "nearest-exact":
                places = places + 0.5 * (length / size[i] if scales[i] is None else 1.0 / scales[i])
            index = prim.minimum(prim.cast(prim.floor(places), torch.int64), length - 1)
            input = prim.index_select(input, dim, index)
        elif mode == "bicubic":
            places = _resample_index(length, size[i], scales[i], mode, align_corners is True)
            input = _cubic(input, dim, places, n - 1 - i)
        else:
            places = _resample_index(length, size[i], scales[i], "linear", align_corners is True)
            low = prim.minimum(prim.cast(prim.floor(places), torch.int64), length - 1)
            high = prim.minimum(low + 1, length - 1)
            weight = prim.reshape(prim.cast(places - prim.cast(low, torch.float32), input.dtype), (-1,) + (1,) * (n - 1 - i))
            first = prim.index_select(input, dim, low)
            input = first + (prim.index_select(input, dim, high) - first) * weight
    return input


@operator("torch.nn.functional.unfold", "torch._C._nn.im2col")
def functional_unfold(input, kernel_size, dilation=1, padding=0, stride=1):
    """Windows of images as columns"""
    kernel, dilation, padding, stride = _per_dim(kernel_size, 2), _per_dim(dilation, 2), _per_dim(padding, 2), _per_dim(stride, 2)
    input = pad(input, (padding[1], padding[1], padding[0], padding[0]))
    height = (input.shape[2] - dilation[0] * (kernel[0] - 1) - 1) // stride[0] + 1
    width = (input.shape[3] - dilation[1] * (kernel[1] - 1) - 1) // stride[1] + 1
    columns = []
    for i in range(kernel[0]):
        for j in range(kernel[1]):
            top, left = i * dilation[0], j * dilation[1]
            part = input[:, :, top : top + (height - 1) * stride[0] + 1 : stride[0], left : left + (width - 1) * stride[1] + 1 : stride[1]]
            columns.append(prim.reshape(part, (input.shape[0], input.shape[1], 1, height * width)))
    return prim.reshape(prim.concat(columns, 2), (input.shape[0], input.shape[1] * kernel[0] * kernel[1], height * width))


@operator("torch.nn.functional.grid_sample", "torch.grid_sampler")
def grid_sample(input, grid, mode="bilinear", padding_mode="zeros", align_corners=None):
    """The input at the places of a grid in [-1, 1]"""
    if input.dim() != 4 or mode not in ("bilinear", "nearest") or padding_mode not in ("zeros", "border"):
        prim.refuse("torch.nn.functional.grid_sample", "this mode, padding or rank")
    height, width = input.shape[2], input.shape[3]
    x, y = grid[..., 0], grid[..., 1]
    if align_corners:
        x, y = (x + 1) * 0.5 * (width - 1), (y + 1) * 0.5 * (height - 1)
    else:
        x, y = ((x + 1) * width - 1) * 0.5, ((y + 1) * height - 1) * 0.5
    if padding_mode == "border":
        x, y = clamp(x, 0, width - 1), clamp(y, 0, height - 1)
    flat = prim.reshape(input, (input.shape[0], input.shape[1], -1))

    def corner(px, py):
        inside = (px >= 0) & (px < width) & (py >= 0) & (py < height)
        index = clamp(py, 0, height - 1) * width + clamp(px, 0, width - 1)
        index = prim.reshape(prim.cast(index, torch.int64), (input.shape[0], 1, -1))
        values = prim.gather(flat, 2, prim.expand(index, (input.shape[0], input.shape[1], index.shape[2])))
        values = prim.reshape(values, tuple(input.shape[:2]) + tuple(grid.shape[1:3]))
        return values * prim.cast(prim.unsqueeze(inside, 1), input.dtype)

    if mode == "nearest":
        return corner(prim.round(x), prim.round(y))
    left, top = prim.floor(x), prim.floor(y)
    right_weight, bottom_weight = prim.unsqueeze(x - left, 1), prim.unsqueeze(y - top, 1)
    upper = corner(left, top) * (1 - right_weight) + corner(left + 1, top) * right_weight
    lower = corner(left, top + 1) * (1 - right_weight) + corner(left + 1, top + 1) * right_weight
    return upper * (1 - bottom_weight) + lower * bottom_weight
