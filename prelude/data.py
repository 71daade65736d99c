"""Tensors of data: numbers, nested lists, arrays, other tensors."""


@operator("Tensor.new_tensor", numpy="dtype")
def new_tensor(self, data, *, dtype=None, device=None, requires_grad=False, layout=None, pin_memory=False):
    """A tensor of nested lists, of the tensor's dtype"""
    return tensor(data, dtype=self.dtype if dtype is None else dtype, requires_grad=requires_grad)


@operator("torch.tensor", numpy="dtype", examples=["torch.tensor([[1, 2]]) == torch.tensor([[1, 2]])", "torch.tensor([1, 2.5]) == torch.tensor([1., 2.5])"])
def tensor(data, *, dtype=None, device=None, requires_grad=False, pin_memory=False):
    """A new tensor of a number, nested lists or another tensor"""
    prim.check_device(device)
    if prim.is_tensor(data):
        result = prim.clone(prim.detach(data))
        return _finish(result if dtype is None else prim.cast(result, dtype), requires_grad)
    if isinstance(data, (str, bytes)):
        raise TypeError(f"new(): invalid data type '{prim.type_name(data)}'")
    if prim.is_numpy(data):
        return tensor(prim.numpy_tensor(data), dtype=dtype, requires_grad=requires_grad)
    data = _plain_data(data)
    if prim.is_number(data):
        _check_element(data, dtype)
        return _finish(prim.full((), data, prim.dtype_of(data) if dtype is None else dtype), requires_grad)
    if prim.is_runtime_list(data) and prim.may_hold_objects(data):
        if dtype is None:
            prim.check(len(data) > 0, "NotImplementedError", "torch.tensor of a list that only run time knows to be empty; give a dtype")
        elif len(data) == 0:
            return _finish(prim.full((0,), 0, dtype), requires_grad)
        parts = stack([prim.numpy_tensor(each) if prim.is_numpy(each) else tensor(each) for each in data])
        return _finish(parts if dtype is None else prim.cast(parts, dtype), requires_grad)
    if prim.is_nested_in_run_time(data):
        result = prim.of_runtime_list(data, dtype)
        if dtype is None and result.dtype != prim.default_dtype():
            prim.check(result.numel() > 0, "NotImplementedError", "torch.tensor of a list that only run time knows to be empty; give a dtype")
        return _finish(result, requires_grad)
    sizes = _nested_sizes(data)
    given, dtype = dtype, _dtype_of_element(data) if dtype is None else dtype
    values = []
    if 0 not in sizes:  # else no sequence is looked into
        _flatten_into(data, sizes, values)
    values = [_element(each, dtype) for each in values]
    for each in values:
        _check_element(each, given)
    made = prim.of_values(values, sizes, dtype) if values else prim.full(tuple(sizes), 0, dtype)
    return _finish(made, requires_grad)


@operator("torch.asarray", numpy="array")
def asarray(obj, *, dtype=None, device=None, copy=None, requires_grad=None):
    """A tensor of the data, over its memory where that can be and no copy is asked for"""
    prim.check_device(device)
    if isinstance(obj, prim.host("numpy.ndarray")):
        obj = from_numpy(obj)
    if not prim.is_tensor(obj):
        if copy is False:
            raise ValueError("can't alias arbitrary sequence into a tensor.")
        return tensor(obj, dtype=dtype, requires_grad=requires_grad is True)
    if requires_grad is not None and requires_grad != obj.requires_grad:
        prim.refuse("torch.asarray", "requires_grad")
    result = obj if dtype is None else prim.cast(obj, dtype)
    if copy is False and result.dtype != obj.dtype:
        raise ValueError(f"can't alias tensor with dtype '{prim.class_name(obj)}' into dtype '{prim.class_name(result)}'.")
    return prim.clone(result) if copy and result.dtype == obj.dtype else result


@operator("torch.as_tensor", numpy="array")
def as_tensor(data, dtype=None, device=None):
    """A tensor of the data; a tensor of the right dtype as it is"""
    if isinstance(data, prim.host("numpy.ndarray")):
        data = from_numpy(data)
    if prim.is_tensor(data):
        return data if dtype is None else prim.cast(data, dtype)
    return tensor(data, dtype=dtype, device=device)


@operator("torch.scalar_tensor")
def scalar_tensor(s, *, dtype=None, device=None, layout=None, requires_grad=False, pin_memory=False):
    """A tensor of rank 0"""
    prim.check_device(device)
    dtype = prim.default_dtype() if dtype is None else dtype
    _check_converts(s, dtype)
    return _finish(prim.full((), s, dtype), requires_grad)
