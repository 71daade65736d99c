"""Linear layers."""


@operator("torch.nn.functional.linear", autocast="lower", out="expected")
def linear(input, weight, bias=None):
    """input @ weight.T + bias"""
    if input.dim() == 0 or weight.dim() == 0:
        raise RuntimeError(f"both arguments to linear need to be at least 1D, but they are {input.dim()}D and {weight.dim()}D")
    if weight.dim() > 2:
        raise RuntimeError(f"t() expects a tensor with <= 2 dimensions, but self is {weight.dim()}D")
    weight = transpose(weight, 0, 1) if weight.dim() == 2 else weight
    if bias is not None:
        _check_summands(bias, input, weight)
    if bias is not None and _is_half(input) and weight.dim() == 2 and input.dim() > 0:
        rows = prim.reshape(input, (-1, input.shape[-1]))
        lead = tuple(input.shape[:-1])
        return prim.reshape(_plus_half_product(bias, 1, rows, weight, 1), lead + (weight.shape[1],))
    result = matmul(input, weight)
    result = result if bias is None else result + bias
    is_matrix = input.dim() == 2 and weight.dim() == 2
    return prim.named(result, "MmBackward0" if bias is None else "AddmmBackward0") if is_matrix else result


@operator("torch.nn.functional.bilinear", "torch.bilinear", autocast="refused")
def bilinear(input1, input2, weight, bias=None):
    """input1 @ weight[k] @ input2 for each k"""
    given = [each for each in (("input1", input1), ("input2", input2), ("weight", weight), ("bias", bias)) if each[1] is not None]
    if any([each.dtype != input1.dtype for _, each in given]):
        raise RuntimeError("All tensors must have the same dtype, got " + ", ".join([f"{name}: {_type_name(each.dtype)}" for name, each in given]))
    if input1.dim() != input2.dim():
        raise RuntimeError(f"bilinear(): input dimensions do not match: got {input1.dim()} and {input2.dim()}")
    for i in range(input1.dim() - 1):
        prim.check(input1.shape[i] == input2.shape[i], "RuntimeError", "bilinear(): input batch dimensions do not match at dim {0}: got {1} and {2}", i, input1.shape[i], input2.shape[i])
    for i, each in ((1, input1), (2, input2)):
        own, wanted = each.size(-1), weight.size(i)
        prim.check(own == wanted, "RuntimeError", "bilinear(): input{0} size does not match weight size: got {1} but expected {2}", i, own, wanted)
    if bias is not None:
        prim.check(bias.size(0) == weight.shape[0], "RuntimeError", "bilinear(): bias size does not match weight size: got {0} but expected {1}", bias.shape[0], weight.shape[0])
    needs = [prim.has_history(each) for each in (input1, input2, weight)]
    kept = [each for i, each in enumerate((input1, input2, weight)) if True in needs[:i] + needs[i + 1 :]]
    result = prim.keeping(einsum("...i,kij,...j->...k", input1, weight, input2), *kept)
    return result if bias is None else result + bias
