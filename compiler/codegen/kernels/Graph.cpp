// Graph.cpp: building graphs and their keys.
#include "codegen/kernels/Graph.h"

#include <bit>
#include <unordered_map>

namespace lith::codegen {

uint32_t Graph::input(lith_dtype dtype, bool scalar) {
  inputs.push_back({dtype, scalar});
  nodes.push_back({KernelOp::Input, dtype, dtype, {}, int64_t(inputs.size()) - 1});
  return uint32_t(nodes.size()) - 1;
}

uint32_t Graph::constant(lith_dtype dtype, double value) {
  nodes.push_back({KernelOp::Constant, dtype, LITH_FLOAT64, {}, std::bit_cast<int64_t>(value)});
  return uint32_t(nodes.size()) - 1;
}

uint32_t Graph::constant(lith_dtype dtype, int64_t value) {
  nodes.push_back({KernelOp::Constant, dtype, LITH_INT64, {}, value});
  return uint32_t(nodes.size()) - 1;
}

static bool isTest(KernelOp op) {
  switch (op) {
  case KernelOp::IsNan:
  case KernelOp::IsInf:
  case KernelOp::IsFinite:
  case KernelOp::LogicalNot:
  case KernelOp::Eq:
  case KernelOp::Ne:
  case KernelOp::Lt:
  case KernelOp::Le:
  case KernelOp::Gt:
  case KernelOp::Ge:
  case KernelOp::LogicalAnd:
  case KernelOp::LogicalOr:
  case KernelOp::LogicalXor:
    return true;
  default:
    return false;
  }
}

uint32_t Graph::add(KernelOp op, lith_dtype dtype, std::vector<uint32_t> operands) {
  lith_dtype result = isTest(op) ? LITH_BOOL8 : dtype;
  lith_dtype computed = op == KernelOp::Cast ? nodes[operands[0]].dtype : dtype;
  nodes.push_back({op, result, computed, std::move(operands), 0});
  return uint32_t(nodes.size()) - 1;
}

uint32_t Graph::cast(uint32_t value, lith_dtype dtype) {
  return nodes[value].dtype == dtype ? value : add(KernelOp::Cast, dtype, {value});
}

uint32_t Graph::reduce(ReduceKind kind, uint32_t value) {
  lith_dtype dtype = nodes[value].dtype;
  bool index = kind == ReduceKind::ArgMax || kind == ReduceKind::ArgMin;
  nodes.push_back({KernelOp::Reduce, index ? LITH_INT64 : dtype, dtype, {value}, int64_t(kind)});
  return uint32_t(nodes.size()) - 1;
}

std::string Graph::key() const {
  std::string out(1, char(kind));
  auto put = [&out](auto value) {
    out.append(reinterpret_cast<const char *>(&value), sizeof(value));
  };
  put(uint32_t(inputs.size()));
  for (const GraphInput &in : inputs)
    out.push_back(char(in.dtype | (in.scalar ? 0x40 : 0)));
  for (const Node &node : nodes) {
    out.push_back(char(node.op));
    out.push_back(char(node.dtype));
    out.push_back(char(node.operandDtype));
    put(node.immediate);
    for (uint32_t operand : node.operands)
      put(operand);
  }
  for (uint32_t output : outputs)
    put(output);
  return out;
}

std::optional<KernelOp> kernelOpNamed(std::string_view spelling) {
  static const std::unordered_map<std::string_view, KernelOp> table = {
#define LITH_KERNEL_OP(name, spelling, operands) {spelling, KernelOp::name},
#include "codegen/kernels/Ops.def"
  };
  auto it = table.find(spelling);
  if (it == table.end())
    return std::nullopt;
  return it->second;
}

std::string_view spellingOf(KernelOp op) {
  switch (op) {
  case KernelOp::Input:
    return "input";
  case KernelOp::Constant:
    return "constant";
  case KernelOp::Reduce:
    return "reduce";
#define LITH_KERNEL_OP(name, spelling, operands)                                                   \
  case KernelOp::name:                                                                             \
    return spelling;
#include "codegen/kernels/Ops.def"
  }
  return "";
}

} // namespace lith::codegen
