"""Elements where a mask is true, or that are not 0."""


@operator("torch.masked_fill", "Tensor.masked_fill", in_place="mask")
def masked_fill(self, mask, value):
    """A copy with one value where the mask is true"""
    if mask.dtype != torch.bool:
        raise RuntimeError(f"masked_fill_ only supports boolean masks, but got mask with dtype {prim.class_name(mask).lower()}")
    name = "MaskedFillBackward1" if prim.is_tensor(value) else "MaskedFillBackward0"
    if prim.is_tensor(value):
        if value.dim() > 0:
            raise RuntimeError(f"masked_fill_ only supports a 0-dimensional value tensor, but got tensor with {value.dim()} dimension(s).")
        check_fill(self, value)
        value = prim.cast(value, self.dtype)
    else:
        _check_fits(value, self.dtype)
        value = prim.full((), value, self.dtype)
    return prim.named(prim.in_order(prim.cast(prim.where(mask, value, self), self.dtype)), name, True)


@operator("torch.masked_select", "Tensor.masked_select")
def masked_select(self, mask):
    """The elements where the mask is true, as a vector"""
    if mask.dtype != torch.bool:
        raise RuntimeError("masked_select: expected BoolTensor for mask")
    mask, wide = broadcast_tensors(mask, self)
    if wide.dim() == 0:
        wide = prim.reshape(wide, (1,))
        mask = prim.reshape(mask, (1,))
    return prim.keeping(wide[mask], self)


@operator("torch.masked_scatter", "Tensor.masked_scatter", in_place="mask")
def masked_scatter(self, mask, source):
    """A copy with elements of the source, in order, where the mask is true"""
    if mask.dtype != torch.bool:
        raise RuntimeError(f"masked_scatter_ only supports boolean masks, but got mask with dtype {prim.class_name(mask)}")
    if source.dtype != self.dtype:
        raise RuntimeError(f"masked_scatter: expected self and source to have same dtypes but got{prim.class_name(self)} and {prim.class_name(source)}")
    self, mask = broadcast_tensors(self, mask)
    return prim.masked_scatter(self, mask, source)


@operator("torch.nonzero", "Tensor.nonzero")
def nonzero(self, *, as_tuple=False):
    """Coordinates of the elements that are not 0"""
    if as_tuple and self.dim() == 0:
        self = prim.unsqueeze(self, 0)
    found = prim.nonzero(self)
    return tuple([select(found, 1, i) for i in range(self.dim())]) if as_tuple else found


@operator("torch.argwhere", "Tensor.argwhere")
def argwhere(self):
    """Coordinates of the elements that are not 0"""
    return prim.nonzero(self)
