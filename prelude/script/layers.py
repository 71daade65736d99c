"""Activations that Python spells only in torch.nn.functional, dropout in place, resizing by old names."""


@operator("script.tensor.linear")
def script_tensor_linear(input, weight, bias=None):
    """input @ weight.T + bias"""
    return torch.nn.functional.linear(input, weight, bias)


@operator("script.tensor.glu")
def script_tensor_glu(self, dim=-1):
    """One half of a dimension times the sigmoid of the other"""
    return torch.nn.functional.glu(self, dim)


@operator("script.tensor.softplus")
def script_tensor_softplus(self, beta=1, threshold=20):
    """log(1 + exp(beta * x)) / beta"""
    return torch.nn.functional.softplus(self, beta, threshold)


@operator("script.tensor.softshrink")
def script_tensor_softshrink(self, lambd=0.5):
    """Elements nearer to 0 by lambd"""
    return torch.nn.functional.softshrink(self, lambd)


@operator("script.tensor.hardsigmoid")
def script_tensor_hardsigmoid(self):
    """x / 6 + 0.5 between 0 and 1"""
    return torch.nn.functional.hardsigmoid(self)


@operator("script.tensor.hardsigmoid_")
def script_tensor_hardsigmoid_(self):
    """The same in place"""
    return torch.nn.functional.hardsigmoid(self, inplace=True)


@operator("script.tensor.hardswish")
def script_tensor_hardswish(self):
    """x * hardsigmoid(x)"""
    return torch.nn.functional.hardswish(self)


@operator("script.tensor.hardswish_")
def script_tensor_hardswish_(self):
    """The same in place"""
    return torch.nn.functional.hardswish(self, inplace=True)


@operator("script.tensor.mish")
def script_tensor_mish(self):
    """x * tanh(softplus(x))"""
    return torch.nn.functional.mish(self)


@operator("script.tensor.mish_")
def script_tensor_mish_(self):
    """The same in place"""
    return torch.nn.functional.mish(self, inplace=True)


@operator("script.tensor.relu6")
def script_tensor_relu6(self):
    """x between 0 and 6"""
    return torch.nn.functional.relu6(self)


@operator("script.tensor.relu6_")
def script_tensor_relu6_(self):
    """The same in place"""
    return torch.nn.functional.relu6(self, inplace=True)


@operator("script.tensor.silu")
def script_tensor_silu(self):
    """x * sigmoid(x)"""
    return torch.nn.functional.silu(self)


@operator("script.tensor.silu_")
def script_tensor_silu_(self):
    """The same in place"""
    return torch.nn.functional.silu(self, inplace=True)


@operator("script.tensor.dropout_")
def script_tensor_dropout_(self, p, train):
    """In training, elements left out at random, in place"""
    return self.copy_(torch.dropout(self, p, train))


@operator("script.tensor.feature_dropout_")
def script_tensor_feature_dropout_(self, p, train):
    """In training, channels left out at random, in place"""
    return self.copy_(torch.feature_dropout(self, p, train))


@operator("script.tensor.alpha_dropout_")
def script_tensor_alpha_dropout_(self, p, train):
    """In training, elements, mean and deviation kept, left out at random, in place"""
    return self.copy_(torch.alpha_dropout(self, p, train))


@operator("script.tensor.feature_alpha_dropout_")
def script_tensor_feature_alpha_dropout_(self, p, train):
    """In training, channels, mean and deviation kept, left out at random, in place"""
    return self.copy_(torch.feature_alpha_dropout(self, p, train))


@operator("script.tensor.__interpolate")
def script_tensor_interpolate(input, size=None, scale_factor=None, mode="nearest", align_corners=None, recompute_scale_factor=None, antialias=False):
    """Other spatial sizes, by elements nearby"""
    return torch.nn.functional.interpolate(input, size, scale_factor, mode, align_corners, recompute_scale_factor, antialias)


@operator("script.tensor.__upsample")
def script_tensor_upsample(input, size=None, scale_factor=None, mode="nearest", align_corners=None):
    """The same, under an older name"""
    return torch.nn.functional.interpolate(input, size, scale_factor, mode, align_corners)


@operator("script.tensor.__upsample_nearest")
def script_tensor_upsample_nearest(input, size=None, scale_factor=None):
    """The same, by the nearest element"""
    return torch.nn.functional.interpolate(input, size, scale_factor)


@operator("script.tensor.__upsample_bilinear")
def script_tensor_upsample_bilinear(input, size=None, scale_factor=None):
    """The same, by lines between the elements around"""
    return torch.nn.functional.interpolate(input, size, scale_factor, "bilinear", True)
