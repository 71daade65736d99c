"""What sequences and arrays are as indices of a tensor."""


def index_of_data(data):
    """The tensor of a sequence, or of an array: ints, unless they are bools or bytes, and where there is nothing"""
    found = data if prim.is_tensor(data) else tensor(data)
    if found.dim() == 0 or found.dtype == torch.bool or found.dtype == torch.uint8:
        return found
    return prim.cast(found, torch.int64)


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
