// Join.cpp: the node of a list of tensors that became one, by torch.cat or torch.stack, and that of
// the parts that its gradient is cut into. Each is the other's gradient.
#include "core/Functions.h"
#include "grad/Node.h"
#include "ops/Tensors.h"
#include "tensor/Tensor.h"

#include <algorithm>
#include <cstring>
#include <vector>

using namespace lith;
using namespace lith::ops;

namespace {

/// What either node saves: numbers only, so that it may run again.
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

/// A part that no gradient came to, as `other`, but of that length along `dim`, where that is one.
lith_value zeroPart(lith_ctx *ctx, const lith_tensor *other, int64_t dim, const int64_t *length) {
  Sizes sizes(other);
  if (length)
    sizes.values[dim] = *length;
  lith_tensor *zeros = empty(ctx, other->head.dtype, sizes.span());
  if (zeros)
    std::memset(zeros->data, 0, size_t(elementCount(zeros) * elementBytes(zeros)));
  return zeros ? box(zeros) : nullValue();
}

/// (what is saved, the gradients of the parts) -> that of the whole.
int32_t wholeOf(lith_ctx *ctx, const lith_value *arguments, lith_value *results, bool create) {
  int64_t count = intOf(arguments[Count]), dim = intOf(arguments[Dim]);
  bool isStack = intOf(arguments[IsStack]) != 0;
  const lith_value *gradients = arguments + Lengths + count;
  std::vector<lith_value> parts(gradients, gradients + count);
  auto *some = as<lith_tensor>(*std::ranges::find(parts, LITH_TENSOR, &lith_value::tag));
  for (int64_t i = 0; i < count; ++i)
    if (int64_t length = intOf(arguments[Lengths + i]); parts[size_t(i)].tag != LITH_TENSOR)
      parts[size_t(i)] = zeroPart(ctx, some, dim, isStack ? nullptr : &length);
  lith_list list{};
  list.length = count;
  list.items = parts.data();
  bool isWhole = std::ranges::find(parts, LITH_NULL, &lith_value::tag) == parts.end();
  lith_tensor *whole = isWhole ? lith_rt_concat_list(ctx, &list, dim, isStack) : nullptr;
  if (whole && create)
    whole = lith_rt_with_history(ctx, whole, lith_rt_grad_join(ctx, &list, dim, isStack), 0);
  for (const lith_value &part : parts)
    release(ctx, part);
  results[0] = whole ? box(whole) : noneValue();
  return whole ? 0 : 1;
}

int32_t wholeOnce(lith_ctx *ctx, const lith_value *arguments, lith_value *results) {
  return wholeOf(ctx, arguments, results, false);
}

int32_t wholeAgain(lith_ctx *ctx, const lith_value *arguments, lith_value *results) {
  return wholeOf(ctx, arguments, results, true);
}

/// As partsOf, with histories.
int32_t partsAgain(lith_ctx *ctx, const lith_value *arguments, lith_value *results) {
  int64_t count = intOf(arguments[Count]);
  const auto *whole = as<lith_tensor>(arguments[Lengths + size_t(count)]);
  lith_edge from{whole->node ? retained(whole->node) : nullptr, whole->port};
  partsOf(ctx, arguments, results);
  if (!from.node)
    return 0;
  lith_node *node =
      newNode(ctx, {wholeOnce, wholeAgain}, {arguments, Lengths + size_t(count)}, 1, count);
  node->edges()[0] = from;
  for (int64_t i = 0; i < count; ++i)
    results[i] = box(lith_rt_with_history(ctx, as<lith_tensor>(results[i]), retained(node), i));
  release(ctx, node);
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
  lith_node *node = newNode(ctx, {partsOf, partsAgain}, saved, list->length, 1);
  for (int64_t i = 0; lith_edge &edge : node->edges()) {
    auto *tensor = as<lith_tensor>(list->items[i++]);
    edge = {tensor->node ? retained(tensor->node) : nullptr, tensor->port};
  }
  return node;
}
