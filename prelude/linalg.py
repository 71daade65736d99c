"""Matrix products and what is built of them."""


def _product(left, right):
    """The product of matrices; of complex ones a product of real ones twice as large

    [a + ib] * [c + id] are the pairs of [a b] * [[c d] [-d c]].
    """
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
    _no_bool(self, "dot" if left == 1 and right == 1 else "addmv_impl_cpu" if left + right == 3 else "addmm_impl_cpu_" if left + right == 4 and left == right else "bmm")
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
    _no_bool(self, "addmm_impl_cpu_")
    return _product(self, mat2)


@operator("torch.bmm", "Tensor.bmm", autocast="lower", out="expected")
def bmm(self, mat2):
    """Products of two batches of matrices"""
    if self.dim() != 3:
        raise RuntimeError("batch1 must be a 3D tensor")
    if mat2.dim() != 3:
        raise RuntimeError("batch2 must be a 3D tensor")
    _no_bool(self, "bmm")
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


def _check_summands(self, mat1, mat2):
    """A product and what it is added to have one dtype."""
    for name, each in (("self", self), ("mat1", mat1)):
        if each.dtype != mat2.dtype:
            raise RuntimeError(f"{name} and mat2 must have the same dtype, but got {prim.class_name(each)} and {prim.class_name(mat2)}")


def _check_expands(self, left, right):
    """What a product of matrices is added to has no further dimensions."""
    if self.dim() > 2:
        prim.check(left.shape[-1] == right.shape[-2], "RuntimeError", "mat1 and mat2 shapes cannot be multiplied ({0}x{1} and {2}x{3})", left.shape[-2], left.shape[-1], right.shape[-2], right.shape[-1])
        raise RuntimeError(f"expand(torch.{prim.class_name(self)}Tensor{{{list(self.shape)}}}, size={[left.shape[-2], right.shape[-1]]}): the number of sizes provided (2) must be greater or equal to the number of dimensions in the tensor ({self.dim()})")


def _is_half(self):
    return _is_half_dtype(self.dtype)


def _plus_half_product(self, beta, mat1, mat2, alpha):
    """beta * self + alpha * mat1 @ mat2 of matrices of half precision, rounded once."""
    return _as(_plus_product(_wide(self), beta, _wide_product(mat1, mat2), alpha, mat1.shape[1], False), mat1)


@operator(gradient="wide_product_gradient")
def _wide_product(left: Tensor, right: Tensor):
    """The product of two matrices of half precision as floats"""
    if left.shape[1] != right.shape[0]:
        return prim.cast(prim.matmul(left, right), torch.float32)  # which says so
    return prim.half_product(left, right, right.shape[1], 1, torch.float32)


def _infinite_into(factor, alpha):
    """The factor of a product and alpha; one that is not finite is a factor of the elements."""
    if not isinstance(alpha, float) or not prim.is_floating(factor) or prim.is_static(alpha) and alpha - alpha == 0:
        return factor, alpha
    is_finite = alpha - alpha == 0
    return factor * (1 if is_finite else alpha), alpha if is_finite else 1


def _plus_product(self, beta, product, alpha, inner, ignores_by_zero=True):
    """beta * self + alpha * product, which is a sum of `inner` products; of none, alpha is not read. By 0 the matrix
    products of eager do not read the factors, which may be infinite, but for those of batches and of half precision."""
    for each in (alpha, beta):
        _check_fits(each, product.dtype)
    if not (prim.is_static(alpha) and alpha == 1):
        is_finite = prim.is_static(alpha) and alpha - alpha == 0
        alpha = alpha if is_finite or inner > 0 else 0
        scaled = product * (int(alpha) if prim.is_integral(product) else alpha)
        product = prim.where(prim.full((), alpha == 0, torch.bool), 0, scaled) if ignores_by_zero else scaled
    if beta == 0:
        prim.expand(self, tuple(product.shape))
        return product
    if not (prim.is_static(beta) and beta == 1):
        self = self * (int(beta) if prim.is_integral(self) else beta)
    return prim.in_order(self + product)


def _spelled_with_scales(function, arguments):
    """The deprecated `(beta, self, alpha, a, b)`, of methods `(self, beta, alpha, a, b)`, with or without alpha."""
    scales = [each for each in arguments if not prim.is_tensor(each)]
    tensors = [each for each in arguments if prim.is_tensor(each)]
    if len(tensors) != 3 or not prim.is_tensor(arguments[-2]) or not prim.is_tensor(arguments[-1]):
        raise TypeError("numbers come before the two factors")
    return function(*tensors, beta=scales[0], alpha=scales[1] if len(scales) == 2 else 1)


@operator("torch.addmm", "Tensor.addmm", autocast="lower", out="expected", in_place="product", examples=["torch.addmm(torch.tensor([[1, 2]]), torch.tensor([[3]]), torch.tensor([[4, 5]]), beta=2.5, alpha=1.5) == torch.tensor([[14, 19]])"])
def addmm(self, mat1, mat2, *scaled, beta=1, alpha=1):
    """beta * self + alpha * mat1 @ mat2; for integers, the factors are cut to integers"""
    if len(scaled) > 0:
        return _spelled_with_scales(addmm, (self, mat1, mat2) + scaled)
    for name, each in (("mat1", mat1), ("mat2", mat2)):
        if each.dim() != 2:
            raise RuntimeError(f"{name} must be a matrix, got {each.dim()}-D tensor")
    _check_summands(self, mat1, mat2)
    _check_expands(self, mat1, mat2)
    if _is_half(mat1) and mat1.dtype == mat2.dtype and mat1.dim() == 2 and mat2.dim() == 2:
        return _plus_half_product(self, beta, mat1, mat2, alpha)
    mat2, alpha = _infinite_into(mat2, alpha)
    return _plus_product(self, beta, mm(mat1, mat2), alpha, mat1.shape[1])


@operator("torch.addbmm", "Tensor.addbmm", autocast="lower", in_place="product")
def addbmm(self, batch1, batch2, *scaled, beta=1, alpha=1):
    """beta * self + alpha * the sum of batch1 @ batch2"""
    if len(scaled) > 0:
        return _spelled_with_scales(addbmm, (self, batch1, batch2) + scaled)
    size(batch1, 1)
    size(batch2, 2)
    _check_summands(self, batch1, batch2)
    _check_expands(self, batch1, batch2)
    if _is_half(batch1) and batch1.dim() == 3 and batch2.dim() == 3 and batch1.shape[0] > 0:  # rounded with each batch
        prim.check_size(batch1.shape[0], batch2.shape[0], "batch1 and batch2 must have same number of batches, got {0} and {1}", batch1.shape[0], batch2.shape[0])
        result = addmm(self, batch1[0], batch2[0], beta=beta, alpha=alpha)
        for batch in range(1, batch1.shape[0]):
            result = addmm(result, batch1[batch], batch2[batch], alpha=alpha)
        return result
    batch2, alpha = _infinite_into(batch2, alpha)
    product = sum_(bmm(batch1, batch2), 0, dtype=batch1.dtype)
    return _plus_product(self, beta, product, alpha, batch1.shape[0] * batch1.shape[2], not _is_half(batch1))


@operator("torch.baddbmm", "Tensor.baddbmm", autocast="lower", out="expected", in_place="product", examples=["torch.baddbmm(torch.tensor([[[1]]]), torch.tensor([[[3]]]), torch.tensor([[[4]]]), beta=2.5) == torch.tensor([[[14]]])"])
def baddbmm(self, batch1, batch2, *scaled, beta=1, alpha=1):
    """beta * self + alpha * batch1 @ batch2"""
    if len(scaled) > 0:
        return _spelled_with_scales(baddbmm, (self, batch1, batch2) + scaled)
    size(batch1, 0)
    size(batch1, 1)
    size(batch2, 2)
    if self.dtype != batch1.dtype:
        raise RuntimeError(f"Input dtypes must be the same, got: input {_type_name(self.dtype)}, batch1: {_type_name(batch1.dtype)}, batch2: {_type_name(batch2.dtype)}")
    self, batch1 = prim.cast(self, batch2.dtype), _as_batches(batch1, batch2)
    if _is_half(batch1):
        return _as(_plus_product(_wide(self), beta, bmm(_wide(batch1), _wide(batch2)), alpha, batch1.shape[2], False), batch1)
    return _plus_product(self, beta, bmm(batch1, batch2), alpha, batch1.shape[2], False)


@operator("torch.addmv", "Tensor.addmv", out="expected", in_place="product")
def addmv(self, mat, vec, *scaled, beta=1, alpha=1):
    """beta * self + alpha * mat @ vec"""
    if len(scaled) > 0:
        return _spelled_with_scales(addmv, (self, mat, vec) + scaled)
    if mat.dim() != 2 or vec.dim() != 1 or self.dim() > 1:
        raise RuntimeError(f"vector + matrix @ vector expected, got {self.dim()}, {mat.dim()}, {vec.dim()}")
    if self.dim() == 0:
        prim.check(mat.shape[1] == vec.shape[0], "IndexError", "Dimension specified as 0 but tensor has no dimensions")
    if self.dtype != mat.dtype or self.dtype != vec.dtype:
        raise RuntimeError(f"addmv input tensors must have the same dtype, but got {prim.class_name(self)}, {prim.class_name(mat)}, and {prim.class_name(vec)}")
    if _is_half(self) and mat.dim() == 2 and vec.dim() == 1:
        return squeeze(_plus_half_product(unsqueeze(self, -1), beta, mat, unsqueeze(vec, 1), alpha), 1)
    return _plus_product(self, beta, mv(mat, vec), alpha, mat.shape[1])


@operator("torch.outer", "torch.ger", "Tensor.outer", "Tensor.ger")
def outer(self, vec2):
    """All products of two vectors' elements"""
    if self.dim() != 1:
        raise RuntimeError(f"outer: Expected 1-D argument self, but got {self.dim()}-D")
    if vec2.dim() != 1:
        raise RuntimeError(f"outer: Expected 1-D argument vec2, but got {vec2.dim()}-D")
    return prim.unsqueeze(self, 1) * prim.unsqueeze(vec2, 0)


@operator("torch.addr", "Tensor.addr", in_place="product")
def addr(self, vec1, vec2, *scaled, beta=1, alpha=1):
    """beta * self + alpha * outer(vec1, vec2)"""
    if len(scaled) > 0:
        return _spelled_with_scales(addr, (self, vec1, vec2) + scaled)
    for name, each in (("vec1", vec1), ("vec2", vec2)):
        if each.dim() != 1:
            raise RuntimeError(f"addr: Expected 1-D argument {name}, but got {each.dim()}-D")
    dtype = torch.promote_types(self.dtype, torch.promote_types(vec1.dtype, vec2.dtype))
    self, vec1, vec2 = prim.cast(self, dtype), prim.cast(vec1, dtype), prim.cast(vec2, dtype)
    product = outer(vec1, vec2)
    self = prim.expand(self, tuple(product.shape))
    if dtype == torch.bool:
        product = product & bool(alpha)
        return product if not beta else self | product
    if prim.is_integral(product):
        if isinstance(beta, float):
            raise RuntimeError("For integral input tensors, argument beta must not be a floating point number.")
        if isinstance(alpha, float):
            raise RuntimeError("For integral input tensors, argument alpha must not be a floating point number.")
    return product * alpha if beta == 0 else self * beta + product * alpha


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
    return prim.keeping(result, self, other)


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
    result = prim.keeping(einsum("...i,kij,...j->...k", input1, weight, input2), input1, input2, weight)
    return result if bias is None else result + bias


def _matched(a, b, left, right):
    """Both tensors with dimensions of size 1 expanded to the size that they are contracted with."""
    shapes = [list(a.shape), list(b.shape)]
    expands = False
    for i in range(len(left)):
        m, n = a.shape[left[i]], b.shape[right[i]]
        same = m == n
        if prim.is_static(same) and same:
            continue
        expands = True
        prim.check((m == n) | (m == 1) | (n == 1), "RuntimeError", "contracted dimensions need to match, but first has size {0} in dim {1} and second has size {2} in dim {3}", m, left[i] - a.dim(), n, right[i])
        shapes[0][left[i]] = shapes[1][right[i]] = n if m == 1 else m
    return (prim.expand(a, tuple(shapes[0])), prim.expand(b, tuple(shapes[1]))) if expands else (a, b)


@operator("torch.tensordot", "torch.functional.tensordot", autocast="refused", dims="number")
def tensordot(a, b, dims=2):
    """The contraction of dimensions of two tensors"""
    if isinstance(dims, int):
        if dims < 0:
            raise RuntimeError(f"tensordot expects dims >= 0, but got dims={dims}")
        if dims > a.dim() or dims > b.dim():
            raise RuntimeError(f"tensordot expects dims < ndim_a or ndim_b, but got dims={dims}")
        left = [a.dim() - dims + i for i in range(dims)]
        right = list(range(dims))
    else:
        left, right = dims
        left, right = [each if isinstance(each, (tuple, list)) else (each,) for each in (left, right)]
        if len(left) != len(right):
            raise RuntimeError("both dimension lists should have same length")
    if a.dtype != b.dtype:
        raise RuntimeError("both inputs should have same dtype")
    left, right = [_wrapped(each, a.dim()) for each in left], [_wrapped(each, b.dim()) for each in right]
    for each in left + right:
        if left.count(each) > 1 or right.count(each) > 1:
            raise RuntimeError(f"dim {each} appears multiple times in the list of dims")
    a, b = _matched(a, b, left, right)
    keep_a = [i for i in range(a.dim()) if i not in left]
    keep_b = [i for i in range(b.dim()) if i not in right]
    rows = 1
    for i in keep_a:
        rows = rows * a.shape[i]
    inner = 1
    for i in left:
        inner = inner * a.shape[i]
    columns = 1
    for i in keep_b:
        columns = columns * b.shape[i]
    first = prim.reshape(prim.permute(a, tuple(keep_a + left)), (rows, inner))
    second = prim.reshape(prim.permute(b, tuple(right + keep_b)), (inner, columns))
    shape = tuple([a.shape[i] for i in keep_a] + [b.shape[i] for i in keep_b])
    result = prim.reshape(_product(first, second), shape)
    # Each is a factor of the other's gradient, as it is where its dimensions stay in their order.
    keeps_a = prim.has_history(b) and keep_a + left == list(range(a.dim()))
    keeps_b = prim.has_history(a) and right + keep_b == list(range(b.dim()))
    return prim.keeping(result, a if keeps_a else None, b if keeps_b else None)


@operator("torch.nn.functional.scaled_dot_product_attention", "torch._C._nn.scaled_dot_product_attention", autocast="lower")
def scaled_dot_product_attention(query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, scale=None, enable_gqa=False):
    """softmax(query @ key.T * scale + mask) @ value"""
    if not prim.is_static(is_causal):
        if is_causal:
            return scaled_dot_product_attention(query, key, value, attn_mask, dropout_p, True, scale, enable_gqa)
        is_causal = False
    if query.dim() < 2 or key.dim() < 2 or value.dim() < 2:
        raise RuntimeError(f"Expected query, key, and value to all be  at least 2 dimensional, but got query.dim: {query.dim()} key.dim: {key.dim()} and value.dim: {value.dim()} instead.")
    _check_attention(query, key, value, attn_mask, is_causal, enable_gqa, dropout_p)
    if scale is None:
        scale = 1.0 / math.sqrt(max(query.shape[-1], 1))
    same = query.dim() == key.dim() and query.dim() == value.dim()
    if not same or not query.dtype.is_floating_point or dropout_p > 0.0:
        return _attention_composed(query, key, value, attn_mask, dropout_p, is_causal, scale, enable_gqa)
    if attn_mask is not None and attn_mask.dtype != torch.bool and query.dtype == torch.float64:
        attn_mask = prim.cast(attn_mask, query.dtype)
    if scale <= 0:  # the kernel scales what it leaves out, too
        query, scale = (query * 0, 1.0) if scale == 0 else (-query, -scale)
    if enable_gqa:
        grouped = attn_mask is None or attn_mask.dim() < 3
        if not grouped:
            key = repeat_interleave(key, query.shape[-3] // key.shape[-3], -3)
            value = repeat_interleave(value, query.shape[-3] // value.shape[-3], -3)
        elif query.dim() >= 3:
            return _attention_grouped(query, key, value, attn_mask, is_causal, scale)
    return prim.attention(query, key, value, attn_mask, scale, is_causal)


def _check_attention(query, key, value, attn_mask, is_causal, enable_gqa, dropout_p):
    """What eager refuses before it computes, and where it has no kernel of its own, which is for four dimensions."""
    if query.dtype != key.dtype or query.dtype != value.dtype:
        raise RuntimeError(f"Expected query, key, and value to have the same dtype, but got query.dtype: {_type_name(query.dtype)} key.dtype: {_type_name(key.dtype)} and value.dtype: {_type_name(value.dtype)} instead.")
    ranks = [each.dim() for each in (query, key, value)]
    if enable_gqa and min(ranks) < 3:
        raise IndexError("Dimension out of range (expected to be in range of [-2, 1], but got -3)")
    if ranks == [4, 4, 4] and query.dtype.is_floating_point:
        prim.check(dropout_p >= 0, "RuntimeError", "scaled_dot_product_attention_flash_attention: Currently do not support dropout > 0")
    if attn_mask is None:
        return
    if attn_mask.dtype not in (torch.bool, torch.float32, query.dtype):
        raise RuntimeError(f"Expected attn_mask dtype to be bool or float or to match query dtype, but got attn_mask.dtype: {_type_name(attn_mask.dtype)} and  query.dtype: {_type_name(query.dtype)} instead.")
    if ranks == [4, 4, 4] and dropout_p == 0.0:
        return
    if is_causal:
        raise RuntimeError("_scaled_dot_product_attention: Explicit attn_mask should not be set when is_causal=True")
    if attn_mask.dim() > max(ranks[0], ranks[1]):
        scores = _broadcast_shape(tuple(query.shape[:-2]), tuple(key.shape[:-2])) + (query.shape[-2], key.shape[-2])
        raise RuntimeError(f"output with shape {list(scores)} doesn't match the broadcast shape {list(_broadcast_shape(tuple(scores), tuple(attn_mask.shape)))}")


def _attention_grouped(query, key, value, mask, is_causal, scale):
    """Heads of the query share heads of key and value: one dimension more, along which those broadcast."""
    lead = tuple(query.shape[:-3])
    heads = key.shape[-3]
    group = query.shape[-3] // heads
    prim.check_size(heads * group, query.shape[-3], "Number of heads in key and value must divide the number of heads in ")
    prim.check_size(heads, value.shape[-3], "Number of heads in key and value must divide the number of heads in ")
    split = prim.reshape(query, lead + (heads, group, query.shape[-2], query.shape[-1]))
    result = prim.attention(split, prim.unsqueeze(key, -3), prim.unsqueeze(value, -3), mask, scale, is_causal)
    return prim.reshape(result, lead + (query.shape[-3], query.shape[-2], value.shape[-1]))


def _attention_composed(query, key, value, attn_mask, dropout_p, is_causal, scale, enable_gqa):
    dtype = query.dtype
    if prim.is_integral(query):
        if key.shape[-2] == 0:
            lead = _broadcast_shape(tuple(query.shape[:-2]), tuple(value.shape[:-2]))
            return prim.full(tuple(lead) + (query.shape[-2], value.shape[-1]), 0, torch.int64 if dtype == torch.bool else dtype)
        raise RuntimeError(f"expected scalar type Float but found {prim.class_name(query)}")
    if dtype == torch.float16 or dtype == torch.bfloat16:
        query, key, value = [prim.cast(each, torch.float32) for each in (query, key, value)]
    if enable_gqa:
        key = repeat_interleave(key, query.shape[-3] // key.shape[-3], -3)
        value = repeat_interleave(value, query.shape[-3] // value.shape[-3], -3)
    factor = math.sqrt(abs(scale))  # of each, as eager has it: the graph keeps products
    scores = _product(query * (factor if scale >= 0 else -factor), transpose(key * factor, -2, -1))
    if is_causal:
        attn_mask = tril(prim.full((query.shape[-2], key.shape[-2]), True, torch.bool))
    if attn_mask is not None:
        if attn_mask.dtype == torch.bool:  # as numbers, which the graph need not keep
            attn_mask = prim.where(attn_mask, prim.full((), 0.0, query.dtype), -math.inf)
        scores = scores + attn_mask
    weights = _safe_softmax(scores, -1, None)
    if dropout_p > 0.0:
        prim.check(dropout_p <= 1.0, "RuntimeError", "dropout probability has to be between 0 and 1, but got {0}", dropout_p)
        weights = dropout(weights, dropout_p, True)
    # The graph keeps the values alone, and not all that they are a part of.
    return prim.cast(_product(weights, prim.in_order(value)), dtype)


@operator("torch.matrix_exp", "Tensor.matrix_exp", "torch.linalg.matrix_exp", "torch._C._linalg.linalg_matrix_exp", gradient="matrix_exp_gradient")
def matrix_exp(self: Tensor):
    """The exponential of square matrices: by its series, of a fraction that is squared again"""
    if self.dtype == torch.float16 or self.dtype == torch.bfloat16:
        prim.refuse("torch.matrix_exp", "half precision")
    _check_square(self, "linalg.matrix_exp")
    # The sum of sizes bounds every norm; the number of halvings is the same for the whole batch.
    norms = prim.sum(prim.abs(self), (-2,), False)
    endless = unsqueeze(prim.any(norms - norms != 0, (-1,), True), -1)
    size = prim.amax(prim.pad(prim.reshape(prim.where(norms - norms == 0, norms, 0), (-1,)), 0, (0, 1)), None).item()
    halvings = max(math.ceil(math.log2(size)) + 1, 0) if size > 0 else 0
    scaled = prim.where(endless, 0, self) / 2.0**halvings
    unit = eye(self.shape[-1], dtype=self.dtype)
    result = unit + scaled
    term = scaled
    for i in range(2, 19):
        term = matmul(term, scaled) / i
        result = result + term
    for _ in range(halvings):
        result = matmul(result, result)
    is_number = prim.full((), self.shape[-1] == 1, torch.bool)
    return prim.where(endless, prim.where(is_number, prim.exp(self), math.nan), result)


@operator("torch.matrix_power", "torch.linalg.matrix_power", "Tensor.matrix_power", "torch._C._linalg.linalg_matrix_power")
def matrix_power(self, n):
    """A square matrix multiplied n times with itself"""
    _check_rank(self, "linalg.matrix_power")
    _check_equal_sides(self, "linalg.matrix_power")
    if n < 0:
        inverse = inv(self)
        return inverse if n == -1 else matrix_power(inverse, -n)
    if n == 1:
        return prim.clone(self)
    if n == 0:
        size = self.shape[-1]
        return prim.expand(eye(size, dtype=self.dtype), tuple(self.shape))
    result = None
    while n > 0:
        if n % 2 == 1:
            result = self if result is None else matmul(result, self)
        n = n // 2
        if n > 0:
            self = matmul(self, self)
    return result
