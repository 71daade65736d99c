// Simplify.cpp: fold constants, remove dead and repeated operations, dead blocks,
// dead block arguments and private functions that nothing names.
//
//   %a = lith.constant 2 : i64              %c = lith.constant 5 : i64
//   %b = lith.constant 3 : i64         =>   lith.rt @print_int(%c)
//   %c = lith.binary add %a, %b
//   %d = lith.binary add %x, %y safe        // unused
//   lith.rt @print_int(%c)
//
// Why: the stage emits each operation where the source says so.
// Requires: nothing.
// Ensures:  the same effects and exceptions in the same order.
// Never:    removes an operation that may raise, unless it is known not to; folds one
//           that `lith.raised` asks about before that question is answered; makes one
//           tensor of two equal ones where the program may see that they are two.

#include "passes/simplify/Simplify.h"
#include "passes/uses/Uses.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/IR/Dominance.h"
#include "mlir/Transforms/CSE.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;
using namespace lith::ir;

static constexpr llvm::StringLiteral objectNumber = "lith.object";

/// The stock simplification of a branch, kept from a loop that nothing reaches any more: there a
/// branch may give a block the block's own argument, and merging the two would replace that
/// argument by itself.
struct SimplifyBranch : OpRewritePattern<cf::BranchOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(cf::BranchOp branch, PatternRewriter &rewriter) const override {
    for (Value operand : branch.getDestOperands())
      if (auto argument = dyn_cast<BlockArgument>(operand))
        if (argument.getOwner() == branch.getDest())
          return failure();
    return cf::BranchOp::canonicalize(branch, rewriter);
  }
};

/// The patterns of the dialects in use; made once per context.
static const FrozenRewritePatternSet &patterns(MLIRContext *context) {
  static MLIRContext *madeFor = nullptr;
  static FrozenRewritePatternSet frozen;
  if (madeFor != context) {
    RewritePatternSet set(context);
    for (RegisteredOperationName op : context->getRegisteredOperations())
      op.getCanonicalizationPatterns(set, context);
    // SimplifyBranch stands for the first. The others make operations of another dialect;
    // implied-checks does what they do.
    llvm::erase_if(set.getNativePatterns(), [](const std::unique_ptr<RewritePattern> &pattern) {
      llvm::StringRef name = pattern->getDebugName();
      return pattern->getRootKind() ==
                 OperationName(cf::BranchOp::getOperationName(), pattern->getContext()) ||
             name.contains("CondBranchIdenticalSuccessors") ||
             name.contains("CondBranchTruthPropagation");
    });
    set.add<SimplifyBranch>(context);
    frozen = FrozenRewritePatternSet(std::move(set));
    madeFor = context;
  }
  return frozen;
}

/// Numbers the operations that make a tensor which may be seen as an object of its own, so that no
/// two of them are equal.
static void numberObjects(func::FuncOp function) {
  int64_t number = 0;
  Type i64 = IntegerType::get(function.getContext(), 64);
  function.walk([&](Operation *op) {
    bool makesTensor =
        isa<LithDialect>(op->getDialect()) && !isa<UnboxOp, NullOp>(op) &&
        llvm::any_of(op->getResultTypes(), [](Type type) { return tensorType(type); });
    if (makesTensor && !llvm::all_of(op->getResults(), [](Value result) {
          return lith::passes::visitUses(result, [](Operation *) {});
        }))
      op->setAttr(objectNumber, IntegerAttr::get(i64, number++));
  });
}

void lith::passes::simplify(ModuleOp module) {
  GreedyRewriteConfig config;
  config.setRegionSimplificationLevel(GreedySimplifyRegionLevel::Normal);
  config.setUseTopDownTraversal(true);
  IRRewriter rewriter(module.getContext());
  for (auto function : module.getOps<func::FuncOp>()) {
    if (function.isExternal())
      continue;
    (void)applyPatternsGreedily(function, patterns(module.getContext()), config);
    DominanceInfo dominance;
    numberObjects(function);
    eliminateCommonSubExpressions(rewriter, dominance, function);
    function.walk([](Operation *op) { op->removeAttr(objectNumber); });
  }
  eraseUnnamedFunctions(module);
}
