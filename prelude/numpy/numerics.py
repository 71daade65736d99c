"""Differences, gradients, convolutions, areas and covariances."""


@operator("numpy.diff")
def np_diff(a, n=1, axis=-1, prepend=None, append=None):
    """As NumPy's"""
    if n == 0:
        return a
    if n < 0:
        raise ValueError("order must be non-negative but got " + repr(n))
    tensor = _np_tensor(a)
    if tensor.dim() == 0:
        raise ValueError("diff requires input that is at least one dimensional")
    axis = _np_axis(axis, tensor.dim())
    before, after = [[] if each is None else [_np_edge(each, tensor, axis)] for each in (prepend, append)]
    if len(before) + len(after) > 0:
        tensor = prim.numpy_tensor(np_concatenate(before + [prim.to_numpy_array(tensor)] + after, axis))
    turned = tensor.transpose(axis, 0)
    for _ in range(n):
        turned = turned[1:] != turned[:-1] if turned.dtype == torch.bool else turned[1:] - turned[:-1]
    return prim.to_numpy_array(turned.transpose(axis, 0))


def _np_edge(value, tensor, axis):
    """What is put before or behind an axis; a number fills one place of it."""
    edge = _np_tensor(value)
    return prim.to_numpy_array(edge.expand([1 if i == axis else tensor.shape[i] for i in range(tensor.dim())]) if edge.dim() == 0 else edge)


@operator("numpy.ediff1d")
def np_ediff1d(ary):
    """As NumPy's"""
    _np_check_subtracts(_np_tensor(ary))
    return np_diff(prim.to_numpy_array(_np_tensor(ary).reshape(-1)))


def _np_check_subtracts(tensor):
    if tensor.dtype == torch.bool:
        _difference(tensor, tensor)


@operator("numpy.gradient")
def np_gradient(f, *varargs, axis=None):
    """As NumPy's, of places at one distance"""
    tensor = _np_tensor(f)
    _np_check_subtracts(tensor)
    tensor = tensor if tensor.dtype.is_floating_point else tensor.double()
    axes = _np_axes(tuple(axis) if isinstance(axis, (list, tuple)) else axis, tensor.dim())
    if len(varargs) not in (0, 1, len(axes)):
        raise TypeError("invalid number of arguments")
    steps = [_np_operand(each) for each in varargs]
    if any([prim.is_tensor(each) and each.dim() > 0 for each in steps]):
        prim.refuse("numpy.gradient", "places at several distances")
    steps = [float(each) for each in steps]
    steps = [1.0] * len(axes) if len(steps) == 0 else steps * len(axes) if len(steps) == 1 else steps
    results = []
    for each, step in zip(axes, steps):
        prim.check(tensor.shape[each] >= 2, "ValueError", "Shape of array too small to calculate a numerical gradient, at least (edge_order + 1) elements are required.")
        turned = tensor.transpose(each, 0)
        parts = [turned[1:2] - turned[:1], (turned[2:] - turned[:-2]) / 2, turned[-1:] - turned[-2:-1]]
        results.append(prim.to_numpy_array((torch.cat(parts) / step).transpose(each, 0)))
    return results[0] if len(results) == 1 else tuple(results)


@operator("numpy.convolve")
def np_convolve(a, v, mode="full"):
    """As NumPy's"""
    if mode not in ("full", "same", "valid"):
        raise ValueError(f"mode must be one of 'valid', 'same', or 'full' (got {mode!r})")
    left, right = torch.atleast_1d(_np_tensor(a)), torch.atleast_1d(_np_tensor(v))
    if left.dim() > 1 or right.dim() > 1:
        raise ValueError("object too deep for desired array")
    prim.check(left.shape[0] > 0, "ValueError", "a cannot be empty")
    prim.check(right.shape[0] > 0, "ValueError", "v cannot be empty")
    dtype = _np_promoted(left.dtype, right.dtype)
    if dtype == torch.bool:
        prim.refuse("numpy.convolve", "bools")
    n, m = max(left.shape[0], right.shape[0]), min(left.shape[0], right.shape[0])
    rows = torch.arange(left.shape[0]).reshape(-1, 1) + torch.arange(right.shape[0])
    products = left.to(dtype).reshape(-1, 1) * right.to(dtype)
    full = torch.zeros(n + m - 1, dtype=dtype).index_add(0, rows.reshape(-1), products.reshape(-1))
    if mode == "same":
        full = full[(m - 1) // 2 : (m - 1) // 2 + n]
    if mode == "valid":
        full = full[m - 1 : n]
    return prim.to_numpy_array(full)


@operator("numpy.trapezoid")
def np_trapezoid(y, x=None, dx=1.0, axis=-1):
    """As NumPy's"""
    tensor = _np_tensor(y)
    axis = _np_axis(axis, tensor.dim())
    steps = torch.tensor(float(_np_plain(dx)), dtype=torch.float64)
    if x is not None:
        steps = _np_tensor(np_diff(x, 1, -1 if _np_tensor(x).dim() == 1 else axis))
        if steps.dim() == 1:
            steps = steps.reshape([-1 if i == axis else 1 for i in range(tensor.dim())])
    turned = tensor.transpose(axis, 0)
    pairs = prim.to_numpy_array((turned[1:] + turned[:-1]).transpose(axis, 0))
    products = np_mul(pairs, float(_np_plain(dx)) if x is None else prim.to_numpy_array(steps))
    return np_sum(np_truediv(products, 2.0), axis)


@operator("numpy.cov")
def np_cov(m, y=None, rowvar=True, bias=False, ddof=None):
    """As NumPy's"""
    rows = torch.atleast_2d(_np_tensor(m))
    rows = rows if rowvar or rows.shape[0] == 1 else rows.T
    if y is not None:
        others = torch.atleast_2d(_np_tensor(y))
        rows = torch.cat([rows, others if rowvar or others.shape[0] == 1 else others.T])
    rows = rows.double()
    free = rows.shape[1] - ((0 if bias else 1) if ddof is None else _np_plain(ddof))
    centred = rows - rows.mean(1, keepdim=True)
    return prim.to_numpy_array(((centred @ centred.T) / max(free, 0)).squeeze())


@operator("numpy.corrcoef")
def np_corrcoef(x, y=None, rowvar=True):
    """As NumPy's"""
    products = prim.numpy_tensor(np_cov(x, y, rowvar))
    if products.dim() == 0:
        return prim.to_numpy(products / products)
    spread = torch.sqrt(torch.diagonal(products))
    return prim.to_numpy_array((products / spread.reshape(-1, 1) / spread).clamp(-1, 1))


@operator("numpy.polyval")
def np_polyval(p, x):
    """As NumPy's"""
    factors = _np_tensor(p)
    if factors.dim() == 0:
        raise TypeError("iteration over a 0-d array")
    result = np_zeros_like(_np_given(x))
    for i in range(factors.shape[0]):
        result = np_add(np_mul(result, _np_given(x)), np_getitem(prim.to_numpy_array(factors), i))
    return result
