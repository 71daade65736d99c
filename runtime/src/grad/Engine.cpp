// Engine.cpp: sends gradients through a graph of nodes.
//
// An edge leads to a node that was made earlier, so the youngest of the nodes that wait has all its
// gradients: running it next needs no count of who may still send it something, and is the order of
// eager PyTorch. What a run knows of a node is in the run, so that runs may nest and overlap.
#include "grad/Node.h"

#include <algorithm>
#include <functional>
#include <map>
#include <vector>

using namespace lith;

namespace {

constexpr const char *SecondTime =
    "Trying to backward through the graph a second time (or directly access saved tensors after "
    "they have already been freed). Saved intermediate values of the graph are freed when you call "
    ".backward() or autograd.grad(). Specify retain_graph=True if you need to backward through the "
    "graph a second time or if you need to access saved tensors after calling backward.";

/// Adds to what a leaf has collected. Others may do so at the same time: what is there is taken out
/// while it is added to.
void collect(lith_ctx *ctx, lith_node *leaf, lith_tensor *sum) {
  for (lith_tensor *none = nullptr; sum; none = nullptr) {
    if (lith_tensor *old = __atomic_exchange_n(&leaf->collected, nullptr, __ATOMIC_ACQ_REL))
      sum = addGradients(ctx, old, sum);
    if (__atomic_compare_exchange_n(&leaf->collected, &none, sum, false, __ATOMIC_ACQ_REL,
                                    __ATOMIC_RELAXED))
      return;
  }
}

class Run {
public:
  Run(lith_ctx *ctx, bool keep) : ctx(ctx), keep(keep) {}
  ~Run();
  /// Takes over the gradient.
  void arrive(lith_node *node, int64_t port, lith_value gradient);
  void finish();

private:
  struct Waiting {
    lith_node *node;
    lith_tensor **gradients; ///< by output; null: none came
  };
  void call(lith_node *node);
  static size_t bytesOf(const lith_node *node) { return node->outputCount * sizeof(lith_tensor *); }

  lith_ctx *const ctx;
  const bool keep;
  std::map<int64_t, Waiting, std::greater<>> waiting; ///< by number; none is a leaf
  std::vector<lith_value> in, out;                    ///< of the node that runs
};

Run::~Run() {
  for (auto &[number, left] : waiting) {
    for (int32_t i = 0; i < left.node->outputCount; ++i)
      release(ctx, left.gradients[i]);
    deallocate(ctx, left.gradients, bytesOf(left.node));
  }
}

void Run::arrive(lith_node *node, int64_t port, lith_value gradient) {
  if (!node || gradient.tag != LITH_TENSOR || ctx->pending)
    return release(ctx, gradient);
  auto *added = as<lith_tensor>(gradient);
  if (node->isLeaf())
    return collect(ctx, node, added);
  auto [at, isFirst] = waiting.try_emplace(node->number, Waiting{node, nullptr});
  lith_tensor **&gradients = at->second.gradients;
  if (isFirst) {
    gradients = static_cast<lith_tensor **>(allocate(ctx, bytesOf(node)));
    std::fill_n(gradients, node->outputCount, nullptr);
  }
  lith_tensor *old = gradients[port];
  gradients[port] = old ? addGradients(ctx, old, added) : added;
}

void Run::finish() {
  while (!waiting.empty() && !ctx->pending) {
    auto [node, gradients] = waiting.begin()->second;
    waiting.erase(waiting.begin());
    in.resize(static_cast<size_t>(node->savedCount + node->outputCount));
    for (int32_t i = 0; i < node->outputCount; ++i)
      in[static_cast<size_t>(node->savedCount + i)] =
          gradients[i] ? box(gradients[i]) : noneValue();
    deallocate(ctx, gradients, bytesOf(node));
    call(node);
    if (*ctx->signals)
      lith_rt_check_signals(ctx);
  }
}

void Run::call(lith_node *node) {
  if (!takeSaved(node, keep, in.data())) {
    for (size_t i = static_cast<size_t>(node->savedCount); i < in.size(); ++i)
      release(ctx, in[i]);
    return raise(ctx, LITH_CLASS_RuntimeError, SecondTime);
  }
  out.assign(static_cast<size_t>(node->edgeCount), noneValue());
  if (runCode(ctx, node, in.data(), out.data()))
    for (size_t i = 0; i < out.size(); ++i)
      arrive(node->edges()[i].node, node->edges()[i].port, out[i]);
}

} // namespace

extern "C" {

bool lith_grad_run(lith_ctx *ctx, bool keep, int64_t count, const lith_value *nodes,
                   const int64_t *ports, const lith_value *gradients) {
  if (!lith_rt_call_enter(ctx))
    return false;
  ctx->signals = waitingSignals();
  {
    Run run(ctx, keep);
    for (int64_t i = 0; i < count; ++i)
      run.arrive(as<lith_node>(nodes[i]), ports[i], retained(gradients[i]));
    run.finish();
  }
  lith_rt_call_leave(ctx);
  return !ctx->pending;
}

void lith_rt_grad_run(lith_ctx *ctx, bool keep, int64_t count, const lith_value *nodes,
                      const int64_t *ports, const lith_value *gradients) {
  lith_grad_run(ctx, keep, count, nodes, ports, gradients);
}

lith_value lith_grad_take(lith_ctx *, lith_node *leaf) {
  lith_tensor *sum =
      leaf ? __atomic_exchange_n(&leaf->collected, nullptr, __ATOMIC_ACQ_REL) : nullptr;
  return sum ? box(sum) : noneValue();
}

lith_value lith_rt_grad_take(lith_ctx *ctx, lith_node *leaf) { return lith_grad_take(ctx, leaf); }

} // extern "C"
