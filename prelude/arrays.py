"""Arrays and numbers of NumPy: objects around a tensor, whose dtypes combine by NumPy's rules."""


@operator("numpy.generic")
def numpy_number(cls, x):
    """A number or array of the dtype that a class of NumPy stands for"""
    return prim.to_numpy(_np_tensor(x).to(_np_dtype(cls)))


@operator("numpy.ndarray.__add__")
def np_add(self, other):
    """As NumPy's"""
    return _np_binary(torch.add, self, other)


@operator("numpy.ndarray.__radd__")
def np_radd(self, other):
    """As NumPy's"""
    return _np_binary(torch.add, other, self)


@operator("numpy.ndarray.__sub__")
def np_sub(self, other):
    """As NumPy's"""
    return _np_binary(_difference, self, other)


@operator("numpy.ndarray.__rsub__")
def np_rsub(self, other):
    """As NumPy's"""
    return _np_binary(_difference, other, self)


def _difference(left, right):
    if left.dtype == torch.bool and right.dtype == torch.bool:
        raise TypeError("numpy boolean subtract, the `-` operator, is not supported, use the bitwise_xor, the `^` operator, or the logical_xor function instead.")
    return left - right


def _np_product(self, other):
    """A sequence is repeated by an integer; an array is multiplied with it."""
    if isinstance(other, (list, tuple, str)) and not isinstance(self, prim.host("numpy.ndarray")):
        if not isinstance(self, prim.host("numpy.integer")):
            raise TypeError(f"can't multiply sequence by non-int of type '{prim.type_name(self)}'")
        return other * int(prim.numpy_tensor(self))
    return _np_binary(torch.mul, self, other)


@operator("numpy.ndarray.__mul__", "numpy.ndarray.__rmul__")
def np_mul(self, other):
    """As NumPy's"""
    return _np_product(self, other)


@operator("numpy.ndarray.__truediv__")
def np_truediv(self, other):
    """As NumPy's"""
    return _np_binary(torch.div, self, other, True)


@operator("numpy.ndarray.__rtruediv__")
def np_rtruediv(self, other):
    """As NumPy's"""
    return _np_binary(torch.div, other, self, True)


@operator("numpy.ndarray.__floordiv__")
def np_floordiv(self, other):
    """As NumPy's"""
    return _np_divided(torch.floor_divide, self, other)


@operator("numpy.ndarray.__rfloordiv__")
def np_rfloordiv(self, other):
    """As NumPy's"""
    return _np_divided(torch.floor_divide, other, self)


@operator("numpy.ndarray.__mod__")
def np_mod(self, other):
    """As NumPy's"""
    return _np_divided(torch.remainder, self, other)


@operator("numpy.ndarray.__rmod__")
def np_rmod(self, other):
    """As NumPy's"""
    return _np_divided(torch.remainder, other, self)


@operator("numpy.ndarray.__pow__")
def np_pow(self, other):
    """As NumPy's"""
    return _np_binary(torch.pow, self, other)


@operator("numpy.ndarray.__rpow__")
def np_rpow(self, other):
    """As NumPy's"""
    return _np_binary(torch.pow, other, self)


def _np_divided(function, a, b):
    """Integers divided by zero are 0."""
    dtype = _np_common(_np_operand(a), _np_operand(b)) if prim.is_numpy(a) or prim.is_numpy(b) else _np_tensor(a).dtype
    if dtype.is_floating_point or dtype == torch.bool:
        return _np_binary(_signed_remainder if function is torch.remainder else function, a, b)
    return _np_binary(_integers_divided(function), a, b)


def _signed_remainder(a, b):
    """Of floats: zero has the sign of the divisor."""
    result = torch.remainder(a, b)
    return torch.where(result == 0, torch.copysign(torch.zeros_like(result), b), result) if prim.is_floating(result) else result


def _integers_divided(function):
    def divided(a, b):
        none = b == 0
        return function(a, b.masked_fill(none, 1)).masked_fill(none, 0)

    return divided


def _np_in_place(self, result):
    """The result in the memory of the array; a number is not changed."""
    if not isinstance(self, prim.host("numpy.ndarray")):
        return result
    mine, value = prim.numpy_written(self), prim.numpy_tensor(result)
    if not torch.can_cast(value.dtype, mine.dtype):
        prim.refuse("numpy", f"a result of {value.dtype} in an array of {mine.dtype}")
    if _np_have_known_ranks(value, mine):
        prim.check(_np_have_one_shape(value, mine), "ValueError", "non-broadcastable output operand with shape " + _np_shape_words(mine.shape, 0) + " doesn't match the broadcast shape " + _np_shape_words(value.shape, mine.dim()), *tuple(mine.shape), *tuple(value.shape))
    mine.copy_(value)
    return self


@operator("numpy.ndarray.__iadd__")
def np_iadd(self, other):
    """As NumPy's"""
    return _np_in_place(self, _np_binary(torch.add, self, other))


@operator("numpy.ndarray.__isub__")
def np_isub(self, other):
    """As NumPy's"""
    return _np_in_place(self, _np_binary(_difference, self, other))


@operator("numpy.ndarray.__imul__")
def np_imul(self, other):
    """As NumPy's"""
    return _np_in_place(self, _np_binary(torch.mul, self, other))


@operator("numpy.ndarray.__itruediv__")
def np_itruediv(self, other):
    """As NumPy's"""
    return _np_in_place(self, _np_binary(torch.div, self, other, True))


@operator("numpy.ndarray.__ifloordiv__")
def np_ifloordiv(self, other):
    """As NumPy's"""
    return _np_in_place(self, _np_divided(torch.floor_divide, self, other))


@operator("numpy.ndarray.__imod__")
def np_imod(self, other):
    """As NumPy's"""
    return _np_in_place(self, _np_divided(torch.remainder, self, other))


@operator("numpy.ndarray.__ipow__")
def np_ipow(self, other):
    """As NumPy's"""
    return _np_in_place(self, _np_binary(torch.pow, self, other))


@operator("numpy.ndarray.__lt__")
def np_lt(self, other):
    """As NumPy's"""
    return _np_binary(torch.lt, self, other)


@operator("numpy.ndarray.__le__")
def np_le(self, other):
    """As NumPy's"""
    return _np_binary(torch.le, self, other)


@operator("numpy.ndarray.__gt__")
def np_gt(self, other):
    """As NumPy's"""
    return _np_binary(torch.gt, self, other)


@operator("numpy.ndarray.__ge__")
def np_ge(self, other):
    """As NumPy's"""
    return _np_binary(torch.ge, self, other)


@operator("numpy.ndarray.__eq__")
def np_eq(self, other):
    """As NumPy's"""
    return _np_binary(torch.eq, self, other)


@operator("numpy.ndarray.__ne__")
def np_ne(self, other):
    """As NumPy's"""
    return _np_binary(torch.ne, self, other)


@operator("numpy.ndarray.__matmul__")
def np_matmul(self, other):
    """As NumPy's"""
    for each, at in ((self, 0), (other, 1)):
        if _np_tensor(each).dim() == 0:
            raise ValueError("matmul: Input operand " + str(at) + " does not have enough dimensions (has 0, gufunc core with signature (n?,k),(k,m?)->(n?,m?) requires 1)")
    left, right = _np_tensor(self), _np_tensor(other)
    inner = right.shape[0 if right.dim() == 1 else -2]
    if left.dtype == torch.bool and right.dtype == torch.bool:
        return np_matmul(prim.to_numpy_array(left.long()), prim.to_numpy_array(right.long())) != 0
    prim.check(inner == left.shape[-1], "ValueError", "matmul: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature (n?,k),(k,m?)->(n?,m?) (size {0} is different from {1})", inner, left.shape[-1])
    return _np_binary(torch.matmul, self, other)


def _np_not_bits(name):
    raise TypeError("ufunc '" + name + "' not supported for the input types, and the inputs could not be safely coerced to any supported types according to the casting rule ''safe''")


def _np_bitwise(function, name, a, b):
    """An operator of bits, which NumPy has for integers and bools."""
    dtype = _np_common(_np_operand(a), _np_operand(b))
    if dtype.is_floating_point:
        _np_not_bits(name)
    return _np_binary(function, a, b)


@operator("numpy.ndarray.__and__")
def np_and(self, other):
    """As NumPy's"""
    return _np_bitwise(torch.bitwise_and, "bitwise_and", self, other)


@operator("numpy.ndarray.__or__")
def np_or(self, other):
    """As NumPy's"""
    return _np_bitwise(torch.bitwise_or, "bitwise_or", self, other)


@operator("numpy.ndarray.__xor__")
def np_xor(self, other):
    """As NumPy's"""
    return _np_bitwise(torch.bitwise_xor, "bitwise_xor", self, other)


@operator("numpy.ndarray.__invert__")
def np_invert(self):
    """As NumPy's"""
    if prim.is_floating(prim.numpy_tensor(self)):
        _np_not_bits("invert")
    return _np_unary(torch.bitwise_not, self, False)


@operator("numpy.ndarray.__copy__", "numpy.ndarray.__deepcopy__")
def np_copied(self, memo=None):
    """As NumPy's"""
    return np_copy(self)


@operator("numpy.ndarray.__divmod__")
def np_divmod(self, other):
    """As NumPy's"""
    return np_floordiv(self, other), np_mod(self, other)


@operator("numpy.ndarray.__rdivmod__")
def np_rdivmod(self, other):
    """As NumPy's"""
    return np_rfloordiv(self, other), np_rmod(self, other)


@operator("numpy.ndarray.__round__")
def np_rounded(self, ndigits=None):
    """As NumPy's"""
    if ndigits is not None or prim.numpy_tensor(self).dim() > 0:
        prim.refuse("round", "digits of a number of NumPy, or an array")
    return round(prim.numpy_tensor(self).item())


@operator("numpy.ndarray.__neg__")
def np_neg(self):
    """As NumPy's"""
    if prim.numpy_tensor(self).dtype == torch.bool:
        raise TypeError("The numpy boolean negative, the `-` operator, is not supported, use the `~` operator or the logical_not function instead.")
    return _np_unary(torch.neg, self, False)


@operator("numpy.ndarray.__abs__", "numpy.absolute")
def np_abs(self):
    """As NumPy's"""
    return _np_unary(_absolute, self, False)


def _absolute(x):
    return x.clone() if x.dtype == torch.bool else torch.abs(x)


@operator("numpy.ndarray.__bool__")
def np_bool(self):
    """As NumPy's"""
    tensor = prim.numpy_tensor(self)
    if tensor.numel() != 1:
        raise ValueError("The truth value of an array with more than one element is ambiguous. Use a.any() or a.all()")
    return bool(tensor)


@operator("numpy.ndarray.__int__")
def np_int(self):
    """As NumPy's"""
    return int(_np_scalar(self))


@operator("numpy.ndarray.__float__")
def np_float(self):
    """As NumPy's"""
    return float(_np_scalar(self))


def _np_scalar(self):
    tensor = prim.numpy_tensor(self)
    if tensor.dim() > 0:
        raise TypeError("only 0-dimensional arrays can be converted to Python scalars")
    if prim.is_complex(tensor):
        prim.refuse("numpy", "the real part of a complex number; take `.real`")
    return tensor


@operator("numpy.ndarray.__contains__")
def np_contains(self, item):
    """Whether an element is equal"""
    if not isinstance(self, prim.host("numpy.ndarray")):
        raise TypeError(f"argument of type '{prim.type_name(self)}' is not iterable")
    if isinstance(item, str):
        prim.refuse("numpy", "a text that is looked for in an array")
    return bool(prim.numpy_tensor(np_eq(self, item)).any())


@operator("numpy.ndarray.__index__")
def np_index(self):
    """As NumPy's"""
    tensor = prim.numpy_tensor(self)
    if tensor.dim() > 0 or prim.is_floating(tensor) or prim.is_complex(tensor) or tensor.dtype == torch.bool:
        raise TypeError("only integer scalar arrays can be converted to a scalar index")
    return int(tensor)


@operator("numpy.ndarray.__format__")
def np_format(self, spec):
    """As NumPy's"""
    if not spec:
        return np_str(self)
    if prim.numpy_tensor(self).dim() > 0:
        raise TypeError("unsupported format string passed to numpy.ndarray.__format__")
    return format(np_item(self), spec)


@operator("numpy.ndarray.__str__")
def np_str(self):
    """As NumPy's"""
    tensor = prim.numpy_tensor(self)
    if tensor.dim() > 0 or tensor.dtype == torch.float32:
        prim.refuse("numpy", "the text of an array or of a float32")
    return str(tensor.item())


@operator("numpy.ndarray.__repr__")
def np_repr(self):
    """As NumPy's"""
    name = str(prim.numpy_tensor(self).dtype)[6:]
    if prim.is_complex(prim.numpy_tensor(self)):
        prim.refuse("numpy", "the text of complex numbers")
    if isinstance(self, prim.host("numpy.ndarray")):
        if prim.is_floating(prim.numpy_tensor(self)):
            prim.refuse("numpy", "the text of an array of floats")
        return "array(" + np_str(self) + (")" if name in ("bool", "int64") else ", dtype=" + name + ")")
    return "np." + np_str(self) + "_" if name == "bool" else "np." + name + "(" + np_str(self) + ")"


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


@operator("numpy.ndarray.tolist")
def np_tolist(self):
    """As NumPy's"""
    return prim.numpy_tensor(self).tolist()


@operator("numpy.ndarray.item")
def np_item(self, *args):
    """As NumPy's"""
    tensor = prim.numpy_tensor(self)
    if len(args) == 0:
        prim.check(tensor.numel() == 1, "ValueError", "can only convert an array of size 1 to a Python scalar")
        return tensor.reshape(()).item()
    places = args[0] if isinstance(args[0], tuple) else args
    tensor = tensor.reshape(-1) if len(places) == 1 else tensor
    if len(places) != tensor.dim():
        raise ValueError("incorrect number of indices for array")
    for axis, place in enumerate(places):
        size = tensor.shape[axis]
        along = f"axis {axis} with size" if len(places) > 1 else "size"
        prim.check((place >= -size) & (place < size), "IndexError", "index {0} is out of bounds for " + along + " {1}", place, size)
    return tensor[places].item()


def _np_as(x, tensor):
    """A number of NumPy of one, an array of anything else."""
    is_number = prim.is_numpy(x) and not isinstance(x, prim.host("numpy.ndarray"))
    return prim.to_numpy(tensor) if is_number else prim.to_numpy_array(tensor)


@operator("numpy.ndarray.astype")
def np_astype(self, dtype, *, copy=True):
    """As NumPy's"""
    tensor, dtype = prim.numpy_tensor(self), _np_dtype(dtype)
    if not copy and tensor.dtype == dtype:
        return self
    return _np_as(self, tensor.to(dtype, copy=True))


@operator("numpy.ndarray.copy")
def np_copy(self, order="C"):
    """As NumPy's"""
    return _np_as(self, prim.numpy_tensor(self).clone())


@operator("numpy.ndarray.reshape")
def np_reshape(self, *shape, order="C"):
    """As NumPy's"""
    prim.check(order == "C", "NotImplementedError", "reshape in another order")
    return _np_reshaped(prim.numpy_tensor(self), shape[0] if len(shape) == 1 and isinstance(shape[0], (tuple, list)) else shape)


@operator("numpy.reshape")
def np_reshape_of(a, shape, order="C"):
    """As NumPy's"""
    prim.check(order == "C", "NotImplementedError", "reshape in another order")
    return _np_reshaped(_np_tensor(a), shape if isinstance(shape, (tuple, list)) else (shape,))


def _np_reshaped(tensor, shape):
    """The elements in other sizes, of which one may be -1."""
    shape = [_np_plain(each) for each in shape]
    shape = tuple([-1 if prim.is_static(each) and each < 0 else each for each in shape])
    open_ones, known = 0, 1
    for each in shape:
        open_ones, known = (open_ones + 1, known) if each < 0 else (open_ones, known * each)
    prim.check(open_ones < 2, "ValueError", "can only specify one unknown dimension")
    fits = (known == tensor.numel()) if open_ones == 0 else (known > 0 and tensor.numel() % known == 0)
    prim.check(fits, "ValueError", "cannot reshape array of size {0} into shape " + _np_shape_words(shape, 1), tensor.numel(), *shape)
    return prim.to_numpy_array(tensor.reshape(shape))


@operator("numpy.ndarray.flatten")
def np_flatten(self, order="C"):
    """As NumPy's"""
    prim.check(order == "C", "NotImplementedError", "flatten in another order")
    return prim.to_numpy(prim.numpy_tensor(self).reshape(-1).clone())


@operator("numpy.ndarray.ravel", "numpy.ravel")
def np_ravel(a, order="C"):
    """As NumPy's"""
    prim.check(order == "C", "NotImplementedError", "ravel in another order")
    return prim.to_numpy_array(_np_tensor(a).reshape(-1))


@operator("numpy.ndarray.transpose", "numpy.transpose")
def np_transpose(a, *axes):
    """As NumPy's"""
    tensor = _np_tensor(a)
    if len(axes) == 1 and isinstance(axes[0], (tuple, list)):
        axes = tuple(axes[0])
    if len(axes) == 0 or axes[0] is None:
        axes = tuple(range(tensor.dim() - 1, -1, -1))
    return _np_as(a, tensor.permute(axes))


@operator("numpy.ndarray.shape")
def np_shape(self):
    """As NumPy's"""
    return tuple(prim.numpy_tensor(self).shape)


@operator("numpy.shape")
def np_shape_of(a):
    """As NumPy's"""
    return tuple(_np_tensor(a).shape)


@operator("numpy.ndarray.ndim")
def np_ndim(self):
    """As NumPy's"""
    return prim.numpy_tensor(self).dim()


@operator("numpy.ndarray.dtype")
def np_dtype_of(self):
    """As NumPy's"""
    return prim.numpy_dtype(str(prim.numpy_tensor(self).dtype)[6:])


@operator("numpy.ndarray.nbytes")
def np_nbytes(self):
    """As NumPy's"""
    return np_size(self) * np_itemsize(self)


@operator("numpy.ndarray.itemsize")
def np_itemsize(self):
    """As NumPy's"""
    return prim.numpy_tensor(self).element_size()


@operator("numpy.ndarray.size")
def np_size(self):
    """As NumPy's"""
    return prim.numpy_tensor(self).numel()


@operator("numpy.ndarray.T")
def np_turned(self):
    """As NumPy's"""
    return np_transpose(self)


@operator("Tensor.numpy")
def numpy(self, *, force=False):
    """An array over the same elements"""
    if self.requires_grad and not force:
        raise RuntimeError("Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead.")
    return prim.to_numpy_array(self.detach())


@operator("torch.from_numpy", numpy="array")
def from_numpy(ndarray):
    """A tensor over the elements of an array"""
    if not isinstance(ndarray, prim.host("numpy.ndarray")):
        raise TypeError("expected np.ndarray (got " + type(ndarray).__name__ + ")")
    shared = prim.is_shared(ndarray)
    elements = prim.numpy_tensor(ndarray)
    made = prim.alias(elements)
    return made if shared else prim.refuse_writes(elements, made)
