"""Arrays as sequences: their items by subscripts, in loops, in tests."""


@operator("numpy.ndarray.__contains__")
def np_contains(self, item):
    """Whether an element is equal"""
    if not isinstance(self, prim.host("numpy.ndarray")):
        raise TypeError(f"argument of type '{prim.type_name(self)}' is not iterable")
    if isinstance(item, str):
        prim.refuse("numpy", "a text that is looked for in an array")
    return bool(prim.numpy_tensor(np_eq(self, item)).any())


@operator("numpy.ndarray.__len__")
def np_len(self):
    """As NumPy's"""
    tensor = prim.numpy_tensor(self)
    if tensor.dim() == 0:
        raise TypeError("len() of unsized object")
    return tensor.shape[0]


@operator("numpy.ndarray.__iter__")
def np_iter(self):
    """As NumPy's"""
    length = np_len(self)
    if prim.is_static(length):
        return iter([np_getitem(self, i) for i in range(length)])
    return (np_getitem(self, i) for i in range(length))


def _np_subscripts(tensor, index):
    """The tensor, reversed where a slice is, and the subscripts that remain."""
    if not isinstance(index, tuple):
        index = (index,)
    if any([isinstance(each, (str, float)) for each in index]):
        raise IndexError("only integers, slices (`:`), ellipsis (`...`), numpy.newaxis (`None`) and integer or boolean arrays are valid indices")
    if len([each for each in index if each is ...]) > 1:
        raise IndexError("an index can only have a single ellipsis ('...')")
    index = [_np_subscript(each) for each in index]
    taken = sum([each.dim() if prim.is_tensor(each) and each.dtype == torch.bool else 0 if each is None or each is ... or isinstance(each, bool) else 1 for each in index])
    if taken > tensor.dim():
        raise IndexError(f"too many indices for array: array is {tensor.dim()}-dimensional, but {taken} were indexed")
    chooses = any([isinstance(each, list) or prim.is_tensor(each) and each.dim() > 0 for each in index])
    rest = []
    for at in range(len(index)):
        each = index[at]
        if isinstance(each, int) and None not in index and ... not in index and at < tensor.dim():
            size = tensor.shape[at]
            prim.check((each < size) & (each >= -size), "IndexError", "index {0} is out of bounds for axis {1} with size {2}", each, at, size)
        if isinstance(each, slice) and each.step is not None and each.step == -1:
            if each.start is not None or each.stop is not None or None in index or ... in index:
                prim.refuse("numpy", "a slice backwards that is not `[::-1]`")
            tensor = prim.refuse_writes(tensor, torch.flip(tensor, (at,)))
            each = slice(None)
        if chooses and isinstance(each, int) and not isinstance(each, bool):
            each = prim.full((1,), each, torch.int64)  # is broadcast with those that choose elements
        rest.append(each)
    return tensor, tuple(rest)


def _np_subscript(index):
    """Arrays and tensors of ints as tensors of int64, those without dimensions as ints"""
    is_tensor = prim.is_tensor(index)
    if prim.is_numpy(index):
        index = prim.numpy_tensor(index)
    if not prim.is_tensor(index):
        return index
    if prim.is_floating(index) or prim.is_complex(index):
        raise IndexError("only integers, slices (`:`), ellipsis (`...`), numpy.newaxis (`None`) and integer or boolean arrays are valid indices" if is_tensor else "arrays used as indices must be of integer (or boolean) type")
    if index.dim() == 0 and (is_tensor or index.dtype != torch.bool):
        return int(index.item())
    return index if index.dtype == torch.bool else prim.cast(index, torch.int64)


@operator("numpy.ndarray.__getitem__")
def np_getitem(self, index):
    """As NumPy's"""
    if not isinstance(self, prim.host("numpy.ndarray")) and index is not None and index is not ... and index != ():
        raise IndexError("invalid index to scalar variable.")
    tensor, index = _np_subscripts(prim.numpy_tensor(self), index)
    if ... in index:
        return prim.to_numpy_array(tensor[index])
    return prim.to_numpy(tensor[index])


@operator("numpy.ndarray.__setitem__")
def np_setitem(self, index, value):
    """As NumPy's"""
    if not isinstance(self, prim.host("numpy.ndarray")):
        raise TypeError(f"'{prim.type_name(self)}' object does not support item assignment")
    tensor, index = _np_subscripts(prim.numpy_written(self), index)
    value = _np_assigned(value, tensor.dtype)
    if not prim.is_tensor(value) or value.dim() == 0:
        tensor[index] = value
        return
    masks = [each for each in index if prim.is_tensor(each) and each.dtype == torch.bool]
    if not any([isinstance(each, list) or prim.is_tensor(each) for each in index]):
        _np_check_fills(value, tensor[index])
    elif len(masks) == 1 and len(index) == 1 and value.dim() == 1:
        given, chosen = value.shape[0], masks[0].sum().item()
        prim.check((given == 1) | (given == chosen), "ValueError", "NumPy boolean array indexing assignment cannot assign {0} input values to the {1} output values where the mask is true", given, chosen)
    tensor[index] = value


def _np_assigned(value, dtype):
    """What is put into an array: a number within its dtype, or a copy of elements, which may be its own."""
    if prim.is_numpy(value) and not isinstance(value, prim.host("numpy.ndarray")):
        value = np_item(value)
    value = _np_operand(value)
    if prim.is_tensor(value):
        return value.to(dtype, copy=True)
    if isinstance(value, float) and dtype.is_floating_point:
        return value
    return _np_converted(int(value) if isinstance(value, float) and dtype != torch.bool else value, dtype)


def _np_check_fills(value, target):
    """Elements that are put into a place have its sizes, or 1; of several ranks the write says so itself."""
    if not _np_have_known_ranks(value, target):
        return
    fits, extra, words, sizes = True, value.dim() - target.dim(), "could not broadcast input array from shape ", ()
    for tensor, rest in ((value, " into shape "), (target, "")):
        words, sizes = words + _np_shape_words(tensor.shape, len(sizes)) + rest, sizes + tuple(tensor.shape)
    for i, each in enumerate(value.shape):
        fits = fits & (each == 1) if i < extra else fits & ((each == 1) | (each == target.shape[i - extra]))
    prim.check(fits, "ValueError", words, *sizes)
