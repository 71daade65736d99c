"""Shapes: queries, views, joining and splitting."""


def _sizes(size):
    """The sizes of `f(2, 3)` and of `f((2, 3))` alike, as a tuple."""
    if len(size) == 1 and isinstance(size[0], (tuple, list)):
        return tuple(size[0])
    return tuple(size)


@operator("Tensor.size")
def size(self, dim=None):
    """All sizes, or that of one dimension"""
    return self.shape if dim is None else self.shape[_wrapped(dim, self.dim())]


@operator("Tensor.dim", "Tensor.ndimension")
def dim(self):
    """The number of dimensions"""
    return self.ndim


@operator("torch.numel", "Tensor.numel", "Tensor.nelement")
def numel(self):
    """The number of elements"""
    count = 1
    for each in self.shape:
        count = count * each
    return count


@operator("Size.numel")
def size_numel(self):
    """The number of elements of a tensor of these sizes"""
    count = 1
    for each in self:
        count = count * each
    return count


@operator("Tensor.stride")
def stride(self, dim=None):
    """Steps between neighbours, of all dimensions or of one"""
    if dim is not None:
        return prim.stride(self, _wrapped(dim, self.dim()))
    return tuple([prim.stride(self, each) for each in range(self.dim())])


@operator("Tensor.storage_offset")
def storage_offset(self):
    """Where in its storage the tensor begins, in elements"""
    return prim.storage_offset(self)


@operator("Tensor.is_contiguous")
def is_contiguous(self, memory_format=None):
    """Whether the elements lie in row-major order without gaps"""
    return prim.is_contiguous(self)


@operator("Tensor.element_size")
def element_size(self):
    """Bytes of one element"""
    return self.itemsize


@operator("torch.permute", "Tensor.permute", examples=["torch.zeros(2, 3, 4).permute(2, 0, 1).shape == (4, 2, 3)"])
def permute(self, *dims):
    """Dimensions in another order"""
    return prim.permute(self, _sizes(dims))


@operator("torch.transpose", "torch.swapaxes", "torch.swapdims", "Tensor.transpose", "Tensor.swapaxes", "Tensor.swapdims")
def transpose(self, dim0, dim1):
    """Two dimensions exchanged"""
    rank = self.dim()
    dim0 = _wrapped(dim0, rank)
    dim1 = _wrapped(dim1, rank)
    order = list(range(rank))
    if rank > 0:
        order[dim0], order[dim1] = dim1, dim0
    return prim.permute(self, tuple(order))


@operator("torch.t", "Tensor.t")
def t(self):
    """The transpose of a matrix; a vector as it is"""
    if self.dim() > 2:
        raise RuntimeError(f"t() expects a tensor with <= 2 dimensions, but self is {self.dim()}D")
    return transpose(self, 0, 1) if self.dim() == 2 else prim.alias(self)


@operator("torch.adjoint", "Tensor.adjoint")
def adjoint(self):
    """The last two dimensions exchanged, conjugated"""
    return conj(transpose(self, -2, -1))


@operator("torch.movedim", "torch.moveaxis", "Tensor.movedim", "Tensor.moveaxis")
def movedim(self, source, destination):
    """Dimensions moved to other places, the rest in order"""
    rank = self.dim()
    source = [_wrapped(each, rank) for each in (source if isinstance(source, (tuple, list)) else (source,))]
    destination = [_wrapped(each, rank) for each in (destination if isinstance(destination, (tuple, list)) else (destination,))]
    rest = [each for each in range(rank) if each not in source]
    order = []
    for place in range(rank):
        if place in destination:
            order.append(source[destination.index(place)])
        else:
            order.append(rest.pop(0))
    return prim.permute(self, tuple(order))


@operator("Tensor.view")
def view(self, *shape, dtype=None):
    """The same elements under other sizes, without a copy; or the same bytes as elements of another dtype"""
    if dtype is not None or len(shape) == 1 and isinstance(shape[0], torch.dtype):
        return _view_dtype(self, shape[0] if dtype is None else dtype)
    return prim.view(self, _sizes(shape))


def _view_dtype(self, dtype):
    if dtype == self.dtype:
        return prim.alias(self)
    own, wanted = self.itemsize, dtype.itemsize
    if own != wanted:
        names = f"to view {prim.class_name(self)} as {prim.class_name(prim.full((), 0, dtype))} (different element sizes)"
        if self.dim() == 0:
            raise RuntimeError(f"self.dim() cannot be 0 {names}")
        step = prim.stride(self, self.dim() - 1)
        prim.check(step == 1, "RuntimeError", "self.stride(-1) must be 1 {0}, but got {1}", names, step)
    if own < wanted:
        ratio = wanted // own
        prim.check(self.shape[-1] % ratio == 0, "RuntimeError", "self.size(-1) must be divisible by {0} {1}, but got {2}", ratio, names, self.shape[-1])
        prim.check(prim.is_aligned(self, wanted), "RuntimeError", "self.storage_offset() must be divisible by {0} {1}", ratio, names)
        for dim in range(self.dim() - 1):
            step = prim.stride(self, dim)
            prim.check(step % ratio == 0, "RuntimeError", "self.stride({3}) must be divisible by {0} {1}, but got {2}", ratio, names, step, dim)
    return prim.view_dtype(self, dtype)


@operator("torch.reshape", "Tensor.reshape", examples=["torch.arange(4).reshape(2, -1) == torch.tensor([[0, 1], [2, 3]])"], rejects=["C1: torch.arange(4).reshape(3, 2)"])
def reshape(self, *shape):
    """The same elements under other sizes

    - C1: the product of the sizes is the number of elements; one of them may be -1.
    """
    return prim.reshape(self, _sizes(shape))


@operator("Tensor.view_as")
def view_as(self, other):
    """A view with the sizes of another tensor"""
    return prim.view(self, other.shape)


@operator("Tensor.reshape_as")
def reshape_as(self, other):
    """Reshaped to the sizes of another tensor"""
    return prim.reshape(self, other.shape)


@operator("torch.flatten", "Tensor.flatten")
def flatten(self, start_dim=0, end_dim=-1):
    """Dimensions start_dim to end_dim as one"""
    rank = self.dim()
    if rank == 0:
        return prim.reshape(self, (1,))
    start_dim = _wrapped(start_dim, rank)
    end_dim = _wrapped(end_dim, rank)
    if start_dim > end_dim:
        raise RuntimeError("flatten() has invalid args: start_dim cannot come after end_dim")
    if start_dim == end_dim:
        return self
    shape = self.shape
    count = 1
    for each in shape[start_dim : end_dim + 1]:
        count = count * each
    return prim.reshape(self, tuple(shape[:start_dim]) + (count,) + tuple(shape[end_dim + 1 :]))


@operator("torch.ravel", "Tensor.ravel")
def ravel(self):
    """All elements as a vector"""
    return prim.reshape(self, (-1,))


@operator("torch.unflatten", "Tensor.unflatten")
def unflatten(self, dim, sizes):
    """One dimension as several"""
    dim = _wrapped(dim, self.dim())
    sizes = tuple(sizes)
    if -1 in sizes:
        known = 1
        for each in sizes:
            known = known * each
        sizes = tuple([self.shape[dim] // -known if each == -1 else each for each in sizes])
    product = 1
    for each in sizes:
        product = product * each
    prim.check_size(product, self.shape[dim], "unflatten: Provided sizes {0} don't multiply up to the size of dim {1} ({2}) in the input tensor", sizes, dim, self.shape[dim])
    return prim.view(self, tuple(self.shape[:dim]) + sizes + tuple(self.shape[dim + 1 :]))


@operator("torch.squeeze", "Tensor.squeeze")
def squeeze(self, dim=None):
    """Without dimensions of size 1, or without those of `dim` that have size 1"""
    return prim.squeeze(self, tuple(range(self.dim())) if dim is None else dim)


@operator("torch.unsqueeze", "Tensor.unsqueeze")
def unsqueeze(self, dim):
    """A new dimension of size 1"""
    return prim.unsqueeze(self, dim)


@operator("Tensor.expand")
def expand(self, *size, implicit=False):
    """Dimensions of size 1 repeated without a copy"""
    return prim.expand(self, _sizes(size))


@operator("torch.broadcast_to", "Tensor.broadcast_to")
def broadcast_to(self, *size):
    """Dimensions of size 1 repeated without a copy"""
    return prim.expand(self, _sizes(size))


@operator("Tensor.expand_as")
def expand_as(self, other):
    """Expanded to the sizes of another tensor"""
    return prim.expand(self, other.shape)


def _broadcast_shape(left, right):
    rank = max(len(left), len(right))
    result = []
    for i in range(rank):
        a = left[i - rank + len(left)] if i - rank + len(left) >= 0 else 1
        b = right[i - rank + len(right)] if i - rank + len(right) >= 0 else 1
        if prim.is_static(a) and a == 1:
            result.append(b)
        elif prim.is_static(b) and b == 1:
            result.append(a)
        else:
            if a != b and a != 1 and b != 1:
                raise RuntimeError(f"The size of tensor a ({a}) must match the size of tensor b ({b}) at non-singleton dimension {i}")
            result.append(b if a == 1 else a)
    return tuple(result)


@operator("torch.broadcast_tensors", "torch.functional.broadcast_tensors")
def broadcast_tensors(*tensors):
    """All tensors expanded to their common sizes"""
    if len(tensors) == 1 and isinstance(tensors[0], (tuple, list)):
        tensors = tuple(tensors[0])
    shape = ()
    for each in tensors:
        shape = _broadcast_shape(shape, tuple(each.shape))
    return tuple([prim.expand(each, shape) for each in tensors])


@operator("torch.broadcast_shapes", "torch.functional.broadcast_shapes")
def broadcast_shapes(*shapes):
    """The sizes that tensors of these sizes broadcast to"""
    result = ()
    for each in shapes:
        result = _broadcast_shape(result, each if isinstance(each, (tuple, list)) else (each,))
    return torch.Size(result)


@operator("torch.cat", "torch.concat", "torch.concatenate", examples=["torch.cat([torch.tensor([1]), torch.tensor([2, 3])]) == torch.tensor([1, 2, 3])"])
def cat(tensors, dim=0):
    """Tensors joined end to end"""
    if prim.is_runtime_list(tensors):
        return prim.concat_list(tensors, dim, False)
    return prim.concat(tensors, dim)


@operator("torch.stack", examples=["torch.stack([torch.tensor([1]), torch.tensor([2])]) == torch.tensor([[1], [2]])"])
def stack(tensors, dim=0):
    """Tensors of equal sizes joined along a new dimension"""
    if prim.is_runtime_list(tensors):
        return prim.concat_list(tensors, dim, True)
    if len(tensors) == 0:
        raise RuntimeError("stack expects a non-empty TensorList")
    for i, each in enumerate(tensors):
        if not prim.is_tensor(each):
            raise TypeError(f"expected Tensor as element {i} in argument 0, but got {type(each).__name__}")
        if each.dim() != tensors[0].dim():
            raise RuntimeError(f"stack expects each tensor to be equal size, but got {list(tensors[0].shape)} at entry 0 and {list(each.shape)} at entry {i}")
        for k in range(each.dim()):
            prim.check_size(each.shape[k], tensors[0].shape[k], "stack expects each tensor to be equal size, but got {0} at entry 0 and {1} at entry {2}", tuple(tensors[0].shape), tuple(each.shape), i)
    return prim.concat([prim.unsqueeze(each, dim) for each in tensors], dim)


@operator("torch.column_stack", examples=["torch.column_stack((torch.tensor([1, 2]), torch.tensor([3, 4]))) == torch.tensor([[1, 3], [2, 4]])"])
def column_stack(tensors):
    """Joined along dimension 1, vectors as columns"""
    return prim.concat([prim.reshape(each, (-1, 1)) if each.dim() < 2 else each for each in tensors], 1)


@operator("torch.hstack")
def hstack(tensors):
    """Joined along dimension 1, vectors along dimension 0"""
    tensors = [prim.reshape(each, (1,)) if each.dim() == 0 else each for each in tensors]
    return prim.concat(tensors, 0 if tensors[0].dim() == 1 else 1)


@operator("torch.vstack", "torch.row_stack")
def vstack(tensors):
    """Joined along dimension 0, vectors as rows"""
    return prim.concat([prim.reshape(each, (1, -1)) if each.dim() < 2 else each for each in tensors], 0)


@operator("torch.split", "Tensor.split", "torch.functional.split", "torch.split_with_sizes", "Tensor.split_with_sizes")
def split(self, split_size_or_sections, dim=0):
    """Pieces of one size, or of the given sizes, along a dimension"""
    dim = _wrapped(dim, self.dim())
    if prim.is_tensor(split_size_or_sections) and split_size_or_sections.dim() == 0:
        split_size_or_sections = int(split_size_or_sections)
    if isinstance(split_size_or_sections, int):
        length = self.shape[dim]
        if split_size_or_sections < 0:
            raise RuntimeError(f"split expects split_size be non-negative, but got split_size={split_size_or_sections}")
        if split_size_or_sections == 0:
            prim.check_size(length, 0, "split_size can only be 0 if dimension size is 0, but got dimension size of {0}", length)
            return (self,)
        count = prim.unpack_count()
        if not prim.is_static(length) and count > 0:
            # `a, b = x.split(n)`: a number of pieces that is known, or the error of unpacking.
            pieces = max((length + split_size_or_sections - 1) // split_size_or_sections, 1)
            prim.check(pieces >= count, "ValueError", "not enough values to unpack (expected {0}, got {1})", count, pieces)
            prim.check(pieces <= count, "ValueError", "too many values to unpack (expected {0})", count)
            return _pieces(self, dim, count, split_size_or_sections, length)
        pieces = (length + split_size_or_sections - 1) // split_size_or_sections if length > 0 else 1
        starts = range(0, pieces * split_size_or_sections, split_size_or_sections) if length > 0 else range(1)
        return tuple([narrow(self, dim, at, min(split_size_or_sections, length - at)) for at in starts])
    total = 0
    for each in split_size_or_sections:
        total = total + each
    prim.check_size(total, self.shape[dim], "split_with_sizes expects split_sizes to sum exactly to {0} (input tensor's size at dimension {1}), but got split_sizes={2}", self.shape[dim], dim, tuple(split_size_or_sections))
    start = 0
    result = []
    for each in split_size_or_sections:
        result.append(narrow(self, dim, start, each))
        start = start + each
    return tuple(result)


def _pieces(self, dim, count, piece, length):
    return tuple([narrow(self, dim, i * piece, min(piece, length - i * piece)) for i in range(count)])


@operator("torch.chunk", "Tensor.chunk", "torch.unsafe_chunk", "Tensor.unsafe_chunk")
def chunk(self, chunks, dim=0):
    """At most `chunks` pieces of one size along a dimension"""
    if chunks <= 0:
        raise RuntimeError(f"chunk expects `chunks` to be greater than 0, got: {chunks}")
    dim = _wrapped(dim, self.dim())
    length = self.shape[dim]
    piece = (length + chunks - 1) // chunks
    if not prim.is_static(length) and prim.unpack_count() == chunks:
        # `a, b = x.chunk(2)`: a number of pieces that is known, or the error of unpacking.
        prim.check((length == 0) | (piece * (chunks - 1) < length), "ValueError", "not enough values to unpack (expected {0}, got {1})", chunks, (length + piece - 1) // max(piece, 1))
        return _pieces(self, dim, chunks, piece, length)
    return _pieces(self, dim, chunks if length == 0 else (length + piece - 1) // piece, piece, length)


@operator("torch.tensor_split", "Tensor.tensor_split")
def tensor_split(self, indices_or_sections, dim=0):
    """Pieces between indices, or a number of nearly equal pieces"""
    dim = _wrapped(dim, self.dim())
    length = self.shape[dim]
    if prim.is_tensor(indices_or_sections):
        indices_or_sections = int(indices_or_sections) if indices_or_sections.dim() == 0 else indices_or_sections.tolist()
    if isinstance(indices_or_sections, int):
        if indices_or_sections <= 0:
            raise RuntimeError(f"number of sections must be larger than 0, got {indices_or_sections}")
        base = length // indices_or_sections
        more = length % indices_or_sections
        bounds = [i * base + min(i, more) for i in range(indices_or_sections + 1)]
    else:
        bounds = [0] + list(indices_or_sections) + [length]
    index = [slice(None)] * dim
    return tuple([self[tuple(index + [slice(bounds[i], bounds[i + 1])])] for i in range(len(bounds) - 1)])


@operator("torch.unbind", "Tensor.unbind")
def unbind(self, dim=0):
    """The slices along a dimension, without it"""
    dim = _wrapped(dim, self.dim())
    return tuple([select(self, dim, i) for i in range(self.shape[dim])])


@operator("torch.select", "Tensor.select")
def select(self, dim, index):
    """One element of a dimension, which disappears"""
    dim = _wrapped(dim, self.dim())
    size = self.shape[dim]
    prim.check((index >= -size) & (index < size), "IndexError", "select(): index {0} out of range for tensor of size {1} at dimension {2}", index, tuple(self.shape), dim)
    return self[(slice(None),) * dim + (index,)]


@operator("torch.narrow", "Tensor.narrow", "torch.narrow_copy")
def narrow(self, dim, start, length):
    """`length` elements of a dimension from `start`"""
    dim = _wrapped(dim, self.dim())
    if prim.is_tensor(start):
        start = int(start)
    if prim.is_static(start) and start < 0:
        start = start + self.shape[dim]
    prim.check(length >= 0, "RuntimeError", "narrow(): length must be non-negative.")
    prim.check(start + length <= self.shape[dim], "RuntimeError", "start ({0}) + length ({1}) exceeds dimension size ({2}).", start, length, self.shape[dim])
    return self[(slice(None),) * dim + (slice(start, start + length),)]


@operator("torch.flip", "Tensor.flip")
def flip(self, *dims):
    """The order of elements along dims reversed"""
    return prim.flip(self, tuple([_wrapped(each, self.dim()) for each in _sizes(dims)]))


@operator("torch.fliplr", "Tensor.fliplr")
def fliplr(self):
    """Columns in the opposite order"""
    return prim.flip(self, (1,))


@operator("torch.flipud", "Tensor.flipud")
def flipud(self):
    """Rows in the opposite order"""
    return prim.flip(self, (0,))


@operator("torch.roll", "Tensor.roll")
def roll(self, shifts, dims=None):
    """Elements moved along dims, those beyond the end to the start"""
    if dims is None or isinstance(dims, (tuple, list)) and len(dims) == 0:
        return prim.reshape(roll(flatten(self), shifts, 0), self.shape)
    if isinstance(dims, int):
        dims = (dims,)
    if not isinstance(shifts, (tuple, list)):
        shifts = (shifts,)
    dims = [_wrapped(each, self.dim()) for each in dims]
    for i in range(len(dims)):
        length = self.shape[dims[i]]
        first = (length - shifts[i]) % (length if length > 0 else 1)
        self = prim.concat([narrow(self, dims[i], first, length - first), narrow(self, dims[i], 0, first)], dims[i])
    return self


@operator("torch.rot90", "Tensor.rot90")
def rot90(self, k=1, dims=(0, 1)):
    """Rotated k times by 90 degrees in the plane of two dimensions"""
    k = k % 4
    if k == 1:
        return transpose(flip(self, (dims[1],)), dims[0], dims[1])
    if k == 2:
        return flip(self, dims)
    if k == 3:
        return transpose(flip(self, (dims[0],)), dims[0], dims[1])
    return prim.clone(self)


@operator("Tensor.repeat")
def repeat(self, *repeats):
    """The tensor repeated along each dimension"""
    repeats = _sizes(repeats)
    added = len(repeats) - self.dim()
    if added < 0:
        raise RuntimeError("Number of dimensions of repeat dims can not be smaller than number of dimensions of tensor")
    for each in repeats:
        prim.check(each >= 0, "RuntimeError", "Trying to create tensor with negative dimension")
    shape = (1,) * added + tuple(self.shape)
    inner = []
    wide = []
    result = []
    for i in range(len(repeats)):
        inner += [1, shape[i]]
        wide += [repeats[i], shape[i]]
        result.append(repeats[i] * shape[i])
    if len(repeats) > 4:
        return _repeat_each(self, repeats, shape)
    return prim.clone(prim.reshape(prim.expand(prim.reshape(self, tuple(inner)), tuple(wide)), tuple(result)))


def _repeat_each(self, repeats, shape):
    self = prim.reshape(self, shape)
    for i in range(len(repeats)):
        index = prim.arange(0, 1, repeats[i] * shape[i], torch.int64) % max(shape[i], 1)
        self = prim.index_select(self, i, index)
    return self


@operator("torch.tile", "Tensor.tile")
def tile(self, *dims):
    """The tensor repeated along each dimension, missing ones 1"""
    dims = _sizes(dims)
    return repeat(self, (1,) * (self.dim() - len(dims)) + dims)


@operator("torch.repeat_interleave", "Tensor.repeat_interleave")
def repeat_interleave(self, repeats=None, dim=None, *, output_size=None):
    """Each element repeated, along a dimension or of all"""
    if repeats is None:
        return prim.repeat_index(self)
    if dim is None:
        self = flatten(self)
        dim = 0
    dim = _wrapped(dim, self.dim())
    length = self.shape[dim]
    if prim.is_tensor(repeats):
        if repeats.dim() == 0 or repeats.numel() == 1:
            repeats = prim.expand(prim.reshape(repeats, (1,)), (length,))
        index = prim.repeat_index(repeats)
    else:
        index = prim.arange(0, 1, length * repeats, torch.int64) // max(repeats, 1)
    return prim.index_select(self, dim, index)


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
    prim.store(prim.diagonal(result, offset, dim1, dim2), src)
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


@operator("torch.diag", "Tensor.diag")
def diag(self, diagonal=0):
    """The diagonal of a matrix, or the matrix with a diagonal"""
    if self.dim() == 2:
        return prim.clone(prim.diagonal(self, diagonal, 0, 1))
    return diag_embed(self, diagonal)


@operator("torch.diag_embed", "Tensor.diag_embed")
def diag_embed(self, offset=0, dim1=-2, dim2=-1):
    """Matrices with the given diagonals"""
    length = self.shape[-1] + abs(offset)
    result = prim.full(tuple(self.shape[:-1]) + (length, length), 0, self.dtype)
    prim.store(prim.diagonal(result, offset, -2, -1), self)
    if dim1 == -2 and dim2 == -1:
        return result
    return movedim(result, (-2, -1), (dim1, dim2))


@operator("torch.trace", "Tensor.trace")
def trace(self):
    """The sum of a matrix's diagonal"""
    if self.dim() != 2:
        raise RuntimeError(f"trace: expected a matrix, but got tensor with dim {self.dim()}")
    return sum_(prim.diagonal(self, 0, 0, 1))


@operator("torch.tril", "Tensor.tril")
def tril(self, diagonal=0):
    """Zeros above a diagonal"""
    return prim.triangle(self, diagonal, False)


@operator("torch.triu", "Tensor.triu")
def triu(self, diagonal=0):
    """Zeros below a diagonal"""
    return prim.triangle(self, diagonal, True)


@operator("torch.tril_indices")
def tril_indices(row, col, offset=0, *, dtype=torch.int64, device=None, layout=None):
    """Coordinates of the lower triangle"""
    return prim.cast(transpose(prim.nonzero(tril(prim.full((row, col), True, torch.bool), offset)), 0, 1), dtype)


@operator("torch.triu_indices")
def triu_indices(row, col, offset=0, *, dtype=torch.int64, device=None, layout=None):
    """Coordinates of the upper triangle"""
    return prim.cast(transpose(prim.nonzero(triu(prim.full((row, col), True, torch.bool), offset)), 0, 1), dtype)


@operator("Tensor.unfold")
def unfold(self, dimension, size, step):
    """Windows along a dimension, as a last dimension"""
    return prim.unfold(self, dimension, size, step)


@operator("torch.as_strided", "Tensor.as_strided")
def as_strided(self, size, stride, storage_offset=None):
    """Elements of the storage at any sizes and strides"""
    return prim.as_strided(self, size, stride, prim.storage_offset(self) if storage_offset is None else storage_offset)


@operator("torch.meshgrid", "torch.functional.meshgrid")
def meshgrid(*tensors, indexing=None):
    """Coordinates of a grid from its axes"""
    if len(tensors) == 1 and isinstance(tensors[0], (tuple, list)):
        tensors = tuple(tensors[0])
    tensors = [prim.reshape(each, (1,)) if each.dim() == 0 else each for each in tensors]
    if indexing == "xy" and len(tensors) >= 2:
        grids = meshgrid(tensors[1], tensors[0], *tensors[2:], indexing="ij")
        return (grids[1], grids[0]) + tuple(grids[2:])
    shape = tuple([each.shape[0] for each in tensors])
    result = []
    for i in range(len(tensors)):
        own = [1] * len(tensors)
        own[i] = shape[i]
        result.append(prim.expand(prim.reshape(tensors[i], tuple(own)), shape))
    return tuple(result)


@operator("torch.cartesian_prod", "torch.functional.cartesian_prod")
def cartesian_prod(*tensors):
    """All combinations of elements, one a row"""
    if len(tensors) == 1:
        return tensors[0]
    return stack([flatten(each) for each in meshgrid(*tensors, indexing="ij")], 1)


@operator("torch.atleast_1d", "torch.functional.atleast_1d")
def atleast_1d(self):
    """A tensor of rank 0 as a vector"""
    return prim.reshape(self, (1,)) if self.dim() == 0 else self


@operator("torch.atleast_2d", "torch.functional.atleast_2d")
def atleast_2d(self):
    """A tensor of rank 0 or 1 as a matrix of one row"""
    return prim.reshape(self, (1, -1)) if self.dim() < 2 else self


@operator("torch.nn.functional.pad", "torch._C._nn.pad")
def pad(self, pad, mode="constant", value=None):
    """Elements added before and after dimensions, the last dimension first in `pad`"""
    if len(pad) % 2 != 0:
        raise RuntimeError("Padding length must be divisible by 2")
    if len(pad) > 2 * self.dim():
        raise RuntimeError("Padding length should be less than or equal to two times the input dimension but got padding length " + str(len(pad)) + " and input of dimension " + str(self.dim()))
    pairs = len(pad) // 2
    rank = self.dim()
    if mode == "constant":
        return constant_pad_nd(self, pad, 0 if value is None else value)
    modes = {"reflect": 0, "replicate": 1, "circular": 2}
    for i in range(pairs):
        dim = rank - 1 - i
        index = prim.pad_index(self.shape[dim], pad[2 * i], pad[2 * i + 1], modes[mode])
        self = prim.index_select(self, dim, index)
    return self


@operator("torch.constant_pad_nd")
def constant_pad_nd(self, pad, value=0):
    """Elements of one value added before and after dimensions, the last dimension first in `pad`"""
    rank = self.dim()
    amounts = [0] * (2 * rank)
    for i in range(len(pad) // 2):
        amounts[2 * (rank - 1 - i)] = pad[2 * i]
        amounts[2 * (rank - 1 - i) + 1] = pad[2 * i + 1]
    return prim.pad(self, value, tuple(amounts))


@operator("torch.nn.functional.pixel_shuffle", "torch.pixel_shuffle")
def pixel_shuffle(self, upscale_factor):
    """Channels moved into space"""
    r = upscale_factor
    if self.dim() < 3:
        raise RuntimeError(f"pixel_shuffle expects input to have at least 3 dimensions, but got input with {self.dim()} dimension(s)")
    prim.check(r > 0, "RuntimeError", "pixel_shuffle expects a positive upscale_factor, but got {0}", r)
    prim.check(self.shape[-3] % (r * r) == 0, "RuntimeError", "pixel_shuffle expects its input's 'channel' dimension to be divisible by the square of upscale_factor, but input.size(-3)={0} is not divisible by {1}", self.shape[-3], r * r)
    batch = tuple(self.shape[:-3])
    channels, height, width = self.shape[-3], self.shape[-2], self.shape[-1]
    n = len(batch)
    wide = prim.reshape(self, batch + (channels // (r * r), r, r, height, width))
    order = tuple(range(n)) + (n, n + 3, n + 1, n + 4, n + 2)
    return prim.reshape(prim.permute(wide, order), batch + (channels // (r * r), height * r, width * r))


@operator("torch.nn.functional.pixel_unshuffle", "torch.pixel_unshuffle")
def pixel_unshuffle(self, downscale_factor):
    """Space moved into channels"""
    r = downscale_factor
    if self.dim() < 3:
        raise RuntimeError(f"pixel_unshuffle expects input to have at least 3 dimensions, but got input with {self.dim()} dimension(s)")
    prim.check(r > 0, "RuntimeError", "pixel_unshuffle expects a positive downscale_factor, but got {0}", r)
    prim.check(self.shape[-2] % r == 0, "RuntimeError", "pixel_unshuffle expects height to be divisible by downscale_factor, but input.size(-2)={0} is not divisible by {1}", self.shape[-2], r)
    prim.check(self.shape[-1] % r == 0, "RuntimeError", "pixel_unshuffle expects width to be divisible by downscale_factor, but input.size(-1)={0} is not divisible by {1}", self.shape[-1], r)
    batch = tuple(self.shape[:-3])
    channels, height, width = self.shape[-3], self.shape[-2], self.shape[-1]
    n = len(batch)
    wide = prim.reshape(self, batch + (channels, height // r, r, width // r, r))
    order = tuple(range(n)) + (n, n + 2, n + 4, n + 1, n + 3)
    return prim.reshape(prim.permute(wide, order), batch + (channels * r * r, height // r, width // r))


@operator("torch.atleast_3d", "torch.functional.atleast_3d")
def atleast_3d(self):
    """With three dimensions at least"""
    if self.dim() == 0:
        return prim.reshape(self, (1, 1, 1))
    if self.dim() == 1:
        return prim.unsqueeze(prim.unsqueeze(self, 0), -1)
    return prim.unsqueeze(self, -1) if self.dim() == 2 else self


@operator("torch.dstack")
def dstack(tensors):
    """Joined along dimension 2"""
    return prim.concat([atleast_3d(each) for each in tensors], 2)


@operator("torch.vsplit", "Tensor.vsplit")
def vsplit(self, indices_or_sections):
    """Pieces along dimension 0"""
    if self.dim() < 2:
        raise RuntimeError("vsplit takes a tensor of rank 2 or more")
    return tensor_split(self, indices_or_sections, 0)


@operator("torch.hsplit", "Tensor.hsplit")
def hsplit(self, indices_or_sections):
    """Pieces along dimension 1, of a vector along dimension 0"""
    if self.dim() < 1:
        raise RuntimeError("hsplit takes a tensor of rank 1 or more")
    return tensor_split(self, indices_or_sections, 0 if self.dim() == 1 else 1)


@operator("torch.dsplit", "Tensor.dsplit")
def dsplit(self, indices_or_sections):
    """Pieces along dimension 2"""
    if self.dim() < 3:
        raise RuntimeError("dsplit takes a tensor of rank 3 or more")
    return tensor_split(self, indices_or_sections, 2)


@operator("torch.block_diag", "torch.functional.block_diag")
def block_diag(*tensors):
    """Matrices along the diagonal of a larger one"""
    rows = []
    blocks = [each if each.dim() == 2 else prim.reshape(each, (1, -1)) for each in tensors]
    width = 0
    for each in blocks:
        width = width + each.shape[1]
    before = 0
    for each in blocks:
        rows.append(prim.pad(each, 0, (0, 0, before, width - before - each.shape[1])))
        before = before + each.shape[1]
    return prim.concat(rows, 0)


@operator("torch.channel_shuffle", "torch.nn.functional.channel_shuffle", "torch.native_channel_shuffle")
def channel_shuffle(self, groups):
    """Channels of the groups interleaved"""
    shape = tuple(self.shape)
    split_up = prim.reshape(self, (shape[0], groups, shape[1] // groups) + shape[2:])
    return prim.reshape(transpose(split_up, 1, 2), shape)
