// Tensors.cpp: making tensors, and indices into them.
#include "ops/Tensors.h"

namespace lith::ops {

lith_tensor *empty(lith_ctx *ctx, int dtype, std::span<const int64_t> sizes) {
  return lith_rt_tensor_empty(ctx, dtype, int64_t(sizes.size()), sizes.data());
}
lith_tensor *contiguous(lith_ctx *ctx, lith_tensor *tensor) {
  return lith_rt_tensor_contiguous(ctx, tensor);
}
lith_tensor *owned(lith_ctx *ctx, lith_tensor *tensor) { return lith_rt_tensor_own(ctx, tensor); }

int64_t wrapIndex(lith_ctx *ctx, int64_t index, int64_t size) {
  int64_t wrapped = index < 0 ? index + size : index;
  if (wrapped >= 0 && wrapped < size)
    return wrapped;
  if (!ctx->pending)
    raisef(ctx, LITH_CLASS_IndexError, "index %lld is out of bounds for a dimension of size %lld",
           static_cast<long long>(index), static_cast<long long>(size));
  return -1;
}

} // namespace lith::ops
