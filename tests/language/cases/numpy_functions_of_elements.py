"""Functions of NumPy of each element, of one operand and of two."""

import numpy as np
import torch

from language.harness import case


def of_one(x):
    small = x / 10
    return (
        np.tan(x), np.arcsin(small), np.arccos(small), np.arctan(x), np.sinh(x), np.cosh(x),
        np.arcsinh(x), np.arccosh(np.abs(x) + 1), np.arctanh(small), np.expm1(x), np.log1p(np.abs(x)),
        np.exp2(x), np.cbrt(x), np.deg2rad(x), np.rad2deg(x), np.radians(x), np.degrees(x),
        np.fabs(x), np.sinc(x), np.cbrt(np.float64(64)), np.tan(1),
    )  # fmt: skip


def rounded(x):
    return (
        np.trunc(x), np.fix(x), np.round(x, 1), x.round(2), np.around(x, -1), np.rint(x),
        np.sign(x), np.square(x), np.positive(x), np.negative(x), np.absolute(x), np.conj(x),
        x.conj(), np.negative([1, 2]), np.square(2.5), np.sign(-3),
    )  # fmt: skip


def reciprocals(x):
    return np.reciprocal(x), 1 + np.reciprocal(x[0])


def unusual(x):
    copied = x.copy()
    same = np.nan_to_num(copied, copy=False, posinf=9.0) is copied
    return (
        np.isnan(x), np.isinf(x), np.isfinite(x), np.signbit(x), np.sign(x), np.nan_to_num(x),
        np.nan_to_num(x, nan=1.0, posinf=2.0, neginf=-2.0), copied, same, np.isnan(1.0), np.trunc(x),
    )  # fmt: skip


def arithmetic(x, y):
    return [
        (f(x, y), f(x, 2), f(3.5, y), f(x, [1, 2, 3]), f(7, 2), f(x[0, 0], 2))
        for f in (
            np.add, np.subtract, np.multiply, np.divide, np.true_divide, np.floor_divide, np.mod,
            np.remainder, np.fmod, np.maximum, np.minimum, np.fmax, np.fmin, np.float_power,
        )
    ] + [np.power(x, 2), np.power(2.0, y), np.divmod(x, y)]  # fmt: skip


def of_integers(x):
    return (
        np.mod(x, 0), np.floor_divide(x, 0), np.fmod(x, 0), np.fmod(x, 3), np.fmod(x, -3),
        np.bitwise_and(x, 3), np.bitwise_or(x, 8), np.bitwise_xor(x, x[0]), np.invert(x),
        np.add(x, np.int8(3)), np.multiply(x, np.float32(2)),
    )  # fmt: skip


def of_reals(x, y):
    return [
        (f(x, y), f(x, 2), f(3.5, y), f(x[0], 2.0))
        for f in (
            np.arctan2,
            np.hypot,
            np.copysign,
            np.logaddexp,
            np.logaddexp2,
            np.heaviside,
            np.nextafter,
        )
    ]


def compared(x, y):
    return [
        (f(x, y), f(x, 2), f(3.5, y), f(1, 2))
        for f in (
            np.equal, np.not_equal, np.less, np.less_equal, np.greater, np.greater_equal,
            np.logical_and, np.logical_or, np.logical_xor, np.isclose,
        )
    ] + [np.logical_not(x), np.logical_not(0)]  # fmt: skip


def alike(x, y):
    if np.allclose(x, y):
        return "close", np.array_equal(x, y), np.array_equal(x, x[0]), np.isclose(x, y, rtol=0.5)
    nan = np.array([1, np.nan])
    equal = np.array_equal(nan, nan), np.array_equal(nan, nan, equal_nan=True)
    return "apart", np.array_equal(x, y), equal, np.allclose(nan, nan, equal_nan=True)


def beside_tensors(x):
    return np.add(x, 1), np.multiply(x, x), np.tan(x), np.negative(x)


def limits(x):
    real = np.finfo(x.dtype)
    whole = np.iinfo(np.int32)
    return (
        real.eps,
        real.max,
        np.finfo(np.float32).tiny,
        whole.min,
        whole.max,
        np.iinfo("int8").bits,
        np.clip(x, real.eps, None),
    )


def wrong_shapes(x):
    said = []
    for f in (np.add, np.arctan2, np.equal, np.logical_and, np.isclose):
        try:
            said.append(f(x, x[:, :2]))
        except ValueError as error:
            said.append(str(error).strip())
    return said


A = np.array([[1.5, 2, -3], [4, -0.5, 6]])
B = np.array([[1, 2, 3], [-4, 5, 6]])
U = np.array([np.nan, np.inf, -np.inf, -0.0, 2.5])


def arrays():
    return [(A.copy(),), (A.astype(np.float32) + 1,), (B.copy(),)]


def pairs():
    return [
        (A.copy(), B.copy()),
        (A.astype(np.float32), A.astype(np.float32) * 2),
        (B.copy(), B * 2),
    ]


def of_bfloat16(x):
    messages = []
    for function in (np.exp, np.negative, np.asarray):
        try:
            messages.append(function(x).shape)
        except TypeError as e:
            messages.append(str(e))
    try:
        messages.append(np.add(x, 1).shape)
    except TypeError as e:
        messages.append(str(e))
    return messages


CASES = [
    case(
        of_bfloat16,
        lambda: [(torch.ones(2).bfloat16(),), (torch.ones(3),)],
        straight=True,
        tool=False,
    ),
    case(of_one, arrays, artifact=False, straight=True),
    case(rounded, arrays, artifact=False, straight=True),
    case(reciprocals, lambda: [(A.copy(),), (A.astype(np.float32),)], straight=True),
    case(
        unusual, lambda: [(U.copy(),), (U.astype(np.float32) * 2,)], artifact=False, straight=True
    ),
    case(arithmetic, pairs, artifact=False, straight=True),
    case(of_integers, lambda: [(B.copy(),), (B.astype(np.int32) * 3,)], straight=True),
    case(of_reals, pairs, straight=True),
    case(compared, pairs, artifact=False, straight=True),
    case(alike, lambda: [(A.copy(), B.copy()), (A.copy(), A + 1e-10)]),
    case(
        beside_tensors, lambda: [(torch.tensor([1.0, 2]),), (torch.tensor([3.0]),)], straight=True
    ),
    case(limits, lambda: [(A.copy(),), (A.astype(np.float32),)], straight=True, artifact=False),
    case(wrong_shapes, arrays, artifact=False, straight=True),
]
