// RowPlan.cpp: which reductions share a pass, and which values are kept between passes.
#include "codegen/kernels/RowPlan.h"
#include "codegen/kernels/KernelFunction.h"

#include <algorithm>
#include <map>

namespace lith::codegen {

InputMasks inputMasks(const Graph &graph) {
  std::vector<uint32_t> none(graph.nodes.size(), 0);
  InputMasks masks{none, none};
  for (size_t i = 0; i < graph.nodes.size(); ++i) {
    const Node &node = graph.nodes[i];
    uint32_t &direct = masks.direct[i], &folded = masks.folded[i];
    if (node.op == KernelOp::Input && !graph.inputs[node.immediate].scalar)
      direct = 1u << node.immediate;
    for (uint32_t operand : node.operands) {
      direct |= masks.direct[operand];
      folded |= masks.folded[operand];
    }
    if (node.op == KernelOp::Reduce) {
      folded |= direct;
      direct = 0;
    }
  }
  return masks;
}

std::vector<uint32_t> reductionsOf(const Graph &graph) {
  std::vector<uint32_t> result;
  for (uint32_t i = 0; i < graph.nodes.size(); ++i)
    if (graph.nodes[i].op == KernelOp::Reduce)
      result.push_back(i);
  return result;
}

lith_dtype RowPlan::scratchDtype(const Graph &graph, uint32_t node) const {
  lith_dtype dtype = graph.nodes[node].dtype;
  return dtype == LITH_FLOAT16 || dtype == LITH_BFLOAT16 ? LITH_FLOAT32 : dtype;
}

namespace {
class Planner {
public:
  explicit Planner(const Graph &graph) : graph(graph) {}
  RowPlan run();

private:
  void classify();
  void orderPasses();
  void visit(RowPass &pass, unsigned index, uint32_t node, std::vector<bool> &seen);

  const Graph &graph;
  RowPlan plan;
  std::vector<unsigned> depth; // reductions on the longest path to a node
  std::vector<int> firstPass;  // the pass that first computes a node, or -1
};

void Planner::classify() {
  plan.isScalar.assign(graph.nodes.size(), false);
  depth.assign(graph.nodes.size(), 0);
  for (size_t i = 0; i < graph.nodes.size(); ++i) {
    const Node &node = graph.nodes[i];
    bool scalar = node.op != KernelOp::Input || graph.inputs[node.immediate].scalar;
    for (uint32_t operand : node.operands) {
      scalar &= plan.isScalar[operand];
      depth[i] = std::max(depth[i], depth[operand]);
    }
    if (node.op == KernelOp::Reduce) {
      scalar = true;
      ++depth[i];
    }
    plan.isScalar[i] = scalar;
  }
}

void Planner::orderPasses() {
  InputMasks masks = inputMasks(graph);
  std::vector<uint32_t> reductions = reductionsOf(graph);
  std::map<std::pair<unsigned, uint32_t>, unsigned> passOf;
  std::vector<std::pair<unsigned, RowPass>> passes;
  for (unsigned r = 0; r < reductions.size(); ++r) {
    uint32_t node = reductions[r];
    auto [it, isNew] = passOf.try_emplace(
        {depth[node], masks.direct[graph.nodes[node].operands[0]]}, passes.size());
    if (isNew) {
      passes.push_back({depth[node], {}});
      passes.back().second.count = r + 1;
    }
    passes[it->second].second.reductions.push_back(node);
  }
  std::stable_sort(passes.begin(), passes.end(),
                   [](const auto &a, const auto &b) { return a.first < b.first; });
  for (auto &[unused, pass] : passes)
    plan.passes.push_back(std::move(pass));
  RowPass last;
  for (unsigned i = 0; i < graph.outputs.size(); ++i)
    if (!plan.isScalar[graph.outputs[i]])
      last.outputs.push_back(i);
  if (!last.outputs.empty())
    plan.passes.push_back(std::move(last));
}

/// Walks down from what a pass needs; stops at dear values of earlier passes, which are then kept.
void Planner::visit(RowPass &pass, unsigned index, uint32_t node, std::vector<bool> &seen) {
  if (seen[node] || plan.isScalar[node])
    return;
  seen[node] = true;
  const Node &n = graph.nodes[node];
  if (n.op == KernelOp::Input) {
    pass.inputs.push_back(uint32_t(n.immediate));
    return;
  }
  pass.cost += isExpensive(n.op) ? 20 : 1;
  bool dear = isExpensive(n.op) && !isComplex(n.dtype);
  if (dear && firstPass[node] >= 0 && firstPass[node] < int(index)) {
    RowPass &owner = plan.passes[firstPass[node]];
    if (std::find(owner.kept.begin(), owner.kept.end(), node) == owner.kept.end()) {
      owner.kept.push_back(node);
      plan.slot[node] = plan.slots++;
      plan.keptCount[node] = owner.count;
    }
    pass.cost -= 20;
    pass.reloaded.push_back(node);
    return;
  }
  if (firstPass[node] < 0)
    firstPass[node] = int(index);
  for (uint32_t operand : n.operands)
    visit(pass, index, operand, seen);
}

RowPlan Planner::run() {
  classify();
  orderPasses();
  firstPass.assign(graph.nodes.size(), -1);
  plan.slot.assign(graph.nodes.size(), 0);
  plan.keptCount.assign(graph.nodes.size(), 0);
  for (unsigned i = 0; i < plan.passes.size(); ++i) {
    RowPass &pass = plan.passes[i];
    std::vector<bool> seen(graph.nodes.size(), false);
    for (uint32_t reduction : pass.reductions)
      visit(pass, i, graph.nodes[reduction].operands[0], seen);
    for (unsigned output : pass.outputs)
      visit(pass, i, graph.outputs[output], seen);
    pass.cost += 4 * pass.reductions.size();
    std::sort(pass.inputs.begin(), pass.inputs.end());
  }
  return plan;
}
} // namespace

RowPlan planRows(const Graph &graph) { return Planner(graph).run(); }

} // namespace lith::codegen
