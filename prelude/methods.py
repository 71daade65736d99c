"""Methods of tensors that convert, copy or overwrite."""


@operator("Tensor.item")
def item(self):
    """The only element, as a Python number"""
    return prim.item(self)


@operator("Tensor.tolist")
def tolist(self):
    """The elements as nested lists"""
    return prim.tolist(self)


@operator("torch.detach", "Tensor.detach", in_place="geometry")
def detach(self):
    """The same elements, without gradient"""
    return prim.detach(self)


@operator("Tensor.to_dense")
def to_dense(self, dtype=None, *, masked_grad=None):
    """The tensor itself: Lith has no sparse ones"""
    return self if dtype is None else self.to(dtype)


@operator("Tensor.contiguous")
def contiguous(self, memory_format=None):
    """The tensor in row-major order, or in that of a format: itself, or a copy"""
    if memory_format == torch.preserve_format:
        prim.check(prim.is_contiguous(self), "RuntimeError", "preserve memory format is unsupported by the contiguous operator")
        return self
    return prim.contiguous(self) if memory_format is None else _converted(self, memory_format)


@operator("Tensor.to", numbers=True)
def to(self, *args, dtype=None, device=None, other=None, non_blocking=False, copy=False, memory_format=None):
    """The tensor with another dtype, or on a device (the CPU)"""
    first = args[0] if args else None
    rest = args[1:]
    if prim.is_tensor(first):
        dtype = first.dtype
    elif first is None or isinstance(first, (str, torch.device)):
        device = first if args else device
        if rest and rest[0] is not None:
            dtype = _dtype_given(rest[0], args)
        rest = rest[1:]
    else:
        dtype = _dtype_given(first, args)
    if len(rest) > 2 or not all([isinstance(each, bool) for each in rest]):
        _refuse_conversion(args)
    copy = rest[1] if len(rest) == 2 else copy
    if other is not None:
        dtype = other.dtype
    elif dtype is not None and not isinstance(dtype, torch.dtype):
        dtype = _dtype_given(dtype, args)
    prim.check_device(device)
    result = _converted(self if dtype is None else prim.cast(self, dtype), memory_format)
    return prim.clone(result) if copy and result is self else result


def _refuse_conversion(given):
    names = ", ".join([type(each).__name__ for each in given])
    raise TypeError(f"""to() received an invalid combination of arguments - got ({names}), but expected one of:
 * (torch.device device = None, torch.dtype dtype = None, bool non_blocking = False, bool copy = False, *, torch.memory_format memory_format = None)
 * (torch.dtype dtype, bool non_blocking = False, bool copy = False, *, torch.memory_format memory_format = None)
 * (Tensor tensor, bool non_blocking = False, bool copy = False, *, torch.memory_format memory_format = None)
""")


def _dtype_given(kind, given):
    """The dtype that is meant by one, a type of Python's numbers, or a number that is no int"""
    if isinstance(kind, torch.dtype):
        return kind
    for python, dtype in ((bool, torch.bool), (float, torch.float64), (complex, torch.complex128), (int, torch.int64)):
        if kind is python or (python is not int and isinstance(kind, python)):
            return dtype
    if isinstance(kind, int) and given and kind is given[0]:
        raise RuntimeError("Cannot access accelerator device when none is available.")
    _refuse_conversion(given)


@operator("Tensor.type")
def type_(self, dtype=None, non_blocking=False):
    """The tensor with another dtype, or the name of its type"""
    if dtype is None:
        return "torch." + _type_names()[self.dtype]
    if not isinstance(dtype, (torch.dtype, type, str)):
        raise TypeError("dtype must be a type, str, or dtype object")
    return prim.cast(self, dtype if isinstance(dtype, torch.dtype) else _dtype_of_type(dtype))


def _type_names():
    return {torch.float32: "FloatTensor", torch.float64: "DoubleTensor", torch.float16: "HalfTensor", torch.bfloat16: "BFloat16Tensor", torch.int64: "LongTensor", torch.int32: "IntTensor", torch.int16: "ShortTensor", torch.int8: "CharTensor", torch.uint8: "ByteTensor", torch.bool: "BoolTensor", torch.complex64: "ComplexFloatTensor", torch.complex128: "ComplexDoubleTensor"}


def _dtype_of_type(kind):
    """The dtype of torch.FloatTensor, or of its name"""
    if kind is torch.Tensor:
        return prim.default_dtype()
    wanted = kind if isinstance(kind, str) else "torch." + kind.__name__ if kind.__module__ == "torch" else kind.__name__
    for dtype, name in _type_names().items():
        if wanted == "torch." + name:
            return dtype
    raise ValueError(f"invalid type: '{wanted}'")


@operator("Tensor.type_as")
def type_as(self, other):
    """The tensor with the dtype of another"""
    return prim.cast(self, other.dtype)


@operator("Tensor.float")
def float_(self, memory_format=None):
    """The tensor as float32"""
    return _converted(prim.cast(self, torch.float32), memory_format)


@operator("Tensor.double")
def double(self, memory_format=None):
    """The tensor as float64"""
    return _converted(prim.cast(self, torch.float64), memory_format)


@operator("Tensor.half")
def half(self, memory_format=None):
    """The tensor as float16"""
    return _converted(prim.cast(self, torch.float16), memory_format)


@operator("Tensor.bfloat16")
def bfloat16(self, memory_format=None):
    """The tensor as bfloat16"""
    return _converted(prim.cast(self, torch.bfloat16), memory_format)


@operator("Tensor.int")
def int_(self, memory_format=None):
    """The tensor as int32"""
    return _converted(prim.cast(self, torch.int32), memory_format)


@operator("Tensor.long")
def long(self, memory_format=None):
    """The tensor as int64"""
    return _converted(prim.cast(self, torch.int64), memory_format)


@operator("Tensor.short")
def short(self, memory_format=None):
    """The tensor as int16"""
    return _converted(prim.cast(self, torch.int16), memory_format)


@operator("Tensor.char")
def char(self, memory_format=None):
    """The tensor as int8"""
    return _converted(prim.cast(self, torch.int8), memory_format)


@operator("Tensor.byte")
def byte(self, memory_format=None):
    """The tensor as uint8"""
    return _converted(prim.cast(self, torch.uint8), memory_format)


@operator("Tensor.bool")
def bool_(self, memory_format=None):
    """Whether each element is not 0"""
    return _converted(prim.cast(self, torch.bool), memory_format)


@operator("Tensor.cpu")
def cpu(self, memory_format=None):
    """The tensor itself: it is on the CPU"""
    return _converted(self, memory_format)


@operator("torch.resolve_conj", "torch.resolve_neg", "Tensor.resolve_conj", "Tensor.resolve_neg")
def resolve(self):
    """The tensor itself"""
    return self


@operator("Tensor.copy_", numbers=True)
def copy_(self, src, non_blocking=False):
    """Overwrites the tensor, by a number as by a tensor of it"""
    return prim.store(self, src if prim.is_tensor(src) else prim.full((), src, prim.result_type(self, src)))


def _check_filler(value, dtype):
    """A number that the dtype holds, or a tensor without dimensions."""
    if not prim.is_tensor(value):
        _check_fits(value, dtype)
    elif value.dim() > 0:
        raise RuntimeError(f"fill_ only supports 0-dimension value tensor but got tensor with {value.dim()} dimensions.")


@operator("Tensor.fill_", "torch.fill_")
def fill_(self, value):
    """Overwrites the tensor with one value"""
    _check_filler(value, self.dtype)
    return prim.store(self, value)


@operator("Tensor.zero_", "torch.zero_")
def zero_(self):
    """Overwrites the tensor with zeros"""
    return prim.store(self, 0)


@operator("torch.fill", gradient="fill_gradient")
def fill(self: Tensor, value: Tensor):
    """A tensor of one value with the sizes of another"""
    _check_filler(value, self.dtype)
    return prim.full(self.shape, value, self.dtype)


@operator("Tensor.normal_")
def normal_(self, mean=0.0, std=1.0, *, generator=None):
    """Overwrites the tensor with normal numbers"""
    if generator is not None:
        return _drawn_from(generator, lambda: normal_(self, mean, std))
    prim.check(std >= 0.0, "RuntimeError", "normal expects std >= 0.0, but found std {0}", f"{std:g}")
    if prim.is_complex(self) or not prim.is_floating(self) or prim.is_contiguous(self):
        return prim.store(self, _normal(self.shape, self.dtype, mean, std))
    return prim.store(self, prim.cast(_drawn_normal(self) * std + mean, self.dtype))


@operator("Tensor.uniform_")
def uniform_(self, from_=0.0, to=1.0, *, generator=None):
    """Overwrites the tensor with uniform numbers"""
    if generator is not None:
        return _drawn_from(generator, lambda: uniform_(self, from_, to))
    if prim.is_floating(self):
        _check_range_of_draws(self.dtype, from_, to)
    return prim.store(self, prim.in_memory_order(_uniform(self.shape, self.dtype, from_, to), prim.detach(self)))


def _check_range_of_draws(dtype, low, high):
    limits = torch.finfo(dtype)
    for name, bound in (("from", low), ("to", high)):
        prim.check((bound >= limits.min) & (bound <= limits.max), "RuntimeError", "{0} is out of bounds for {1}", name, _type_name(dtype))
    prim.check(low <= high, "RuntimeError", "uniform_ expects to return a [from, to) range, but found from={0} > to={1}", f"{low:g}", f"{high:g}")
    prim.check(high - low <= limits.max, "RuntimeError", "uniform_ expects to-from <= std::numeric_limits<{0}>::max(), but found to={1} and from={2} which result in to-from to exceed the limit", prim.class_name(prim.full((), 0, dtype)), f"{high:g}", f"{low:g}")


@operator("Tensor.bernoulli_")
def bernoulli_(self, p=0.5, *, generator=None):
    """Overwrites the tensor with 0 and 1"""
    if generator is not None:
        return _drawn_from(generator, lambda: bernoulli_(self, p))
    if prim.is_tensor(p):
        _check_chances(p)
        return prim.store(self, prim.random_bernoulli(p, self.dtype))
    _check_chance(p)
    drawn = prim.random_bernoulli(prim.full(self.shape, p, torch.float64), self.dtype)
    return prim.store(self, prim.in_memory_order(drawn, prim.detach(self)))


@operator("Tensor.random_")
def random_(self, from_=None, to=None, *, generator=None):
    """Overwrites the tensor with integers"""
    if generator is not None:
        return _drawn_from(generator, lambda: random_(self, from_, to))
    if to is None:
        from_, to = 0, _end_of_all(self.dtype) if prim.is_static(from_) and from_ is None else from_
    return prim.store(self, prim.in_memory_order(prim.random_int(from_, to, self.shape, self.dtype), prim.detach(self)))


def _end_of_all(dtype):
    """What eager draws below where it is told no bounds"""
    if dtype == torch.int32:
        prim.refuse("random_", "all integers of 32 bits")
    if dtype == torch.int64:
        return -(2 ** 63)  # which stands for 2**63
    if dtype.is_floating_point:
        return 2 ** {torch.float64: 53, torch.float32: 24, torch.float16: 11, torch.bfloat16: 8}[dtype] + 1
    return 2 if dtype == torch.bool else torch.iinfo(dtype).max + 1


@operator("Tensor.requires_grad_")
def requires_grad_(self, requires_grad=True):
    """Sets requires_grad"""
    if requires_grad:
        if not (self.dtype.is_floating_point or self.dtype.is_complex):
            raise RuntimeError("only Tensors of floating point dtype can require gradients")
    elif self.requires_grad and not self.is_leaf:
        raise RuntimeError("you can only change requires_grad flags of leaf variables. If you want to use a computed variable in a subgraph that doesn't require differentiation use var_no_grad = var.detach().")
    if not requires_grad or prim.is_static(self.requires_grad) or not self.requires_grad:
        prim.set_requires_grad(self, requires_grad)
    return self


def set_requires_grad(self, requires_grad):
    """What `self.requires_grad = requires_grad` does"""
    if self.requires_grad and not self.is_leaf:
        raise RuntimeError("you can only change requires_grad flags of leaf variables." + ("" if requires_grad else " If you want to use a computed variable in a subgraph that doesn't require differentiation use var_no_grad = var.detach()."))
    if requires_grad and not (self.dtype.is_floating_point or self.dtype.is_complex):
        raise RuntimeError("only Tensors of floating point and complex dtype can require gradients")
    if not requires_grad or prim.is_static(self.requires_grad) or not self.requires_grad:
        prim.set_requires_grad(self, requires_grad)


@operator("torch.detach_", "Tensor.detach_")
def detach_(self):
    """Forgets the gradient"""
    if prim.is_view(self):
        raise RuntimeError("Can't detach views in-place. Use detach() instead. If you are using DistributedDataParallel (DDP) for training, and gradient_as_bucket_view is set as True, gradients are views of DDP buckets, and hence detach_() cannot be called on these gradients. To fix this error, please refer to the Optimizer.zero_grad() function in torch/optim/optimizer.py as the solution.")
    return prim.set_requires_grad(self, False)


@operator("torch.get_device", "Tensor.get_device")
def get_device(self):
    """-1: the CPU"""
    return -1


@operator("Tensor.__repr__")
def repr_of(self, *, tensor_contents=None):
    """PyTorch's text, also where a class has another"""
    if tensor_contents is not None:
        prim.refuse("Tensor.__repr__", "tensor_contents")
    return repr(self)


@operator("Tensor.__len__")
def len_(self):
    """The size of the first dimension"""
    return len(self)


@operator("Tensor.__bool__")
def bool_of(self):
    """Whether the only element is not 0"""
    return bool(self)


@operator("Tensor.__int__")
def int_of(self):
    """The only element as an int"""
    return int(self)


@operator("Tensor.__index__")
def index_of(self):
    """The only element, of integers, as an int"""
    if self.dtype.is_floating_point or self.dtype.is_complex or self.numel() != 1:
        raise TypeError("only integer tensors of a single element can be converted to an index")
    return int(self)


@operator("Tensor.__float__")
def float_of(self):
    """The only element as a float"""
    return float(self)


@operator("Tensor.__getitem__")
def getitem(self, index):
    """self[index]"""
    return self[index]


@operator("Tensor.__setitem__")
def setitem(self, index, value):
    """self[index] = value"""
    self[index] = value


@operator("torch._C._nn._parse_to")
def parse_to(*args, dtype=None, device=None, non_blocking=False, copy=False, memory_format=None):
    """What the arguments of Module.to say: device, dtype, whether it may go on meanwhile, memory format"""
    for each in args:
        if prim.is_tensor(each):
            dtype, device = each.dtype, each.device
        elif isinstance(each, torch.dtype):
            dtype = each
        elif isinstance(each, (str, torch.device)):
            device = each
        elif isinstance(each, bool):
            non_blocking = each
        elif each is not None:
            raise TypeError("to() received an invalid combination of arguments")
    prim.check_device(device)
    return device if device is None else torch.device(device), dtype, non_blocking, memory_format


@operator("torch._has_compatible_shallow_copy_type")
def has_compatible_shallow_copy_type(input, other):
    """Whether `data` of one may be set to the other: of tensors on the CPU always"""
    return True
