"""How dtypes combine by the rules of NumPy, and what becomes an array."""


def _is_number(x):
    return prim.is_number(x) or isinstance(x, (bool, int, float))


def _np_dtype(dtype):
    """What a dtype, a class of NumPy or Python, or a name stands for."""
    if dtype is float:
        return torch.float64
    if dtype is int:
        return torch.int64
    if dtype is bool:
        return torch.bool
    name = dtype if isinstance(dtype, str) else dtype.__name__ if isinstance(dtype, type) else dtype.name
    names = {"int": "int64", "float": "float64", "single": "float32", "double": "float64", "bool_": "bool", "i8": "int64", "i4": "int32", "f4": "float32", "f8": "float64"}
    name = names.get(name, name)
    if name not in ("bool", "uint8", "int8", "int16", "int32", "int64", "float32", "float64"):
        prim.refuse("numpy", "dtype " + name)
    return getattr(torch, name)


def _np_tensor(x):
    """The tensor of an array, a number or nested sequences."""
    if prim.is_numpy(x):
        return prim.numpy_tensor(x)
    if prim.is_tensor(x):
        prim.refuse("numpy", "a tensor as an argument; `.numpy()` makes an array of it")
    if _is_number(x):
        return torch.tensor(x, dtype=_np_kind(x))
    if isinstance(x, range):
        return torch.arange(x.start, x.stop, x.step) if len(x) > 0 else torch.empty(0, dtype=torch.float64)
    if not isinstance(x, (list, tuple)):
        prim.refuse("numpy", "an array of " + type(x).__name__)
    if prim.is_runtime_list(x):
        if prim.may_hold_tensors(x):
            prim.refuse("numpy", "an array of a list of run time that holds tensors")
        if prim.may_hold_objects(x) and len(x) == 0:
            return torch.empty(0, dtype=torch.float64)
        found = torch.tensor(x)
        return found.double() if found.dtype == torch.float32 else found
    if len(x) == 0:
        return torch.empty(0, dtype=torch.float64)
    parts = [_np_tensor(numpy(each) if prim.is_tensor(each) else each) for each in x]
    dtype = parts[0].dtype
    for part in parts[1:]:
        dtype = _np_promoted(dtype, part.dtype)
    return torch.stack([part.to(dtype) for part in parts])


def _np_kind(x):
    return torch.bool if isinstance(x, bool) else torch.int64 if isinstance(x, int) else torch.float64


def _np_promoted(a, b):
    if a == b or a.is_floating_point == b.is_floating_point:
        return torch.promote_types(a, b)
    real, other = (a, b) if a.is_floating_point else (b, a)
    return torch.float64 if other in (torch.int32, torch.int64) else real


def _np_common(a, b):
    """The dtype of two operands; numbers of Python take that of the other as far as they can."""
    if not prim.is_tensor(a):
        a, b = b, a
    if prim.is_tensor(b):
        return _np_promoted(a.dtype, b.dtype)
    kind = _np_kind(b)
    if kind == torch.bool or a.dtype.is_floating_point:
        return a.dtype
    return kind if a.dtype == torch.bool or kind == torch.float64 else a.dtype


def _np_axis(axis, rank):
    """An axis, counted from the first one."""
    axis = _np_plain(axis)
    if axis < -rank or axis >= rank:
        raise prim.host("numpy.exceptions.AxisError")(axis, rank)
    return axis + rank if axis < 0 else axis


def _np_axes(axis, rank, repeated="duplicate value in 'axis'"):
    """The axes that one, several or None, which is all, name, counted from the first one."""
    if axis is None:
        return tuple(range(rank))
    axes = tuple([_np_axis(each, rank) for each in (axis if isinstance(axis, tuple) else (axis,))])
    if len(axes) > 1 and len(set(axes)) < len(axes):
        raise ValueError(repeated)
    return axes


def _np_shape_words(shape, first):
    """A shape in a message of NumPy, whose sizes are its arguments from the first on."""
    words = ["newaxis" if prim.is_static(each) and each < 0 else "{" + str(first + i) + "}" for i, each in enumerate(shape)]
    return "(" + ",".join(words) + ("," if len(words) == 1 else "") + ")"


def _np_have_known_ranks(*tensors):
    """Of tensors of several ranks, what computes with them says itself what does not fit."""
    return all([prim.is_static(each.dim()) for each in tensors])


def _np_have_one_shape(a, b):
    same = a.dim() == b.dim()
    for i in range(a.dim() if same else 0):
        same = same & (a.shape[i] == b.shape[i])
    return same


def _np_check_shapes(*tensors):
    """Operands of an elementwise operator have one shape, but for sizes of 1."""
    if not _np_have_known_ranks(*tensors):
        return
    message, sizes, whole = "operands could not be broadcast together with shapes ", (), ()
    for tensor in tensors:
        message, sizes = message + _np_shape_words(tensor.shape, len(sizes)) + " ", sizes + tuple(tensor.shape)
    for tensor in tensors:
        both, shape = min(len(whole), tensor.dim()), tuple(tensor.shape)
        for i in range(-both, 0):
            prim.check((whole[i] == shape[i]) | (whole[i] == 1) | (shape[i] == 1), "ValueError", message, *sizes)
        wide = whole if len(whole) > len(shape) else shape
        whole = wide[: len(wide) - both] + tuple([shape[i] if prim.is_static(whole[i]) and whole[i] == 1 else whole[i] for i in range(-both, 0)])


def _np_operand(x):
    return x if _is_number(x) and not prim.is_numpy(x) else _np_tensor(x)


def _np_real(dtype):
    """The dtype of a function that gives no integers."""
    if dtype.is_floating_point:
        return dtype
    if dtype not in (torch.int32, torch.int64):
        prim.refuse("numpy", "this function of " + str(dtype))
    return torch.float64


def _np_binary(function, a, b, real=False):
    a, b = _np_operand(a), _np_operand(b)
    if not prim.is_tensor(a) and not prim.is_tensor(b):
        a = _np_tensor(a)
        b = _np_tensor(b)
    dtype = _np_common(a, b)
    if dtype.is_complex:
        prim.refuse("numpy", "an operator of complex numbers")
    if real:
        dtype = dtype if dtype.is_floating_point else torch.float64
    if function in (torch.lt, torch.le, torch.gt, torch.ge, torch.eq, torch.ne) and not dtype.is_floating_point:
        dtype = torch.int64  # which holds what the other's dtype does not
    a, b = _np_converted(a, dtype), _np_converted(b, dtype)
    if function is torch.pow and not dtype.is_floating_point and bool((b < 0).any()):
        raise ValueError("Integers to negative integer powers are not allowed.")
    if function is not torch.matmul:
        _np_check_shapes(a, b)
    result = function(a, b)
    if dtype.is_floating_point and result.dtype == dtype and prim.numpy_warns() and a.dim() == 0 and b.dim() == 0:
        _np_warn(function, a.item(), b.item(), result.item())
    return prim.to_numpy(result)


def _np_converted(x, dtype):
    """An operand in the dtype of both; a number of Python has to be within it."""
    if prim.is_tensor(x):
        return x.to(dtype)
    if isinstance(x, int) and not isinstance(x, bool) and not dtype.is_floating_point and dtype != torch.bool:
        bounds = torch.iinfo(dtype)
        prim.check((x >= bounds.min) & (x <= bounds.max), "OverflowError", "Python integer {0} out of bounds for {1}", x, str(dtype)[6:])
    return torch.tensor(x, dtype=dtype)


def _np_warn(function, a, b, result):
    """NumPy's warning of an operator of two numbers; a and b are what they are as floats of Python."""
    if result - result == 0:
        return
    name = "add" if function is torch.add else "subtract" if function is torch.sub else "multiply" if function is torch.mul else "divide" if function is torch.div else "floor_divide" if function is torch.floor_divide else "power" if function is torch.pow else "remainder"
    if result != result:
        if a == a and b == b:
            prim.host("warnings.warn")(f"invalid value encountered in scalar {name}", RuntimeWarning)
    elif a - a == 0 and b - b == 0:
        by_zero = b == 0 if name in ("divide", "floor_divide") else a == 0 and name == "power"
        prim.host("warnings.warn")("divide by zero encountered in scalar " + name if by_zero else "overflow encountered in scalar " + name, RuntimeWarning)


def _np_given(x):
    """An operand of a function: sequences are arrays."""
    return x if prim.is_numpy(x) or _is_number(x) else prim.to_numpy_array(_np_tensor(x))


def _np_function(function, a, b):
    """A function of NumPy of two operands, from that of arrays: where one is a tensor, it gives a tensor."""
    of_tensors = prim.is_tensor(a) or prim.is_tensor(b)
    a = numpy(a) if prim.is_tensor(a) else _np_given(a)
    b = numpy(b) if prim.is_tensor(b) else _np_given(b)
    if not prim.is_numpy(a) and not prim.is_numpy(b):
        a = prim.to_numpy(_np_tensor(a))
        b = prim.to_numpy(_np_tensor(b))
    result = function(a, b)
    return prim.numpy_tensor(result) if of_tensors else result


def _np_unary(function, x, real=True):
    if prim.is_tensor(x):  # of a tensor NumPy gives a tensor
        return prim.numpy_tensor(_np_unary(function, numpy(x), real))
    x = _np_tensor(x)
    return prim.to_numpy(function(x.to(_np_real(x.dtype)) if real else x))


def _np_rounded(function, x):
    if prim.is_tensor(x):
        return prim.numpy_tensor(_np_rounded(function, numpy(x)))
    x = _np_tensor(x)
    return prim.to_numpy(function(x) if x.dtype.is_floating_point else x.clone())
