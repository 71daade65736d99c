// ElementwiseComplex.cpp: operators on pairs of float or double lanes.
#include "codegen/kernels/Elementwise.h"
#include "codegen/kernels/Math.h"

using namespace llvm;

namespace lith::codegen::detail {

namespace {
/// Divides by the larger part of the divisor first, as PyTorch does (and NumPy), with its fused
/// products, so that nothing overflows early; both parts over zero are infinite or NaN.
Lanes divide(VectorBuilder &v, Lanes x, Lanes y) {
  IRBuilder<> &b = v.b;
  Value *c = v.abs(y.re), *d = v.abs(y.im), *zero = v.number(c, 0);
  Value *isReal = b.CreateFCmpOGE(c, d); // whether the real part of the divisor is the larger one
  Value *larger = b.CreateSelect(isReal, y.re, y.im), *smaller = b.CreateSelect(isReal, y.im, y.re);
  Value *ratio = b.CreateFDiv(smaller, larger);
  Value *scale = b.CreateFDiv(v.number(c, 1), v.fma(smaller, ratio, larger));
  Value *re = b.CreateSelect(isReal, v.fma(x.im, ratio, x.re), v.fma(x.re, ratio, x.im));
  Value *im = b.CreateSelect(isReal, v.fma(b.CreateFNeg(x.re), ratio, x.im),
                             v.fma(x.im, ratio, b.CreateFNeg(x.re)));
  Value *isZero = b.CreateAnd(b.CreateFCmpOEQ(c, zero), b.CreateFCmpOEQ(d, zero));
  return {b.CreateSelect(isZero, b.CreateFDiv(x.re, c), b.CreateFMul(re, scale)),
          b.CreateSelect(isZero, b.CreateFDiv(x.im, c), b.CreateFMul(im, scale))};
}

/// Calls the C library's double complex function for each lane; a double complex travels as two
/// doubles.
Lanes callPerLane(VectorBuilder &v, StringRef name, ArrayRef<Lanes> operands) {
  IRBuilder<> &b = v.b;
  Type *real = b.getDoubleTy(), *part = operands[0].re->getType();
  auto *pair = StructType::get(real, real);
  SmallVector<Type *> types(operands.size() * 2, real);
  Module *module = b.GetInsertBlock()->getModule();
  auto function = module->getOrInsertFunction(name, FunctionType::get(pair, types, false));
  cast<Function>(function.getCallee())->setDoesNotThrow();
  Lanes result{PoisonValue::get(part), PoisonValue::get(part)};
  auto insert = [&](Value *lanes, Value *x, unsigned i) {
    return b.CreateInsertElement(lanes, b.CreateFPCast(x, part->getScalarType()), i);
  };
  for (unsigned i = 0; i < v.lanes; ++i) {
    SmallVector<Value *> lane;
    for (Lanes operand : operands)
      for (Value *x : {operand.re, operand.im})
        lane.push_back(b.CreateFPCast(b.CreateExtractElement(x, i), real));
    Value *value = b.CreateCall(function, lane);
    result.re = insert(result.re, b.CreateExtractValue(value, 0), i);
    result.im = insert(result.im, b.CreateExtractValue(value, 1), i);
  }
  return result;
}

Lanes scaled(VectorBuilder &v, Lanes x, double factor) {
  Value *f = v.number(x.re, factor);
  return {v.b.CreateFMul(x.re, f), v.b.CreateFMul(x.im, f)};
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
    return {math::hypot(v, x.re, x.im)};
  case KernelOp::Add:
  case KernelOp::Sub: {
    // PyTorch adds the product with a complex 1 or -1: one part's infinity makes the other a NaN.
    Value *factor = v.number(y.re, op == KernelOp::Add ? 1 : -1), *zero = v.number(y.re, 0);
    Value *re = b.CreateFSub(b.CreateFMul(factor, y.re), b.CreateFMul(zero, y.im));
    Value *im = b.CreateFAdd(b.CreateFMul(factor, y.im), b.CreateFMul(zero, y.re));
    return {b.CreateFAdd(x.re, re), b.CreateFAdd(x.im, im)};
  }
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
  case KernelOp::Sign: { // x / |x|, 0 for 0
    Value *size = math::hypot(v, x.re, x.im), *zero = v.number(x.re, 0);
    Value *isZero = b.CreateFCmpOEQ(size, zero);
    return {b.CreateSelect(isZero, zero, b.CreateFDiv(x.re, size)),
            b.CreateSelect(isZero, zero, b.CreateFDiv(x.im, size))};
  }
  case KernelOp::Sigmoid: {
    Lanes e = callPerLane(v, "cexp", {Lanes{b.CreateFNeg(x.re), b.CreateFNeg(x.im)}});
    Value *one = v.number(x.re, 1);
    return divide(v, {one, v.number(x.re, 0)}, {b.CreateFAdd(e.re, one), e.im});
  }
  case KernelOp::Rsqrt:
    return divide(v, {v.number(x.re, 1), v.number(x.re, 0)}, callPerLane(v, "csqrt", {x}));
  case KernelOp::Exp2:
    return callPerLane(v, "cexp", {scaled(v, x, 0.6931471805599453)});
  case KernelOp::Expm1: {
    Lanes e = callPerLane(v, "cexp", {x});
    return {b.CreateFSub(e.re, v.number(x.re, 1)), e.im};
  }
  case KernelOp::Log1p:
    return callPerLane(v, "clog", {Lanes{b.CreateFAdd(x.re, v.number(x.re, 1)), x.im}});
  case KernelOp::Log2:
    return scaled(v, callPerLane(v, "clog", {x}), 1.4426950408889634);
  case KernelOp::Log10:
    return scaled(v, callPerLane(v, "clog", {x}), 0.4342944819032518);
  default: // named as in C
    return callPerLane(v, "c" + std::string(spellingOf(op)), operands);
  }
}

} // namespace lith::codegen::detail
