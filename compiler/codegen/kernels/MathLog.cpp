// MathLog.cpp: logarithms and powers.
//
// log: x = 2^e · m with m in [√½, √2), then a polynomial in m - 1 (float) or in s = f/(2+f)
// (double).
#include "codegen/kernels/Interpolation.h"
#include "codegen/kernels/Math.h"

using namespace llvm;

namespace lith::codegen::math {

namespace {
bool isDouble(Value *x) { return x->getType()->getScalarType()->isDoubleTy(); }

struct Split {
  Value *e; // whole, as float
  Value *f; // mantissa - 1, in [√½ - 1, √2 - 1)
};

Split split(VectorBuilder &v, Value *x) {
  auto [e, m] = v.splitExponent(x);
  Value *low = v.b.CreateFCmpOLT(m, v.number(x, 0.70710678118654752));
  Value *f = v.b.CreateFSub(v.b.CreateSelect(low, v.b.CreateFAdd(m, m), m), v.number(x, 1));
  Value *less = v.b.CreateFSub(e, v.number(x, 1));
  return {v.b.CreateSelect(low, less, e), f};
}

/// log(1+f) - f on the reduced interval.
Value *logTail(VectorBuilder &v, Value *f) {
  IRBuilder<> &b = v.b;
  if (!isDouble(f)) {
    Value *p = v.polynomial(f, {7.0376836292e-2, -1.1514610310e-1, 1.1676998740e-1,
                                -1.2420140846e-1, 1.4249322787e-1, -1.6668057665e-1,
                                2.0000714765e-1, -2.4999993993e-1, 3.3333331174e-1});
    Value *s = b.CreateFMul(f, f);
    return v.fma(b.CreateFMul(p, f), s, b.CreateFMul(s, v.number(f, -0.5)));
  }
  Value *s = b.CreateFDiv(f, b.CreateFAdd(f, v.number(f, 2)));
  Value *z = b.CreateFMul(s, s);
  Value *r =
      v.polynomial(z, {1.479819860511658591e-01, 1.531383769920937332e-01, 1.818357216161805012e-01,
                       2.222219843214978396e-01, 2.857142874366239149e-01, 3.999999999940941908e-01,
                       6.666666666666735130e-01});
  r = b.CreateFMul(r, z);
  Value *half = b.CreateFMul(b.CreateFMul(f, f), v.number(f, 0.5));
  return b.CreateFSub(b.CreateFMul(s, b.CreateFAdd(half, r)), half);
}

/// The values at 0, below 0, at infinity and NaN.
Value *atEdges(VectorBuilder &v, Value *x, Value *result) {
  IRBuilder<> &b = v.b;
  Value *infinity = v.number(x, INFINITY);
  result = b.CreateSelect(b.CreateFCmpOEQ(x, v.number(x, 0)), v.number(x, -INFINITY), result);
  result = b.CreateSelect(b.CreateFCmpULT(x, v.number(x, 0)), v.number(x, NAN), result);
  return b.CreateSelect(b.CreateFCmpOEQ(x, infinity), infinity, result);
}

Value *logOfBase(VectorBuilder &v, Value *x, double scale) {
  if (isDouble(x))
    return nullptr;
  // In double, so that the product with the constant does not show in float.
  Value *wide = v.b.CreateFPExt(x, v.vec(v.b.getDoubleTy()));
  Value *result = v.b.CreateFMul(log(v, wide), v.number(wide, scale));
  return v.b.CreateFPTrunc(result, x->getType());
}
/// A polynomial, the constant coefficient first, of the distance of x from `center`.
Value *around(VectorBuilder &v, Value *x, double center, ArrayRef<double> polynomial) {
  SmallVector<double> highFirst(polynomial.rbegin(), polynomial.rend());
  return v.polynomial(v.b.CreateFSub(x, v.number(x, center)), highFirst);
}

/// |x|^y of floats, as 2^(y·log2|x|) in doubles of which 30 bits are right.
Value *magnitudeOfPower(VectorBuilder &v, Value *x, Value *y) {
  IRBuilder<> &b = v.b;
  constexpr double Low = 0.70710678118654752 - 1, High = 1.4142135623730951 - 1;
  constexpr double Center = (Low + High) / 2;
  static const auto logarithm = interpolate<14>(
      [](double f) { return f == 0 ? M_LOG2E : std::log2(1 + f) / f; }, Center, High - Center);
  static const auto power = interpolate<8>([](double r) { return std::exp2(r); }, 0, 0.5);
  Type *wide = v.vec(b.getDoubleTy());
  Value *size = v.abs(x), *infinity = v.number(x, INFINITY);
  auto [e, f] = split(v, size);
  e = b.CreateSelect(b.CreateFCmpOEQ(size, v.number(x, 0)), v.number(x, -INFINITY), e);
  e = b.CreateSelect(b.CreateFCmpUGE(size, infinity), size, e); // or NaN
  Value *wideF = b.CreateFPExt(f, wide);
  Value *log2 = v.fma(wideF, around(v, wideF, Center, logarithm), b.CreateFPExt(e, wide));
  Value *t = b.CreateFMul(b.CreateFPExt(y, wide), log2), *most = v.number(t, 200);
  t = b.CreateSelect(b.CreateFCmpOGT(t, most), most, t);
  t = b.CreateSelect(b.CreateFCmpOLT(t, v.number(t, -200)), v.number(t, -200), t);
  Value *n = v.unary(Intrinsic::rint, t);
  Value *p = around(v, b.CreateFSub(t, n), 0, power);
  return v.scale(b.CreateFPTrunc(p, x->getType()), b.CreateFPTrunc(n, x->getType()));
}
} // namespace

Value *log(VectorBuilder &v, Value *x) {
  auto [e, f] = split(v, x);
  bool wide = isDouble(x);
  Value *low =
      v.fma(e, v.number(x, wide ? 1.90821492927058770002e-10 : -2.12194440e-4), logTail(v, f));
  Value *sum = v.b.CreateFAdd(low, f);
  Value *result = v.fma(e, v.number(x, wide ? 6.93147180369123816490e-01 : 0.693359375), sum);
  return atEdges(v, x, result);
}

Value *log2(VectorBuilder &v, Value *x) {
  Value *result = logOfBase(v, x, 1.4426950408889634);
  return result ? result : v.callPerLane("log2", {x});
}

Value *log10(VectorBuilder &v, Value *x) {
  Value *result = logOfBase(v, x, 0.4342944819032518);
  return result ? result : v.callPerLane("log10", {x});
}

Value *log1p(VectorBuilder &v, Value *x) {
  IRBuilder<> &b = v.b;
  Value *u = b.CreateFAdd(x, v.number(x, 1));
  // The part of x that rounding u has lost, first order.
  Value *big = b.CreateFCmpOGT(v.abs(x), v.number(x, 1));
  Value *lost = b.CreateSelect(big, b.CreateFSub(v.number(x, 1), b.CreateFSub(u, x)),
                               b.CreateFSub(x, b.CreateFSub(u, v.number(x, 1))));
  Value *edge =
      b.CreateOr(b.CreateFCmpOLE(u, v.number(x, 0)), b.CreateFCmpOEQ(u, v.number(x, INFINITY)));
  Value *correction = b.CreateSelect(edge, v.number(x, 0), b.CreateFDiv(lost, u));
  Value *result = b.CreateFAdd(log(v, u), correction);
  return b.CreateSelect(b.CreateFCmpOEQ(x, v.number(x, 0)), x, result);
}

Value *pow(VectorBuilder &v, Value *x, Value *y) {
  if (isDouble(x))
    return v.callPerLane("pow", {x, y});
  IRBuilder<> &b = v.b;
  Value *magnitude = magnitudeOfPower(v, x, y);
  // Negative bases: the sign of an odd whole exponent, NaN for one that is not whole.
  Value *whole = b.CreateFCmpOEQ(v.unary(Intrinsic::trunc, y), y);
  Value *half = b.CreateFMul(y, v.number(y, 0.5));
  Value *odd = b.CreateAnd(whole, b.CreateFCmpUNE(v.unary(Intrinsic::trunc, half), half));
  Value *negative = b.CreateICmpSLT(v.bits(x), v.integer(v.bits(x), 0));
  Value *result = b.CreateSelect(b.CreateAnd(odd, negative), b.CreateFNeg(magnitude), magnitude);
  Value *below =
      b.CreateAnd(b.CreateFCmpOLT(x, v.number(x, 0)), b.CreateFCmpOGT(x, v.number(x, -INFINITY)));
  Value *yInfinite = b.CreateFCmpOEQ(v.abs(y), v.number(y, INFINITY));
  Value *invalid = b.CreateAnd(below, b.CreateNot(b.CreateOr(whole, yInfinite)));
  result = b.CreateSelect(invalid, v.number(x, NAN), result);
  Value *unit = b.CreateOr(b.CreateFCmpOEQ(x, v.number(x, 1)), b.CreateFCmpOEQ(y, v.number(y, 0)));
  unit = b.CreateOr(unit, b.CreateAnd(b.CreateFCmpOEQ(x, v.number(x, -1)), yInfinite));
  return b.CreateSelect(unit, v.number(x, 1), result);
}

} // namespace lith::codegen::math
