// GroupGraph.cpp: the translation, operation by operation.
#include "codegen/kernels/GroupGraph.h"
#include "codegen/kernels/KernelFunction.h"
#include "codegen/kernels/Kernels.h"
#include "codegen/kernels/RowPlan.h"

using namespace mlir;

namespace lith::codegen {

namespace {
std::optional<ReduceKind> reductionNamed(StringRef name) {
  return llvm::StringSwitch<std::optional<ReduceKind>>(name)
      .Case("sum", ReduceKind::Sum)
      .Case("prod", ReduceKind::Prod)
      .Case("amax", ReduceKind::Max)
      .Case("amin", ReduceKind::Min)
      .Case("any", ReduceKind::Any)
      .Case("all", ReduceKind::All)
      .Default(std::nullopt);
}

std::optional<KernelOp> elementwiseOf(Operation *op) {
  StringRef name = op->getName().stripDialect();
  if (name == "cmp")
    name = op->getAttrOfType<StringAttr>("predicate").getValue();
  return kernelOpNamed(std::string_view(name.data(), name.size()));
}

bool isNumber(Type type) { return type.isInteger(64) || type.isF64() || type.isInteger(1); }

/// The dtype of a tensor's elements, or of a number.
lith_dtype dtypeOfValue(Value value) {
  Type type = value.getType();
  if (TensorType tensor = ir::tensorType(type))
    return lith_dtype(ir::dtypeOf(tensor.getElementType()));
  if (type.isF64())
    return LITH_FLOAT64;
  if (type.isInteger(1))
    return LITH_BOOL8;
  return isNumber(type) ? LITH_INT64 : LITH_COMPLEX128;
}

bool isTensor(Value value) { return ir::tensorType(value.getType()) != nullptr; }

/// The dtype in which an elementwise operation computes.
lith_dtype computedDtype(Operation *op, KernelOp kind) {
  if (kind == KernelOp::Cast)
    return dtypeOfValue(op->getOperand(0));
  lith_dtype result = dtypeOfValue(op->getResult(0));
  if (kind == KernelOp::Where)
    return result;
  for (Value operand : op->getOperands())
    if (isTensor(operand))
      return dtypeOfValue(operand);
  return result;
}

class Translator {
public:
  Translator(ArrayRef<Operation *> operations, ValueRange inputs, ValueRange outputs);
  Graph graph;
  bool keepdim = false;
  SmallVector<uint8_t> dims; // counted from the last

private:
  void translate(Operation *op);
  void translateReduction(Operation *op, ReduceKind kind);
  uint32_t nodeOf(Value value) { return nodes.lookup(value); }
  void addConstant(Operation *op);

  llvm::DenseMap<Value, uint32_t> nodes;
};

Translator::Translator(ArrayRef<Operation *> operations, ValueRange inputs,
                       ValueRange outputValues) {
  for (Value input : inputs)
    nodes[input] = graph.input(dtypeOfValue(input), !isTensor(input));
  for (Operation *op : operations)
    translate(op);
  for (Value output : outputValues)
    graph.outputs.push_back(nodeOf(output));
}

void Translator::addConstant(Operation *op) {
  Attribute value = cast<ir::ConstantOp>(op).getValue();
  lith_dtype dtype = dtypeOfValue(op->getResult(0));
  uint32_t &node = nodes[op->getResult(0)];
  if (auto real = dyn_cast<FloatAttr>(value)) {
    node = graph.constant(dtype, real.getValueAsDouble());
    return;
  }
  llvm::APInt integer = cast<IntegerAttr>(value).getValue();
  node = graph.constant(dtype, dtype == LITH_BOOL8 ? int64_t(integer.getBoolValue())
                                                   : integer.getSExtValue());
}

void Translator::translate(Operation *op) {
  if (isa<ir::ConstantOp>(op))
    return addConstant(op);
  if (std::optional<ReduceKind> kind = reductionNamed(op->getName().stripDialect()))
    return translateReduction(op, *kind);
  KernelOp kind = *elementwiseOf(op);
  Node node{kind, dtypeOfValue(op->getResult(0)), computedDtype(op, kind), {}, 0};
  for (Value operand : op->getOperands())
    node.operands.push_back(nodeOf(operand));
  graph.nodes.push_back(std::move(node));
  nodes[op->getResult(0)] = uint32_t(graph.nodes.size()) - 1;
}

/// Which kernel folds these dimensions: one for the last (or scattered) ones, one for a range
/// before.
GraphKind kindFor(ArrayRef<int64_t> dims, int64_t rank) {
  bool isRange = dims.back() - dims.front() + 1 == int64_t(dims.size());
  return isRange && dims.back() != rank - 1 ? GraphKind::Column : GraphKind::Row;
}

void Translator::translateReduction(Operation *op, ReduceKind kind) {
  auto folded = op->getAttrOfType<DenseI64ArrayAttr>("dims").asArrayRef();
  auto operandType = ir::tensorType(op->getOperand(0).getType());
  keepdim = op->getAttrOfType<BoolAttr>("keepdim").getValue();
  int64_t rank = operandType.hasRank() ? operandType.getRank() : 0;
  bool isAll = folded.empty() || int64_t(folded.size()) == rank;
  graph.kind = isAll ? GraphKind::Row : kindFor(folded, rank);
  dims.clear();
  for (int64_t dim : folded)
    if (!isAll)
      dims.push_back(uint8_t(rank - 1 - dim));
  uint32_t operand = nodeOf(op->getOperand(0));
  lith_dtype dtype = graph.nodes[operand].dtype;
  if (isComplex(dtype)) { // the sum, part by part
    lith_dtype part = dtype == LITH_COMPLEX64 ? LITH_FLOAT32 : LITH_FLOAT64;
    auto partOf = [&](KernelOp which) {
      graph.nodes.push_back({which, part, dtype, {operand}, 0});
      return graph.reduce(kind, uint32_t(graph.nodes.size()) - 1);
    };
    uint32_t re = partOf(KernelOp::Real), im = partOf(KernelOp::Imag);
    graph.nodes.push_back({KernelOp::Complex, dtype, part, {re, im}, 0});
    nodes[op->getResult(0)] = uint32_t(graph.nodes.size()) - 1;
    return;
  }
  nodes[op->getResult(0)] = graph.reduce(kind, operand);
}

} // namespace

lith_group describeGraph(const Graph &graph) {
  lith_group description;
  std::memset(&description, 0, sizeof(description));
  description.input_count = uint8_t(graph.inputs.size());
  description.output_count = uint8_t(graph.outputs.size());
  std::vector<uint32_t> masks = inputMasks(graph), reductions = reductionsOf(graph);
  description.reduction_count = uint8_t(reductions.size());
  for (auto [r, node] : llvm::enumerate(reductions))
    description.reduction_inputs[r] = masks[node];
  for (auto [i, input] : llvm::enumerate(graph.inputs)) {
    description.dtypes[i] = uint8_t(input.dtype);
    description.scalars |= uint32_t(input.scalar) << i;
  }
  RowPlan plan = planRows(graph);
  if (graph.kind == GraphKind::Row)
    description.scratch_slots = uint8_t(plan.slots);
  for (auto [k, output] : llvm::enumerate(graph.outputs)) {
    description.dtypes[graph.inputs.size() + k] = uint8_t(graph.nodes[output].dtype);
    description.output_inputs[k] = masks[output];
    if (graph.kind != GraphKind::Map && plan.isScalar[output])
      description.reduced |= uint8_t(1u << k);
  }
  description.cost = uint8_t(std::min(255u, 8 + costOf(graph) / 2));
  return description;
}

bool isKernelOperation(Operation *op) {
  if (op->getDialect() == nullptr || op->getDialect()->getNamespace() != "lith" ||
      op->getNumResults() != 1 || !isTensor(op->getResult(0)))
    return false;
  if (op->hasTrait<ir::Reduction>() && reductionNamed(op->getName().stripDialect())) {
    lith_dtype dtype = dtypeOfValue(op->getOperand(0));
    return !isComplex(dtype) || op->getName().stripDialect() == "sum";
  }
  if (!op->hasTrait<ir::Elementwise>())
    return false;
  std::optional<KernelOp> kind = elementwiseOf(op);
  return kind && supportsElementwise(*kind, computedDtype(op, *kind));
}

GroupCode groupCode(ArrayRef<Operation *> operations, ValueRange inputs, ValueRange outputs) {
  Translator translator(operations, inputs, outputs);
  GroupCode code{std::move(translator.graph), {}};
  code.description = describeGraph(code.graph);
  code.description.keepdim = translator.keepdim;
  code.description.dim_count = uint8_t(translator.dims.size());
  llvm::copy(translator.dims, code.description.dims);
  return code;
}

} // namespace lith::codegen
