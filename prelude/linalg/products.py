"""Products of matrices and vectors."""


def _product(left, right):
    """The product of matrices; of complex ones a product of real ones twice as large

    [a + ib] * [c + id] are the pairs of [a b] * [[c d] [-d c]].
    """
    if left.dtype == torch.bool and left.dtype == right.dtype:
        return prim.cast(prim.matmul(prim.cast(left, torch.uint8), prim.cast(right, torch.uint8)), torch.bool)
    if not (prim.is_complex(left) and left.dtype == right.dtype):
        return prim.matmul(left, right)
    if left.shape[-1] != right.shape[-2]:
        return prim.matmul(left, right) # which says so
    pairs, rows = view_as_real(prim.contiguous(left)), view_as_real(right)
    turned = stack((-rows[..., 1], rows[..., 0]), -1)
    both = stack((rows, turned), -3)
    inner, columns = right.shape[-2], right.shape[-1]
    both = prim.reshape(both, tuple(right.shape[:-2]) + (2 * inner, 2 * columns))
    product = prim.matmul(prim.reshape(pairs, tuple(left.shape[:-1]) + (2 * left.shape[-1],)), both)
    return _paired(prim.reshape(product, tuple(product.shape[:-1]) + (columns, 2)))


@operator("torch.matmul", "Tensor.matmul", "torch.linalg.matmul", "Tensor.__matmul__", autocast="lower", examples=["torch.matmul(torch.tensor([1., 2.]), torch.tensor([3., 4.])) == torch.tensor(11.)"], rejects=["C1: torch.matmul(torch.ones(2, 3), torch.ones(2, 3))"])
def matmul(self, other):
    """The product of matrices, vectors or batches of them

    - C1: the inner sizes agree.
    """
    left, right = self.dim(), other.dim()
    if left == 0 or right == 0:
        raise RuntimeError(f"both arguments to matmul need to be at least 1D, but they are {left}D and {right}D")
    self = _as_batches(self, other) if left > 1 and right > 2 else self
    _check_factors(self, other)
    _check_product(self, other, "dot" if left == 1 and right == 1 else "addmv_impl_cpu" if left + right == 3 else "addmm_impl_cpu_" if left + right == 4 and left == right else "bmm")
    if left == 1 and right == 1:
        prim.check_size(self.shape[0], other.shape[0], "inconsistent tensor size, expected tensor [{0}] and src [{1}] to have the same number of elements, but got {0} and {1} elements respectively", self.shape[0], other.shape[0])
        return prim.named(prim.squeeze(_product(prim.unsqueeze(self, 0), prim.unsqueeze(other, 1)), (0, 1)), "DotBackward0", True)
    if left == 1:
        return prim.squeeze(_product(prim.unsqueeze(self, 0), other), (-2,))
    if right == 1 and left == 2:
        prim.check_size(self.shape[1], other.shape[0], "size mismatch, got input ({0}), mat ({0}x{1}), vec ({2})", self.shape[0], self.shape[1], other.shape[0])
    if right == 1:
        result = prim.squeeze(_product(self, prim.unsqueeze(other, 1)), (-1,))
        return prim.named(result, "MvBackward0", True) if left == 2 else result
    result = _product(self, other)
    if left > 2 or right == 2:
        return prim.named(result, "UnsafeViewBackward0" if left > 2 else "MmBackward0", True)
    return result


def _check_product(self, other, kernel):
    """No kernel multiplies bools, but of nothing, where it is no product of two vectors, eager calls none."""
    if self.dtype == torch.bool:
        is_empty = kernel != "dot" and (self.numel() == 0) | (other.numel() == 0)
        prim.check(is_empty, "NotImplementedError", f"\"{kernel}\" not implemented for 'Bool'")


def _check_factors(self, other):
    """The factors of a product have one dtype."""
    if self.dtype == other.dtype:
        return
    left, right = self.dim(), other.dim()
    mine, theirs = prim.class_name(self), prim.class_name(other)
    if left == 1 and right == 1:
        raise RuntimeError(f"dot : expected both vectors to have same dtype, but found {mine} and {theirs}")
    if left == 2 and right == 1:
        raise RuntimeError(f"addmv input tensors must have the same dtype, but got {theirs}, {mine}, and {theirs}")
    raise RuntimeError(f"expected m1 and m2 to have the same dtype, but got: {_type_name(self.dtype)} != {_type_name(other.dtype)}")


def _as_batches(self, other):
    """The first factor of batches, which have one dtype, or the second's where nothing is multiplied."""
    if self.dtype == other.dtype:
        return self
    is_nothing = (self.numel() == 0) | (other.numel() == 0)
    prim.check(is_nothing, "RuntimeError", f"expected scalar type {prim.class_name(self)} but found {prim.class_name(other)}")
    return prim.cast(self, other.dtype)


@operator("torch.mm", "Tensor.mm", "torch.spmm", "torch.sparse.mm", autocast="lower", out="expected")
def mm(self, mat2):
    """The product of two matrices"""
    if self.dim() != 2:
        raise RuntimeError("self must be a matrix")
    if mat2.dim() != 2:
        raise RuntimeError("mat2 must be a matrix")
    _check_factors(self, mat2)
    _check_product(self, mat2, "addmm_impl_cpu_")
    return _product(self, mat2)


@operator("torch.bmm", "Tensor.bmm", autocast="lower", out="expected")
def bmm(self, mat2):
    """Products of two batches of matrices"""
    if self.dim() != 3:
        raise RuntimeError("batch1 must be a 3D tensor")
    if mat2.dim() != 3:
        raise RuntimeError("batch2 must be a 3D tensor")
    _check_product(self, mat2, "bmm")
    self = _as_batches(self, mat2)
    prim.check_size(self.shape[0], mat2.shape[0], "Expected size for first two dimensions of batch2 tensor to be: [{0}, {1}] but got: [{2}, {3}].", self.shape[0], self.shape[2], mat2.shape[0], mat2.shape[1])
    return _product(self, mat2)


@operator("torch.mv", "Tensor.mv")
def mv(self, vec):
    """The product of a matrix and a vector"""
    if self.dim() == 0:
        raise IndexError("Dimension specified as 0 but tensor has no dimensions")
    if self.dim() != 2 or vec.dim() != 1:
        raise RuntimeError(f"vector + matrix @ vector expected, got 1, {self.dim()}, {vec.dim()}")
    return matmul(self, vec)


@operator("torch.vdot", "Tensor.vdot")
def vdot(self, other):
    """The product of two vectors, the first one conjugated"""
    return dot(prim.conj(self), other)


@operator("torch.dot", "Tensor.dot")
def dot(self, tensor):
    """The product of two vectors"""
    if self.dim() != 1 or tensor.dim() != 1:
        raise RuntimeError(f"1D tensors expected, but got {self.dim()}D and {tensor.dim()}D tensors")
    _check_factors(self, tensor)
    _no_bool(self, "dot")
    return matmul(self, tensor)


@operator("torch.inner", "Tensor.inner")
def inner(self, other):
    """The product of two vectors, or of all pairs of last dimensions"""
    if self.dim() == 1 and other.dim() == 1:
        return matmul(self, other)
    if self.dim() == 0 or other.dim() == 0:
        return self * other
    prim.check(self.shape[-1] == other.shape[-1], "RuntimeError", "inner() the last dimension must match on both input tensors but got shapes {0} and {1}", list(self.shape), list(other.shape))
    return tensordot(self, other, ((-1,), (-1,)))


@operator("torch.outer", "torch.ger", "Tensor.outer", "Tensor.ger")
def outer(self, vec2):
    """All products of two vectors' elements"""
    if self.dim() != 1:
        raise RuntimeError(f"outer: Expected 1-D argument self, but got {self.dim()}-D")
    if vec2.dim() != 1:
        raise RuntimeError(f"outer: Expected 1-D argument vec2, but got {vec2.dim()}-D")
    return prim.unsqueeze(self, 1) * prim.unsqueeze(vec2, 0)


@operator("torch.chain_matmul", "torch.functional.chain_matmul")
def chain_matmul(*matrices):
    """The product of several matrices"""
    for each in matrices:
        if each.dim() != 2:
            raise RuntimeError(f"Tensor dimension is {each.dim()}, expected 2 instead.")
    return multi_dot(matrices) if len(matrices) > 1 else prim.clone(matrices[0])


def _check_chain(tensors):
    """Matrices that can be multiplied; the first and the last one may be vectors."""
    last = len(tensors) - 1
    for i, each in enumerate(tensors):
        is_end = i == 0 or i == last
        if each.dim() != 2 and not (is_end and each.dim() == 1):
            where = "the first tensor" if i == 0 else "the last tensor" if i == last else f"tensor {i}"
            raise RuntimeError(f"multi_dot(): {where} must be {'1D or ' if is_end else ''}2D but got {each.dim()}D")
        if each.dtype != tensors[0].dtype:
            raise RuntimeError(f"multi_dot(): all tensors must have be the same dtype but tensor 0 is {prim.class_name(tensors[0])} and tensor {i} {prim.class_name(each)}")
    shapes = [list(each.shape) for each in tensors]
    shapes[0] = [1] + shapes[0] if len(shapes[0]) == 1 else shapes[0]
    shapes[last] = shapes[last] + [1] if len(shapes[last]) == 1 else shapes[last]
    for i in range(last):
        prim.check(shapes[i][1] == shapes[i + 1][0], "RuntimeError", "multi_dot(): tensors {0} and {1} with shapes {2} and {3} cannot be multiplied", i, i + 1, shapes[i], shapes[i + 1])


@operator("torch.linalg.multi_dot", "torch._C._linalg.linalg_multi_dot")
def multi_dot(tensors):
    """The product of several matrices"""
    if len(tensors) < 2:
        raise RuntimeError(f"multi_dot(): expected at least 2 tensors but got {len(tensors)}")
    _check_chain(tensors)
    result = tensors[0]
    for each in tensors[1:]:
        result = matmul(result, each)
    return result


@operator("torch.kron", "Tensor.kron")
def kron(self, other):
    """All products of two tensors' elements, as blocks"""
    rank = max(self.dim(), other.dim())
    mine = (1,) * (rank - self.dim()) + tuple(self.shape)
    theirs = (1,) * (rank - other.dim()) + tuple(other.shape)
    left = []
    right = []
    shape = []
    for i in range(rank):
        left += [mine[i], 1]
        right += [1, theirs[i]]
        shape.append(mine[i] * theirs[i])
    return view(prim.reshape(self, tuple(left)) * prim.reshape(other, tuple(right)), tuple(shape))


@operator("torch.cross", "Tensor.cross", out="expected", dims="widest", examples=["torch.cross(torch.eye(3)[:, :2], torch.eye(3)[:, :2]) == torch.zeros(3, 2)"])
def cross(self, other, dim=None):
    """The cross product of vectors of three elements, along the first dimension that has three"""
    if dim is None:
        shape = _broadcast_shape(tuple(self.shape), tuple(other.shape))
        for i in range(len(shape)):
            if shape[i] == 3:
                return linalg_cross(self, other, dim=i)
        raise RuntimeError("no dimension of size 3 in input")
    return linalg_cross(self, other, dim=dim)


@operator("torch.linalg.cross", "torch._C._linalg.linalg_cross", rejects=["C1: torch.linalg.cross(torch.ones(2), torch.ones(2))"])
def linalg_cross(self, other, *, dim=-1):
    """The cross product of vectors along a dimension

    - C1: of three elements.
    """
    if self.dim() != other.dim():
        raise RuntimeError("linalg.cross: inputs must have the same number of dimensions.")
    at = _own_dim(dim, self.dim())
    prim.check((self.shape[at] == 3) & (other.shape[at] == 3), "RuntimeError", "linalg.cross: inputs dimension {0} must have length 3. Got {1} and {2}", dim, self.shape[at], other.shape[at])
    left, right = broadcast_tensors(self, other)
    _no_bool(self, "cross")
    if self.dtype != other.dtype:
        raise RuntimeError(f"expected scalar type {prim.class_name(self)} but found {prim.class_name(other)}")
    result = roll(left, -1, dim) * roll(right, -2, dim) - roll(left, -2, dim) * roll(right, -1, dim)
    return prim.keeping(result, self if prim.has_history(other) else None, other if prim.has_history(self) else None)


@operator("torch.linalg.vecdot", "torch._C._linalg.linalg_vecdot", dims="widest")
def vecdot(x, y, *, dim=-1):
    """Products of vectors along a dimension"""
    if prim.is_integral(x):
        raise RuntimeError(f"linalg.vecdot: Expected a floating point or complex tensor as input. Got {prim.class_name(x)}")
    if x.dtype != y.dtype:
        raise RuntimeError(f"linalg.vecdot: Expected x and y to have the same dtype, but found x of type {prim.class_name(x)} and y of type {prim.class_name(y)} instead")
    if x.dim() == 1 and y.dim() == 1:  # whatever the dimension
        return vdot(x, y)
    return sum_(prim.conj(x) * y, dim)
