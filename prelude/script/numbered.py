"""dtypes and memory formats, which code of archives has as numbers, and tensors of numbers."""


def script_dtypes():
    """The dtypes by their numbers; None: one that Lith has not"""
    return (torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64, torch.float16, torch.float32, torch.float64, None, torch.complex64, torch.complex128, torch.bool, None, None, None, torch.bfloat16)


def script_dtype(number):
    """The dtype of a number; None and a dtype stay"""
    if number is None or isinstance(number, torch.dtype):
        return number
    dtypes = script_dtypes()
    dtype = dtypes[number] if number >= 0 and number < len(dtypes) else None
    if dtype is None:
        prim.refuse("TorchScript", f"the dtype with the number {number}")
    return dtype


def script_dtype_number(dtype):
    """The number of a dtype"""
    return {each: number for number, each in enumerate(script_dtypes())}[dtype]


def script_memory_format(number):
    """The memory format of a number; None and a format stay"""
    if number is None or isinstance(number, torch.memory_format):
        return number
    return (torch.contiguous_format, torch.preserve_format, torch.channels_last, torch.channels_last_3d)[number]


@operator("script.tensor", "script.tensor.tensor")
def script_tensor(data, *, dtype=None, device=None, requires_grad=False):
    """A new tensor of a number or of nested lists"""
    return torch.tensor(data, dtype=script_dtype(dtype), device=device, requires_grad=requires_grad)


@operator("script.as_tensor", "script.tensor.as_tensor")
def script_as_tensor(data, *, dtype=None, device=None):
    """A tensor of the data; a tensor of the right dtype as it is"""
    return torch.as_tensor(data, dtype=script_dtype(dtype), device=device)


@operator("script.prim.NumToTensor")
def script_number_tensor(a):
    """A tensor of a number, in the widest dtype of its kind"""
    return torch.tensor(a, dtype=torch.float64 if isinstance(a, float) else torch.complex128 if isinstance(a, complex) else None)


@operator("script._list_to_tensor")
def script_list_tensor(self):
    """A tensor of int32, of a list of ints"""
    return torch.tensor(self, dtype=torch.int32)


@operator("script.tensor._tensor_to_list")
def script_tensor_list(self):
    """The elements of a tensor in a list"""
    return self.reshape(-1).tolist()


@operator("script.promote_types")
def script_promote_types(type1, type2):
    """The number of the dtype that both promote to"""
    return script_dtype_number(torch.promote_types(script_dtype(type1), script_dtype(type2)))


@operator("script.can_cast")
def script_can_cast(from_, to):
    """Whether a dtype may become another where it is not asked for"""
    return torch.can_cast(script_dtype(from_), script_dtype(to))


@operator("script.result_type", "script.tensor.result_type")
def script_result_type(scalar1, scalar2):
    """The number of the dtype that an operator of both gives"""
    return script_dtype_number(torch.result_type(scalar1, scalar2))


@operator("script.get_autocast_dtype")
def script_autocast_dtype(device_type):
    """The number of the dtype that autocast uses"""
    return script_dtype_number(torch.get_autocast_dtype(device_type))


@operator("script.prim.dtype")
def script_dtype_of(a):
    """The number of a tensor's dtype"""
    return script_dtype_number(a.dtype)


@operator("script.tensor.to")
def script_tensor_to(self, *args, dtype=None, layout=None, device=None, pin_memory=None, non_blocking=False, copy=False, memory_format=None):
    """The tensor with a dtype and on a device, of another tensor or given by themselves"""
    rest = args
    if args and prim.is_tensor(args[0]):
        dtype, rest = args[0].dtype, args[1:]
    elif args and not isinstance(args[0], bool):
        if isinstance(args[0], (int, torch.dtype)) or args[0] is None and (len(args) < 2 or isinstance(args[1], bool)):
            dtype, rest = args[0], args[1:]
        else:
            device, rest = args[0], args[1:]
            if rest and not isinstance(rest[0], bool):
                dtype, rest = rest[0], rest[1:]
    copy = rest[1] if len(rest) > 1 else copy
    memory_format = rest[2] if len(rest) > 2 else memory_format
    dtype = self.dtype if dtype is None else script_dtype(dtype)
    if memory_format is None:
        return self.to(device=device, dtype=dtype, copy=copy)
    return self.to(device=device, dtype=dtype, copy=copy, memory_format=script_memory_format(memory_format))
