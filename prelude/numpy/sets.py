"""Arrays as sets, and how often elements occur."""


@operator("numpy.unique")
def np_unique(ar, return_index=False, return_inverse=False, return_counts=False):
    """As NumPy's"""
    tensor = _np_tensor(ar)
    flat = tensor.reshape(-1)
    if flat.dtype == torch.bool:
        order = flat.to(torch.uint8).argsort(stable=True)
    else:
        order = flat.argsort(stable=True)
    ordered = flat[order]
    is_first = torch.ones(flat.shape[0], dtype=torch.bool)
    is_first[1:] = (ordered[1:] != ordered[:-1]) & ~(_np_nans(ordered[1:]) & _np_nans(ordered[:-1]))
    firsts = torch.nonzero(is_first).reshape(-1)
    results = [ordered[firsts]]
    if return_index:
        results.append(order[firsts])
    if return_inverse:
        inverse = torch.zeros(flat.shape[0], dtype=torch.int64)
        inverse[order] = torch.cumsum(is_first, 0) - 1
        results.append(inverse.reshape(tensor.shape))
    if return_counts:
        results.append(torch.diff(torch.cat([firsts, torch.full((1,), flat.shape[0], dtype=torch.int64)])))
    results = [prim.to_numpy_array(each) for each in results]
    return tuple(results) if len(results) > 1 else results[0]


@operator("numpy.isin")
def np_isin(element, test_elements, *, invert=False):
    """As NumPy's"""
    element, tests = _np_tensor(element), _np_tensor(test_elements).reshape(-1)
    dtype = _np_promoted(element.dtype, tests.dtype)
    dtype = torch.uint8 if dtype == torch.bool else dtype
    found = torch.isin(element.to(dtype), tests.to(dtype))
    return prim.to_numpy_array(~found if invert else found)


@operator("numpy.union1d")
def np_union1d(ar1, ar2):
    """As NumPy's"""
    return np_unique(np_concatenate([ar1, ar2], None))


@operator("numpy.intersect1d")
def np_intersect1d(ar1, ar2):
    """As NumPy's"""
    both = _np_tensor(np_concatenate([np_unique(ar1), np_unique(ar2)])).sort().values
    return prim.to_numpy_array(both[:-1][both[1:] == both[:-1]])


@operator("numpy.setdiff1d")
def np_setdiff1d(ar1, ar2):
    """As NumPy's"""
    mine = prim.numpy_tensor(np_unique(ar1))
    return prim.to_numpy_array(mine[prim.numpy_tensor(np_isin(prim.to_numpy_array(mine), ar2, invert=True))])


@operator("numpy.bincount")
def np_bincount(x, weights=None, minlength=0):
    """As NumPy's"""
    tensor = _np_tensor(x)
    if tensor.dim() != 1:
        raise ValueError("object of too small depth for desired array" if tensor.dim() == 0 else "object too deep for desired array")
    if tensor.dtype.is_floating_point and (tensor.numel() > 0 or prim.is_numpy(x)):
        raise TypeError("Cannot cast array data from dtype('" + str(tensor.dtype)[6:] + "') to dtype('int64') according to the rule 'safe'")
    tensor = tensor.long()
    prim.check(not bool((tensor < 0).any()), "ValueError", "'list' argument must have no negative elements")
    prim.check(_np_plain(minlength) >= 0, "ValueError", "'minlength' must not be negative")
    if weights is None:
        return prim.to_numpy_array(torch.bincount(tensor, minlength=_np_plain(minlength)))
    weights = _np_tensor(weights).double()
    prim.check(weights.numel() == tensor.numel(), "ValueError", "The weights and list don't have the same length.")
    return prim.to_numpy_array(torch.bincount(tensor, weights, minlength=_np_plain(minlength)))


@operator("numpy.searchsorted")
def np_searchsorted(a, v, side="left"):
    """As NumPy's"""
    if side not in ("left", "right"):
        raise ValueError(f"search side must be 'left' or 'right' (got {side!r})")
    rows, values = _np_tensor(a), _np_tensor(v)
    if rows.dim() != 1:
        raise ValueError("object too deep for desired array" if rows.dim() > 1 else "object of too small depth for desired array")
    dtype = _np_promoted(rows.dtype, values.dtype)
    dtype = torch.uint8 if dtype == torch.bool else dtype
    rows, values, is_right = rows.to(dtype), values.to(dtype).contiguous(), side == "right"
    nans = _np_nans(rows)
    filled = rows.masked_fill(nans, float("inf")) if dtype.is_floating_point else rows
    numbers = (~nans).sum()
    found = torch.minimum(torch.searchsorted(filled.contiguous(), values, right=is_right), numbers)
    return prim.to_numpy(torch.where(_np_nans(values), rows.shape[0] if is_right else numbers, found))


@operator("numpy.ndarray.searchsorted")
def np_searchsorted_in(self, v, side="left"):
    """As NumPy's"""
    return np_searchsorted(self, v, side)


@operator("numpy.digitize")
def np_digitize(x, bins, right=False):
    """As NumPy's"""
    edges = _np_tensor(bins)
    if edges.dim() != 1:
        raise ValueError("object too deep for desired array" if edges.dim() > 1 else "object of too small depth for desired array")
    side = "left" if right else "right"
    if bool((edges[1:] >= edges[:-1]).all()):
        return np_searchsorted(prim.to_numpy_array(edges), x, side)
    prim.check(bool((edges[1:] <= edges[:-1]).all()), "ValueError", "bins must be monotonically increasing or decreasing")
    return np_sub(edges.shape[0], np_searchsorted(prim.to_numpy_array(torch.flip(edges, (0,))), x, side))
