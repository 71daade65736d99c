"""Constructors that types of tensors are, as torch.FloatTensor."""


def _legacy(args, dtype):
    """What the constructor of a type of tensors makes of sizes, of a sequence or of a tensor."""
    if len(args) == 0:
        return prim.full((0,), 0, dtype)
    first = args[0]
    if prim.is_numpy(first) and len(args) == 1:
        if isinstance(first, prim.host("numpy.ndarray")):
            return prim.numpy_tensor(first).to(dtype, copy=True)
        first = first.item()
    if len(args) > 1 or prim.is_int(first) or isinstance(first, torch.Size):
        sizes = tuple(_sizes(args))
        for each in sizes:
            prim.check(each >= 0, "RuntimeError", "Trying to create tensor with negative dimension")
        return prim.full(sizes, 0, dtype)
    if prim.is_tensor(first):
        return prim.alias(prim.detach(first))
    if not isinstance(first, (list, tuple, range)):
        raise TypeError(f"new(): data must be a sequence (got {type(first).__name__})")
    return tensor(first, dtype=dtype)


def _legacy_of(args, dtype):
    if len(args) == 1 and prim.is_tensor(args[0]) and args[0].dtype != dtype:
        raise TypeError("expected another type of tensor")
    return _legacy(args, dtype)


@operator("torch.Tensor")
def default_tensor(*args, device=None):
    """A tensor of the default dtype, of these sizes or elements; a tensor as it is"""
    prim.check_device(device)
    return _legacy(args, prim.default_dtype())


@operator("Tensor.new")
def new(self, *args, device=None):
    """A tensor of the tensor's dtype, of these sizes or elements"""
    prim.check_device(device)
    return _legacy_of(args, self.dtype)


@operator("torch.FloatTensor")
def float_tensor(*args):
    """A tensor of float32, of these sizes or elements"""
    return _legacy_of(args, torch.float32)


@operator("torch.DoubleTensor")
def double_tensor(*args):
    """A tensor of float64, of these sizes or elements"""
    return _legacy_of(args, torch.float64)


@operator("torch.HalfTensor")
def half_tensor(*args):
    """A tensor of float16, of these sizes or elements"""
    return _legacy_of(args, torch.float16)


@operator("torch.BFloat16Tensor")
def bfloat16_tensor(*args):
    """A tensor of bfloat16, of these sizes or elements"""
    return _legacy_of(args, torch.bfloat16)


@operator("torch.LongTensor")
def long_tensor(*args):
    """A tensor of int64, of these sizes or elements"""
    return _legacy_of(args, torch.int64)


@operator("torch.IntTensor")
def int_tensor(*args):
    """A tensor of int32, of these sizes or elements"""
    return _legacy_of(args, torch.int32)


@operator("torch.ShortTensor")
def short_tensor(*args):
    """A tensor of int16, of these sizes or elements"""
    return _legacy_of(args, torch.int16)


@operator("torch.CharTensor")
def char_tensor(*args):
    """A tensor of int8, of these sizes or elements"""
    return _legacy_of(args, torch.int8)


@operator("torch.ByteTensor")
def byte_tensor(*args):
    """A tensor of uint8, of these sizes or elements"""
    return _legacy_of(args, torch.uint8)


@operator("torch.BoolTensor")
def bool_tensor(*args):
    """A tensor of bool, of these sizes or elements"""
    return _legacy_of(args, torch.bool)
