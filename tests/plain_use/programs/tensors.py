"""Texts of tensors and of named results, tensors as numbers, identity of what is already so."""

import copy
import math

import torch
import torch.nn.functional as F
from torch import nn

from plain_use.row import same, steps

T = torch.tensor
HALF = torch.float16


def matrix():
    return (T([[1.0, 5.0, 3.0], [4.0, 2.0, 6.0]]),)


def told(fn, *arguments):
    """What a call gives, or what it raises."""
    try:
        return fn(*arguments)
    except Exception as error:  # noqa: BLE001 - the outcome is what is compared
        if type(error).__name__ == "CompileError":
            raise
        return f"{type(error).__name__}: {error}"


# Named results.


@same(matrix)
def named_results_of_maxima_as_texts(x):
    """Results of max, min, median and their kin have texts."""
    found = [x.max(0), x.min(1), x.median(0), x.nanmedian(1), x.mode(1), x.kthvalue(1, 1)]
    for r in found:
        print(r)
    return [str(r) for r in found], found


@same(matrix)
def named_results_of_sorting_as_texts(x):
    """Results of sort, topk and the cumulative extremes have texts."""
    found = [
        x.sort(1),
        torch.sort(x, stable=True),
        x.topk(2),
        x.cummax(0),
        x.cummin(1),
        x.sort(dim=-1, descending=True),
    ]
    for r in found:
        print(r)
    return [repr(r) for r in found]


@same(matrix)
def named_results_of_extremes_as_texts(x):
    """Results of aminmax have texts, with a dimension and without."""
    r, s = x.aminmax(dim=1), x.aminmax()
    print(r, s)
    return f"{r} {s}"


@same(matrix)
def named_results_of_matrices_as_texts(x):
    """Results of slogdet, qr and lu have texts."""
    square = x[:, :2]
    print(torch.linalg.slogdet(square), torch.slogdet(square))
    print(torch.linalg.qr(x), torch.qr(x))
    print(torch.linalg.lu(x))
    return str(torch.linalg.inv_ex(square)), repr(torch.linalg.cholesky_ex(torch.eye(2)))


@same(matrix)
def named_result_in_each_form_of_text(x):
    """str, repr, format, % and containers write a named result alike."""
    r = x.max(0)
    texts = str(r), repr(r), f"{r}", f"{r!r}", "{}".format(r), "%s" % (r,), "%s %s" % r
    print([r], (r, 1), {"a": r})
    print(*r)
    return texts, str([r]), str((r, 1)), str({"a": r}), str(r[:1]), str(copy.copy(r))


@same(matrix)
def named_result_with_one_percent_sign(x):
    """A named result is the tuple of the values for %."""
    try:
        return "%s" % x.max(0)
    except TypeError as e:
        return str(e)


@same(lambda: (T(1.5), torch.zeros(0, 2), torch.ones(3, dtype=HALF), T([True, False])))
def named_results_of_edges(a, b, c, d):
    """Named results of no dimensions, of half precision and of truths have texts."""
    print(a.max(0), a.sort(0), a.topk(1), a.aminmax(), a.cummax(0))
    print(b.sort(0), b.cummax(0), b.topk(0, 0))
    print(c.max(0), c.topk(1), c.aminmax())
    return str(d.max(0)), str(d.sort(0))


@same(lambda: (torch.zeros(0, 2),))
def named_results_of_nothing(x):
    """Extremes over no elements raise."""
    said = []
    for f in (lambda: x.max(0), lambda: x.aminmax(), lambda: x.median(0)):
        try:
            said.append(str(f()))
        except (IndexError, RuntimeError) as e:
            said.append(str(e))
    return said


@same(lambda: (torch.arange(1600.0).reshape(40, 40),))
def named_result_of_a_large_tensor(x):
    """A named result of a large tensor is shortened."""
    print(x.sort(0))
    return str(x.max(0)), str(x.topk(3))


@same(matrix)
def named_results_of_a_loop(x):
    """A named result that run time chooses has its text."""
    r = x.max(0)
    for i in range(len(x)):
        r = x[i:].max(0) if x[i, 0] > 0 else x.max(1)
    rows = [x[i].sort() for i in range(len(x))]
    print(r, rows)
    for s in [x.max(0), x.min(0)]:
        print(s)
    return str(r), r


@same(lambda: (torch.ones(2).max(0), [torch.ones(2).sort()]))
def named_results_from_outside(r, rs):
    """A named result that is an argument has its fields."""
    return r.values, rs[0].indices, rs[0][0] + 1, type(r).__name__, rs[0]


@same(lambda: (torch.ones(2).sort(),), refused="LTH0302")
def unpacking_a_named_result_from_outside(r):
    """A named result that is an argument is not unpacked."""
    values, indices = r  # here
    return values + indices


@same(lambda: (torch.ones(2).max(0),), refused="LTH0302")
def text_of_a_named_result_from_outside(r):
    """A named result that is an argument has no text."""
    return str(r)  # here


@same(lambda: ([torch.ones(2).sort()],), refused="LTH0302")
def named_result_from_outside_in_a_format(rs):
    """A named result in a list of the arguments has no text."""
    return f"got {rs[0]}"  # here


@same(matrix)
def named_result_within_an_error(x):
    """The text of an error may hold a named result."""
    said = []
    try:
        raise ValueError(f"got {x.max(0)}")
    except ValueError as e:
        said.append(str(e))
    try:
        assert x.sum() < 0, x.min(1)
    except AssertionError as e:
        said.append(str(e))
    return said


@same(matrix)
def named_result_as_a_tuple(x):
    """A named result has the type, length and operators of its tuple."""
    r = x.max(0)
    return (
        type(r),
        type(r).__name__,
        isinstance(r, tuple),
        len(r),
        r.n_fields,
        type(r[:1]),
        r + (1,),
        list(r),
        r is r,
        type(r) is torch.return_types.max,
        r.__class__.__name__,
        hasattr(r, "_fields"),
    )


@steps()
def named_result_without_a_field(door):
    """A field that there is not, or of a named tuple of Python, raises AttributeError."""
    calls = [
        lambda x: x.max(0).val,
        lambda x: x.max(0)._fields,
        lambda x: x.max(0)._asdict(),
        lambda x: x.topk(1).value,
        lambda x: x.aminmax().values,
        lambda x: torch.linalg.qr(x).q,
    ]
    return [told(door.compile(f), *matrix()) for f in calls]


# A tensor right of %, and in other texts.


@same(lambda: (T([1.0, 2.5]),))
def percent_of_one_tensor(x):
    """A single tensor right of % is its operand."""
    m = x.mean()
    print("loss %.3f" % m)
    s = "a %s"
    s %= m
    return (
        "loss %.3f" % m,
        "%s" % x,
        "%r" % x,
        "%g" % m,
        "%e" % m,
        "%10s|" % m,
        "%-20s|" % x,
        "%5.2f" % m,
        "%a" % m,
        "%.2s" % x,
        s,
    )


@same(lambda: (T(65), T(2.7), T(True), T([[3]])))
def percent_of_one_tensor_as_an_integer(a, b, c, d):
    """A tensor of one element is an integer where % wants one."""
    return (
        "%d %% " % a,
        "%i" % b,
        "%x" % a,
        "%o" % a,
        "%X" % a,
        "%+d" % c,
        "%05d" % d,
        "%u" % d,
        "%x" % c,
    )


@same(lambda: (T(1.5, dtype=HALF), torch.zeros(0), T(1 + 2j), T([1.0, 2.0])))
def percent_of_tensors_at_the_edges(a, b, c, d):
    """A half, an empty, a complex tensor and one of two elements right of %."""
    out = ["%s" % a, "%s" % b, "%s" % c, "%s" % d, "%.2f" % a]
    for f in (lambda: "%.2f" % c, lambda: "%d" % d, lambda: "%f" % b, lambda: "%g" % d):
        try:
            out.append(f())
        except (TypeError, RuntimeError, ValueError) as e:
            out.append(f"{type(e).__name__}: {e}")
    return out


@same(lambda: (T(1.5),))
def percent_of_one_tensor_with_wrong_counts(x):
    """Too few and too many places for one tensor raise TypeError."""
    out = []
    for f in (lambda: "no" % x, lambda: "%s %s" % x, lambda: "%%" % x, lambda: "%*d" % x):
        try:
            out.append(f())
        except TypeError as e:
            out.append(str(e))
    return out


@same(lambda: (T(3), "value %s", "x %d"))
def percent_of_a_text_of_run_time(x, form, count):
    """The text left of % may be an argument."""
    return form % x, count % x, (form + "!") % (x * 2), "%s" % x.shape, "%(a)s" % {"a": x}


@same(lambda: (T(1.234), T(5), T(True)))
def numbers_of_tensors_in_format(x, n, t):
    """A tensor without dimensions takes the format of its number."""
    return (
        f"{x:.2f} {x:e} {x:>10.1f}",
        f"{n:d} {n:x} {n:>5}",
        "{:.2f}".format(x),
        format(x, ".1f"),
        f"{t:.1f}",
        f"{x!s:>20}",
        "{0:.1f} {0}".format(x),
    )


@same(lambda: (T(2), T(2.0)))
def texts_and_lists_with_a_tensor(n, x):
    """Operators of texts and lists with a tensor."""
    out = ["ab"[n - 1], "a" * n, n * "a", [1] * n, (1,) * n, n == "a", x != None]  # noqa: E711
    for f in (lambda: "a" + x, lambda: x < "a", lambda: x < None, lambda: "a" * x, lambda: x % "a"):
        try:
            out.append(f())
        except TypeError as e:
            out.append(f"{e}")
    return out


@same(lambda: (T(3), T(1.25), T([5, 7]), T(1.0)))
def tensors_where_python_wants_numbers(n, x, xs, one):
    """Functions of Python take a tensor of one element for a number."""
    return (
        [int(x), float(x), bool(x), complex(x), round(x), round(x, 1)],
        [math.floor(x), math.ceil(x), divmod(n, 2), abs(-n)],
        [list(range(n)), [1, 2, 3, 4][n], (1, 2, 3, 4)[:n], hex(n), bin(n), chr(n + 60)],
        [max(n, 5), max(xs), min(xs), sum(xs), sorted(xs), list(reversed(xs))],
        [math.sqrt(one), math.gcd(n, 6), pow(n, 2), pow(2, n), 1 << n, 3 & n],
        [any(xs), all(xs), n.__index__(), 1.5 // x, 1.5 % x],
    )


@steps()
def tensors_that_are_no_numbers(door):
    """What cannot be a number raises in eager's words."""
    calls = [
        (lambda x: int(x), T(float("nan"))),
        (lambda x: int(x), T([])),
        (lambda x: float(x), T([1.0, 2.0])),
        (lambda x: x.item(), T([1, 2])),
        (lambda x: range(x), T(1.0)),
        (lambda x: [1, 2, 3][x], T(1.0)),
        (lambda x: [1, 2, 3][x], T([1, 2])),
        (lambda x: "x" if x else "y", T([1, 2])),
        (lambda x: len(x), T(1)),
        (lambda x: list(x), T(1)),
        (lambda x: x[0], T(1)),
        (lambda x: x // 0, T(3)),
        (lambda x: x % 0, T(3)),
        (lambda x: 3 // x, T(0)),
        (lambda x: hex(x), T(1.0)),
        (lambda x: ~x, T(1.0)),
    ]
    return [told(door.compile(f), x) for f, x in calls]


# What is already so, is the tensor itself.


def shapes():
    return torch.ones(2, 3), torch.ones(()), torch.zeros(0)


@steps()
def conversion_to_what_a_tensor_is(door):
    """A conversion that changes nothing gives the tensor itself, one that copies does not."""
    calls = [
        lambda x: (x.contiguous() is x, x.to(x.dtype) is x, x.float() is x, x.to("cpu") is x),
        lambda x: (x.cpu() is x, x.to(x) is x, x.type(torch.float32) is x, x.type_as(x) is x),
        lambda x: (x.to(x.dtype, copy=True) is x, x.double() is x, x.clone() is x),
        lambda x: (torch.as_tensor(x) is x, torch.asarray(x) is x, x.requires_grad_(False) is x),
        lambda x: (x.conj() is x, x.resolve_conj() is x, x.resolve_neg() is x, x.real is x),
        lambda x: (x.to() is x, x.to(device="cpu") is x, x.to(x.device) is x, +x is x),
    ]
    return [told(door.compile(f), x) for f in calls for x in shapes()]


@steps()
def view_of_the_same_shape(door):
    """A view of the same shape is another tensor."""
    calls = [
        lambda x: (x.expand(x.shape) is x, x.reshape(x.shape) is x, x.view(x.shape) is x),
        lambda x: (x[...] is x, x.detach() is x, x.squeeze() is x, x.data is x),
        lambda x: (x.view(torch.float32) is x, x.permute(*range(x.dim())) is x),
        lambda x: (x.nan_to_num() is x, x.round() is x, x.abs() is x, x.mul(1) is x),
        lambda x: (F.dropout(x, 0.5, False) is x, nn.Identity()(x) is x, x.add_(0) is x),
        lambda x: (x.broadcast_to(x.shape) is x, copy.deepcopy(x) is x, x.clamp(0) is x),
    ]
    return [told(door.compile(f), x) for f in calls for x in shapes()]


@same(lambda: (torch.ones(2),), refused="LTH0302")
def copy_of_a_tensor(x):
    """copy.copy of a tensor shares its memory."""
    return copy.copy(x)  # here
