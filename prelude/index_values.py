"""What sequences and arrays are as indices of a tensor."""


def index_of_sequence(index):
    """A tuple of indices, where a short one holds more than numbers; any other is the tensor of it"""
    if not isinstance(index, tuple) and (len(index) >= 32 or not _holds_indices(index)):
        return index_of_data(index)
    return tuple(index)


def _holds_indices(index):
    for i in range(len(index)):
        each = index[i]
        if prim.is_tensor(each) or prim.is_sequence(each) or isinstance(each, slice) or each is None or each is ...:
            return True
    return False


def index_of_data(data):
    """The tensor of a sequence, or of an array: ints, unless they are bools or bytes, and where there is nothing"""
    if prim.is_tensor(data):
        isOwn = data.dtype == torch.bool or data.dtype == torch.uint8 or data.dim() == 0 and not data.dtype.is_floating_point
        return data if isOwn else prim.cast(data, torch.int64)
    if prim.is_nested_in_run_time(data):
        found = tensor(data)
        return found if found.dtype == torch.bool else prim.cast(found, torch.int64)
    dtype = _dtype_of_element(data)
    return tensor(data, dtype=dtype if dtype == torch.bool or dtype == torch.uint8 else torch.int64)


def index_of_numbers(data):
    """The same of a list of run time that holds ints or floats"""
    return tensor(data, dtype=torch.int64)


def index_of_bools(data, self, dim):
    """Where a list of run time holds True; where it is empty, eager takes it for one of ints"""
    mask = tensor(data, dtype=torch.bool)
    count = mask.shape[0]
    size = self.shape[dim]
    prim.check((count == 0) | (count == size), "IndexError", "The shape of the mask [{0}] at index 0 does not match the shape of the indexed tensor {1} at index {2}", count, list(self.shape), dim)
    return prim.reshape(prim.nonzero(mask), (-1,))
