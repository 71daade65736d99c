"""Operators of tensors that lists have as well, or whose arguments differ from those of Python's names."""


@operator("script.tensor.add")
def script_tensor_add(self, other, *, alpha=1):
    """self + alpha * other; of lists of tensors, one behind the other"""
    return self + other if isinstance(self, list) else torch.add(self, other, alpha=alpha)


@operator("script.tensor.add_")
def script_tensor_add_(self, other, *, alpha=1):
    """The same in place"""
    return script_add_(self, other) if isinstance(self, list) else self.add_(other, alpha=alpha)


@operator("script.tensor.mul")
def script_tensor_mul(self, other):
    """self * other; a list of tensors so many times"""
    return self * other if isinstance(self, list) or isinstance(other, list) else torch.mul(self, other)


@operator("script.tensor.mul_")
def script_tensor_mul_(self, other):
    """The same in place"""
    return script_mul_(self, other) if isinstance(self, list) else self.mul_(other)


@operator("script.tensor.slice")
def script_tensor_slice(self, dim=0, start=None, end=None, step=1):
    """Every `step`-th position of a dimension, or of a list of tensors, which has no dimension"""
    if isinstance(self, list):
        return script_slice(self, dim, start, 1 if end is None else end)
    return aten_slice(self, dim, start, end, step)


@operator("script.tensor.select")
def script_tensor_select(self, dim, index=None):
    """One position of a dimension, or of a list of tensors"""
    return self[dim] if isinstance(self, list) else self.select(dim, index)


@operator("script.tensor.copy_")
def script_tensor_copy_(self, src, non_blocking=False):
    """The elements of another tensor, or a number, in place"""
    return self.copy_(src) if prim.is_tensor(src) else self.fill_(src)


@operator("script.tensor.expand")
def script_tensor_expand(self, size, *, implicit=False):
    """The tensor repeated along dimensions of size 1, without a copy"""
    return self.expand(size)


@operator("script.tensor.einsum")
def script_tensor_einsum(equation, tensors, *, path=None):
    """A sum of products, by the letters of dimensions"""
    return torch.einsum(equation, *tensors)


@operator("script.tensor.cartesian_prod")
def script_tensor_cartesian_prod(tensors):
    """All combinations of elements"""
    return torch.cartesian_prod(*tensors)


@operator("script.tensor.cdist")
def script_tensor_cdist(x1, x2, p=2.0, compute_mode=None):
    """Distances of rows; how they are computed is a number"""
    modes = ("use_mm_for_euclid_dist_if_necessary", "use_mm_for_euclid_dist", "donot_use_mm_for_euclid_dist")
    return torch.cdist(x1, x2, p, modes[0 if compute_mode is None else compute_mode])


@operator("script.tensor.stft")
def script_tensor_stft(self, n_fft, hop_length=None, win_length=None, window=None, *rest, **options):
    """Fourier transforms of windows: where no way of padding is given, of the signal as it is"""
    if len(rest) > 1 and isinstance(rest[1], str) or "center" in options or "pad_mode" in options:
        return torch.stft(self, n_fft, hop_length, win_length, window, *rest, **options)
    names = ("normalized", "onesided", "return_complex", "align_to_window")
    for i in range(len(rest)):
        options[names[i]] = rest[i]
    return torch.stft(self, n_fft, hop_length, win_length, window, center=False, **options)


def script_places(indices):
    return tuple([slice(None) if each is None else each for each in indices])


@operator("script.tensor.index_put_", "script.tensor._index_put_impl_")
def script_tensor_index_put_(self, indices, values, accumulate=False, unsafe=False):
    """The indexed elements replaced by values, or increased; None among the indices is a whole dimension"""
    if True not in [each is None for each in indices]:
        return self.index_put_(tuple(indices), values, accumulate)
    places = script_places(indices)
    self[places] = self[places] + values if accumulate else values
    return self


@operator("script.tensor.index_put", "script.tensor._unsafe_index_put")
def script_tensor_index_put(self, indices, values, accumulate=False):
    """The same in a copy"""
    return script_tensor_index_put_(self.clone(), indices, values, accumulate)


@operator("script.tensor.grad")
def script_tensor_grad(outputs, inputs, grad_outputs=None, retain_graph=None, create_graph=False, allow_unused=False):
    """Gradients of tensors in a list"""
    return list(torch.autograd.grad(outputs, inputs, grad_outputs, retain_graph, create_graph, allow_unused=allow_unused))


@operator("script.tensor._no_grad_fill_", "script.tensor._no_grad_zero_")
def script_tensor_no_grad_fill_(tensor, val=0.0):
    """One value in place, which no gradient knows of"""
    with torch.no_grad():
        return tensor.fill_(val)


@operator("script.tensor._no_grad_uniform_")
def script_tensor_no_grad_uniform_(tensor, a, b, generator=None):
    """Uniform numbers in place, which no gradient knows of"""
    with torch.no_grad():
        return tensor.uniform_(a, b, generator=generator)


@operator("script.tensor._no_grad_normal_")
def script_tensor_no_grad_normal_(tensor, mean, std, generator=None):
    """Normal numbers in place, which no gradient knows of"""
    with torch.no_grad():
        return tensor.normal_(mean, std, generator=generator)


@operator("script.tensor._no_grad_embedding_renorm_")
def script_tensor_no_grad_embedding_renorm_(weight, input, max_norm, norm_type):
    """The rows that are looked up made no longer than `max_norm`, in place"""
    with torch.no_grad():
        return torch.embedding_renorm_(weight, input, max_norm, norm_type)
