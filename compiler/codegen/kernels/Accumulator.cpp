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
  case ReduceKind::Min: {
    State state{extremeOf(type, kind == ReduceKind::Min, isUnsigned(dtype))};
    if (notesNan())
      state.push_back(Constant::getNullValue(v.vec(v.b.getInt1Ty())));
    return state;
  }
  case ReduceKind::ArgMax:
  case ReduceKind::ArgMin:
    return {extremeOf(type, kind == ReduceKind::ArgMin, isUnsigned(dtype)),
            Constant::getNullValue(v.vec(v.b.getInt32Ty()))};
  }
  return {};
}

Value *Accumulator::isBeyond(Value *x, Value *than) {
  bool largest = kind == ReduceKind::Max || kind == ReduceKind::ArgMax;
  if (compute->isFloatingPointTy())
    return largest ? v.b.CreateFCmpOGT(x, than) : v.b.CreateFCmpOLT(x, than);
  CmpInst::Predicate p = isUnsigned(dtype) ? (largest ? CmpInst::ICMP_UGT : CmpInst::ICMP_ULT)
                                           : (largest ? CmpInst::ICMP_SGT : CmpInst::ICMP_SLT);
  return v.b.CreateICmp(p, x, than);
}

Value *Accumulator::extremum(Value *a, Value *b) { return v.b.CreateSelect(isBeyond(b, a), b, a); }

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
  case ReduceKind::Min: {
    Value *best = extremum(a[0], b[0]);
    return notesNan() ? State{best, ir.CreateOr(a[1], b[1])} : State{best};
  }
  case ReduceKind::ArgMax:
  case ReduceKind::ArgMin: {
    Value *same = isSame(a[0], b[0]);
    Value *earlier = ir.CreateAnd(same, ir.CreateICmpSLT(b[1], a[1]));
    Value *better = isBeyond(b[0], a[0]);
    if (isFloat) // NaN in both is `same`; NaN in `a` alone stays
      better = ir.CreateAnd(ir.CreateOr(better, v.isNan(b[0])), ir.CreateNot(v.isNan(a[0])));
    Value *take = ir.CreateOr(better, earlier);
    return {ir.CreateSelect(take, b[0], a[0]), ir.CreateSelect(take, b[1], a[1])};
  }
  }
  return {};
}

Accumulator::State Accumulator::stateOf(Value *x, Value *index) {
  if (isIndexed())
    return {x, index};
  return notesNan() ? State{x, v.isNan(x)} : State{x};
}

Accumulator::State Accumulator::first(Value *x, Value *mask, Value *index) {
  State state = stateOf(x, index);
  for (auto [value, none] : zip(state, identity()))
    value = v.b.CreateSelect(mask, value, none);
  return state;
}

Accumulator::State Accumulator::later(const State &state, Value *x, Value *index) {
  IRBuilder<> &ir = v.b;
  Value *better;
  if (compute->isFloatingPointTy()) { // or NaN, where the state is not
    better =
        kind == ReduceKind::ArgMax ? ir.CreateFCmpUGT(x, state[0]) : ir.CreateFCmpULT(x, state[0]);
    better = ir.CreateAnd(better, ir.CreateFCmpORD(state[0], state[0]));
  } else {
    better = isBeyond(x, state[0]);
  }
  return {ir.CreateSelect(better, x, state[0]), ir.CreateSelect(better, index, state[1])};
}

Accumulator::State Accumulator::update(const State &state, Value *x, Value *mask, Value *index) {
  State next = isIndexed() ? later(state, x, index) : combine(state, stateOf(x, index));
  if (mask)
    for (auto [value, old] : zip(next, state))
      value = v.b.CreateSelect(mask, value, old);
  return next;
}

/// The lanes folded by halves, as `join` does two.
static Value *foldLanes(VectorBuilder &v, Value *x, function_ref<Value *(Value *, Value *)> join) {
  for (unsigned width = v.lanes; width > 1; width /= 2) {
    SmallVector<int> low, high;
    for (unsigned i = 0; i < width / 2; ++i) {
      low.push_back(int(i));
      high.push_back(int(i + width / 2));
    }
    x = join(v.b.CreateShuffleVector(x, low), v.b.CreateShuffleVector(x, high));
  }
  return v.b.CreateExtractElement(x, uint64_t(0));
}

Accumulator::State Accumulator::acrossLanes(const State &state) {
  IRBuilder<> &ir = v.b;
  if (isIndexed())
    return bestOfLanes(state);
  if (!notesNan())
    return {foldLanes(v, state[0], [&](Value *x, Value *y) { return combine({x}, {y})[0]; })};
  Value *best = foldLanes(v, state[0], [&](Value *x, Value *y) { return extremum(x, y); });
  return {best, ir.CreateOrReduce(state[1])};
}

/// The best element first, then the first place that has it.
Accumulator::State Accumulator::bestOfLanes(const State &state) {
  IRBuilder<> &ir = v.b;
  Value *best = foldLanes(v, state[0], [&](Value *x, Value *y) { return extremum(x, y); });
  Value *isBest;
  if (compute->isFloatingPointTy()) {
    Value *nan = v.isNan(state[0]), *hasNan = ir.CreateOrReduce(nan);
    isBest = ir.CreateSelect(hasNan, nan, ir.CreateFCmpOEQ(state[0], v.splat(best)));
  } else {
    isBest = ir.CreateICmpEQ(state[0], v.splat(best));
  }
  Value *places = ir.CreateSelect(isBest, state[1], v.integer(state[1], INT32_MAX));
  Value *place = foldLanes(v, places, [&](Value *x, Value *y) {
    return ir.CreateBinaryIntrinsic(Intrinsic::smin, x, y);
  });
  return {best, place};
}

Value *Accumulator::result(const State &state) {
  if (notesNan())
    return v.b.CreateSelect(state[1], v.number(state[0], NAN), state[0]);
  if (!isIndexed())
    return state[0];
  Type *type = state[1]->getType();
  return v.b.CreateZExt(state[1], type->getWithNewType(v.b.getInt64Ty()));
}

} // namespace lith::codegen
