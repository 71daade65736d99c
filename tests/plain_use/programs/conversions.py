"""Dtypes named by Python's types and by texts, lists as indices, and arrays of NumPy."""

import numpy as np
import torch

from plain_use.row import same


@same(lambda: (torch.tensor([1.5, 0.0]),))
def to_a_python_type(x):
    """`Tensor.to` of Python's types, by place."""
    a, b, c = x.to(int), x.to(bool), x.to(float)
    return a, b, c, a.dtype, b.dtype, c.dtype


@same(lambda: (torch.tensor([1, 0]),))
def to_a_python_type_by_name(x):
    """`Tensor.to` of Python's types, by `dtype=`, and of complex."""
    return x.to(dtype=float), x.to(dtype=int).dtype, x.to(dtype=bool), x.to(complex).dtype


@same(lambda: (torch.tensor([1.5, 0.0]), torch.tensor([1])))
def to_another_tensor(x, y):
    """`Tensor.to` of a tensor, of a device and a type, and `type_as`."""
    return (
        x.to(y),
        x.to("cpu", int).dtype,
        x.to("cpu"),
        x.type_as(y),
        x.to(torch.device("cpu"), torch.int8),
    )


@same(lambda: (torch.tensor([1.5, 0.0]),))
def to_that_keeps(x):
    """`Tensor.to` of the type that a tensor has gives the tensor."""
    return (
        x.to(torch.float32) is x,
        x.to(float) is x,
        x.double().to(float).dtype,
        x.long().to(int).dtype,
        x.to() is x,
    )


@same(lambda: (torch.tensor([1.5, 0.0]),))
def type_of_a_tensor(x):
    """`Tensor.type` and its texts."""
    return x.type(), x.type(torch.int64), x.type("torch.IntTensor"), x.long().type()


@same(lambda: (torch.nn.Linear(1, 1),))
def module_to_a_dtype(m):
    """The dtype of parameters of a module."""
    return (
        m.weight.dtype,
        m.weight.to(float).dtype,
        m.weight.dtype == torch.float32,
        m.weight.dtype is torch.float,
    )


@same(lambda: (torch.tensor([1.5]),))
def dtype_comparison(x):
    """A dtype is no type of Python."""
    return (
        x.dtype == float,
        x.dtype is float,
        x.dtype in (int, float),
        x.long().dtype == int,
        x.dtype == torch.float,
    )


@same(lambda: (3,))
def arange_of_numpy_by_a_text(n):
    """`np.arange` with a dtype that is a text."""
    return (
        np.arange(5, dtype="float64"),
        np.arange(n, dtype="int32"),
        np.arange(0, n, dtype="float32"),
    )


@same(lambda: (3,))
def arrays_of_numpy_by_a_text(n):
    """Functions of NumPy with a dtype that is a text."""
    return (
        np.zeros(n, dtype="int64"),
        np.ones((n, 2), "float32"),
        np.full(n, 1, dtype="float64"),
        np.array([n], dtype="int8"),
    )


@same(lambda: (3,))
def arrays_of_numpy_by_a_python_type(n):
    """Functions of NumPy with Python's types."""
    return (
        np.arange(n, dtype=float),
        np.zeros(n, dtype=int),
        np.array([n, 0], dtype=bool),
        np.arange(n).astype(float),
    )


@same(lambda: (3,))
def linspace_of_numpy_by_a_text(n):
    """`np.linspace`, `np.eye` and `np.asarray` with a dtype that is a text."""
    return (
        np.linspace(0, 1, n, dtype="float32"),
        np.eye(n, dtype="int64"),
        np.asarray([n], dtype="float64"),
    )


@same(lambda: (torch.arange(3.0),))
def index_by_lists_of_numbers(x):
    """Lists of ints, of bools and of negative ints as indices."""
    return x[[0, 1]], x[[True, False, True]], x[[-1]], x[[0, 0]], x[torch.tensor([1, 2])], x[()]


@same(lambda: (torch.arange(3.0),))
def index_by_a_float(x):
    """A float and a tensor of floats as an index raise."""
    said = []
    for f in (lambda: x[1.5], lambda: x[torch.tensor([0.5])], lambda: x["a"]):
        try:
            f()
        except (IndexError, TypeError) as e:
            said.append((type(e).__name__, str(e)))
    return said


@same(lambda: (torch.arange(3.0),))
def index_by_a_mixed_list(x):
    """A list of an int and a bool, and a tuple of lists."""
    return x[[1, True]], x.view(3, 1)[[0, 2], [0, 0]]


@same(lambda: (3,))
def makers_with_python_types(n):
    """Functions that make tensors with `dtype=` of Python's types."""
    made = (
        torch.zeros(n, dtype=int),
        torch.ones(n, dtype=bool),
        torch.zeros(n, dtype=float),
        torch.full((n,), 1, dtype=float),
        torch.arange(n, dtype=float),
        torch.arange(n, dtype=int),
        torch.tensor([n], dtype=bool),
        torch.tensor([n], dtype=float),
        torch.empty(n, dtype=int),
        torch.eye(n, dtype=int),
        torch.randint(0, 5, (n,), dtype=float),
        torch.randint(0, 5, (n,), dtype=int),
        torch.randperm(n, dtype=int),
        torch.as_tensor([1], dtype=float),
        torch.asarray([1], dtype=bool),
    )
    return [t.dtype for t in made]


@same(lambda: (torch.tensor([1.5, 0.0]),))
def reductions_with_python_types(x):
    """Reductions with `dtype=` of Python's types."""
    made = (
        x.sum(dtype=int),
        x.sum(dtype=float),
        x.nansum(dtype=float),
        x.cumsum(0, dtype=float),
        x.cumprod(0, dtype=float),
        x.prod(dtype=float),
        x.mean(dtype=float),
        torch.softmax(x, 0, dtype=float),
        torch.log_softmax(x, 0, dtype=float),
        torch.nn.functional.softmax(x, dim=0, dtype=float),
        torch.norm(x, dtype=float),
    )
    return [t.dtype for t in made], x.sum(dtype=int)


@same(lambda: (torch.tensor([1.5, 0.0]),))
def likes_with_python_types(x):
    """`*_like` and `new_*` with `dtype=` of Python's types."""
    made = (
        torch.zeros_like(x, dtype=int),
        torch.ones_like(x, dtype=bool),
        torch.empty_like(x, dtype=float),
        x.new_zeros(2, dtype=int),
        x.new_ones(2, dtype=float),
        x.new_empty(1, dtype=bool),
        x.new_tensor([1], dtype=float),
    )
    return [t.dtype for t in made]


@same(lambda: (torch.tensor([1.5, 0.0]), int))
def type_of_python_as_an_argument(x, kind):
    """A type of Python that is an argument is a dtype."""
    return x.to(kind).dtype, x.to(dtype=kind).dtype, torch.zeros(2, dtype=kind).dtype


@same(lambda: (torch.tensor([1.5, 0.0]),))
def to_with_more_arguments(x):
    """`Tensor.to` of a device and a type of Python, `copy` and `non_blocking`."""
    return (
        x.to("cpu", float).dtype,
        x.to(x.device, int).dtype,
        x.to(float, copy=True).dtype,
        x.to(int, non_blocking=True).dtype,
    )


@same(lambda: (3,))
def arrays_of_numpy_by_a_short_text(n):
    """Functions of NumPy with a short name of a dtype."""
    return (
        np.zeros(n, dtype="f4"),
        np.arange(n, dtype="i8"),
        np.ones(n, dtype="f8"),
        np.zeros(n, "int"),
    )


@same(lambda: (3,), refused="LTH0502")
def array_of_bools_by_a_short_text(n):
    """A dtype of NumPy that is named "?"."""
    return np.ones(n, dtype="?")  # here


@same(lambda: (3,))
def astype_of_numpy_by_a_text(n):
    """`astype` by a text."""
    return np.arange(n).astype("float32"), np.arange(n).astype("bool"), np.ones(n).astype("int")


@same(lambda: (3,))
def dtype_of_an_array(n):
    """`dtype` of an array."""
    return np.arange(n).dtype == "int64"  # here


@same(lambda: (3,))
def meshgrid_unpacked(n):
    """`np.meshgrid` of vectors, lists and numbers, unpacked."""
    x, y = np.meshgrid(np.arange(n), np.arange(2))
    a, b = np.meshgrid(np.arange(n), np.arange(2), indexing="ij")
    return (
        x,
        y,
        a,
        b,
        [g.tolist() for g in np.meshgrid([1, n], [2])],
        [g.tolist() for g in np.meshgrid(n, np.arange(2))],
    )


@same(lambda: (3,))
def meshgrid_of_three(n):
    """`np.meshgrid` of three vectors, unpacked."""
    x, y, z = np.meshgrid(np.arange(n), np.arange(2), np.arange(1))
    return x, y, z


@same(lambda: (3,), refused="LTH0502")
def sparse_meshgrid(n):
    """`np.meshgrid` with `sparse=True`."""
    return [g.tolist() for g in np.meshgrid(np.arange(n), np.arange(2), sparse=True)]  # here


@same(lambda: (torch.ones(2),))
def kinds_of_results(x):
    """Functions that give a tuple, or a list, of tensors."""
    return (
        (
            type(torch.meshgrid(x, x, indexing="ij")),
            type(torch.split(x, 1)),
            type(x.unbind()),
            type(x.chunk(2)),
        ),
        (
            type(torch.broadcast_tensors(x, x)),
            type(x.nonzero(as_tuple=True)),
            type(torch.where(x > 0)),
            type(x.tensor_split(2)),
        ),
    )


@same(lambda: (torch.arange(3.0),))
def write_by_a_list_of_numbers(x):
    """Lists of ints and of bools as an index that is written."""
    x[[0, 1]] = 5.0
    x[[False, False, True]] = 6.0
    return x
