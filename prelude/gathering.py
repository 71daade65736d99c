"""Reading at places that tensors of indices name."""


@operator("torch.index_select", "Tensor.index_select")
def index_select(self, dim, index):
    """Elements of a dimension at indices"""
    if index.dim() > 1:
        raise IndexError("index_select(): Index is supposed to be a vector")
    if index.dtype != torch.int64 and index.dtype != torch.int32:
        raise RuntimeError("index_select(): Expected dtype int32 or int64 for index")
    if index.dim() == 0:
        index = prim.reshape(index, (1,))
    dim = _wrapped(dim, self.dim())
    if self.dim() == 0:
        prim.check(index.shape[0] == 1, "RuntimeError", "index_select(): Index to scalar can have only 1 value, got {0} value(s)", index.shape[0])
        return prim.reshape(prim.index_select(prim.reshape(self, (1,)), 0, index), ())
    return prim.index_select(self, dim, index)


@operator("torch.gather", "Tensor.gather", out="expected")
def gather(self, dim, index, *, sparse_grad=False):
    """For each place of the index, the element that it names along a dimension"""
    dim = _wrapped(dim, self.dim())
    index = _index_of(index, "gather")
    if max(index.dim(), 1) != max(self.dim(), 1):
        prim.check(index.numel() == 0, "RuntimeError", "Index tensor must have the same number of dimensions as input tensor")
        return prim.keeping(_with_zeros(prim.full(index.shape, 0, self.dtype), self), self)
    return prim.keeping(prim.gather(self, _wrapped(dim, self.dim()), index), self)


@operator("torch.take_along_dim", "Tensor.take_along_dim", out="expected")
def take_along_dim(self, indices, dim=None):
    """gather with sizes that broadcast; negative indices count from the end where `dim` is given"""
    if dim is None:
        return gather(prim.view(self, (-1,)), 0, prim.view(indices, (-1,)))
    if indices.dtype != torch.int64:
        raise RuntimeError(f"torch.take_along_dim(): dtype of indices should be Long but got {prim.class_name(indices)}")
    if self.dim() != indices.dim():
        raise RuntimeError(f"torch.take_along_dim(): input and indices should have the same number of dimensions, but got {self.dim()} dimensions for input, and {indices.dim()} dimensions for indices")
    dim = _wrapped(dim, self.dim())
    indices = indices % max(self.shape[dim], 1)
    mine = list(self.shape)
    theirs = list(indices.shape)
    mine[dim] = 1
    theirs[dim] = 1
    shape = list(_broadcast_shape(tuple(mine), tuple(theirs)))
    wide = list(shape)
    wide[dim] = self.shape[dim]
    shape[dim] = indices.shape[dim]
    return prim.keeping(prim.gather(prim.expand(self, tuple(wide)), dim, prim.expand(indices, tuple(shape))), self)


def _check_places(self, index):
    """Places in the flattened tensor."""
    size = self.numel()
    index = prim.vmap_whole(index)
    outside = (index < -size) | (index >= size)
    if prim.any(outside, None).item():
        raise IndexError(f"out of range: tried to access index {index[outside][0].item()} on a tensor of {size} elements.")


@operator("torch.take", "Tensor.take")
def take(self, index):
    """Elements of the flattened tensor"""
    if index.dtype != torch.int64:
        raise RuntimeError(f"take(): Expected a long tensor for index, but got {prim.class_name(index)}")
    flat = prim.reshape(self, (-1,))
    prim.check((flat.shape[0] > 0) | (index.numel() == 0), "IndexError", "take(): tried to take from an empty tensor")
    _check_places(self, index)
    size = flat.shape[0]
    return prim.keeping(prim.index_select(flat, 0, prim.where(index < 0, index + size, index)), self, index)
