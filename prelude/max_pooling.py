"""Poolings by the largest element, and back from them."""


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
    result = prim.reshape(prim.scatter(flat, len(lead), prim.reshape(indices, lead + (-1,)), prim.reshape(input, lead + (-1,)), 0), lead + sizes)
    return prim.in_format_of(result, input) if len(sizes) == 2 else result
