"""Elements limited to bounds."""


@operator("torch.clamp", "torch.clip", "Tensor.clamp", "Tensor.clip", out="found", examples=["torch.clamp(torch.tensor([-1., 5.]), 0, 1) == torch.tensor([0., 1.])"], rejects=["C1: torch.clamp(torch.tensor([1.]))"], gradient="clamp_gradient")
def clamp(self: Tensor, min: Tensor = None, max: Tensor = None):
    """Each element limited to [min, max]; a bound that is None does not limit

    - C1: at least one bound.
    """
    if min is None and max is None:
        raise RuntimeError("torch.clamp: At least one of 'min' or 'max' must not be None")
    common = _check_bounds(self, min, max, "clamp" if min is not None and max is not None else "clamp_min" if max is None else "clamp_max")
    if min is not None and max is not None:
        self = prim.cast(self, common) # an integral bound is not one of the tensor's dtype, if the other is a float
    if min is not None:
        self = prim.maximum(self, min)
    if max is not None:
        self = prim.minimum(self, max)
    return self


def _check_bounds(self, min, max, name):
    """The bounds of clamp have an order, which bools and complex numbers have not for all of them. Gives the dtype of all."""
    given = [each for each in (self, min, max) if each is not None]
    isTensor = any([prim.is_tensor(each) for each in given[1:]])
    result = self
    for each in given[1:]:
        isMore = result.dim() > 0 or prim.is_tensor(each) and each.dim() > 0
        result = prim.full((1,) if isMore else (), 0, prim.result_type(result, each))
    if prim.is_complex(result):
        if not isTensor or prim.is_tensor(self) and prim.is_complex(self):
            raise NotImplementedError("clamp is not supported for complex types")
        _unimplemented(result, "clamp_cpu" if name == "clamp" else "maximum_cpu" if name == "clamp_min" else "minimum_cpu")
    if not isTensor:
        _no_bool(result, f"{name}_scalar_cpu")
        for each in given[1:]:
            _check_fits(each, result.dtype)
    elif name == "clamp":
        _no_bool(result, "clamp_cpu")
    return result.dtype


@operator("torch.clamp_min", "Tensor.clamp_min", gradient="clamp_min_gradient")
def clamp_min(self: Tensor, min: Tensor):
    """max(x, min)"""
    _check_bounds(self, min, None, "clamp_min")
    return prim.maximum(self, min)


@operator("torch.clamp_max", "Tensor.clamp_max", gradient="clamp_max_gradient")
def clamp_max(self: Tensor, max: Tensor):
    """min(x, max)"""
    _check_bounds(self, None, max, "clamp_max")
    return prim.minimum(self, max)
