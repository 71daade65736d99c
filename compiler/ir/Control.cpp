// Control.cpp: checks, exceptions and fused groups.

#include "ir/Dialect.h"

using namespace mlir;
using namespace lith::ir;

LogicalResult RaisedOp::verify() {
  Operation *before = (*this)->getPrevNode();
  if (!before || !mayRaise(before))
    return emitOpError("C1: does not stand directly after an operation that may raise");
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
  if (!yield || TypeRange(yield.getValues().getTypes()) != TypeRange(getResultTypes()))
    return emitOpError("C2: the yield does not give values of the results' types");
  return success();
}
