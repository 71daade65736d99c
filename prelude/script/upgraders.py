"""What operators did in files of older versions, under the names of PyTorch's own upgraders."""


def script_is_floating(x):
    return x.is_floating_point() if prim.is_tensor(x) else isinstance(x, float)


@operator("script.div_0_3", "script.div_Tensor_0_3", "script.div_Scalar_0_3", "script.div_Tensor_mode_0_3", "script.div_Scalar_mode_0_3")
def script_div_0_3(self, other, *, rounding_mode=None):
    """The quotient; of tensors of integers without its fraction"""
    if not prim.is_tensor(self) and not prim.is_tensor(other):
        return script_div(self, other)
    if rounding_mode is None and not script_is_floating(self) and not script_is_floating(other):
        rounding_mode = "trunc"
    return torch.div(self, other, rounding_mode=rounding_mode)


@operator("script.div__0_3", "script.div__Tensor_0_3", "script.div__Scalar_0_3", "script.div__Tensor_mode_0_3", "script.div__Scalar_mode_0_3")
def script_div__0_3(self, other, *, rounding_mode=None):
    """The same in place"""
    if rounding_mode is None and not script_is_floating(self) and not script_is_floating(other):
        rounding_mode = "trunc"
    return self.div_(other, rounding_mode=rounding_mode)


@operator("script.full_0_4")
def script_full_0_4(size, fill_value, *, dtype=None, layout=None, device=None, pin_memory=None):
    """A tensor of one value: of floats, where no dtype is given"""
    if dtype is None:
        fill_value = float(fill_value)
    return torch.full(size, fill_value, dtype=script_dtype(dtype), device=device)


@operator("script.linspace_0_7")
def script_linspace_0_7(start, end, steps=None, *, dtype=None, layout=None, device=None, pin_memory=None):
    """Points at equal distances: 100, where no number is given"""
    return torch.linspace(start, end, 100 if steps is None else steps, dtype=script_dtype(dtype), device=device)


@operator("script.logspace_0_8")
def script_logspace_0_8(start, end, steps=None, base=10.0, *, dtype=None, layout=None, device=None, pin_memory=None):
    """Powers of the base at equally spaced exponents: 100, where no number is given"""
    return torch.logspace(start, end, 100 if steps is None else steps, base, dtype=script_dtype(dtype), device=device)


@operator("script.gelu_0_9")
def script_gelu_0_9(self):
    """x times the part of the normal distribution below x"""
    return torch.nn.functional.gelu(self)
