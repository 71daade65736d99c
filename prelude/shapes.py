"""Shapes: queries and views."""


def _sizes(size):
    """The sizes of `f(2, 3)` and of `f((2, 3))` alike, as a tuple."""
    if len(size) == 1 and isinstance(size[0], (tuple, list)):
        return _of_known_length(size[0])
    return _of_known_length(size)


def _of_known_length(sizes):
    """A tuple of each length that a list of run time may have, as it is the rank of a tensor."""
    if not prim.is_runtime_list(sizes):
        return tuple([operator.index(each) if hasattr(type(each), "__index__") and not prim.is_int(each) and not prim.is_tensor(each) else each for each in sizes])
    known = ()
    for length in (0, 1, 2, 3, 4, 5, 6, 7, 8):
        if len(sizes) == length:
            return known
        known = known + (sizes[length],)
    raise NotImplementedError("a tensor of more than 8 dimensions")


@operator("Tensor.size")
def size(self, dim=None):
    """All sizes, or that of one dimension"""
    return self.shape if dim is None else self.shape[_own_dim(dim, self.dim())]


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
        return prim.stride(self, _own_dim(dim, self.dim()))
    return tuple([prim.stride(self, each) for each in range(self.dim())])


@operator("Tensor.storage_offset")
def storage_offset(self):
    """Where in its storage the tensor begins, in elements"""
    return prim.storage_offset(self)


@operator("Tensor.is_contiguous")
def is_contiguous(self, memory_format=None):
    """Whether the elements lie in row-major order without gaps, or in the order of a format"""
    order = _order_of(memory_format)
    if order is not None:
        return self.dim() == len(order) and prim.is_contiguous(prim.permute(self, order))
    return prim.is_contiguous(self)


def _order_of(memory_format):
    """The dimensions in the order of a format with channels last; None: row-major."""
    if memory_format == torch.channels_last:
        return (0, 2, 3, 1)
    return (0, 2, 3, 4, 1) if memory_format == torch.channels_last_3d else None


def _formatted(self, memory_format):
    """The elements in a memory format: the tensor itself where they lie so"""
    if memory_format is None or memory_format == torch.preserve_format:
        return self
    order = _order_of(memory_format)
    if order is None:
        return prim.contiguous(self)
    rank = len(order)
    if self.dim() != rank:
        raise RuntimeError(f"required rank {rank} tensor to use {str(memory_format)[6:]} format")
    return prim.permute(prim.contiguous(prim.permute(self, order)), (0, rank - 1) + tuple(range(1, rank - 1)))


def _converted(values, memory_format):
    """Values in a memory format: themselves where they lie so"""
    made = _formatted(values, memory_format)
    return made if _order_of(memory_format) is None else prim.perhaps_itself(made, values, True)


def _laid(result, self, memory_format=None):
    """A new tensor with the strides that a copy of another has, or in a memory format"""
    if memory_format is None or memory_format == torch.preserve_format:
        return prim.laid_like(result, prim.detach(self))
    return _formatted(result, memory_format)


@operator("Tensor.element_size")
def element_size(self):
    """Bytes of one element"""
    return self.itemsize


@operator("torch.permute", "Tensor.permute", examples=["torch.zeros(2, 3, 4).permute(2, 0, 1).shape == (4, 2, 3)"])
def permute(self, *dims):
    """Dimensions in another order"""
    return prim.permute(self, _sizes(dims))


@operator("torch.transpose", "torch.swapaxes", "torch.swapdims", "Tensor.transpose", "Tensor.swapaxes", "Tensor.swapdims", in_place="geometry")
def transpose(self, dim0, dim1):
    """Two dimensions exchanged"""
    rank = self.dim()
    dim0 = _wrapped(dim0, rank)
    dim1 = _wrapped(dim1, rank)
    order = list(range(rank))
    if rank > 0:
        order[dim0], order[dim1] = dim1, dim0
    return prim.permute(self, tuple(order))


@operator("torch.t", "Tensor.t", in_place="geometry")
def t(self):
    """The transpose of a matrix; a vector as it is"""
    if self.dim() > 2:
        raise RuntimeError(f"t() expects a tensor with <= 2 dimensions, but self is {self.dim()}D")
    return transpose(self, 0, 1) if self.dim() == 2 else prim.alias(self)


@operator("torch.adjoint", "Tensor.adjoint")
def adjoint(self):
    """The last two dimensions exchanged, conjugated"""
    if self.dim() == 1:
        raise RuntimeError("tensor.adjoint() is only supported on matrices or batches of matrices. Got 1-D tensor.")
    return conj(self if self.dim() == 0 else transpose(self, -2, -1))


@operator("torch.movedim", "torch.moveaxis", "Tensor.movedim", "Tensor.moveaxis")
def movedim(self, source, destination):
    """Dimensions moved to other places, the rest in order"""
    rank = self.dim()
    given = (("source", list(source) if isinstance(source, (tuple, list)) else [source]), ("destination", list(destination) if isinstance(destination, (tuple, list)) else [destination]))
    if len(given[0][1]) != len(given[1][1]):
        raise RuntimeError(f"movedim: Invalid source or destination dims: source ({given[0][1]} dims) should contain the same number of dims as destination ({given[1][1]} dims)")
    source, destination = [[_wrapped(each, rank) for each in dims] for name, dims in given]
    for (name, dims), wrapped in zip(given, (source, destination)):
        if len(set(wrapped)) != len(wrapped):
            raise RuntimeError(f"movedim: repeated dim in `{name}` ({dims})")
    rest = [each for each in range(rank) if each not in source]
    order = []
    for place in range(rank):
        if place in destination:
            order.append(source[destination.index(place)])
        else:
            order.append(rest.pop(0))
    return prim.permute(self, tuple(order))


@operator("Tensor.view")
def view(self, *size, dtype=None):
    """The same elements under other sizes, without a copy; or the same bytes as elements of another dtype"""
    if dtype is not None or len(size) == 1 and isinstance(size[0], torch.dtype):
        return _view_dtype(self, size[0] if dtype is None else dtype)
    return prim.view(self, _sizes(size))


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
    start_dim = _wrapped(start_dim, rank)
    end_dim = _wrapped(end_dim, rank)
    if start_dim > end_dim:
        raise RuntimeError("flatten() has invalid args: start_dim cannot come after end_dim")
    if rank == 0:
        return prim.reshape(self, (1,))
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
    return prim.view(prim.contiguous(self), (-1,))


@operator("torch.unflatten", "Tensor.unflatten")
def unflatten(self, dim, sizes):
    """One dimension as several"""
    sizes = tuple(sizes)
    dim = _wrapped(dim, self.dim())
    if len(sizes) == 0:
        raise RuntimeError("unflatten: sizes must be non-empty")
    if self.dim() == 0:
        raise RuntimeError("unflatten got an unexpected error:\nDimension specified as 0 but tensor has no dimensions")
    size = self.shape[dim]
    given = list(sizes)
    if -1 in sizes:
        known = 1
        for each in sizes:
            known = known * each
        prim.check(known != 0, "RuntimeError", "unflatten: Provided sizes {0} don't multiply up to the size of dim {1} ({2}) in the input tensor", given, dim, size)
        prim.check(known < 0, "RuntimeError", "unflatten got an unexpected error:\nonly one dimension can be inferred")
        sizes = tuple([size // -known if each == -1 else each for each in sizes])
    product = 1
    for each in sizes:
        product = product * each
    prim.check(product == size, "RuntimeError", "unflatten: Provided sizes {0} don't multiply up to the size of dim {1} ({2}) in the input tensor", given, dim, size)
    return prim.view(self, tuple(self.shape[:dim]) + sizes + tuple(self.shape[dim + 1 :]))


@operator("torch.squeeze", "Tensor.squeeze", in_place="squeeze")
def squeeze(self, dim=None, *others):
    """Without dimensions of size 1, or without those of `dim` that have size 1"""
    dim = (dim,) + others if others else dim
    if dim is None:
        return prim.named(prim.squeeze(self, tuple(range(self.dim()))), "SqueezeBackward0", True)
    return prim.named(prim.squeeze(self, dim), "SqueezeBackward2" if isinstance(dim, (tuple, list)) else "SqueezeBackward1", True)


@operator("torch.unsqueeze", "Tensor.unsqueeze", in_place="geometry", dims="one_more")
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
    return tuple([prim.perhaps_itself(prim.expand(each, shape), each, False) for each in tensors])


@operator("torch.broadcast_shapes", "torch.functional.broadcast_shapes")
def broadcast_shapes(*shapes):
    """The sizes that tensors of these sizes broadcast to"""
    result = ()
    for each in shapes:
        if each is not None:
            sizes = each if isinstance(each, (tuple, list)) else (each,)
            for place in range(-1, -len(sizes) - 1, -1):
                size = sizes[place]
                if size < 0:
                    if -place <= len(result) and result[place] != 1:
                        raise RuntimeError(f"Attempting to broadcast a dimension of length {size} at {place}! Mismatching argument at index {shapes.index(each)} had {each}; but expected shape should be broadcastable to {list(result)}")
                    raise ValueError("Attempting to broadcast a dimension with negative length!")
            result = _broadcast_shape(result, sizes)
    return torch.Size(result)


@operator("Tensor.unfold")
def unfold(self, dimension, size, step):
    """Windows along a dimension, as a last dimension"""
    dimension = _wrapped(dimension, self.dim())
    prim.check(size >= 0, "RuntimeError", "size is {0} but must be >= 0", size)
    if self.dim() == 0:
        _wrapped(dimension, 0)
        prim.check(size <= 1, "RuntimeError", "maximum size for tensor at dimension 0 is 1 but size is {0}", size)
        prim.check(step > 0, "RuntimeError", "step is {0} but must be > 0", step)
        return prim.as_strided(self, (size,), (1,), prim.storage_offset(self))
    return prim.unfold(self, dimension, size, step)


@operator("torch.as_strided", "Tensor.as_strided", in_place="geometry")
def as_strided(self, size, stride, storage_offset=None):
    """Elements of the storage at any sizes and strides"""
    if len(size) != len(stride):
        raise RuntimeError("mismatch in length of strides and shape")
    return prim.as_strided(self, size, stride, prim.storage_offset(self) if storage_offset is None else storage_offset)


def _each(change, tensors):
    """The change of one tensor, or a tuple of those of several, which may come as a list."""
    if len(tensors) == 1 and prim.is_tensor(tensors[0]):
        return change(tensors[0])
    if len(tensors) == 1:
        tensors = tensors[0]
    return tuple([change(each) for each in tensors])


@operator("torch.atleast_1d", "torch.functional.atleast_1d")
def atleast_1d(*tensors):
    """A tensor of rank 0 as a vector; of several tensors, a tuple"""
    return _each(lambda self: prim.reshape(self, (1,)) if self.dim() == 0 else self, tensors)


@operator("torch.atleast_2d", "torch.functional.atleast_2d")
def atleast_2d(*tensors):
    """A tensor of rank 0 or 1 as a matrix of one row; of several tensors, a tuple"""
    return _each(_matrix, tensors)


def _matrix(self):
    if self.dim() == 0:
        return prim.reshape(self, (1, 1))
    return prim.unsqueeze(self, 0) if self.dim() == 1 else self


@operator("torch.atleast_3d", "torch.functional.atleast_3d")
def atleast_3d(*tensors):
    """With three dimensions at least; of several tensors, a tuple"""
    return _each(_volume, tensors)


def _volume(self):
    if self.dim() == 0:
        return prim.reshape(self, (1, 1, 1))
    if self.dim() == 1:
        return prim.unsqueeze(prim.unsqueeze(self, 0), -1)
    return prim.unsqueeze(self, -1) if self.dim() == 2 else self
