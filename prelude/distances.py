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
