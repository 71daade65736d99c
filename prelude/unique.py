"""Distinct elements, and whether elements are among others."""


@operator("torch.unique", "Tensor.unique", "torch._unique2", "torch.functional.unique")
def unique(self, sorted=True, return_inverse=False, return_counts=False, dim=None):
    """Distinct elements in order; where each went and how many where asked for"""
    _no_complex(self, "unique" if dim is None else "unique_dim")
    if dim is not None:
        values, inverse, counts = _unique_slices(self, _own_dim(dim, self.dim()), True)
    else:
        values, inverse, counts = prim.unique(self, False)
    return _unique_results(values, inverse, counts, return_inverse, return_counts)


@operator("torch.unique_consecutive", "Tensor.unique_consecutive", "torch.functional.unique_consecutive")
def unique_consecutive(self, return_inverse=False, return_counts=False, dim=None):
    """Elements without neighbours that are equal"""
    _no_complex(self, "unique")
    if dim is not None:
        values, inverse, counts = _unique_slices(self, _own_dim(dim, self.dim()), False)
    else:
        values, inverse, counts = prim.unique(self, True)
    return _unique_results(values, inverse, counts, return_inverse, return_counts)


def _unique_slices(self, dim, sorted):
    """Distinct slices of a dimension, sorted by their first element, then by the next ones."""
    slices = movedim(self, dim, 0)
    length = slices.shape[0]
    prim.check((slices.numel() > 0) | (length == 0), "RuntimeError", "There are 0 sized dimensions, and they aren't selected, so unique cannot be applied")
    prim.check((length > 0) | (_volume_of(slices.shape[1:]) > 0), "RuntimeError", "Number of zero sized dimensions is more than one, so unique cannot be applied ")
    rows = prim.reshape(slices, (length, slices[:1].numel()))
    order = prim.arange(0, 1, length, torch.int64)
    if sorted:
        for i in reversed(range(rows.shape[1])):
            order = prim.index_select(order, 0, prim.argsort(prim.index_select(rows[:, i], 0, order), 0, False, True))
    rows = prim.index_select(rows, 0, order)
    changes = prim.any(rows[1:] != rows[: max(length - 1, 0)], (1,))
    groups = cumsum(prim.concat([prim.full((min(length, 1),), 0, torch.int64), prim.cast(changes, torch.int64)], 0), 0)
    first = prim.concat([prim.full((min(length, 1),), True, torch.bool), changes], 0)
    values = movedim(prim.index_select(slices, 0, order[first]), 0, dim)
    return values, prim.scatter(groups, 0, order, groups, 0), prim.bincount(groups, 0)


def _unique_results(values, inverse, counts, return_inverse, return_counts):
    if return_inverse and return_counts:
        return values, inverse, counts
    if return_inverse:
        return values, inverse
    if return_counts:
        return values, counts
    return values


@operator("torch.isin", out="expected")
def isin(elements, test_elements, *, assume_unique=False, invert=False):
    """Whether each element is among others"""
    for each in (elements, test_elements):
        if prim.is_tensor(each) and (each.dtype == torch.bool or prim.is_complex(each)):
            raise RuntimeError(f"Unsupported input type encountered for isin(): {prim.class_name(each)}")
        if isinstance(each, (bool, complex)):
            raise RuntimeError(f"Unsupported input type encountered for isin(): {'Bool' if isinstance(each, bool) else 'ComplexDouble'}")
    if prim.is_floating(prim.result_type(elements, test_elements)):
        elements, test_elements = _common(elements, test_elements)
    if prim.is_tensor(elements) and prim.is_tensor(test_elements):
        found = prim.any(unsqueeze(elements, -1) == flatten(test_elements), (-1,))
    else:
        found = elements == test_elements
        if prim.is_tensor(test_elements):
            found = prim.any(found, None)
    return ~found if invert else found
