// Counts.cpp: make ownership explicit with retain and release.
//
//   %a = lith.rt @list_new()              %a = lith.rt @list_new()
//   lith.rt @list_append(%a, %x)   =>     lith.retain %x       // still used below
//   lith.rt @print_values(%x)             lith.rt @list_append(%a, %x)
//   return %a                             lith.rt @print_values(%x)
//                                         lith.release %x
//                                         return %a
//
// Why: objects die at their last use, so buffers are reused at once and a write to
// a value that nobody else holds happens in place.
// Requires: no unreachable blocks (it removes them).
// Ensures:  every owned value is given up exactly once on each path: to an operand
//           that is consumed, to a block argument, to the caller, or by a release.
//           What is borrowed (arguments, state) is retained before it is given up.
//           A group may take over its operands' last references (attribute `owned`), and
//           the function of a node its arguments, so that it may reuse what was saved.
// Never:    moves or removes an operation; puts anything between an operation and the
//           `lith.raised` behind it. What is owned where an exception leaves the
//           function is released by code generation.

#include "passes/counts/Counts.h"

#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace lith::ir;

namespace {

using Values = llvm::DenseSet<Value>;

class Inserter {
public:
  explicit Inserter(func::FuncOp function) : body(function.getBody()), builder(function) {}

  void run() {
    computeLiveness();
    llvm::SmallVector<Block *> blocks;
    for (Block &block : body)
      blocks.push_back(&block);
    for (Block *block : blocks)
      visit(block);
  }

private:
  /// Marks `value` as live into every block from its uses up to its definition.
  void markLive(Value value) {
    llvm::SmallVector<Block *> work;
    llvm::SmallVector<Value> forms{value};
    Block *home = value.getParentBlock();
    while (!forms.empty())
      for (OpOperand &use : forms.pop_back_val().getUses()) {
        if (use.getOwner()->getBlock() != home)
          work.push_back(use.getOwner()->getBlock());
        for (Value result : use.getOwner()->getResults())
          if (owner(result) == value)
            forms.push_back(result);
      }
    while (!work.empty()) {
      Block *block = work.pop_back_val();
      if (block == home || !liveIn[block].insert(value).second)
        continue;
      for (Block *predecessor : block->getPredecessors())
        work.push_back(predecessor);
    }
  }

  void computeLiveness() {
    auto mark = [&](Value value) {
      if (isOwned(value))
        markLive(value);
    };
    for (Block &block : body) {
      liveIn[&block];
      llvm::for_each(block.getArguments(), mark);
      for (Operation &op : block)
        llvm::for_each(op.getResults(), mark);
    }
  }

  bool isKept(Value owner) const { // constants are immortal
    return isOwned(owner) || isa<BlockArgument>(owner) || owner.getDefiningOp<StateOp>();
  }

  /// Before `op`, another reference for a value that is given up but still needed, or only
  /// borrowed.
  void retain(Value value, Operation *op) {
    if (!isCounted(value.getType()) || !isKept(value))
      return;
    builder.setInsertionPoint(op);
    RetainOp::create(builder, op->getLoc(), value);
  }

  void releaseAfter(Value value, Operation *op) {
    if (isa_and_nonnull<RaisedOp>(op->getNextNode()))
      op = op->getNextNode();
    builder.setInsertionPointAfter(op);
    ReleaseOp::create(builder, op->getLoc(), value);
  }

  void visit(Block *block) {
    Values live;
    for (Block *successor : block->getSuccessors())
      live.insert(liveIn[successor].begin(), liveIn[successor].end());
    Operation *terminator = block->getTerminator();
    if (terminator->getNumSuccessors())
      visitBranch(cast<BranchOpInterface>(terminator), live);
    else
      visitUses(terminator, live);
    for (Operation *op = terminator->getPrevNode(); op;) {
      Operation *previous = op->getPrevNode();
      for (Value result : op->getResults())
        if (isOwned(result) && !live.erase(result))
          releaseAfter(result, op);
      visitUses(op, live);
      op = previous;
    }
    for (Value argument : block->getArguments())
      if (isOwned(argument) && !live.count(argument)) {
        builder.setInsertionPointToStart(block);
        ReleaseOp::create(builder, argument.getLoc(), argument);
      }
  }

  /// Whether the operation reads the value as another operand beside the one that it consumes: what
  /// it does in place must not change what it reads (`x.scatter(1, i, x)`).
  static bool isAlsoRead(Operation *op, Value value) {
    return llvm::any_of(op->getOpOperands(), [&](OpOperand &operand) {
      return owner(operand.get()) == value && !consumes(op, operand.getOperandNumber());
    });
  }

  /// Operands of anything but a branch. `live` is what is needed after `op`, then before it.
  void visitUses(Operation *op, Values &live) {
    bool givesAll = isa<func::ReturnOp>(op);
    llvm::SmallVector<int64_t> takenOver;
    Values given;
    for (OpOperand &operand : op->getOpOperands()) {
      Value value = owner(operand.get());
      if (!isCounted(operand.get().getType()) || !isCounted(value.getType()))
        continue;
      bool isLast = isOwned(value) && !live.count(value) && !given.count(value);
      if (givesAll || consumes(op, operand.getOperandNumber())) {
        if (isLast && (givesAll || !isAlsoRead(op, value)))
          given.insert(value);
        else
          retain(value, op);
      } else if (isLast && op->hasTrait<TakesOwned>() && tensorType(operand.get().getType()) &&
                 operand.getOperandNumber() < 32) { // the width of a kernel's mask
        given.insert(value);
        takenOver.push_back(operand.getOperandNumber());
      }
    }
    if (!takenOver.empty())
      op->setAttr("owned", builder.getDenseI64ArrayAttr(takenOver));
    Values seen;
    for (Value operand : op->getOperands()) {
      Value value = owner(operand);
      if (isOwned(value) && seen.insert(value).second && live.insert(value).second &&
          !given.count(value))
        releaseAfter(value, op);
    }
  }

  void visitBranch(BranchOpInterface branch, Values &live) {
    Values before = live;
    for (Value operand : branch->getOperands())
      if (Value value = owner(operand); isOwned(value))
        before.insert(value);
    for (unsigned i = 0; i < branch->getNumSuccessors(); ++i)
      visitEdge(branch, i, before);
    live = std::move(before);
  }

  /// One edge: block arguments take a reference each; what only other edges need is released.
  void visitEdge(BranchOpInterface branch, unsigned index, const Values &before) {
    const Values &after = liveIn[branch->getSuccessor(index)];
    llvm::SmallVector<Value> retained, released;
    Values given;
    for (Value operand : branch.getSuccessorOperands(index).getForwardedOperands()) {
      Value value = owner(operand);
      if (!isCounted(operand.getType()) || !isCounted(value.getType()))
        continue;
      bool moves = isOwned(value) && !after.count(value) && given.insert(value).second;
      if (!moves && isKept(value))
        retained.push_back(value);
    }
    for (Value value : before)
      if (!after.count(value) && !given.count(value))
        released.push_back(value);
    if (retained.empty() && released.empty())
      return;
    auto inOrder = [&](Value a, Value b) { return number(a) < number(b); };
    llvm::sort(released, inOrder);
    bool areMany = released.size() > (isRaisedEdge(branch, index) ? FewReleases : ManyReleases);
    if (areMany && retained.empty()) {
      llvm::SmallVector<Value> kept = llvm::to_vector(llvm::make_filter_range(
          before, [&](Value value) { return after.count(value) || given.count(value); }));
      llvm::sort(kept, inOrder);
      Operation *at = placeOnEdge(branch, index);
      builder.setInsertionPoint(at);
      ReleaseOthersOp::create(builder, at->getLoc(), kept);
      return;
    }
    Operation *at = placeOnEdge(branch, index);
    for (Value value : retained)
      retain(value, at);
    builder.setInsertionPoint(at);
    for (Value value : released)
      ReleaseOp::create(builder, at->getLoc(), value);
  }

  /// The way to the block that catches what the operation before the branch raised.
  static bool isRaisedEdge(BranchOpInterface branch, unsigned index) {
    auto test = dyn_cast<cf::CondBranchOp>(*branch);
    return test && index == 0 && test.getTrueDestOperands().empty() &&
           test.getCondition().getDefiningOp<RaisedOp>();
  }

  /// An operation before which code runs on this edge only.
  Operation *placeOnEdge(BranchOpInterface branch, unsigned index) {
    if (branch->getNumSuccessors() == 1)
      return branch;
    Block *target = branch->getSuccessor(index);
    auto *middle = new Block;
    body.getBlocks().insertAfter(branch->getBlock()->getIterator(), middle);
    auto operands = branch.getSuccessorOperands(index);
    builder.setInsertionPointToEnd(middle);
    auto jump =
        cf::BranchOp::create(builder, branch->getLoc(), target, operands.getForwardedOperands());
    operands.getMutableForwardedOperands().clear();
    branch->setSuccessor(middle, index);
    return jump;
  }

  /// A stable order of values, so that the same program gives the same code.
  unsigned number(Value value) {
    if (numbers.empty())
      for (Block &block : body) {
        for (Value argument : block.getArguments())
          numbers.try_emplace(argument, numbers.size());
        for (Operation &op : block)
          for (Value result : op.getResults())
            numbers.try_emplace(result, numbers.size());
      }
    return numbers.lookup(value);
  }

  /// So many are released one by one where an exception is caught; more, all at once: else the code
  /// of a long `try` would grow with the square of its length.
  static constexpr size_t FewReleases = 4;
  /// The same on other edges, as where one of hundreds of tensors is chosen.
  static constexpr size_t ManyReleases = 16;

  Region &body;
  OpBuilder builder;
  llvm::DenseMap<Block *, Values> liveIn;
  llvm::DenseMap<Value, unsigned> numbers;
};

} // namespace

void lith::passes::insertCounts(ModuleOp module) {
  IRRewriter rewriter(module.getContext());
  module.walk([&](GradNodeOp node) {
    for (FlatSymbolRefAttr name : {node.getCalleeAttr(), node.getAgainAttr()})
      if (name)
        module.lookupSymbol(name.getValue())->setAttr(takesArguments, rewriter.getUnitAttr());
  });
  for (auto function : module.getOps<func::FuncOp>()) {
    if (function.isExternal())
      continue;
    (void)eraseUnreachableBlocks(rewriter, function->getRegions());
    Inserter(function).run();
  }
}
