// Simplify.cpp: fold constants, remove dead and repeated operations, dead blocks
// and dead block arguments.
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
//           that `lith.raised` asks about before that question is answered.

#include "passes/simplify/Simplify.h"

#include "mlir/IR/Dominance.h"
#include "mlir/Transforms/CSE.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;
using namespace lith::ir;

/// The patterns of the dialects in use; made once per context.
static const FrozenRewritePatternSet &patterns(MLIRContext *context) {
  static MLIRContext *madeFor = nullptr;
  static FrozenRewritePatternSet frozen;
  if (madeFor != context) {
    RewritePatternSet set(context);
    for (RegisteredOperationName op : context->getRegisteredOperations())
      op.getCanonicalizationPatterns(set, context);
    // These make operations of another dialect; implied-checks does what they do.
    llvm::erase_if(set.getNativePatterns(), [](const std::unique_ptr<RewritePattern> &pattern) {
      llvm::StringRef name = pattern->getDebugName();
      return name.contains("CondBranchIdenticalSuccessors") ||
             name.contains("CondBranchTruthPropagation");
    });
    frozen = FrozenRewritePatternSet(std::move(set));
    madeFor = context;
  }
  return frozen;
}

void lith::passes::simplify(ModuleOp module) {
  GreedyRewriteConfig config;
  config.setRegionSimplificationLevel(GreedySimplifyRegionLevel::Normal);
  config.setUseTopDownTraversal(true);
  IRRewriter rewriter(module.getContext());
  for (auto function : module.getOps<func::FuncOp>()) {
    (void)applyPatternsGreedily(function, patterns(module.getContext()), config);
    DominanceInfo dominance;
    eliminateCommonSubExpressions(rewriter, dominance, function);
  }
}
