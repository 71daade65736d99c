// Gradients.cpp: nodes of graphs of gradients.

#include "codegen/host/FunctionEmitter.h"

using namespace mlir;
using namespace lith::codegen;

/// What the node saves, then its edges, are boxes in the frame: the runtime takes them over.
static void emitGradNode(Emitter &base, Operation *op) {
  auto &emitter = static_cast<FunctionEmitter &>(base);
  auto node = cast<lith::ir::GradNodeOp>(op);
  auto entryOf = [&](FlatSymbolRefAttr name) -> llvm::Value * {
    if (!name)
      return llvm::ConstantPointerNull::get(emitter.b.getPtrTy());
    auto module = op->getParentOfType<ModuleOp>();
    return emitter.program.entry(module.lookupSymbol<func::FuncOp>(name.getValue()));
  };
  llvm::SmallVector<llvm::Value *> values;
  auto add = [&](Value value) {
    values.push_back(emitter.box(emitter.get(value), value.getType()));
  };
  llvm::for_each(node.getSaved(), add);
  for (auto [edge, port] : llvm::zip(node.getEdges(), node.getPorts())) {
    add(edge);
    add(port);
  }
  int64_t flags = (node.getObserved() ? LITH_NODE_OBSERVED : 0) |
                  (node.getKeeps() ? LITH_NODE_KEEPS : 0) |
                  (node.getRaises() ? LITH_NODE_RAISES : 0);
  llvm::Value *made = emitter.callRuntime(
      "grad_node", {entryOf(node.getCalleeAttr()), entryOf(node.getAgainAttr()),
                    emitter.b.getInt64(values.size()), emitter.array(values),
                    emitter.b.getInt64(node.getEdges().size()),
                    emitter.b.getInt64(node.getOutputs()), emitter.b.getInt64(uint64_t(flags))});
  emitter.set(node, made);
}

static void emitGradLeaf(Emitter &base, Operation *op) {
  auto &emitter = static_cast<FunctionEmitter &>(base);
  auto leaf = cast<lith::ir::GradLeafOp>(op);
  emitter.set(leaf, emitter.callRuntime("grad_leaf", {emitter.b.getInt64(leaf.getOutputs())}));
}

void lith::codegen::addGradientHandlers(HandlerTable &handlers) {
  handlers[lith::ir::GradLeafOp::getOperationName()] = emitGradLeaf;
  handlers[lith::ir::GradNodeOp::getOperationName()] = emitGradNode;
}
