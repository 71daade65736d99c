// ElementwiseFloat.cpp: operators on float and double lanes.
#include "codegen/kernels/Elementwise.h"
#include "codegen/kernels/Math.h"

#include <cmath>

using namespace llvm;

namespace lith::codegen::detail {

namespace {
Value *sign(VectorBuilder &v, Value *x) {
  Value *zero = v.number(x, 0), *one = v.number(x, 1);
  Value *r = v.b.CreateSelect(v.b.CreateFCmpOGT(x, zero), one, zero);
  return v.b.CreateSelect(v.b.CreateFCmpOLT(x, zero), v.number(x, -1), r);
}

/// tan of float in double: the quotient of sine and cosine, rounded once.
Value *tan(VectorBuilder &v, Value *x) {
  if (x->getType()->getScalarType()->isDoubleTy())
    return v.callPerLane("tan", {x});
  Value *wide = v.b.CreateFPExt(x, v.vec(v.b.getDoubleTy()));
  return v.b.CreateFPTrunc(v.b.CreateFDiv(math::sin(v, wide), math::cos(v, wide)), x->getType());
}

Value *adjustedRemainder(VectorBuilder &v, Value *mod, Value *y) {
  IRBuilder<> &b = v.b;
  Value *zero = v.number(y, 0);
  Value *differ = b.CreateXor(b.CreateFCmpOLT(y, zero), b.CreateFCmpOLT(mod, zero));
  return b.CreateAnd(b.CreateFCmpUNE(mod, zero), differ);
}

Value *floorDivide(VectorBuilder &v, Value *x, Value *y) {
  IRBuilder<> &b = v.b;
  Value *quotient = b.CreateFDiv(x, y), *zero = v.number(x, 0), *one = v.number(x, 1);
  Value *mod = math::fmod(v, x, y);
  Value *div = b.CreateFDiv(b.CreateFSub(x, mod), y);
  div = b.CreateSelect(adjustedRemainder(v, mod, y), b.CreateFSub(div, one), div);
  Value *floor = v.unary(Intrinsic::floor, div);
  Value *far = b.CreateFCmpOGT(b.CreateFSub(div, floor), v.number(x, 0.5));
  floor = b.CreateSelect(far, b.CreateFAdd(floor, one), floor);
  Value *r = b.CreateSelect(b.CreateFCmpOEQ(div, zero), v.copysign(zero, quotient), floor);
  return b.CreateSelect(b.CreateFCmpOEQ(y, zero), quotient, r);
}

/// y where it is better or `odd` is NaN, else x: of -0 and 0 the first, as in PyTorch.
Value *extremum(VectorBuilder &v, Value *x, Value *y, bool maximum, Value *odd) {
  Value *better = maximum ? v.b.CreateFCmpOLT(x, y) : v.b.CreateFCmpOGT(x, y);
  return v.b.CreateSelect(v.b.CreateOr(better, v.isNan(odd)), y, x);
}

/// The elementary functions, of which `math` has the approximations; null: the operator is none.
Value *emitElementary(VectorBuilder &v, KernelOp op, Value *x) {
  switch (op) {
  case KernelOp::Exp:
    return math::exp(v, x);
  case KernelOp::Exp2:
    return math::exp2(v, x);
  case KernelOp::Expm1:
    return math::expm1(v, x);
  case KernelOp::Log:
    return math::log(v, x);
  case KernelOp::Log2:
    return math::log2(v, x);
  case KernelOp::Log10:
    return math::log10(v, x);
  case KernelOp::Log1p:
    return math::log1p(v, x);
  case KernelOp::Sin:
    return math::sin(v, x);
  case KernelOp::Cos:
    return math::cos(v, x);
  case KernelOp::Tan:
    return tan(v, x);
  case KernelOp::Asin:
    return math::asin(v, x);
  case KernelOp::Acos:
    return math::acos(v, x);
  case KernelOp::Atan:
    return math::atan(v, x);
  case KernelOp::Sinh:
    return math::sinh(v, x);
  case KernelOp::Cosh:
    return math::cosh(v, x);
  case KernelOp::Asinh:
    return math::asinh(v, x);
  case KernelOp::Acosh:
    return math::acosh(v, x);
  case KernelOp::Atanh:
    return math::atanh(v, x);
  case KernelOp::Tanh:
    return math::tanh(v, x);
  case KernelOp::Sigmoid:
    return math::sigmoid(v, x);
  case KernelOp::Erf:
    return math::erf(v, x);
  default:
    return nullptr;
  }
}
} // namespace

Value *emitFloatUnary(VectorBuilder &v, KernelOp op, Value *x) {
  IRBuilder<> &b = v.b;
  switch (op) {
  case KernelOp::Neg:
    return b.CreateFNeg(x);
  case KernelOp::Abs:
    return v.abs(x);
  case KernelOp::Sign:
    return sign(v, x);
  case KernelOp::Sqrt:
    return v.unary(Intrinsic::sqrt, x);
  case KernelOp::Rsqrt:
    return b.CreateFDiv(v.number(x, 1), v.unary(Intrinsic::sqrt, x));
  case KernelOp::Reciprocal:
    return b.CreateFDiv(v.number(x, 1), x);
  case KernelOp::Floor:
    return v.unary(Intrinsic::floor, x);
  case KernelOp::Ceil:
    return v.unary(Intrinsic::ceil, x);
  case KernelOp::Trunc:
    return v.unary(Intrinsic::trunc, x);
  case KernelOp::Round:
    return v.unary(Intrinsic::rint, x);
  case KernelOp::Frac:
    return b.CreateFSub(x, v.unary(Intrinsic::trunc, x));
  case KernelOp::Relu: {
    Value *negative = b.CreateFCmpOLE(x, v.number(x, 0));
    return b.CreateSelect(negative, v.number(x, 0), x);
  }
  case KernelOp::IsNan:
    return v.isNan(x);
  case KernelOp::IsInf:
    return b.CreateFCmpOEQ(v.abs(x), v.number(x, INFINITY));
  case KernelOp::IsFinite:
    return b.CreateFCmpOLT(v.abs(x), v.number(x, INFINITY));
  case KernelOp::Real:
  case KernelOp::Conj:
    return x;
  default: // erfc, lgamma: named as in C
    Value *elementary = emitElementary(v, op, x);
    return elementary ? elementary : v.callPerLane(StringRef(spellingOf(op)), {x});
  }
}

Value *emitFloatBinary(VectorBuilder &v, KernelOp op, Value *x, Value *y) {
  IRBuilder<> &b = v.b;
  switch (op) {
  case KernelOp::Add:
    return b.CreateFAdd(x, y);
  case KernelOp::Sub:
    return b.CreateFSub(x, y);
  case KernelOp::Mul:
    return b.CreateFMul(x, y);
  case KernelOp::Div:
    return b.CreateFDiv(x, y);
  case KernelOp::FloorDivide:
    return floorDivide(v, x, y);
  case KernelOp::TruncDivide:
    return v.unary(Intrinsic::trunc, b.CreateFDiv(x, y));
  case KernelOp::Remainder: {
    Value *mod = math::fmod(v, x, y);
    return b.CreateSelect(adjustedRemainder(v, mod, y), b.CreateFAdd(mod, y), mod);
  }
  case KernelOp::Pow:
    return math::pow(v, x, y);
  case KernelOp::Copysign:
    return v.copysign(x, y);
  case KernelOp::Maximum:
    return extremum(v, x, y, true, y);
  case KernelOp::Minimum:
    return extremum(v, x, y, false, y);
  case KernelOp::Fmax:
    return extremum(v, x, y, true, x);
  case KernelOp::Fmin:
    return extremum(v, x, y, false, x);
  case KernelOp::Fmod:
    return math::fmod(v, x, y);
  case KernelOp::Atan2:
    return math::atan2(v, x, y);
  case KernelOp::Hypot:
    return math::hypot(v, x, y);
  default: // nextafter: named as in C
    return v.callPerLane(StringRef(spellingOf(op)), {x, y});
  }
}

} // namespace lith::codegen::detail
