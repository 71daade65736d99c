// VerifyCounts.cpp: follow the references that each path owns.
//
// Checked: what is given up is owned then; all edges into a block own the same; a
// return leaves nothing behind.

#include "passes/counts/Counts.h"

#include "mlir/IR/RegionGraphTraits.h"
#include "llvm/ADT/PostOrderIterator.h"

#include <map>

using namespace mlir;
using namespace lith::ir;

namespace {

class Checker {
public:
  LogicalResult run(func::FuncOp function) {
    Region &body = function.getBody();
    llvm::ReversePostOrderTraversal<Region *> order(&body);
    for (Block *block : order) {
      state = atEntry[block];
      for (BlockArgument argument : block->getArguments())
        if (isOwned(argument))
          ++state[argument.getAsOpaquePointer()];
      for (Operation &op : *block)
        if (failed(visit(&op)))
          return failure();
    }
    return success();
  }

private:
  using State = std::map<void *, int>;

  static bool isConstant(Value value) { // immortal
    return !isOwned(value) && !isa<BlockArgument>(value) && !value.getDefiningOp<StateOp>();
  }

  LogicalResult give(State &from, Value operand, Operation *op) {
    Value value = owner(operand);
    if (!isCounted(operand.getType()) || !isCounted(value.getType()) || isConstant(value))
      return success();
    auto found = from.find(value.getAsOpaquePointer());
    if (found == from.end())
      return op->emitError("gives up a reference to ") << value << " that is not owned";
    if (--found->second == 0)
      from.erase(found);
    return success();
  }

  LogicalResult visit(Operation *op) {
    if (auto branch = dyn_cast<BranchOpInterface>(op))
      return visitBranch(branch);
    if (isa<ReleaseOthersOp>(op))
      return releaseOthers(op);
    for (OpOperand &operand : op->getOpOperands())
      if (isa<ReleaseOp, func::ReturnOp>(op) || consumes(op, operand.getOperandNumber()))
        if (failed(give(state, operand.get(), op)))
          return failure();
    if (isa<func::ReturnOp>(op) && !state.empty())
      return op->emitError("returns while it still owns ")
             << Value::getFromOpaquePointer(state.begin()->first);
    if (auto retain = dyn_cast<RetainOp>(op))
      ++state[owner(retain.getObject()).getAsOpaquePointer()];
    for (Value result : op->getResults())
      if (isOwned(result))
        ++state[result.getAsOpaquePointer()];
    return success();
  }

  LogicalResult releaseOthers(Operation *op) {
    State kept;
    for (Value operand : op->getOperands()) {
      Value value = owner(operand);
      if (!state.count(value.getAsOpaquePointer()))
        return op->emitError("keeps ") << value << ", which is not owned";
      kept[value.getAsOpaquePointer()] = 1;
    }
    state = std::move(kept);
    return success();
  }

  LogicalResult visitBranch(BranchOpInterface branch) {
    for (unsigned i = 0; i < branch->getNumSuccessors(); ++i) {
      State after = state;
      for (Value operand : branch.getSuccessorOperands(i).getForwardedOperands())
        if (failed(give(after, operand, branch)))
          return failure();
      auto [known, isNew] = atEntry.try_emplace(branch->getSuccessor(i), after);
      if (!isNew && known->second != after)
        return branch->emitError("enters a block with other references than another edge");
    }
    return success();
  }

  std::map<Block *, State> atEntry;
  State state;
};

} // namespace

LogicalResult lith::passes::verifyCounts(ModuleOp module) {
  for (auto function : module.getOps<func::FuncOp>())
    if (!function.isExternal() && failed(Checker().run(function)))
      return failure();
  return success();
}
