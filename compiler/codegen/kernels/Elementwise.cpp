// Elementwise.cpp: dispatch by type, casts, and the operators on bool.
#include "codegen/kernels/Elementwise.h"

using namespace llvm;

namespace lith::codegen {

Lanes emitCast(VectorBuilder &v, Lanes x, lith_dtype from, lith_dtype to) {
  IRBuilder<> &b = v.b;
  if (isComplex(to)) {
    Type *part = v.vec(v.computeType(to));
    if (!isComplex(from)) {
      lith_dtype real = to == LITH_COMPLEX64 ? LITH_FLOAT32 : LITH_FLOAT64;
      return {emitCast(v, x, from, real).re, Constant::getNullValue(part)};
    }
    return {b.CreateFPCast(x.re, part), b.CreateFPCast(x.im, part)};
  }
  if (isComplex(from)) {
    if (to == LITH_BOOL8)
      return {b.CreateOr(b.CreateFCmpUNE(x.re, v.number(x.re, 0)),
                         b.CreateFCmpUNE(x.im, v.number(x.im, 0)))};
    return emitCast(v, {x.re}, from == LITH_COMPLEX64 ? LITH_FLOAT32 : LITH_FLOAT64, to);
  }
  Type *type = v.vec(v.computeType(to));
  if (to == LITH_BOOL8) {
    if (from == LITH_BOOL8)
      return x;
    return {isFloating(from) ? b.CreateFCmpUNE(x.re, v.number(x.re, 0))
                             : b.CreateICmpNE(x.re, v.integer(x.re, 0))};
  }
  if (isFloating(to)) {
    Value *r = isFloating(from)   ? b.CreateFPCast(x.re, type)
               : isUnsigned(from) ? b.CreateUIToFP(x.re, type)
                                  : b.CreateSIToFP(x.re, type);
    return {v.roundTo(to, r)};
  }
  if (!isFloating(from))
    return {b.CreateIntCast(x.re, type, !isUnsigned(from))};
  // Narrow types keep the low bits of the 32-bit conversion, as C does.
  Type *wide = to == LITH_INT64 ? v.vec(b.getInt64Ty()) : v.vec(b.getInt32Ty());
  return {b.CreateTrunc(b.CreateFPToSI(x.re, wide), type)};
}

static bool isComparison(KernelOp op) { return op >= KernelOp::Eq && op <= KernelOp::Ge; }

static Value *emitComparison(VectorBuilder &v, KernelOp op, Value *x, Value *y, lith_dtype dtype) {
  unsigned index = unsigned(op) - unsigned(KernelOp::Eq);
  static const CmpInst::Predicate floats[] = {CmpInst::FCMP_OEQ, CmpInst::FCMP_UNE,
                                              CmpInst::FCMP_OLT, CmpInst::FCMP_OLE,
                                              CmpInst::FCMP_OGT, CmpInst::FCMP_OGE};
  static const CmpInst::Predicate signedInts[] = {CmpInst::ICMP_EQ,  CmpInst::ICMP_NE,
                                                  CmpInst::ICMP_SLT, CmpInst::ICMP_SLE,
                                                  CmpInst::ICMP_SGT, CmpInst::ICMP_SGE};
  static const CmpInst::Predicate unsignedInts[] = {CmpInst::ICMP_EQ,  CmpInst::ICMP_NE,
                                                    CmpInst::ICMP_ULT, CmpInst::ICMP_ULE,
                                                    CmpInst::ICMP_UGT, CmpInst::ICMP_UGE};
  if (isFloating(dtype))
    return v.b.CreateFCmp(floats[index], x, y);
  return v.b.CreateICmp(isUnsigned(dtype) ? unsignedInts[index] : signedInts[index], x, y);
}

static bool isLogical(KernelOp op) {
  return op == KernelOp::LogicalNot || (op >= KernelOp::LogicalAnd && op <= KernelOp::LogicalXor);
}

static Value *emitLogical(VectorBuilder &v, KernelOp op, ArrayRef<Lanes> operands,
                          lith_dtype dtype) {
  Value *x = emitCast(v, operands[0], dtype, LITH_BOOL8).re;
  if (op == KernelOp::LogicalNot)
    return v.b.CreateNot(x);
  Value *y = emitCast(v, operands[1], dtype, LITH_BOOL8).re;
  if (op == KernelOp::LogicalAnd)
    return v.b.CreateAnd(x, y);
  return op == KernelOp::LogicalOr ? v.b.CreateOr(x, y) : v.b.CreateXor(x, y);
}

Value *detail::emitBoolean(VectorBuilder &v, KernelOp op, ArrayRef<Lanes> operands) {
  IRBuilder<> &b = v.b;
  Value *x = operands[0].re, *y = operands.size() > 1 ? operands[1].re : nullptr;
  switch (op) {
  case KernelOp::BitwiseNot:
    return b.CreateNot(x);
  case KernelOp::Add:
  case KernelOp::Maximum:
  case KernelOp::Fmax:
  case KernelOp::BitwiseOr:
    return b.CreateOr(x, y);
  case KernelOp::Mul:
  case KernelOp::Minimum:
  case KernelOp::Fmin:
  case KernelOp::BitwiseAnd:
    return b.CreateAnd(x, y);
  case KernelOp::BitwiseXor:
    return b.CreateXor(x, y);
  case KernelOp::IsNan:
  case KernelOp::IsInf:
    return Constant::getNullValue(x->getType());
  case KernelOp::IsFinite:
    return Constant::getAllOnesValue(x->getType());
  default: // abs, sign, floor and the like: bool is 0 or 1 already
    return x;
  }
}

/// The elements as they are, elsewhere in memory.
static bool isLayout(KernelOp op) { return op == KernelOp::InOrder || op == KernelOp::InFormat; }

bool supportsElementwise(KernelOp op, lith_dtype dtype) {
  if (op == KernelOp::Cast || op == KernelOp::Where || isLayout(op) || isLogical(op))
    return true;
  if (isComplex(dtype))
    switch (op) {
    case KernelOp::Neg:
    case KernelOp::Abs:
    case KernelOp::Real:
    case KernelOp::Imag:
    case KernelOp::Conj:
    case KernelOp::Add:
    case KernelOp::Sub:
    case KernelOp::Mul:
    case KernelOp::Div:
    case KernelOp::Reciprocal:
    case KernelOp::Eq:
    case KernelOp::Ne:
    case KernelOp::Sign:
    case KernelOp::Pow:
      return true;
    default: // all of the exponential and trigonometric family
      return op >= KernelOp::Exp && op <= KernelOp::Sigmoid;
    }
  if (isComparison(op))
    return true;
  if (op == KernelOp::Complex)
    return dtype == LITH_FLOAT32 || dtype == LITH_FLOAT64;
  bool bitwise = op == KernelOp::BitwiseNot || (op >= KernelOp::BitwiseAnd && op <= KernelOp::Shr);
  if (isFloating(dtype))
    return !bitwise;
  bool exact = (op >= KernelOp::Floor && op <= KernelOp::IsFinite) || op == KernelOp::Neg ||
               op == KernelOp::Abs || op == KernelOp::Sign || bitwise ||
               (op >= KernelOp::Add && op <= KernelOp::Mul) ||
               (op >= KernelOp::FloorDivide && op <= KernelOp::Pow) ||
               (op >= KernelOp::Maximum && op <= KernelOp::Fmin) || op == KernelOp::Real ||
               op == KernelOp::Conj;
  return exact;
}

Lanes emitElementwise(VectorBuilder &v, const Node &node, ArrayRef<Lanes> operands) {
  KernelOp op = node.op;
  lith_dtype dtype = node.operandDtype;
  if (op == KernelOp::Cast)
    return emitCast(v, operands[0], dtype, node.dtype);
  if (isLayout(op))
    return operands[0];
  if (op == KernelOp::Where) {
    Value *c = operands[0].re;
    Lanes r{v.b.CreateSelect(c, operands[1].re, operands[2].re)};
    if (operands[1].im)
      r.im = v.b.CreateSelect(c, operands[1].im, operands[2].im);
    return r;
  }
  if (op == KernelOp::Complex)
    return {operands[0].re, operands[1].re};
  if (isLogical(op))
    return {emitLogical(v, op, operands, dtype)};
  if (isComplex(dtype))
    return detail::emitComplex(v, op, operands);
  if (isComparison(op))
    return {emitComparison(v, op, operands[0].re, operands[1].re, dtype)};
  if (dtype == LITH_BOOL8)
    return {detail::emitBoolean(v, op, operands)};
  if (isInteger(dtype))
    return {
        operands.size() == 1
            ? detail::emitIntegerUnary(v, op, operands[0].re, isUnsigned(dtype))
            : detail::emitIntegerBinary(v, op, operands[0].re, operands[1].re, isUnsigned(dtype))};
  Value *r = operands.size() == 1 ? detail::emitFloatUnary(v, op, operands[0].re)
                                  : detail::emitFloatBinary(v, op, operands[0].re, operands[1].re);
  return {node.dtype == LITH_BOOL8 ? r : v.roundTo(node.dtype, r)};
}

} // namespace lith::codegen
