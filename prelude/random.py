"""Random numbers, drawn from a generator."""


def _drawn_like(values, self, memory_format):
    """Random numbers at the places of the tensor's memory, or of that of a format"""
    return prim.in_memory_order(values, _formatted(prim.detach(self), memory_format))


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
    if generator is not None:
        return _drawn_from(generator, lambda: rand(*size, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad, pin_memory=pin_memory))
    return _finish(_uniform(_sizes(size), prim.default_dtype() if dtype is None else dtype), requires_grad)


@operator("torch.randn")
def randn(*size, generator=None, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False):
    """Normal numbers of mean 0 and deviation 1"""
    if generator is not None:
        return _drawn_from(generator, lambda: randn(*size, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad, pin_memory=pin_memory))
    return _finish(_normal(_sizes(size), prim.default_dtype() if dtype is None else dtype), requires_grad)


@operator("torch.rand_like")
def rand_like(self, *, generator=None, dtype=None, layout=None, device=None, requires_grad=False, memory_format=None, pin_memory=False):
    """Uniform numbers with the sizes of a tensor"""
    if generator is not None:
        return _drawn_from(generator, lambda: rand_like(self, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad, memory_format=memory_format, pin_memory=pin_memory))
    return _finish(_drawn_like(_uniform(self.shape, self.dtype if dtype is None else dtype), self, memory_format), requires_grad)


@operator("torch.randn_like")
def randn_like(self, *, generator=None, dtype=None, layout=None, device=None, requires_grad=False, memory_format=None, pin_memory=False):
    """Normal numbers with the sizes of a tensor"""
    if generator is not None:
        return _drawn_from(generator, lambda: randn_like(self, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad, memory_format=memory_format, pin_memory=pin_memory))
    if memory_format is None and prim.is_contiguous(self):
        return _finish(_laid(_normal(self.shape, self.dtype if dtype is None else dtype), self), requires_grad)
    return _finish(normal_(empty_like(self, dtype=dtype, memory_format=memory_format)), requires_grad)


@operator("torch.randint")
def randint(low, high=None, size=None, *, generator=None, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False):
    """Integers from low to high, high excluded"""
    if generator is not None:
        return _drawn_from(generator, lambda: randint(low, high, size, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad, pin_memory=pin_memory))
    if size is None:
        low, high, size = 0, low, high
    elif high is None:
        low, high = 0, low
    return _finish(prim.random_int(low, high, tuple(size), torch.int64 if dtype is None else dtype), requires_grad)


@operator("torch.randint_like")
def randint_like(self, low, high=None, *, generator=None, dtype=None, device=None, layout=None, requires_grad=False, memory_format=None, pin_memory=False):
    """Integers with the sizes of a tensor"""
    if generator is not None:
        return _drawn_from(generator, lambda: randint_like(self, low, high, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad, memory_format=memory_format, pin_memory=pin_memory))
    if high is None:
        low, high = 0, low
    return _finish(_drawn_like(prim.random_int(low, high, self.shape, self.dtype if dtype is None else dtype), self, memory_format), requires_grad)


@operator("torch.randperm")
def randperm(n, *, generator=None, dtype=torch.int64, layout=None, device=None, requires_grad=False, pin_memory=False):
    """The integers below n in random order"""
    if generator is not None:
        return _drawn_from(generator, lambda: randperm(n, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad, pin_memory=pin_memory))
    _no_bool(prim.full((), 0, dtype), "randperm")
    return _finish(prim.cast(prim.random_permutation(n), dtype), requires_grad)


@operator("torch.normal", gradient="zero")
def normal(mean, std=1.0, size=None, *, generator=None, dtype=None, device=None, requires_grad=False):
    """Normal numbers of the given means and deviations"""
    if generator is not None:
        return _drawn_from(generator, lambda: normal(mean, std, size, dtype=dtype, device=device, requires_grad=requires_grad))
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
    if generator is not None:
        return _drawn_from(generator, lambda: bernoulli(self, p))
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
