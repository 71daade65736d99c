"""Values between points."""


@operator("numpy.interp")
def np_interp(x, xp, fp, left=None, right=None):
    """As NumPy's"""
    x, xp, fp = _np_tensor(x).double(), _np_tensor(xp).double(), _np_tensor(fp).double()
    if xp.shape[0] == 0:
        raise ValueError("array of sample points is empty")
    if xp.shape[0] != fp.shape[0]:
        raise ValueError("fp and xp are not of the same length.")
    last = xp.shape[0] - 1
    at = torch.searchsorted(xp, x, right=True) - 1
    low = torch.clamp(at, 0, last)
    high = torch.clamp(low + 1, 0, last)
    slope = (fp[high] - fp[low]) / (xp[high] - xp[low])
    result = slope * (x - xp[low]) + fp[low]
    other = slope * (x - xp[high]) + fp[high]
    flat = torch.where(other.isnan() & (fp[low] == fp[high]), fp[low], other)
    result = torch.where(result.isnan(), flat, result)
    result = torch.where((at >= last) | (xp[low] == x), fp[low], result)
    result = torch.where(x > xp[last], fp[last] if right is None else float(right), result)
    result = torch.where(at < 0, fp[0] if left is None else float(left), result)
    return prim.to_numpy(torch.where(x.isnan(), x, result))
