"""Operators that only PyTorch's dispatcher names (`torch.ops.aten`), or with other parameters than torch."""


@operator("aten.alias", "aten.lift_fresh", "aten.lift")
def aten_alias(self):
    """Another tensor over the same memory"""
    return prim.alias(self)


@operator("aten.lift_fresh_copy")
def aten_lift_fresh_copy(self):
    """A copy in row-major order"""
    return prim.clone(prim.contiguous(self))


@operator("aten._unsafe_view")
def aten_unsafe_view(self, size):
    """The elements under other sizes"""
    return self.view(size)


@operator("aten._reshape_alias")
def aten_reshape_alias(self, size, stride):
    """The memory under other sizes and strides"""
    return as_strided(self, size, stride)


@operator("aten.slice")
def aten_slice(self, dim=0, start=None, end=None, step=1):
    """Every `step`-th position of a dimension"""
    return self[(slice(None),) * _wrapped(dim, self.dim()) + (slice(start, end, step),)]


@operator("aten.index", "aten._unsafe_index")
def aten_index(self, indices):
    """The elements at indices of the first dimensions, None for a whole one"""
    return self[tuple([slice(None) if each is None else each for each in indices])]


@operator("aten._unsafe_index_put", "torch._unsafe_index_put")
def unsafe_index_put(self, indices, values, accumulate=False):
    """A copy with the indexed elements replaced by, or increased by, values"""
    return index_put(self, indices, values, accumulate)


@operator("aten._index_put_impl_", "torch._index_put_impl_")
def index_put_impl_(self, indices, values, accumulate=False, unsafe=False):
    """The indexed elements replaced by, or increased by, values, in place"""
    return self.index_put_(indices, values, accumulate)


@operator("aten._to_copy", numbers=True)
def aten_to_copy(self, *, dtype=None, layout=None, device=None, pin_memory=None, non_blocking=False, memory_format=None):
    """A copy, of another dtype where one is given"""
    return self.to(self.dtype if dtype is None else dtype, copy=True, memory_format=memory_format)


@operator("aten.copy", numbers=True)
def aten_copy(self, src, non_blocking=False):
    """The elements of `src` with the sizes and dtype of the tensor"""
    return prim.clone(self).copy_(src)


@operator("aten.zero")
def aten_zero(self):
    """Zeros with the sizes and dtype of a tensor"""
    return zeros_like(self)


@operator("aten.item", "aten._local_scalar_dense", "aten.ScalarImplicit")
def aten_item(self):
    """The only element as a number"""
    return item(self)


@operator("aten.sym_size")
def aten_sym_size(self, dim):
    """The size of a dimension"""
    return self.shape[dim]


@operator("aten.sym_stride")
def aten_sym_stride(self, dim):
    """The stride of a dimension"""
    return self.stride(dim)


@operator("aten.sym_numel")
def aten_sym_numel(self):
    """The number of elements"""
    return self.numel()


@operator("aten.sym_storage_offset")
def aten_sym_storage_offset(self):
    """Where in its memory the tensor begins"""
    return self.storage_offset()


@operator("aten._assert_scalar")
def aten_assert_scalar(self, assert_msg):
    """RuntimeError where a number is 0"""
    if not self:
        raise RuntimeError(assert_msg)


@operator("aten._assert_tensor_metadata")
def aten_assert_tensor_metadata(a, size=None, stride=None, dtype=None, *, device=None, layout=None):
    """RuntimeError where a tensor is of another dtype"""
    if size is not None or stride is not None:
        prim.refuse("torch.ops.aten._assert_tensor_metadata", "sizes and strides")
    if dtype is not None and a.dtype != dtype:
        raise RuntimeError(f"Tensor dtype mismatch! Expected: {prim.class_name(a.to(dtype))}, Got: {_type_name(a.dtype)}")


@operator("aten.sym_constrain_range", "aten.sym_constrain_range_for_size")
def aten_sym_constrain_range(size, *, min=None, max=None):
    """RuntimeError where a number is outside of its bounds"""
    if max is not None and max < size or min is not None and min > size:
        raise RuntimeError(f"Invalid value range for {size} between [{min}, {max}].")


@operator("aten._softmax")
def aten_softmax(self, dim, half_to_float):
    """exp(x) over its sum along dim"""
    return softmax(self, dim)


@operator("aten._log_softmax")
def aten_log_softmax(self, dim, half_to_float):
    """x minus the logarithm of the sum of exp(x) along dim"""
    return log_softmax(self, dim)


@operator("aten._safe_softmax")
def aten_safe_softmax(self, dim, dtype=None):
    """softmax, zeros where all elements are -inf"""
    return _safe_softmax(self, dim, dtype)


@operator(gradient="softmax_gradient")
def _safe_softmax(self: Tensor, dim, dtype):
    result = softmax(self, dim, dtype)
    return prim.where(prim.amax(self, (dim,), True, True) == -math.inf, 0, result)


@operator("torch.convolution")
def convolution(input, weight, bias, stride, padding, dilation, transposed, output_padding, groups):
    """Convolution, or transposed convolution, over the dimensions behind the second"""
    if transposed:
        return _convolve(input, weight, bias, stride, padding, dilation, True, output_padding, groups, weight.dim() - 2)
    return _convolve(input, weight, bias, stride, padding, dilation, False, 0, groups, weight.dim() - 2)


@operator("torch._convolution")
def torch_convolution(input, weight, bias, stride, padding, dilation, transposed, output_padding, groups, benchmark, deterministic, cudnn_enabled, allow_tf32=True):
    """The same, with what other devices choose between"""
    return convolution(input, weight, bias, stride, padding, dilation, transposed, output_padding, groups)


@operator("torch.native_batch_norm", "torch._native_batch_norm_legit")
def native_batch_norm(input, weight, bias, running_mean, running_var, training, momentum, eps):
    """The result of batch_norm, in training with the means and one over the deviations"""
    result = batch_norm(input, weight, bias, running_mean, running_var, training, momentum, eps)
    if not training:
        return result, prim.full((0,), 0, input.dtype), prim.full((0,), 0, input.dtype)
    prim.check(input.numel() > 0, "RuntimeError", "input tensor must have at least one element, but got input_sizes = {0}", list(input.shape))
    dims = (0,) + tuple(range(2, input.dim()))
    x = _wide(input)
    center = mean(x, dims, True)
    moved = x - center
    variance = mean(moved * moved, dims)
    dtype = x.dtype if _is_mixed(input, weight, bias, running_mean, running_var) else input.dtype
    return result, prim.cast(prim.reshape(center, variance.shape), dtype), prim.cast(prim.rsqrt(variance + eps), dtype)


@operator("aten._native_batch_norm_legit_no_training")
def aten_native_batch_norm_no_training(input, weight, bias, running_mean, running_var, momentum, eps):
    """native_batch_norm by the running statistics"""
    return native_batch_norm(input, weight, bias, running_mean, running_var, False, momentum, eps)


@operator("torch.native_group_norm")
def native_group_norm(input, weight, bias, N, C, HxW, group, eps):
    """The result of group_norm, the means and one over the deviations"""
    _check_groups(input, C, group, weight, bias)
    is_laid = input.is_contiguous()
    if input.dim() == 4:
        is_laid = is_laid | input.is_contiguous(memory_format=torch.channels_last)
    elif input.dim() == 5:
        is_laid = is_laid | input.is_contiguous(memory_format=torch.channels_last_3d)
    prim.check(is_laid, "RuntimeError", "Expected X.is_contiguous(memory_format) to be true, but got false.  (Could this error message be improved?  If so, please report an enhancement request to PyTorch.)")
    prim.check(N >= 0, "RuntimeError", "Trying to create tensor with negative dimension {0}: {1}", N, [N, group])
    prim.check(input.numel() == N * C * HxW, "RuntimeError", "Expected X.numel() == N * C * HxW to be true, but got false.  (Could this error message be improved?  If so, please report an enhancement request to PyTorch.)")
    x = prim.reshape(_wide(input), (N, group, C // group * HxW))
    is_some = prim.full((), C // group * HxW > 0, torch.bool)
    center = prim.where(is_some, _running_mean(x, (2,), True), 0)
    moved = x - center
    factor = prim.cast(prim.rsqrt(mean(moved * moved, (2,)) + eps), input.dtype)
    center = prim.cast(prim.reshape(center, (N, group)), input.dtype)
    result = torch.group_norm(prim.reshape(input, (N, C, HxW)), group, weight, bias, eps)
    result = prim.reshape(result, input.shape)
    result = result if input.dim() < 4 else prim.in_format_of(result, input)
    return prim.keeping(result, center, factor), center, factor


@operator("torch.native_dropout")
def native_dropout(input, p, train):
    """The result of dropout, and which elements were kept"""
    if train is False or p == 0.0:
        return prim.clone(input), _laid(prim.full(input.shape, True, torch.bool), input)
    if p == 1.0:
        return zeros_like(input), _laid(prim.full(input.shape, False, torch.bool), input)
    drawn = prim.random_bernoulli(prim.full(input.shape, 1.0 - p, torch.float64), torch.bool)
    mask = prim.in_memory_order(drawn, prim.detach(input))
    return input * mask * (1.0 / (1.0 - p)), mask


@operator("torch.max_pool1d_with_indices")
def max_pool1d_with_indices(self, kernel_size, stride=(), padding=0, dilation=1, ceil_mode=False):
    """Largest element of each window and its place, over one dimension"""
    return _max_pool(self, kernel_size, stride, padding, dilation, ceil_mode, 1, True)


@operator("torch._C._nn.max_pool2d_with_indices")
def max_pool2d_with_indices(self, kernel_size, stride=(), padding=0, dilation=1, ceil_mode=False):
    """Largest element of each window and its place, over two dimensions"""
    return _max_pool(self, kernel_size, stride, padding, dilation, ceil_mode, 2, True)


@operator("torch._C._nn.max_pool3d_with_indices")
def max_pool3d_with_indices(self, kernel_size, stride=(), padding=0, dilation=1, ceil_mode=False):
    """Largest element of each window and its place, over three dimensions"""
    return _max_pool(self, kernel_size, stride, padding, dilation, ceil_mode, 3, True)


def _upsampled(input, output_size, positional, named, mode, align_corners=None):
    """Scales, one for each dimension, come in a list or one after the other; where there are none
    the sizes say what they are. Where both are given, scales say which elements are taken."""
    scales = positional + tuple(named.values())
    if len(scales) == 1 and isinstance(scales[0], (tuple, list)):
        scales = scales[0]
    n = input.dim() - 2
    scales = [each for each in scales if each is not None]
    if output_size is None:
        return interpolate(input, None, tuple(scales), mode, align_corners)
    return _resampled(input, tuple(output_size), scales if len(scales) == n else (None,) * n, mode, align_corners)


@operator("torch._C._nn.upsample_nearest1d", "torch._C._nn.upsample_nearest2d", "torch._C._nn.upsample_nearest3d")
def upsample_nearest(input, output_size, *scale_factors, **scales):
    """The nearest element at other spatial sizes"""
    return _upsampled(input, output_size, scale_factors, scales, "nearest")


@operator("torch._C._nn._upsample_nearest_exact1d", "torch._C._nn._upsample_nearest_exact2d", "torch._C._nn._upsample_nearest_exact3d")
def upsample_nearest_exact(input, output_size, *scale_factors, **scales):
    """The element at the nearest centre at other spatial sizes"""
    return _upsampled(input, output_size, scale_factors, scales, "nearest-exact")


@operator("torch._C._nn.upsample_linear1d", "torch._C._nn.upsample_bilinear2d", "torch._C._nn.upsample_trilinear3d")
def upsample_linear(input, output_size, align_corners, *scale_factors, **scales):
    """Linear interpolation at other spatial sizes"""
    modes = ("linear", "bilinear", "trilinear")
    return _upsampled(input, output_size, scale_factors, scales, modes[input.dim() - 3], align_corners)


@operator("torch._C._nn.upsample_bicubic2d")
def upsample_bicubic(input, output_size, align_corners, *scale_factors, **scales):
    """Interpolation by cubics at other spatial sizes"""
    return _upsampled(input, output_size, scale_factors, scales, "bicubic", align_corners)


@operator("torch._C._nn.reflection_pad1d", "torch._C._nn.reflection_pad2d", "torch._C._nn.reflection_pad3d")
def reflection_pad(self, padding):
    """Padding by what lies within, mirrored"""
    return pad(self, padding, "reflect")


@operator("torch._C._nn.replication_pad1d", "torch._C._nn.replication_pad2d", "torch._C._nn.replication_pad3d")
def replication_pad(self, padding):
    """Padding by the outermost elements"""
    return pad(self, padding, "replicate")


@operator("aten.elu")
def aten_elu(self, alpha=1, scale=1, input_scale=1):
    """scale * x where positive, else scale * alpha * (exp(input_scale * x) - 1)"""
    if scale == 1 and input_scale == 1:
        return elu(self, alpha)
    return prim.where(self > 0, self * scale, prim.expm1(self * input_scale) * (alpha * scale))


@operator("torch._C._nn.mse_loss", autocast="single")
def torch_mse_loss(input, target, reduction=1):
    """Squared difference"""
    return mse_loss(input, target, reduction=_reduction(reduction))


@operator("torch._C._nn.l1_loss", "aten.l1_loss", autocast="single")
def torch_l1_loss(input, target, reduction=1):
    """Absolute difference"""
    return l1_loss(input, target, reduction=_reduction(reduction))


@operator("torch._C._nn.smooth_l1_loss", autocast="single")
def torch_smooth_l1_loss(input, target, reduction=1, beta=1.0):
    """Squared difference where small, absolute beyond"""
    return smooth_l1_loss(input, target, reduction=_reduction(reduction), beta=beta)


@operator("torch._C._nn.huber_loss", autocast="single")
def torch_huber_loss(input, target, reduction=1, delta=1.0):
    """Squared difference up to delta, delta times the absolute one beyond"""
    return huber_loss(input, target, _reduction(reduction), delta)


@operator("torch._C._nn.soft_margin_loss", autocast="single")
def torch_soft_margin_loss(input, target, reduction=1):
    """log(1 + exp(-target * input))"""
    return soft_margin_loss(input, target, reduction=_reduction(reduction))


@operator("torch._C._nn.nll_loss", "torch._C._nn.nll_loss_nd", "torch._C._nn.nll_loss2d", autocast="single")
def torch_nll_loss(input, target, weight=None, reduction=1, ignore_index=-100):
    """Minus the score of the target class"""
    return nll_loss(input, target, weight, ignore_index=ignore_index, reduction=_reduction(reduction))


@operator("aten.nll_loss_forward", "aten.nll_loss2d_forward")
def aten_nll_loss_forward(self, target, weight, reduction, ignore_index):
    """The result of nll_loss, and the sum of the weights of the targets"""
    result = torch_nll_loss(self, target, weight, reduction, ignore_index)
    if reduction == 0 and self.dim() > 1:
        return result, prim.full((), 0, self.dtype)
    counted = target != ignore_index
    weights = prim.cast(counted, self.dtype) if weight is None else prim.where(counted, weight[prim.where(counted, target, 0)], 0)
    return result, weights.sum()


@operator("torch._C._nn.cross_entropy_loss", autocast="single")
def torch_cross_entropy_loss(input, target, weight=None, reduction=1, ignore_index=-100, label_smoothing=0.0):
    """nll_loss of log_softmax, or of probabilities as targets"""
    return cross_entropy(input, target, weight, ignore_index=ignore_index, reduction=_reduction(reduction), label_smoothing=label_smoothing)


@operator("torch._C._nn.log_sigmoid", "aten.log_sigmoid")
def torch_log_sigmoid(self):
    """log(sigmoid(x))"""
    return logsigmoid(self)


@operator("aten.block_diag")
def aten_block_diag(tensors):
    """Matrices along the diagonal of one"""
    return block_diag(*tensors)


@operator("aten.broadcast_tensors")
def aten_broadcast_tensors(tensors):
    """Tensors expanded to their common shape"""
    return broadcast_tensors(*tensors)


@operator("aten.meshgrid")
def aten_meshgrid(tensors, *, indexing="ij"):
    """Coordinates of a grid"""
    return meshgrid(*tensors, indexing=indexing)


@operator("aten.tensordot")
def aten_tensordot(self, other, dims_self, dims_other):
    """Products summed over given dimensions"""
    return tensordot(self, other, (dims_self, dims_other))


@operator("torch.unsafe_split")
def unsafe_split(self, split_size, dim=0):
    """Pieces of equal size along dim"""
    return split(self, split_size, dim)


@operator("aten.split_copy", "torch.split_copy")
def split_copy(self, split_size, dim=0):
    """Copies of pieces of equal size along dim"""
    return tuple([prim.clone(each) for each in split(self, split_size, dim)])


@operator("aten.frobenius_norm", "torch.frobenius_norm")
def frobenius_norm(input, dim=(), keepdim=False):
    """Root of the sum of the squares"""
    return torch.linalg.vector_norm(input, 2, dim if len(dim) > 0 else None, keepdim)


@operator("aten.numpy_T")
def aten_numpy_T(self):
    """The dimensions in opposite order"""
    return self.permute(tuple(reversed(range(self.dim()))))


@operator("aten.Int", "aten.IntImplicit")
def aten_int(a):
    """The only element as an int"""
    return int(a)


@operator("aten.Float", "aten.FloatImplicit")
def aten_float(a):
    """The only element as a float"""
    return float(a)


@operator("aten.Bool")
def aten_bool(a):
    """Whether the only element is not 0"""
    return bool(a)


@operator("aten.__and__")
def aten_and(self, other):
    """Bits that both have"""
    return self & other


@operator("aten.__or__")
def aten_or(self, other):
    """Bits that one of them has"""
    return self | other


@operator("aten.__xor__")
def aten_xor(self, other):
    """Bits in which they differ"""
    return self ^ other


@operator("aten._cast_Float")
def aten_cast_float(self, non_blocking=False):
    """The elements as float"""
    return self.to(torch.float32)


@operator("aten._cast_Long")
def aten_cast_long(self, non_blocking=False):
    """The elements as int64"""
    return self.to(torch.int64)
