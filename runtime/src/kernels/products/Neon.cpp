// Neon.cpp: matrix products on the 32 vectors of 16 bytes that every aarch64 processor has.
#include "kernels/products/Product.h"

#include <type_traits>
#include <utility>

#if defined(__aarch64__)
#include <arm_neon.h>

namespace lith::kernels {
namespace {

struct Codes {
  using V = int32x4_t;
  static constexpr int Step = 16;
  static V add(V sum, const int8_t *codes, const int16_t *x) {
    int8x16_t bytes = vld1q_s8(codes);
    int16x8_t low = vmovl_s8(vget_low_s8(bytes)), high = vmovl_high_s8(bytes);
    int16x8_t first = vld1q_s16(x), second = vld1q_s16(x + 8);
    sum = vmlal_s16(sum, vget_low_s16(low), vget_low_s16(first));
    sum = vmlal_high_s16(sum, low, first);
    sum = vmlal_s16(sum, vget_low_s16(high), vget_low_s16(second));
    return vmlal_high_s16(sum, high, second);
  }
  static int32_t total(V sum) { return vaddvq_s32(sum); }
};

#include "kernels/products/ProductKernels.inc"

template <typename T> using Neon = Vectors<T, 16, 4, 4>; // 24 sums, 4 vectors of b, one of a

} // namespace

extern const ProductUnit neonProducts{kernelsOf<Neon<float>>(), kernelsOf<Neon<double>>(),
                                      kernelsOf<Neon<uint32_t>>(), kernelsOf<Neon<uint64_t>>(),
                                      dotCodes<Codes>};

} // namespace lith::kernels
#endif
