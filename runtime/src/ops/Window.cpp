// Window.cpp: what convolution and pooling check and make.
#include "ops/Window.h"
#include "ops/Tensors.h"

namespace lith::ops {

bool isTooSmall(const Window &window) {
  return std::ranges::any_of(
      window.out, [&](int64_t size) { return size < 0 || (size == 0 && window.planeIn() > 0); });
}

std::string joinedSizes(const int64_t (&sizes)[Spatial], int count, const char *between) {
  std::string text;
  for (int d = Spatial - count; d < Spatial; ++d)
    text += (text.empty() ? "" : between) + std::to_string(sizes[d]);
  return text;
}

bool isEmptyPooling(lith_ctx *ctx, const lith_tensor *input, const Window &window) {
  if (!isTooSmall(window))
    return false;
  // One dimension is pooled as images of one row.
  int count = std::max(input->head.rank - 2, 2);
  long long channels = input->sizes[1];
  raisef(ctx, LITH_CLASS_RuntimeError,
         "Given input size: (%lldx%s). Calculated output size: (%lldx%s). Output size is too small",
         channels, joinedSizes(window.in, count, "x").c_str(), channels,
         joinedSizes(window.out, count, "x").c_str());
  return true;
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
