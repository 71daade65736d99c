// MathInverse.cpp: inverse functions of sine, cosine and tangent, the hyperbolic ones, and the
// remainder of a division.
//
// Those of float are polynomials on a reduced range, or follow from exp, expm1 and log1p. Those of
// double, and arguments near overflow, go to the C library, lane by lane.
#include "codegen/kernels/Math.h"

#include <cmath>

using namespace llvm;

namespace lith::codegen::math {

namespace {
bool isDouble(Value *x) { return x->getType()->getScalarType()->isDoubleTy(); }

/// The angle of which the tangent is numerator / denominator, between -1 and 1 and best within
/// tan(pi / 8).
Value *smallAngle(VectorBuilder &v, Value *numerator, Value *denominator) {
  Value *t = v.b.CreateFDiv(numerator, denominator), *s = v.b.CreateFMul(t, t);
  Value *p =
      v.polynomial(s, {8.05374449538e-2, -1.38776856032e-1, 1.99777106478e-1, -3.33329491539e-1});
  return v.fma(v.b.CreateFMul(p, s), t, t);
}

/// asin(sqrt(s)), where s is at most a quarter and `root` its root.
Value *smallArc(VectorBuilder &v, Value *s, Value *root) {
  Value *p = v.polynomial(
      s, {4.2163199048e-2, 2.4181311049e-2, 4.5470025998e-2, 7.4953002686e-2, 1.6666752422e-1});
  return v.fma(v.b.CreateFMul(p, s), root, root);
}

/// Of |x|: the arc of the sine up to a half; beyond it half of the arc of the cosine.
Value *arc(VectorBuilder &v, Value *a, Value *isLarge) {
  IRBuilder<> &b = v.b;
  Value *half = v.number(a, 0.5);
  Value *s = b.CreateSelect(isLarge, b.CreateFMul(half, b.CreateFSub(v.number(a, 1), a)),
                            b.CreateFMul(a, a));
  return smallArc(v, s, b.CreateSelect(isLarge, v.unary(Intrinsic::sqrt, s), a));
}
} // namespace

Value *atan(VectorBuilder &v, Value *x) {
  if (isDouble(x))
    return v.callPerLane("atan", {x});
  IRBuilder<> &b = v.b;
  Value *a = v.abs(x), *one = v.number(x, 1);
  Value *isMiddle = b.CreateFCmpOGT(a, v.number(x, 0.41421356237));
  Value *isLarge = b.CreateFCmpOGT(a, v.number(x, 2.41421356237));
  Value *numerator = b.CreateSelect(isMiddle, b.CreateFSub(a, one), a);
  Value *denominator = b.CreateSelect(isMiddle, b.CreateFAdd(a, one), one);
  numerator = b.CreateSelect(isLarge, v.number(x, -1), numerator);
  denominator = b.CreateSelect(isLarge, a, denominator);
  Value *turn = b.CreateSelect(isMiddle, v.number(x, M_PI / 4), v.number(x, 0));
  turn = b.CreateSelect(isLarge, v.number(x, M_PI / 2), turn);
  return v.copysign(b.CreateFAdd(turn, smallAngle(v, numerator, denominator)), x);
}

Value *atan2(VectorBuilder &v, Value *y, Value *x) {
  if (isDouble(x))
    return v.callPerLane("atan2", {y, x});
  IRBuilder<> &b = v.b;
  Value *ay = v.abs(y), *ax = v.abs(x), *zero = v.number(x, 0);
  Value *isSteep = b.CreateFCmpOGT(ay, ax);
  Value *low = b.CreateSelect(isSteep, ax, ay), *high = b.CreateSelect(isSteep, ay, ax);
  Value *isMiddle = b.CreateFCmpOGT(low, b.CreateFMul(high, v.number(x, 0.41421356237)));
  Value *denominator = b.CreateSelect(isMiddle, b.CreateFAdd(low, high), high);
  denominator = b.CreateSelect(b.CreateFCmpOEQ(high, zero), v.number(x, 1), denominator);
  Value *angle = smallAngle(v, b.CreateSelect(isMiddle, b.CreateFSub(low, high), low), denominator);
  angle = b.CreateFAdd(angle, b.CreateSelect(isMiddle, v.number(x, M_PI / 4), zero));
  angle = b.CreateSelect(isSteep, b.CreateFSub(v.number(x, M_PI / 2), angle), angle);
  Value *isBehind = b.CreateFCmpOLT(v.copysign(v.number(x, 1), x), zero);
  angle = b.CreateSelect(isBehind, b.CreateFSub(v.number(x, M_PI), angle), angle);
  Value *far = b.CreateOr(b.CreateFCmpUGT(high, v.number(x, 1e38)), v.isNan(b.CreateFAdd(x, y)));
  return v.patchPerLane(v.copysign(angle, y), far, "atan2", {y, x});
}

Value *asin(VectorBuilder &v, Value *x) {
  if (isDouble(x))
    return v.callPerLane("asin", {x});
  Value *a = v.abs(x), *isLarge = v.b.CreateFCmpOGT(a, v.number(x, 0.5));
  Value *part = arc(v, a, isLarge);
  Value *rest = v.fma(v.number(x, -2), part, v.number(x, M_PI / 2));
  return v.copysign(v.b.CreateSelect(isLarge, rest, part), x);
}

Value *acos(VectorBuilder &v, Value *x) {
  if (isDouble(x))
    return v.callPerLane("acos", {x});
  IRBuilder<> &b = v.b;
  Value *a = v.abs(x), *isLarge = b.CreateFCmpOGT(a, v.number(x, 0.5));
  Value *part = arc(v, a, isLarge), *twice = b.CreateFAdd(part, part);
  Value *isNegative = b.CreateFCmpOLT(x, v.number(x, 0));
  twice = b.CreateSelect(isNegative, b.CreateFSub(v.number(x, M_PI), twice), twice);
  return b.CreateSelect(isLarge, twice, b.CreateFSub(v.number(x, M_PI / 2), v.copysign(part, x)));
}

Value *sinh(VectorBuilder &v, Value *x) {
  if (isDouble(x))
    return v.callPerLane("sinh", {x});
  IRBuilder<> &b = v.b;
  Value *a = v.abs(x), *e = expm1(v, a);
  Value *sum = b.CreateFAdd(e, b.CreateFDiv(e, b.CreateFAdd(e, v.number(x, 1))));
  Value *result = v.copysign(b.CreateFMul(sum, v.number(x, 0.5)), x);
  return v.patchPerLane(result, b.CreateFCmpUGT(a, v.number(x, 88)), "sinh", {x});
}

Value *cosh(VectorBuilder &v, Value *x) {
  if (isDouble(x))
    return v.callPerLane("cosh", {x});
  IRBuilder<> &b = v.b;
  Value *a = v.abs(x), *half = v.number(x, 0.5), *e = exp(v, a);
  Value *result = v.fma(e, half, b.CreateFDiv(half, e));
  return v.patchPerLane(result, b.CreateFCmpUGT(a, v.number(x, 88)), "cosh", {x});
}

Value *asinh(VectorBuilder &v, Value *x) {
  if (isDouble(x))
    return v.callPerLane("asinh", {x});
  IRBuilder<> &b = v.b;
  Value *a = v.abs(x), *s = b.CreateFMul(a, a), *one = v.number(x, 1);
  Value *root = v.unary(Intrinsic::sqrt, b.CreateFAdd(s, one));
  Value *result = log1p(v, b.CreateFAdd(a, b.CreateFDiv(s, b.CreateFAdd(root, one))));
  return v.patchPerLane(v.copysign(result, x), b.CreateFCmpUGT(a, v.number(x, 1e18)), "asinh", {x});
}

Value *acosh(VectorBuilder &v, Value *x) {
  if (isDouble(x))
    return v.callPerLane("acosh", {x});
  IRBuilder<> &b = v.b;
  Value *t = b.CreateFSub(x, v.number(x, 1));
  Value *s = b.CreateFMul(t, b.CreateFAdd(t, v.number(x, 2)));
  Value *result = log1p(v, b.CreateFAdd(t, v.unary(Intrinsic::sqrt, s)));
  result = b.CreateSelect(b.CreateFCmpOLT(x, v.number(x, 1)), v.number(x, NAN), result);
  return v.patchPerLane(result, b.CreateFCmpUGT(x, v.number(x, 1e18)), "acosh", {x});
}

Value *atanh(VectorBuilder &v, Value *x) {
  if (isDouble(x))
    return v.callPerLane("atanh", {x});
  IRBuilder<> &b = v.b;
  Value *a = v.abs(x);
  Value *ratio = b.CreateFDiv(b.CreateFAdd(a, a), b.CreateFSub(v.number(x, 1), a));
  return v.copysign(b.CreateFMul(log1p(v, ratio), v.number(x, 0.5)), x);
}

Value *hypot(VectorBuilder &v, Value *x, Value *y) {
  if (isDouble(x))
    return v.callPerLane("hypot", {x, y});
  IRBuilder<> &b = v.b;
  Type *wide = v.vec(b.getDoubleTy());
  Value *p = b.CreateFPExt(x, wide), *q = b.CreateFPExt(y, wide);
  Value *root = v.unary(Intrinsic::sqrt, v.fma(p, p, b.CreateFMul(q, q)));
  Value *infinity = v.number(x, INFINITY);
  Value *isFar =
      b.CreateOr(b.CreateFCmpOEQ(v.abs(x), infinity), b.CreateFCmpOEQ(v.abs(y), infinity));
  return b.CreateSelect(isFar, infinity, b.CreateFPTrunc(root, x->getType()));
}

/// The quotient, where it is small, is rounded to the whole one or to the one above; what is left
/// of x is exact either way. A divisor that is no number is the result: of a dividend that cannot
/// be infinite, as an integer, LLVM takes the call for a remainder that is never NaN.
Value *fmod(VectorBuilder &v, Value *x, Value *y) {
  IRBuilder<> &b = v.b;
  Value *ax = v.abs(x), *ay = v.abs(y), *quotient = b.CreateFDiv(ax, ay);
  Value *whole = v.unary(Intrinsic::trunc, quotient);
  Value *rest = v.fma(b.CreateFNeg(whole), ay, ax);
  rest = b.CreateSelect(b.CreateFCmpOLT(rest, v.number(x, 0)), b.CreateFAdd(rest, ay), rest);
  Value *cold = b.CreateFCmpUGE(quotient, v.number(x, isDouble(x) ? 0x1p51 : 0x1p22));
  cold = b.CreateOr(cold, b.CreateFCmpOEQ(ay, v.number(x, INFINITY)));
  Value *patched = v.patchPerLane(v.copysign(rest, x), cold, "fmod", {x, y});
  return b.CreateSelect(v.isNan(y), y, patched);
}

} // namespace lith::codegen::math
