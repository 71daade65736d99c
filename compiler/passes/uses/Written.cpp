// Written.cpp: which of a program's arguments have memory that it may write.
#include "passes/uses/Uses.h"

#include "ir/RuntimeTable.h"

using namespace mlir;
using namespace lith::ir;

namespace {

/// What the tensor or storage is a view of.
Value rootOf(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (!op->hasTrait<View>())
      break;
    value = op->getOperand(0);
  }
  return value;
}

/// The storage that the operation writes, where it says so; null: it may be any.
Value target(Operation *op) {
  bool names = op->getNumOperands() && isa<StorageType>(op->getOperand(0).getType());
  return names ? rootOf(op->getOperand(0)) : Value();
}

/// No facts: what Python code does to memory of PyTorch's, PyTorch notes, and an engine of
/// gradients writes gradients only.
bool writesItsOwn(Operation *op) {
  auto call = dyn_cast<RtOp>(op);
  return isa<CallOp>(op) ||
         (call && (call.getCallee() == "host" || call.getCallee() == "grad_run" ||
                   call.getCallee() == "check_signals"));
}

/// Functions of nodes read what was saved, and write what they made.
llvm::DenseSet<StringAttr> functionsOfNodes(ModuleOp module) {
  llvm::DenseSet<StringAttr> names;
  module.walk([&](GradNodeOp node) {
    names.insert(node.getCalleeAttr().getAttr());
    if (node.getAgainAttr())
      names.insert(node.getAgainAttr().getAttr());
  });
  return names;
}

} // namespace

std::vector<bool> lith::passes::writtenArguments(ModuleOp module) {
  auto main = module.lookupSymbol<func::FuncOp>("main");
  llvm::DenseSet<StringAttr> ofNodes = functionsOfNodes(module);
  llvm::DenseSet<Value> written;
  bool writesUnknown = false;
  for (auto function : module.getOps<func::FuncOp>()) {
    if (ofNodes.contains(function.getSymNameAttr()))
      continue;
    function.walk([&](Operation *op) {
      if (!mayWriteTensors(op) || writesItsOwn(op))
        return;
      Value storage = target(op);
      bool isArgument = storage && llvm::is_contained(main.getArguments(), storage);
      bool isNew = storage && storage.getDefiningOp<NewStorageOp>();
      if (isArgument)
        written.insert(storage);
      writesUnknown |= !isArgument && !isNew;
    });
  }
  std::vector<bool> result;
  for (Value argument : main.getArguments()) {
    bool isKnown = !writesUnknown || visitUses(argument, [](Operation *) {});
    result.push_back(isa<StorageType>(argument.getType()) &&
                     (written.contains(argument) || !isKnown));
  }
  return result;
}
