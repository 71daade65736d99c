// Sum.cpp: the sum of two gradients that arrive at one place.
#include "grad/Node.h"
#include "kernels/Half.h"
#include "ops/Tensors.h"
#include "tensor/Layout.h"
#include "tensor/TensorHooks.h"

#include <algorithm>

using namespace lith;

namespace {

bool isAlike(const lith_tensor *a, const lith_tensor *b) {
  return a->head.dtype == b->head.dtype && a->head.rank == b->head.rank &&
         std::equal(a->sizes, a->sizes + a->head.rank, b->sizes);
}

/// Whether elements at one place in memory belong to one place of both tensors.
bool liesAlike(const lith_tensor *a, const lith_tensor *b) {
  for (int d = 0; d < a->head.rank; ++d)
    if (a->sizes[d] != 1 && a->strides[d] != b->strides[d])
      return false;
  return true;
}

bool isWritable(lith_ctx *ctx, lith_tensor *tensor) {
  return lith_rt_tensor_unique(ctx, tensor) && !tensor->handle && isDense(MemoryLayout(tensor));
}

/// `tensor`, which is taken over, as a copy of that layout.
lith_tensor *laidOut(lith_ctx *ctx, lith_tensor *tensor, const MemoryLayout &layout) {
  lith_tensor *copy = copyAs(ctx, tensor, layout);
  release(ctx, tensor);
  return copy;
}

/// Adds elements in the order of memory, in which both tensors are dense.
void addInto(lith_tensor *sum, const lith_tensor *added) {
  constexpr int64_t Grain = 1 << 15;
  int dtype = sum->head.dtype, parts = isComplexDtype(dtype) ? 2 : 1;
  if (parts == 2)
    dtype = dtype == LITH_COMPLEX64 ? LITH_FLOAT32 : LITH_FLOAT64;
  ops::dispatch(dtype, [&](auto zero) {
    using T = decltype(zero);
    auto *to = reinterpret_cast<T *>(sum->data);
    auto *from = reinterpret_cast<const T *>(added->data);
    parallelFor(elementCount(sum) * parts, Grain, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i)
        to[i] = T(to[i] + from[i]);
    });
  });
}

/// The same for f16 by floats, which many at once are converted to; a new tensor.
lith_tensor *addHalves(lith_ctx *ctx, lith_tensor *old, lith_tensor *added) {
  Owned<lith_tensor> sum(ctx, kernels::widened(ctx, old));
  Owned<lith_tensor> more(ctx, sum ? kernels::widened(ctx, added) : nullptr);
  if (!more)
    return nullptr;
  addInto(sum.get(), more.get());
  return kernels::narrowed(ctx, sum.get(), static_cast<lith_dtype>(old->head.dtype));
}

lith_tensor *addAlike(lith_ctx *ctx, lith_tensor *old, lith_tensor *added) {
  if (!isWritable(ctx, old) && liesAlike(old, added) && isWritable(ctx, added))
    std::swap(old, added);
  if (!isWritable(ctx, old)) {
    MemoryLayout first(old), second(added);
    const MemoryLayout *both[] = {&first, &second};
    old = laidOut(ctx, old, layoutOfElementwise(both, 2, true));
  }
  if (old && !liesAlike(old, added))
    added = laidOut(ctx, added, MemoryLayout(old));
  Owned<lith_tensor> sum(ctx, old), more(ctx, added);
  if (!sum || !more)
    return nullptr;
  if (old->head.dtype == LITH_FLOAT16)
    return addHalves(ctx, old, added);
  addInto(old, added);
  forgetHistory(ctx, old);
  return sum.take();
}

} // namespace

lith_tensor *lith::addGradients(lith_ctx *ctx, lith_tensor *old, lith_tensor *added) {
  if (isAlike(old, added))
    return addAlike(ctx, old, added);
  lith_value sum = tensorHooks.binary(ctx, LITH_ADD, box(old), box(added));
  release(ctx, old);
  release(ctx, added);
  return isNull(sum) ? nullptr : as<lith_tensor>(sum);
}

/// (the gradient of a sum) -> that of each of the two, which is the same, with its history.
static int32_t spread(lith_ctx *, const lith_value *arguments, lith_value *results) {
  results[0] = retained(arguments[0]);
  results[1] = arguments[0];
  return 0;
}

lith_tensor *lith::addWithHistory(lith_ctx *ctx, lith_tensor *old, lith_tensor *added) {
  if (!old->node && !added->node)
    return addGradients(ctx, old, added);
  lith_node *node = newNode(ctx, {spread, spread}, {}, 2, 1);
  node->edges()[0] = {old->node ? retained(old->node) : nullptr, old->port};
  node->edges()[1] = {added->node ? retained(added->node) : nullptr, added->port};
  lith_tensor *sum = addGradients(ctx, old, added);
  if (sum)
    return lith_rt_with_history(ctx, sum, node, 0);
  release(ctx, node);
  return nullptr;
}
