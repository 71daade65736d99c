// GroupHandlers.cpp: fused groups, and single operators as groups of one.
#include "codegen/kernels/GroupGraph.h"
#include "codegen/kernels/Handlers.h"
#include "codegen/kernels/Kernels.h"
#include "ops/TensorOps.h"

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

llvm::Constant *describe(Emitter &emitter, const Graph &graph, lith_group group) {
  std::string layout = describeLayout(graph, group);
  std::string bytes(reinterpret_cast<const char *>(&group), sizeof(lith_group));
  llvm::Constant *data = emitter.data(bytes + layout);
  if (auto *global = dyn_cast<llvm::GlobalVariable>(data->stripPointerCasts()))
    global->setAlignment(llvm::Align(8));
  return data;
}

/// The element that the driver left in a result word, as a number of the host program.
llvm::Value *numberFrom(Emitter &emitter, llvm::Value *word, lith_dtype dtype, Type type) {
  llvm::IRBuilder<> &b = emitter.b;
  if (isFloating(dtype)) {
    llvm::Type *element = dtype == LITH_FLOAT32 ? b.getFloatTy() : b.getDoubleTy();
    llvm::Value *value = b.CreateFPExt(b.CreateLoad(element, word), b.getDoubleTy());
    return type.isF64() ? value
                        : b.CreateFCmpUNE(value, llvm::ConstantFP::getZero(b.getDoubleTy()));
  }
  llvm::Value *value = b.CreateLoad(b.getIntNTy(elementSize(dtype) * 8), word);
  if (type.isInteger(1))
    return b.CreateICmpNE(value, llvm::ConstantInt::get(value->getType(), 0));
  value =
      isUnsigned(dtype) ? b.CreateZExt(value, b.getInt64Ty()) : b.CreateSExt(value, b.getInt64Ty());
  return type.isF64() ? b.CreateSIToFP(value, b.getDoubleTy()) : value;
}

/// The constants of a graph become operands, and `words` their values.
void takeConstants(Emitter &emitter, GroupCode &code, SmallVectorImpl<llvm::Value *> &words) {
  for (Node &node : code.graph.nodes) {
    if (node.op != KernelOp::Constant)
      continue;
    words.push_back(emitter.b.getInt64(uint64_t(node.immediate)));
    node = {KernelOp::Input, node.dtype, node.dtype, {}, int64_t(code.graph.inputs.size())};
    code.graph.inputs.push_back({node.dtype, true});
  }
  lith_group old = code.description;
  code.description = describeGraph(code.graph);
  code.description.owned = old.owned;
  code.description.numbers = old.numbers;
  code.description.keepdim = old.keepdim;
  code.description.dim_count = old.dim_count;
  llvm::copy(old.dims, code.description.dims);
}

/// Groups that differ in their constants only share a kernel: the first one has its constants in
/// the code, all others take them as operands.
void shareKernel(Emitter &emitter, GroupCode &code, SmallVectorImpl<llvm::Value *> &words) {
  Graph shape = code.graph;
  size_t constants = 0;
  for (Node &node : shape.nodes)
    if (node.op == KernelOp::Constant) {
      bool isFloat = node.operandDtype == LITH_FLOAT64;
      if (isFloat != (node.dtype == LITH_FLOAT64))
        return;
      node.immediate = 0;
      ++constants;
    }
  if (!constants || words.size() + shape.outputs.size() + constants > LITH_GROUP_OPERANDS)
    return;
  bool isNew = emitter.kernels.try_emplace("any constants: " + shape.key()).second;
  if (!isNew && !emitter.kernels.count(code.graph.key()))
    takeConstants(emitter, code, words);
}

/// Calls the driver of `code` on `inputs` and sets `results`.
void emitDriver(Emitter &emitter, Operation *op, GroupCode code, ValueRange inputs,
                ValueRange results) {
  llvm::IRBuilder<> &b = emitter.b;
  SmallVector<llvm::Value *> words, slots(results.size(), b.getInt64(0));
  for (Value input : inputs)
    words.push_back(asWord(b, emitter.get(input)));
  shareKernel(emitter, code, words);
  llvm::Value *operands = emitter.array(words), *outputs = emitter.array(slots);
  emitter.callRuntime(driverOf(code.graph.kind),
                      {graphKernel(emitter, code.graph),
                       describe(emitter, code.graph, code.description), operands, outputs});
  for (auto [i, result] : llvm::enumerate(results)) {
    llvm::Value *word = b.CreateConstInBoundsGEP1_64(b.getPtrTy(), outputs, i);
    auto dtype = lith_dtype(code.description.dtypes[words.size() + i]);
    emitter.set(result, lith::ir::tensorType(result.getType())
                            ? b.CreateLoad(b.getPtrTy(), word)
                            : numberFrom(emitter, word, dtype, result.getType()));
  }
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
  for (auto [i, result] : llvm::enumerate(group.getOutputs()))
    if (!lith::ir::tensorType(result.getType()))
      code.description.numbers |= 1u << i;
  emitDriver(emitter, op, std::move(code), group.getInputs(), group.getOutputs());
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
  handlers[lith::ir::GroupOp::getOperationName()] = emitGroup;
  for (auto [reduction, kind] : reductions())
    handlers[reduction] = emitAlone;
  handlers[lith::ir::CmpOp::getOperationName()] = emitAlone;
#define LITH_KERNEL_OP(name, spelling, operands) handlers["lith." spelling] = emitAlone;
#include "codegen/kernels/Ops.def"
}
