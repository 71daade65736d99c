// Lines.h: indices that a search along one dimension gives, line by line.
#ifndef LITH_OPS_LINES_H
#define LITH_OPS_LINES_H

#include "ops/Sort.h"
#include "ops/Tensors.h"

namespace lith::ops {

/// A line of elements `step` apart, and where its indices go, equally far apart.
struct Line {
  int64_t size, step;
  int64_t *out;
  void put(int64_t i, int64_t index) const { out[i * step] = index; }
};

inline int64_t sizeOfLine(const lith_tensor *tensor, int64_t dim) {
  return tensor->head.rank ? tensor->sizes[dim] : 1;
}

/// int64 indices, `keep` for each line along `dim`: use(sorter, first element, line) puts them.
template <typename Use>
lith_tensor *indicesOfLines(lith_ctx *ctx, lith_tensor *tensor, int64_t dim, int64_t keep,
                            Use use) {
  Tensor self(ctx, contiguous(ctx, tensor));
  if (!self)
    return nullptr;
  Split split(self.get(), dim);
  Sizes sizes(tensor);
  if (sizes.rank)
    sizes.values[dim] = keep;
  Tensor result(ctx, empty(ctx, LITH_INT64, sizes.span()));
  if (!result)
    return nullptr;
  dispatchReal(tensor->head.dtype, [&](auto zero) {
    using T = decltype(zero);
    Sorter sorter;
    for (int64_t outer = 0; outer < split.outer; ++outer)
      for (int64_t inner = 0; inner < split.inner; ++inner)
        use(sorter, dataOf<T>(self.get()) + outer * split.size * split.inner + inner,
            Line{split.size, split.inner,
                 dataOf<int64_t>(result.get()) + outer * keep * split.inner + inner});
  });
  return result.take();
}

} // namespace lith::ops

#endif // LITH_OPS_LINES_H
