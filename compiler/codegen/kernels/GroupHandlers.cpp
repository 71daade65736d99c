// GroupHandlers.cpp: fused groups, and single operators as groups of one.
#include "codegen/kernels/GroupGraph.h"
#include "codegen/kernels/Handlers.h"
#include "codegen/kernels/Kernels.h"

using namespace mlir;
using namespace lith::codegen;

namespace {
llvm::StringRef driverOf(GraphKind kind) {
  return kind == GraphKind::Map   ? "kernel_map"
         : kind == GraphKind::Row ? "kernel_row"
                                  : "kernel_column";
}

llvm::Value *asWord(llvm::IRBuilder<> &b, llvm::Value *value) {
  if (value->getType()->isPointerTy())
    return b.CreatePtrToInt(value, b.getInt64Ty());
  if (value->getType()->isDoubleTy())
    return b.CreateBitCast(value, b.getInt64Ty());
  return b.CreateZExt(value, b.getInt64Ty());
}

llvm::Constant *describe(Emitter &emitter, const lith_group &group) {
  llvm::Constant *data = emitter.data({reinterpret_cast<const char *>(&group), sizeof(lith_group)});
  if (auto *global = dyn_cast<llvm::GlobalVariable>(data->stripPointerCasts()))
    global->setAlignment(llvm::Align(8));
  return data;
}

/// Calls the driver of `code` on `inputs` and sets `results`.
void emitDriver(Emitter &emitter, Operation *op, const GroupCode &code, ValueRange inputs,
                ValueRange results) {
  llvm::IRBuilder<> &b = emitter.b;
  SmallVector<llvm::Value *> words, slots(results.size(), b.getInt64(0));
  for (Value input : inputs)
    words.push_back(asWord(b, emitter.get(input)));
  llvm::Value *operands = emitter.array(words), *outputs = emitter.array(slots);
  emitter.callRuntime(
      driverOf(code.graph.kind),
      {graphKernel(emitter, code.graph), describe(emitter, code.description), operands, outputs});
  for (auto [i, result] : llvm::enumerate(results))
    emitter.set(result,
                b.CreateLoad(b.getPtrTy(), b.CreateConstInBoundsGEP1_64(b.getPtrTy(), outputs, i)));
  emitter.exitIfRaised(op);
}

void emitGroup(Emitter &emitter, Operation *op) {
  auto group = cast<lith::ir::GroupOp>(op);
  Block &body = group.getBody().front();
  SmallVector<Operation *> operations;
  for (Operation &inner : body.without_terminator())
    operations.push_back(&inner);
  GroupCode code = groupCode(operations, body.getArguments(), body.getTerminator()->getOperands());
  if (auto owned = op->getAttrOfType<DenseI64ArrayAttr>("owned"))
    for (int64_t index : owned.asArrayRef())
      code.description.owned |= 1u << index;
  emitDriver(emitter, op, code, group.getInputs(), group.getOutputs());
}

/// An operation outside of a group is a group of its own.
void emitAlone(Emitter &emitter, Operation *op) {
  SmallVector<Value> inputs;
  for (Value operand : op->getOperands())
    if (!llvm::is_contained(inputs, operand))
      inputs.push_back(operand);
  emitDriver(emitter, op, groupCode({op}, inputs, op->getResults()), inputs, op->getResults());
}
} // namespace

llvm::Function *lith::codegen::graphKernel(Emitter &emitter, const Graph &graph) {
  llvm::Function *&kernel = emitter.kernels[graph.key()];
  if (kernel)
    return kernel;
  std::string name = "kernel_" + std::to_string(emitter.kernels.size());
  KernelTarget target = kernelTargetOf(emitter.target);
  switch (graph.kind) {
  case GraphKind::Map:
    return kernel = buildMapKernel(emitter.module, name, graph, target);
  case GraphKind::Row:
    return kernel = buildRowKernel(emitter.module, name, graph, target);
  case GraphKind::Column:
    return kernel = buildColumnKernel(emitter.module, name, graph, target);
  }
  return nullptr;
}

void lith::codegen::addGroupHandlers(HandlerTable &handlers) {
  handlers["lith.group"] = emitGroup;
  for (const char *reduction : {"sum", "prod", "amax", "amin", "any", "all"})
    handlers[std::string("lith.") + reduction] = emitAlone;
  handlers["lith.cmp"] = emitAlone;
#define LITH_KERNEL_OP(name, spelling, operands) handlers["lith." spelling] = emitAlone;
#include "codegen/kernels/Ops.def"
}
