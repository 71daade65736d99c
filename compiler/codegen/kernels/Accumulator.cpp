// Accumulator.cpp: identities, updates and the combination of lanes.
#include "codegen/kernels/Accumulator.h"

#include <cmath>

using namespace llvm;

namespace lith::codegen {

Accumulator::Accumulator(VectorBuilder &v, const Node &node)
    : v(v), kind(ReduceKind(node.immediate)), dtype(node.operandDtype),
      compute(v.computeType(node.operandDtype)) {}

static Constant *extremeOf(Type *type, bool largest, bool isUnsigned) {
  if (type->isFPOrFPVectorTy())
    return ConstantFP::get(type, largest ? INFINITY : -INFINITY);
  unsigned width = type->getScalarSizeInBits();
  if (isUnsigned)
    return ConstantInt::get(type, largest ? APInt::getMaxValue(width) : APInt::getMinValue(width));
  return ConstantInt::get(type, largest ? APInt::getSignedMaxValue(width)
                                        : APInt::getSignedMinValue(width));
}

Accumulator::State Accumulator::identity() {
  Type *type = v.vec(compute);
  switch (kind) {
  case ReduceKind::Sum:
  case ReduceKind::Any:
    return {Constant::getNullValue(type)};
  case ReduceKind::Prod:
    return {compute->isFloatingPointTy() ? ConstantFP::get(type, 1) : ConstantInt::get(type, 1)};
  case ReduceKind::All:
    return {Constant::getAllOnesValue(type)};
  case ReduceKind::Max:
    return {extremeOf(type, false, isUnsigned(dtype))};
  case ReduceKind::Min:
    return {extremeOf(type, true, isUnsigned(dtype))};
  case ReduceKind::ArgMax:
  case ReduceKind::ArgMin:
    return {extremeOf(type, kind == ReduceKind::ArgMin, isUnsigned(dtype)),
            ConstantInt::get(v.vec(v.b.getInt32Ty()), INT32_MAX)};
  }
  return {};
}

Value *Accumulator::isBetter(Value *x, Value *than) {
  bool largest = kind == ReduceKind::Max || kind == ReduceKind::ArgMax;
  if (!compute->isFloatingPointTy()) {
    CmpInst::Predicate p = isUnsigned(dtype) ? (largest ? CmpInst::ICMP_UGT : CmpInst::ICMP_ULT)
                                             : (largest ? CmpInst::ICMP_SGT : CmpInst::ICMP_SLT);
    return v.b.CreateICmp(p, x, than);
  }
  Value *beyond = largest ? v.b.CreateFCmpOGT(x, than) : v.b.CreateFCmpOLT(x, than);
  return v.b.CreateOr(beyond, v.isNan(x));
}

Value *Accumulator::isSame(Value *x, Value *y) {
  if (!compute->isFloatingPointTy())
    return v.b.CreateICmpEQ(x, y);
  return v.b.CreateOr(v.b.CreateFCmpOEQ(x, y), v.b.CreateAnd(v.isNan(x), v.isNan(y)));
}

Accumulator::State Accumulator::combine(const State &a, const State &b) {
  IRBuilder<> &ir = v.b;
  bool isFloat = compute->isFloatingPointTy();
  switch (kind) {
  case ReduceKind::Sum:
    return {isFloat ? ir.CreateFAdd(a[0], b[0]) : ir.CreateAdd(a[0], b[0])};
  case ReduceKind::Prod:
    return {isFloat ? ir.CreateFMul(a[0], b[0]) : ir.CreateMul(a[0], b[0])};
  case ReduceKind::Any:
    return {ir.CreateOr(a[0], b[0])};
  case ReduceKind::All:
    return {ir.CreateAnd(a[0], b[0])};
  case ReduceKind::Max:
  case ReduceKind::Min:
    return {ir.CreateSelect(isBetter(b[0], a[0]), b[0], a[0])};
  case ReduceKind::ArgMax:
  case ReduceKind::ArgMin: {
    Value *same = isSame(a[0], b[0]);
    Value *earlier = ir.CreateAnd(same, ir.CreateICmpSLT(b[1], a[1]));
    Value *better = ir.CreateAnd(isBetter(b[0], a[0]), ir.CreateNot(same));
    if (isFloat) // NaN in both is `same`; NaN in `a` alone stays
      better = ir.CreateAnd(better, ir.CreateNot(v.isNan(a[0])));
    Value *take = ir.CreateOr(better, earlier);
    return {ir.CreateSelect(take, b[0], a[0]), ir.CreateSelect(take, b[1], a[1])};
  }
  }
  return {};
}

Accumulator::State Accumulator::update(const State &state, Value *x, Value *mask, Value *index) {
  State element{x};
  if (isIndexed())
    element.push_back(index);
  State next = combine(state, element);
  if (mask)
    for (auto [value, old] : zip(next, state))
      value = v.b.CreateSelect(mask, value, old);
  return next;
}

Accumulator::State Accumulator::acrossLanes(State state) {
  for (unsigned width = v.lanes; width > 1; width /= 2) {
    SmallVector<int> low, high;
    for (unsigned i = 0; i < width / 2; ++i) {
      low.push_back(int(i));
      high.push_back(int(i + width / 2));
    }
    State a, b;
    for (Value *value : state) {
      a.push_back(v.b.CreateShuffleVector(value, low));
      b.push_back(v.b.CreateShuffleVector(value, high));
    }
    state = combine(a, b);
  }
  for (Value *&value : state)
    value = v.b.CreateExtractElement(value, uint64_t(0));
  return state;
}

Value *Accumulator::result(const State &state) {
  if (!isIndexed())
    return state[0];
  Type *type = state[1]->getType();
  return v.b.CreateZExt(state[1], type->getWithNewType(v.b.getInt64Ty()));
}

} // namespace lith::codegen
