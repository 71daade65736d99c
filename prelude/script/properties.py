"""What tensors have: sizes, kinds, gradients. Sizes and steps are lists."""


@operator("script.tensor.size", "script.tensor.sym_size")
def script_size(self, dim=None):
    """All sizes in a list, or that of one dimension"""
    return list(self.shape) if dim is None else self.size(dim)


@operator("script.tensor.stride", "script.tensor.sym_stride")
def script_stride(self, dim=None):
    """All steps between neighbours in a list, or that of one dimension"""
    return list(self.stride()) if dim is None else self.stride(dim)


@operator("script.Size")
def script_sizes(sizes):
    """A list of sizes"""
    return list(sizes)


@operator("script._infer_size", "script.broadcast_shapes")
def script_broadcast_sizes(a, b):
    """The sizes that both broadcast to"""
    return list(_broadcast_shape(a, b))


@operator("script._size_if_not_equal")
def script_size_if_not_equal(self_size, other_size):
    """Sizes, where they differ from others"""
    return None if script_eq(self_size, other_size) else self_size


@operator("script.tensor.is_leaf")
def script_is_leaf(self):
    """Whether no operator recorded the tensor"""
    return self.is_leaf


@operator("script.tensor.mT")
def script_matrix_transpose(self):
    """Matrices with their dimensions exchanged"""
    return self.mT


@operator("script.tensor.mH")
def script_matrix_adjoint(self):
    """Matrices with their dimensions exchanged, conjugated"""
    return self.mH


@operator("script.tensor.matrix_H")
def script_adjoint(self):
    """A matrix with its dimensions exchanged, conjugated"""
    return self.H


@operator("script.prim.device")
def script_device_of(a):
    """The device of a tensor"""
    return a.device


@operator("script.prim.layout")
def script_layout(a):
    """0: the number of the layout of all tensors that Lith has"""
    return 0


@operator("script.prim.requires_grad")
def script_requires_grad(a):
    """Whether operators on the tensor are recorded"""
    return a.requires_grad


@operator("script.prim.data")
def script_data(a):
    """The tensor without its history"""
    return a.data


@operator("script.prim.grad")
def script_grad(a):
    """The gradient of the tensor, or None"""
    return a.grad


@operator("script.prim.itemsize")
def script_itemsize(a):
    """The bytes of an element"""
    return a.itemsize


@operator("script.prim.nbytes")
def script_nbytes(a):
    """The bytes of all elements"""
    return a.nbytes


@operator("script.prim.is_cpu")
def script_is_cpu(a):
    """True: there is no other device"""
    return True


@operator("script.prim.is_cuda", "script.prim.is_ipu", "script.prim.is_maia", "script.prim.is_meta", "script.prim.is_mkldnn", "script.prim.is_mps", "script.prim.is_mtia", "script.prim.is_nested", "script.prim.is_quantized", "script.prim.is_sparse", "script.prim.is_sparse_csr", "script.prim.is_vulkan", "script.prim.is_xla", "script.prim.is_xpu")
def script_is_elsewhere(a):
    """False: tensors lie in the memory of the CPU, each element at its place"""
    return False


@operator("script.prim.name")
def script_name(a):
    """None: tensors have no names"""
