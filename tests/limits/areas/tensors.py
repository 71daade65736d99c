"""Tensors: values, identity and attributes."""

import copy
import warnings

import torch

from limits.entry import differs, limit, prose, raises, refused, script

T = torch.tensor


@script(differs(3.0))
def method_set_on_one_tensor(door):
    """An attribute of one tensor with the name of a method, `x.sum = f`, is not seen."""
    x = torch.ones(3)
    x.sum = lambda: torch.tensor(7.0)
    return float(door.compile(lambda x: x.sum())(x))


@limit(refused("LTH0301"), lambda: (2,))
def attribute_of_tensors_of_a_list(n):
    """An attribute, or `data`, that a loop sets on tensors of a list that only run time knows."""
    xs = [torch.ones(1) for _ in range(n)]
    for x in xs:
        x.label = 3  # here
    return [x.label for x in xs]


@limit(refused("LTH0302"), lambda: (torch.ones(2),))
def data_pointer(x):
    """`data_ptr()` of a tensor, `ctypes` of an array."""
    return x.data_ptr()  # here


@limit(refused("LTH0503"), lambda: (torch.ones(2),))
def other_device(x):
    """A device other than the CPU."""
    return x.to("cuda")  # here


@limit(differs(torch.complex64), lambda: (torch.ones(2, dtype=torch.float16),))
def half_and_complex(x):
    """float16 and a complex number give complex64; eager gives complex32, which Lith does not have."""
    return (x * 1j).dtype


@limit(refused("LTH0315"), lambda: (torch.complex(torch.ones(2), torch.ones(2)).conj(),))
def conjugated_argument(z):  # here
    """A complex argument that is a conjugated view; pass `resolve_conj()` of it."""
    return z + 1


@limit(
    refused("LTH0301"),
    lambda: (torch.ones(1, 2, 2, 2).contiguous(memory_format=torch.channels_last),),
)
def contiguous_is_the_same(x):
    """`is`, and keys, of a tensor and what `contiguous(memory_format=...)`, `to(memory_format=...)`, `broadcast_tensors`,
    `diff` or `F.dropout` made of it: only run time knows whether that is the tensor itself."""
    return x.contiguous(memory_format=torch.channels_last) is x  # here


@limit(differs(), lambda: (torch.ones(2), 2))
def one_of_a_list_is_the_same(x, n):
    """`is` of a tensor and of what a container of run time has that eager has as the tensor itself."""
    y = torch.broadcast_tensors(x, x)[0]
    return ([y] * n)[0] is x


@script(differs())
def result_that_is_the_argument(door):
    """What these give of a tensor is, as a result, a view of it where eager gives back the argument itself, as `contiguous()`
    and `to` of a dtype or device do here, too."""

    def channels_last(x):
        return x.contiguous(memory_format=torch.channels_last)

    x = torch.ones(1, 2, 2, 2).contiguous(memory_format=torch.channels_last)
    return door.compile(channels_last)(x) is x


@limit(differs(), lambda: (torch.ones(3, 1).expand(3, 4),))
def deep_copy_of_a_view(x):
    """`copy.deepcopy` of a view has its elements, without gaps and none twice; eager copies all memory, and the view of it."""
    return copy.deepcopy(x).stride()


@script(differs())
def version_of_what_a_result_shares(door):
    """A write into a result of `x.data` or `from_numpy(x.numpy())` counts as one into the argument, one into that of `view(dtype)` does not."""
    x, y = torch.ones(2), torch.ones(2)
    door.compile(lambda x: x.data)(x).add_(1)
    door.compile(lambda x: x.view(torch.int32))(y).add_(1)
    return x._version, y._version


@limit(raises(NotImplementedError), lambda: (torch.ones(1), 9))
def more_than_eight_dimensions(x, n):
    """A tensor of more than 8 dimensions raises NotImplementedError."""
    for _ in range(n):
        x = x.unsqueeze(0)
    return x.dim()


@limit(refused("LTH0301"), lambda: (torch.ones(1),))
def attribute_of_a_result(x):
    """An attribute that a program sets on a tensor that it made and gives back."""
    y = x + 1
    y.label = 3
    return y  # here


@limit(refused("LTH0302"), lambda: (torch.ones(2),))
def sparse_tensor(x):
    """Sparse, quantised and nested tensors."""
    return x.to_sparse().is_sparse  # here


@script(refused("LTH0502"))
def conjugate_written_later(door):
    """`conj` of a complex tensor (also `mH`, `H`, `adjoint`), where it or the tensor is written afterwards."""

    def f(x):
        y = torch.complex(x, x)
        conjugate = y.conj()  # here
        y += 1
        return conjugate

    return door.compile(f)(torch.ones(2))


@limit(raises(NotImplementedError), lambda: (torch.ones(1, 2), 0))
def squeeze_in_place(x, n):
    """`x.squeeze_()` where sizes of run time decide the rank raises NotImplementedError."""
    y = x[n:].clone()
    y.squeeze_()
    return y


@limit(differs(), lambda: (3,))
def tuple_that_a_loop_carries(n):
    """A tuple that a loop carries may be two equal ones in a result."""
    t = (n, n)
    u = t
    for i in range(n):
        t = (i, t[0])
        u = t
    return t, u


@limit(raises(NotImplementedError), lambda: (0,))
def dtype_of_an_empty_list(n):
    """`torch.tensor` of a list of ints or bools that only run time knows to be empty, and of ints and floats where it
    holds no float, raises NotImplementedError; a `dtype=` helps."""
    return torch.tensor([i for i in range(n)])


prose(
    __name__,
    "Arguments made by `torch._neg_view` in inference mode are read as if they were not negated.",
    "a private function of torch",
)


@limit(refused("LTH0301"), lambda: (1,))
def default_dtype_of_run_time(n):
    """A default dtype that only run time knows, where it is asked for."""
    before = torch.get_default_dtype()
    torch.set_default_dtype(torch.float64 if n else torch.float32)
    x = torch.ones(2)  # here
    torch.set_default_dtype(before)
    return x


@limit(refused("LTH0302"), lambda: (torch.ones(2),))
def attribute_deleted(x):
    """`del` of an attribute of a tensor."""
    x.label = 1
    del x.label  # here
    return hasattr(x, "label")


@limit(
    refused("LTH0302"),
    lambda: (torch.ones(1), torch.nn.Parameter(torch.ones(2)), torch.ones(2)),
)
def class_of_a_parameter_or_a_tensor(x, p, t):
    """The class of one of several parameters, or parameters and tensors, that paths choose, and `isinstance` of it."""
    one = p if x.sum() > 0 else t
    return isinstance(one, torch.nn.Parameter)  # here


prose(
    __name__,
    "`torch.FloatTensor(3)` holds zeros; eager's elements are whatever was there.",
    "the matrix of kinds shows which cells (tests/matrix/known.py)",
)


@limit(refused("LTH0301"), lambda: (torch.ones(2),))
def how_pytorch_holds_it(x):
    """`_version`, `_cdata`, and `output_nr` where gradients are, of a tensor."""
    x.add_(1)
    return x._version  # here


@limit(differs(), lambda: (torch.tensor([1 + 2j]),))
def conjugated_result(z):
    """A result that is the `conj` of a complex tensor has its elements; eager's is a view, of which `is_conj()` is True."""
    return z.conj()


@script(differs([]))
def warnings_of_torch(door):
    """PyTorch's own warnings, as of `std` without degrees of freedom, `float` of a tensor with a gradient, or a `dim` left
    out, are not given."""
    f = door.compile(lambda x: x.std())
    with warnings.catch_warnings(record=True) as given:
        warnings.simplefilter("always")
        f(torch.ones(1))
    return [str(each.category.__name__) for each in given]
