// Tensors.cpp: making tensors, and indices into them.
#include "ops/Tensors.h"

namespace lith::ops {

lith_tensor *empty(lith_ctx *ctx, int dtype, std::span<const int64_t> sizes) {
  return lith_rt_tensor_empty(ctx, dtype, int64_t(sizes.size()), sizes.data());
}
lith_tensor *contiguous(lith_ctx *ctx, lith_tensor *tensor) {
  return lith_rt_tensor_contiguous(ctx, tensor);
}
lith_tensor *owned(lith_ctx *ctx, lith_tensor *tensor) {
  Tensor given(ctx, tensor);
  return becomeNew(ctx, tensor) ? given.take() : copyInOrder(ctx, tensor);
}

bool checkSizes(lith_ctx *ctx, int64_t n, const int64_t *sizes) {
  for (int64_t i = 0; i < n; ++i)
    if (sizes[i] < 0) {
      raisef(ctx, LITH_CLASS_RuntimeError,
             "Trying to create tensor with negative dimension %lld: %s",
             static_cast<long long>(sizes[i]), sizesText({sizes, size_t(n)}).c_str());
      return false;
    }
  return true;
}

int64_t wrapIndex(lith_ctx *ctx, int64_t index, int64_t size, int64_t dim) {
  int64_t wrapped = index < 0 ? index + size : index;
  if (wrapped >= 0 && wrapped < size)
    return wrapped;
  if (!ctx->pending)
    raisef(
        ctx, LITH_CLASS_IndexError, "index %lld is out of bounds for dimension %lld with size %lld",
        static_cast<long long>(index), static_cast<long long>(dim), static_cast<long long>(size));
  return -1;
}

} // namespace lith::ops
