// Poll.cpp: loops ask whether they are to stop.
//
//   ^header(...):          ^header(...):
//       ...           =>       lith.poll
//                              ...
//
// Why: a program runs native code from its first line to its last; Python handles signals between
// its own instructions. A loop that does not end could not be left.
// Requires: nothing. What runs after it must not take blocks with it for empty ones.
// Ensures:  each cycle of the graph goes through a poll.
// Never:    puts one before `lith.catch`, where an exception is pending.

#include "passes/poll/Poll.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;
using namespace lith::ir;

namespace {

/// The blocks that a depth-first walk comes back to while it is below them.
llvm::SmallSetVector<Block *, 8> headersOf(Region &body) {
  llvm::SmallSetVector<Block *, 8> headers;
  llvm::DenseSet<Block *> visited, above;
  llvm::SmallVector<std::pair<Block *, unsigned>> path{{&body.front(), 0}};
  visited.insert(&body.front());
  above.insert(&body.front());
  while (!path.empty()) {
    auto &[block, next] = path.back();
    if (next == block->getNumSuccessors()) {
      above.erase(block);
      path.pop_back();
      continue;
    }
    Block *successor = block->getSuccessor(next++);
    if (above.contains(successor))
      headers.insert(successor);
    if (visited.insert(successor).second) {
      above.insert(successor);
      path.push_back({successor, 0});
    }
  }
  return headers;
}

} // namespace

void lith::passes::pollSignals(ModuleOp module) {
  module.walk([](func::FuncOp function) {
    if (function.isExternal())
      return;
    for (Block *header : headersOf(function.getBody())) {
      if (isa<CatchOp>(header->front()))
        continue;
      OpBuilder builder = OpBuilder::atBlockBegin(header);
      PollOp::create(builder, header->front().getLoc());
    }
  });
}
