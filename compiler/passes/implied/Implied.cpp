// Implied.cpp: remove checks and overflow tests that earlier conditions decide.
//
//   cf.cond_br %k, ^body, ^exit              // %k: %i < %n
// ^body:                                   ^body:
//   lith.check %k, "IndexError" …     =>
//   %j = lith.binary add %i, %one            %j = lith.binary add %i, %one safe
//
// Why: the stage emits every check that eager Python makes; most follow from the
// loop's own condition, a size, or the same check one statement before.
// Requires: nothing; finds more after simplify, which makes equal conditions one.
// Ensures:  what is removed can never have raised. What is decided becomes a
//           constant, for simplify to use.
// Never:    changes the graph of blocks; looks through memory.

#include "passes/implied/Implied.h"
#include "passes/implied/Facts.h"

#include "mlir/IR/Dominance.h"

using namespace mlir;
using namespace lith::ir;
using namespace lith::passes;

namespace {

using Wide = __int128;

bool fits(Wide value) { return value >= INT64_MIN && value <= INT64_MAX; }

class Walker {
public:
  explicit Walker(func::FuncOp function) : function(function), builder(function) {}

  /// Depth first over the dominator tree, with a scope of facts for each block on the path.
  void run() {
    if (llvm::hasSingleElement(function.getBody())) {
      Facts::Scope scope(facts);
      visit(&function.getBody().front());
      return;
    }
    DominanceInfo dominance;
    DominanceInfoNode *root = dominance.getRootNode(&function.getBody());
    struct Level {
      std::unique_ptr<Facts::Scope> scope;
      DominanceInfoNode::iterator next, end;
    };
    std::vector<Level> path;
    auto enter = [&](DominanceInfoNode *node) {
      path.push_back({std::make_unique<Facts::Scope>(facts), node->begin(), node->end()});
      visit(node->getBlock());
    };
    enter(root);
    while (!path.empty()) {
      if (path.back().next == path.back().end)
        path.pop_back();
      else
        enter(*path.back().next++);
    }
  }

private:
  void visit(Block *block) {
    assumeEdge(block);
    for (BlockArgument argument : block->getArguments())
      if (!block->isEntryBlock() && argument.getType().isInteger(64))
        facts.setRange(argument, inductionRange(argument));
    for (Operation &op : llvm::make_early_inc_range(*block))
      visit(&op);
  }

  /// A block with one way in knows the condition that led there.
  void assumeEdge(Block *block) {
    Block *before = block->getSinglePredecessor();
    auto branch = before ? dyn_cast<cf::CondBranchOp>(before->getTerminator()) : nullptr;
    if (branch && branch.getTrueDest() != branch.getFalseDest())
      facts.assume(branch.getCondition(), branch.getTrueDest() == block);
  }

  /// A loop's counter never falls below its first value when it only counts up.
  Range inductionRange(BlockArgument argument) {
    Range range{INT64_MAX, INT64_MIN};
    bool rises = true, falls = true;
    Block *block = argument.getOwner();
    for (auto it = block->pred_begin(); it != block->pred_end(); ++it) {
      auto branch = dyn_cast<BranchOpInterface>((*it)->getTerminator());
      if (!branch)
        return {};
      Value value = branch.getSuccessorOperands(it.getSuccessorIndex())[argument.getArgNumber()];
      auto step = value ? value.getDefiningOp<BinaryOp>() : BinaryOp();
      if (step && step.getLhs() == argument && step.getKind() == BinaryKind::add) {
        Range by = facts.range(step.getRhs());
        rises &= by.low >= 0;
        falls &= by.high <= 0;
      } else if (step && step.getLhs() == argument && step.getKind() == BinaryKind::sub) {
        Range by = facts.range(step.getRhs());
        rises &= by.high <= 0;
        falls &= by.low >= 0;
      } else if (value != argument) {
        Range first = value ? facts.range(value) : Range();
        range.low = std::min(range.low, first.low);
        range.high = std::max(range.high, first.high);
      }
    }
    if (range.low > range.high)
      return {};
    return {rises ? range.low : INT64_MIN, falls ? range.high : INT64_MAX};
  }

  void visit(Operation *op) {
    if (auto check = dyn_cast<CheckOp>(op))
      visitCheck(check);
    else if (auto compare = dyn_cast<CompareOp>(op))
      visitCompare(compare);
    else if (auto binary = dyn_cast<BinaryOp>(op))
      visitBinary(binary);
    else if (auto unary = dyn_cast<UnaryOp>(op))
      visitUnary(unary);
    else if (auto branch = dyn_cast<cf::CondBranchOp>(op))
      if (std::optional<bool> known = facts.decide(branch.getCondition()))
        branch.getConditionMutable().assign(boolean(op, *known));
  }

  Value boolean(Operation *op, bool value) {
    builder.setInsertionPoint(op);
    return ConstantOp::create(builder, op->getLoc(), value);
  }

  RaisedOp question(Operation *op) { return dyn_cast_or_null<RaisedOp>(op->getNextNode()); }

  void visitCheck(CheckOp check) {
    if (facts.decide(check.getCondition()) == true) {
      if (question(check)) // answered at the end
        check.getConditionMutable().assign(boolean(check, true));
      else
        check.erase();
    } else if (!question(check)) {
      facts.assume(check.getCondition(), true);
    }
  }

  void visitCompare(CompareOp compare) {
    std::optional<bool> decided = facts.decide(compare);
    if (!decided)
      return;
    compare.getResult().replaceAllUsesWith(boolean(compare, *decided));
    compare.erase();
  }

  void visitUnary(UnaryOp unary) {
    if (!unary.getType().isInteger(64))
      return;
    if (facts.range(unary.getOperand()).low > INT64_MIN)
      unary.setSafe(true);
    if (unary.getKind() == UnaryKind::abs && !question(unary))
      facts.setRange(unary, {0, INT64_MAX});
  }

  void visitBinary(BinaryOp binary) {
    if (!binary.getLhs().getType().isInteger(64))
      return;
    Range x = facts.range(binary.getLhs()), y = facts.range(binary.getRhs());
    switch (binary.getKind()) {
    case BinaryKind::add:
      return bound(binary, {Wide(x.low) + y.low, Wide(x.high) + y.high});
    case BinaryKind::sub:
      return bound(binary, {Wide(x.low) - y.high, Wide(x.high) - y.low});
    case BinaryKind::mul:
      return bound(binary, {Wide(x.low) * y.low, Wide(x.low) * y.high, Wide(x.high) * y.low,
                            Wide(x.high) * y.high});
    case BinaryKind::floordiv:
      if (y.low > 0) {
        binary.setSafe(true);
        facts.setRange(binary, {std::min<int64_t>(x.low, 0), std::max<int64_t>(x.high, 0)});
      }
      return;
    case BinaryKind::mod:
      if (y.low > 0) {
        binary.setSafe(true);
        facts.setRange(binary, {0, y.high - 1});
      }
      return;
    case BinaryKind::minimum:
      return facts.setRange(binary, {std::min(x.low, y.low), std::min(x.high, y.high)});
    case BinaryKind::maximum:
      return facts.setRange(binary, {std::max(x.low, y.low), std::max(x.high, y.high)});
    case BinaryKind::shr:
      if (y.low >= 0)
        binary.setSafe(true);
      return;
    default:
      return;
    }
  }

  /// The result lies between the least and the greatest of `values`, or the operation raises.
  void bound(BinaryOp binary, std::initializer_list<Wide> values) {
    Wide low = std::min(values), high = std::max(values);
    if (fits(low) && fits(high))
      binary.setSafe(true);
    else if (question(binary))
      return;
    facts.setRange(binary, {int64_t(std::max<Wide>(low, INT64_MIN)),
                            int64_t(std::min<Wide>(high, INT64_MAX))});
  }

  func::FuncOp function;
  OpBuilder builder;
  Facts facts;
};

} // namespace

/// What has been marked safe cannot have raised.
static void answerQuestions(func::FuncOp function) {
  llvm::SmallVector<RaisedOp> answered;
  for (Block &block : function.getBody())
    for (RaisedOp raised : block.getOps<RaisedOp>()) {
      Operation *before = raised->getPrevNode();
      auto check = dyn_cast<CheckOp>(before);
      if (!mayRaise(before) || (check && matchPattern(check.getCondition(), m_One())))
        answered.push_back(raised);
    }
  for (RaisedOp raised : answered) {
    OpBuilder builder(raised);
    raised.getResult().replaceAllUsesWith(
        ConstantOp::create(builder, raised.getLoc(), false).getResult());
    raised.erase();
  }
}

void lith::passes::removeImplied(ModuleOp module) {
  for (auto function : module.getOps<func::FuncOp>()) {
    if (function.isExternal())
      continue;
    Walker(function).run();
    answerQuestions(function);
  }
}
