"""addmm and its relatives: a product of matrices or vectors added to a tensor."""


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
    if self.dim() > 3:
        raise RuntimeError(f"expand(torch.{prim.class_name(self)}Tensor{{{list(self.shape)}}}, size={[batch1.shape[0], batch1.shape[1], batch2.shape[2]]}): the number of sizes provided (3) must be greater or equal to the number of dimensions in the tensor ({self.dim()})")
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
