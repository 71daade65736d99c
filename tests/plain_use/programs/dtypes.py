"""Numbers at the edge of a dtype, and half precision with numbers that it rounds."""

import torch
import torch.nn.functional as F

from plain_use.row import steps

T = torch.tensor
HALF, BRAIN = torch.float16, torch.bfloat16
INT8, INT16, INT32, INT64, UINT8 = (
    torch.int8,
    torch.int16,
    torch.int32,
    torch.int64,
    torch.uint8,
)
NAN, INF = float("nan"), float("inf")


def told(fn, *arguments):
    """What a call gives, or what it raises."""
    try:
        return fn(*arguments)
    except Exception as error:  # noqa: BLE001 - the outcome is what is compared
        if type(error).__name__ == "CompileError":
            raise
        return f"{type(error).__name__}: {error}"


def tried(door, calls, *made):
    """The outcome of each call with a fresh tensor of each kind, and the tensor afterwards."""
    found = []
    for call in calls:
        compiled = door.compile(call)
        for make in made:
            x = make()
            found.append((told(compiled, x), x))
    return found


def bytes_():
    return T([1, 3, 7], dtype=UINT8)


def small():
    return T([1, 3, 7], dtype=INT8)


def long():
    return T([1, 3, 7])


def bools():
    return T([True, False, True])


def brains():
    return T([0.1, 0.7, 2.7, -1.0], dtype=BRAIN)


def halves():
    return T([0.1, 2048.0, 9.0, -1.0], dtype=HALF)


# Numbers that a dtype cannot hold.


@steps()
def fills_past_a_byte(door):
    """Functions that make or fill a tensor with a number that int8 and uint8 cannot hold."""
    calls = [
        lambda x: torch.full_like(x, 300),
        lambda x: x.new_full((2,), 300),
        lambda x: torch.full((2,), 300, dtype=x.dtype),
        lambda x: x.masked_fill(x > 0, 300),
        lambda x: x.masked_fill_(x > 9, -129),
        lambda x: x.index_fill(0, T([0]), 300),
        lambda x: x.scatter(0, T([0]), 300),
        lambda x: torch.full_like(x, NAN),
        lambda x: x.masked_fill(x > 0, INF),
        lambda x: x.index_fill(0, T([0]), 1e10),
    ]
    return tried(door, calls, bytes_, small)


@steps()
def write_by_a_mask_past_a_byte(door):
    """A write by a mask raises for a number that the dtype cannot hold, and cuts a float off."""

    def whole(x):
        x[x > 0] = 300
        return x

    def fraction(x):
        x[x > 0] = 2.7
        return x

    def infinite(x):
        x[x > 0] = INF
        return x

    def imaginary(x):
        x[x > 0] = 1j
        return x

    return tried(door, [whole, fraction, infinite, imaginary], bytes_, small)


@steps()
def write_of_a_float_into_ints(door):
    """A float that is written into ints is cut off."""

    def one(x):
        x[0] = 2.5
        return x

    def some(x):
        x[[0, 1]] = -2.5
        return x

    def all_(x):
        x[...] = 7.9
        return x

    return tried(door, [one, some, all_, lambda x: x.fill_(2.5)], small, long)


@steps()
def write_of_numbers_into_bools(door):
    """Any number but zero is True."""

    def one(x):
        x[1] = 300
        return x

    def negative(x):
        x[:] = -1
        return x

    def nothing(x):
        x[0] = 0.0
        return x

    calls = [
        one,
        negative,
        nothing,
        lambda x: x.fill_(0.5),
        lambda x: T([2, 0, NAN], dtype=x.dtype),
        lambda x: torch.full_like(x, -1),
        lambda x: x.masked_fill(x, 300),
        lambda x: F.pad(x, (1, 1), value=0.5),
    ]
    return tried(door, calls, bools)


@steps()
def smallest_and_largest_of_each_dtype(door):
    """The numbers at the edge of a dtype are held."""

    def edges(x):
        info = torch.iinfo(x.dtype)
        x[0] = info.max
        x[1:2] = info.min
        made = T([info.min, info.max], dtype=x.dtype)
        return (
            x,
            made,
            torch.full_like(x, info.max),
            x.clamp(info.min, info.max),
            F.pad(made, (1, 0)),
        )

    made = [lambda d=d: torch.zeros(3, dtype=d) for d in (INT8, INT16, INT32, INT64, UINT8)]
    return tried(door, [edges], *made)


@steps()
def arithmetic_with_a_number_past_a_byte(door):
    """Arithmetic with a number that the dtype cannot hold wraps it."""
    calls = [
        lambda x: x + 300,
        lambda x: 300 - x,
        lambda x: x * -129,
        lambda x: x.add_(300),
        lambda x: x.mul_(300),
        lambda x: x & 300,
        lambda x: x | -1,
        lambda x: x ^ 300,
        lambda x: torch.rsub(x, 300),
        lambda x: 2**40 * x,
    ]
    return tried(door, calls, bytes_, small)


@steps()
def division_by_a_number_past_a_byte(door):
    """Division by a number that wraps, and by one that wraps to zero."""
    calls = [
        lambda x: x // 300,
        lambda x: x.remainder(300),
        lambda x: 256 % x,
        lambda x: 256 // x,
        lambda x: x / 2**40,
        lambda x: x.div(300, rounding_mode="trunc"),
    ]
    return tried(door, calls, bytes_, small)


@steps()
def powers_and_shifts_past_a_byte(door):
    """Powers of small integers wrap; shifts by more than the width."""
    calls = [
        lambda x: x**9,
        lambda x: 300**x,
        lambda x: x << 9,
        lambda x: x >> 9,
        lambda x: torch.bitwise_left_shift(x, 300),
        lambda x: torch.bitwise_right_shift(x, -1),
        lambda x: x**-1,
        lambda x: (x * 0) ** -1,
    ]
    return tried(door, calls, bytes_, small, long)


@steps()
def comparison_with_a_number_past_a_byte(door):
    """Comparisons see the whole number."""
    calls = [
        lambda x: (x == 257, x != 300, x < 300, x >= -129),
        lambda x: (300 in x, 1 in x, NAN in x, 1.5 in x),
        lambda x: (x.eq(2**40), x.gt(NAN), x == 1.0, x == 1j),
        lambda x: (torch.isin(x, 300), torch.isin(300, x)),
        lambda x: (x.eq_(257), x.sum() == 300, x.max() > 300, x[0] > 2**40),
        lambda x: (torch.bucketize(300, x), torch.searchsorted(x, -1)),
    ]
    return tried(door, calls, bytes_, small)


@steps()
def floats_and_complex_numbers_with_ints(door):
    """A float or complex number makes the result one; a write in place of one raises."""
    calls = [
        lambda x: x + NAN,
        lambda x: x * 1j,
        lambda x: x - 1e30,
        lambda x: x.add_(2.5),
        lambda x: x.mul_(1j),
        lambda x: x.sub_(NAN),
        lambda x: x.div_(2),
        lambda x: x.pow_(0.5),
        lambda x: x.clamp(min=2.5),
        lambda x: x.bitwise_or_(2.5),
    ]
    return tried(door, calls, bytes_, long)


@steps()
def tensors_of_tensors_past_a_byte(door):
    """A tensor that is written into another dtype wraps, while a number raises."""

    def one(x):
        x[0] = T(300)
        return x

    def all_(x):
        x[:] = T([300])
        return x

    calls = [one, all_, lambda x: x.copy_(T(300.7)), lambda x: T([300, -1]).to(x.dtype)]
    return tried(door, calls, bytes_, small)


@steps()
def maxima_with_a_number_past_a_byte(door):
    """Functions that take the other number as a tensor see the whole of it."""
    calls = [
        lambda x: torch.maximum(x, T(300)),
        lambda x: torch.cat([x, T([300])]),
        lambda x: torch.stack([x[0], T(300)]),
        lambda x: torch.where(x > 2, x, T(300)),
        lambda x: torch.copysign(x, -300),
        lambda x: torch.float_power(x, 300),
    ]
    return tried(door, calls, small)


# Numbers that float types round or cannot hold.


@steps()
def infinite_in_half(door):
    """Numbers past float16 that become infinite, or raise."""
    calls = [
        lambda x: T([1e9, -1e9, 70000], dtype=x.dtype),
        lambda x: x.new_tensor([1e9]),
        lambda x: torch.full_like(x, 1e9),
        lambda x: x.masked_fill(x > 0, 1e9),
        lambda x: x.index_fill(0, T([0]), 1e9),
        lambda x: x * 1e9,
        lambda x: x + 70000,
        lambda x: x < 1e9,
        lambda x: x.add_(1e9),
        lambda x: x.copy_(T(70000.0)),
    ]
    return tried(door, calls, halves, brains)


@steps()
def writes_past_half(door):
    """A write by an index of a number past float16 is infinite."""

    def one(x):
        x[0] = -1e9
        return x

    def all_(x):
        x[...] = 65519.0
        return x

    def some(x):
        x[[0, 1]] = 1e9
        return x

    def nothing(x):
        x[0] = 1e-9
        return x

    return tried(door, [one, all_, some, nothing], halves, brains)


@steps()
def numbers_past_float(door):
    """Numbers past float32 that become infinite, or raise."""

    def tiny(x):
        x[0] = 1e-300
        return x

    calls = [
        tiny,
        lambda x: T([1e300], dtype=x.dtype),
        lambda x: torch.full_like(x, 1e300),
        lambda x: x.masked_fill(x > 0, 1e300),
        lambda x: x.index_fill(0, T([0]), 1e300),
        lambda x: x + 1e300,
        lambda x: x * 1e-300,
        lambda x: x == 1e300,
        lambda x: x.add_(1e300),
        lambda x: x < 2**53 + 1,
        lambda x: x == 16777217,
    ]
    return tried(door, calls, lambda: T([0.1, 16777216.0, 3.0]))


# Half precision by a number: products and quotients keep the number.


@steps()
def half_times_a_number(door):
    """`*` and `/` of half precision and a number keep the number a float."""
    calls = [
        lambda x: (x * 0.1, 0.1 * x, x / 0.7, 1 / x),
        lambda x: (x.mul(0.1), x.div(2049), torch.true_divide(x, 0.3)),
        lambda x: (x.mul_(0.1), x.div_(0.7)),
        lambda x: (x**0.5, x**2, 2**x, x.pow(1.5)),
    ]
    return tried(door, calls, brains, halves)


@steps()
def half_with_numbers_that_it_holds(door):
    """Numbers that half precision holds compare and add as they are."""
    calls = [
        lambda x: (x == 9, x >= 0.5, x < -1, x != 2048),
        lambda x: (x + 1, x - 0.5, 2 - x, x % 2, 3 % x, x // 2),
        lambda x: (torch.isin(x, 9), 9 in x, -1 in x, 2048.0 in x),
        lambda x: (x.clamp(-0.5, 2), x.fill_(0.5), F.hardshrink(x, 0.5)),
    ]
    return tried(door, calls, brains, halves)


@steps()
def half_and_dtypes_of_results(door):
    """What half precision and numbers or tensors without dimensions make."""
    calls = [
        lambda x: ((x + 0.1).dtype, (x * T(0.1)).dtype, (x + T([0.1])).dtype, (x + 1).dtype),
        lambda x: ((x * T(0.1, dtype=torch.float64)).dtype, (x[0] * T(0.1)).dtype),
        lambda x: (torch.result_type(x, T(0.1)), torch.result_type(x[0], T(0.1)), x.sum().dtype),
        lambda x: ((x == 0.1).dtype, (x / 3).dtype, (x // 3).dtype, (x**2.0).dtype),
    ]
    return tried(door, calls, brains, halves)


@steps()
def half_with_a_tensor_without_dimensions(door):
    """Sums and comparisons with a tensor without dimensions round it to half precision first."""
    y = T(0.1)
    calls = [
        lambda x: (x + y, x - y, y - x, x == y, x < y, y <= x),
        lambda x: (torch.maximum(x, y), torch.where(x > 0, x, y), torch.fmod(x, y)),
        lambda x: (x % y, y / x, y // x, x.add_(y), x.sub_(y)),
        lambda x: (x.masked_fill(x < 0, y), torch.atan2(x, y), torch.copysign(x, -y)),
    ]
    return tried(door, calls, brains, halves)
