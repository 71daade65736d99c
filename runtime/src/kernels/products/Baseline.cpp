// Baseline.cpp: matrix products on vectors of 16 bytes, which every processor has.
#include "kernels/products/Product.h"

#include <type_traits>
#include <utility>

namespace lith::kernels {
namespace {

struct Codes {
  using V = int32_t;
  static constexpr int Step = 1;
  static V add(V sum, const int8_t *code, const int16_t *x) { return sum + *code * *x; }
  static int32_t total(V sum) { return sum; }
};

#include "kernels/products/ProductKernels.inc"

} // namespace

template <typename T> using Narrow = Vectors<T, 16, 2, 2>;
extern const ProductUnit baselineProducts{kernelsOf<Narrow<float>>(), kernelsOf<Narrow<double>>(),
                                          kernelsOf<Narrow<uint32_t>>(),
                                          kernelsOf<Narrow<uint64_t>>(), dotCodes<Codes>};

} // namespace lith::kernels
