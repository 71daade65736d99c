"""Scaled dot-product attention."""


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
    both = "_scaled_dot_product_attention: Explicit attn_mask should not be set when is_causal=True"
    if ranks == [4, 4, 4] and dropout_p == 0.0:
        if is_causal:
            has_kernel = (query.shape[3] == key.shape[3]) & (query.shape[3] == value.shape[3])
            for each in (query, key, value, attn_mask):
                has_kernel = has_kernel & (prim.stride(each, each.dim() - 1) == 1)
            prim.check(has_kernel, "RuntimeError", both)
        return
    if is_causal:
        raise RuntimeError(both)
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
