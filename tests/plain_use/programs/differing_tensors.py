"""Programs with tensors that differed from eager when they were written; known_failures.toml lists those that still do."""

import itertools
import math

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

from plain_use.row import same, steps

T = torch.tensor
HALF, BRAIN, DOUBLE = torch.float16, torch.bfloat16, torch.float64
INT8, INT16, INT32, INT64, UINT8 = torch.int8, torch.int16, torch.int32, torch.int64, torch.uint8
NAN, INF = float("nan"), float("inf")


def rows(*shape):
    return torch.arange(float(torch.Size(shape).numel())).reshape(shape)


def told(fn, *arguments):
    """What a call gives, or what it raises."""
    try:
        return fn(*arguments)
    except Exception as error:  # noqa: BLE001 - the outcome is what is compared
        if type(error).__name__ == "CompileError":
            raise
        return f"{type(error).__name__}: {error}"


def tried(fn, *arguments):
    """What a call gives, or the type of what it raises."""
    result = told(fn, *arguments)
    return result.partition(":")[0] if isinstance(result, str) else result


@same(lambda: (T(65),))
def percent_c_of_a_tensor(x):
    """`%c` takes a tensor of one integer. E 'A'; L TypeError "%c requires int or char"."""
    return "%c" % x


@same(lambda: (T(1),))
def percent_of_bytes_and_a_tensor(x):
    """`%` of bytes and a tensor. E b'1'; L TypeError unsupported operand 'bytes' and 'Tensor'."""
    return b"%d" % x


@steps()
def percent_x_of_a_float_tensor(door):
    """E TypeError "%x format: an integer is required, not Tensor"; L other words ("only integer tensors…")."""
    calls = [lambda x: "%x" % x, lambda x: "%o" % x, lambda x: "%X" % x]
    return [told(door.compile(f), T(1.5)) for f in calls]


@same(lambda: (T(1.5),))
def percent_key_of_a_tensor(x):
    """`"%(a)s" % x` asks the tensor for 'a'. E IndexError (0-dim), TypeError new(): invalid data type 'str'
    (1-dim); L TypeError "format requires a mapping"."""
    return "%(a)s" % x


@same(lambda: (nn.Parameter(T(1.5)),))
def percent_of_a_parameter(p):
    """Also in limits as a text that lacks requires_grad. E 'Parameter containing:…'; L 'tensor(1.5000)'."""
    return "%s" % p


@same(lambda: (torch.ones(2),))
def making_a_named_result(x):
    """E a torch.return_types.max; L TypeError "takes a 2-sequence (0-sequence given)"."""
    return torch.return_types.max((x, x)).values


@same(lambda: (torch.ones(2),))
def setting_a_field_of_a_named_result(x):
    """E AttributeError "readonly attribute"; L "…object has no attribute 'values'"."""
    r = x.max(0)
    r.values = x
    return r


@same(lambda: (rows(2, 3),))
def type_of_a_named_result_into_out(x):
    """`max(out=)` is a torch.return_types.max_out. E max_out; L max."""
    r = torch.max(x, 0, out=(torch.zeros(3), torch.zeros(3, dtype=INT64)))
    return type(r).__name__


@same(lambda: (rows(2, 3),))
def a_tuple_before_a_size(x):
    """`(1,) + x.shape` is a torch.Size. E torch.Size([1, 2, 3]); L (1, 2, 3)."""
    return str((1,) + x.shape), type((2,) * 2 + x.size()).__name__


@same(lambda: (T(1.25),))
def trunc_of_a_tensor(x):
    """E TypeError "type Tensor doesn't define __trunc__ method"; L 1."""
    return math.trunc(x)


@same(lambda: (T(3),))
def power_of_three_numbers(x):
    """`pow(x, 2, 3)`. E TypeError; L returns NotImplemented."""
    return pow(x, 2, 3)


@same(lambda: (T(1.0),))
def transposed_number_is_another_tensor(x):
    """E `x.T is x` of a tensor without dimensions False; L True (a write to it is the same either way)."""
    return x.T is x


@same(lambda: (torch.ones(2),))
def difference_of_order_zero(x):
    """E `x.diff(n=0) is x` False; L True."""
    return x.diff(n=0) is x


@same(lambda: (torch.ones(2),))
def slice_scatter_of_all(x):
    """E a copy; L x itself is the result."""
    return x.slice_scatter(x)


@same(lambda: (torch.ones(2, 3),), refused="LTH0301")
def base_of_a_view(x):
    """E `x.T._base is x` True; L False."""
    return x.T._base is x  # here


@same(lambda: (T([1, 3]),), refused="LTH0502")
def multiply_in_place_past_64_bits(x):
    """CRASH. E wraps to [-2**63, -2**63]; L SIGSEGV."""
    return x.mul_(2**63)  # here


@same(lambda: (T([1.5, 3.0]),), refused="LTH0502")
def floor_divide_in_place_past_64_bits(x):
    """CRASH. E [0, 0]; L SIGSEGV (also remainder_, bitwise_or_ and of float16, complex64)."""
    return x.floor_divide_(2**63)  # here


@same(lambda: (T([1, 3]),), refused="LTH0502")
def or_in_place_past_64_bits(x):
    """CRASH. E RuntimeError or a value; L SIGSEGV (2**64 as well)."""
    return tried(lambda: x.bitwise_or_(2**63))  # here


@steps(refused="LTH0502")
def remainder_in_place_past_64_bits(door):
    """CRASH. E values; L SIGSEGV."""
    return told(door.compile(lambda x: x.remainder_(2**63)), T([1.5, 3.0]))  # here


@steps(refused="LTH0502")
def tensor_of_an_int_past_64_bits(door):
    """SILENT. E ValueError "Overflow when unpacking long long"; L tensor(0)."""
    calls = [
        lambda x: T(2**63),  # here
        lambda x: T(2**64) + x,
        lambda x: torch.maximum(x, T(2**63)),
        lambda x: x.copy_(T(2**63)),
    ]
    return [told(door.compile(f), T([1, 3])) for f in calls]


@steps(refused="LTH0502")
def float_tensor_of_an_int_past_64_bits(door):
    """SILENT. E inf (2**200 of float32), 1.8447e+19 (2**64 of double); L 0."""
    calls = [
        lambda: torch.tensor(2**200, dtype=torch.float32),  # here
        lambda: torch.tensor(2**64, dtype=DOUBLE),
    ]
    return [told(door.compile(f)) for f in calls]


@steps(refused="LTH0502")
def lists_with_ints_past_64_bits(door):
    """E [9.2e18], [inf]; L TypeError "a tensor cannot hold a builtins.int"."""
    calls = [
        lambda: torch.tensor([2**63], dtype=torch.float32),  # here
        lambda: torch.tensor([1, 2**63], dtype=torch.float32),
        lambda: torch.tensor([2**200], dtype=torch.float32),
        lambda: torch.as_tensor([2**64], dtype=DOUBLE),
    ]
    return [told(door.compile(f)) for f in calls]


@steps(refused="LTH0502")
def padding_past_64_bits(door):
    """SILENT. E 9.2234e+18 at the ends; L 0 (constant_pad_nd, F.pad)."""
    calls = [
        lambda x: F.pad(x, (1, 1), value=2**63),
        lambda x: torch.constant_pad_nd(x, (1, 1), 2**63),  # here
    ]
    return [told(door.compile(f), T([1.0, 3.0])) for f in calls]


@steps(refused="LTH0502")
def searching_past_64_bits(door):
    """SILENT. E 3 (bucketize), 3 (searchsorted); L 0."""
    calls = [lambda x: torch.bucketize(2**63, x), lambda x: torch.searchsorted(x, 2**63)]  # here
    return [told(door.compile(f), T([1.0, 3.0, 7.0])) for f in calls]


@steps(refused="LTH0502")
def fills_past_64_bits(door):
    """SILENT. E RuntimeError "cannot be converted…" (int64), inf or 9.2e18 (float); L 0 or unchanged."""
    calls = [
        lambda x: torch.scalar_tensor(2**63, dtype=x.dtype),  # here
        lambda x: x.index_fill(0, T([0]), 2**63),
        lambda x: torch.full_like(x, 2**200),
        lambda x: x.masked_fill(x > 0, 2**200),
    ]
    return [told(door.compile(f), x) for f in calls for x in (T([1, 3]), T([1.0, 3.0]))]


@steps(refused="LTH0502")
def arithmetic_past_64_bits(door):
    """E int64 wraps (x - 2**63), float computes; L OverflowError / TypeError (also < == / // & ** rsub eq_ lt_)."""
    calls = [
        lambda x: x - 2**63,  # here
        lambda x: x / 2**63,
        lambda x: x < 2**63,
        lambda x: x == 2**63,
        lambda x: torch.rsub(x, 2**63),
        lambda x: x.clamp(min=-(2**63), max=2**63),
        lambda x: torch.true_divide(x, 2**63),
        lambda x: x.eq_(2**63),
        lambda x: x.fill_(2**63),
    ]
    return [tried(door.compile(f), x) for f in calls for x in (T([1, 3]), T([1.0, 3.0]))]


@steps()
def write_by_a_mask_past_half(door):
    """E -inf is written (`x[mask] = -1e9` of float16; bfloat16 past 1e39); L RuntimeError "value cannot be
    converted to type c10::Half without overflow"."""

    def write(x):
        x[x > 0] = -1e9
        return x

    def large(x):
        x[x > 0] = 1e300
        return x

    return told(door.compile(write), T([1.0], dtype=HALF)), told(
        door.compile(large), T([1.0], dtype=BRAIN)
    )


@steps()
def bounds_past_half(door):
    """E RuntimeError "value cannot be converted to type c10::Half without overflow"; L computed."""
    calls = [
        lambda x: x.clamp(max=1e9),
        lambda x: x.clamp(-70000.0, 70000.0),
        lambda x: x.fill_(-1e9),
        lambda x: F.pad(x, (1, 1), value=-1e9),
        lambda x: F.threshold(x, -1e9, -1e9),
        lambda x: F.hardtanh(x, -70000.0, 70000.0),
        lambda x: F.hardshrink(x, 70000.0),
        lambda x: x**70000.0,
        lambda x: torch.add(x, x, alpha=70000.0),
        lambda x: F.normalize(x, eps=70000.0, dim=0),
        lambda x: torch.logit(x, 70000.0),
    ]
    return [tried(door.compile(f), T([0.1, 2048.0], dtype=HALF)) for f in calls]


@steps()
def softshrink_past_half(door):
    """E RuntimeError "lambda must be in range [0, 65504]"; L computed."""
    return told(door.compile(lambda x: F.softshrink(x, 70000.0)), T([0.1], dtype=HALF))


@steps()
def lerp_past_half(door):
    """E values; L RuntimeError "value cannot be converted to type c10::Half without overflow"."""
    return told(door.compile(lambda x: torch.lerp(x, x + 1, 70000.0)), T([0.1, 9.0], dtype=HALF))


@steps()
def nan_to_num_past_half(door):
    """SILENT. E inf, -inf; L 65504, -65504."""
    calls = [lambda x: x.nan_to_num(70000.0), lambda x: x.nan_to_num(-1e9)]
    return [told(door.compile(f), T([NAN], dtype=HALF)) for f in calls]


@steps()
def fills_past_float(door):
    """E RuntimeError "value cannot be converted to type float without overflow"; L inf."""

    def write(x):
        x[0] = 1e300
        return x

    calls = [
        write,
        lambda x: x.fill_(1e300),
        lambda x: torch.where(x > 0, x, 1e300),
        lambda x: F.hardtanh(x, -1e300, 1e300),
        lambda x: torch.scalar_tensor(1e300, dtype=x.dtype),
        lambda x: x.addcdiv(x, x, value=1e300),
        lambda x: F.pad(x, (1, 1), value=1j),
    ]
    return [tried(door.compile(f), T([0.1, 3.0])) for f in calls]


@steps()
def further_fills_past_a_byte(door):
    """E RuntimeError "value cannot be converted to type int8_t without overflow"; L wraps."""

    def nothing(x):
        x[0:0] = 300
        return x

    calls = [
        nothing,
        lambda x: x.new_tensor([300]),
        lambda x: torch.as_tensor([300], dtype=x.dtype),
        lambda x: torch.where(x > 0, x, 300),
        lambda x: torch.add(x, x, alpha=300),
        lambda x: torch.addcmul(x, x, x, value=300),
        lambda x: F.threshold(x, 5, 300),
        lambda x: F.hardtanh(x, -300, 300),
        lambda x: torch.scalar_tensor(300, dtype=x.dtype),
        lambda x: torch.linspace(0, 300, 3, dtype=x.dtype),
        lambda x: torch.constant_pad_nd(x, (1, 1), 300),
        lambda x: x[None].fill_diagonal_(300),
        lambda x: x.index_add(0, T([0]), x[:1], alpha=300),
        lambda x: torch.addmm(x[:, None], x[:, None], x[None, :1], alpha=300),
        lambda x: x.pow_(300),
        lambda x: x**256,
    ]
    return [tried(door.compile(f), T([1, 3, 7], dtype=INT8)) for f in calls]


@steps()
def further_divisions_by_a_number_that_wraps_to_zero(door):
    """E RuntimeError ZeroDivisionError; L 0."""
    calls = [
        lambda x: x // 256,
        lambda x: x.fmod(256),
        lambda x: x.floor_divide_(256),
        lambda x: x.div(256, rounding_mode="floor"),
    ]
    return [told(door.compile(f), T([1, 3], dtype=UINT8)) for f in calls]


@same(lambda: (T([1, 3], dtype=INT8),))
def xlogy_of_a_number_past_the_dtype(x):
    """SILENT. E the logarithm of 300; L that of 44."""
    return torch.xlogy(x, 300)


@same(lambda: (T([1, 3, 7], dtype=UINT8),))
def fmod_of_bytes_by_nan(x):
    """SILENT. E nan; L 0, 1.4e-45, 2.8e-45 (int64 computes)."""
    return torch.fmod(x, NAN)


@same(lambda: (T([1, 3, 7], dtype=UINT8),))
def addcmul_of_ints_by_a_fraction(x):
    """SILENT. E [3, 21, 105] (value cut to 2); L [3, 27, 133]. addcdiv is right."""
    return torch.addcmul(x, x, x, value=2.7)


@same(lambda: (T([1, 3, 7], dtype=INT8),))
def bucketize_of_infinity(x):
    """SILENT. E 3 (bucketize, searchsorted of inf in int8); L 0."""
    return torch.bucketize(INF, x), torch.searchsorted(x, INF)


@same(lambda: (T([False, True]),))
def bucketize_of_bools(x):
    """E index; L raises (searchsorted too)."""
    return torch.bucketize(1, x), torch.searchsorted(x, 0)


@steps()
def isin_of_numbers_of_other_kinds(door):
    """E RuntimeError "Unsupported input type encountered for isin()"; L computed."""
    calls = [
        lambda x: torch.isin(True, x),
        lambda x: torch.isin(x, True),
        lambda x: torch.isin(x * 1.5, 1j),
    ]
    return [told(door.compile(f), T([1, 3])) for f in calls]


@same(lambda: (T([True, False]),))
def remainder_of_bools_by_nan(x):
    """SILENT, only of 0-or-1 dtypes. E nan; L 0."""
    return x.remainder(NAN)


@steps()
def ranges_of_bools(door):
    """E RuntimeError (arange(-1), arange(300) of bool); L TypeError, values."""
    calls = [
        lambda n: torch.arange(n, dtype=torch.bool),
        lambda n: torch.arange(-1, dtype=torch.bool),
    ]
    return [told(door.compile(f), 300) for f in calls]


@same(lambda: (T([0.3, 0.7, 2.7, 3.0], dtype=BRAIN),))
def number_over_half(x):
    """SILENT. E `0.7 / x` is reciprocal(x) * 0.7, rounded between: 0.2578; L 0.2598. Also 0.1 / x."""
    return 0.7 / x


@same(lambda: (T([1e-39]),))
def number_over_a_subnormal(x):
    """SILENT. E inf (1e-30 * reciprocal); L 1e9. Kin of the limit `0 / x` of a subnormal number."""
    return 1e-30 / x


@same(lambda: (T([0.1, 2.7], dtype=BRAIN), T([9.0], dtype=HALF)))
def floor_of_a_number_over_half(x, y):
    """SILENT. E 0.1 // x = [1, 0]; L [0, 0]; 70000. // float16: E nan, L values."""
    return 0.1 // x, 70000.0 // y


@same(lambda: (T([0.1, -1.0], dtype=BRAIN), T([0.1, 9.0], dtype=HALF)))
def powers_of_a_number_and_half(x, y):
    """SILENT. E the number is rounded first: (-1) ** 2049 = 1, 70000 ** 0.1 = inf in float16; L -1, 3.05."""
    return x**2049, 70000.0**y


@same(lambda: (T([0.1, 0.7], dtype=BRAIN), T([0.1, 9.0], dtype=HALF)))
def alpha_of_half(x, y):
    """SILENT. E alpha is rounded first; L not (add, sub, rsub)."""
    return torch.add(x, x, alpha=70000.0), torch.sub(y, y, alpha=2049)


@same(lambda: (T([0.1, 0.7], dtype=BRAIN), T([0.1, 9.0], dtype=HALF)))
def truncated_quotient_of_half(x, y):
    """SILENT. E [1, 6], [0, 90]; L [1, 7], [1, 90]."""
    return x.div(0.1, rounding_mode="trunc"), y.div(0.1, rounding_mode="trunc")


@same(lambda: (T([0.1, 0.7, 2.7, -1.0], dtype=BRAIN), T([0.1, 2048.0, 9.0, -1.0], dtype=HALF)))
def losses_of_half(x, y):
    """SILENT. E huber_loss(delta=0.1) 0.1079, smooth_l1_loss(beta=2049) 256; L 0.1074, inf."""
    return F.huber_loss(x, x * 0, delta=0.1), F.smooth_l1_loss(y, y * 0, beta=2049.0)


@same(lambda: (T([0.1, 0.7], dtype=BRAIN),))
def comparison_of_half_in_place(x):
    """SILENT. E eq_(0.1) is 1, 0; L 0, 0 (ne_, lt_, ge_ too)."""
    return x.clone().eq_(0.1), x.lt_(0.7)


@same(lambda: (T([0.1, 0.7], dtype=BRAIN), T(0.1)))
def isin_of_half_and_a_tensor(x, y):
    """SILENT. E True, False; L False, False."""
    return torch.isin(x, y), torch.isin(x, 0.7)


@same(lambda: (T([0.1, 2048.0, 9.0], dtype=HALF), T(2049)))
def lerp_of_half_by_a_tensor(x, y):
    """SILENT. E [2047, 2048, 2056]; L [2048, 2048, 2058]."""
    return torch.lerp(x, x + 1, y)


@same(lambda: (T([0.1, 0.7, 2.7], dtype=BRAIN), T([0.1, 9.0], dtype=HALF), T(0.1)))
def quotients_of_half_in_place(x, y, z):
    """SILENT, kin of half_by_a_tensor_without_dimensions: mul_, floor_divide_, div(rounding_mode)."""
    return x.clone().mul_(z), y.clone().floor_divide_(z), x.div(z, rounding_mode="trunc"), x * z * z


@same(lambda: (rows(2, 3),))
def any_over_no_dimensions(x):
    """SILENT. E `x.any(())` keeps each element (shape (2, 3)); L one bool. Also all, [], keepdim, dim=()."""
    return x.any(()), x.all([]), torch.any(x, dim=(), keepdim=True)


@same(lambda: (rows(2, 3),))
def logsumexp_over_no_dimensions(x):
    """E RuntimeError (output with shape [] doesn't match …); L a value of shape (1, 1)."""
    return x.logsumexp(())


@same(lambda: (rows(2, 3),))
def norm_over_no_dimensions(x):
    """E RuntimeError "linalg.norm: If dim is specified, it must be of length 1 or 2"; L a number."""
    return torch.linalg.norm(x, dim=())


@same(lambda: (T(1.5),))
def flatten_of_a_dimension_that_there_is_not(x):
    """E IndexError; L tensor([1.5]) (any start or end, so nn.Flatten() of a number too)."""
    return nn.Flatten()(x)


@same(lambda: (torch.zeros(1, 2), 1))
def squeeze_in_place_of_a_tuple(x, n):
    """E shape (2,); L NotImplementedError "squeeze_() of dimensions whose sizes only run time knows"."""
    return x.squeeze_((0,)).shape


@same(lambda: (torch.zeros(1, 1),))
def squeeze_of_several_arguments(x):
    """E `x.squeeze(0, 1)` has no dimensions; L TypeError "takes from 1 to 2 positional arguments"."""
    return x.squeeze(0, 1)


@same(lambda: (torch.zeros(2, 0),))
def roll_and_cummin_of_nothing(x):
    """E the empty tensor, whatever the dimension; L IndexError."""
    return x.roll(1, -3)


@same(lambda: (rows(2, 3),))
def dimensions_in_words(x):
    """Other words: E "linalg.matrix_norm: dims must be different. Got (0, 0)"; L "dim 0 appears multiple times"."""
    return torch.linalg.matrix_norm(x, dim=(0, 0))


@same(lambda: (rows(2, 3), rows(2, 3)))
def condition_that_is_no_bool(x, y):
    """E RuntimeError "where expected condition to be a boolean tensor, but got … Float"; L computed."""
    return x.where(x, y)


@same(lambda: (rows(2, 3),))
def quantile_out_of_range(x):
    """E RuntimeError "quantile() q must be in the range [0, 1] but got 2"; L IndexError (0-dim: accepted)."""
    return x.quantile(2.0)


@same(lambda: (torch.ones(2, 3), torch.full((2, 3), 1 / 3)))
def label_smoothing_out_of_range(x, y):
    """E RuntimeError "label_smoothing must be between 0.0 and 1.0. Got: 2"; L computed."""
    return F.cross_entropy(x, y, label_smoothing=2.0)


@same(lambda: (rows(2, 3),))
def batch_norm_without_statistics(x):
    """E RuntimeError "running_mean must be defined in evaluation mode"; L AttributeError 'NoneType' … 'dtype'."""
    return F.batch_norm(x, None, None)


@same(lambda: (rows(2, 2),))
def tensordot_of_negative_dimensions(x):
    """E RuntimeError "tensordot expects dims >= 0, but got dims=-1"; L computed."""
    return torch.tensordot(x, x, -1)


@same(lambda: (rows(2, 2),))
def product_of_one_matrix(x):
    """E RuntimeError "multi_dot(): expected at least 2 tensors but got 1"; L x."""
    return torch.linalg.multi_dot([x])


@same(lambda: (rows(2, 3),))
def einsum_of_a_digit(x):
    """E RuntimeError "invalid subscript given at index 1 …, subscripts must be in [a-zA-Z]"; L computed."""
    return torch.einsum("i1->i", x)


@steps()
def einsum_that_is_wrong_in_other_ways(door):
    """Kin of the limit einsum_of_an_unknown_letter. E RuntimeError / TypeError; L ValueError, IndexError."""
    calls = [
        lambda x: torch.einsum("ij->ji->ij", x),
        lambda x: torch.einsum("ij->..", x),
        lambda x: torch.einsum(x, [0, 99]),
        lambda x: torch.einsum("ij", x, 3),
        lambda x: torch.einsum("...ijk->...k", x),
    ]
    return [tried(door.compile(f), rows(2, 2)) for f in calls]


@steps()
def meshgrid_of_nothing(door):
    """E RuntimeError "meshgrid expects a non-empty TensorList" / 'indexing must be one of "xy" or "ij"'; L (),
    accepted."""
    calls = [
        lambda x: torch.meshgrid([], indexing="ij"),
        lambda x: torch.meshgrid(x, indexing="ab"),
    ]
    return [told(door.compile(f), rows(2)) for f in calls]


@same(lambda: (rows(2, 3),))
def unflatten_by_zero(x):
    """E RuntimeError "unflatten: Provided sizes [0, -1] don't multiply up…"; L ZeroDivisionError."""
    return x.unflatten(0, (0, -1))


@steps()
def unflatten_of_two_unknown_sizes(door):
    """E RuntimeError "only one dimension can be inferred", then where in C++; L an empty tensor."""
    f = door.compile(lambda x: x.unflatten(0, (-1, -1)))
    return [told(f, torch.zeros(n, 2)).split("\nException raised")[0] for n in (0, 1, 4)]


@steps()
def negative_sizes(door):
    """E RuntimeError "Trying to create tensor with negative dimension -1: [-1]"; L MemoryError "cannot allocate
    a tensor of 1 elements". torch.zeros(-1) is right."""
    calls = [lambda n: torch.rand(n), lambda n: torch.randperm(n), lambda n: torch.randn(2, n)]
    return [tried(door.compile(f), -1) for f in calls]


@same(lambda: (2,))
def tensor_of_uneven_empty_lists(n):
    """E `torch.tensor([[], [1]])` has the shape (2, 0); L ValueError."""
    return torch.tensor([[], [1]])


@steps()
def pooling_to_nothing_in_other_ways(door):
    """Kin of the limit pooling_to_nothing. E empty; L RuntimeError "Output size is too small"."""
    calls = [
        lambda x: F.adaptive_avg_pool1d(x[0], 0),
        lambda x: F.adaptive_max_pool1d(x[0], 0),
        lambda x: F.interpolate(x, size=0, mode="area"),
    ]
    return [told(door.compile(f), rows(1, 1, 3, 4)) for f in calls]


@same(lambda: (rows(2, 3),))
def adaptive_pool_of_a_matrix(x):
    """E [[2.5]]; L RuntimeError "Expected 3D or 4D tensor, but got [2, 3]"."""
    return F.adaptive_avg_pool2d(x, 1)


@steps()
def interpolation_of_integers(door):
    """E NotImplementedError (nearest of int64, linear of uint8 and int64); L computed."""
    calls = [
        lambda x: F.interpolate(x, scale_factor=1.7, mode="nearest"),
        lambda x: F.interpolate(x, scale_factor=1.7, mode="bilinear"),
        lambda x: F.interpolate(x[0], scale_factor=1.7, mode="linear"),
        lambda x: F.interpolate(x[0].to(UINT8), scale_factor=1.7, mode="linear"),
    ]
    return [tried(door.compile(f), rows(1, 1, 3, 4).long()) for f in calls]


@same(lambda: (rows(1, 1, 3, 4),))
def antialias_that_keeps_the_sizes(x):
    """SILENT, kin of interpolate_to_the_same_size. E the elements; L by the scale (bilinear, bicubic)."""
    return [
        F.interpolate(x, scale_factor=1.1, mode=m, antialias=True) for m in ("bilinear", "bicubic")
    ]


@same(lambda: (rows(1, 1, 3, 4), rows(1, 1, 3, 4, 2)))
def interpolation_of_half(x, y):
    """SILENT, last digit. E rounds the weights otherwise; L differs in float16 and bfloat16."""
    return [F.interpolate(x.to(d), scale_factor=1.7, mode="bilinear") for d in (HALF, BRAIN)] + [
        F.interpolate(y.to(d), scale_factor=1.7, mode="trilinear") for d in (HALF, BRAIN)
    ]


@same(lambda: (rows(1, 1, 3, 4).to(BRAIN),))
def antialias_of_bfloat16(x):
    """E NotImplementedError "compute_index_ranges_weights"; L computed."""
    return F.interpolate(x, scale_factor=0.5, mode="bilinear", antialias=True)


@same(lambda: (rows(1, 1, 3, 4),))
def antialias_of_nearest(x):
    """Other words: E "restricted to bilinear, bicubic, and lanczos modes"; L without lanczos."""
    return F.interpolate(x, scale_factor=2, mode="nearest", antialias=True)


@same(lambda: (torch.linspace(0, 1, 9, dtype=DOUBLE).reshape(1, 1, 9) ** 3,))
def linear_interpolation_of_double(x):
    """Kin of interpolate_of_double. E and L differ at 1e-8 (linear, trilinear)."""
    return [round(v * 1e10) for v in F.interpolate(x, size=7, mode="linear").flatten().tolist()]


@same(lambda: (rows(3, 4) / 9, rows(2, 3, 4) / 9))
def attention_that_masks_all(q, k):
    """SILENT. E 0 where the whole row is masked; L nan, where q has fewer dimensions than k."""
    return (
        F.scaled_dot_product_attention(q, k, k, attn_mask=torch.zeros(3, 3, dtype=torch.bool)),
        F.scaled_dot_product_attention(q, k, k, attn_mask=torch.full((3, 3), -INF)),
    )


@same(lambda: (rows(3, 4) / 9, rows(5, 4) / 9))
def attention_of_scale_zero(q, k):
    """SILENT. E the mean of the values; L nan, for two dimensions."""
    return F.scaled_dot_product_attention(q, k, k, scale=0.0)


@steps()
def attention_of_two_dimensions_that_eager_refuses(door):
    """E RuntimeError (mask and causal; mask of int64; mask of more dimensions), IndexError (enable_gqa); L computed."""
    calls = [
        lambda q, k: F.scaled_dot_product_attention(
            q, k, k, attn_mask=torch.zeros(3, 3), is_causal=True
        ),
        lambda q, k: F.scaled_dot_product_attention(
            q, k, k, attn_mask=torch.zeros(3, 3, dtype=INT64)
        ),
        lambda q, k: F.scaled_dot_product_attention(q, k[0], k[0], enable_gqa=True),
        lambda q, k: F.scaled_dot_product_attention(q, k, k, attn_mask=torch.zeros(2, 1, 3, 1)),
    ]
    return [tried(door.compile(f), rows(3, 4) / 9, rows(2, 3, 4) / 9) for f in calls]


@same(lambda: (rows(2, 3, 3, 4).long(), rows(2, 3, 0, 4).long()))
def attention_of_no_keys(q, k):
    """E zeros; L RuntimeError "expected m1 and m2 to have the same dtype" (integers, no keys)."""
    return F.scaled_dot_product_attention(q, k, k)


@steps()
def norms_of_two_dtypes(door):
    """E RuntimeError "mixed dtype (CPU): …"; L computed (weights and statistics of another dtype; nn.LayerNorm
    of float given double)."""
    calls = [
        lambda x: F.layer_norm(x, (3,), torch.ones(3, dtype=HALF)),
        lambda x: F.layer_norm(x, (3,), None, torch.ones(3, dtype=INT64)),
        lambda x: F.layer_norm(x.double(), (3,), torch.ones(3)),
        lambda x: F.batch_norm(x, torch.ones(3, dtype=DOUBLE), torch.ones(3, dtype=DOUBLE)),
        lambda x: F.batch_norm(x, None, None, torch.ones(3, dtype=DOUBLE), training=True),
        lambda x: F.group_norm(x[..., None], 1, torch.ones(3, dtype=HALF)),
        lambda x: F.instance_norm(
            x[None], weight=torch.ones(2, dtype=HALF), bias=torch.ones(2, dtype=HALF)
        ),
    ]
    return [tried(door.compile(f), rows(2, 3)) for f in calls]


@steps()
def operators_of_two_dtypes(door):
    """E RuntimeError (expected scalar type Float but found Double, …); L computed."""
    calls = [
        lambda x: F.bilinear(x, x, torch.ones(2, 3, 3), torch.ones(2, dtype=INT64)),
        lambda x: torch.cdist(x, x.double()),
        lambda x: F.grid_sample(x[None, None], torch.zeros(1, 1, 1, 2, dtype=DOUBLE)),
        lambda x: torch.quantile(x, torch.ones(2, dtype=DOUBLE)),
        lambda x: F.linear(x, torch.ones(2, 3), torch.ones(2, dtype=torch.complex64)),
        lambda x: torch.addmv(torch.ones(2, dtype=HALF), torch.ones(2, 3), x[0]),
    ]
    return [tried(door.compile(f), rows(2, 3)) for f in calls]


@steps()
def indices_of_wrong_dtypes(door):
    """E RuntimeError, IndexError (long, int wanted); L computed, floats as well."""
    calls = [
        lambda x: x.index_put((T([0.0, 1.0]),), T(1.0)),
        lambda x: x.index_copy(0, T([0.0, 1.0]), x[:2]),
        lambda x: torch.tensor_split(x, T([0.0, 1.0])),
        lambda x: torch.tensor_split(x, T([0, 1], dtype=INT32)),
        lambda x: F.embedding_bag(T([[0.0, 1.0]]), x),
        lambda x: F.embedding_bag(T([[0, 1]], dtype=UINT8), x),
        lambda x: x.repeat(T(True), 1),
    ]
    return [tried(door.compile(f), rows(2, 3)) for f in calls]


@steps()
def losses_of_two_dtypes(door):
    """E RuntimeError (binary_cross_entropy of two dtypes, with logits and ints; kl_div of ints); L computed."""
    calls = [
        lambda x: F.binary_cross_entropy(x, torch.ones(2, dtype=DOUBLE)),
        lambda x: F.binary_cross_entropy(x, torch.ones(2, dtype=INT64)),
        lambda x: F.binary_cross_entropy_with_logits(x, torch.ones(2, dtype=INT64)),
        lambda x: F.kl_div(x, torch.ones(2, dtype=INT64)),
    ]
    return [tried(door.compile(f), torch.full((2,), 0.5)) for f in calls]


@steps()
def dtypes_of_losses(door):
    """SILENT. E float32 (weight of double), int64 (hinge_embedding_loss of ints), float16 (bfloat16 and float16);
    L float64, float32, float32."""
    calls = [
        lambda x: F.binary_cross_entropy(x, x, weight=torch.ones(2, dtype=DOUBLE)).dtype,
        lambda x: F.hinge_embedding_loss(x.long(), torch.ones(2, dtype=INT64)).dtype,
        lambda x: F.binary_cross_entropy_with_logits(x.to(BRAIN), torch.ones(2, dtype=HALF)).dtype,
    ]
    return [tried(door.compile(f), torch.full((2,), 0.5)) for f in calls]


@steps()
def bias_of_bools(door):
    """E RuntimeError "Input type (float) and bias type (bool) should be the same"; L KeyError torch.bool."""
    calls = [
        lambda x: F.conv1d(x, torch.ones(2, 2, 1), torch.ones(2, dtype=torch.bool)),
        lambda x: F.conv1d(x.bool(), torch.ones(2, 2, 1), torch.ones(2)),
    ]
    return [told(door.compile(f), rows(1, 2, 3)) for f in calls]


@steps()
def transposed_convolution_with_a_bias_of_ints(door):
    """E computed; L RuntimeError "Input type (float) and bias type (long int) should be the same"."""
    f = door.compile(
        lambda x: F.conv_transpose1d(x, torch.ones(2, 2, 1), torch.ones(2, dtype=INT64))
    )
    return told(f, rows(1, 2, 3))


@same(lambda: (rows(2, 2), torch.ones(1, 2, dtype=HALF)))
def cosine_of_two_dtypes(x, y):
    """SILENT. E 0.70703 (half is rounded on the way); L 0.70711."""
    return F.cosine_similarity(x, y)


@same(lambda: (rows(2, 3).double(),))
def linear_of_another_dtype_in_words(x):
    """Other words: E "mat1 and mat2 must have the same dtype, but got Double and Float"; L "expected m1 and m2…"."""
    return F.linear(x, torch.ones(2, 3), torch.ones(2))


@same(lambda: (T([[1, 2], [3, 4]]),))
def softmax_of_ints_in_words(x):
    """Other words: E "softmax_kernel_impl"; L "softmax_lastdim_kernel_impl"."""
    return x.softmax(0)


@steps()
def padding_by_what_is_no_number(door):
    """SILENT, reads memory. E TypeError "argument 'value' (position 4) must be float, not list"; L pads with the
    address of the list (9.48e13): it is given to a kernel as a number. 1j: L 0."""
    calls = [
        lambda x: F.pad(x, (1, 1), value=[3.0]),
        lambda x: F.pad(x, (1, 1), value="a"),
        lambda x: F.pad(x, (1, 1), value={}),
        lambda x: F.pad(x, (1, 1), value=range(3)),
        lambda x: F.pad(x, (1, 1), value=(1.0, 2.0)),
        lambda x: F.pad(x, (1, 1), value=T([3.0])),
        lambda x: nn.ConstantPad1d(1, [3.0])(x),
    ]
    return [told(door.compile(f), rows(2, 3)) for f in calls]


@same(lambda: (T(1.0),))
def topk_of_none_of_a_number(x):
    """Reads memory. E values tensor(1.), indices tensor(0); L RuntimeError "index 94598087667280 is out of bounds"."""
    return x.topk(0).values


@same(lambda: (torch.full((2, 2), INF),))
def svd_of_infinite_numbers(x):
    """E nan; L _LinAlgError "The algorithm failed to converge…" (NaN raises in both)."""
    return torch.linalg.svd(x).S


@same(lambda: (torch.zeros(2, 0), torch.zeros(2, 0)))
def cross_entropy_of_no_classes(x, y):
    """SILENT. E nan; L 0 (probabilities of no classes)."""
    return F.cross_entropy(x, y)


@same(lambda: (T([[True]]),))
def product_of_bools_of_nothing(x):
    """E [[False]], []; L NotImplementedError "addmm_impl_cpu_" (a product with elements raises so in both)."""
    return x[:, :0] @ x[:0], x[:0] @ x


@same(lambda: (T(1.0),))
def index_select_of_a_dimension_that_there_is_not(x):
    """E IndexError "Dimension out of range (expected to be in range of [-1, 0], but got -3)"; L 1."""
    return x.index_select(-3, T([0]))


@same(lambda: (rows(2, 3),))
def ignored_class_that_is_no_int(x):
    """E TypeError "argument 'ignore_index' (position 5) must be int, not list"; L computed."""
    return F.cross_entropy(x, T([0, 1]), ignore_index=[1])


@steps()
def arguments_that_are_no_numbers_in_words(door):
    """Other words: E "elu(): argument 'alpha' (position 2) must be Number, not list"; L "only integer tensors of a
    single element…", "unsupported operand type(s)…" (functions that Lith writes of others: elu, celu, leaky_relu,
    threshold, hardtanh, layer_norm(eps=), normalize, huber_loss, smooth_l1_loss)."""
    calls = [
        lambda x: F.elu(x, [1.0]),
        lambda x: F.leaky_relu(x, "a"),
        lambda x: F.threshold(x, [1.0], 2.0),
        lambda x: F.layer_norm(x, (3,), eps=[1.0]),
        lambda x: F.huber_loss(x, x, delta=[1.0]),
    ]
    return [told(door.compile(f), rows(2, 3)) for f in calls]


@steps()
def copy_of_a_number(door):
    """E `x.copy_(2.5)` fills; L TypeError "argument 'other' (position 1) must be Tensor, not float"."""
    return told(door.compile(lambda x: x.copy_(2.5)), rows(2, 3))


@same(lambda: (torch.full((17,), 65504.0, dtype=HALF),))
def variance_of_large_halves(x):
    """SILENT. E 0; L inf."""
    return x.var()


@same(lambda: (torch.full((17,), -INF, dtype=HALF),))
def negative_power_of_half(x):
    """SILENT, kin of power_of_half. E 0; L nan."""
    return x**-0.5


@steps()
def activations_given_tensors_or_complex_numbers(door):
    """Kin of slope_as_a_tensor. E TypeError (hardtanh, adaptive_avg_pool2d), RuntimeError (leaky_relu by 1j);
    L computed."""
    calls = [
        lambda x: F.hardtanh(x, T([-1.0]), 1),
        lambda x: F.adaptive_avg_pool2d(x, T(2)),
        lambda x: F.leaky_relu(x, 1j),
    ]
    return [tried(door.compile(f), rows(1, 1, 4, 4)) for f in calls]


@steps()
def ints_in_layers(door):
    """Kin of dropout_of_ints. E NotImplementedError (batch_norm, prelu); L computed."""
    calls = [
        lambda x: F.batch_norm(x, torch.zeros(1), torch.ones(1)),
        lambda x: F.prelu(x, T([1])),
        lambda x: F.batch_norm(x * (1 + 0j), torch.zeros(1), torch.ones(1)),
    ]
    return [tried(door.compile(f), rows(1, 1, 4, 4).long()) for f in calls]


@steps()
def truths_of_numpy_as_operands(door):
    """Made in the program: E float32 (full), values (sub), NotImplementedError (bool & np.bool_ is an operation of
    floats); L bool, RuntimeError, values."""
    calls = [
        lambda x: torch.full((2,), np.bool_(True)),
        lambda x: x.sub(np.bool_(True), alpha=2),
        lambda x: x.bool() & np.bool_(True),
    ]
    return [tried(door.compile(f), rows(2, 3)) for f in calls]


@steps()
def writes_of_numpy_numbers(door):
    """Kin of write_a_numpy_number, by a slice, a mask and np.bool_. E TypeError "can't assign a numpy.bool to a
    torch.FloatTensor"; L writes."""

    def column(x):
        x[:, 0] = np.float32(3)
        return x

    def mask(x):
        x[x > 1] = np.bool_(True)
        return x

    return [told(door.compile(f), rows(2, 3)) for f in (column, mask)]


@steps()
def type_of_what_is_no_type(door):
    """E TypeError "dtype must be a type, str, or dtype object"; L AttributeError … '__name__'."""
    return [
        told(door.compile(f), rows(2)) for f in (lambda x: x.type(2.5), lambda x: x.type([3.0]))
    ]


@same(lambda: (rows(4, 3).t() / 20,))
def strides_of_erfinv(x):
    """E (1, 3); L (4, 1), of a tensor whose dimensions were exchanged."""
    return x.erfinv().stride()


def places(shape):
    """One tensor in each order of dimensions, and with gaps in channels_last."""
    for order in itertools.permutations(range(len(shape))):
        back = [order.index(d) for d in range(len(shape))]
        yield rows(*[shape[d] for d in order]).permute(back)
    if len(shape) == 4:
        yield rows(*shape[:2], 8, 8).contiguous(memory_format=torch.channels_last)[..., ::2, ::2]


@steps()
def strides_of_batch_norm(door):
    """Row-major or channels last, by what the tensor is taken for, in training too."""
    f = door.compile(
        lambda x, training: F.batch_norm(x, torch.zeros(3), torch.ones(3), training=training)
    )
    shapes = ((2, 3, 4), (2, 3, 4, 5), (1, 3, 4, 4), (2, 3, 1, 4), (2, 3, 2, 1, 3))
    return f(rows(0, 3, 4, 2).mT, False).stride(), [
        (f(x, training).stride(), f(x, training))
        for shape in shapes
        for x in places(shape)
        for training in (False, True)
    ]


@same(lambda: (rows(1, 1, 2, 2),), refused="LTH0301")
def two_that_may_be_the_argument(x):
    """What lies in both formats is one tensor, whichever was asked for."""
    return x.contiguous(memory_format=torch.channels_last) is x.contiguous()  # here


@same(lambda: (rows(1, 1, 2, 4),))
def strides_of_pools_of_nothing(x):
    """Adaptive pools without windows are row-major."""
    return [
        pool.stride()
        for pool in (
            F.adaptive_avg_pool2d(x, 0),
            F.adaptive_max_pool2d(x, 0),
            F.adaptive_avg_pool1d(x[0], 0),
            F.adaptive_avg_pool2d(x.mT, (0, 1)),
        )
    ]


@same(lambda: (rows(2, 1, 4, 4),))
def channel_shuffle_of_one_group(x):
    """SILENT. E memory of its own, in channels_last with one channel; L that of x."""
    return F.channel_shuffle(x.contiguous(memory_format=torch.channels_last), 1), x


@steps()
def normal_of_two_shapes(door):
    """SILENT. E normal(zeros(4, 1), ones(5)) draws other numbers than L (float and double)."""
    f = door.compile(lambda a, b: torch.normal(a, b))
    torch.manual_seed(0)
    return f(torch.zeros(4, 1), torch.ones(5)), torch.rand(1)


@steps()
def generator_after_a_refused_draw(door):
    """SILENT. E the generator stays where it was when normal(…) raises for the shapes; L it moved on."""
    f = door.compile(lambda n: torch.normal(torch.zeros(n), torch.zeros(n + 1)))
    torch.manual_seed(0)
    tried(f, 5)
    return torch.rand(1)


@steps()
def large_random_integers_of_float(door):
    """SILENT. E random_(2**30) of float32 are other numbers than L (bounds past 2**24)."""
    f = door.compile(lambda: torch.empty(20).random_(2**30))
    torch.manual_seed(0)
    return f()


@steps()
def weights_in_channels_last(door):
    """SILENT, kin of the limit on exchanged dimensions: kaiming_normal_ of a channels_last weight, and the
    generator afterwards."""
    f = door.compile(lambda w: nn.init.kaiming_normal_(w))
    torch.manual_seed(0)
    return f(torch.zeros(2, 3, 4, 4).contiguous(memory_format=torch.channels_last)), torch.rand(1)


@steps()
def layers_of_half(door):
    """SILENT, kin of the limits on half precision: nn.Linear(dtype=float16), Embedding, Conv1d, init.*."""
    calls = [
        lambda: nn.Linear(4, 5, dtype=HALF).weight.detach(),
        lambda: nn.init.sparse_(torch.empty(4, 5, dtype=HALF), 0.5),
        lambda: torch.distributions.Normal(torch.zeros(20, dtype=BRAIN), 1.0).sample(),
    ]
    found = []
    for call in calls:
        f = door.compile(call)
        torch.manual_seed(0)
        found.append((f(), torch.rand(1)))
    return found


@steps()
def bounds_past_a_dtype(door):
    """E RuntimeError "to - 1 is out of bounds for …" (randint, random_, randint_like of uint8, int8); L wraps."""
    calls = [
        lambda n: torch.randint(-n, n, (20,), dtype=INT8),
        lambda n: torch.empty(20, dtype=UINT8).random_(n),
        lambda n: torch.empty(20, dtype=UINT8).random_(-5, 5),
        lambda n: torch.randint_like(torch.zeros(20, dtype=UINT8), n),
        lambda n: torch.empty(20, dtype=torch.bool).random_(10),
    ]
    return [tried(door.compile(f), 300) for f in calls]


@steps()
def equal_bounds_in_words(door):
    """Other words: E "random_ expects 'from' to be less than 'to', but got from=5 >= to=5"; L "random integers
    need a lower bound below the upper one"."""
    calls = [
        lambda n: torch.randint(n, n, (2,)),
        lambda n: torch.empty(2, dtype=INT64).random_(n, n),
    ]
    return [told(door.compile(f), 5) for f in calls]


@steps()
def distributions_of_ints(door):
    """E RuntimeError / NotImplementedError; L another type (exponential_, cauchy_) or computed (bernoulli of ints,
    geometric_ and randperm of bools)."""
    calls = [
        lambda: torch.empty(3, dtype=INT64).exponential_(),
        lambda: torch.empty(3, dtype=INT64).cauchy_(),
        lambda: torch.bernoulli(torch.ones(3, dtype=INT64)),
        lambda: torch.empty(3, dtype=torch.bool).geometric_(0.3),
        lambda: torch.randperm(3, dtype=torch.bool),
    ]
    return [tried(door.compile(f)) for f in calls]


@steps()
def parameters_in_place_out_of_range(door):
    """E RuntimeError; L draws (normal_ std < 0, uniform_ from > to or nan, bernoulli_ p of 2, cauchy_ sigma of 0)."""
    calls = [
        lambda n: torch.empty(n).normal_(0, -1),
        lambda n: torch.empty(n).uniform_(3, 1),
        lambda n: torch.empty(n).uniform_(NAN, 1),
        lambda n: torch.empty(n).bernoulli_(2),
        lambda n: torch.empty(n).bernoulli_(-0.1),
        lambda n: torch.empty(n).cauchy_(0, 0),
    ]
    return [tried(door.compile(f), 20) for f in calls]


@same(lambda: (torch.zeros(2, 3, 4, 4).contiguous(memory_format=torch.channels_last),))
def strides_of_draws(x):
    """E row-major (normal(x, 1.), rrelu in training); L the strides of x."""
    return torch.normal(x, 1.0).stride(), F.rrelu(x, training=True).stride()


@same(lambda: (torch.zeros(1, 20)[:, :0], torch.zeros(2, 20)[::2]))
def strides_like_those_of_one_row(x, y):
    """E (1, 1), (20, 1); L other strides of randn_like of sizes 0 and 1."""
    return torch.randn_like(x).stride(), torch.randn_like(y).stride()


def columns():
    return torch.zeros(3, 1).expand(3, 4)


def copies():
    return torch.zeros(4).expand(4, 4)


@steps()
def writes_to_an_expanded_argument_that_eager_allows(door):
    """E computes (copy_(x), sum(out=), zeros(out=), init.eye_, threshold_, embedding(max_norm=), tril_);
    L RuntimeError "more than one element of the written-to tensor"."""
    calls = [
        lambda x: x.copy_(x),
        lambda x: x.tril_(),
        lambda x: x.triu_(),
        lambda x: torch.sum(torch.ones(3, *x.shape), 0, out=x),
        lambda x: torch.zeros(x.shape, out=x),
        lambda x: nn.init.eye_(x),
        lambda x: F.threshold_(x, 1.0, 2.0),
        lambda x: F.embedding(T([0]), x, max_norm=1.0),
    ]
    return [told(door.compile(f), x()) for f in calls for x in (columns, copies)]


@steps()
def writes_to_an_expanded_argument_that_lith_allows(door):
    """E RuntimeError "more than one element of the written-to tensor"; L computes (masked_scatter_; parts of
    split and unbind; flatten of one number expanded, which is a view in eager)."""

    def part(x):
        a, *b = x.split(1)
        a.add_(1)
        return x

    def column(x):
        for r in x.unbind(1):
            r.add_(1)
        return x

    def flat(x):
        x.flatten().add_(1)
        return x

    return (
        told(door.compile(lambda x: x.masked_scatter_(x == 0, torch.ones_like(x))), columns()),
        told(door.compile(part), columns()),
        told(door.compile(column), copies()),
        told(door.compile(flat), torch.zeros(()).expand(3, 4)),
    )


@steps()
def lost_writes_by_tensors_of_indices(door):
    """SILENT, kin of lost_write_to_an_expanded_argument: with accumulate=True, in a branch."""

    def branch(x):
        if x.sum() == 0:
            x.index_fill_(0, T([0]), 1.0)
        return x, x.sum(0)

    calls = [
        lambda x: x.index_put_((T([0]),), T(1.0), accumulate=True),
        lambda x: x.index_put_((T([0]), T([0])), T(1.0)),
        branch,
    ]
    made = (copies, lambda: torch.zeros(()).expand(3, 4))
    return [(told(door.compile(f), x), x) for f in calls for x in [m() for m in made]]


@steps()
def out_that_overlaps_in_other_ways(door):
    """Kin of the limit out_that_overlaps. E RuntimeError "some elements of the input tensor and the written-to
    tensor refer to a single memory location"; L computes."""

    def part(x):
        torch.exp(x[:3], out=x[2:5])
        return x

    def turned(x):
        torch.add(x.view(3, 2).t(), 1, out=x.view(2, 3))
        return x

    def joined(x):
        torch.cat([x[:-1]], out=x[1:])
        return x

    def number(x):
        torch.sub(x, x[0], out=x)
        return x

    return [told(door.compile(f), rows(6)) for f in (part, turned, joined, number)]


@steps()
def nested_list_from_outside_as_an_index(door):
    """SILENT. E a list of lists or of tensors that is an argument is a tuple of indices (`x[[[0], [1]]]` → [1.]);
    L one index of two dimensions → shape (2, 1, 3). Written out in the program it is right."""
    get = door.compile(lambda x, i: x[i])
    indices = [[[0], [1]], [T(0), T(1)], [T([0]), T([1])]]
    return [told(get, rows(2, 3), i) for i in indices]


@same(lambda: (rows(2, 3),), refused="LTH0504")
def tuple_of_run_time_that_is_empty_as_an_index(x):
    """E `x[tuple([])]` is x; L NotImplementedError "torch.tensor of a list that only run time knows to be empty"."""
    keep = [i for i in range(len(x)) if x[i, 0] > 100]
    return x[tuple(keep)]  # here


@steps()
def arrays_of_empty_lists_of_run_time(door):
    """Kin of empty_list_as_an_index: E empty; L NotImplementedError (np.array(k), np.array(k, dtype=int64),
    torch.tensor of nested lists, a list of bools)."""

    def array(x):
        return np.array([i for i in range(len(x)) if x[i, 0] > 100], dtype=np.int64)

    def pairs(x):
        return torch.tensor([[i, i] for i in range(len(x)) if x[i, 0] > 100])

    def bools(x):
        return x[[bool(i) for i in range(len(x)) if x[i, 0] > 100]]

    def ints_or_bools(x):
        return x[[i for i in range(len(x)) if x[i, 0] > 100] + [True, False]]

    return [told(door.compile(f), rows(2, 3)) for f in (array, pairs, bools, ints_or_bools)]


@same(lambda: (rows(2, 3), np.array([])))
def empty_array_as_an_index(x, i):
    """E an empty array of float64 indexes nothing; L IndexError "tensors used as indices must be long…"."""
    return x[i], x[np.array([])]


@steps()
def index_of_int8(door):
    """Kin of index_of_int16. E IndexError; L computed (reading, writing)."""

    def write(x, i):
        x[i] = 7.0
        return x

    calls = [lambda x, i: x[i], write]
    return [told(door.compile(f), rows(2, 3), T([1], dtype=INT8)) for f in calls]


@steps(refused="LTH0502")
def index_past_64_bits(door):
    """E IndexError (list), ValueError "Overflow when unpacking long long" (tensor); L TypeError, "not int"."""
    calls = [lambda x: [10, 20, 30][2**63], lambda x: x[[2**63]]]  # here
    return [told(door.compile(f), rows(2, 3)) for f in calls]


@steps()
def indices_out_of_range_in_words(door):
    """Other words. E "index is out of bounds for dimension with size 0" (no rows), "index 5 is out of bounds for
    dimension 0 with size 0" (number), "slice() cannot be applied to a 0-dim tensor."; L other sentences."""
    return [
        told(door.compile(lambda x: x[[0]]), torch.zeros(0, 3)),
        told(door.compile(lambda x: x[5]), T(7.0)),
        told(door.compile(lambda x: x[0:1]), T(7.0)),
    ]


@steps()
def slices_of_a_number(door):
    """E ValueError "step must be greater than zero", TypeError "slice indices must be integers…"; L IndexError."""
    calls = [lambda x: x[::-1], lambda x: x[1.0:2]]
    return [told(door.compile(f), T(7.0)) for f in calls]


@steps()
def list_indices_that_are_arrays(door):
    """E TypeError "only integer scalar arrays can be converted to a scalar index"; L ValueError."""
    return told(door.compile(lambda i: [10, 20, 30][i]), np.array([0, 1]))


@steps()
def indices_of_arrays(door):
    """SILENT. NumPy's own rules for `a = x.numpy()`: a[0, None, [0, 1]] E shape (2, 1) L (1, 2); a[0, ..., 0] E an
    array L a number; a[T(1)] of int8/int16/int32 E shape (3,) L (1, 3); a[..., ...] E IndexError L computed."""
    calls = [
        lambda x: x.numpy()[0, None, [0, 1]],
        lambda x: type(x.numpy()[0, ..., 0]).__name__,
        lambda x: told(lambda: x.numpy()[..., ...]),
    ]
    return [told(door.compile(f), rows(2, 3)) for f in calls]
