// Layout.h: where PyTorch puts the elements of what it computes.
//
// Elementwise operators lay their results out without gaps, in the order of dimensions that their
// operands have in memory; what copies a tensor keeps its strides where it has no gaps. `view`,
// `reshape`, `stride()` and `is_contiguous()` show it, so results here lie the same way.
#ifndef LITH_TENSOR_LAYOUT_H
#define LITH_TENSOR_LAYOUT_H

#include "tensor/Tensor.h"

namespace lith {

/// Sizes and strides, in elements.
struct MemoryLayout {
  int rank = 0;
  int64_t sizes[LITH_MAX_RANK];
  int64_t strides[LITH_MAX_RANK];

  MemoryLayout() = default;
  explicit MemoryLayout(const lith_tensor *tensor);
  /// Row-major strides for the sizes.
  void putInOrder();
  /// Strides for the sizes of rank 4 or 5 whose channels, the second dimension, lie last.
  void putChannelsLast();
  bool isInOrder() const;
  /// Whether images or volumes lie with their channels last, as PyTorch tells it.
  bool isChannelsLast() const;
};

/// The layout of an elementwise result; `alike`: that no operand is a number or of another shape
/// for which the operator broadcasts.
MemoryLayout layoutOfElementwise(const MemoryLayout *const *operands, int count, bool alike);
/// The layout of a copy: the tensor's own where it has no gaps and no element twice.
MemoryLayout layoutOfCopy(const lith_tensor *tensor);
/// The dimensions with several indices, those of smaller strides first; returns how many there are.
int orderByStride(const MemoryLayout &layout, int *order);
/// Neither gaps nor elements that share their place.
bool isDense(const MemoryLayout &layout);
/// Whether no two elements share their place, as far as nested dimensions tell.
bool hasOwnPlaces(const MemoryLayout &layout);
/// Whether a tensor of images or volumes lies with its channels last, as PyTorch tells it.
bool isChannelsLast(const lith_tensor *tensor);
/// A copy of the tensor under strides without gaps.
lith_tensor *copyAs(lith_ctx *ctx, const lith_tensor *tensor, const MemoryLayout &layout);
/// A copy of a tensor of rank 4 or 5 with its channels last.
lith_tensor *copyChannelsLast(lith_ctx *ctx, const lith_tensor *tensor);

} // namespace lith

#endif // LITH_TENSOR_LAYOUT_H
