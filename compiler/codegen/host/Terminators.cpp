// Terminators.cpp: how a block of the host program ends.

#include "codegen/host/FunctionEmitter.h"

#include <lith/abi.h>

using namespace mlir;
using namespace lith::codegen;

void FunctionEmitter::emitReturn(func::ReturnOp op) {
  if (isEntry) {
    for (auto [i, operand] : llvm::enumerate(op.getOperands())) {
      llvm::Value *at = b.CreateConstInBoundsGEP1_64(program.boxType, function->getArg(2), i);
      b.CreateStore(box(get(operand), operand.getType()), at);
    }
    b.CreateRet(b.getInt32(0));
    return;
  }
  llvm::Type *resultType = function->getReturnType();
  if (resultType->isVoidTy()) {
    b.CreateRetVoid();
    return;
  }
  llvm::Value *results = llvm::PoisonValue::get(resultType);
  for (auto [i, operand] : llvm::enumerate(op.getOperands()))
    results = b.CreateInsertValue(results, get(operand), i);
  b.CreateRet(results);
}

void FunctionEmitter::emitTerminator(Operation &op) {
  if (auto branch = dyn_cast<cf::BranchOp>(op)) {
    b.CreateBr(edge(branch.getDest(), branch.getDestOperands(), false));
  } else if (auto branch = dyn_cast<cf::CondBranchOp>(op)) {
    if (emitTest(branch))
      return;
    bool isShared = isLong || branch.getTrueDest() == branch.getFalseDest();
    llvm::BasicBlock *yes = edge(branch.getTrueDest(), branch.getTrueDestOperands(), isShared);
    llvm::BasicBlock *no = edge(branch.getFalseDest(), branch.getFalseDestOperands(), isShared);
    b.CreateCondBr(get(branch.getCondition()), yes, no);
  } else if (auto choice = dyn_cast<cf::SwitchOp>(op)) {
    llvm::Value *flag = get(choice.getFlag());
    llvm::BasicBlock *other =
        edge(choice.getDefaultDestination(), choice.getDefaultOperands(), true);
    llvm::SmallVector<llvm::BasicBlock *> targets;
    for (auto [i, target] : llvm::enumerate(choice.getCaseDestinations()))
      targets.push_back(edge(target, choice.getCaseOperands(i), true));
    llvm::SwitchInst *result = b.CreateSwitch(flag, other, targets.size());
    if (auto numbers = choice.getCaseValues())
      for (auto [number, target] : llvm::zip(numbers->getValues<llvm::APInt>(), targets))
        result->addCase(b.getInt(number), target);
  } else if (auto result = dyn_cast<func::ReturnOp>(op)) {
    emitReturn(result);
  } else if (auto raise = dyn_cast<ir::RaiseOp>(op)) {
    this->raise(raise);
  } else {
    assert(isa<ir::UnreachableOp>(op) && "no such terminator");
    b.CreateUnreachable();
  }
}
