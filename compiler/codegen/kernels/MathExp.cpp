// MathExp.cpp: exponential functions and what is built on them.
//
// exp: x = n·ln2 + r with |r| <= ln2/2, then 2^n · (1 + r + r²·p(r)). Bound by operations: 12
// instructions for 16 floats.
#include "codegen/kernels/Math.h"

using namespace llvm;

namespace lith::codegen::math {

namespace {
bool isDouble(Value *x) { return x->getType()->getScalarType()->isDoubleTy(); }

/// e^r - 1 on |r| <= ln2/2.
Value *expm1Reduced(VectorBuilder &v, Value *r) {
  Value *p = isDouble(r) ? v.polynomial(r, {2.51013469283503390e-08, 2.76213386691429246e-07,
                                            2.75572664186123018e-06, 2.48015186413959928e-05,
                                            1.98412698643805132e-04, 1.38888889189391681e-03,
                                            8.33333333332979265e-03, 4.16666666666206387e-02,
                                            1.66666666666666685e-01, 5.00000000000000111e-01})
                         : v.polynomial(r, {1.9875691500e-4, 1.3981999507e-3, 8.3334519073e-3,
                                            4.1665795894e-2, 1.6666665459e-1, 5.0000001201e-1});
  return v.fma(v.b.CreateFMul(r, r), p, r);
}

struct Reduced {
  Value *n, *r;
};

Reduced reduce(VectorBuilder &v, Value *x) {
  bool wide = isDouble(x);
  Value *n = v.unary(Intrinsic::rint, v.b.CreateFMul(x, v.number(x, 1.4426950408889634)));
  Value *r = v.fma(n, v.number(x, wide ? -6.93147180369123816490e-01 : -0.693359375), x);
  r = v.fma(n, v.number(x, wide ? -1.90821492927058770002e-10 : 2.12194440e-4), r);
  return {n, r};
}

/// Keeps NaN, so that the reduction stays defined for infinities.
Value *atMost(VectorBuilder &v, Value *x, double high) {
  return v.b.CreateSelect(v.b.CreateFCmpOGT(x, v.number(x, high)), v.number(x, high), x);
}

Value *clamp(VectorBuilder &v, Value *x, double low, double high) {
  Value *above = v.b.CreateSelect(v.b.CreateFCmpOLT(x, v.number(x, low)), v.number(x, low), x);
  return atMost(v, above, high);
}

/// The exponential function of x, which is 0 below `least`, from `power`, its value for other x.
/// Masks are made of such x, and a result that underflows takes a processor a hundred times as
/// long.
template <typename Power> Value *zeroBelow(VectorBuilder &v, Value *x, double least, Power power) {
  Value *zero = v.number(x, 0), *isBelow = v.b.CreateFCmpOLT(x, v.number(x, least));
  return v.b.CreateSelect(isBelow, zero, power(v.b.CreateSelect(isBelow, zero, x)));
}

Value *expOfNormal(VectorBuilder &v, Value *x) {
  auto [n, r] = reduce(v, atMost(v, x, isDouble(x) ? 710 : 89));
  return v.scale(v.b.CreateFAdd(expm1Reduced(v, r), v.number(x, 1)), n);
}

Value *exp2OfNormal(VectorBuilder &v, Value *x) {
  Value *inside = atMost(v, x, isDouble(x) ? 1025 : 129);
  Value *n = v.unary(Intrinsic::rint, inside);
  Value *f = v.b.CreateFSub(inside, n);
  // f·ln2 in two parts, so that its rounding does not show.
  double high = isDouble(x) ? 0.6931471805599453 : double(0.6931471805599453f);
  Value *r = v.b.CreateFMul(f, v.number(x, high));
  Value *low = v.fma(f, v.number(x, high), v.b.CreateFNeg(r));
  low =
      v.fma(f, v.number(x, isDouble(x) ? 2.3190468138462996e-17 : 0.6931471805599453 - high), low);
  Value *m = expm1Reduced(v, r);
  Value *sum = v.b.CreateFAdd(m, v.fma(low, m, low));
  return v.scale(v.b.CreateFAdd(sum, v.number(x, 1)), n);
}
} // namespace

Value *exp(VectorBuilder &v, Value *x) {
  double least = isDouble(x) ? -745.13321910194122 : -103.97208; // its exponential rounds to 0
  return zeroBelow(v, x, least, [&](Value *inside) { return expOfNormal(v, inside); });
}

Value *exp2(VectorBuilder &v, Value *x) {
  double least = isDouble(x) ? -1075 : -150;
  return zeroBelow(v, x, least, [&](Value *inside) { return exp2OfNormal(v, inside); });
}

Value *expm1(VectorBuilder &v, Value *x) {
  Value *inside = isDouble(x) ? clamp(v, x, -40, 710) : clamp(v, x, -20, 89);
  auto [n, r] = reduce(v, inside);
  // One power less, doubled at the end, so that the largest results do not overflow early.
  Value *t = v.scale(v.number(x, 1), v.b.CreateFSub(n, v.number(x, 1)));
  Value *half = v.fma(expm1Reduced(v, r), t, v.b.CreateFSub(t, v.number(x, 0.5)));
  Value *result = v.b.CreateFAdd(half, half);
  return v.b.CreateSelect(v.b.CreateFCmpOEQ(x, v.number(x, 0)), x, result);
}

Value *tanh(VectorBuilder &v, Value *x) {
  if (hasTables(v, x))
    return tanhByTable(v, x);
  IRBuilder<> &b = v.b;
  Value *t = v.abs(x), *one = v.number(x, 1), *two = v.number(x, 2);
  if (isDouble(x)) {
    Value *e = expm1(v, b.CreateFMul(two, b.CreateMinNum(t, v.number(x, 20))));
    Value *result = v.copysign(b.CreateFDiv(e, b.CreateFAdd(e, two)), x);
    return b.CreateSelect(v.isNan(x), x, result);
  }
  Value *s = b.CreateFMul(x, x);
  Value *p = v.polynomial(s, {2.370765640e-03, -8.410070802e-03, 2.178832200e-02, -5.396155178e-02,
                              1.333331287e-01, -3.333333323e-01});
  Value *small = v.copysign(v.fma(b.CreateFMul(p, s), x, x), x); // -0 stays -0
  Value *e = exp(v, b.CreateFMul(two, b.CreateSelect(b.CreateFCmpOGT(t, v.number(x, 10)),
                                                     v.number(x, 10), t)));
  Value *large = b.CreateFSub(one, b.CreateFDiv(two, b.CreateFAdd(e, one)));
  return b.CreateSelect(b.CreateFCmpOLT(t, v.number(x, 0.6)), small, v.copysign(large, x));
}

Value *sigmoid(VectorBuilder &v, Value *x) {
  Value *one = v.number(x, 1);
  return v.b.CreateFDiv(one, v.b.CreateFAdd(one, exp(v, v.b.CreateFNeg(x))));
}

Value *erf(VectorBuilder &v, Value *x) {
  if (isDouble(x))
    return v.callPerLane("erf", {x});
  if (hasTables(v, x))
    return erfByTable(v, x);
  IRBuilder<> &b = v.b;
  Value *t = v.abs(x), *s = b.CreateFMul(x, x);
  // Two polynomials: 1 - e^q(t) away from zero, x + x·p(x²) near it.
  Value *q = v.polynomial(t, {-1.72853470e-5, 3.83197126e-4, -3.88396438e-3, 2.42546219e-2,
                              -1.06777877e-1, -6.34846687e-1, -1.28717512e-1});
  q = v.fma(q, t, b.CreateFNeg(t));
  Value *inside = b.CreateSelect(b.CreateFCmpOGT(t, v.number(x, 4)), v.number(x, -20), q);
  Value *large = v.copysign(b.CreateFSub(v.number(x, 1), exp(v, inside)), x);
  Value *p = v.polynomial(s, {-5.96761703e-4, 4.99119423e-3, -2.67681349e-2, 1.12819925e-1,
                              -3.76125336e-1, 1.28379166e-1});
  Value *small = v.fma(p, x, x);
  return b.CreateSelect(b.CreateFCmpOGT(t, v.number(x, 0.927734375)), large, small);
}

} // namespace lith::codegen::math
