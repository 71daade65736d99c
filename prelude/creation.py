"""Tensors from numbers and from other tensors."""


def _finish(result, requires_grad):
    if not requires_grad:
        return result
    if prim.is_integral(result):
        raise RuntimeError("Only Tensors of floating point and complex dtype can require gradients")
    return prim.set_requires_grad(result, True)


def _number_dtype(value):
    """The dtype of a tensor of this number."""
    return value.dtype if prim.is_tensor(value) else prim.dtype_of(value)


@operator("torch.full", out="computed", examples=["torch.full((2,), True) == torch.tensor([True, True])"])
def full(size, fill_value, *, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False, names=None):
    """A tensor of one value"""
    prim.check_device(device)
    return _finish(_filled(tuple(size), fill_value, _number_dtype(fill_value) if dtype is None else dtype), requires_grad)


def _filled(size, value, dtype):
    if not prim.is_tensor(value):
        _check_fits(value, dtype, single=_volume_of(size) == 1)
    return prim.full(size, value, dtype)


@operator("torch.zeros", out="computed", examples=["torch.zeros(2) == torch.tensor([0., 0.])"])
def zeros(*size, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False, names=None):
    """A tensor of zeros"""
    prim.check_device(device)
    for each in _sizes(size):
        prim.check(each >= 0, "RuntimeError", "zeros: Dimension size must be non-negative.")
    return _finish(prim.full(_sizes(size), 0, prim.default_dtype() if dtype is None else dtype), requires_grad)


@operator("torch.ones", out="computed")
def ones(*size, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False, names=None):
    """A tensor of ones"""
    prim.check_device(device)
    return _finish(prim.full(_sizes(size), 1, prim.default_dtype() if dtype is None else dtype), requires_grad)


@operator("torch.empty", out="computed")
def empty(*size, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False, memory_format=None, names=None):
    """A tensor to be written; its elements are zeros"""
    prim.check_device(device)
    return _finish(_formatted(prim.full(_sizes(size), 0, prim.default_dtype() if dtype is None else dtype), memory_format), requires_grad)


def _drawn_like(values, self, memory_format):
    """Random numbers at the places of the tensor's memory, or of that of a format"""
    return prim.in_memory_order(values, _formatted(prim.detach(self), memory_format))


@operator("torch.zeros_like")
def zeros_like(self, *, dtype=None, layout=None, device=None, requires_grad=False, memory_format=None, pin_memory=False):
    """Zeros with the sizes and dtype of a tensor"""
    return _finish(_laid(prim.full(self.shape, 0, self.dtype if dtype is None else dtype), self, memory_format), requires_grad)


@operator("torch.ones_like")
def ones_like(self, *, dtype=None, layout=None, device=None, requires_grad=False, memory_format=None, pin_memory=False):
    """Ones with the sizes and dtype of a tensor"""
    return _finish(_laid(prim.full(self.shape, 1, self.dtype if dtype is None else dtype), self, memory_format), requires_grad)


@operator("torch.empty_like")
def empty_like(self, *, dtype=None, layout=None, device=None, requires_grad=False, memory_format=None, pin_memory=False):
    """A tensor to be written, with the sizes and dtype of another"""
    return _finish(_laid(prim.full(self.shape, 0, self.dtype if dtype is None else dtype), self, memory_format), requires_grad)


@operator("torch.full_like")
def full_like(self, fill_value, *, dtype=None, layout=None, device=None, requires_grad=False, memory_format=None, pin_memory=False):
    """One value with the sizes and dtype of a tensor"""
    dtype = self.dtype if dtype is None else dtype
    return _finish(_laid(_filled(self.shape, fill_value, dtype), self, memory_format), requires_grad)


@operator("Tensor.new_zeros")
def new_zeros(self, *size, dtype=None, device=None, requires_grad=False, layout=None, pin_memory=False):
    """Zeros of the tensor's dtype"""
    return _finish(prim.full(_sizes(size), 0, self.dtype if dtype is None else dtype), requires_grad)


@operator("Tensor.new_ones")
def new_ones(self, *size, dtype=None, device=None, requires_grad=False, layout=None, pin_memory=False):
    """Ones of the tensor's dtype"""
    return _finish(prim.full(_sizes(size), 1, self.dtype if dtype is None else dtype), requires_grad)


@operator("Tensor.new_empty")
def new_empty(self, *size, dtype=None, device=None, requires_grad=False, layout=None, pin_memory=False):
    """A tensor to be written, of the tensor's dtype"""
    return _finish(prim.full(_sizes(size), 0, self.dtype if dtype is None else dtype), requires_grad)


@operator("Tensor.new_full")
def new_full(self, size, fill_value, *, dtype=None, device=None, requires_grad=False, layout=None, pin_memory=False):
    """One value of the tensor's dtype"""
    return _finish(_filled(tuple(size), fill_value, self.dtype if dtype is None else dtype), requires_grad)


@operator("Tensor.new_tensor", numpy="dtype")
def new_tensor(self, data, *, dtype=None, device=None, requires_grad=False, layout=None, pin_memory=False):
    """A tensor of nested lists, of the tensor's dtype"""
    return tensor(data, dtype=self.dtype if dtype is None else dtype, requires_grad=requires_grad)


@operator("torch.eye", out="computed")
def eye(n, m=None, *, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False):
    """Ones on the diagonal"""
    prim.check(n >= 0, "RuntimeError", "n must be greater or equal to 0, got {0}", n)
    if m is not None:
        prim.check(m >= 0, "RuntimeError", "m must be greater or equal to 0, got {0}", m)
    result = prim.full((n, n if m is None else m), 0, prim.default_dtype() if dtype is None else dtype)
    prim.store(prim.diagonal(result, 0, 0, 1), 1)
    return _finish(result, requires_grad)


@operator("torch.arange", out="numbers", examples=["torch.arange(3) == torch.tensor([0, 1, 2])", "torch.arange(0., 1., 0.5) == torch.tensor([0., 0.5])"])
def arange(start=None, end=None, step=1, *, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False):
    """Numbers from start to end, end excluded, by step"""
    prim.check_device(device)
    if end is None:
        start, end = None, start
    if end is None:
        raise TypeError("arange() missing 1 required positional argument: 'end'")
    if dtype == torch.bool:
        raise NotImplementedError("\"arange_cpu\" not implemented for 'Bool'")
    if dtype is not None and dtype.is_complex:
        raise NotImplementedError(f"\"arange_cpu\" not implemented for '{'ComplexDouble' if dtype == torch.complex128 else 'ComplexFloat'}'")
    start = 0 if start is None else start
    start = start.item() if prim.is_tensor(start) else start
    end = end.item() if prim.is_tensor(end) else end
    step = step.item() if prim.is_tensor(step) else step
    if dtype == torch.int64:
        for each in (start, end, step):
            _check_fits(each, dtype)
        start, end, step = int(start), int(end), int(step)
    if prim.is_int(start) and prim.is_int(end) and prim.is_int(step):
        if step == 0:
            raise RuntimeError("step must be nonzero")
        if prim.is_static(step) and step == 1:
            length = end - start
        elif step > 0:
            length = (end - start + step - 1) // step
        else:
            length = (start - end - step - 1) // -step
        prim.check(end >= start if step > 0 else end <= start, "RuntimeError", "upper bound and lower bound inconsistent with step sign")
        return _finish(prim.arange(start, step, length, torch.int64 if dtype is None else dtype), requires_grad)
    prim.check((step < 0) | (step > 0), "RuntimeError", "step must be nonzero")
    prim.check(math.isfinite(start) & math.isfinite(end), "RuntimeError", "unsupported range: {0} -> {1}", start, end)
    prim.check((end - start) * step >= 0, "RuntimeError", "upper bound and lower bound inconsistent with step sign")
    count = (end - start) / step
    prim.check(count < 2.0 ** 63, "RuntimeError", "invalid size, possible overflow?")
    length = math.ceil(count)
    if dtype is None:
        dtype = prim.default_dtype()
    elif not dtype.is_floating_point and not dtype.is_complex:
        start, step = int(start), int(step)
    return _finish(prim.arange(float(start), float(step), length, dtype), requires_grad)


@operator("torch.linspace", out="numbers")
def linspace(start, end, steps, *, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False):
    """Points from start to end, both included, at equal distances"""
    dtype = prim.default_dtype() if dtype is None else dtype
    _check_ends(start, end, steps, "linspace")
    start, end = _bounds(start, end, steps, dtype)
    return _finish(prim.linspace(start, end, steps, dtype), requires_grad)


def _check_ends(start, end, steps, name):
    ranks = [each.dim() if prim.is_tensor(each) else 0 for each in (start, end)]
    if ranks != [0, 0]:
        dims = " and ".join([f"{word} with {rank} dimension(s)" for word, each, rank in (("start", start, ranks[0]), ("end", end, ranks[1])) if prim.is_tensor(each)])
        raise RuntimeError(f"{name} only supports 0-dimensional start and end tensors, but got {dims}.")
    prim.check(steps >= 0, "RuntimeError", "number of steps must be non-negative")


def _bounds(start, end, steps, dtype):
    """Numbers as floats; for a dtype of integers without their fractions."""
    start = start.item() if prim.is_tensor(start) else start
    end = end.item() if prim.is_tensor(end) else end
    for each, fewest in ((start, 1), (end, 2)):
        if steps >= fewest:
            _check_fits(each, dtype, single=steps == 1)
    if not dtype.is_floating_point and not dtype.is_complex:
        start, end = int(start), int(end)
    if dtype == torch.uint8:
        start, end = start % 256, end % 256
    return float(start), float(end)


def _half_steps(start, end, steps, dtype):
    """Floats between rounded ends, whose difference is rounded too, counted from the nearer end."""
    low, high = prim.full((), start, dtype), prim.full((), end, dtype)
    step = prim.cast(high - low, torch.float32) / max(steps - 1, 1)
    count = prim.cast(prim.arange(0, 1, steps, torch.int64), torch.float32)
    return prim.where(count < max(steps // 2, 1), low + step * count, high - step * ((steps - 1) - count))


@operator("torch.logspace", out="numbers")
def logspace(start, end, steps, base=10.0, *, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False):
    """Powers of the base at equally spaced exponents"""
    dtype = prim.default_dtype() if dtype is None else dtype
    _check_ends(start, end, steps, "logspace")
    if steps == 1:  # a number, whose exponent is not rounded
        only = prim.pow(base, prim.full((1,), start, torch.complex128 if dtype.is_complex else torch.float64))
        _check_fits(only, dtype, single=True)
        return _finish(prim.cast(only, dtype), requires_grad)
    start, end = _bounds(start, end, steps, dtype)
    wide = dtype if dtype == torch.float32 or dtype.is_complex else torch.float64
    if _is_half_dtype(dtype):
        exponents = prim.cast(_half_steps(start, end, steps, dtype), torch.float64)
        return _finish(prim.cast(prim.pow(base, exponents), dtype), requires_grad)
    return _finish(prim.cast(prim.pow(base, prim.linspace(start, end, steps, wide)), dtype), requires_grad)


@operator("torch.tensor", numpy="dtype", examples=["torch.tensor([[1, 2]]) == torch.tensor([[1, 2]])", "torch.tensor([1, 2.5]) == torch.tensor([1., 2.5])"])
def tensor(data, *, dtype=None, device=None, requires_grad=False, pin_memory=False):
    """A new tensor of a number, nested lists or another tensor"""
    prim.check_device(device)
    if prim.is_tensor(data):
        result = prim.clone(prim.detach(data))
        return _finish(result if dtype is None else prim.cast(result, dtype), requires_grad)
    if isinstance(data, (str, bytes)):
        raise TypeError(f"new(): invalid data type '{prim.type_name(data)}'")
    if prim.is_numpy(data):
        return tensor(prim.numpy_tensor(data), dtype=dtype, requires_grad=requires_grad)
    data = _plain_data(data)
    if prim.is_number(data):
        _check_element(data, dtype)
        return _finish(prim.full((), data, prim.dtype_of(data) if dtype is None else dtype), requires_grad)
    if prim.is_runtime_list(data) and prim.may_hold_objects(data):
        if dtype is None:
            prim.check(len(data) > 0, "NotImplementedError", "torch.tensor of a list that only run time knows to be empty; give a dtype")
        elif len(data) == 0:
            return _finish(prim.full((0,), 0, dtype), requires_grad)
        parts = stack([prim.numpy_tensor(each) if prim.is_numpy(each) else tensor(each) for each in data])
        return _finish(parts if dtype is None else prim.cast(parts, dtype), requires_grad)
    if prim.is_nested_in_run_time(data):
        result = prim.of_runtime_list(data, dtype)
        if dtype is None and result.dtype != prim.default_dtype():
            prim.check(result.numel() > 0, "NotImplementedError", "torch.tensor of a list that only run time knows to be empty; give a dtype")
        return _finish(result, requires_grad)
    sizes = _nested_sizes(data)
    given, dtype = dtype, _dtype_of_element(data) if dtype is None else dtype
    values = []
    if 0 not in sizes:  # else no sequence is looked into
        _flatten_into(data, sizes, values)
    values = [_element(each, dtype) for each in values]
    for each in values:
        _check_element(each, given)
    made = prim.of_values(values, sizes, dtype) if values else prim.full(tuple(sizes), 0, dtype)
    return _finish(made, requires_grad)


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


@operator("torch.asarray", numpy="array")
def asarray(obj, *, dtype=None, device=None, copy=None, requires_grad=None):
    """A tensor of the data, over its memory where that can be and no copy is asked for"""
    prim.check_device(device)
    if isinstance(obj, prim.host("numpy.ndarray")):
        obj = from_numpy(obj)
    if not prim.is_tensor(obj):
        if copy is False:
            raise ValueError("can't alias arbitrary sequence into a tensor.")
        return tensor(obj, dtype=dtype, requires_grad=requires_grad is True)
    if requires_grad is not None and requires_grad != obj.requires_grad:
        prim.refuse("torch.asarray", "requires_grad")
    result = obj if dtype is None else prim.cast(obj, dtype)
    if copy is False and result.dtype != obj.dtype:
        raise ValueError(f"can't alias tensor with dtype '{prim.class_name(obj)}' into dtype '{prim.class_name(result)}'.")
    return prim.clone(result) if copy and result.dtype == obj.dtype else result


@operator("torch.as_tensor", numpy="array")
def as_tensor(data, dtype=None, device=None):
    """A tensor of the data; a tensor of the right dtype as it is"""
    if isinstance(data, prim.host("numpy.ndarray")):
        data = from_numpy(data)
    if prim.is_tensor(data):
        return data if dtype is None else prim.cast(data, dtype)
    return tensor(data, dtype=dtype, device=device)


@operator("torch.scalar_tensor")
def scalar_tensor(s, *, dtype=None, device=None, layout=None, requires_grad=False, pin_memory=False):
    """A tensor of rank 0"""
    prim.check_device(device)
    dtype = prim.default_dtype() if dtype is None else dtype
    _check_converts(s, dtype)
    return _finish(prim.full((), s, dtype), requires_grad)


@operator("torch.clone", "Tensor.clone")
def clone(self, *, memory_format=None):
    """A copy with memory of its own"""
    return prim.clone(self if memory_format is None else _formatted(self, memory_format))


@operator("Tensor.__deepcopy__")
def deepcopy(self, memo=None):
    """A copy with memory of its own"""
    return prim.clone(self)


def _default_generator(generator):
    if generator is not None:
        prim.refuse("a random number", "a generator of its own")


@operator("torch.manual_seed", "torch.random.manual_seed")
def manual_seed(seed):
    """Seeds the generator that random numbers are drawn from"""
    prim.random_seed(int(seed))
    return prim.host("torch.default_generator")


def _of_parts(draw, size, dtype, kernel):
    """Random numbers, drawn for both parts of complex ones."""
    if not dtype.is_floating_point and not dtype.is_complex:
        raise NotImplementedError(f"\"{kernel}\" not implemented for '{prim.class_name(prim.full((), 0, dtype))}'")
    if not dtype.is_complex:
        return draw(size, dtype)
    return view_as_complex(draw(tuple(size) + (2,), torch.float64 if dtype == torch.complex128 else torch.float32))


def _uniform(size, dtype, low=0.0, high=1.0):
    """Those of half precision are rounded, and the least ones where that gives the upper bound."""
    if _is_half_dtype(dtype):
        drawn = prim.cast(_uniform(size, torch.float32, low, high), dtype)
        return prim.where(drawn == prim.full((), high, dtype), prim.full((), low, dtype), drawn)

    def draw(size, dtype):
        drawn = prim.random(size, dtype)
        if dtype != torch.float32 or prim.is_static(low) and prim.is_static(high) and low == 0 and high == 1:
            return drawn * (high - low) + low
        first, last = prim.full((), low, dtype), prim.full((), high, dtype)  # which are of the dtype, what follows is not
        span, first = prim.cast(last - first, torch.float64), prim.cast(first, torch.float64)
        return prim.cast(prim.cast(drawn, torch.float64) * span + first, dtype)

    return _of_parts(draw, size, dtype, "check_uniform_bounds")


def _normal(size, dtype, mean=0.0, std=1.0):
    """The parts of complex numbers have half the variance each."""

    def draw(size, dtype):
        return prim.random_normal(size, dtype) * std + mean

    if _is_half_dtype(dtype):
        return prim.cast(prim.random_normal_by_sixteen(size, torch.float32) * std + mean, dtype)
    std = std * math.sqrt(0.5) if dtype.is_complex else std
    return _of_parts(draw, size, dtype, "normal_kernel_cpu")


@operator("torch.rand")
def rand(*size, generator=None, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False):
    """Uniform numbers in [0, 1)"""
    _default_generator(generator)
    return _finish(_uniform(_sizes(size), prim.default_dtype() if dtype is None else dtype), requires_grad)


@operator("torch.randn")
def randn(*size, generator=None, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False):
    """Normal numbers of mean 0 and deviation 1"""
    _default_generator(generator)
    return _finish(_normal(_sizes(size), prim.default_dtype() if dtype is None else dtype), requires_grad)


@operator("torch.rand_like")
def rand_like(self, *, dtype=None, layout=None, device=None, requires_grad=False, memory_format=None, pin_memory=False):
    """Uniform numbers with the sizes of a tensor"""
    return _finish(_drawn_like(_uniform(self.shape, self.dtype if dtype is None else dtype), self, memory_format), requires_grad)


@operator("torch.randn_like")
def randn_like(self, *, dtype=None, layout=None, device=None, requires_grad=False, memory_format=None, pin_memory=False):
    """Normal numbers with the sizes of a tensor"""
    if memory_format is None and prim.is_contiguous(self):
        return _finish(_normal(self.shape, self.dtype if dtype is None else dtype), requires_grad)
    return _finish(normal_(empty_like(self, dtype=dtype, memory_format=memory_format)), requires_grad)


@operator("torch.randint")
def randint(low, high=None, size=None, *, generator=None, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False):
    """Integers from low to high, high excluded"""
    _default_generator(generator)
    if size is None:
        low, high, size = 0, low, high
    elif high is None:
        low, high = 0, low
    return _finish(prim.random_int(low, high, tuple(size), torch.int64 if dtype is None else dtype), requires_grad)


@operator("torch.randint_like")
def randint_like(self, low, high=None, *, dtype=None, device=None, layout=None, requires_grad=False, memory_format=None, pin_memory=False):
    """Integers with the sizes of a tensor"""
    if high is None:
        low, high = 0, low
    return _finish(_drawn_like(prim.random_int(low, high, self.shape, self.dtype if dtype is None else dtype), self, memory_format), requires_grad)


@operator("torch.randperm")
def randperm(n, *, generator=None, dtype=torch.int64, layout=None, device=None, requires_grad=False, pin_memory=False):
    """The integers below n in random order"""
    _default_generator(generator)
    _no_bool(prim.full((), 0, dtype), "randperm")
    return _finish(prim.cast(prim.random_permutation(n), dtype), requires_grad)


@operator("torch.normal", gradient="zero")
def normal(mean, std=1.0, size=None, *, generator=None, dtype=None, device=None, requires_grad=False):
    """Normal numbers of the given means and deviations"""
    _default_generator(generator)
    if prim.is_tensor(std):
        prim.check(prim.all(std >= 0, None, False).item(), "RuntimeError", "normal expects all elements of std >= 0.0")
    elif std < 0:
        raise RuntimeError(f"normal expects std >= 0.0, but found std {std:g}")
    if prim.is_tensor(mean):
        shape = _broadcast_shape(mean.shape, std.shape) if prim.is_tensor(std) else mean.shape
        return prim.in_order(_normal(shape, mean.dtype) * std + mean)
    if prim.is_tensor(std):
        return prim.in_order(_normal(std.shape, std.dtype) * std + mean)
    return _finish(_normal(tuple(size), prim.default_dtype() if dtype is None else dtype, mean, std), requires_grad)


@operator("torch.bernoulli", "Tensor.bernoulli")
def bernoulli(self, p=None, *, generator=None):
    """1 with the probability that each element (or p) says, else 0"""
    _default_generator(generator)
    if p is not None:
        _check_chance(p)
        return prim.random_bernoulli(prim.full(self.shape, p, torch.float64), self.dtype)
    if not prim.is_floating(self):
        return _nothing_else(self, "bernoulli_tensor_cpu_p_")
    _check_chances(self)
    return prim.random_bernoulli(self, self.dtype)


def _check_chance(p):
    prim.check((p >= 0) & (p <= 1), "RuntimeError", "bernoulli_ expects p to be in [0, 1], but got p={0}", f"{p:g}")


def _check_chances(p):
    prim.check(prim.all((p >= 0) & (p <= 1), None, False).item(), "RuntimeError", "Expected p_in >= 0 && p_in <= 1 to be true, but got false.  (Could this error message be improved?  If so, please report an enhancement request to PyTorch.)")
