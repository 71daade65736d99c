// Node.cpp: making nodes, what they saved, and the histories of tensors.
#include "grad/Node.h"

#include "core/Pause.h"
#include "tensor/Tensor.h"

#include <algorithm>
#include <atomic>
#include <new>
#include <unordered_set>
#include <vector>

using namespace lith;

namespace {

// One count for all contexts, so that an edge leads to a smaller number also where the graph of one
// call goes on in another.
std::atomic<int64_t> nodesMade = 0;

size_t bytesOf(int64_t saved, int64_t edges) {
  return sizeof(lith_node) + static_cast<size_t>(saved) * sizeof(lith_value) +
         static_cast<size_t>(edges) * sizeof(lith_edge);
}

/// Held while a thread moves or copies what a node saved; nothing else happens meanwhile.
class SavedLock {
public:
  explicit SavedLock(lith_node *node) : flags(node->head.flags) {
    while (__atomic_fetch_or(&flags, NodeBusy, __ATOMIC_ACQUIRE) & NodeBusy)
      pauseProcessor();
  }
  ~SavedLock() { __atomic_fetch_and(&flags, uint8_t(~NodeBusy), __ATOMIC_RELEASE); }
  bool has(NodeFlag flag) const { return __atomic_load_n(&flags, __ATOMIC_RELAXED) & flag; }
  void set(NodeFlag flag) { __atomic_fetch_or(&flags, flag, __ATOMIC_RELAXED); }

private:
  uint8_t &flags;
};

} // namespace

/// Without what it saves, and without edges.
static lith_node *bareNode(lith_ctx *ctx, NodeCode code, int64_t savedCount, int64_t edgeCount,
                           int64_t outputs) {
  auto *node = ::new (allocate(ctx, bytesOf(savedCount, edgeCount))) lith_node;
  initialize(node->head, LITH_NODE);
  node->outputCount = static_cast<int32_t>(outputs);
  node->savedCount = static_cast<int32_t>(savedCount);
  node->edgeCount = static_cast<int32_t>(edgeCount);
  node->number = nodesMade.fetch_add(1, std::memory_order_relaxed);
  node->code = code.code;
  node->again = code.again;
  if (const Executable *executable = code.code && ctx ? contextOf(ctx).executable : nullptr)
    node->executable = executable->shared_from_this();
  return node;
}

lith_node *lith::newNode(lith_ctx *ctx, NodeCode code, std::span<const lith_value> saved,
                         int64_t edgeCount, int64_t outputs) {
  lith_node *node = bareNode(ctx, code, static_cast<int64_t>(saved.size()), edgeCount, outputs);
  std::copy(saved.begin(), saved.end(), node->saved);
  return node;
}

void lith::freeNodeItself(lith_ctx *ctx, lith_node *node) {
  size_t bytes = bytesOf(node->savedCount, node->edgeCount);
  node->~lith_node();
  deallocate(ctx, node, bytes);
}

bool lith::takeSaved(lith_node *node, bool keep, lith_value *into) {
  SavedLock lock(node);
  if (lock.has(NodeReleased))
    return false;
  bool givesUp = !keep && lock.has(NodeKeeps) && !lock.has(NodeRaises);
  for (int32_t i = 0; i < node->savedCount; ++i) {
    into[i] = node->saved[i];
    if (!isReference(into[i]))
      continue;
    if (givesUp)
      node->saved[i] = nullValue();
    else
      retain(objectOf(into[i]));
  }
  if (givesUp)
    lock.set(NodeReleased);
  return true;
}

void lith::giveUpSaved(lith_ctx *ctx, lith_node *node) {
  std::vector<lith_value> saved;
  {
    SavedLock lock(node);
    if (!lock.has(NodeKeeps) || lock.has(NodeReleased))
      return;
    lock.set(NodeReleased);
    for (int32_t i = 0; i < node->savedCount; ++i)
      saved.push_back(std::exchange(node->saved[i], nullValue()));
  }
  for (lith_value each : saved)
    release(ctx, each);
}

const Executable *lith::executableOf(const lith_node *node) { return node->executable.get(); }

extern "C" {

void lith_grad_saved(int64_t count, lith_node *const *nodes,
                     void (*visit)(void *data, lith_tensor *saved), void *data) {
  std::unordered_set<lith_node *> seen;
  std::vector<lith_node *> left;
  auto add = [&](lith_node *node) {
    if (node && !node->isLeaf() && seen.insert(node).second)
      left.push_back(node);
  };
  std::for_each(nodes, nodes + count, add);
  while (!left.empty()) {
    lith_node *node = left.back();
    left.pop_back();
    for (const lith_value &value : std::span(node->saved, size_t(node->savedCount)))
      if (value.tag == LITH_TENSOR)
        visit(data, as<lith_tensor>(value));
    for (const lith_edge &edge : node->edges())
      add(edge.node);
  }
}

int64_t lith_grad_made(void) { return nodesMade.load(std::memory_order_relaxed); }

void lith_node_retain(lith_node *node) { retain(&node->head); }
void lith_node_release(lith_ctx *ctx, lith_node *node) { release(ctx, node); }

lith_node *lith_rt_grad_node(lith_ctx *ctx, const void *code, const void *again, int64_t count,
                             const lith_value *values, int64_t edgeCount, int64_t outputs,
                             int64_t flags) {
  auto entryOf = [](const void *function) {
    return reinterpret_cast<lith_entry>(const_cast<void *>(function));
  };
  auto saved = static_cast<size_t>(count - 2 * edgeCount);
  bool leadsOn = edgeCount == 0;
  for (int64_t edge = 0; edge < edgeCount; ++edge)
    leadsOn |= as<lith_node>(values[saved + 2 * size_t(edge)]) != nullptr;
  if (!leadsOn) { // as a result of what requires no gradient
    for (size_t i = 0; i < saved; ++i)
      release(ctx, values[i]);
    return nullptr;
  }
  lith_node *node =
      newNode(ctx, {entryOf(code), entryOf(again)}, {values, saved}, edgeCount, outputs);
  node->head.flags |= uint8_t(flags);
  const lith_value *next = values + saved;
  for (lith_edge &edge : node->edges()) {
    edge = {as<lith_node>(next[0]), intOf(next[1])};
    next += 2;
  }
  return node;
}

lith_node *lith_rt_grad_hooks(lith_ctx *, lith_node *node) {
  if (node)
    node->head.flags |= NodeHooks;
  return node;
}

lith_node *lith_grad_leaf(lith_ctx *ctx, int64_t outputs) {
  lith_node *leaf = bareNode(ctx, {}, outputs, 0, outputs);
  std::fill_n(leaf->saved, outputs, lith_value{LITH_TENSOR, 0});
  return leaf;
}

lith_node *lith_rt_grad_leaf(lith_ctx *ctx, int64_t outputs) {
  return lith_grad_leaf(ctx, outputs);
}

bool lith_rt_node_is(lith_ctx *, lith_node *node) { return node; }

lith_node *lith_rt_history_of(lith_ctx *, lith_tensor *tensor) {
  return tensor->node ? retained(tensor->node) : nullptr;
}

int64_t lith_rt_history_port(lith_ctx *, lith_tensor *tensor) { return tensor->port; }

int64_t lith_rt_storage_writes(lith_ctx *, lith_tensor *tensor) {
  return __atomic_load_n(&tensor->storage->writes, __ATOMIC_RELAXED);
}

void lith_rt_count_write(lith_ctx *, lith_tensor *tensor) {
  __atomic_fetch_add(&tensor->storage->writes, 1, __ATOMIC_RELAXED);
}

lith_tensor *lith_rt_with_history(lith_ctx *ctx, lith_tensor *tensor, lith_node *node,
                                  int64_t port) {
  bool hasOwnHistory = port > 0 && port & LITH_PORT_OWN_HISTORY;
  port = hasOwnHistory ? port - LITH_PORT_OWN_HISTORY : port;
  bool isSame = tensor && tensor->node == node && tensor->port == port;
  if (!tensor || (isSame && (!hasOwnHistory || tensor->head.flags & LITH_TENSOR_OWN_HISTORY))) {
    release(ctx, node);
    return tensor;
  }
  bool isOwn = __atomic_load_n(&tensor->head.refs, __ATOMIC_ACQUIRE) == 1;
  bool isLeaf = tensor->handle && node && !node->code; // the host's object stays what it is
  if (!isLeaf && (!isOwn || tensor->handle)) {
    size_t rank = tensor->head.rank;
    lith_tensor *base = tensor;
    tensor = viewTensor(ctx, base, {base->sizes, rank}, {base->strides, rank}, 0);
    release(ctx, base);
  }
  release(ctx, std::exchange(tensor->node, node));
  tensor->port = port;
  tensor->head.flags |= hasOwnHistory ? LITH_TENSOR_OWN_HISTORY : 0;
  return tensor;
}

} // extern "C"
