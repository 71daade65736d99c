"""Logic on elements, and choices by a condition."""


@operator("torch.logical_not", "Tensor.logical_not")
def logical_not(self):
    """Whether each element is 0"""
    return prim.bitwise_not(prim.cast(self, torch.bool))


@operator("torch.logical_and", "Tensor.logical_and")
def logical_and(self, other):
    """Whether both elements are not 0"""
    return prim.bitwise_and(prim.cast(self, torch.bool), prim.cast(other, torch.bool))


@operator("torch.logical_or", "Tensor.logical_or")
def logical_or(self, other):
    """Whether either element is not 0"""
    return prim.bitwise_or(prim.cast(self, torch.bool), prim.cast(other, torch.bool))


@operator("torch.logical_xor", "Tensor.logical_xor")
def logical_xor(self, other):
    """Whether exactly one element is not 0"""
    return prim.bitwise_xor(prim.cast(self, torch.bool), prim.cast(other, torch.bool))


@operator("torch.where", out="type")
def where(condition, input=None, other=None):
    """Elements of input or other as the condition says; of a condition alone, where it is true"""
    if input is None and other is None:
        return nonzero(condition, as_tuple=True)
    if condition.dtype != torch.bool and condition.dtype != torch.uint8:
        raise RuntimeError(f"where expected condition to be a boolean tensor, but got a tensor with dtype {prim.class_name(condition)}")
    return prim.named(_chosen(condition, input, other), "WhereBackward0", True)


def _chosen(condition, input, other):
    dtype = prim.result_type(input, other)
    for each in (input, other):
        if not prim.is_tensor(each):
            _check_converts(each, dtype)
    return prim.where(condition, input, other)


@operator("Tensor.where")
def where_method(self, condition, other):
    """Elements of self or other as the condition says"""
    return prim.named(where(condition, self, other), "WhereBackward0", True)


@operator("torch.is_nonzero", "Tensor.is_nonzero")
def is_nonzero(self):
    """Whether the only element is not 0"""
    return bool(self)
