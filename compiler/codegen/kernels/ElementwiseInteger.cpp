// ElementwiseInteger.cpp: operators on integer lanes, wrapping as PyTorch's do.
#include "codegen/kernels/Elementwise.h"

using namespace llvm;

namespace lith::codegen::detail {

namespace {
struct Division {
  Value *quotient, *remainder; // truncated; zero where the divisor is zero
};

/// Up to 32 bits the quotient of doubles is exact after truncation; 64 bits divide lane by lane.
Division divide(VectorBuilder &v, Value *x, Value *y, bool isUnsigned) {
  IRBuilder<> &b = v.b;
  Value *zero = v.integer(x, 0);
  Value *undefined = b.CreateICmpEQ(y, zero);
  Value *quotient;
  if (x->getType()->getScalarSizeInBits() <= 32) {
    Type *wide = v.vec(b.getDoubleTy());
    Value *divisor = b.CreateSelect(undefined, v.integer(y, 1), y);
    Value *dx = isUnsigned ? b.CreateUIToFP(x, wide) : b.CreateSIToFP(x, wide);
    Value *dy = isUnsigned ? b.CreateUIToFP(divisor, wide) : b.CreateSIToFP(divisor, wide);
    Value *whole = b.CreateFPToSI(b.CreateFDiv(dx, dy), v.vec(b.getInt64Ty()));
    quotient = b.CreateTrunc(whole, x->getType());
  } else {
    // The minimum by -1 wraps to itself; the instruction would trap.
    Value *minusOne = b.CreateICmpEQ(y, v.integer(y, -1));
    Value *divisor = b.CreateSelect(b.CreateOr(undefined, minusOne), v.integer(y, 1), y);
    quotient = b.CreateSelect(minusOne, b.CreateNeg(x), b.CreateSDiv(x, divisor));
  }
  quotient = b.CreateSelect(undefined, zero, quotient);
  Value *remainder = b.CreateSub(x, b.CreateMul(quotient, y));
  return {quotient, b.CreateSelect(undefined, zero, remainder)};
}

/// Lanes where the remainder and the divisor differ in sign.
Value *needsFloor(VectorBuilder &v, Value *remainder, Value *y) {
  Value *zero = v.integer(y, 0);
  Value *differ = v.b.CreateICmpSLT(v.b.CreateXor(remainder, y), zero);
  return v.b.CreateAnd(v.b.CreateICmpNE(remainder, zero), differ);
}

Value *extremum(VectorBuilder &v, Value *x, Value *y, bool maximum, bool isUnsigned) {
  Intrinsic::ID id = maximum ? (isUnsigned ? Intrinsic::umax : Intrinsic::smax)
                             : (isUnsigned ? Intrinsic::umin : Intrinsic::smin);
  return v.b.CreateBinaryIntrinsic(id, x, y);
}

/// x^y by repeated squaring, wrapping. Negative exponents give 1, -1 or 0 as the reciprocal
/// truncates.
Value *power(VectorBuilder &v, Value *x, Value *y, bool isUnsigned) {
  IRBuilder<> &b = v.b;
  BasicBlock *entry = b.GetInsertBlock();
  BasicBlock *loop = BasicBlock::Create(b.getContext(), "power", entry->getParent());
  BasicBlock *exit = BasicBlock::Create(b.getContext(), "powered", entry->getParent());
  Value *zero = v.integer(x, 0), *one = v.integer(x, 1);
  b.CreateBr(loop);
  b.SetInsertPoint(loop);
  PHINode *result = b.CreatePHI(x->getType(), 2), *base = b.CreatePHI(x->getType(), 2);
  PHINode *exponent = b.CreatePHI(x->getType(), 2);
  Value *odd = b.CreateICmpNE(b.CreateAnd(exponent, one), zero);
  Value *next = b.CreateSelect(odd, b.CreateMul(result, base), result);
  Value *squared = b.CreateMul(base, base), *rest = b.CreateLShr(exponent, one);
  result->addIncoming(one, entry);
  result->addIncoming(next, loop);
  base->addIncoming(x, entry);
  base->addIncoming(squared, loop);
  exponent->addIncoming(y, entry);
  exponent->addIncoming(rest, loop);
  b.CreateCondBr(b.CreateOrReduce(b.CreateICmpNE(rest, zero)), loop, exit);
  b.SetInsertPoint(exit);
  if (isUnsigned)
    return next;
  Value *minusOne = v.integer(x, -1);
  Value *alternating = b.CreateSelect(b.CreateICmpNE(b.CreateAnd(y, one), zero), minusOne, one);
  Value *unit = b.CreateOr(b.CreateICmpEQ(x, one), b.CreateICmpEQ(x, minusOne));
  Value *inverse = b.CreateSelect(b.CreateICmpEQ(x, one), one, alternating);
  inverse = b.CreateSelect(unit, inverse, zero);
  return b.CreateSelect(b.CreateICmpSLT(y, zero), inverse, next);
}

Value *shift(VectorBuilder &v, Value *x, Value *y, bool left, bool isUnsigned) {
  IRBuilder<> &b = v.b;
  unsigned width = x->getType()->getScalarSizeInBits();
  Value *inside = b.CreateICmpULT(y, v.integer(y, width));
  if (left)
    return b.CreateSelect(inside, b.CreateShl(x, b.CreateSelect(inside, y, v.integer(y, 0))),
                          v.integer(x, 0));
  Value *amount = b.CreateSelect(inside, y, v.integer(y, width - 1));
  if (!isUnsigned)
    return b.CreateAShr(x, amount);
  return b.CreateSelect(inside, b.CreateLShr(x, amount), v.integer(x, 0));
}
} // namespace

Value *emitIntegerUnary(VectorBuilder &v, KernelOp op, Value *x, bool isUnsigned) {
  IRBuilder<> &b = v.b;
  Value *zero = v.integer(x, 0);
  switch (op) {
  case KernelOp::Neg:
    return b.CreateNeg(x);
  case KernelOp::Abs:
    return isUnsigned ? x : b.CreateBinaryIntrinsic(Intrinsic::abs, x, b.getFalse());
  case KernelOp::Sign: {
    Value *positive = b.CreateZExt(b.CreateICmpNE(x, zero), x->getType());
    return isUnsigned
               ? positive
               : b.CreateOr(b.CreateAShr(x, v.integer(x, x->getType()->getScalarSizeInBits() - 1)),
                            positive);
  }
  case KernelOp::Relu:
    return isUnsigned ? x : b.CreateBinaryIntrinsic(Intrinsic::smax, x, zero);
  case KernelOp::BitwiseNot:
    return b.CreateNot(x);
  case KernelOp::IsNan:
  case KernelOp::IsInf:
    return Constant::getNullValue(v.vec(b.getInt1Ty()));
  case KernelOp::IsFinite:
    return Constant::getAllOnesValue(v.vec(b.getInt1Ty()));
  case KernelOp::Frac:
    return zero;
  default: // floor, ceil, trunc, round, real, conj
    return x;
  }
}

Value *emitIntegerBinary(VectorBuilder &v, KernelOp op, Value *x, Value *y, bool isUnsigned) {
  IRBuilder<> &b = v.b;
  switch (op) {
  case KernelOp::Add:
    return b.CreateAdd(x, y);
  case KernelOp::Sub:
    return b.CreateSub(x, y);
  case KernelOp::Mul:
    return b.CreateMul(x, y);
  case KernelOp::TruncDivide:
    return divide(v, x, y, isUnsigned).quotient;
  case KernelOp::Fmod:
    return divide(v, x, y, isUnsigned).remainder;
  case KernelOp::FloorDivide: {
    Division d = divide(v, x, y, isUnsigned);
    if (isUnsigned)
      return d.quotient;
    return b.CreateSub(d.quotient, b.CreateZExt(needsFloor(v, d.remainder, y), x->getType()));
  }
  case KernelOp::Remainder: {
    Division d = divide(v, x, y, isUnsigned);
    if (isUnsigned)
      return d.remainder;
    return b.CreateSelect(needsFloor(v, d.remainder, y), b.CreateAdd(d.remainder, y), d.remainder);
  }
  case KernelOp::Pow:
    return power(v, x, y, isUnsigned);
  case KernelOp::Maximum:
  case KernelOp::Fmax:
    return extremum(v, x, y, true, isUnsigned);
  case KernelOp::Minimum:
  case KernelOp::Fmin:
    return extremum(v, x, y, false, isUnsigned);
  case KernelOp::BitwiseAnd:
    return b.CreateAnd(x, y);
  case KernelOp::BitwiseOr:
    return b.CreateOr(x, y);
  case KernelOp::BitwiseXor:
    return b.CreateXor(x, y);
  case KernelOp::Shl:
    return shift(v, x, y, true, isUnsigned);
  case KernelOp::Shr:
    return shift(v, x, y, false, isUnsigned);
  default:
    llvm_unreachable("not an operator on integers");
  }
}

} // namespace lith::codegen::detail
