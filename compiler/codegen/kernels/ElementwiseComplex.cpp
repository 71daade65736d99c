// ElementwiseComplex.cpp: operators on pairs of float or double lanes.
#include "codegen/kernels/Elementwise.h"

using namespace llvm;

namespace lith::codegen::detail {

namespace {
/// Scales by the larger part of the divisor, as PyTorch does, so that nothing overflows early.
Lanes divide(VectorBuilder &v, Lanes x, Lanes y) {
  IRBuilder<> &b = v.b;
  Value *larger = b.CreateMaxNum(v.abs(y.re), v.abs(y.im));
  Value *usable = b.CreateFCmpUNE(larger, v.number(larger, 0));
  Value *factor =
      b.CreateSelect(usable, b.CreateFDiv(v.number(larger, 1), larger), v.number(larger, 1));
  Value *re = b.CreateFMul(y.re, factor), *im = b.CreateFMul(y.im, factor);
  Value *norm = b.CreateFAdd(b.CreateFMul(re, re), b.CreateFMul(im, im));
  Value *xr = b.CreateFMul(x.re, factor), *xi = b.CreateFMul(x.im, factor);
  Value *zr = b.CreateFAdd(b.CreateFMul(xr, re), b.CreateFMul(xi, im));
  Value *zi = b.CreateFSub(b.CreateFMul(xi, re), b.CreateFMul(xr, im));
  return {b.CreateFDiv(zr, norm), b.CreateFDiv(zi, norm)};
}
} // namespace

Lanes emitComplex(VectorBuilder &v, KernelOp op, ArrayRef<Lanes> operands) {
  IRBuilder<> &b = v.b;
  Lanes x = operands[0], y = operands.size() > 1 ? operands[1] : Lanes{};
  switch (op) {
  case KernelOp::Neg:
    return {b.CreateFNeg(x.re), b.CreateFNeg(x.im)};
  case KernelOp::Conj:
    return {x.re, b.CreateFNeg(x.im)};
  case KernelOp::Real:
    return {x.re};
  case KernelOp::Imag:
    return {x.im};
  case KernelOp::Abs:
    return {v.callPerLane("hypot", {x.re, x.im})};
  case KernelOp::Add:
    return {b.CreateFAdd(x.re, y.re), b.CreateFAdd(x.im, y.im)};
  case KernelOp::Sub:
    return {b.CreateFSub(x.re, y.re), b.CreateFSub(x.im, y.im)};
  case KernelOp::Mul:
    return {b.CreateFSub(b.CreateFMul(x.re, y.re), b.CreateFMul(x.im, y.im)),
            b.CreateFAdd(b.CreateFMul(x.re, y.im), b.CreateFMul(x.im, y.re))};
  case KernelOp::Div:
    return divide(v, x, y);
  case KernelOp::Reciprocal:
    return divide(v, {v.number(x.re, 1), v.number(x.re, 0)}, x);
  case KernelOp::Eq:
    return {b.CreateAnd(b.CreateFCmpOEQ(x.re, y.re), b.CreateFCmpOEQ(x.im, y.im))};
  case KernelOp::Ne:
    return {b.CreateOr(b.CreateFCmpUNE(x.re, y.re), b.CreateFCmpUNE(x.im, y.im))};
  default:
    llvm_unreachable("not an operator on complex numbers");
  }
}

} // namespace lith::codegen::detail
