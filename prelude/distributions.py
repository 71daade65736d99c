"""Numbers drawn from distributions, in the order of memory."""


def _drawn(self):
    """Uniform numbers of double precision with the sizes of a tensor, in the order of its memory."""
    return prim.in_memory_order(prim.random(self.shape, torch.float64), prim.detach(self))


def _drawn_normal(self):
    """Normal numbers of double precision with the sizes of a tensor, in the order of its memory."""
    return prim.in_memory_order(prim.random_normal_one_by_one(self.shape, torch.float64), prim.detach(self))


def _exponential(self, lambd):
    return prim.cast(-prim.log1p(-_drawn(self)) / lambd, self.dtype)


def _check_continuous(self, name, specified):
    if not prim.is_floating(self):
        raise RuntimeError(f"{name} distribution is a continuous probability distribution. dtype must be a floating point but you specified {specified}")


@operator("Tensor.exponential_")
def exponential_(self, lambd=1, *, generator=None):
    """Overwrites the tensor with exponentially distributed numbers"""
    if generator is not None:
        return _drawn_from(generator, lambda: exponential_(self, lambd))
    _check_continuous(self, "Exponential", prim.class_name(self))
    if not lambd > 0.0:
        raise RuntimeError(f"exponential_ expects lambda > 0.0, but found lambda={lambd}")
    return prim.store(self, _exponential(self, lambd))


@operator("Tensor.geometric_")
def geometric_(self, p, *, generator=None):
    """Overwrites the tensor with numbers of trials up to the first success"""
    if generator is not None:
        return _drawn_from(generator, lambda: geometric_(self, p))
    _no_bool(self, "geometric_cpu")
    if not (p > 0 and p < 1):
        raise RuntimeError(f"geometric_ expects p to be in (0, 1), but got p={p}")
    return prim.store(self, prim.cast(prim.ceil(prim.log(_drawn(self)) / math.log(1 - p)), self.dtype))


@operator("Tensor.cauchy_")
def cauchy_(self, median=0, sigma=1, *, generator=None):
    """Overwrites the tensor with numbers of the Cauchy distribution"""
    if generator is not None:
        return _drawn_from(generator, lambda: cauchy_(self, median, sigma))
    _check_continuous(self, "Cauchy", _type_name(self.dtype))
    prim.check(sigma > 0.0, "RuntimeError", "cauchy_ expects sigma > 0.0, but found sigma={0}", f"{sigma:g}")
    return prim.store(self, prim.cast(prim.tan((_drawn(self) - 0.5) * math.pi) * sigma + median, self.dtype))


@operator("Tensor.log_normal_")
def log_normal_(self, mean=1.0, std=2.0, *, generator=None):
    """Overwrites the tensor with numbers whose logarithms are normal"""
    if generator is not None:
        return _drawn_from(generator, lambda: log_normal_(self, mean, std))
    _no_integral(self, "log_normal_cpu")
    prim.check(std > 0.0, "RuntimeError", "log_normal_ expects std > 0.0, but found std={0}", f"{std:g}")
    return prim.store(self, prim.cast(prim.exp(_drawn_normal(self) * std + mean), self.dtype))


@operator("torch.rrelu")
def rrelu(self, lower=0.125, upper=0.3333333333333333, training=False):
    """x where positive; else x times a factor: in training a random one of [lower, upper), else their mean"""
    prim.check(lower <= upper, "RuntimeError", "Lower bound should be less than or equal to the upper bound")
    for name, each in (("lower", lower), ("upper", upper)):
        prim.check(math.isfinite(each), "RuntimeError", f"rrelu: {name} bound must be finite, got {{0}}", each)
    _floats_only(self, "rrelu_with_noise_out_cpu" if training else "leaky_relu_cpu")
    if training and self.dtype == torch.float16:
        _unimplemented(self, "rrelu_with_noise_out_cpu")
    if not training:
        return prim.in_order(_leaky_relu(self, (lower + upper) / 2))
    falling = self <= 0
    factors = prim.random((prim.sum(prim.cast(falling, torch.int64), None).item(),), torch.float64) * (upper - lower) + lower
    factors = prim.masked_scatter(prim.full(self.shape, 1, self.dtype), falling, prim.cast(factors, self.dtype))
    return _backward_takes(prim.in_order(self * factors), self)


@operator("torch.multinomial", "Tensor.multinomial", rejects=["C1: torch.multinomial(torch.tensor([0., 0.]), 1)", "C2: torch.multinomial(torch.tensor([1., -1.]), 1)"])
def multinomial(self, num_samples, replacement=False, *, generator=None):
    """Indices drawn with the weights of each row

    - C1: some weight of each row is positive.
    - C2: no weight is negative or infinite.
    """
    if generator is not None:
        return _drawn_from(generator, lambda: multinomial(self, num_samples, replacement))
    if not (self.dim() == 1 or self.dim() == 2):
        raise RuntimeError("prob_dist must be 1 or 2 dim")
    if not prim.is_floating(self):
        raise RuntimeError(f"multinomial only supports floating-point dtypes for input, got: {prim.class_name(self)}")
    prim.check(num_samples > 0, "RuntimeError", "cannot sample n_sample <= 0 samples")
    prim.check(self.shape[-1] <= 1 << 24, "RuntimeError", "number of categories cannot exceed 2^24")
    if replacement and num_samples != 1:
        has_row = True if self.dim() == 1 else self.shape[0] > 0
        prim.check((self.shape[-1] > 0) | (not has_row), "RuntimeError", "invalid multinomial distribution (sum of probabilities <= 0)")
        return prim.multinomial(self, num_samples, True)
    prim.check(num_samples <= self.shape[-1], "RuntimeError", "cannot sample n_sample > prob_dist.size(-1) samples without replacement")
    prim.check(prim.all((self >= 0) & (self < math.inf), None, False).item(), "RuntimeError", "probability tensor contains either `inf`, `nan` or element < 0")
    prim.check(prim.all(prim.sum(self, (-1,)) > 0, None, False).item(), "RuntimeError", "invalid multinomial distribution (sum of probabilities <= 0)")
    # The largest of weights over exponential numbers fall on each index by its weight.
    drawn = self / _exponential(self, 1.0)
    if num_samples == 1:
        return prim.argmax(drawn, self.dim() - 1, True)
    return prim.topk_index(drawn, num_samples, self.dim() - 1, True, True)
