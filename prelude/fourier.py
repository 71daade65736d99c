"""Fourier transforms, their windows, and complex numbers as pairs of real ones."""


@operator("torch.view_as_complex", examples=["torch.view_as_complex(torch.tensor([[1., 2.]])) == torch.tensor([1 + 2j])"], rejects=["C1: torch.view_as_complex(torch.ones(2, 3))"])
def view_as_complex(self):
    """The pairs of the last dimension as complex numbers

    - C1: the last dimension has two elements, next to each other.
    """
    if self.dtype not in (torch.float32, torch.float64, torch.float16):
        raise RuntimeError(f"view_as_complex is only supported for half, float and double tensors, but got a tensor of scalar type: {prim.class_name(self)}")
    if self.dim() == 0:
        raise RuntimeError("Input tensor must have one or more dimensions")
    prim.check(self.shape[-1] == 2, "RuntimeError", "Tensor must have a last dimension of size 2")
    prim.check(prim.stride(self, self.dim() - 1) == 1, "RuntimeError", "Tensor must have a last dimension with stride 1")
    for dim in range(self.dim() - 1):
        prim.check(prim.stride(self, dim) % 2 == 0, "RuntimeError", "Tensor must have a stride divisible by 2 for all but last dimension")
    prim.check(prim.is_aligned(self, 2 * self.itemsize), "RuntimeError", "Tensor must have a storage_offset divisible by 2")
    return _paired(self)


def _paired(self):
    """The pairs of the last dimension as complex numbers."""
    return select(prim.view_dtype(self, _complex_of(self.dtype)), -1, 0)


@operator("torch.view_as_real", examples=["torch.view_as_real(torch.tensor([1 + 2j])) == torch.tensor([[1., 2.]])"], rejects=["C1: torch.view_as_real(torch.ones(2))"])
def view_as_real(self):
    """Complex numbers as pairs along a new last dimension

    - C1: a complex dtype.
    """
    if not prim.is_complex(self):
        raise RuntimeError("view_as_real is only supported for complex tensors")
    return prim.view_dtype(prim.unsqueeze(self, -1), torch.float64 if self.dtype == torch.complex128 else torch.float32)


@operator("torch.real", examples=["torch.real(torch.tensor([1 + 2j])) == torch.tensor([1.])"])
def real(self):
    """The real parts, as a view; a real tensor itself"""
    return select(view_as_real(self), -1, 0) if prim.is_complex(self) else self


@operator("torch.imag", examples=["torch.imag(torch.tensor([1 + 2j])) == torch.tensor([2.])"], rejects=["C1: torch.imag(torch.ones(2))"])
def imag(self):
    """The imaginary parts, as a view

    - C1: a complex dtype.
    """
    if not prim.is_complex(self):
        raise RuntimeError("imag is not implemented for tensors with non-complex dtypes.")
    return select(view_as_real(self), -1, 1)


@operator("torch.conj", "Tensor.conj", out="found")
def conj(self):
    """Complex conjugates, over memory that is not written afterwards; a real tensor itself"""
    return prim.refuse_writes(self, prim.conj(self)) if prim.is_complex(self) else self


def _complex_of(dtype):
    if dtype == torch.float16 or dtype == torch.bfloat16:
        prim.refuse("a complex tensor", "half precision")
    return torch.complex128 if dtype == torch.float64 or dtype == torch.complex128 else torch.complex64


@operator("torch.complex", rejects=["C1: torch.complex(torch.ones(2), torch.ones(2).double())"])
def complex_(real, imag):
    """A complex tensor of its parts

    - C1: both are float or both double.
    """
    for name, part in (("real", real), ("imag", imag)):
        if not prim.is_tensor(part):
            raise TypeError(f"complex(): argument '{name}' must be Tensor, not {type(part).__name__}")
    _check_parts(real, imag)
    wide, other = broadcast_tensors(real, imag)
    return prim.keeping(prim.laid_like(_paired(stack((wide, other), -1)), wide), real, imag)


def _check_parts(real, imag):
    if real.dtype not in (torch.float16, torch.float32, torch.float64) or imag.dtype not in (torch.float16, torch.float32, torch.float64):
        raise RuntimeError(f"Expected both inputs to be Half, Float or Double tensors but got {prim.class_name(real)} and {prim.class_name(imag)}")
    if real.dtype != imag.dtype:
        raise RuntimeError(f"Expected object of scalar type {prim.class_name(real)} but got scalar type {prim.class_name(imag)} for second argument")


@operator("torch.polar", autocast="refused", gradient="polar_gradient")
def polar(abs: Tensor, angle: Tensor):
    """A complex tensor of its absolute values and angles"""
    _check_parts(abs, angle)
    return complex_(abs * prim.cos(angle), abs * prim.sin(angle))


def _resized(self, n, dim):
    """n elements of a dimension: without the last ones, or with zeros after them."""
    have = self.shape[dim]
    wanted = have if n is None else n
    prim.check(wanted >= 1, "RuntimeError", "Invalid number of data points ({0}) specified", wanted)
    if n is None:
        return self
    if not (prim.is_static(n) and prim.is_static(have) and n == have):
        self = narrow(self, dim, 0, min(n, have))
        self = pad(self, (0, 0) * (self.dim() - 1 - dim) + (0, max(n - have, 0)))
    return self


def _factor(n, norm, inverse):
    """What a transform of n elements is multiplied by."""
    if norm is None or norm == "backward":
        return 1.0 / n if inverse else 1.0
    if norm == "forward":
        return 1.0 if inverse else 1.0 / n
    if norm == "ortho":
        return 1.0 / math.sqrt(n)
    raise RuntimeError(f"Invalid normalization mode: \"{norm}\"")


def _transformable(self):
    """Elements as transforms take them: of float, double or complex of these."""
    if self.dtype == torch.float16 or self.dtype == torch.bfloat16:
        raise RuntimeError(f"Unsupported dtype {prim.class_name(self)}")
    return prim.cast(self, prim.default_dtype()) if prim.is_integral(self) else self


def _check_batch(self):
    """Eager's library transforms no empty batch."""
    prim.check(self.numel() > 0, "RuntimeError", "MKL FFT error: Intel oneMKL DFTI ERROR: Inconsistent configuration parameters")


def _transformed(self, n, dim, norm, inverse):
    """The transform along one dimension, resized to n elements."""
    self = _transformable(self)
    dim = _own_dim(dim, self.dim())
    self = _resized(self, n, dim)
    factor = _factor(self.shape[dim], norm, inverse)
    _check_batch(self)
    if prim.is_complex(self):
        return prim.fft(self, inverse, factor, (dim,))
    return prim.keeping(prim.rfft(self, dim, self.shape[dim], inverse, factor), self)


@operator("torch.fft.fft", "torch._C._fft.fft_fft", examples=["torch.fft.fft(torch.tensor([1., 0., 0.])).real == torch.tensor([1., 1., 1.])"])
def fft(input, n=None, dim=-1, norm=None):
    """The discrete Fourier transform of one dimension"""
    return _transformed(input, n, dim, norm, False)


@operator("torch.fft.ifft", "torch._C._fft.fft_ifft")
def ifft(input, n=None, dim=-1, norm=None):
    """The inverse of fft"""
    return _transformed(input, n, dim, norm, True)


@operator("torch.fft.rfft", "torch._C._fft.fft_rfft", rejects=["C1: torch.fft.rfft(torch.ones(2) * 1j)"])
def rfft(input, n=None, dim=-1, norm=None):
    """The first half of the transform of a real tensor: the rest is its mirror image

    - C1: no complex numbers.
    """
    if prim.is_complex(input):
        raise RuntimeError(f"rfft expects a real input tensor, but got {prim.class_name(input)}")
    input = _transformable(input)
    dim = _own_dim(dim, input.dim())
    input = _resized(input, n, dim)
    count = input.shape[dim]
    _check_batch(input)
    return prim.keeping(prim.rfft(input, dim, count // 2 + 1, False, _factor(count, norm, False)), input)


@operator("torch.fft.irfft", "torch._C._fft.fft_irfft")
def irfft(input, n=None, dim=-1, norm=None):
    """The real tensor whose transform begins with the input"""
    input = _transformable(input)
    dim = _own_dim(dim, input.dim())
    if n is None:
        n = 2 * (input.shape[dim] - 1)
    prim.check(n >= 1, "RuntimeError", "Invalid number of data points ({0}) specified", n)
    half = _resized(prim.cast(input, _complex_of(input.dtype)), n // 2 + 1, dim)
    _check_batch(half)
    return prim.irfft(half, dim, n, _factor(n, norm, True))


def _opposite(norm):
    return {"backward": "forward", "forward": "backward"}.get("backward" if norm is None else norm, norm)


@operator("torch.fft.hfft", "torch._C._fft.fft_hfft")
def hfft(input, n=None, dim=-1, norm=None):
    """The real transform of a signal that is its own mirror image"""
    return irfft(prim.conj(input), n, dim, _opposite(norm))


@operator("torch.fft.ihfft", "torch._C._fft.fft_ihfft")
def ihfft(input, n=None, dim=-1, norm=None):
    """The inverse of hfft"""
    return prim.conj(rfft(input, n, dim, _opposite(norm)))


def _several(input, s, dim, of_half=False):
    """The sizes and dimensions of a transform of several dimensions. A size of -1 is that of the input; the last
    one that of what a half of its transform is."""
    rank = input.dim()
    if dim is not None:
        dims = [_own_dim(each, rank) for each in (dim if isinstance(dim, (tuple, list)) else (dim,))]
    else:
        if s is not None and len(s) > rank:
            raise RuntimeError(f"Got shape with {len(s)} values but input tensor only has {rank} dimensions.")
        dims = list(range(0 if s is None else rank - len(s), rank))
    if len(dims) != len(set(dims)):
        raise RuntimeError("FFT dims must be unique")
    if s is None:
        return [None] * len(dims), dims
    if len(s) != len(dims):
        raise RuntimeError("When given, dim and shape arguments must have the same length")
    sizes = []
    for i in range(len(dims)):
        have = 2 * (input.shape[dims[i]] - 1) if of_half and i == len(dims) - 1 else input.shape[dims[i]]
        sizes.append((None if s[i] == -1 else s[i]) if prim.is_static(s[i]) else have if s[i] == -1 else s[i])
    return sizes, dims


def _all_transformed(input, s, dim, norm, inverse):
    sizes, dims = _several(input, s, dim)
    input = _transformable(input)
    factor = 1.0
    for i in range(len(dims)):
        input = _resized(input, sizes[i], dims[i])
        factor = factor * _factor(input.shape[dims[i]], norm, inverse)
    if len(dims) == 0:
        return prim.clone(input) if prim.is_complex(input) else prim.cast(input, _complex_of(input.dtype))
    _check_batch(input)
    if prim.is_complex(input):
        return prim.fft(input, inverse, factor, tuple(dims))
    result = prim.rfft(input, dims[-1], input.shape[dims[-1]], inverse, factor)
    return prim.fft(result, inverse, 1.0, tuple(dims[:-1])) if len(dims) > 1 else result


@operator("torch.fft.fftn", "torch._C._fft.fft_fftn")
def fftn(input, s=None, dim=None, norm=None):
    """The transform of several dimensions"""
    return _all_transformed(input, s, dim, norm, False)


@operator("torch.fft.ifftn", "torch._C._fft.fft_ifftn")
def ifftn(input, s=None, dim=None, norm=None):
    """The inverse of fftn"""
    return _all_transformed(input, s, dim, norm, True)


def _halved(input, s, dim, norm, name):
    """The transform of several dimensions of a real tensor, half of the last one."""
    sizes, dims = _several(input, s, dim)
    if len(dims) == 0:
        raise RuntimeError(name + " must transform at least one axis")
    result = rfft(input, sizes[-1], dims[-1], norm)
    if len(dims) == 1:
        return result
    return _all_transformed(result, None if s is None else sizes[:-1], dims[:-1], norm, False)


@operator("torch.fft.rfftn", "torch._C._fft.fft_rfftn")
def rfftn(input, s=None, dim=None, norm=None):
    """The transform of several dimensions of a real tensor, half of the last one"""
    return _halved(input, s, dim, norm, "rfftn")


def _of_half(input, s, dim, norm, name):
    """The inverse of _halved."""
    sizes, dims = _several(input, s, dim, True)
    if len(dims) == 0:
        raise RuntimeError(name + " must transform at least one axis")
    input = _transformable(input)
    input = prim.cast(input, _complex_of(input.dtype)) # half of a transform is complex
    result = _all_transformed(input, None if s is None else sizes[:-1], dims[:-1], norm, True)
    return irfft(result, sizes[-1], dims[-1], norm)


@operator("torch.fft.irfftn", "torch._C._fft.fft_irfftn")
def irfftn(input, s=None, dim=None, norm=None):
    """The inverse of rfftn"""
    return _of_half(input, s, dim, norm, "irfftn")


@operator("torch.fft.fft2", "torch._C._fft.fft_fft2")
def fft2(input, s=None, dim=(-2, -1), norm=None):
    """The transform of two dimensions"""
    return fftn(input, s, dim, norm)


@operator("torch.fft.ifft2", "torch._C._fft.fft_ifft2")
def ifft2(input, s=None, dim=(-2, -1), norm=None):
    """The inverse of fft2"""
    return ifftn(input, s, dim, norm)


@operator("torch.fft.rfft2", "torch._C._fft.fft_rfft2")
def rfft2(input, s=None, dim=(-2, -1), norm=None):
    """The transform of two dimensions of a real tensor, half of the last one"""
    return rfftn(input, s, dim, norm)


@operator("torch.fft.irfft2", "torch._C._fft.fft_irfft2")
def irfft2(input, s=None, dim=(-2, -1), norm=None):
    """The inverse of rfft2"""
    return irfftn(input, s, dim, norm)


@operator("torch.fft.hfftn", "torch._C._fft.fft_hfftn")
def hfftn(input, s=None, dim=None, norm=None):
    """The real transform of several dimensions of a signal that is its own mirror image"""
    return _of_half(prim.conj(input), s, dim, _opposite(norm), "hfftn")


@operator("torch.fft.ihfftn", "torch._C._fft.fft_ihfftn")
def ihfftn(input, s=None, dim=None, norm=None):
    """The inverse of hfftn"""
    return prim.conj(_halved(input, s, dim, _opposite(norm), "ihfftn"))


@operator("torch.fft.hfft2", "torch._C._fft.fft_hfft2")
def hfft2(input, s=None, dim=(-2, -1), norm=None):
    """The real transform of two dimensions of a signal that is its own mirror image"""
    return hfftn(input, s, dim, norm)


@operator("torch.fft.ihfft2", "torch._C._fft.fft_ihfft2")
def ihfft2(input, s=None, dim=(-2, -1), norm=None):
    """The inverse of hfft2"""
    return ihfftn(input, s, dim, norm)


def _check_frequencies(name, dtype):
    if dtype is not None and not dtype.is_floating_point and not dtype.is_complex:
        raise RuntimeError(name + " requires a floating point or complex dtype")


@operator("torch.fft.fftfreq", "torch._C._fft.fft_fftfreq")
def fftfreq(n, d=1.0, *, dtype=None, layout=None, device=None, requires_grad=False):
    """The frequencies that fft's results belong to"""
    _check_frequencies("fftfreq", dtype)
    places = prim.arange(0, 1, n, torch.int64)
    numbers = prim.cast(prim.where(places < (n + 1) // 2, places, places - n), prim.default_dtype() if dtype is None else dtype)
    return _finish(numbers * (1.0 / (n * d)), requires_grad)


@operator("torch.fft.rfftfreq", "torch._C._fft.fft_rfftfreq")
def rfftfreq(n, d=1.0, *, dtype=None, layout=None, device=None, requires_grad=False):
    """The frequencies that rfft's results belong to"""
    _check_frequencies("rfftfreq", dtype)
    numbers = prim.cast(prim.arange(0, 1, n // 2 + 1, torch.int64), prim.default_dtype() if dtype is None else dtype)
    return _finish(numbers * (1.0 / (n * d)), requires_grad)


def _shifted(input, dim, more):
    dims = tuple(range(input.dim())) if dim is None else dim if isinstance(dim, (tuple, list)) else (dim,)
    return roll(input, tuple([(input.shape[each] + more) // 2 for each in dims]), dims)


@operator("torch.fft.fftshift", "torch._C._fft.fft_fftshift")
def fftshift(input, dim=None):
    """Frequencies in order, 0 in the middle"""
    return _shifted(input, dim, 0)


@operator("torch.fft.ifftshift", "torch._C._fft.fft_ifftshift")
def ifftshift(input, dim=None):
    """The inverse of fftshift"""
    return _shifted(input, dim, 1)
