// IndexLayout.cpp: where tensor[indices] lies in memory.
//
// PyTorch takes elements by an elementwise operator on the tensor, repeated along the index
// dimensions, and the indices: so the result lies in the order of their memory.
#include "ops/Tensors.h"
#include "tensor/Layout.h"

#include <algorithm>

namespace lith::ops {

lith_tensor *laidAsTaken(lith_ctx *ctx, lith_tensor *result, const lith_tensor *tensor, int64_t n,
                         lith_tensor *const *indices, int before, int indexRank) {
  Tensor given(ctx, result);
  bool isIndexed[LITH_MAX_RANK] = {};
  MemoryLayout operands[LITH_MAX_RANK + 1];
  const MemoryLayout *pointers[LITH_MAX_RANK + 1] = {&operands[0]};
  int count = 1, after = result->head.rank - before - indexRank;
  for (int64_t i = 0, dim = 0; i < n; ++i) {
    if (!indices[i]) {
      ++dim;
      continue;
    }
    bool isMask = indices[i]->head.dtype == LITH_BOOL8;
    for (int width = isMask ? indices[i]->head.rank : 1; width > 0; --width)
      isIndexed[dim++] = true;
    if (isMask || indices[i]->head.rank < 2) // one dimension tells nothing of the order of two
      continue;
    MemoryLayout &index = operands[count] = MemoryLayout(indices[i]);
    std::fill_n(index.sizes + index.rank, after, 1);
    std::fill_n(index.strides + index.rank, after, 0);
    index.rank += after;
    pointers[count] = &index;
    ++count;
  }
  MemoryLayout &self = operands[0];
  self.rank = result->head.rank;
  std::copy_n(result->sizes, self.rank, self.sizes);
  std::fill_n(self.strides, self.rank, 0);
  for (int dim = 0, kept = 0; dim < tensor->head.rank; ++dim)
    if (!isIndexed[dim]) {
      self.strides[kept < before ? kept : kept + indexRank] = tensor->strides[dim];
      ++kept;
    }
  MemoryLayout layout = layoutOfElementwise(pointers, count, false);
  return layout.isInOrder() ? given.take() : copyAs(ctx, result, layout);
}

} // namespace lith::ops
