"""The elements of data that tensors are made of: its sizes, its dtype and its numbers, in the order in which eager looks."""


def _nested_sizes(data, depth=0):
    """The lengths of a sequence, of its first element, and so on"""
    if not prim.is_sequence(data):
        return ()
    if isinstance(data, str) and len(data) > 0 or depth == 128:  # a text holds texts
        raise ValueError(f"too many dimensions '{prim.type_name(data)}'")
    if len(data) == 0:
        return (0,)
    return (len(data),) + _nested_sizes(data[0], depth + 1)


def _elements_of(data):
    """Those of an array or tensor as tensors, those of any iterable as they are"""
    if prim.is_numpy(data):
        data = _as_floats(prim.numpy_tensor(data))
    if prim.is_tensor(data) and data.dim() == 0 or not hasattr(type(data), "__iter__") and not prim.is_sequence(data):
        raise TypeError("not a sequence")
    return data if prim.is_tensor(data) or type(data) is list or type(data) is tuple else list(data)


def _as_floats(elements):
    """Of NumPy, where numbers of float64 are floats of Python"""
    return elements.tolist() if elements.dtype == torch.float64 else elements


def _flatten_into(data, sizes, out, depth=0):
    """A tensor is an element where one belongs, and a sequence elsewhere."""
    if len(sizes) == 0:
        out.append(_as_floats(prim.numpy_tensor(data)) if prim.is_numpy(data) else prim.payload(data))
        return
    elements = _elements_of(data)
    if len(elements) != sizes[0]:
        raise ValueError(f"expected sequence of length {sizes[0]} at dim {depth} (got {len(elements)})")
    for i in range(sizes[0]):
        _flatten_into(elements[i], sizes[1:], out, depth + 1)


def _plain_data(data):
    """Sequences as lists or tuples; what is inside an instance of a class that reads it as its base does"""
    if not prim.is_sequence(data):
        return prim.payload(data)
    plain = prim.plain_sequence(data)
    if type(plain) is list or type(plain) is tuple or isinstance(plain, torch.Size):
        return plain
    elements = _elements_of(data)
    prim.check(len(data) == len(elements), "ValueError", "expected sequence of length {0} at dim 0 (got {1})", len(data), len(elements))
    return elements


def _dtype_of_element(x):
    """What a tensor that holds it has, where none is given"""
    if prim.is_numpy(x):
        x = prim.numpy_tensor(x)
    plain = prim.payload(x)
    if prim.is_number(plain) or isinstance(plain, complex):
        return prim.dtype_of(plain)
    if prim.is_tensor(x):
        return x.dtype
    if isinstance(x, (str, bytes)):
        raise TypeError(f"new(): invalid data type '{prim.type_name(x)}'")
    if not prim.is_sequence(x):
        raise RuntimeError(f"Could not infer dtype of {prim.type_name(x)}")
    if len(x) == 0:
        return prim.default_dtype()
    result = _dtype_of_element(x[0])
    for i in range(1, len(x)):
        result = prim.promote_types(result, _dtype_of_element(x[i]))
    return result


def _element(x, dtype):
    """The number that an element stands for"""
    whole = not dtype.is_floating_point and not dtype.is_complex and dtype != torch.bool
    if prim.is_tensor(x):
        if whole:
            prim.check(x.numel() == 1 and not x.dtype.is_floating_point and not x.dtype.is_complex, "TypeError", "only integer tensors of a single element can be converted to an index")
        prim.check(x.numel() == 1, "ValueError", "only one element tensors can be converted to Python scalars")
        return x.item()
    if isinstance(x, complex) and not dtype.is_complex or not prim.is_number(x):
        if dtype == torch.bool and isinstance(x, (float, complex)):
            return bool(x)
        if dtype.is_complex:
            return complex(x)
        if dtype.is_floating_point:
            if not hasattr(type(x), "__float__") and not hasattr(type(x), "__index__"):
                raise TypeError(f"must be real number, not {prim.type_name(x)}")
            return float(x)
        if not hasattr(type(x), "__index__"):
            raise TypeError(f"'{prim.type_name(x)}' object cannot be interpreted as an integer")
        return operator.index(x)
    return x


def _check_element(value, dtype):
    """A number lies within the integers of a dtype that is asked for; floats become infinite."""
    if dtype is not None and not dtype.is_floating_point:
        _check_fits(value, dtype, str(dtype)[len("torch.") :])
