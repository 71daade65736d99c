// Tensor.h: tensors as memory: allocation, views, copies. Sizes and strides count elements.
#ifndef LITH_TENSOR_TENSOR_H
#define LITH_TENSOR_TENSOR_H

#include "core/Object.h"

#include <span>
#include <string>

namespace lith {

/// Bytes of one element; 0 for a number that is no dtype.
inline int64_t elementBytes(int dtype) { return lith_dtype_bytes(dtype); }
inline int64_t elementBytes(const lith_tensor *tensor) { return elementBytes(tensor->head.dtype); }

inline int64_t elementCount(const lith_tensor *tensor) {
  int64_t count = 1;
  for (int d = 0; d < tensor->head.rank; ++d)
    count *= tensor->sizes[d];
  return count;
}

inline bool isContiguous(const lith_tensor *tensor) {
  int64_t expected = 1;
  for (int d = tensor->head.rank - 1; d >= 0; --d) {
    if (tensor->sizes[d] == 0)
      return true;
    if (tensor->sizes[d] != 1 && tensor->strides[d] != expected)
      expected = -1;
    if (expected < 0)
      break;
    expected *= tensor->sizes[d];
  }
  return expected >= 0 || elementCount(tensor) == 0;
}

/// Sizes as PyTorch's messages show them.
std::string sizesText(std::span<const int64_t> sizes);
/// A contiguous tensor, not initialised; null with eager's RuntimeError pending.
lith_tensor *newTensor(lith_ctx *ctx, lith_dtype dtype, std::span<const int64_t> sizes);
/// A tensor over `base`'s storage; `offset` counts elements from base's first.
lith_tensor *viewTensor(lith_ctx *ctx, lith_tensor *base, std::span<const int64_t> sizes,
                        std::span<const int64_t> strides, int64_t offset);
/// A copy in row-major order.
lith_tensor *copyInOrder(lith_ctx *ctx, const lith_tensor *tensor);
/// A copy as PyTorch's clone() makes it: with the tensor's strides where it has no gaps.
lith_tensor *cloneTensor(lith_ctx *ctx, const lith_tensor *tensor);
/// Makes the tensor one that nothing is known to have computed, as it becomes another in place.
inline void forgetHistory(lith_ctx *ctx, lith_tensor *tensor) {
  release(ctx, reinterpret_cast<lith_object *>(std::exchange(tensor->node, nullptr)));
  tensor->port = 0;
  tensor->head.flags &= uint8_t(~LITH_TENSOR_OWN_HISTORY);
}
/// Whether the tensor can become a new one in place: it is row-major, nobody else sees it, and its
/// memory is its elements alone. Then it has no history, and its strides are those of newTensor.
bool becomeNew(lith_ctx *ctx, lith_tensor *tensor);
/// Whether the memory from the first to the last element of one meets that of the other.
bool mayOverlap(const lith_tensor *a, const lith_tensor *b);
/// Copies elements between tensors of the same dtype and sizes that do not overlap.
void copyElements(lith_tensor *destination, const lith_tensor *source);

} // namespace lith

#endif // LITH_TENSOR_TENSOR_H
