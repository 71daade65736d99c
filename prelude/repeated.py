"""`x.f_(...)` of a tensor that may be expanded, for operators that write elements of it which share their place.

Each takes what its operator takes. An element that is written is written in memory, where all that share it see it.
"""


def _shares_places(self):
    """Whether elements share their place, as those of an expanded tensor do."""
    shares = False
    for dim in range(self.dim()):
        shares = shares | ((self.shape[dim] > 1) & (prim.stride(self, dim) == 0))
    return shares


def _repeated_index_put(self, indices, values, accumulate=False):
    made = index_put(self, indices, values, accumulate)
    if _shares_places(self):
        return prim.put(self, values, accumulate, list(indices))
    return prim.store_result(self, made)


def _repeated_index_fill(self, dim, index, value):
    made = index_fill(self, dim, index, value)
    if _shares_places(self):
        filled = value if prim.is_tensor(value) else prim.full((), value, self.dtype)
        return prim.put(self, filled, False, [None] * _wrapped(dim, self.dim()) + [index])
    return prim.store_result(self, made)


def _repeated_masked_fill(self, mask, value):
    if _shares_places(self):
        masked_fill(self, mask, value)  # raises what it raises
        filled = prim.cast(value, self.dtype) if prim.is_tensor(value) else prim.full((), value, self.dtype)
        return prim.put(self, filled, False, [prim.expand(mask, self.shape)])
    return prim.store_result(self, masked_fill(self, mask, value))
