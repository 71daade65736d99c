"""Arrays as tensors, numbers, texts, lists, copies, other dtypes."""


@operator("numpy.generic")
def numpy_number(cls, x):
    """A number or array of the dtype that a class of NumPy stands for"""
    return prim.to_numpy(_np_tensor(x).to(_np_dtype(cls)))


@operator("numpy.ndarray.__copy__", "numpy.ndarray.__deepcopy__")
def np_copied(self, memo=None):
    """As NumPy's"""
    return np_copy(self)


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


@operator("Tensor.numpy")
def numpy(self, *, force=False):
    """An array over the same elements"""
    if self.requires_grad and not force:
        raise RuntimeError("Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead.")
    if self.dtype == torch.bfloat16:
        raise TypeError("Got unsupported ScalarType BFloat16")
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
