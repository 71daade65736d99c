"""Embeddings: rows of a weight by their indices, bags of them, one-hot vectors."""


@operator("torch.nn.functional.embedding", examples=["torch.nn.functional.embedding(torch.tensor(1), torch.ones(4, 3)).reshape(3, 1).sum() == torch.tensor(3.)"])
def functional_embedding(input, weight, padding_idx=None, max_norm=None, norm_type=2.0, scale_grad_by_freq=False, sparse=False):
    """Rows of the weight at the indices"""
    if padding_idx is not None:
        prim.check((padding_idx < weight.shape[0]) & (padding_idx >= -weight.shape[0]), "AssertionError", "Padding_idx must be within num_embeddings")
    if max_norm is not None:
        with torch.no_grad():
            embedding_renorm_(weight, input, max_norm, norm_type)
    padding_idx = -1 if padding_idx is None else padding_idx + weight.shape[0] if padding_idx < 0 else padding_idx
    return embedding(weight, input, padding_idx, scale_grad_by_freq, sparse)


@operator("torch.embedding_renorm_")
def embedding_renorm_(weight, indices, max_norm, norm_type):
    """Rows of the weight at the indices scaled down to the largest norm allowed"""
    _check_rows(indices, "embedding_renorm_")
    rows = prim.reshape(indices, (-1,))
    chosen = prim.full((weight.shape[0],), False, torch.bool)
    chosen = prim.unsqueeze(prim.index_put(chosen, prim.full((), True, torch.bool), False, [rows]), 1)
    norms = vector_norm(weight, norm_type, 1, True)
    return prim.store(weight, prim.where(chosen & (norms > max_norm), weight * (max_norm / (norms + 1e-07)), weight))


@operator("torch.embedding_bag")
def embedding_bag(weight, indices, offsets, scale_grad_by_freq=False, mode=0, sparse=False, per_sample_weights=None, include_last_offset=False, padding_idx=None):
    """Sums (mode 0), means (1) or maxima (2) of rows of the weight, bag by bag; to which bag each index belongs, and the bags' sizes"""
    _check_rows(indices, "embedding_bag")
    _check_rows(offsets, "embedding_bag")
    if per_sample_weights is not None and per_sample_weights.dtype != weight.dtype:
        mine, theirs = prim.class_name(weight), prim.class_name(per_sample_weights)
        raise RuntimeError(f"Expected tensor for argument #1 'weight' to have the same type as tensor for argument #1 'per_sample_weights'; but type torch.{mine}Tensor does not equal torch.{theirs}Tensor (while checking arguments for embedding_bag)")
    if padding_idx is not None:
        length = weight.shape[0]
        prim.check((padding_idx >= -length) & (padding_idx < length), "RuntimeError", "padding_idx must be within the number of embeddings, {0} through {1}, but got {2}", -length, length - 1, padding_idx)
        padding_idx = padding_idx + length if padding_idx < 0 else padding_idx
    count = indices.shape[0]
    bags = offsets.shape[0] - (1 if include_last_offset else 0)
    given = offsets
    offsets = prim.cast(offsets, torch.int64)
    if offsets.shape[0] > 0:
        prim.check(offsets[0].item() == 0, "RuntimeError", "offsets[0] has to be 0, i.e., the first sequence in the mini-batch has to start from position 0. However, got {0}\n[ torch.LongTensor{1} ]", offsets[0].item(), "{}")
        last = offsets[offsets.shape[0] - 1].item()
        prim.check(last <= count, "RuntimeError", "offsets[-1] can not be greater than input's length {0} but got offsets[-1] of {1}", count, last)
    _check_bag_rows(indices, weight, mode)
    if mode != 2 and per_sample_weights is None and padding_idx is None:
        result, *others = _whole_bags(weight, indices, offsets, bags, mode, include_last_offset)
        return (prim.keeping(result, given),) + tuple(others)
    places = prim.arange(0, 1, count, torch.int64)
    bag = prim.searchsorted(narrow(offsets, 0, 0, bags), places, True) - 1
    rows = prim.index_select(weight, 0, indices)
    kept = prim.cast(indices != (-1 if padding_idx is None else padding_idx), torch.int64)
    sizes = prim.index_add(prim.full((bags,), 0, torch.int64), 0, bag, kept)
    shape = (bags, weight.shape[1])
    if mode == 2:
        index = prim.expand(prim.unsqueeze(bag, 1), rows.shape)
        rows = prim.where(prim.unsqueeze(kept != 0, 1), rows, -math.inf)
        result = prim.scatter(prim.full(shape, -math.inf, weight.dtype), 0, index, rows, 3)
        result = prim.where(prim.unsqueeze(sizes > 0, 1), result, 0)
    else:
        if include_last_offset:
            kept = prim.where(places < offsets[bags], kept, 0)  # the size of the last bag counts them, as eager has it
        if per_sample_weights is None:
            rows = rows * prim.unsqueeze(prim.cast(kept, weight.dtype), 1)
        else:
            rows = prim.where(prim.unsqueeze(kept != 0, 1), _weighted_rows(weight, indices, per_sample_weights), 0)
        result = prim.index_add(prim.full(shape, 0, weight.dtype), 0, bag, rows)
        if mode == 1:
            result = result / prim.unsqueeze(prim.cast(prim.maximum(sizes, 1), weight.dtype), 1)
    return prim.keeping(result, given), bag, sizes, sizes


def _check_bag_rows(indices, weight, mode):
    """Each index names a row; eager's words are those of the kernel that a dtype has."""
    indices = prim.vmap_whole(indices)
    outside = (indices < 0) | (indices >= weight.shape[0])
    if prim.any(outside, None, False).item():
        place = argmax(prim.cast(outside, torch.int64)).item()
        found = flatten(indices)[place].item()
        if mode == 2 or weight.dtype == torch.float64:
            raise RuntimeError(f"embedding_bag: Expected idx >= 0 && idx < num_embeddings but found idx to be {found}")
        raise RuntimeError(f"Index {place} of input takes value {found} which is not in the valid range [0, {weight.shape[0]})")


@operator(gradient="weighted_rows_gradient")
def _weighted_rows(weight: Tensor, indices, factors: Tensor):
    """The rows that the indices name, each times its factor."""
    return prim.index_select(weight, 0, indices) * prim.unsqueeze(factors, 1)


def _whole_bags(weight, indices, offsets, bags, mode, include_last_offset):
    """Bags of which every index counts alike"""
    count = indices.shape[0]
    begins = narrow(offsets, 0, 0, bags)
    ends = prim.concat([begins, prim.full((1,), count, torch.int64)], 0)
    result = prim.bag_sum(weight, indices, offsets if include_last_offset else ends)
    sizes = narrow(ends, 0, 1, bags) - begins
    if mode == 1:
        result = result / prim.unsqueeze(prim.cast(prim.maximum(sizes, 1), weight.dtype), 1)
    return result, prim.searchsorted(begins, prim.arange(0, 1, count, torch.int64), True) - 1, sizes, sizes


@operator("torch.embedding", gradient="embedding_gradient")
def embedding(weight: Tensor, indices, padding_idx=-1, scale_grad_by_freq=False, sparse=False):
    """Rows of the weight at the indices"""
    if weight.dim() != 2:
        raise RuntimeError("'weight' must be 2-D")
    _check_rows(indices, "embedding")
    return prim.index_select(weight, 0, indices)


def _check_rows(indices, function):
    if indices.dtype != torch.int64 and indices.dtype != torch.int32:
        raise RuntimeError(f"Expected tensor for argument #1 'indices' to have one of the following scalar types: Long, Int; but got torch.{prim.class_name(indices)}Tensor instead (while checking arguments for {function})")


@operator("torch.nn.functional.one_hot", "torch._C._nn.one_hot")
def one_hot(self, num_classes=-1):
    """1 at the place that each index names, 0 elsewhere, along a new last dimension"""
    if self.dtype != torch.int64:
        raise RuntimeError("one_hot is only applicable to index tensor of type LongTensor.")
    prim.check((num_classes > 0) | (self.numel() > 0), "RuntimeError", "Can not infer total number of classes from empty tensor.")
    if num_classes == -1:
        num_classes = int(prim.amax(self, None)) + 1
    if prim.is_static(self.numel()) and self.numel() == 0:
        return prim.full(tuple(self.shape) + (num_classes,), 0, torch.int64)
    prim.check(prim.all(self >= 0, None, False).item(), "RuntimeError", "Class values must be non-negative.")
    prim.check(prim.all(self < num_classes, None, False).item(), "RuntimeError", "Class values must be smaller than num_classes.")
    return prim.in_order(prim.cast(prim.unsqueeze(self, -1) == prim.arange(0, 1, num_classes, torch.int64), torch.int64))
