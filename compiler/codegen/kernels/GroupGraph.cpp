// GroupGraph.cpp: the translation, operation by operation.
#include "codegen/kernels/GroupGraph.h"
#include "codegen/kernels/KernelFunction.h"
#include "codegen/kernels/Kernels.h"
#include "codegen/kernels/RowPlan.h"
#include "ops/TensorOps.h"

using namespace mlir;

namespace lith::codegen {

namespace {
std::optional<ReduceKind> reductionNamed(StringRef name) {
  for (auto [reduction, kind] : reductions())
    if (reduction == name)
      return kind;
  return std::nullopt;
}

std::optional<KernelOp> elementwiseOf(Operation *op) {
  auto compare = dyn_cast<ir::CmpOp>(op);
  StringRef name = compare ? compare.getPredicate() : op->getName().stripDialect();
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
  uint32_t partOf(KernelOp part, uint32_t value);
  uint32_t complexOf(uint32_t re, uint32_t im);
  uint32_t complexSum(uint32_t value);
  uint32_t complexProduct(uint32_t value);

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
  if (std::optional<ReduceKind> kind = reductionNamed(op->getName().getStringRef()))
    return translateReduction(op, *kind);
  KernelOp kind = *elementwiseOf(op);
  Node node{kind, dtypeOfValue(op->getResult(0)), computedDtype(op, kind), {}, 0};
  for (Value operand : op->getOperands())
    node.operands.push_back(nodeOf(operand));
  graph.nodes.push_back(std::move(node));
  nodes[op->getResult(0)] = uint32_t(graph.nodes.size()) - 1;
}

uint32_t Translator::partOf(KernelOp part, uint32_t value) {
  lith_dtype dtype = graph.nodes[value].dtype;
  lith_dtype real = dtype == LITH_COMPLEX64 ? LITH_FLOAT32 : LITH_FLOAT64;
  graph.nodes.push_back({part, real, dtype, {value}, 0});
  return uint32_t(graph.nodes.size()) - 1;
}

uint32_t Translator::complexOf(uint32_t re, uint32_t im) {
  lith_dtype real = graph.nodes[re].dtype;
  lith_dtype dtype = real == LITH_FLOAT32 ? LITH_COMPLEX64 : LITH_COMPLEX128;
  graph.nodes.push_back({KernelOp::Complex, dtype, real, {re, im}, 0});
  return uint32_t(graph.nodes.size()) - 1;
}

uint32_t Translator::complexSum(uint32_t value) {
  uint32_t re = graph.reduce(ReduceKind::Sum, partOf(KernelOp::Real, value));
  return complexOf(re, graph.reduce(ReduceKind::Sum, partOf(KernelOp::Imag, value)));
}

/// The product of the sizes, at the sum of the angles.
uint32_t Translator::complexProduct(uint32_t value) {
  uint32_t re = partOf(KernelOp::Real, value), im = partOf(KernelOp::Imag, value);
  lith_dtype real = graph.nodes[re].dtype;
  uint32_t angle = graph.reduce(ReduceKind::Sum, graph.add(KernelOp::Atan2, real, {im, re}));
  uint32_t size = graph.reduce(ReduceKind::Prod, partOf(KernelOp::Abs, value));
  uint32_t x = graph.add(KernelOp::Mul, real, {size, graph.add(KernelOp::Cos, real, {angle})});
  return complexOf(x,
                   graph.add(KernelOp::Mul, real, {size, graph.add(KernelOp::Sin, real, {angle})}));
}

/// Which kernel folds these dimensions: one for the last (or scattered) ones, one for a range
/// before.
GraphKind kindFor(ArrayRef<int64_t> dims, int64_t rank) {
  bool isRange = dims.back() - dims.front() + 1 == int64_t(dims.size());
  return isRange && dims.back() != rank - 1 ? GraphKind::Column : GraphKind::Row;
}

void Translator::translateReduction(Operation *op, ReduceKind kind) {
  auto fold = cast<ir::Reduction>(op);
  ArrayRef<int64_t> folded = fold.getDims();
  auto operandType = ir::tensorType(op->getOperand(0).getType());
  keepdim = fold.getKeepdim();
  int64_t rank = operandType.hasRank() ? operandType.getRank() : 0;
  bool isAll = folded.empty() || int64_t(folded.size()) == rank;
  graph.kind = isAll ? GraphKind::Row : kindFor(folded, rank);
  dims.clear();
  for (int64_t dim : folded)
    if (!isAll)
      dims.push_back(uint8_t(rank - 1 - dim));
  uint32_t operand = nodeOf(op->getOperand(0));
  lith_dtype dtype = graph.nodes[operand].dtype;
  if (isComplex(dtype)) {
    nodes[op->getResult(0)] =
        kind == ReduceKind::Prod ? complexProduct(operand) : complexSum(operand);
    return;
  }
  nodes[op->getResult(0)] = graph.reduce(kind, operand);
}

} // namespace

llvm::ArrayRef<std::pair<llvm::StringLiteral, ReduceKind>> reductions() {
  static constexpr std::pair<llvm::StringLiteral, ReduceKind> kinds[] = {
      {ir::SumOp::getOperationName(), ReduceKind::Sum},
      {ir::ProdOp::getOperationName(), ReduceKind::Prod},
      {ir::AmaxOp::getOperationName(), ReduceKind::Max},
      {ir::AminOp::getOperationName(), ReduceKind::Min},
      {ir::ArgmaxOp::getOperationName(), ReduceKind::ArgMax},
      {ir::ArgminOp::getOperationName(), ReduceKind::ArgMin},
      {ir::AnyOp::getOperationName(), ReduceKind::Any},
      {ir::AllOp::getOperationName(), ReduceKind::All}};
  return kinds;
}

lith_group describeGraph(const Graph &graph) {
  lith_group description;
  std::memset(&description, 0, sizeof(description));
  description.input_count = uint8_t(graph.inputs.size());
  description.output_count = uint8_t(graph.outputs.size());
  InputMasks masks = inputMasks(graph);
  std::vector<uint32_t> reductions = reductionsOf(graph);
  description.reduction_count = uint8_t(reductions.size());
  for (auto [r, node] : llvm::enumerate(reductions))
    description.reduction_inputs[r] = masks.direct[graph.nodes[node].operands[0]];
  for (auto [i, input] : llvm::enumerate(graph.inputs)) {
    description.dtypes[i] = uint8_t(input.dtype);
    description.scalars |= uint32_t(input.scalar) << i;
  }
  RowPlan plan = planRows(graph);
  if (graph.kind == GraphKind::Row)
    description.scratch_slots = uint8_t(plan.slots);
  for (auto [k, output] : llvm::enumerate(graph.outputs)) {
    description.dtypes[graph.inputs.size() + k] = uint8_t(graph.nodes[output].dtype);
    description.output_inputs[k] = masks.direct[output];
    description.output_folded[k] = masks.folded[output];
    if (graph.kind != GraphKind::Map && plan.isScalar[output])
      description.reduced |= uint8_t(1u << k);
  }
  description.cost = uint8_t(std::min(255u, 8 + costOf(graph) / 2));
  return description;
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
