// Required.cpp: whether a tensor requires a gradient, where that depends on the path taken.
#include "stage/Gradients.h"
#include "stage/Protocols.h"
#include "stage/Tensors.h"
#include "stage/emit/Emit.h"
#include "stage/emit/Refusals.h"
#include "stage/gradients/Backward.h"
#include "stage/gradients/Levels.h"

#include "ir/Dialect.h"

namespace lith::stage {

// Whether a node of run time is never null: a leaf, or one over such nodes.
static bool isNeverNull(mlir::Value node) {
  llvm::SmallVector<mlir::Value> left{node};
  llvm::DenseSet<mlir::Value> seen;
  while (!left.empty()) {
    mlir::Value each = left.pop_back_val();
    if (each.getDefiningOp<ir::GradLeafOp>())
      return true;
    if (auto made = each.getDefiningOp<ir::GradNodeOp>(); made && seen.insert(each).second)
      llvm::append_range(left, made.getEdges());
  }
  return false;
}

gradients::Reach gradients::reachOf(Stage &s, const History &from) {
  Reach reach;
  llvm::SmallVector<History> left{from};
  llvm::DenseSet<Address> seen;
  while (!left.empty() && !reach.isCertain) {
    History history = left.pop_back_val();
    if (history.isUndecided() && history.site != Everywhere)
      restartLater(s, FactKind::History, history.site);
    auto *node = history.isKnown() ? s.state.heap.find<NodeObject>(history.at) : nullptr;
    if (history.isRuntime() && (history.isCertain || isNeverNull(history.node.ssa())))
      reach.isCertain = true;
    else if (history.isRuntime())
      reach.atRunTime.push_back(history.node.ssa());
    else if (!node)
      reach.isCertain |= history.required;
    else if (!node->open.isUndefined() && s.asBool(node->open) != false)
      reach.isCertain = true;
    else if (seen.insert(history.at).second)
      left.append(node->histories.begin(), node->histories.end());
  }
  return reach;
}

/// The same where the operations that ask are made by `at`.
static Value isRequired(Stage &s, const History &history, mlir::OpBuilder &at) {
  if (!history.required)
    return s.boolean(false);
  gradients::Reach reach = gradients::reachOf(s, history);
  if (reach.isCertain)
    return s.boolean(true);
  Value any = s.boolean(false);
  for (mlir::Value node : reach.atRunTime) {
    Value is = s.boolScalar(
        ir::RtOp::create(at, s.loc(), at.getI1Type(), at.getStringAttr("node_is"), node, nullptr)
            .getResult());
    any = any == s.boolean(false) ? is : *binary(s, syntax::Operator::BitOr, any, is);
  }
  return any;
}

Value requiresGradOf(Stage &s, Value tensor) {
  return isRequired(s, historyOf(s.state.heap, *s.find<TensorObject>(tensor)), s.builder());
}

Value gradients::requiredOutside(Stage &s, const History &history) {
  mlir::OpBuilder at(&s.context); // the block may be in no region yet
  at.setInsertionPointToEnd(s.body.blockOutside);
  return isRequired(s, history, at);
}

} // namespace lith::stage
