"""Attention and encoder layers in one operator, as modules of transformers call them in evaluation."""


def script_attention_mask(scores, mask, mask_type):
    """What is not attended to: of pairs of positions, of keys of each sequence, or of all together"""
    mask = mask.to(torch.bool)
    if mask_type == 1:
        mask = mask.view(mask.shape[0], 1, 1, mask.shape[1])
    return torch.where(mask, -math.inf, scores)


@operator("script.tensor._native_multi_head_attention")
def script_native_multi_head_attention(query, key, value, embed_dim, num_head, qkv_weight, qkv_bias, proj_weight, proj_bias, mask=None, need_weights=True, average_attn_weights=True, mask_type=None):
    """Attention of several heads with its projections, and the weights, their mean over heads or None"""
    if query.shape != key.shape or query.shape != value.shape:
        raise RuntimeError("expected `query`/`key`/`value` shapes to match")
    heads = []
    for i in range(3):
        part = slice(i * embed_dim, (i + 1) * embed_dim)
        projected = torch.nn.functional.linear((query, key, value)[i], qkv_weight[part], qkv_bias[part])
        heads.append(projected.view(projected.shape[0], projected.shape[1], num_head, embed_dim // num_head).transpose(1, 2))
    scores = torch.matmul(heads[0] / math.sqrt(embed_dim // num_head), heads[1].transpose(-2, -1))
    if mask is not None:
        scores = script_attention_mask(scores, mask, mask_type)
    weights = torch.softmax(scores, -1)
    result = torch.matmul(weights, heads[2]).transpose(1, 2)
    result = torch.nn.functional.linear(result.reshape(query.shape), proj_weight, proj_bias)
    if not need_weights:
        return result, None
    return result, weights.mean(1) if average_attn_weights else weights


@operator("script.tensor._transformer_encoder_layer_fwd")
def script_transformer_encoder_layer(src, embed_dim, num_heads, qkv_weight, qkv_bias, proj_weight, proj_bias, use_gelu, norm_first, eps, norm_weight_1, norm_bias_1, norm_weight_2, norm_bias_2, ffn_weight_1, ffn_bias_1, ffn_weight_2, ffn_bias_2, mask=None, mask_type=None):
    """Attention and a network of two layers, each added to its input and normalised before or behind"""
    sizes = (embed_dim,)
    x = torch.layer_norm(src, sizes, norm_weight_1, norm_bias_1, eps) if norm_first else src
    x, _ = script_native_multi_head_attention(x, x, x, embed_dim, num_heads, qkv_weight, qkv_bias, proj_weight, proj_bias, mask, False, True, mask_type)
    x = src + x
    if not norm_first:
        x = torch.layer_norm(x, sizes, norm_weight_1, norm_bias_1, eps)
    attended = x
    if norm_first:
        x = torch.layer_norm(x, sizes, norm_weight_2, norm_bias_2, eps)
    x = torch.nn.functional.linear(x, ffn_weight_1, ffn_bias_1)
    x = torch.nn.functional.gelu(x) if use_gelu else torch.relu(x)
    x = attended + torch.nn.functional.linear(x, ffn_weight_2, ffn_bias_2)
    return x if norm_first else torch.layer_norm(x, sizes, norm_weight_2, norm_bias_2, eps)
