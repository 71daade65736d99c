"""Counts, quantiles, correlations, places in sorted sequences."""


def _check_sorter(sorted_sequence, sorter):
    """One place in the sequence for each of its elements."""
    same = sorter.dim() == sorted_sequence.dim()
    for i in range(sorter.dim() if same else 0):
        same = same & (sorter.shape[i] == sorted_sequence.shape[i])
    prim.check(same, "RuntimeError", "torch.searchsorted(): boundary and sorter must have the same size, but got boundary tensor {0}and got sorter tensor {1}", list(sorted_sequence.shape), list(sorter.shape))
    if sorter.dtype != torch.int64:
        raise RuntimeError(f"torch.searchsorted(): sorter must be a tensor of long dtype but got dtype {prim.class_name(sorter)}")
    outside = (sorter < 0) | (sorter >= sorted_sequence.shape[-1])
    if prim.any(prim.vmap_whole(outside), None, False).item():
        raise RuntimeError("torch.searchsorted(): sorter index out of range")


def _check_sequence(sequence, values):
    """One for all values, or one for each row of them."""
    if not prim.is_tensor(values) or values.dim() == 0:
        if sequence.dim() != 1:
            raise RuntimeError(f"torch.searchsorted(): input value can be a scalar only when boundaries tensor dimension is 1, but we got boundaries tensor dim({sequence.dim()}) and input value's dim(0) numel(1)")
        return
    if sequence.dim() == 0:
        raise RuntimeError("torch.searchsorted(): boundaries tensor should have positive dimension, but got 0 dimension")
    if sequence.dim() == 1:
        return
    fits = sequence.dim() == values.dim()
    for i in range(sequence.dim() - 1 if fits else 0):
        fits = fits & (sequence.shape[i] == values.shape[i])
    prim.check(fits, "RuntimeError", "torch.searchsorted(): boundaries tensor should be 1 dimension or the first N-1 dimensions of boundaries tensor and input value tensor must match, but we got boundaries tensor {0} and input value tensor {1}", list(sequence.shape), list(values.shape))


@operator("torch.searchsorted")
def searchsorted(sorted_sequence, self, *, out_int32=False, right=False, side=None, sorter=None):
    """Places at which values keep a sorted sequence sorted"""
    if side is not None and side != "left" and side != "right":
        raise RuntimeError(f"torch.searchsorted(): side can only be 'left' or 'right' but got {side}")
    if right and side == "left":
        raise RuntimeError("torch.searchsorted(): side and right can't be set to opposites, got side of left while right was True")
    if sorter is not None:
        _check_sorter(sorted_sequence, sorter)
    _check_sequence(sorted_sequence, self)
    if sorter is not None:
        sorted_sequence = prim.gather(sorted_sequence, sorted_sequence.dim() - 1, sorter)
    if not prim.is_tensor(self):
        self = prim.full((), self, prim.result_type(sorted_sequence, self))
    dtype = prim.result_type(sorted_sequence, self)
    sorted_sequence = prim.cast(sorted_sequence, dtype)
    _no_bool(sorted_sequence, "searchsorted_out_cpu")
    _no_complex(sorted_sequence, "searchsorted_out_cpu")
    result = prim.searchsorted(sorted_sequence, prim.cast(self, dtype), right or side == "right")
    return prim.cast(result, torch.int32) if out_int32 else result


@operator("torch.bucketize")
def bucketize(self, boundaries, *, out_int32=False, right=False):
    """The number of boundaries below each element"""
    if boundaries.dim() != 1:
        raise RuntimeError(f"boundaries tensor must be 1 dimension, but got dim({boundaries.dim()})")
    return searchsorted(boundaries, self, out_int32=out_int32, right=right)


@operator("torch.bincount", "Tensor.bincount")
def bincount(self, weights=None, minlength=0):
    """How often each non-negative integer occurs, or the sum of its weights"""
    if not prim.is_integral(self) or self.dtype == torch.bool:
        raise NotImplementedError(f"\"bincount_cpu\" not implemented for '{prim.class_name(self)}'")
    prim.check(minlength >= 0, "RuntimeError", "minlength should be >= 0")
    if self.dim() != 1:
        raise RuntimeError("bincount only supports 1-d non-negative integral inputs.")
    counts = prim.bincount(self, minlength)
    if weights is None:
        return counts
    if weights.dim() != 1:
        raise RuntimeError("weights should be 1-d and have the same length as input")
    prim.check(weights.shape[0] == self.shape[0], "RuntimeError", "weights should be 1-d and have the same length as input")
    dtype = torch.float32 if weights.dtype == torch.float32 else torch.float64
    return prim.index_add(prim.full(counts.shape, 0, dtype), 0, self, prim.cast(weights, dtype))


@operator("torch.quantile", "Tensor.quantile", autocast="single")
def quantile(self, q, dim=None, keepdim=False, *, interpolation="linear"):
    """Values below which a part q of the elements along a dimension lies"""
    if not prim.is_tensor(q) and not (q >= 0 and q <= 1):
        raise RuntimeError(f"quantile() q must be in the range [0, 1] but got {q:g}")
    if prim.is_tensor(q) and q.dim() > 1:
        prim.check(self.numel() > 0, "RuntimeError", "quantile() input tensor must be non-empty")
        raise RuntimeError("quantile() q must be a scalar or 1D tensor")
    if self.dtype != torch.float32 and self.dtype != torch.float64:
        raise RuntimeError("quantile() input tensor must be either float or double dtype")
    if interpolation not in ("linear", "lower", "higher", "midpoint", "nearest"):
        raise RuntimeError(f"quantile() interpolation must be one of linear, lower, higher, midpoint or nearest, but got {interpolation}")
    prim.check(self.numel() > 0, "RuntimeError", "quantile() input tensor must be non-empty")
    if prim.is_tensor(q) and q.dtype != self.dtype:
        raise RuntimeError("quantile() q tensor must be same dtype as the input tensor")
    if prim.is_tensor(q):
        prim.check(prim.all((q >= 0) & (q <= 1), None, False).item(), "RuntimeError", "quantile() q values must be in the range [0, 1]")
    rank = self.dim()
    if rank == 0:
        self = flatten(self)
        keepdim = False
    if dim is None:
        shape = (1,) * rank
        self = flatten(self)
        dim = 0
    else:
        dim = _wrapped(dim, rank)
        shape = None
    many = prim.is_tensor(q) and q.dim() == 1
    parts = prim.cast(flatten(q) if prim.is_tensor(q) else prim.full((1,), q, self.dtype), self.dtype)
    ordered = movedim(sort(self, dim)[0], dim, -1)
    size = ordered.shape[-1]
    place = parts * (size - 1)
    if interpolation == "lower":
        place = prim.floor(place)
    elif interpolation == "higher":
        place = prim.ceil(place)
    elif interpolation == "nearest":
        place = prim.round(place)
    below = prim.cast(prim.floor(place), torch.int64)
    above = prim.cast(prim.ceil(place), torch.int64)
    low = prim.index_select(ordered, ordered.dim() - 1, below)
    high = prim.index_select(ordered, ordered.dim() - 1, above)
    value = lerp(low, high, 0.5 if interpolation == "midpoint" else place - prim.cast(below, self.dtype))
    hasnan = prim.any(ordered != ordered, (-1,), True)
    value = movedim(prim.where(hasnan, math.nan, value), -1, 0)
    if keepdim:
        value = prim.unsqueeze(value, dim + 1) if shape is None else prim.reshape(value, (parts.shape[0],) + shape)
    return value if many else value[0]


@operator("torch.cov", "Tensor.cov")
def cov(self, *, correction=1, fweights=None, aweights=None):
    """Covariances of the rows"""
    if self.dim() > 2:
        raise RuntimeError(f"cov(): expected input to have two or fewer dimensions but got an input with {self.dim()} dimensions")
    if self.dtype == torch.bool:
        raise RuntimeError("cov(): bool dtype is not supported for input")
    if fweights is not None or aweights is not None:
        prim.refuse("torch.cov", "weights")
    rows = self if self.dim() == 2 else prim.reshape(self, (1, -1))
    moved = rows - sum_(rows, 1, True) / rows.shape[1]
    result = matmul(moved, prim.conj(t(moved))) / max(rows.shape[1] - correction, 0)
    return prim.squeeze(result, (0, 1))


@operator("torch.corrcoef", "Tensor.corrcoef")
def corrcoef(self):
    """Correlations of the rows"""
    if self.dim() > 2:
        raise RuntimeError(f"corrcoef(): expected input to have two or fewer dimensions but got an input with {self.dim()} dimensions")
    covariance = cov(self)
    if covariance.dim() == 0:
        return covariance / covariance
    deviations = prim.sqrt(prim.diagonal(covariance, 0, 0, 1))
    result = covariance / prim.unsqueeze(deviations, 1) / deviations
    return result if prim.is_complex(result) else clamp(result, -1, 1)


@operator("torch.histc", "Tensor.histc", rejects=["C1: torch.histc(torch.ones(2), 2, 3, 1)"])
def histc(self, bins=100, min=0, max=0):
    """How many elements lie in each of equal parts of [min, max]; of all elements where both are 0

    - C1: min is not above max.
    """
    _no_integral(self, "histogram_cpu")
    _no_complex(self, "aminmax_cpu")
    prim.check(bins > 0, "RuntimeError", "torch.histogram(): bins must be > 0, but got {0} for dimension 0", bins)
    flat = flatten(self)
    low, high = prim.full((), min, self.dtype), prim.full((), max, self.dtype)
    if min == max and flat.shape[0] > 0:
        low, high = prim.amin(flat, None), prim.amax(flat, None)
    level = low == high
    low, high = prim.where(level, low - 1, low), prim.where(level, high + 1, high)
    prim.check((low < high).item(), "RuntimeError", "max must be larger than min")
    within = flat[(flat >= low) & (flat <= high)]
    place = prim.minimum(prim.cast((within - low) * bins / (high - low), torch.int64), bins - 1)
    return prim.cast(prim.bincount(place, bins), self.dtype)


@operator("torch.combinations")
def combinations(self, r=2, with_replacement=False):
    """All choices of r elements, one a row"""
    if self.dim() != 1:
        raise RuntimeError(f"Expect a 1D vector, but got shape {list(self.shape)}")
    if r != 2:
        prim.refuse("torch.combinations", "r other than 2")
    pairs = triu_indices(self.shape[0], self.shape[0], 0 if with_replacement else 1)
    return stack([prim.index_select(self, 0, pairs[0]), prim.index_select(self, 0, pairs[1])], 1)
