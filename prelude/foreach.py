"""Functions of PyTorch on lists of tensors. Each tensor is computed as by itself."""


# torch._foreach_<name>(tensors, *operands): the method of each tensor. An operand is for all of them, or a list with
# one for each.
def foreach(name, tensors, operands, options):
    count = _count_of_tensors(tensors)
    for each in operands:
        _check_operand(each, count)
    made = [getattr(tensors[i], name)(*[_operand(each, i) for each in operands], **options) for i in range(count)]
    return tensors if name.endswith("_") else tuple(made)


def _count_of_tensors(tensors):
    if len(tensors) == 0:
        raise RuntimeError("Tensor list must have at least one tensor.")
    return len(tensors)


def _check_operand(operand, count):
    if isinstance(operand, (list, tuple)):
        if len(operand) > 0 and not prim.is_tensor(operand[0]):
            if len(operand) != count:
                raise RuntimeError("Tensor list must have same number of elements as scalar list.")
        elif len(operand) != count:
            raise RuntimeError(f"Tensor lists must have the same number of tensors, got {count} and {len(operand)}")
    elif prim.is_tensor(operand) and operand.dim() != 0:
        raise RuntimeError(f"scalar tensor expected to be 0 dim but it has {operand.dim()} dimensions and {operand.numel()} elements.")


def _operand(operand, i):
    return operand[i] if isinstance(operand, (list, tuple)) else operand


@operator("torch._foreach_maximum", "torch._foreach_clamp_min")
def foreach_maximum(self, other):
    """The larger of each element and that of the other list"""
    return foreach("clamp_min", self, (other,), {})


@operator("torch._foreach_maximum_", "torch._foreach_clamp_min_")
def foreach_maximum_(self, other):
    """The same, in place"""
    return foreach("clamp_min_", self, (other,), {})


@operator("torch._foreach_minimum", "torch._foreach_clamp_max")
def foreach_minimum(self, other):
    """The smaller of each element and that of the other list"""
    return foreach("clamp_max", self, (other,), {})


@operator("torch._foreach_minimum_", "torch._foreach_clamp_max_")
def foreach_minimum_(self, other):
    """The same, in place"""
    return foreach("clamp_max_", self, (other,), {})


@operator("torch._foreach_norm")
def foreach_norm(self, ord=2, dtype=None):
    """The norm of all elements of each tensor"""
    _count_of_tensors(self)
    return tuple([torch.linalg.vector_norm(each, ord, dtype=dtype) for each in self])


@operator("torch._foreach_pow")
def foreach_pow(self, exponent):
    """Each tensor to the power of the exponent; a number to the power of each tensor"""
    if isinstance(self, (list, tuple)):
        return foreach("pow", self, (exponent,), {})
    _count_of_tensors(exponent)
    return tuple([torch.pow(self, each) for each in exponent])


@operator("torch._foreach_pow_")
def foreach_pow_(self, exponent):
    """The same of tensors, in place"""
    return foreach("pow_", self, (exponent,), {})


def _foreach_scaled(name, self, first, second, scalars):
    if prim.is_tensor(scalars):
        if scalars.dim() != 1:
            raise RuntimeError("Expected packed scalar Tensor to be of dimension 1. Got " + str(scalars.dim()) + " instead.")
        if scalars.size(0) != len(self):
            raise RuntimeError(f"Expected length of scalars to match input of length {len(self)} but got {scalars.size(0)} instead.")
        scalars = scalars.tolist()
    count = _count_of_tensors(self)
    for each in (first, second, scalars):
        _check_operand(each, count)
    made = [getattr(self[i], name)(first[i], second[i], value=_operand(scalars, i)) for i in range(count)]
    return self if name.endswith("_") else tuple(made)


@operator("torch._foreach_addcdiv")
def foreach_addcdiv(self, tensor1, tensor2, value=1, scalars=None):
    """self + value * tensor1 / tensor2 of each"""
    return _foreach_scaled("addcdiv", self, tensor1, tensor2, value if scalars is None else scalars)


@operator("torch._foreach_addcdiv_")
def foreach_addcdiv_(self, tensor1, tensor2, value=1, scalars=None):
    """The same, in place"""
    return _foreach_scaled("addcdiv_", self, tensor1, tensor2, value if scalars is None else scalars)


@operator("torch._foreach_addcmul")
def foreach_addcmul(self, tensor1, tensor2, value=1, scalars=None):
    """self + value * tensor1 * tensor2 of each"""
    return _foreach_scaled("addcmul", self, tensor1, tensor2, value if scalars is None else scalars)


@operator("torch._foreach_addcmul_")
def foreach_addcmul_(self, tensor1, tensor2, value=1, scalars=None):
    """The same, in place"""
    return _foreach_scaled("addcmul_", self, tensor1, tensor2, value if scalars is None else scalars)


@operator("torch._C._group_tensors_by_device_and_dtype")
def group_tensors(tensors, with_indices=False):
    """The lists of tensors, a group for each device and dtype of the first list"""
    if len(tensors) == 0 or len(tensors[0]) == 0:
        raise RuntimeError("Expected !nested_tensorlist[0].empty() to be true, but got false.  (Could this error message be improved?  If so, please report an enhancement request to PyTorch.)")
    groups = {}
    for i in range(len(tensors[0])):
        key = (tensors[0][i].device, tensors[0][i].dtype)
        if key not in groups:
            groups[key] = ([[] for _ in tensors], [])
        lists, indices = groups[key]
        for mine, others in zip(lists, tensors):
            if len(others) > 0:
                mine.append(others[i])
        if with_indices:
            indices.append(i)
    return groups
