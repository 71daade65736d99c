// Gradients.cpp: what a node asks of its function.

#include "ir/Dialect.h"

using namespace mlir;
using namespace lith::ir;

LogicalResult GradNodeOp::verifySymbolUses(SymbolTableCollection &table) {
  auto function = table.lookupNearestSymbolFrom<func::FuncOp>(*this, getCalleeAttr());
  if (!function)
    return emitOpError("names '") << getCallee() << "', which is not a function";
  Type box = BoxType::get(getContext());
  SmallVector<Type> parameters(getSaved().getTypes());
  parameters.append(getOutputs(), box);
  SmallVector<Type> results(getEdges().size(), box);
  auto wanted = FunctionType::get(getContext(), parameters, results);
  if (function.getFunctionType() != wanted)
    return emitOpError("C1: '") << getCallee() << "' is not of type " << wanted;
  if (getPorts().size() != getEdges().size())
    return emitOpError("C2: ") << getEdges().size() << " edges, " << getPorts().size() << " ports";
  WalkResult states = function.walk([](StateOp) { return WalkResult::interrupt(); });
  if (states.wasInterrupted())
    return emitOpError("C3: '") << getCallee() << "' reads the state of an instance";
  return success();
}
