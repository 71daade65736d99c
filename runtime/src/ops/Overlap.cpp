// Overlap.cpp: whether memory that an operation writes is read by it, too.
#include "ops/Tensors.h"
#include "tensor/Layout.h"

#include <algorithm>

using namespace lith;
using namespace lith::ops;

namespace {

/// What may be read of what is written, as stage/tensor/Tensor.h says.
enum Allowed : int64_t { Whole, None, Copied, Item };

/// A tensor that is written and one that is read of one memory, element by element: places are
/// counted in elements from the first that is written.
class Pair {
public:
  Pair(const lith_tensor *target, const lith_tensor *source)
      : written(target), distance((source->data - target->data) / elementBytes(target)) {
    int added = written.rank - source->head.rank;
    for (int d = 0; d < written.rank; ++d) {
      bool isRepeated = d < added || (source->sizes[d - added] == 1 && written.sizes[d] != 1);
      steps[d] = isRepeated ? 0 : source->strides[d - added];
    }
    dims = orderByStride(written, order);
  }

  /// Whether an element is read after it was written, in the order of memory.
  bool readsWritten(bool copies) const {
    bool isShifted = std::equal(steps, steps + written.rank, written.strides);
    return isShifted ? distance < 0 && reaches(-distance, dims) : search(copies, 0, 0, distance);
  }

private:
  /// Whether two elements that are written lie this far from each other.
  bool reaches(int64_t places, int inner) const {
    if (inner == 0)
      return places == 0;
    int dim = order[--inner];
    int64_t step = written.strides[dim], most = written.sizes[dim] - 1;
    int64_t low = std::clamp((places < 0 ? places - step + 1 : places) / step, -most, most);
    for (int64_t n = low; n <= std::min(low + 1, most); ++n)
      if (reaches(places - n * step, inner))
        return true;
    return false;
  }

  /// The same from dimension `d` on, for what is last written where one element is read for
  /// several.
  bool search(bool copies, int d, int64_t at, int64_t read) const {
    if (d == written.rank)
      return read < at && isWritten(copies, read);
    int64_t size = written.sizes[d];
    for (int64_t i = steps[d] ? 0 : size - 1; i < size; ++i)
      if (search(copies, d + 1, at + i * written.strides[d], read + i * steps[d]))
        return true;
    return false;
  }

  /// Whether this element is written, with another value than its own.
  bool isWritten(bool copies, int64_t place) const {
    int64_t left = place, put = distance;
    for (int i = dims; i-- > 0 && left >= 0;) {
      int d = order[i];
      int64_t index = std::min(left / written.strides[d], written.sizes[d] - 1);
      left -= index * written.strides[d];
      put += index * steps[d];
    }
    return left == 0 && !(copies && put == place);
  }

  MemoryLayout written;
  int64_t distance;               ///< of the first that is read
  int64_t steps[LITH_MAX_RANK];   ///< of what is read
  int order[LITH_MAX_RANK], dims; ///< of the dimensions, inner ones first
};

bool haveEqualStrides(const lith_tensor *a, const lith_tensor *b) {
  return a->head.rank == b->head.rank &&
         std::equal(a->strides, a->strides + a->head.rank, b->strides);
}

} // namespace

extern "C" {

void lith_rt_check_written(lith_ctx *ctx, lith_tensor *tensor) {
  bool repeats = false;
  for (int d = 0; d < tensor->head.rank; ++d)
    repeats |= tensor->strides[d] == 0 && tensor->sizes[d] > 1;
  if (elementCount(tensor) == 0 || (!repeats && hasOwnPlaces(MemoryLayout(tensor))))
    return;
  // Where elements overlap otherwise eager writes each several times, in an order of its own.
  raise(ctx, LITH_CLASS_RuntimeError,
        "unsupported operation: more than one element of the written-to tensor refers to a "
        "single memory location. Please clone() the tensor before performing the operation.");
}

void lith_rt_check_apart(lith_ctx *ctx, lith_tensor *target, lith_tensor *source, int64_t allowed) {
  if (!elementCount(target) || !elementCount(source) || !mayOverlap(target, source))
    return;
  bool isAlike = std::ranges::equal(sizesOf(target), sizesOf(source));
  bool isOne = target->data == source->data && isAlike && haveEqualStrides(target, source);
  if (isOne && allowed != None)
    return;
  bool isExpanded = allowed == Item && !isAlike;
  // Where there are gaps, eager does not look: what it computes depends on the order.
  if (!isExpanded && isDense(MemoryLayout(target)) && isDense(MemoryLayout(source)))
    raise(ctx, LITH_CLASS_RuntimeError,
          "unsupported operation: some elements of the input tensor and the written-to tensor "
          "refer to a single memory location. Please clone() the tensor before performing the "
          "operation.");
  else if (allowed != None && target->head.rank >= source->head.rank &&
           hasOwnPlaces(MemoryLayout(target)) && elementBytes(target) == elementBytes(source) &&
           Pair(target, source).readsWritten(allowed >= Copied))
    raise(ctx, LITH_CLASS_RuntimeError,
          "unsupported operation: some elements of the written-to tensor would be read after they "
          "were written, so that the result depends on the order. Please clone() the tensor before "
          "performing the operation.");
}

} // extern "C"
