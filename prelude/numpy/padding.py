"""Arrays with more elements around them."""


@operator("numpy.pad")
def np_pad(array, pad_width, mode="constant", *, constant_values=0):
    """As NumPy's, with one constant"""
    tensor = _np_tensor(array)
    widths = _np_widths(pad_width, tensor.dim())
    if not isinstance(mode, str) or mode not in ("constant", "edge", "reflect", "symmetric", "wrap"):
        prim.refuse("numpy.pad", "this mode")
    if mode == "constant":
        value = _np_tensor(constant_values)
        if value.dim() > 0:
            prim.refuse("numpy.pad", "several constants")
        sizes = [before + size + after for size, (before, after) in zip(tensor.shape, widths)]
        result = value.to(tensor.dtype).expand(sizes).clone()
        result[tuple([slice(before, before + size) for size, (before, _) in zip(tensor.shape, widths)])] = tensor
        return prim.to_numpy_array(result)
    for axis, (before, after) in enumerate(widths):
        size = tensor.shape[axis]
        prim.check((size > 0) | (before + after == 0), "ValueError", "can't extend empty axis {0} using modes other than 'constant' or 'empty'", axis)
        if before + after > 0:
            tensor = torch.index_select(tensor, axis, _np_padded_places(torch.arange(-before, size + after), size, mode))
    return prim.to_numpy_array(tensor.clone())


def _np_widths(pad_width, rank):
    """How many elements come before and after each axis."""
    if isinstance(pad_width, (list, tuple)):
        if len(pad_width) == 0 or isinstance(pad_width, dict):
            prim.refuse("numpy.pad", "widths of this form")
        if not isinstance(pad_width[0], (list, tuple)):
            pad_width = (pad_width,)
        widths = [tuple([_np_plain(n) for n in (each if len(each) == 2 else (each[0], each[0]))]) for each in pad_width]
        widths = widths * rank if len(widths) == 1 else widths
        if len(widths) != rank:
            raise ValueError(f"operands could not be broadcast together with remapped shapes [original->remapped]: ({len(widths)},2) and requested shape ({rank},2)")
    else:
        width = _np_plain(pad_width)
        prim.check(width >= 0, "ValueError", "index can't contain negative values")
        widths = [(width, width)] * rank
    for before, after in widths:
        prim.check((before >= 0) & (after >= 0), "ValueError", "index can't contain negative values")
    return widths


def _np_padded_places(places, size, mode):
    """Which elements those of a longer axis are."""
    if mode == "edge":
        return places.clamp(0, size - 1)
    if mode == "wrap":
        return places % size
    if mode == "symmetric":
        places = places % (2 * size)
        return torch.where(places >= size, 2 * size - 1 - places, places)
    places = places % max(2 * (size - 1), 1)
    return torch.where(places >= size, 2 * (size - 1) - places, places)
