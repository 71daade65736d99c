// Uses.cpp: what an operation does with a tensor operand.
#include "passes/uses/Uses.h"
#include "ir/RuntimeTable.h"
#include "ops/TensorOperator.h"

using namespace mlir;
using namespace lith::ir;

bool lith::passes::readsOnly(Operation *op) {
  if (auto call = dyn_cast<RuntimeCall>(op)) {
    auto record = dyn_cast<lith::ops::TensorOperator>(op);
    bool isPlain = llvm::all_of(op->getResultTypes(), [](Type type) {
      return !isCounted(type) || tensorType(type) || isa<StrType>(type);
    });
    return !call.getFunction().has(RuntimeFunction::Write) && isPlain &&
           !(record && record.mayAlias());
  }
  return isa<StoreOp, NewStorageOp, InsertOp, DimOp>(op) ||
         (isa<LithDialect>(op->getDialect()) && isMemoryEffectFree(op) &&
          !isa<BoxOp, UnboxOp>(op) && !op->hasTrait<OpTrait::IsTerminator>());
}

bool lith::passes::mayWriteTensors(Operation *op) {
  auto call = dyn_cast<RuntimeCall>(op);
  return isa<StoreOp, CallOp>(op) || (call && call.getFunction().has(RuntimeFunction::Elements));
}

bool lith::passes::visitUses(Value tensor, llvm::function_ref<void(Operation *)> visit) {
  llvm::SmallVector<Value> work{tensor};
  while (!work.empty())
    for (OpOperand &use : work.pop_back_val().getUses()) {
      Operation *op = use.getOwner();
      visit(op);
      if (op->hasTrait<View>())
        work.push_back(op->getResult(0));
      else if (!readsOnly(op))
        return false;
    }
  return true;
}
