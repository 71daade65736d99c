// Window.cpp: what convolution and pooling check and make.
#include "ops/Window.h"
#include "ops/Tensors.h"

namespace lith::ops {

bool isEmptyResult(lith_ctx *ctx, const Window &window) {
  for (int64_t size : window.out)
    if (size < 0 || (size == 0 && window.planeIn() > 0)) {
      raise(ctx, LITH_CLASS_RuntimeError, "the window is larger than the padded input");
      return true;
    }
  return false;
}

lith_tensor *windowResult(lith_ctx *ctx, const lith_tensor *input, int dtype, int64_t channels,
                          const Window &window) {
  Sizes sizes;
  sizes.add(input->sizes[0]);
  sizes.add(channels);
  for (int d = Spatial - (input->head.rank - 2); d < Spatial; ++d)
    sizes.add(window.out[d]);
  return empty(ctx, dtype, sizes.span());
}

} // namespace lith::ops
