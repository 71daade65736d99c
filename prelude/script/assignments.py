"""Operators that only `x &= y` and its kin, traces, and old files write."""


@operator("script.tensor.__iand__")
def script_tensor_iand(self, other):
    """Bits that both have, in place"""
    return self.bitwise_and_(other)


@operator("script.tensor.__ior__")
def script_tensor_ior(self, other):
    """Bits that one of them has, in place"""
    return self.bitwise_or_(other)


@operator("script.tensor.__ixor__")
def script_tensor_ixor(self, other):
    """Bits in which they differ, in place"""
    return self.bitwise_xor_(other)


@operator("script.tensor.__ilshift__")
def script_tensor_ilshift(self, other):
    """Bits moved up, in place"""
    return self.bitwise_left_shift_(other)


@operator("script.tensor.__irshift__")
def script_tensor_irshift(self, other):
    """Bits moved down, in place"""
    return self.bitwise_right_shift_(other)


@operator("script.tensor._shape_as_tensor")
def script_shape_tensor(self):
    """The sizes as a tensor"""
    return torch.tensor(list(self.shape), dtype=torch.int64)


@operator("script.tensor._reshape_from_tensor")
def script_reshape_from_tensor(self, shape):
    """The elements under sizes that a tensor holds"""
    return self.reshape(shape.tolist())


@operator("script.tensor._dim_arange")
def script_dim_arange(like, dim):
    """The positions of a dimension"""
    return torch.arange(like.size(dim))


@operator("script.tensor._cast_Byte")
def script_cast_byte(self, non_blocking=False):
    """The elements as uint8"""
    return self.to(torch.uint8)


@operator("script.tensor._cast_Char")
def script_cast_char(self, non_blocking=False):
    """The elements as int8"""
    return self.to(torch.int8)


@operator("script.tensor._cast_Double")
def script_cast_double(self, non_blocking=False):
    """The elements as float64"""
    return self.to(torch.float64)


@operator("script.tensor._cast_Half")
def script_cast_half(self, non_blocking=False):
    """The elements as float16"""
    return self.to(torch.float16)


@operator("script.tensor._cast_Int")
def script_cast_int(self, non_blocking=False):
    """The elements as int32"""
    return self.to(torch.int32)


@operator("script.tensor._cast_Short")
def script_cast_short(self, non_blocking=False):
    """The elements as int16"""
    return self.to(torch.int16)
