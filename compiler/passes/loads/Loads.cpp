// Loads.cpp: read a storage in place where its contents are used up before the
// next write.
//
//   %x = lith.load %s                    %x = lith.load %s alias
//   %y = lith.group "map"(%x)      =>    %y = lith.group "map"(%x)
//   lith.store %s, %y                    lith.store %s, %y
//
// Why: a load is a snapshot, a copy of the whole tensor; nearly always nothing is
// written while it is in use.
// Requires: the final order of operations (after fusion, which moves them).
// Ensures:  every use of an aliasing load, through views too, reads memory that has
//           not been written since; the value does not leave the function or enter a
//           container.
// Never:    looks further than a bounded number of blocks.

#include "passes/loads/Loads.h"
#include "passes/uses/Uses.h"

using namespace mlir;
using namespace lith::ir;
using namespace lith::passes;

namespace {

constexpr unsigned maximalBlocks = 256;

class Elision {
public:
  explicit Elision(LoadOp load) : load(load) {}

  bool isPossible() {
    bool isRead = visitUses(load.getResult(), [&](Operation *user) {
      lastUse[user->getBlock()];
      users.push_back(user);
    });
    return isRead && findBlocks() && noWriteInUse();
  }

private:
  /// The blocks into which the value is live; false when they are too many.
  bool findBlocks() {
    Block *home = load->getBlock();
    llvm::SmallVector<Block *> work;
    for (Operation *user : users) {
      Operation *&last = lastUse[user->getBlock()];
      if (!last || last->isBeforeInBlock(user))
        last = user;
      if (user->getBlock() != home)
        work.push_back(user->getBlock());
    }
    while (!work.empty()) {
      Block *block = work.pop_back_val();
      if (block == home || !liveIn.insert(block).second)
        continue;
      if (liveIn.size() > maximalBlocks)
        return false;
      for (Block *predecessor : block->getPredecessors())
        work.push_back(predecessor);
    }
    return true;
  }

  bool noWriteInUse() {
    auto isClear = [&](Block *block, Operation *from) {
      bool isLiveOut =
          llvm::any_of(block->getSuccessors(), [&](Block *next) { return liveIn.count(next); });
      Operation *end = isLiveOut ? nullptr : lastUse.lookup(block);
      if (!isLiveOut && !end)
        return true;
      for (Operation *op = from; op && op != end; op = op->getNextNode())
        if (mayWriteTensors(op))
          return false;
      return true;
    };
    return isClear(load->getBlock(), load->getNextNode()) &&
           llvm::all_of(liveIn, [&](Block *block) { return isClear(block, &block->front()); });
  }

  LoadOp load;
  llvm::SmallVector<Operation *> users;
  llvm::DenseMap<Block *, Operation *> lastUse;
  llvm::SmallPtrSet<Block *, 16> liveIn;
};

} // namespace

void lith::passes::elideLoads(ModuleOp module) {
  for (auto function : module.getOps<func::FuncOp>())
    for (Block &block : function.getBody())
      for (LoadOp load : block.getOps<LoadOp>())
        if (Elision(load).isPossible())
          load.setAlias(true);
}
