"""How far vectors are from each other."""


@operator("torch.nn.functional.cosine_similarity", "torch.cosine_similarity", dims="widest")
def cosine_similarity(x1, x2, dim=1, eps=1e-8):
    """The cosine of the angle between vectors along a dimension"""
    x1, x2 = broadcast_tensors(x1, x2)
    if eps < 0:
        raise RuntimeError(f"eps must be non-negative, got: {eps:g}")
    common = prim.result_type(x1, x2)
    if not prim.is_floating(common):
        raise RuntimeError(f"expected common dtype to be floating point, yet common dtype is {prim.class_name(prim.cast(x1, common))}")
    x1, x2 = [prim.cast(each, common) if prim.is_integral(each) else each for each in (x1, x2)]
    left = prim.maximum(vector_norm(x1, 2, dim, True), eps)
    right = prim.maximum(vector_norm(x2, 2, dim, True), eps)
    return sum_((x1 / left) * (x2 / right), dim)


@operator("torch.nn.functional.pairwise_distance", "torch.pairwise_distance")
def pairwise_distance(x1, x2, p=2.0, eps=1e-6, keepdim=False):
    """The norm of the difference of vectors"""
    return vector_norm(x1 - x2 + eps, p, -1, keepdim)


@operator("torch.nn.functional.normalize")
def normalize(input, p=2.0, dim=1, eps=1e-12, out=None):
    """Vectors along a dimension divided by their norm"""
    return input / clamp_min(vector_norm(input, p, dim, True), eps)


@operator("torch.dist", "Tensor.dist")
def dist(self, other, p=2):
    """The p-norm of the difference"""
    moved = self - other
    if prim.is_integral(moved):
        raise RuntimeError(f"norm(): input dtype should be either floating point or complex. Got {prim.class_name(moved)} instead.")
    return prim.keeping(vector_norm(moved, p), self, other)


@operator("torch.cdist", autocast="single")
def cdist(self, x2, p=2.0, compute_mode="use_mm_for_euclid_dist_if_necessary"):
    """Distances between all pairs of rows; of more than 25 Euclidean ones by a matrix product, as eager has them"""
    if compute_mode not in ("use_mm_for_euclid_dist_if_necessary", "use_mm_for_euclid_dist", "donot_use_mm_for_euclid_dist"):
        raise ValueError(f"{compute_mode} is not a valid value for compute_mode")
    for name, each in (("X1", self), ("X2", x2)):
        if each.dim() < 2:
            raise RuntimeError(f"cdist only supports at least 2D tensors, {name} got: {each.dim()}D")
    for name, each in (("X1", self), ("X2", x2)):
        if not prim.is_floating(each):
            raise RuntimeError(f"cdist only supports floating-point dtypes, {name} got: {prim.class_name(each)}")
    prim.check_size(x2.shape[-1], self.shape[-1], "X1 and X2 must have the same number of columns. X1: {0} X2: {1}", self.shape[-1], x2.shape[-1])
    prim.check(p >= 0, "RuntimeError", "cdist only supports non-negative p values")
    if p == 2 and compute_mode != "donot_use_mm_for_euclid_dist":
        if compute_mode == "use_mm_for_euclid_dist" or self.shape[-2] > 25 or x2.shape[-2] > 25:
            return _distances(self, x2)
    _single_or_double(self, "cdist")
    if self.dtype != x2.dtype:
        raise RuntimeError(f"expected scalar type {prim.class_name(self)} but found {prim.class_name(x2)}")
    moved = unsqueeze(self, -2) - unsqueeze(x2, -3)
    if p == math.inf:  # no number is above what is none
        moved = prim.where(moved == moved, moved, 0)
    result = _norm_of_powers(moved, p, (-1,))
    if p == 0:
        result = _with_zeros(_with_zeros(result, self), x2)
    return prim.keeping(result, self, x2, result)


@operator(gradient="distances_gradient")
def _distances(left: Tensor, right: Tensor):
    """The root of |left|^2 + |right|^2 - 2 left @ right.T, as one product."""
    left_norm = prim.sum(left * left, (-1,), True)
    right_norm = prim.sum(right * right, (-1,), True)
    rows = prim.concat([left * -2, left_norm, ones_like(left_norm)], -1)
    columns = prim.concat([right, ones_like(right_norm), right_norm], -1)
    return prim.sqrt(prim.maximum(matmul(rows, transpose(columns, -1, -2)), 0))


@operator("torch.pdist", "torch.nn.functional.pdist")
def pdist(self, p=2.0):
    """Distances between all pairs of rows, each pair once"""
    if self.dim() != 2:
        raise RuntimeError("pdist only supports 2D tensors, got: " + str(self.dim()) + "D")
    if not prim.is_floating(self):
        raise RuntimeError("pdist only supports floating-point dtypes")
    prim.check(p >= 0, "RuntimeError", "pdist only supports non-negative p values")
    _single_or_double(self, "pdist")
    pairs = triu_indices(self.shape[0], self.shape[0], 1)
    moved = prim.index_select(self, 0, pairs[0]) - prim.index_select(self, 0, pairs[1])
    return prim.keeping(vector_norm(moved, p, 1), self)
