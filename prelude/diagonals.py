"""Diagonals and triangles of matrices."""


@operator("torch.diagonal", "Tensor.diagonal")
def diagonal(self, offset=0, dim1=0, dim2=1):
    """The diagonal of two dimensions, as a last dimension"""
    return prim.diagonal(self, offset, dim1, dim2)


@operator("torch.linalg.diagonal", "torch._C._linalg.linalg_diagonal", examples=["torch.linalg.diagonal(torch.zeros(5, 2, 3)).shape == (5, 2)"])
def linalg_diagonal(A, *, offset=0, dim1=-2, dim2=-1):
    """The diagonals of matrices"""
    return prim.diagonal(A, offset, dim1, dim2)


@operator("torch.diagonal_scatter", "Tensor.diagonal_scatter")
def diagonal_scatter(self, src, offset=0, dim1=0, dim2=1):
    """A copy with a diagonal replaced"""
    result = prim.clone(self)
    part = prim.diagonal(result, offset, dim1, dim2)
    _check_part(part, src)
    prim.store(part, src)
    return result


@operator("torch.diagflat", "Tensor.diagflat")
def diagflat(self, offset=0):
    """The matrix with all elements on a diagonal"""
    return diag_embed(flatten(self), offset)


@operator("Tensor.fill_diagonal_")
def fill_diagonal_(self, fill_value, wrap=False):
    """Overwrites the diagonal; with wrap, of a tall matrix again after each square"""
    rank = self.dim()
    if rank < 2:
        raise RuntimeError("dimensions must larger than 1")
    if not prim.is_tensor(fill_value):
        _check_fits(fill_value, self.dtype)
    for i in range(1, rank if rank > 2 else 0):
        prim.check(self.shape[i] == self.shape[0], "RuntimeError", "all dimensions of input must be of equal length")
    step = 0
    for i in range(rank):
        step = step + prim.stride(self, i)
    least = min(self.shape[0], self.shape[1])
    start = prim.storage_offset(self)
    prim.store(prim.as_strided(self, (least,), (step,), start), fill_value)
    square = self.shape[1] + 1
    if wrap and rank == 2 and self.shape[0] > square:
        more = (self.numel() + square - 1) // square - least
        prim.store(prim.as_strided(self, (more,), (step,), start + prim.stride(self, 0) * square), fill_value)
    return self


@operator("torch.diag", "Tensor.diag", out="expected")
def diag(self, diagonal=0):
    """The diagonal of a matrix, or the matrix with a diagonal"""
    if self.dim() == 2:
        return prim.clone(prim.diagonal(self, diagonal, 0, 1))
    if self.dim() != 1:
        raise RuntimeError(f"diag(): Supports 1D or 2D tensors. Got {self.dim()}D")
    return diag_embed(self, diagonal)


@operator("torch.diag_embed", "Tensor.diag_embed", dims="one_more")
def diag_embed(self, offset=0, dim1=-2, dim2=-1):
    """Matrices with the given diagonals"""
    rank = self.dim() + 1
    if _wrapped(dim1, rank) == _wrapped(dim2, rank):
        raise RuntimeError(f"diagonal dimensions cannot be identical {dim1}, {dim2}")
    length = self.shape[-1] + abs(offset)
    result = prim.full(tuple(self.shape[:-1]) + (length, length), 0, self.dtype)
    prim.store(prim.diagonal(result, offset, -2, -1), self)
    if dim1 == -2 and dim2 == -1:
        return result
    return prim.in_order(movedim(result, (-2, -1), (dim1, dim2)))


@operator("torch.trace", "Tensor.trace", autocast="single")
def trace(self):
    """The sum of a matrix's diagonal"""
    _no_bool(self, "trace")
    if self.dim() != 2:
        raise RuntimeError(f"trace: expected a matrix, but got tensor with dim {self.dim()}")
    return sum_(prim.diagonal(self, 0, 0, 1))


@operator("torch.tril", "Tensor.tril", out="expected")
def tril(self, diagonal=0):
    """Zeros above a diagonal"""
    if self.dim() < 2:
        raise RuntimeError("tril: input tensor must have at least 2 dimensions")
    return prim.triangle(self, diagonal, False)


@operator("torch.triu", "Tensor.triu", out="expected")
def triu(self, diagonal=0):
    """Zeros below a diagonal"""
    if self.dim() < 2:
        raise RuntimeError("triu: input tensor must have at least 2 dimensions")
    return prim.triangle(self, diagonal, True)


@operator("torch.tril_indices")
def tril_indices(row, col, offset=0, *, dtype=torch.int64, device=None, layout=None):
    """Coordinates of the lower triangle"""
    return prim.contiguous(prim.cast(transpose(prim.nonzero(tril(prim.full((row, col), True, torch.bool), offset)), 0, 1), torch.int64 if dtype is None else dtype))


@operator("torch.triu_indices")
def triu_indices(row, col, offset=0, *, dtype=torch.int64, device=None, layout=None):
    """Coordinates of the upper triangle"""
    return prim.contiguous(prim.cast(transpose(prim.nonzero(triu(prim.full((row, col), True, torch.bool), offset)), 0, 1), torch.int64 if dtype is None else dtype))
