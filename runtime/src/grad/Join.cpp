// Join.cpp: the node of a list of tensors that became one, by torch.cat or torch.stack.
#include "core/Functions.h"
#include "grad/Node.h"
#include "tensor/Tensor.h"

#include <vector>

using namespace lith;

namespace {

/// What a node of joined tensors saves: numbers only, so that it may run again.
enum Saved : size_t { Count, Dim, IsStack, Lengths };

/// (what is saved, the gradient of the whole) -> that of each tensor: its part.
int32_t partsOf(lith_ctx *ctx, const lith_value *arguments, lith_value *results) {
  int64_t count = intOf(arguments[Count]), dim = intOf(arguments[Dim]), at = 0;
  bool isStack = intOf(arguments[IsStack]) != 0;
  auto *whole = as<lith_tensor>(arguments[Lengths + size_t(count)]);
  for (int64_t i = 0; i < count; ++i) {
    int64_t length = intOf(arguments[Lengths + size_t(i)]);
    lith_tensor *part = isStack ? lith_rt_select(ctx, whole, i, dim)
                                : lith_rt_slice(ctx, whole, at, length, 1, dim);
    results[i] = box(part);
    at += length;
  }
  release(ctx, whole);
  return 0;
}

} // namespace

lith_node *lith_rt_grad_join(lith_ctx *ctx, lith_list *list, int64_t dim, bool isStack) {
  std::vector<lith_value> saved{box(list->length), box(dim), box(int64_t(isStack))};
  bool leadsOn = false;
  for (int64_t i = 0; i < list->length; ++i) {
    auto *tensor = as<lith_tensor>(list->items[i]);
    saved.push_back(box(isStack ? int64_t(1) : tensor->sizes[dim]));
    leadsOn |= tensor->node != nullptr;
  }
  if (!leadsOn)
    return nullptr;
  lith_node *node = newNode(ctx, {partsOf}, saved, list->length, 1);
  for (int64_t i = 0; lith_edge &edge : node->edges()) {
    auto *tensor = as<lith_tensor>(list->items[i++]);
    edge = {tensor->node ? retained(tensor->node) : nullptr, tensor->port};
  }
  return node;
}
