"""Shapes of arrays: queries and views."""


@operator("numpy.ndarray.reshape")
def np_reshape(self, *shape, order="C"):
    """As NumPy's"""
    if order != "C":
        prim.refuse("numpy.reshape", "another order than 'C'")
    return _np_reshaped(prim.numpy_tensor(self), shape[0] if len(shape) == 1 and isinstance(shape[0], (tuple, list)) else shape)


@operator("numpy.reshape")
def np_reshape_of(a, shape, order="C"):
    """As NumPy's"""
    if order != "C":
        prim.refuse("numpy.reshape", "another order than 'C'")
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
    if order != "C":
        prim.refuse("numpy.flatten", "another order than 'C'")
    return prim.to_numpy(prim.numpy_tensor(self).reshape(-1).clone())


@operator("numpy.ndarray.ravel", "numpy.ravel")
def np_ravel(a, order="C"):
    """As NumPy's"""
    if order != "C":
        prim.refuse("numpy.ravel", "another order than 'C'")
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


@operator("numpy.squeeze", "numpy.ndarray.squeeze")
def np_squeeze(a, axis=None):
    """As NumPy's"""
    tensor = _np_tensor(a)
    if axis is None:
        return prim.to_numpy_array(tensor.squeeze())
    axes = _np_axes(axis, tensor.dim())
    for each in axes:
        prim.check(tensor.shape[each] == 1, "ValueError", "cannot select an axis to squeeze out which has size not equal to one")
    return prim.to_numpy_array(tensor.squeeze(axes))


@operator("numpy.expand_dims")
def np_expand_dims(a, axis):
    """As NumPy's"""
    tensor = _np_tensor(a)
    axes = axis if isinstance(axis, (tuple, list)) else (axis,)
    for each in sorted(_np_axes(tuple(axes), tensor.dim() + len(axes), "repeated axis")):
        tensor = tensor.unsqueeze(each)
    return prim.to_numpy_array(tensor)
