// LayoutGraph.cpp: how the outputs of a group lie in memory, operator by operator.
//
// In PyTorch each operator lays its result out as its operands lie (runtime/src/tensor/Layout.h),
// and broadcasting operands have less to say than what is computed from them; so the driver has to
// know which operator meets which. Casts are left out: PyTorch makes them while it reads.
#include "codegen/kernels/GroupGraph.h"

using namespace mlir;

namespace lith::codegen {

namespace {

constexpr uint8_t NoTensor = 0xff;

class LayoutBuilder {
public:
  explicit LayoutBuilder(const Graph &graph) : graph(graph), of(graph.nodes.size(), NoTensor) {}
  bool build();
  std::string bytes;
  unsigned count = 0;

private:
  void add(uint8_t flags, ArrayRef<uint8_t> operands);
  bool visit(uint32_t index);

  const Graph &graph;
  SmallVector<uint8_t> of; ///< the reference of each node of the graph
  bool isTold = false;     ///< whether one operator per output would tell something else
};

void LayoutBuilder::add(uint8_t flags, ArrayRef<uint8_t> operands) {
  bytes += char(flags | operands.size());
  bytes.append(operands.begin(), operands.end());
  ++count;
}

bool LayoutBuilder::visit(uint32_t index) {
  const Node &node = graph.nodes[index];
  if (node.op == KernelOp::Constant)
    return true;
  if (node.op == KernelOp::Input) {
    if (!graph.inputs[node.immediate].scalar)
      of[index] = uint8_t(node.immediate);
    return true;
  }
  SmallVector<uint8_t, 3> operands;
  for (uint32_t operand : node.operands)
    if (of[operand] != NoTensor)
      operands.push_back(of[operand]);
  if (operands.empty())
    return true;
  bool isOutput = llvm::is_contained(graph.outputs, index);
  if (node.op == KernelOp::Cast && !isOutput) {
    of[index] = operands[0];
    return true;
  }
  if (count == LITH_LAYOUT_NODES)
    return false;
  uint8_t flags = node.op == KernelOp::InOrder    ? LITH_LAYOUT_IN_ORDER
                  : node.op == KernelOp::InFormat ? LITH_LAYOUT_IN_FORMAT
                  : node.op == KernelOp::Reduce   ? LITH_LAYOUT_REDUCES
                                                  : 0;
  if (operands.size() < node.operands.size())
    flags |= LITH_LAYOUT_NUMBER;
  isTold |= flags != 0 || operands.size() > 1;
  of[index] = uint8_t(LITH_GROUP_OPERANDS + count);
  add(flags, operands);
  return true;
}

bool LayoutBuilder::build() {
  for (uint32_t i = 0; i < graph.nodes.size(); ++i)
    if (!visit(i))
      return false;
  for (uint32_t output : graph.outputs)
    bytes += char(of[output]);
  return isTold;
}

} // namespace

std::string describeLayout(const Graph &graph, lith_group &description) {
  description.layout_nodes = 0;
  LayoutBuilder builder(graph);
  if (graph.kind == GraphKind::Column || !builder.build())
    return {};
  description.layout_nodes = builder.count;
  return builder.bytes;
}

} // namespace lith::codegen
