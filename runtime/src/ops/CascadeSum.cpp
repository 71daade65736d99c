// CascadeSum.cpp: sums of half precision as eager's losses of classes have them: every step
// rounded, in groups of elements and groups of those, so that the sums stay small.
#include "tensor/Element.h"
#include "tensor/Tensor.h"

#include <algorithm>
#include <bit>

using namespace lith;

namespace {

constexpr int Levels = 8;

// Of many elements the sums are few: nothing here has to be inlined.
[[gnu::noinline]] float rounded(float value, bool isBrain) {
  return isBrain ? bfloatToFloat(floatToBfloat(value)) : halfToFloat(floatToHalf(value));
}

/// The logarithm of how many elements, or groups, one group has.
int powerFor(int64_t count) {
  int ceiling = count <= 2 ? 1 : std::bit_width(uint64_t(count - 1));
  return std::max(4, ceiling / Levels);
}

float cascade(const lith_tensor *values, const lith_tensor *chosen, bool isBrain) {
  int64_t count = values->sizes[0], mask = (int64_t(1) << powerFor(count)) - 1;
  int power = powerFor(count);
  float sums[Levels] = {};
  auto *bits = reinterpret_cast<const uint16_t *>(values->data);
  for (int64_t i = 0; i < count; ++i) {
    if (!chosen->data[i * chosen->strides[0]])
      continue;
    uint16_t element = bits[i * values->strides[0]];
    sums[0] = rounded(sums[0] + (isBrain ? bfloatToFloat(element) : halfToFloat(element)), isBrain);
    for (int level = 0; level + 1 < Levels && (i & (mask << (level * power))) == 0; ++level) {
      sums[level + 1] = rounded(sums[level + 1] + sums[level], isBrain);
      sums[level] = 0;
    }
  }
  float total = 0;
  for (float sum : sums)
    total = rounded(total + sum, isBrain);
  return total;
}

} // namespace

extern "C" lith_tensor *lith_rt_cascade_sum(lith_ctx *ctx, lith_tensor *values, lith_tensor *chosen,
                                            int64_t) {
  bool isBrain = values->head.dtype == LITH_BFLOAT16;
  int64_t sizes[] = {1};
  lith_tensor *result = newTensor(ctx, static_cast<lith_dtype>(values->head.dtype), sizes);
  if (!result)
    return nullptr;
  float total = cascade(values, chosen, isBrain);
  *reinterpret_cast<uint16_t *>(result->data) = isBrain ? floatToBfloat(total) : floatToHalf(total);
  return result;
}
