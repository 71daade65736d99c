"""Dimensions as arguments name them, and how many elements lie along them."""


def _count(self, dim):
    """The number of elements along dims; of all for None."""
    if dim is None:
        return self.numel()
    if not isinstance(dim, (tuple, list)):
        dim = (dim,)
    if len(dim) == 0:
        return self.numel()
    count = 1
    for each in dim:
        count = count * (self.shape[each] if self.dim() > 0 else 1)
    return count


def _wrapped(dim, rank):
    """A dimension as a number from 0 on."""
    return prim.wrapped(dim, rank)


def _own_dim(dim, rank):
    """The same where a tensor without dimensions has none to name."""
    if rank == 0:
        raise IndexError(f"Dimension specified as {dim} but tensor has no dimensions")
    return prim.wrapped(dim, rank)


def _is_none_at_all(dim):
    """Whether a list of dimensions is empty, and nothing is reduced."""
    return isinstance(dim, (tuple, list)) and len(dim) == 0
