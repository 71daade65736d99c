// Catches.cpp: operations whose exceptions reach a handler with the same values share the way
// there.
//
//   ^a: %r = lith.raised                        ^a: %r = lith.raised
//       cf.cond_br %r, ^x, ^b                       cf.cond_br %r, ^x, ^b
//   ^b: %s = lith.raised                        ^b: %s = lith.raised
//       cf.cond_br %s, ^y, ^c             =>        cf.cond_br %s, ^x, ^c
//   ^x: %e = lith.catch                         ^x: %e = lith.catch
//       cf.br ^handler(%e, %v)                      cf.br ^handler(%e, %v)
//   ^y: %f = lith.catch
//       cf.br ^handler(%f, %v)
//
// Why: within `with` and `try` every operation that may raise has such a block, and a handler
// mostly wants the same of all of them.
// Requires: nothing.
// Ensures:  each exception reaches its handler with the same values.
// Never:    looks at blocks that do more than catch and pass on.

#include "passes/catches/Catches.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"

#include <map>

using namespace mlir;
using namespace lith::ir;

namespace {

/// What the block passes on: the handler, then for each argument where it comes from. A constant of
/// the block is known by its attribute and type, a null by its type. A value of another block, even
/// a constant, is known by itself: where the other way comes from, there may be none.
using Way = std::vector<std::pair<const void *, const void *>>;

bool isConstant(Operation &op) { return isa<ConstantOp, NullOp>(op); }

std::pair<const void *, const void *> sourceOf(Value value, Block *block) {
  Operation *op = value.getDefiningOp();
  if (!op || op->getBlock() != block)
    return {value.getAsOpaquePointer(), nullptr};
  if (isa<CatchOp>(op))
    return {};
  const void *type = value.getType().getAsOpaquePointer();
  if (auto constant = dyn_cast<ConstantOp>(op))
    return {constant.getValue().getAsOpaquePointer(), type};
  return {type, nullptr}; // a null: the block has nothing else
}

/// Empty where the block does more.
Way wayOf(Block *block) {
  auto branch = dyn_cast<cf::BranchOp>(block->getTerminator());
  if (!branch || block->getNumArguments() || block->isEntryBlock() || !isa<CatchOp>(block->front()))
    return {};
  for (Operation &op : block->without_terminator()) {
    bool isFirst = &op == &block->front();
    if ((!isFirst && !isConstant(op)) || op.isUsedOutsideOfBlock(block))
      return {};
  }
  Way way{{branch.getDest(), nullptr}};
  for (Value operand : branch.getDestOperands())
    way.push_back(sourceOf(operand, block));
  return way;
}

} // namespace

void lith::passes::mergeCatches(ModuleOp module) {
  for (auto function : module.getOps<func::FuncOp>()) {
    std::map<Way, Block *> known;
    for (Block &block : llvm::make_early_inc_range(function.getBody())) {
      Way way = wayOf(&block);
      if (way.empty())
        continue;
      auto [first, isNew] = known.try_emplace(std::move(way), &block);
      if (isNew)
        continue;
      block.replaceAllUsesWith(first->second);
      block.erase();
    }
  }
}
