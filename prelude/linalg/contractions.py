"""Contractions of dimensions of two tensors."""


def _matched(a, b, left, right):
    """Both tensors with dimensions of size 1 expanded to the size that they are contracted with."""
    shapes = [list(a.shape), list(b.shape)]
    expands = False
    for i in range(len(left)):
        m, n = a.shape[left[i]], b.shape[right[i]]
        same = m == n
        if prim.is_static(same) and same:
            continue
        expands = True
        prim.check((m == n) | (m == 1) | (n == 1), "RuntimeError", "contracted dimensions need to match, but first has size {0} in dim {1} and second has size {2} in dim {3}", m, left[i] - a.dim(), n, right[i])
        shapes[0][left[i]] = shapes[1][right[i]] = n if m == 1 else m
    return (prim.expand(a, tuple(shapes[0])), prim.expand(b, tuple(shapes[1]))) if expands else (a, b)


@operator("torch.tensordot", "torch.functional.tensordot", autocast="refused", dims="number")
def tensordot(a, b, dims=2):
    """The contraction of dimensions of two tensors"""
    if isinstance(dims, int):
        if dims < 0:
            raise RuntimeError(f"tensordot expects dims >= 0, but got dims={dims}")
        if dims > a.dim() or dims > b.dim():
            raise RuntimeError(f"tensordot expects dims < ndim_a or ndim_b, but got dims={dims}")
        left = [a.dim() - dims + i for i in range(dims)]
        right = list(range(dims))
    else:
        left, right = dims
        left, right = [each if isinstance(each, (tuple, list)) else (each,) for each in (left, right)]
        if len(left) != len(right):
            raise RuntimeError("both dimension lists should have same length")
    if a.dtype != b.dtype:
        raise RuntimeError("both inputs should have same dtype")
    left, right = [_wrapped(each, a.dim()) for each in left], [_wrapped(each, b.dim()) for each in right]
    for each in left + right:
        if left.count(each) > 1 or right.count(each) > 1:
            raise RuntimeError(f"dim {each} appears multiple times in the list of dims")
    a, b = _matched(a, b, left, right)
    keep_a = [i for i in range(a.dim()) if i not in left]
    keep_b = [i for i in range(b.dim()) if i not in right]
    _check_product(a, b, "addmm_impl_cpu_" if len(keep_a) + len(keep_b) > 0 or len(left) == 0 else "dot")
    rows = 1
    for i in keep_a:
        rows = rows * a.shape[i]
    inner = 1
    for i in left:
        inner = inner * a.shape[i]
    columns = 1
    for i in keep_b:
        columns = columns * b.shape[i]
    first = prim.reshape(prim.permute(a, tuple(keep_a + left)), (rows, inner))
    second = prim.reshape(prim.permute(b, tuple(right + keep_b)), (inner, columns))
    shape = tuple([a.shape[i] for i in keep_a] + [b.shape[i] for i in keep_b])
    result = prim.reshape(_product(first, second), shape)
    # Each is a factor of the other's gradient, as it is where its dimensions stay in their order.
    keeps_a = prim.has_history(b) and keep_a + left == list(range(a.dim()))
    keeps_b = prim.has_history(a) and right + keep_b == list(range(b.dim()))
    return prim.keeping(result, a if keeps_a else None, b if keeps_b else None)
