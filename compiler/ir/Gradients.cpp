// Gradients.cpp: what a node asks of its function.

#include "ir/Dialect.h"

using namespace mlir;
using namespace lith::ir;

static LogicalResult verifyFunction(GradNodeOp node, FlatSymbolRefAttr name,
                                    SymbolTableCollection &table) {
  auto function = table.lookupNearestSymbolFrom<func::FuncOp>(node, name);
  if (!function)
    return node.emitOpError("names '") << name.getValue() << "', which is not a function";
  Type box = BoxType::get(node.getContext());
  SmallVector<Type> parameters(node.getSaved().getTypes());
  parameters.append(node.getOutputs(), box);
  SmallVector<Type> results(node.getEdges().size(), box);
  auto wanted = FunctionType::get(node.getContext(), parameters, results);
  if (function.getFunctionType() != wanted)
    return node.emitOpError("C1: '") << name.getValue() << "' is not of type " << wanted;
  WalkResult states = function.walk([](StateOp) { return WalkResult::interrupt(); });
  if (states.wasInterrupted())
    return node.emitOpError("C3: '") << name.getValue() << "' reads the state of an instance";
  return success();
}

LogicalResult GradNodeOp::verifySymbolUses(SymbolTableCollection &table) {
  if (getAgainAttr() && failed(verifyFunction(*this, getAgainAttr(), table)))
    return failure();
  if (getPorts().size() != getEdges().size())
    return emitOpError("C2: ") << getEdges().size() << " edges, " << getPorts().size() << " ports";
  return verifyFunction(*this, getCalleeAttr(), table);
}
