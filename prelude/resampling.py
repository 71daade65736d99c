"""Images at other sizes and at other places."""


def _place_dtype(input):
    """What weights are computed in. Places of nearest elements are floats of single precision always."""
    return torch.float64 if input.dtype == torch.float64 else torch.float32


def _resample_index(size, target, scale, mode, align_corners, dtype=torch.float32):
    """Source coordinates along one dimension."""
    places = prim.arange(0.0, 1.0, target, dtype)
    if align_corners:
        return places * ((size - 1) / max(target - 1, 1))
    ratio = size / target if scale is None else 1.0 / scale
    if mode == "nearest":
        return places * ratio
    return prim.maximum((places + 0.5) * ratio - 0.5, 0.0) if mode != "bicubic" else (places + 0.5) * ratio - 0.5


def _kept_places(places, size):
    """The elements' own places, where a dimension keeps its size."""
    count = places.shape[0]
    return prim.where(prim.full((), size == count, torch.bool), prim.arange(0.0, 1.0, count, places.dtype), places)


def _near(x, a):
    return (((a + 2) * x - (a + 3)) * x) * x + 1


def _far(x, a):
    return ((a * x - 5 * a) * x + 8 * a) * x - 4 * a


def _cubic_weights(part, a=-0.75):
    """The weights of the four elements around a place, by what it is past the second."""
    return _far(part + 1, a), _near(part, a), _near(1 - part, a), _far(2 - part, a)


def _cubic(input, dim, places, after, original):
    """The input along a dimension at places between its elements, by cubic convolution. Weights are rounded to what
    `original` is."""
    low = prim.floor(places)
    weights = _cubic_weights(places - low)
    low = prim.cast(low, torch.int64)
    last = input.shape[dim] - 1
    total = 0
    for step in range(4):
        index = prim.maximum(prim.minimum(low + (step - 1), last), 0)
        weight = prim.reshape(_rounded(weights[step], original), (-1,) + (1,) * after)
        total = total + prim.index_select(input, dim, index) * weight
    return total


def _antialiased(input, dim, target, scale, mode, align_corners):
    """The input along a dimension as means over what each new element covers."""
    size = input.shape[dim]
    dtype = _place_dtype(input)
    if align_corners:
        ratio = (size - 1) / (target - 1) if target > 1 else 0.0
    else:
        ratio = size / target if scale is None else 1.0 / scale
    reach = max(ratio, 1.0) * (1 if mode == "bilinear" else 2)
    centers = prim.unsqueeze((prim.arange(0.0, 1.0, target, dtype) + 0.5) * ratio, 1)
    first = prim.maximum(prim.trunc(centers - reach + 0.5), 0)
    end = prim.minimum(prim.trunc(centers + reach + 0.5), size)
    places = prim.arange(0.0, 1.0, size, dtype)
    away = prim.abs((places - centers + 0.5) / max(ratio, 1.0))
    if mode == "bilinear":
        weights = prim.maximum(1 - away, 0)
    else:
        weights = prim.where(away < 1, _near(away, -0.5), prim.where(away < 2, _far(away, -0.5), 0))
    weights = prim.where((places >= first) & (places < end), weights, 0)
    weights = weights / prim.sum(weights, (1,), True)
    # A dimension that keeps its size is as it was, whatever the scale.
    weights = prim.cast(prim.where(prim.full((), size == target, torch.bool), eye(target, size, dtype=dtype), weights), input.dtype)
    return movedim(matmul(movedim(input, dim, -1), transpose(weights, 0, 1)), -1, dim)


def _linear(input, dim, places, after, original, isExact):
    """The input along a dimension at places between its elements, by the two neighbours. Weights are rounded to what
    `original` is, unless they are exact."""
    last = input.shape[dim] - 1
    low = prim.minimum(prim.cast(prim.floor(places), torch.int64), last)
    weight = places - prim.cast(low, places.dtype)
    rest = prim.where(isExact, 1 - weight, _rounded(1 - _rounded(weight, original), original))
    weight = prim.where(isExact, weight, _rounded(weight, original))
    weight, rest = [prim.reshape(each, (-1,) + (1,) * after) for each in (weight, rest)]
    step = int(input.shape[dim] != places.shape[0])  # of the same size: each element itself
    second = prim.index_select(input, dim, prim.minimum(low + step, last))
    return prim.index_select(input, dim, low) * rest + second * weight


def _nearest(input, dim, places):
    index = prim.minimum(prim.cast(prim.floor(places), torch.int64), input.shape[dim] - 1)
    return prim.index_select(input, dim, index)


def _check_resampled(input, size, scale_factor, mode, align_corners):
    """What torch.nn.functional.interpolate says of its arguments, in its order."""
    if mode in ("nearest", "area", "nearest-exact") and align_corners is not None:
        raise ValueError("align_corners option can only be set with the interpolating modes: linear | bilinear | bicubic | trilinear")
    if size is not None and scale_factor is not None:
        raise ValueError("only one of size or scale_factor should be defined")
    if size is None and scale_factor is None:
        raise ValueError("either size or scale_factor should be defined")
    spatial = list(input.shape[2:])
    given = scale_factor if size is None else size
    if isinstance(given, (tuple, list)) and len(given) != len(spatial):
        name, form = ("scale_factor", "scale_factor of shape") if size is None else ("output", "output size of")
        letters = "scale_factor in (s1, s2, ...,sK)" if size is None else "output size in (o1, o2, ...,oK)"
        raise ValueError(f"Input and {name} must have the same number of spatial dimensions, but got input with spatial dimensions of {spatial} and {form} {given}. Please provide input tensor in (N, C, d1, d2, ...,dK) format and {letters} format.")
    rank = input.dim()
    needed = {"linear": 3, "bilinear": 4, "trilinear": 5}
    if mode in needed and 3 <= rank <= 5 and needed[mode] != rank:
        raise NotImplementedError(f"Got {rank}D input, but {mode} mode needs {needed[mode]}D input")
    if rank < 3 or rank > 5 or mode == "bicubic" and rank != 4:
        raise NotImplementedError(f"Input Error: Only 3D, 4D and 5D input Tensors supported (got {rank}D) for the modes: nearest | linear | bilinear | bicubic | trilinear | lanczos | area | nearest-exact (got {mode})")


def _check_extent(input, size):
    """Only the batch may be empty."""
    n = input.dim() - 2
    filled = True
    for i in range(n):
        filled = (input.shape[2 + i] > 0) & (size[i] > 0) & filled
    letters = "DHW"[3 - n :]
    first = ", ".join([f"{letters[i]}: {{{i}}}" for i in range(n)])
    second = ", ".join([f"{letters[i]}: {{{n + i}}}" for i in range(n)])
    prim.check(filled, "RuntimeError", f"Input and output sizes should be greater than 0, but got input ({first}) {'and ' if n == 1 else ''}output ({second})", *input.shape[2:], *size)
    prim.check(input.shape[1] > 0, "RuntimeError", f"Non-empty {n + 2}D data tensor expected but got a tensor with sizes {{0}}", list(input.shape))


def _scaled_size(size, scale, isPython):
    """A size by a scale; where no code in Python computes it, what is no size is not converted."""
    if not (prim.is_static(scale) and 0 < scale < 1e6):
        wanted = float(size * scale)
        if not isPython:
            _check_fits(wanted, torch.int64)
        prim.check((wanted - wanted != 0) | (wanted < 9.2e18), "TypeError", "failed to unpack the object at pos 1 with error \"Overflow when unpacking long long\"")
    return int(math.floor(size * scale))


@operator("torch.nn.functional.interpolate", "torch.nn.functional.upsample")
def interpolate(input, size=None, scale_factor=None, mode="nearest", align_corners=None, recompute_scale_factor=None, antialias=False):
    """The input at other spatial sizes: by the nearest element, linearly or by cubics along each dimension"""
    n = input.dim() - 2
    _check_resampled(input, size, scale_factor, mode, align_corners)
    if mode not in ("nearest", "nearest-exact", "linear", "bilinear", "trilinear", "bicubic", "area"):
        prim.refuse("torch.nn.functional.interpolate", "this mode")
    if antialias and not (mode in ("bilinear", "bicubic") and n == 2):
        raise ValueError("Anti-alias option is restricted to bilinear, bicubic, and lanczos modes and requires a 4-D tensor as input")
    if antialias and input.dtype == torch.uint8:
        prim.refuse("torch.nn.functional.interpolate", "antialias of bytes")
    scales = (None,) * n
    if size is None:
        scales = _per_dim(scale_factor, n)
        size = tuple([_scaled_size(input.shape[2 + i], scales[i], recompute_scale_factor or mode == "area") for i in range(n)])
        if recompute_scale_factor:
            if mode != "area":
                _check_extent(input, size)
            scales = (None,) * n
    else:
        size = _per_dim(size, n)
    if mode == "area":
        return _adaptive(input, size, n)
    return _resampled(input, size, scales, mode, align_corners, antialias)


def _check_resampled_dtype(input, size, mode, antialias):
    """Eager's kernels are for floats, and some for bytes; what keeps all sizes needs none."""
    n = input.dim() - 2
    isByte = input.dtype == torch.uint8
    if antialias:
        same = input.dtype == torch.float32 or input.dtype == torch.float64
        same = same | (input.shape[2] == size[0]) & (input.shape[3] == size[1])
        prim.check(same, "NotImplementedError", f"\"compute_index_ranges_weights\" not implemented for '{prim.class_name(input)}'")
    elif not prim.is_floating(input) and not (isByte and (mode.startswith("nearest") or n == 2)):
        kind = "nearest" if mode.startswith("nearest") else "cubic" if mode == "bicubic" else "linear"
        _unimplemented(input, f"upsample_{'bi' if kind == 'linear' else ''}{kind}2d_channels_last" if n == 2 and kind != "cubic" else f"compute_indices_weights_{kind}")


def _has_exact_weights(input, size):
    """Whether eager's kernel for two dimensions keeps the weights of half precision as floats: that for few new
    elements and for channels that lie together."""
    small = size[0] + size[1] <= 128
    return prim.full((), small | input.is_contiguous(memory_format=torch.channels_last) & (input.shape[1] > 3), torch.bool)


def _resampled(input, size, scales, mode, align_corners, antialias=False):
    """The input at spatial sizes, by scales; where one is None the sizes say what it is."""
    n = input.dim() - 2
    _check_extent(input, size)
    _check_resampled_dtype(input, size, mode, antialias)
    original = input
    isHalf = input.dtype == torch.float16 or input.dtype == torch.bfloat16
    isExact = _has_exact_weights(input, size) if isHalf and n == 2 and mode == "bilinear" else prim.full((), not isHalf, torch.bool)
    dtype = _place_dtype(input)
    if not mode.startswith("nearest"):
        input = _wide(input)
    # Between bytes eager rounds after each dimension, the last one first.
    rounds = input.dtype == torch.uint8 and mode in ("bilinear", "bicubic")
    if rounds:
        input = prim.cast(input, torch.float32)
    for i in reversed(range(n)) if antialias or rounds else range(n):
        dim = 2 + i
        length = input.shape[dim]
        if antialias:
            input = _antialiased(input, dim, size[i], scales[i], mode, align_corners is True)
        elif mode == "nearest":
            places = _resample_index(length, size[i], scales[i], mode, False)
            input = _nearest(input, dim, _kept_places(places, length) if n == 2 else places)
        elif mode == "nearest-exact":
            half = 0.5 * (length / size[i] if scales[i] is None else 1.0 / scales[i])
            input = _nearest(input, dim, _resample_index(length, size[i], scales[i], "nearest", False) + half)
        elif mode == "bicubic":
            places = _resample_index(length, size[i], scales[i], mode, align_corners is True, dtype)
            input = _cubic(input, dim, _kept_places(places, length) if rounds else places, n - 1 - i, original)
        else:
            places = _kept_places(_resample_index(length, size[i], scales[i], "linear", align_corners is True, dtype), length)
            input = _linear(input, dim, places, n - 1 - i, original, isExact)
        if rounds:
            input = prim.minimum(prim.maximum(prim.floor(input + 0.5), 0), 255)
    result = prim.cast(input, original.dtype)
    return prim.in_format_of(prim.in_order(result) if antialias else result, original)


def _reflected(places, low, high):
    """Places thrown back at both borders, each given twice."""
    if high == low:
        return places * 0
    start, span = low / 2, (high - low) / 2
    away = prim.abs(places - start)
    extra = prim.fmod(away, span)
    turns = prim.floor(away / span)
    return prim.where(turns % 2 == 0, extra + start, span - extra + start)


def _inside(places, size, padding_mode, align_corners):
    """Places within a dimension, as the padding says."""
    if padding_mode == "zeros":
        return places
    if padding_mode == "reflection":
        places = _reflected(places, 0, 2 * (size - 1)) if align_corners else _reflected(places, -1, 2 * size - 1)
    # A NaN is at a border: of volumes at the last one.
    inside = prim.where(places > 0, prim.minimum(places, size - 1), 0)
    return prim.where(places != places, size - 1, inside) if places.dim() > 3 else inside


def _fetched(input, places):
    """The elements at whole places, one tensor for each spatial dimension; 0 outside."""
    rank = len(places)
    inside = True
    index = 0
    for i in range(rank):
        size = input.shape[2 + i]
        inside = (places[i] >= 0) & (places[i] < size) & inside
        index = index * size + prim.cast(_inside(places[i], size, "border", None), torch.int64)
    lead = tuple(input.shape[:2])
    size = _volume_of(places[0].shape[1:])
    index = prim.expand(prim.reshape(index, (input.shape[0], 1, size)), lead + (size,))
    values = prim.gather(prim.reshape(input, lead + (_volume_of(input.shape[2:]),)), 2, index)
    values = prim.reshape(values, lead + tuple(places[0].shape[1:]))
    return prim.where(prim.unsqueeze(inside, 1), values, 0)


def _interpolated(input, places, whole, weights, fetch):
    """The sum over all neighbours: `whole` are their places and `weights` their shares, by dimension."""
    if len(whole) == 0:
        return fetch(input, places)
    total = 0
    for i in range(len(whole[0])):
        rest = _interpolated(input, places + (whole[0][i],), whole[1:], weights[1:], fetch)
        total = total + rest * prim.unsqueeze(weights[0][i], 1)
    return total


@operator("torch.nn.functional.grid_sample", "torch.grid_sampler", autocast="single")
def grid_sample(input, grid, mode="bilinear", padding_mode="zeros", align_corners=None):
    """The input at the places of a grid in [-1, 1]"""
    mode = ("bilinear", "nearest", "bicubic")[mode] if prim.is_int(mode) else mode
    padding_mode = ("zeros", "border", "reflection")[padding_mode] if prim.is_int(padding_mode) else padding_mode
    if mode not in ("bilinear", "nearest", "bicubic"):
        raise ValueError(f"nn.functional.grid_sample(): expected mode to be 'bilinear', 'nearest' or 'bicubic', but got: '{mode}'")
    if padding_mode not in ("zeros", "border", "reflection"):
        raise ValueError(f"nn.functional.grid_sample(): expected padding_mode to be 'zeros', 'border', or 'reflection', but got: '{padding_mode}'")
    rank = input.dim() - 2
    if input.dim() == 0 or grid.dim() == 0:
        raise IndexError("Dimension specified as 0 but tensor has no dimensions")
    if input.dim() != grid.dim():
        raise RuntimeError(f"grid_sampler(): expected {'5D' if rank == 3 else '4D'} input and grid with same number of dimensions, but got input with sizes {list(input.shape)} and grid with sizes {list(grid.shape)}")
    prim.check(grid.shape[-1] == rank, "RuntimeError", "grid_sampler(): expected grid to have size {0} in last dimension, but got grid with sizes {1}", rank, list(grid.shape))
    if mode == "bicubic" and rank != 2:
        raise RuntimeError("grid_sampler(): bicubic interpolation only supports 4D input")
    prim.check(input.shape[0] == grid.shape[0], "RuntimeError", "grid_sampler(): expected grid and input to have same batch size, but got input with sizes {0} and grid with sizes {1}", list(input.shape), list(grid.shape))
    _floats_only(input, "grid_sampler3d_cpu" if rank == 3 else "grid_sampler_2d_cpu_kernel_impl")
    if input.dtype != grid.dtype:
        raise RuntimeError(f"expected scalar type {prim.class_name(input)} but found {prim.class_name(grid)}")
    places = []
    for i in range(rank):
        size, at = input.shape[2 + i], grid[..., rank - 1 - i]
        places.append((at + 1) * 0.5 * (size - 1) if align_corners else ((at + 1) * size - 1) * 0.5)

    def fetch(input, whole):
        return _fetched(input, whole)

    def fetch_padded(input, whole):
        return _fetched(input, [_inside(whole[i], input.shape[2 + i], padding_mode, align_corners) for i in range(rank)])

    def keeping(result):
        return prim.keeping(result, input, grid)

    if mode == "bicubic":
        low = [prim.floor(each) for each in places]
        whole = [[each + step for step in (-1, 0, 1, 2)] for each in low]
        return keeping(_interpolated(input, (), whole, [_cubic_weights(places[i] - low[i]) for i in range(rank)], fetch_padded))
    places = [_inside(places[i], input.shape[2 + i], padding_mode, align_corners) for i in range(rank)]
    if mode == "nearest":
        return keeping(_with_zeros(_fetched(input, [prim.round(each) for each in places]), grid))
    low = [prim.floor(each) for each in places]
    weights = [(1 - (places[i] - low[i]), places[i] - low[i]) for i in range(rank)]
    return keeping(_interpolated(input, (), [(each, each + 1) for each in low], weights, fetch))


@operator("torch.affine_grid_generator")
def affine_grid_generator(theta, size, align_corners=False):
    """The grid of places that an affine map gives, for grid_sample"""
    rank = len(size) - 2
    shape = tuple(size[2:])
    axes = []
    for i in reversed(range(rank)):
        points = prim.linspace(-1.0, 1.0, shape[i], theta.dtype)
        if not align_corners:
            points = points * (shape[i] - 1) / shape[i]
        points = prim.where(prim.full((), shape[i] <= 1, torch.bool), prim.cast(0, theta.dtype), points)
        axes.append(prim.expand(prim.reshape(points, (-1,) + (1,) * (rank - 1 - i)), shape))
    axes.append(prim.full(shape, 1, theta.dtype))
    base = prim.reshape(prim.concat([prim.unsqueeze(each, -1) for each in axes], -1), (-1, rank + 1))
    grid = matmul(prim.unsqueeze(base, 0), transpose(theta, 1, 2))
    return prim.reshape(grid, (size[0],) + shape + (rank,))
