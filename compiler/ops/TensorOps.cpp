// TensorOps.cpp: the generated parts of the tensor operators.

#include "ops/TensorOps.h"

#include "ops/TensorOperator.cpp.inc"
#define GET_OP_CLASSES
#include "ops/TensorOps.cpp.inc"

void lith::ir::LithDialect::registerTensorOps() {
  addOperations<
#define GET_OP_LIST
#include "ops/TensorOps.cpp.inc"
      >();
}

using Effects = llvm::SmallVectorImpl<mlir::MemoryEffects::EffectInstance>;

/// On a storage the result may be a copy, made here.
static void addEffects(mlir::OpOperand &operand, mlir::OpResult result, Effects &effects) {
  if (!llvm::isa<lith::ir::StorageType>(operand.get().getType()))
    return;
  effects.emplace_back(mlir::MemoryEffects::Read::get(), &operand);
  effects.emplace_back(mlir::MemoryEffects::Allocate::get(), result);
}

void lith::ir::ReshapeOp::getEffects(Effects &effects) {
  addEffects(getOperandMutable(), getOperation()->getResult(0), effects);
}

void lith::ir::ContiguousOp::getEffects(Effects &effects) {
  addEffects(getOperandMutable(), getOperation()->getResult(0), effects);
}
