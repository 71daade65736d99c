"""Tensors joined, and taken apart along a dimension."""


# torch.stack and torch.cat of a list whose places held something else before.
def only_tensors(items):
    tensors = []
    for i, item in enumerate(items):
        if isinstance(item, prim.host("torch.Tensor")):
            tensors.append(item)
        else:
            raise TypeError(f"expected Tensor as element {i} in argument 0, but got {type(item).__name__}")
    return tensors


# Of several dtypes: `dtypes` has all that may be the one of the result.
def joined_in_one_dtype(tensors, dim, stack, dtypes):
    common = tensors[0].dtype
    for tensor in tensors:
        common = torch.promote_types(common, tensor.dtype)
    for dtype in dtypes:
        if common == dtype:
            return joined_list([tensor.to(dtype) for tensor in tensors], dim, stack)
    raise AssertionError("the dtypes are all that there are")


def joined_list(tensors, dim, stack):
    return prim.concat_list(tensors, tensors[0], dim, stack)


@operator("torch.cat", "torch.concat", "torch.concatenate", autocast="widest", dims="widest", examples=["torch.cat([torch.tensor([1]), torch.tensor([2, 3])]) == torch.tensor([1, 2, 3])"])
def cat(tensors, dim=0):
    """Tensors joined end to end"""
    if prim.is_runtime_list(tensors):
        if len(tensors) == 0:
            raise ValueError("torch.cat(): expected a non-empty list of Tensors")
        return joined_list(tensors, dim, False)
    return prim.concat(tensors, dim)


@operator("torch.stack", autocast="widest", dims="one_more", examples=["torch.stack([torch.tensor([1]), torch.tensor([2])]) == torch.tensor([[1], [2]])"])
def stack(tensors, dim=0):
    """Tensors of equal sizes joined along a new dimension"""
    if prim.is_runtime_list(tensors):
        if len(tensors) == 0:
            raise RuntimeError("stack expects a non-empty TensorList")
        return joined_list(tensors, dim, True)
    if len(tensors) == 0:
        raise RuntimeError("stack expects a non-empty TensorList")
    for i, each in enumerate(tensors):
        if not prim.is_tensor(each):
            raise TypeError(f"expected Tensor as element {i} in argument 0, but got {type(each).__name__}")
    dim = _wrapped(dim, tensors[0].dim() + 1)
    for i, each in enumerate(tensors):
        if each.dim() != tensors[0].dim():
            raise RuntimeError(f"stack expects each tensor to be equal size, but got {list(tensors[0].shape)} at entry 0 and {list(each.shape)} at entry {i}")
        for k in range(each.dim()):
            prim.check_size(each.shape[k], tensors[0].shape[k], "stack expects each tensor to be equal size, but got {0} at entry 0 and {1} at entry {2}", tuple(tensors[0].shape), tuple(each.shape), i)
    rank = tensors[0].dim()
    if rank not in (4, 5) or dim == rank:
        return prim.concat([prim.unsqueeze(each, dim) for each in tensors], dim)
    # As eager does: the result lies as that of cat, which may have its channels last.
    shape = tuple(tensors[0].shape)
    return prim.view(prim.concat(tensors, dim), shape[:dim] + (len(tensors),) + shape[dim:])


@operator("torch.column_stack", examples=["torch.column_stack((torch.tensor([1, 2]), torch.tensor([3, 4]))) == torch.tensor([[1, 3], [2, 4]])"])
def column_stack(tensors):
    """Joined along dimension 1, vectors as columns"""
    _check_some(tensors, "column_stack")
    return prim.concat([prim.reshape(each, (-1, 1)) if each.dim() < 2 else each for each in tensors], 1)


def _check_some(tensors, name):
    if len(tensors) == 0:
        raise RuntimeError(f"{name} expects a non-empty TensorList")


@operator("torch.hstack")
def hstack(tensors):
    """Joined along dimension 1, vectors along dimension 0"""
    _check_some(tensors, "hstack")
    tensors = [prim.reshape(each, (1,)) if each.dim() == 0 else each for each in tensors]
    return prim.concat(tensors, 0 if tensors[0].dim() == 1 else 1)


@operator("torch.vstack", "torch.row_stack")
def vstack(tensors):
    """Joined along dimension 0, vectors as rows"""
    _check_some(tensors, "vstack")
    return prim.concat([prim.reshape(each, (1, -1)) if each.dim() < 2 else each for each in tensors], 0)


@operator("torch.split", "Tensor.split", "torch.functional.split", "torch.split_with_sizes", "Tensor.split_with_sizes")
def split(self, split_size_or_sections, dim=0):
    """Pieces of one size, or of the given sizes, along a dimension"""
    if self.dim() == 0:
        raise RuntimeError("split expects at least a 1-dimensional tensor")
    if prim.is_tensor(split_size_or_sections) and split_size_or_sections.dim() == 0:
        split_size_or_sections = int(split_size_or_sections)
    if isinstance(split_size_or_sections, int) and split_size_or_sections < 0:
        raise RuntimeError(f"split expects split_size be non-negative, but got split_size={split_size_or_sections}")
    dim = _wrapped(dim, self.dim())
    if isinstance(split_size_or_sections, int):
        length = self.shape[dim]
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
        _refuse_mapped_parts(self, pieces)
        starts = range(0, pieces * split_size_or_sections, split_size_or_sections) if length > 0 else range(1)
        return prim.several(tuple([narrow(self, dim, at, min(split_size_or_sections, length - at)) for at in starts]), "Split")
    total = 0
    for each in split_size_or_sections:
        total = total + each
    prim.check_size(total, self.shape[dim], "split_with_sizes expects split_sizes to sum exactly to {0} (input tensor's size at dimension {1}), but got split_sizes={2}", self.shape[dim], dim, list(split_size_or_sections))
    start = 0
    result = []
    for each in split_size_or_sections:
        result.append(narrow(self, dim, start, each))
        start = start + each
    return prim.several(tuple(result), "SplitWithSizes")


def _pieces(self, dim, count, piece, length):
    _refuse_mapped_parts(self, count)
    return prim.several(tuple([narrow(self, dim, i * piece, min(piece, length - i * piece)) for i in range(count)]), "Split")


@operator("torch.chunk", "Tensor.chunk", "torch.unsafe_chunk", "Tensor.unsafe_chunk")
def chunk(self, chunks, dim=0):
    """At most `chunks` pieces of one size along a dimension"""
    if self.dim() == 0:
        raise RuntimeError("chunk expects at least a 1-dimensional tensor")
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
    if self.dim() == 0:
        raise RuntimeError("tensor_split expected at least a 1-dimensional tensor, but got a tensor with 0 dims")
    dim = _wrapped(dim, self.dim())
    length = self.shape[dim]
    if prim.is_tensor(indices_or_sections):
        if indices_or_sections.dtype != torch.int64:
            raise RuntimeError(f"tensor_split expected tensor_indices_or_sections to have dtype of long, but got {prim.class_name(indices_or_sections)}")
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


def _refuse_mapped_parts(self, count):
    """What vmap maps over is in no container of run time."""
    if prim.vmap_is_mapped(self) and not prim.is_static(count):
        prim.refuse("torch.vmap", "a number of parts that only run time knows")


@operator("torch.unbind", "Tensor.unbind")
def unbind(self, dim=0):
    """The slices along a dimension, without it"""
    dim = _own_dim(_wrapped(dim, self.dim()), self.dim())
    length = self.shape[dim]
    count = prim.unpack_count()
    if not prim.is_static(length) and count > 0:
        # `a, b = x.unbind()`: a number of slices that is known, or the error of unpacking.
        prim.check(length >= count, "ValueError", "not enough values to unpack (expected {0}, got {1})", count, length)
        prim.check(length <= count, "ValueError", "too many values to unpack (expected {0})", count)
        length = count
    _refuse_mapped_parts(self, length)
    return prim.several(tuple([select(self, dim, i) for i in range(length)]), "Unbind")


@operator("torch.select", "Tensor.select")
def select(self, dim, index):
    """One element of a dimension, which disappears"""
    if self.dim() == 0:
        raise IndexError("select() cannot be applied to a 0-dim tensor.")
    dim = _wrapped(dim, self.dim())
    size = self.shape[dim]
    prim.check((index >= -size) & (index < size), "IndexError", "select(): index {0} out of range for tensor of size {1} at dimension {2}", index, tuple(self.shape), dim)
    return self[(slice(None),) * dim + (index,)]


@operator("torch.narrow", "Tensor.narrow")
def narrow(self, dim, start, length):
    """`length` elements of a dimension from `start`"""
    if self.dim() == 0:
        raise RuntimeError("narrow() cannot be applied to a 0-dim tensor.")
    if prim.is_tensor(start):
        if start.dim() != 0 or not prim.is_integral(start) or start.dtype == torch.bool:
            raise RuntimeError("start must be an 0-dim integral Tensor.")
        start = int(start)
    prim.check(length >= 0, "RuntimeError", "narrow(): length must be non-negative.")
    dim = _wrapped(dim, self.dim())
    size = self.shape[dim]
    prim.check((start >= -size) & (start <= size), "IndexError", "start out of range (expected to be in range of [{0}, {1}], but got {2})", -size, size, start)
    start = start + size if start < 0 else start
    prim.check(start + length <= self.shape[dim], "RuntimeError", "start ({0}) + length ({1}) exceeds dimension size ({2}).", start, length, self.shape[dim])
    return self[(slice(None),) * dim + (slice(start, start + length),)]


@operator("torch.narrow_copy", "Tensor.narrow_copy")
def narrow_copy(self, dim, start, length):
    """A copy of a part of a dimension"""
    if dim >= self.dim() > 0:
        raise RuntimeError("Expected dim < static_cast<int64_t>(self_sizes.size()) to be true, but got false.  (Could this error message be improved?  If so, please report an enhancement request to PyTorch.)")
    if self.dim() > 0 and length < 0:
        size = self.shape[_wrapped(dim, self.dim())]
        raise RuntimeError(f"start ({start if start >= 0 else start + size}) + length ({length}) exceeds dimension size ({size}).")
    return prim.clone(prim.contiguous(narrow(self, dim, start, length)))


@operator("torch.dstack")
def dstack(tensors):
    """Joined along dimension 2"""
    _check_some(tensors, "dstack")
    return prim.concat([_volume(each) for each in tensors], 2)


@operator("torch.vsplit", "Tensor.vsplit")
def vsplit(self, indices_or_sections):
    """Pieces along dimension 0"""
    return _split_along(self, indices_or_sections, 0, 2, "vsplit")


@operator("torch.hsplit", "Tensor.hsplit")
def hsplit(self, indices_or_sections):
    """Pieces along dimension 1, of a vector along dimension 0"""
    return _split_along(self, indices_or_sections, 0 if self.dim() == 1 else 1, 1, "hsplit")


@operator("torch.dsplit", "Tensor.dsplit")
def dsplit(self, indices_or_sections):
    """Pieces along dimension 2"""
    return _split_along(self, indices_or_sections, 2, 3, "dsplit")


def _split_along(self, sections, dim, least, name):
    if self.dim() < least:
        raise RuntimeError(f"torch.{name} requires a tensor with at least {least} dimension, but got a tensor with {self.dim()} dimensions!")
    if isinstance(sections, int):
        size = self.shape[dim]
        fits = False if sections == 0 else size % sections == 0
        prim.check(fits, "RuntimeError", "torch.{0} attempted to split along dimension {1}, but the size of the dimension {2} is not divisible by the split_size {3}!", name, dim, size, sections)
    return tensor_split(self, sections, dim)


@operator("torch.block_diag", "torch.functional.block_diag")
def block_diag(*tensors):
    """Matrices along the diagonal of a larger one"""
    rows = []
    for i in range(len(tensors)):
        if tensors[i].dim() > 2:
            raise RuntimeError(f"torch.block_diag: Input tensors must have 2 or fewer dimensions. Input {i} has {tensors[i].dim()} dimensions")
    blocks = [each if each.dim() == 2 else prim.reshape(each, (1, -1)) for each in tensors]
    width = 0
    for each in blocks:
        width = width + each.shape[1]
    before = 0
    for each in blocks:
        rows.append(prim.pad(each, 0, (0, 0, before, width - before - each.shape[1])))
        before = before + each.shape[1]
    return prim.concat(rows, 0)
