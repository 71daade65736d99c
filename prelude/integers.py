"""Common divisors and multiples, powers of two, and neighbours of numbers."""


@operator("torch.nextafter", "Tensor.nextafter")
def nextafter(self, other):
    """The next float of the first towards the second"""
    self, other = _common(self, other)
    if self.dtype != torch.float16 and self.dtype != torch.bfloat16:
        return prim.nextafter(self, other)
    self, other = broadcast_tensors(self, other)
    bits = prim.view_dtype(prim.clone(prim.contiguous(self)), torch.int16)
    grows = (self < other) == (self > 0)
    moved = prim.where(self == 0, prim.where(other > 0, 1, -32767), prim.where(grows, bits + 1, bits - 1))
    result = prim.view_dtype(prim.cast(moved, torch.int16), self.dtype)
    return prim.where(self == other, other, prim.where((self == self) & (other == other), result, self + other))


@operator("torch.gcd", "Tensor.gcd", examples=["torch.gcd(torch.tensor([12, -4]), torch.tensor([18, 0])) == torch.tensor([6, 4])"])
def gcd(self, other):
    """The greatest common divisor"""
    self, other = broadcast_tensors(*_common(self, other))
    if not prim.is_integral(self) or self.dtype == torch.bool:
        _unimplemented(self, "gcd_cpu")
    self, other = prim.abs(self), prim.abs(other)
    while prim.any(other != 0, None).item():
        ended = other == 0
        rest = prim.fmod(self, prim.where(ended, 1, other))
        self, other = prim.where(ended, self, other), prim.where(ended, 0, rest)
    return prim.abs(self)


@operator("torch.lcm", "Tensor.lcm", examples=["torch.lcm(torch.tensor([4, 0]), torch.tensor([6, 3])) == torch.tensor([12, 0])"])
def lcm(self, other):
    """The least common multiple"""
    self, other = _common(self, other)
    if not prim.is_integral(self) or self.dtype == torch.bool:
        _unimplemented(self, "lcm_cpu")
    common = gcd(self, other)
    return prim.abs(prim.floor_divide(self, prim.where(common == 0, 1, common)) * other)


@operator("torch.ldexp", "Tensor.ldexp", gradient="ldexp_gradient")
def ldexp(self: Tensor, other: Tensor):
    """self * 2 ** other"""
    if not prim.is_floating(self) or not prim.is_tensor(other) or not prim.is_integral(other):
        return self * prim.pow(2.0, other)
    _no_bool(other, "ldexp_cpu_exp")
    wide = torch.float64 if self.dtype == torch.float64 else torch.float32
    # In two steps: the power alone may be out of range where the product is not.
    exponent = prim.cast(prim.minimum(prim.maximum(other, -3000), 3000) if other.dtype not in (torch.uint8, torch.int8) else other, wide)
    first = prim.trunc(exponent / 2)
    return prim.cast(prim.cast(self, wide) * prim.exp2(first) * prim.exp2(exponent - first), self.dtype)
