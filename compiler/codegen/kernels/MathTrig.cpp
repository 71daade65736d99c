// MathTrig.cpp: sine and cosine.
//
// x = q·π/2 + r with π/2 in three parts, then the polynomial of the quadrant. Arguments too large
// for three parts go to the C library, lane by lane, in a cold block.
#include "codegen/kernels/Math.h"

using namespace llvm;

namespace lith::codegen::math {

namespace {
bool isDouble(Value *x) { return x->getType()->getScalarType()->isDoubleTy(); }

Value *sinReduced(VectorBuilder &v, Value *r, Value *s) {
  Value *p = isDouble(r)
                 ? v.polynomial(s, {1.58969099521155010221e-10, -2.50507602534068634195e-08,
                                    2.75573137070700676789e-06, -1.98412698298579493134e-04,
                                    8.33333333332248946124e-03, -1.66666666666666324348e-01})
                 : v.polynomial(s, {2.86567956e-6, -1.98559923e-4, 8.33338592e-3, -1.66666672e-1});
  return v.fma(p, v.b.CreateFMul(r, s), r);
}

Value *cosReduced(VectorBuilder &v, Value *s) {
  if (!isDouble(s))
    return v.polynomial(s, {2.44677067e-5, -1.38877297e-3, 4.16666567e-2, -0.5, 1});
  Value *p = v.polynomial(s, {-1.13596475577881948265e-11, 2.08757232129817482790e-09,
                              -2.75573143513906633035e-07, 2.48015872894767294178e-05,
                              -1.38888888888741095749e-03, 4.16666666666666019037e-02});
  Value *half = v.b.CreateFMul(s, v.number(s, 0.5));
  Value *one = v.number(s, 1);
  Value *w = v.b.CreateFSub(one, half);
  Value *lost = v.b.CreateFSub(v.b.CreateFSub(one, w), half);
  return v.b.CreateFAdd(w, v.fma(v.b.CreateFMul(s, s), p, lost));
}

Value *sinOrCos(VectorBuilder &v, Value *x, bool cosine) {
  IRBuilder<> &b = v.b;
  bool wide = isDouble(x);
  Value *q = v.unary(Intrinsic::rint, b.CreateFMul(x, v.number(x, 0.63661977236758134)));
  Value *r = v.fma(q, v.number(x, wide ? -1.5707963267948966 : -0x1.921fb6p+0), x);
  r = v.fma(q, v.number(x, wide ? -6.123233995736766e-17 : 0x1.777a5cp-25), r);
  r = v.fma(q, v.number(x, wide ? 1.4973849048591833e-33 : 0x1.ee59dap-50), r);
  Value *s = b.CreateFMul(r, r);
  Value *quadrant = b.CreateFPToSI(q, v.bits(x)->getType());
  if (cosine)
    quadrant = b.CreateAdd(quadrant, v.integer(quadrant, 1));
  Value *odd =
      b.CreateICmpNE(b.CreateAnd(quadrant, v.integer(quadrant, 1)), v.integer(quadrant, 0));
  Value *flip =
      b.CreateICmpNE(b.CreateAnd(quadrant, v.integer(quadrant, 2)), v.integer(quadrant, 0));
  Value *result = b.CreateSelect(odd, cosReduced(v, s), sinReduced(v, r, s));
  result = b.CreateSelect(flip, b.CreateFNeg(result), result);
  Value *large = b.CreateFCmpUGT(v.abs(x), v.number(x, wide ? 1e8 : 48039));
  if (!cosine)
    result = b.CreateSelect(b.CreateFCmpOEQ(x, v.number(x, 0)), x, result);
  return v.patchPerLane(result, large, cosine ? "cos" : "sin", {x});
}
} // namespace

Value *sin(VectorBuilder &v, Value *x) { return sinOrCos(v, x, false); }
Value *cos(VectorBuilder &v, Value *x) { return sinOrCos(v, x, true); }

} // namespace lith::codegen::math
