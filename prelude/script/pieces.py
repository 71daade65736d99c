"""Operators that give several tensors: lists, as TorchScript has them, where Python gives tuples."""


@operator("script.tensor.chunk", "script.tensor.unsafe_chunk")
def script_tensor_chunk(self, chunks, dim=0):
    """So many pieces along a dimension"""
    return list(self.chunk(chunks, dim))


@operator("script.tensor.split", "script.tensor.split_with_sizes", "script.tensor.unsafe_split", "script.tensor.unsafe_split_with_sizes")
def script_tensor_split(self, split_size, dim=0):
    """Pieces of a size, or of several"""
    return list(self.split(split_size, dim))


@operator("script.tensor.tensor_split")
def script_tensor_tensor_split(self, indices_or_sections, dim=0):
    """Pieces of nearly equal size, or between positions"""
    return list(self.tensor_split(indices_or_sections, dim))


@operator("script.tensor.hsplit")
def script_tensor_hsplit(self, indices_or_sections):
    """Pieces along the second dimension, or the only one"""
    return list(self.hsplit(indices_or_sections))


@operator("script.tensor.vsplit")
def script_tensor_vsplit(self, indices_or_sections):
    """Pieces along the first dimension"""
    return list(self.vsplit(indices_or_sections))


@operator("script.tensor.dsplit")
def script_tensor_dsplit(self, indices_or_sections):
    """Pieces along the third dimension"""
    return list(self.dsplit(indices_or_sections))


@operator("script.tensor.unbind")
def script_tensor_unbind(self, dim=0):
    """The parts of a dimension"""
    return list(self.unbind(dim))


@operator("script.tensor.meshgrid")
def script_tensor_meshgrid(tensors, *, indexing="ij"):
    """Coordinates of a grid"""
    return list(torch.meshgrid(*tensors, indexing=indexing))


@operator("script.tensor.broadcast_tensors")
def script_tensor_broadcast_tensors(tensors):
    """Tensors expanded to their common sizes"""
    return list(torch.broadcast_tensors(*tensors))


@operator("script.tensor.atleast_1d")
def script_tensor_atleast_1d(values):
    """A tensor, or tensors in a list, of one dimension at least"""
    return list(torch.atleast_1d(*values)) if isinstance(values, list) else torch.atleast_1d(values)


@operator("script.tensor.atleast_2d")
def script_tensor_atleast_2d(values):
    """A tensor, or tensors in a list, of two dimensions at least"""
    return list(torch.atleast_2d(*values)) if isinstance(values, list) else torch.atleast_2d(values)


@operator("script.tensor.atleast_3d")
def script_tensor_atleast_3d(values):
    """A tensor, or tensors in a list, of three dimensions at least"""
    return list(torch.atleast_3d(*values)) if isinstance(values, list) else torch.atleast_3d(values)


@operator("script.tensor.nonzero_numpy")
def script_tensor_nonzero_numpy(self):
    """The places of elements that are not 0, a tensor for each dimension"""
    return list(torch.nonzero(self, as_tuple=True))


@operator("script.tensor.where")
def script_tensor_where(condition, *values):
    """Elements of one of two; with a condition alone, the places where it holds"""
    return torch.where(condition, *values) if values else script_tensor_nonzero_numpy(condition)
