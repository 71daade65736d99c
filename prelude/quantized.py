"""Numbers as a quantised model would hold them."""


def _quantised(input, scale, zero_point, quant_min, quant_max):
    if quant_min > quant_max:
        raise RuntimeError("`quant_min` should be less than or         equal to `quant_max`.")
    moved = torch.round(input * (1.0 / scale)) + zero_point
    levels = prim.minimum(prim.where(moved > quant_min, moved, quant_min), quant_max)  # of NaN the least
    return (levels - zero_point) * scale


@operator("torch.fake_quantize_per_tensor_affine")
def fake_quantize_per_tensor_affine(input, scale, zero_point, quant_min, quant_max):
    """Rounded to the nearest of the levels that one scale and zero point give"""
    if not prim.is_tensor(scale):
        scale = torch.tensor(scale, dtype=torch.float32)
    return _quantised(input, scale, zero_point, quant_min, quant_max)


@operator("torch.fake_quantize_per_channel_affine")
def fake_quantize_per_channel_affine(input, scale, zero_point, axis, quant_min, quant_max):
    """The same with a scale and zero point for each position along `axis`"""
    shape = [1] * input.dim()
    shape[axis] = -1
    return _quantised(input, scale.reshape(shape), zero_point.reshape(shape), quant_min, quant_max)
