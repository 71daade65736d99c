"""Histograms, and polynomials through points."""


@operator("numpy.histogram")
def np_histogram(a, bins=10, range=None, density=None):
    """As NumPy's"""
    values = _np_tensor(a).reshape(-1)
    if values.dtype == torch.bool or isinstance(bins, str):
        prim.refuse("numpy.histogram", "bools, or bins that a rule chooses")
    edges = _np_histogram_edges(values, bins, range)
    dtype = _np_promoted(values.dtype, edges.dtype)
    ordered = values[~_np_nans(values)].to(dtype).sort().values
    limits = edges.to(dtype)
    below = torch.searchsorted(ordered, limits[:-1].contiguous())
    upto = torch.searchsorted(ordered, limits[-1:].contiguous(), right=True)
    counts = prim.to_numpy_array(torch.diff(torch.cat([below, upto])))
    widths = np_diff(prim.to_numpy_array(edges))
    return np_truediv(np_truediv(counts, widths), np_sum(counts)) if density else counts, prim.to_numpy_array(edges)


def _np_histogram_edges(values, bins, range):
    """The edges of a number of equal bins, or those that are given."""
    if isinstance(bins, (list, tuple, prim.host("numpy.ndarray"))):
        edges = _np_tensor(bins)
        if edges.dim() != 1:
            raise ValueError("`bins` must be 1d, when an array")
        prim.check(not bool((edges[1:] < edges[:-1]).any()), "ValueError", "`bins` must increase monotonically, when an array")
        return edges
    count = _np_plain(bins)
    prim.check(count >= 1, "ValueError", "`bins` must be positive, when an integer")
    if range is not None:
        first, last = float(_np_plain(range[0])), float(_np_plain(range[1]))
        prim.check(first <= last, "ValueError", "max must be larger than min in range parameter.")
    elif values.numel() == 0:
        first, last = 0.0, 1.0
    else:
        first, last = float(values.min().item()), float(values.max().item())
        prim.check((first - first == 0) & (last - last == 0), "ValueError", "autodetected range of [{0}, {1}] is not finite", first, last)
    if first == last:
        first, last = first - 0.5, last + 0.5
    edges = prim.numpy_tensor(np_linspace(first, last, count + 1))
    return edges.to(values.dtype) if values.dtype.is_floating_point else edges


@operator("numpy.polyfit")
def np_polyfit(x, y, deg):
    """As NumPy's, of one curve"""
    places, values, deg = _np_tensor(x).double(), _np_tensor(y).double(), int(_np_plain(deg))
    prim.check(deg >= 0, "ValueError", "expected deg >= 0")
    if places.dim() != 1:
        raise TypeError("expected 1D vector for x")
    prim.check(places.shape[0] > 0, "TypeError", "expected non-empty vector for x")
    if values.dim() != 1:
        prim.refuse("numpy.polyfit", "several curves")
    prim.check(places.shape[0] == values.shape[0], "TypeError", "expected x and y to have same length")
    powers = places.reshape(-1, 1) ** torch.arange(deg, -1, -1)
    scale = torch.sqrt((powers * powers).sum(0))
    powers = _np_finite(powers / scale, "SVD did not converge in Linear Least Squares")
    limit = places.shape[0] * 2.220446049250313e-16
    if bool(torch.linalg.matrix_rank(powers, rtol=limit) != deg + 1):
        prim.host("warnings.warn")("Polyfit may be poorly conditioned", prim.host("numpy.exceptions.RankWarning"))
    return prim.to_numpy_array((torch.linalg.pinv(powers, rtol=limit) @ values) / scale)
