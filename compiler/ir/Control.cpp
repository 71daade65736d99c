// Control.cpp: checks, exceptions and fused groups.

#include "ir/Dialect.h"

#include <lith/objects.h>

using namespace mlir;
using namespace lith::ir;

int lith::ir::exceptionClass(StringRef name) {
  return llvm::StringSwitch<int>(name)
#define LITH_EXCEPTION_CLASS(name, base) .Case(#name, LITH_CLASS_##name)
#include <lith/exceptions.def>
#undef LITH_EXCEPTION_CLASS
      .Default(-1);
}

LogicalResult CheckOp::verify() {
  if (exceptionClass(getException()) < 0)
    return emitOpError("C1: there is no built-in exception '") << getException() << "'";
  return success();
}

LogicalResult RaisedOp::verify() {
  Operation *before = (*this)->getPrevNode();
  if (!before || !mayRaise(before))
    return emitOpError("C1: does not stand directly after an operation that may raise");
  return success();
}

/// Whether the operation, though it may raise in general, does not on its constant operands.
static bool foldsAway(Operation *op) {
  SmallVector<Attribute> operands(op->getNumOperands());
  for (auto [operand, attribute] : llvm::zip(op->getOperands(), operands))
    matchPattern(operand, m_Constant(&attribute));
  if (auto check = dyn_cast<CheckOp>(op))
    return matchPattern(check.getCondition(), m_One());
  if (!isa<UnaryOp, BinaryOp, ConvertOp>(op))
    return false;
  Operation *detached = op->clone(); // in its place it does not fold
  SmallVector<OpFoldResult> results;
  bool folds = succeeded(detached->fold(operands, results)) && !results.empty();
  detached->destroy();
  return folds;
}

LogicalResult RaisedOp::canonicalize(RaisedOp raised, PatternRewriter &rewriter) {
  Operation *before = raised->getPrevNode();
  if (before && mayRaise(before) && !foldsAway(before))
    return failure();
  rewriter.replaceOpWithNewOp<ConstantOp>(raised, false);
  return success();
}

LogicalResult CheckOp::canonicalize(CheckOp check, PatternRewriter &rewriter) {
  bool handled = check->getNextNode() && isa<RaisedOp>(check->getNextNode());
  if (handled || !matchPattern(check.getCondition(), m_One()))
    return failure();
  rewriter.eraseOp(check);
  return success();
}

LogicalResult GroupOp::verifyRegions() {
  if (TypeRange(getBody().getArgumentTypes()) != TypeRange(getInputs().getTypes()))
    return emitOpError("C1: the block's arguments are not of the operands' types");
  auto yield = dyn_cast<YieldOp>(getBody().front().getTerminator());
  if (!yield || yield.getValues().size() != getNumResults())
    return emitOpError("C2: the yield does not give a value for each result");
  for (auto [value, result] : llvm::zip(yield.getValues(), getOutputs())) {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    bool isNumber = type && type.getRank() == 0 && result.getType().isIntOrFloat();
    if (value.getType() != result.getType() && !isNumber)
      return emitOpError("C2: the yield does not give values of the results' types");
  }
  return success();
}
