// Engine.cpp: sends gradients through a graph of nodes.
//
// An edge leads to a node that was made earlier, so the youngest of the nodes that wait has all its
// gradients: running it next needs no count of who may still send it something, and is the order of
// eager PyTorch. Where gradients of some nodes alone are wanted, others run only if they lead
// there. What a run knows of a node is in the run, so that runs may nest and overlap.
#include "grad/Node.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <map>
#include <unordered_set>
#include <utility>
#include <vector>

using namespace lith;

namespace {

constexpr const char *SecondTime =
    "Trying to backward through the graph a second time (or directly access saved tensors after "
    "they have already been freed). Saved intermediate values of the graph are freed when you call "
    ".backward() or autograd.grad(). Specify retain_graph=True if you need to backward through the "
    "graph a second time or if you need to access saved tensors after calling backward.";

constexpr const char *ThirdOrder =
    "the gradient of this gradient was not compiled: of a graph that differs from path to path, or "
    "from trip to trip, second order is the highest";

/// What an output of a leaf has collected, taken out; null: nothing.
lith_tensor *takeCollected(lith_node *leaf, int64_t port) {
  uint64_t bits = __atomic_exchange_n(&leaf->saved[port].bits, 0, __ATOMIC_ACQ_REL);
  return reinterpret_cast<lith_tensor *>(bits);
}

/// Adds to what an output of a leaf has collected. Others may do so at the same time: what is there
/// is taken out while it is added to.
void collect(lith_ctx *ctx, lith_node *leaf, int64_t port, lith_tensor *sum, bool create) {
  auto *add = create ? addWithHistory : addGradients;
  for (uint64_t none = 0; sum; none = 0) {
    if (lith_tensor *old = takeCollected(leaf, port))
      sum = add(ctx, old, sum);
    if (__atomic_compare_exchange_n(&leaf->saved[port].bits, &none, reinterpret_cast<uint64_t>(sum),
                                    false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED))
      return;
  }
}

/// What alone is wanted: the gradient of an output of a node, which a leaf collects.
struct Watched {
  lith_node *node;
  int64_t port;
  lith_node *leaf;
};

class Run {
public:
  /// Nothing is watched: wanted is what comes to leaves.
  Run(lith_ctx *ctx, bool keep, bool create, int64_t others, std::vector<Watched> watched);
  ~Run();
  /// Of what is watched; to be called with the nodes that gradients are given to, before any
  /// arrives.
  void findLeading(std::span<const lith_value> roots);
  /// Takes over the gradient; None: the node was reached without one, and leads on.
  void arrive(lith_node *node, int64_t port, lith_value gradient);
  void finish();
  /// After a node has raised: what leaves have collected to which more would have come is let go.
  void forgetUnfinished();

private:
  struct Waiting {
    lith_node *node;
    lith_tensor **gradients; ///< by output; null: none came
  };
  void watch(lith_node *node, int64_t port, lith_tensor *gradient);
  bool keepsSaved(const lith_node *node) const {
    return keep || node->isHooks() || node->number < others;
  }
  bool isNeeded(const lith_node *node) const { return watched.empty() || leading.contains(node); }
  void enterHooks(std::span<const lith_value> roots);
  void visitEdges(lith_node *node);
  void call(lith_node *node);
  static size_t bytesOf(const lith_node *node) { return node->outputCount * sizeof(lith_tensor *); }

  lith_ctx *const ctx;
  const bool keep, create;
  const int64_t others; ///< nodes with smaller numbers keep what they saved
  std::vector<Watched> watched;
  std::unordered_set<const lith_node *> leading;      ///< those with a way to a node that is wanted
  std::map<int64_t, Waiting, std::greater<>> waiting; ///< by number; none is a leaf
  std::vector<lith_value> in, out;                    ///< of the node that runs
  lith_node *running = nullptr;                       ///< it, where it has not given its gradients
};

Run::Run(lith_ctx *ctx, bool keep, bool create, int64_t others, std::vector<Watched> watched)
    : ctx(ctx), keep(keep), create(create), others(others), watched(std::move(watched)) {}

Run::~Run() {
  for (auto &[number, left] : waiting) {
    for (int32_t i = 0; i < left.node->outputCount; ++i)
      release(ctx, left.gradients[i]);
    deallocate(ctx, left.gradients, bytesOf(left.node));
  }
}

void Run::findLeading(std::span<const lith_value> roots) {
  if (watched.empty())
    return;
  std::unordered_set<const lith_node *> seen;
  int64_t oldest =
      std::numeric_limits<int64_t>::max(); // what is older leads to none that is wanted
  for (const Watched &each : watched)
    if (each.node)
      oldest = std::min(oldest, each.node->number);
  auto isWanted = [&](const lith_edge &edge) { // of a node with code all outputs together
    return edge.node && std::ranges::any_of(watched, [&](const Watched &each) {
             return each.node == edge.node && (!edge.node->isLeaf() || each.port == edge.port);
           });
  };
  std::vector<lith_node *> reached, left;
  auto visit = [&](lith_node *node) {
    if (node && node->number > oldest && seen.insert(node).second)
      left.push_back(node);
  };
  for (const lith_value &root : roots)
    visit(as<lith_node>(root));
  while (!left.empty()) {
    reached.push_back(left.back());
    left.pop_back();
    for (const lith_edge &edge : reached.back()->edges())
      visit(edge.node);
  }
  std::ranges::sort(reached, {}, &lith_node::number); // what edges lead to comes first
  for (lith_node *node : reached)
    if (std::ranges::any_of(node->edges(), [&](const lith_edge &edge) {
          return isWanted(edge) || leading.contains(edge.node);
        }))
      leading.insert(node);
  enterHooks(roots);
}

// Of a node that leads on, what arrives is what is asked for; of another, what its hooks make of
// that. An only root is come to in any case.
void Run::enterHooks(std::span<const lith_value> roots) {
  auto runsAlone = [&](lith_node *node) {
    return node && node->isHooks() && !leading.contains(node->edges()[0].node);
  };
  for (Watched &each : watched)
    if (runsAlone(each.node)) {
      leading.insert(each.node);
      each.node = each.node->edges()[0].node;
    }
  if (roots.size() == 1 && runsAlone(as<lith_node>(roots[0])))
    leading.insert(as<lith_node>(roots[0]));
}

void Run::arrive(lith_node *node, int64_t port, lith_value gradient) {
  auto *added = gradient.tag == LITH_TENSOR ? as<lith_tensor>(gradient) : nullptr;
  if (!node || ctx->pending || (node->isLeaf() && !added))
    return release(ctx, gradient);
  if (node->isLeaf()) {
    watch(node, port, added);
    return watched.empty() ? collect(ctx, node, port, added, create) : release(ctx, gradient);
  }
  auto [at, isFirst] = waiting.try_emplace(node->number, Waiting{node, nullptr});
  lith_tensor **&gradients = at->second.gradients;
  if (isFirst) {
    gradients = static_cast<lith_tensor **>(allocate(ctx, bytesOf(node)));
    std::fill_n(gradients, node->outputCount, nullptr);
  }
  if (!added)
    return release(ctx, gradient);
  lith_tensor *old = gradients[port];
  auto *add = create ? addWithHistory : addGradients;
  gradients[port] = old ? add(ctx, old, added) : added;
}

void Run::visitEdges(lith_node *node) {
  for (const lith_edge &edge : node->edges())
    arrive(edge.node, edge.port, noneValue());
}

void Run::watch(lith_node *node, int64_t port, lith_tensor *gradient) {
  for (const Watched &each : watched)
    if (gradient && each.node == node && each.port == port)
      collect(ctx, each.leaf, 0, retained(gradient), create);
}

void Run::finish() {
  while (!waiting.empty() && !ctx->pending) {
    auto [node, gradients] = waiting.begin()->second;
    waiting.erase(waiting.begin());
    for (int32_t i = 0; i < node->outputCount; ++i)
      watch(node, i, gradients[i]);
    bool isReached =
        node->isObserved() || std::any_of(gradients, gradients + node->outputCount,
                                          [](lith_tensor *gradient) { return gradient; });
    bool isPassed = !isNeeded(node) || !isReached;
    in.resize(static_cast<size_t>(node->savedCount + node->outputCount));
    for (int32_t i = 0; i < node->outputCount; ++i)
      if (isPassed)
        release(ctx, gradients[i]);
      else
        in[static_cast<size_t>(node->savedCount + i)] =
            gradients[i] ? box(gradients[i]) : noneValue();
    deallocate(ctx, gradients, bytesOf(node));
    if (!isReached)
      visitEdges(node);
    if (isPassed)
      continue;
    call(node);
    if (*ctx->signals)
      lith_rt_check_signals(ctx);
  }
}

void Run::forgetUnfinished() {
  std::vector<lith_node *> left{running};
  for (auto &[number, each] : waiting)
    left.push_back(each.node);
  std::unordered_set<const lith_node *> seen;
  while (!left.empty()) {
    lith_node *node = left.back();
    left.pop_back();
    if (!node || !seen.insert(node).second)
      continue;
    for (const lith_edge &edge : node->edges())
      if (edge.node && edge.node->isLeaf())
        release(ctx, takeCollected(edge.node, edge.port));
      else
        left.push_back(edge.node);
  }
}

void Run::call(lith_node *node) {
  running = node;
  lith_entry code = create ? node->again : node->code;
  auto refuse = [&](const char *message) {
    for (size_t i = static_cast<size_t>(node->savedCount); i < in.size(); ++i)
      release(ctx, in[i]);
    raise(ctx, LITH_CLASS_RuntimeError, message);
  };
  if (!code)
    return refuse(ThirdOrder);
  if (!takeSaved(node, keepsSaved(node), in.data()))
    return refuse(SecondTime);
  out.assign(static_cast<size_t>(node->edgeCount), noneValue());
  if (!runCode(ctx, node, code, in.data(), out.data()))
    return;
  if (!keepsSaved(node))
    giveUpSaved(ctx, node);
  for (size_t i = 0; i < out.size(); ++i)
    arrive(node->edges()[i].node, node->edges()[i].port, out[i]);
  if (!ctx->pending)
    running = nullptr;
}

/// What is pending, which it is no more; None: nothing is.
lith_value takePending(lith_ctx *ctx) {
  lith_exception *pending = std::exchange(ctx->pending, nullptr);
  return pending ? box(pending) : noneValue();
}

/// What a node has raised; None: nothing.
lith_value runGraph(lith_ctx *ctx, bool keep, bool create, int64_t others,
                    std::span<const lith_value> nodes, const int64_t *ports,
                    const lith_value *gradients, std::vector<Watched> watched) {
  if (!lith_rt_call_enter(ctx))
    return takePending(ctx);
  ctx->signals = waitingSignals();
  {
    Run run(ctx, keep, create, others, std::move(watched));
    run.findLeading(nodes);
    for (size_t i = 0; i < nodes.size(); ++i)
      if (gradients[i].tag == LITH_TENSOR) // else not reached
        run.arrive(as<lith_node>(nodes[i]), ports[i], retained(gradients[i]));
    run.finish();
    if (ctx->pending)
      run.forgetUnfinished();
  }
  lith_rt_call_leave(ctx);
  return takePending(ctx);
}

} // namespace

extern "C" {

lith_value lith_rt_grad_run(lith_ctx *ctx, bool keep, bool create, int64_t count,
                            const lith_value *nodes, const int64_t *ports,
                            const lith_value *gradients, int64_t watched,
                            const lith_value *watchedNodes, const int64_t *watchedPorts,
                            const lith_value *leaves) {
  std::vector<Watched> all;
  for (int64_t i = 0; i < watched; ++i)
    all.push_back({as<lith_node>(watchedNodes[i]), watchedPorts[i], as<lith_node>(leaves[i])});
  return runGraph(ctx, keep, create, 0, {nodes, size_t(count)}, ports, gradients, std::move(all));
}

void lith_rt_grad_raise(lith_ctx *ctx, lith_value raised) {
  if (raised.tag == LITH_EXCEPTION)
    lith_rt_raise(ctx, retained(as<lith_exception>(raised)));
}

bool lith_grad_run(lith_ctx *ctx, bool keep, bool create, int64_t others, int64_t count,
                   const lith_value *nodes, const int64_t *ports, const lith_value *gradients) {
  lith_value raised =
      runGraph(ctx, keep, create, others, {nodes, size_t(count)}, ports, gradients, {});
  if (raised.tag != LITH_EXCEPTION)
    return true;
  lith_rt_raise(ctx, as<lith_exception>(raised));
  return false;
}

lith_value lith_grad_take(lith_ctx *, lith_node *leaf, int64_t port) {
  lith_tensor *sum = leaf && leaf->isLeaf() ? takeCollected(leaf, port) : nullptr;
  return sum ? box(sum) : noneValue();
}

lith_value lith_rt_grad_take(lith_ctx *ctx, lith_node *leaf, int64_t port) {
  return lith_grad_take(ctx, leaf, port);
}

lith_value lith_rt_grad_take_own(lith_ctx *ctx, lith_node *leaf, int64_t port) {
  lith_value taken = lith_grad_take(ctx, leaf, port);
  if (taken.tag != LITH_TENSOR)
    return taken;
  lith_tensor *own = lith_rt_tensor_own(ctx, as<lith_tensor>(taken));
  return own ? box(own) : noneValue();
}

} // extern "C"
