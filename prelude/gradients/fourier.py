"""Gradients of Fourier transforms and of the same bytes under another dtype."""


def fft_gradient(grad, inverse, factor, dims):
    return prim.fft(grad, not inverse, factor, dims)


def rfft_gradient(grad, self, dim, inverse, factor):
    """The coefficients that were not asked for have no gradient."""
    amounts = [0, 0] * self.ndim
    amounts[2 * dim + 1] = self.shape[dim] - grad.shape[dim]
    return real(prim.fft(prim.pad(grad, 0, tuple(amounts)), not inverse, factor, (dim,)))


def irfft_gradient(grad, self, dim, size, factor):
    """The coefficients that stand for their mirror image as well count twice."""
    half = self.shape[dim]
    place = prim.arange(0, 1, half, torch.int64)
    twice = prim.cast(prim.where((place > 0) & (place <= size - half), 2, 1), grad.dtype)
    spectrum = prim.rfft(grad, dim, half, False, factor)
    return spectrum * prim.reshape(twice, (half,) + (1,) * (self.ndim - 1 - dim))


def view_dtype_gradient(grad, self):
    """Pairs of real numbers are complex ones in the gradient as well."""
    if prim.is_complex(self) == prim.is_complex(grad):
        return None
    return prim.view_dtype(prim.contiguous(grad), self.dtype)
