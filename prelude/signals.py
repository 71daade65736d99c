"""Windows of signals and short-time Fourier transforms."""


def _window(name, length, periodic, dtype, value):
    """value(angles), of the angles that part a whole turn."""
    dtype = prim.default_dtype() if dtype is None else dtype
    if not dtype.is_floating_point and not dtype.is_complex:
        raise RuntimeError(f"{name} expects floating point dtypes, got: {_type_name(dtype)}")
    if prim.is_static(length) and length == 1:
        return prim.full((1,), 1, dtype)
    parts = length if periodic else max(length - 1, 1)
    window = value(prim.arange(0.0, 1.0, length, dtype) * (2 * math.pi / parts))
    return window if prim.is_static(length) else prim.where(prim.full((), length == 1, torch.bool), prim.cast(1, dtype), window)


@operator("torch.hann_window", examples=["torch.hann_window(2) == torch.tensor([0., 1.])"])
def hann_window(window_length, periodic=True, *, dtype=None, layout=None, device=None, pin_memory=False, requires_grad=False):
    """(1 - cos) / 2"""
    return _finish(_window("hann_window", window_length, periodic, dtype, lambda angle: prim.cos(angle) * -0.5 + 0.5), requires_grad)


@operator("torch.hamming_window")
def hamming_window(window_length, periodic=True, alpha=0.54, beta=0.46, *, dtype=None, layout=None, device=None, pin_memory=False, requires_grad=False):
    """alpha - beta * cos"""
    return _finish(_window("hamming_window", window_length, periodic, dtype, lambda angle: prim.cos(angle) * -beta + alpha), requires_grad)


@operator("torch.blackman_window")
def blackman_window(window_length, periodic=True, *, dtype=None, layout=None, device=None, pin_memory=False, requires_grad=False):
    """0.42 - cos / 2 + 0.08 cos of the double angle"""
    return _finish(_window("blackman_window", window_length, periodic, dtype, lambda angle: prim.cos(angle * 2) * 0.08 - prim.cos(angle) * 0.5 + 0.42), requires_grad)


@operator("torch.bartlett_window")
def bartlett_window(window_length, periodic=True, *, dtype=None, layout=None, device=None, pin_memory=False, requires_grad=False):
    """A triangle"""
    return _finish(_window("bartlett_window", window_length, periodic, dtype, lambda angle: 1 - prim.abs(angle / math.pi - 1)), requires_grad)


def _centered(window, win_length, n_fft, like):
    """A window of n_fft elements, zeros around the given one; ones where there is none."""
    if window is None:
        window = prim.full((win_length,), 1, like)
    is_whole = win_length == n_fft
    if prim.is_static(is_whole) and is_whole:
        return window
    left = (n_fft - win_length) // 2
    return pad(window, (left, n_fft - win_length - left))


def _check_window(name, window, win_length, n_fft):
    """One window that fits into each part."""
    prim.check((win_length > 0) & (win_length <= n_fft), "RuntimeError", name + ": expected 0 < win_length <= n_fft, but got win_length={0}", win_length)
    if window is not None:
        if window.dim() != 1:
            raise RuntimeError(f"{name}: expected a 1D window tensor of size equal to win_length, but got {window.dim()}D")
        prim.check(window.shape[0] == win_length, "RuntimeError", name + ": expected a 1D window tensor of size equal to win_length={0}, but got window with size [{1}]", win_length, window.shape[0])


@operator("torch.stft", "Tensor.stft", "torch.functional.stft", autocast="refused")
def stft(self, n_fft, hop_length=None, win_length=None, window=None, center=True, pad_mode="reflect", normalized=False, onesided=None, return_complex=None, align_to_window=None):
    """Fourier transforms of overlapping parts of a signal: [.., frequencies, parts]"""
    if align_to_window is not None:
        prim.refuse("torch.stft", "align_to_window")
    hop_length = n_fft // 4 if hop_length is None else hop_length
    win_length = n_fft if win_length is None else win_length
    is_complex = prim.is_complex(self) or window is not None and prim.is_complex(window)
    if return_complex is None and not is_complex:
        raise RuntimeError("stft requires the return_complex parameter be given for real inputs, and will further require that return_complex=True in a future PyTorch release.")
    rank = self.dim()
    if rank != 1 and rank != 2:
        raise RuntimeError(f"stft: expected a 1D or 2D tensor, but got {rank}D")
    signal = prim.unsqueeze(self, 0) if rank == 1 else self
    if center:
        half = n_fft // 2
        signal = prim.squeeze(pad(prim.unsqueeze(signal, 0), (half, half), pad_mode), (0,))
    if not prim.is_floating(signal) and not prim.is_complex(signal):
        sizes = list(signal.shape) if rank == 2 else list(signal.shape)[1:]
        raise RuntimeError(f"stft({prim.class_name(signal)}{sizes}, n_fft={n_fft}, hop_length={hop_length}, win_length={win_length}) : expected a tensor of floating point or complex values")
    length = signal.shape[1]
    prim.check((n_fft > 0) & (n_fft <= length), "RuntimeError", "stft({0}): expected 0 < n_fft <= {1}, but got n_fft={2}", tuple(self.shape), length, n_fft)
    prim.check(hop_length > 0, "RuntimeError", "stft: expected hop_length > 0, but got hop_length={0}", hop_length)
    _check_window("stft", window, win_length, n_fft)
    parts = prim.unfold(signal, 1, n_fft, hop_length) * _centered(window, win_length, n_fft, self.dtype)
    if parts.dtype in (torch.float16, torch.bfloat16):
        raise RuntimeError(f"MKL FFT doesn't support tensors of type: {prim.class_name(parts)}")
    norm = "ortho" if normalized else None
    if is_complex or onesided is False:
        result = fft(parts, None, -1, norm)
    else:
        result = rfft(parts, None, -1, norm)
    result = transpose(result, 1, 2)
    if rank == 1:
        result = prim.squeeze(result, (0,))
    return result if return_complex is None or return_complex else view_as_real(result)


def _overlapped(parts, hop_length):
    """[batch, parts, size] added up, each part hop_length after the one before."""
    batch, count, size = parts.shape[0], parts.shape[1], parts.shape[2]
    places = prim.unsqueeze(prim.arange(0, 1, count, torch.int64) * hop_length, 1) + prim.arange(0, 1, size, torch.int64)
    sum_of = prim.full((batch, (count - 1) * hop_length + size), 0, parts.dtype)
    return prim.index_add(sum_of, 1, prim.reshape(places, (-1,)), prim.reshape(parts, (batch, count * size)))


@operator("torch.istft", "Tensor.istft", "torch.functional.istft")
def istft(self, n_fft, hop_length=None, win_length=None, window=None, center=True, normalized=False, onesided=None, length=None, return_complex=False):
    """The signal whose short-time Fourier transform is nearest to the input"""
    if not prim.is_complex(self):
        raise RuntimeError("istft requires a complex-valued input tensor matching the output from stft with return_complex=True.")
    hop_length = n_fft // 4 if hop_length is None else hop_length
    win_length = n_fft if win_length is None else win_length
    prim.check(self.numel() > 0, "RuntimeError", "istft: input tensor cannot be empty.")
    if self.dim() < 2:
        size(unsqueeze(self, -1), -2 - self.dim())
    if self.dim() > 3:
        raise RuntimeError(f"istft: expected a tensor with 3 or 4 dimensions, but got {self.dim() + 1}")
    frequencies = self.shape[-2]
    half, whole = frequencies == n_fft // 2 + 1, frequencies == n_fft
    fits = half | whole if onesided is None else half if onesided else whole
    prim.check(fits, "RuntimeError", "istft: expected the frequency dimension (3rd to the last) of the input tensor to match n_fft / 2 + 1 when onesided=True or n_fft when onesided=False, but got {0}", frequencies)
    prim.check((hop_length > 0) & (hop_length <= win_length), "RuntimeError", "istft: expected 0 < hop_length <= win_length")
    _check_window("istft", window, win_length, n_fft)
    if not return_complex and window is not None and prim.is_complex(window):
        raise RuntimeError("Complex windows are incompatible with return_complex=False")
    spectrum = transpose(prim.unsqueeze(self, 0) if self.dim() == 2 else self, 1, 2)
    norm = "ortho" if normalized else None
    if return_complex:
        prim.check(whole if onesided is None else not onesided, "RuntimeError", "Cannot have onesided output if window or input is complex")
        parts = ifft(spectrum, None, -1, norm)
    else:
        parts = irfft(spectrum, n_fft, -1, norm)
    window = _centered(window, win_length, n_fft, parts.dtype)
    signal = _overlapped(parts * window, hop_length)
    weights = _overlapped(prim.expand(window * window, (1, parts.shape[1], n_fft)), hop_length)
    begin = n_fft // 2 if center else 0
    total = signal.shape[1]
    end = begin + length if length is not None else total - begin if center else total
    signal, weights = signal[:, begin:end], weights[:, begin:end]
    prim.check(weights.numel() > 0, "RuntimeError", "min(): Expected reduction dim to be specified for input.numel() == 0. Specify the reduction dim with the 'dim' argument.")
    prim.check(prim.all(prim.abs(weights) > 1e-11, None, False).item(), "RuntimeError", "istft: window overlap add min: 1")
    signal = signal / weights
    if length is not None:
        signal = pad(signal, (0, max(end - total, 0)))
    return prim.squeeze(signal, (0,)) if self.dim() == 2 else signal
