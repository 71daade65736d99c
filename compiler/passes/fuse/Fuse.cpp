// Fuse.cpp: elementwise operators and reductions become groups, one kernel each.
//
//   %a = lith.mul %x, %y                 %b = lith.group "map"(%x, %y, %z) {
//   %b = lith.add %a, %z          =>       %a = lith.mul %x, %y
//                                          %b = lith.add %a, %z
//                                          lith.yield %b }
//
// Why: each unfused operator reads and writes memory once, and is a call.
// Requires: simplified IR, before loads are elided and counts inserted.
// Ensures:  every elementwise operator and reduction that kernels know is in a group; a value with
//           users outside of its group is still computed once; dear values are never computed again
//           for each place that they broadcast to.
// Never:    reorders floating-point operations within an operator, or moves the reading of a
// storage
//           behind a write to it.

#include "passes/fuse/Fuse.h"
#include "passes/fuse/Cluster.h"
#include "passes/fuse/Dims.h"
#include "passes/uses/Uses.h"

using namespace mlir;
using namespace lith::ir;
using namespace lith::passes;

namespace {

/// Whether the value is memory that a write may change: the contents of a storage, or a view of it.
bool isLoaded(Value value) {
  while (Operation *def = value.getDefiningOp()) {
    if (isa<LoadOp>(def))
      return true;
    if (!def->hasTrait<View>())
      return false;
    value = def->getOperand(0);
  }
  return false;
}

class BlockFuser {
public:
  explicit BlockFuser(Block &block) : block(block) {}

  void run() {
    for (Operation &op : block)
      if (isFusible(&op))
        join(&op);
    for (const std::unique_ptr<Cluster> &cluster : clusters)
      if (cluster)
        materialise(*cluster);
  }

private:
  /// Puts the operation into a cluster with as many of its producers as one kernel can hold.
  void join(Operation *op) {
    auto mine = std::make_unique<Cluster>(op);
    if (!mine->isKernel())
      return;
    for (bool changed = true; changed;) {
      changed = false;
      for (size_t producer : producersOf(*mine)) {
        if (!canMove(*clusters[producer], op, *mine))
          continue;
        auto merged = std::make_unique<Cluster>(*clusters[producer], *mine);
        if (!merged->isKernel())
          continue;
        clusters[producer].reset();
        mine = std::move(merged);
        changed = true;
        break;
      }
    }
    for (Operation *member : mine->ops())
      clusterOf[member] = clusters.size();
    clusters.push_back(std::move(mine));
  }

  llvm::SmallVector<size_t> producersOf(const Cluster &cluster) {
    llvm::SmallVector<size_t> found;
    for (Operation *op : cluster.ops())
      for (Value operand : op->getOperands()) {
        auto it = clusterOf.find(operand.getDefiningOp());
        if (it == clusterOf.end() || cluster.contains(operand.getDefiningOp()))
          continue;
        if (!llvm::is_contained(found, it->second))
          found.push_back(it->second);
      }
    llvm::sort(found, std::greater<>());
    return found;
  }

  /// Whether everything in `cluster` may wait until `op`, where `target` runs.
  bool canMove(const Cluster &cluster, Operation *op, const Cluster &target) {
    for (Operation *member : cluster.ops())
      for (Operation *user : member->getUsers())
        if (user->getBlock() == &block && user->isBeforeInBlock(op) && !cluster.contains(user) &&
            !target.contains(user))
          return false;
    llvm::SmallVector<Value> inputs = cluster.inputs();
    bool loads = llvm::any_of(inputs, isLoaded);
    for (Operation *at = cluster.last(); at != op; at = at->getNextNode()) {
      if (loads && mayWriteTensors(at))
        return false;
      // A value that is still to be read would have to be copied first.
      if (auto insert = dyn_cast<InsertOp>(at);
          insert && llvm::is_contained(inputs, insert.getBase()))
        return false;
    }
    return true;
  }

  void materialise(const Cluster &cluster) {
    llvm::SmallVector<Value> inputs = cluster.inputs(), outputs = cluster.outputs();
    OpBuilder b(cluster.last());
    Location loc = cluster.last()->getLoc();
    auto group = GroupOp::create(b, loc, ValueRange(outputs).getTypes(), cluster.kind(), inputs);
    Block *body = b.createBlock(&group.getBody());
    IRMapping mapping;
    for (Value input : inputs)
      mapping.map(input, body->addArgument(input.getType(), loc));
    b.setInsertionPointToStart(body);
    for (Operation *op : cluster.ops()) {
      for (Value operand : op->getOperands())
        if (!mapping.contains(operand)) // a number constant
          b.clone(*operand.getDefiningOp(), mapping);
      b.clone(*op, mapping);
    }
    llvm::SmallVector<Value> yielded;
    for (Value output : outputs)
      yielded.push_back(mapping.lookup(output));
    YieldOp::create(b, loc, yielded);
    for (auto [old, result] : llvm::zip(outputs, group.getOutputs()))
      old.replaceUsesWithIf(result,
                            [&](OpOperand &use) { return !cluster.contains(use.getOwner()); });
    for (Operation *op : llvm::reverse(cluster.ops()))
      op->erase();
  }

  Block &block;
  std::vector<std::unique_ptr<Cluster>> clusters;
  llvm::DenseMap<Operation *, size_t> clusterOf;
};

} // namespace

void lith::passes::fuse(ModuleOp module) {
  forwardDims(module);
  for (auto function : module.getOps<func::FuncOp>())
    for (Block &block : function.getBody())
      BlockFuser(block).run();
}
