"""Elements rearranged, repeated and padded."""


@operator("torch.flip", "Tensor.flip")
def flip(self, *dims):
    """The order of elements along dims reversed"""
    named, dims = dims, ()
    for each in _sizes(named):
        dim = _wrapped(each, self.dim())
        if dim in dims:
            raise RuntimeError(f"dim {dim} appears multiple times in the list of dims")
        dims += (dim,)
    return prim.clone(self) if self.dim() == 0 else prim.laid_like(prim.flip(self, dims), self)


@operator("torch.fliplr", "Tensor.fliplr")
def fliplr(self):
    """Columns in the opposite order"""
    if self.dim() < 2:
        raise RuntimeError("Input must be >= 2-d.")
    return prim.laid_like(prim.flip(self, (1,)), self)


@operator("torch.flipud", "Tensor.flipud")
def flipud(self):
    """Rows in the opposite order"""
    if self.dim() < 1:
        raise RuntimeError("Input must be >= 1-d.")
    return prim.laid_like(prim.flip(self, (0,)), self)


@operator("torch.roll", "Tensor.roll")
def roll(self, shifts, dims=None):
    """Elements moved along dims, those beyond the end to the start"""
    if isinstance(shifts, (tuple, list)) and len(shifts) == 0:
        raise RuntimeError("`shifts` required")
    if dims is None or isinstance(dims, (tuple, list)) and len(dims) == 0:
        if self.dim() == 1:
            return roll(self, shifts, 0)
        return prim.reshape(roll(flatten(self), shifts, 0), self.shape)
    if isinstance(dims, int):
        dims = (dims,)
    if not isinstance(shifts, (tuple, list)):
        shifts = (shifts,)
    if len(shifts) != len(dims):
        raise RuntimeError(f"shifts and dimensions must align. shifts: {len(shifts)}, dims:{len(dims)}")
    inside = [-self.dim() <= each < self.dim() for each in dims]
    if not all(inside) and self.numel() == 0:
        return prim.clone(self)
    dims = [_own_dim(each, self.dim()) for each in dims]
    rolled = self
    for i in range(len(dims)):
        length = self.shape[dims[i]]
        first = (length - shifts[i]) % (length if length > 0 else 1)
        rolled = prim.concat([narrow(rolled, dims[i], first, length - first), narrow(rolled, dims[i], 0, first)], dims[i])
    return prim.in_format_of(rolled, self)


@operator("torch.rot90", "Tensor.rot90")
def rot90(self, k=1, dims=(0, 1)):
    """Rotated k times by 90 degrees in the plane of two dimensions"""
    if len(dims) != 2:
        raise RuntimeError(f"expected total rotation dims == 2, but got dims = {len(dims)}")
    if self.dim() < 2:
        raise RuntimeError(f"expected total dims >= 2, but got total dims = {self.dim()}")
    if _wrapped(dims[0], self.dim()) == _wrapped(dims[1], self.dim()):
        raise RuntimeError(f"expected rotation dims to be different, but got dim0 = {dims[0]} and dim1 = {dims[1]}")
    k = k % 4
    if k == 1:
        return transpose(flip(self, (dims[1],)), dims[0], dims[1])
    if k == 2:
        return flip(self, dims)
    if k == 3:
        return transpose(flip(self, (dims[0],)), dims[0], dims[1])
    return prim.clone(prim.contiguous(self))


@operator("Tensor.repeat")
def repeat(self, *repeats):
    """The tensor repeated along each dimension"""
    if len(repeats) != 1 or not prim.is_runtime_list(repeats[0]):
        return _repeated(self, _sizes(repeats))
    known = ()
    for length in (0, 1, 2, 3, 4, 5, 6, 7, 8):
        if len(repeats[0]) == length:
            return _repeated(self, known)
        known = known + (repeats[0][length],)
    raise NotImplementedError("a tensor of more than 8 dimensions")


def _repeated(self, repeats):
    added = len(repeats) - self.dim()
    if added < 0:
        raise RuntimeError("Number of dimensions of repeat dims can not be smaller than number of dimensions of tensor")
    shape = (1,) * added + tuple(self.shape)
    inner = []
    wide = []
    result = []
    for i in range(len(repeats)):
        inner += [1, shape[i]]
        wide += [max(repeats[i], 0), shape[i]]
        result.append(repeats[i] * shape[i])
    for each in result:
        prim.check(each >= 0, "RuntimeError", "Trying to create tensor with negative dimension {0}: {1}", each, result)
    if len(repeats) > 4:
        return _repeat_each(self, repeats, shape)
    made = prim.reshape(prim.expand(prim.reshape(self, tuple(inner)), tuple(wide)), tuple(result))
    ordered = prim.in_order(made)
    return prim.clone(made) if ordered is made else ordered


def _repeat_each(self, repeats, shape):
    self = prim.reshape(self, shape)
    for i in range(len(repeats)):
        index = prim.arange(0, 1, repeats[i] * shape[i], torch.int64) % max(shape[i], 1)
        self = prim.index_select(self, i, index)
    return self


@operator("torch.tile", "Tensor.tile", dims="number")
def tile(self, *dims):
    """The tensor repeated along each dimension, missing ones 1"""
    dims = _sizes(dims)
    return repeat(self, (1,) * (self.dim() - len(dims)) + dims)


def _of_length(index, length):
    if length is not None:
        prim.check(index.numel() == length, "RuntimeError", "allocated size does not match required size")
    return index


@operator("torch.repeat_interleave", "Tensor.repeat_interleave")
def repeat_interleave(self, repeats=None, dim=None, *, output_size=None):
    """Each element repeated, along a dimension or of all"""
    if repeats is None:
        if self.dim() != 1:
            raise RuntimeError("repeat_interleave only accept 1D vector as repeat")
        return prim.cast(_of_length(prim.repeat_index(self), output_size), self.dtype)
    if dim is None:
        self = flatten(self)
        dim = 0
    if prim.is_tensor(repeats):
        dim = _own_dim(dim, self.dim())
    elif self.dim() == 0:
        raise IndexError("Dimension out of range (expected to be in range of [-1, 0], but got 1)")
    dim = _wrapped(dim, self.dim())
    if not prim.is_tensor(repeats):
        prim.check(repeats >= 0, "RuntimeError", "Repeats must be non-negative")
    length = self.shape[dim]
    if prim.is_tensor(repeats):
        if repeats.dtype != torch.int64 and repeats.dtype != torch.int32:
            _unimplemented(repeats, "repeat_interleave_cpu")
        if repeats.dim() > 1:
            raise RuntimeError("repeats must be 0-dim or 1-dim tensor")
        if repeats.dim() == 0 or repeats.numel() == 1:
            repeats = prim.expand(prim.reshape(repeats, (1,)), (length,))
        prim.check(repeats.shape[0] == length, "RuntimeError", "repeats must have the same size as input along dim, but got repeats.size(0) = {0} and input.size(0) = {1}", repeats.shape[0], length)
        index = _of_length(prim.repeat_index(repeats), output_size)
    else:
        index = prim.arange(0, 1, length * repeats, torch.int64) // max(repeats, 1)
    return prim.index_select(self, dim, index)


def _braced(self):
    return "{" + ",".join([str(each) for each in self.shape]) + "}"


@operator("torch.meshgrid", "torch.functional.meshgrid")
def meshgrid(*tensors, indexing=None):
    """Coordinates of a grid from its axes"""
    if len(tensors) == 1 and isinstance(tensors[0], (tuple, list)):
        tensors = tuple(tensors[0])
    if len(tensors) == 0:
        raise RuntimeError("meshgrid expects a non-empty TensorList")
    for each in tensors:
        if each.dim() > 1:
            prim.check(False, "RuntimeError", "torch.meshgrid: Expected 0D or 1D tensor in the tensor list but got: [ torch." + prim.class_name(each) + "Tensor{0} ]", _braced(each))
    for each in tensors[1:]:
        if each.dtype != tensors[0].dtype:
            raise RuntimeError("meshgrid expects all tensors to have the same dtype")
    if indexing not in (None, "xy", "ij"):
        raise RuntimeError(f"torch.meshgrid: indexing must be one of \"xy\" or \"ij\", but received: {indexing}")
    tensors = [prim.reshape(each, (1,)) if each.dim() == 0 else each for each in tensors]
    if indexing == "xy" and len(tensors) >= 2:
        grids = meshgrid(tensors[1], tensors[0], *tensors[2:], indexing="ij")
        return (grids[1], grids[0]) + tuple(grids[2:])
    shape = tuple([each.shape[0] for each in tensors])
    result = []
    for i in range(len(tensors)):
        own = [1] * len(tensors)
        own[i] = shape[i]
        result.append(prim.expand(prim.reshape(tensors[i], tuple(own)), shape))
    return tuple(result)


@operator("torch.cartesian_prod", "torch.functional.cartesian_prod")
def cartesian_prod(*tensors):
    """All combinations of elements, one a row"""
    for each in tensors:
        if each.dim() != 1:
            raise RuntimeError(f"Expect a 1D vector, but got shape {list(each.shape)}")
    if len(tensors) == 1:
        return tensors[0]
    return stack([flatten(each) for each in meshgrid(*tensors, indexing="ij")], 1)


@operator("torch.nn.functional.pad", "torch._C._nn.pad")
def pad(self, pad, mode="constant", value=None):
    """Elements added before and after dimensions, the last dimension first in `pad`"""
    if not isinstance(mode, str):
        raise TypeError(f"pad(): argument 'mode' (position 3) must be str, not {type(mode).__name__}")
    if value is not None:
        _check_number("pad", "value", 4, value, "float")
    if len(pad) % 2 != 0:
        raise RuntimeError("Padding length must be divisible by 2")
    if len(pad) > 2 * self.dim():
        raise RuntimeError("Padding length should be less than or equal to two times the input dimension but got padding length " + str(len(pad)) + " and input of dimension " + str(self.dim()))
    pairs = len(pad) // 2
    rank = self.dim()
    if mode == "constant":
        return constant_pad_nd(self, pad, 0 if value is None else value if prim.is_tensor(value) else float(value))
    modes = {"reflect": 0, "replicate": 1, "circular": 2}
    if value is not None and value != 0:
        raise RuntimeError(f'Padding mode "{mode}" doesn\'t take in value argument')
    if rank - pairs not in (1, 2) or pairs not in (1, 2, 3):
        combinations = "".join([f"\n  - {i + 1}D or {i + 2}D input: padding size = {2 * i} (pads last {'dimension' if i == 1 else str(i) + ' dimensions'})" for i in (1, 2, 3)])
        raise NotImplementedError(f"Padding size {len(pad)} is not supported for {rank}D input tensor.\nSupported combinations for non-constant padding:{combinations}")
    if mode not in modes:
        raise NotImplementedError(f"Unrecognised padding mode {mode}")
    if mode != "circular":
        filled = True
        for each in self.shape[rank - pairs - 1 :]:
            filled = (each > 0) & filled
        prim.check(filled, "RuntimeError", f"Expected {pairs + 1}D or {pairs + 2}D (batch mode) tensor with possibly 0 batch size and other non-zero dimensions for input, but got: {{0}}", list(self.shape))
    for i in range(pairs):
        dim, before, after = rank - 1 - i, pad[2 * i], pad[2 * i + 1]
        size = self.shape[dim]
        if mode == "reflect":
            prim.check((before < size) & (after < size), "RuntimeError", "Argument #{0}: Padding size should be less than the corresponding input dimension, but got: padding ({1}, {2}) at dimension {3} of input {4}", 2 * i + 4, before, after, dim, list(self.shape))
        elif mode == "circular":
            prim.check((before <= size) & (after <= size), "RuntimeError", "Padding value causes wrapping around more than once.")
    if mode != "circular":
        _no_bool(self, f"{'reflec' if mode == 'reflect' else 'replica'}tion_pad{pairs}d")
    padded = self
    if mode == "circular":  # around what negative sizes leave
        padded = constant_pad_nd(self, [min(each, 0) for each in pad], 0)
        pad = [max(each, 0) for each in pad]
    for i in range(pairs):
        dim = rank - 1 - i
        index = _around(padded.shape[dim], pad[2 * i], pad[2 * i + 1]) if mode == "circular" else prim.pad_index(padded.shape[dim], pad[2 * i], pad[2 * i + 1], modes[mode])
        padded = prim.index_select(padded, dim, index)
    return padded if mode == "circular" else _backward_takes(prim.in_format_of(padded, self), self)


def _around(size, before, after):
    """Places of a circle that begin before the first one; of a circle without places none is right."""
    return prim.arange(-before, 1, before + size + after, torch.int64) % max(size, 1)


@operator("torch.constant_pad_nd")
def constant_pad_nd(self, pad, value=0):
    """Elements of one value added before and after dimensions, the last dimension first in `pad`"""
    rank = self.dim()
    if len(pad) % 2 != 0:
        raise RuntimeError(f"Length of pad must be even but instead it equals {len(pad)}")
    if len(pad) > 2 * rank:
        raise RuntimeError(f"Length of pad should be no more than twice the number of dimensions of the input. Pad length is {len(pad)}while the input has {rank}dimensions.")
    amounts = [0] * (2 * rank)
    for i in range(len(pad) // 2):
        amounts[2 * (rank - 1 - i)] = pad[2 * i]
        amounts[2 * (rank - 1 - i) + 1] = pad[2 * i + 1]
        left = self.shape[rank - 1 - i] + min(pad[2 * i], 0)
        prim.check((left >= 0) & (left + min(pad[2 * i + 1], 0) >= 0), "RuntimeError", "narrow(): length must be non-negative.")
    if all([prim.is_static(each) and each <= 0 for each in pad]):
        for i in range(rank): # a copy of a part, which lies as it does
            self = narrow(self, i, -amounts[2 * i], self.shape[i] + amounts[2 * i] + amounts[2 * i + 1])
        return prim.clone(self)
    grows = False
    for each in pad:
        grows = (each > 0) | grows
    if not prim.is_tensor(value) and grows:
        _check_fits(value, self.dtype)
    return prim.in_format_of(prim.pad(self, value, tuple(amounts)), self)


def _in_new_memory(self):
    return prim.clone(prim.contiguous(self))


@operator("torch.nn.functional.pixel_shuffle", "torch.pixel_shuffle")
def pixel_shuffle(self, upscale_factor):
    """Channels moved into space"""
    r = upscale_factor
    if self.dim() < 3:
        raise RuntimeError(f"pixel_shuffle expects input to have at least 3 dimensions, but got input with {self.dim()} dimension(s)")
    prim.check(r > 0, "RuntimeError", "pixel_shuffle expects a positive upscale_factor, but got {0}", r)
    prim.check(self.shape[-3] % (r * r) == 0, "RuntimeError", "pixel_shuffle expects its input's 'channel' dimension to be divisible by the square of upscale_factor, but input.size(-3)={0} is not divisible by {1}", self.shape[-3], r * r)
    batch = tuple(self.shape[:-3])
    channels, height, width = self.shape[-3], self.shape[-2], self.shape[-1]
    n = len(batch)
    wide = prim.reshape(self, batch + (channels // (r * r), r, r, height, width))
    order = tuple(range(n)) + (n, n + 3, n + 1, n + 4, n + 2)
    result = prim.reshape(prim.permute(wide, order), batch + (channels // (r * r), height * r, width * r))
    return prim.in_format_of(_in_new_memory(result), self)


@operator("torch.nn.functional.pixel_unshuffle", "torch.pixel_unshuffle")
def pixel_unshuffle(self, downscale_factor):
    """Space moved into channels"""
    r = downscale_factor
    if self.dim() < 3:
        raise RuntimeError(f"pixel_unshuffle expects input to have at least 3 dimensions, but got input with {self.dim()} dimension(s)")
    prim.check(r > 0, "RuntimeError", "pixel_unshuffle expects a positive downscale_factor, but got {0}", r)
    prim.check(self.shape[-2] % r == 0, "RuntimeError", "pixel_unshuffle expects height to be divisible by downscale_factor, but input.size(-2)={0} is not divisible by {1}", self.shape[-2], r)
    prim.check(self.shape[-1] % r == 0, "RuntimeError", "pixel_unshuffle expects width to be divisible by downscale_factor, but input.size(-1)={0} is not divisible by {1}", self.shape[-1], r)
    if self.numel() == 0:
        r = 1
    batch = tuple(self.shape[:-3])
    channels, height, width = self.shape[-3], self.shape[-2], self.shape[-1]
    n = len(batch)
    wide = prim.reshape(self, batch + (channels, height // r, r, width // r, r))
    order = tuple(range(n)) + (n, n + 2, n + 4, n + 1, n + 3)
    result = prim.reshape(prim.permute(wide, order), batch + (channels * r * r, height // r, width // r))
    return prim.in_format_of(_in_new_memory(result), self)


@operator("torch.channel_shuffle", "torch.nn.functional.channel_shuffle", "torch.native_channel_shuffle")
def channel_shuffle(self, groups):
    """Channels of the groups interleaved"""
    if self.dim() < 3:
        raise RuntimeError(f"channel_shuffle expects input with > 2 dims, but got input with sizes {list(self.shape)}")
    prim.check(groups > 0, "RuntimeError", "Number of groups to divide channels in must be positive. Value of groups:{0}", groups)
    prim.check(self.shape[1] % groups == 0, "RuntimeError", "Number of channels must be divisible by groups. Got {0} channels and {1} groups.", self.shape[1], groups)
    if prim.is_static(groups) and groups == 1:
        return prim.in_format_of(prim.clone(prim.in_order(self)), self)
    shape = tuple(self.shape)
    split_up = prim.reshape(self, (shape[0], groups, shape[1] // groups) + shape[2:])
    return _in_new_memory(prim.reshape(transpose(split_up, 1, 2), shape))
