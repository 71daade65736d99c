// IndexLayout.cpp: where tensor[indices] lies in memory.
//
// PyTorch takes elements by an elementwise operator on the tensor, repeated along the index
// dimensions, and the indices, seen with all dimensions of the result: so the result lies in the
// order of their memory.
#include "ops/Tensors.h"
#include "tensor/Layout.h"

#include <algorithm>

namespace lith::ops {

namespace {

/// The dimensions of the tensor that indices name.
void findIndexed(int64_t n, lith_tensor *const *indices, bool *isIndexed) {
  for (int64_t i = 0, dim = 0; i < n; ++i) {
    bool isMask = indices[i] && indices[i]->head.dtype == LITH_BOOL8;
    for (int width = isMask ? indices[i]->head.rank : 1; width > 0; --width)
      isIndexed[dim++] = indices[i];
  }
}

/// An index, or the places where a mask is true, repeated to the dimensions of all indices (those
/// of `result` from `before` on) and then with size 1 in the others.
MemoryLayout layoutOfIndex(const lith_tensor *index, const lith_tensor *result, int before,
                           int indexRank) {
  lith_tensor wide = *result;
  bool isMask = index->head.dtype == LITH_BOOL8;
  int added = indexRank - (isMask ? 1 : int(index->head.rank));
  wide.head.rank = uint8_t(indexRank);
  std::copy_n(result->sizes + before, indexRank, wide.sizes);
  for (int d = 0; d < indexRank; ++d) {
    bool isOwn = d >= added && (isMask || index->sizes[d - added] == wide.sizes[d]);
    wide.strides[d] = !isOwn ? 0 : isMask ? 1 : index->strides[d - added];
  }
  MemoryLayout layout;
  layout.rank = result->head.rank;
  std::fill_n(layout.sizes, layout.rank, 1);
  std::copy_n(wide.sizes, indexRank, layout.sizes + before);
  viewStrides(&wide, layout.rank, layout.sizes, layout.strides);
  return layout;
}

} // namespace

lith_tensor *laidAsTaken(lith_ctx *ctx, lith_tensor *result, const lith_tensor *tensor, int64_t n,
                         lith_tensor *const *indices, int before, int indexRank) {
  Tensor given(ctx, result);
  bool isIndexed[LITH_MAX_RANK] = {};
  findIndexed(n, indices, isIndexed);
  MemoryLayout operands[LITH_MAX_RANK + 1];
  const MemoryLayout *pointers[LITH_MAX_RANK + 1] = {&operands[0]};
  int count = 1;
  // One dimension of indices tells nothing of the order of others with several elements.
  bool isTold = indexRank > 1 || std::any_of(result->sizes, result->sizes + result->head.rank,
                                             [](int64_t size) { return size < 2; });
  for (lith_tensor *index : std::span(indices, size_t(n)))
    if (index && isTold) {
      operands[count] = layoutOfIndex(index, result, before, indexRank);
      pointers[count] = &operands[count];
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
  MemoryLayout layout = layoutOfElementwise(pointers, count, true);
  if (!layout.isInOrder())
    return copyAs(ctx, result, layout);
  std::copy_n(layout.strides, layout.rank, result->strides); // of sizes of 0 and 1
  return given.take();
}

} // namespace lith::ops
