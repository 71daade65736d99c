// Uses.cpp: what an operation does with a tensor operand.
#include "passes/uses/Uses.h"
#include "ir/RuntimeTable.h"
#include "ops/OperatorTable.h"

using namespace mlir;
using namespace lith::ir;

/// Whether the result of a runtime function may share the memory of a tensor argument.
static bool sharesMemory(llvm::StringRef callee) {
  const lith::ops::Operator *record = lith::ops::findCallee({callee.data(), callee.size()});
  return record && record->aliases;
}

bool lith::passes::readsOnly(Operation *op) {
  if (auto call = dyn_cast<RtOp>(op)) {
    const RuntimeFunction *function = findRuntimeFunction(call.getCallee());
    bool isPlain = !call.getResult() || !isCounted(call.getResult().getType()) ||
                   tensorType(call.getResult().getType()) ||
                   isa<StrType>(call.getResult().getType());
    return !function->has(RuntimeFunction::Write) && isPlain && !sharesMemory(call.getCallee());
  }
  return isa<StoreOp, NewStorageOp, InsertOp, DimOp>(op) ||
         (isa<LithDialect>(op->getDialect()) && isMemoryEffectFree(op) &&
          !isa<BoxOp, UnboxOp>(op) && !op->hasTrait<OpTrait::IsTerminator>());
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
