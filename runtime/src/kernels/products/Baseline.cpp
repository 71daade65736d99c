// Baseline.cpp: matrix products on vectors of 16 bytes, which every processor has.
#include "kernels/products/Product.h"

#include <type_traits>
#include <utility>

namespace lith::kernels {
namespace {

#include "kernels/products/ProductKernels.inc"

} // namespace

template <typename T> using Narrow = Vectors<T, 16, 2, 2>;
extern const ProductUnit baselineProducts{kernelsOf<Narrow<float>>(), kernelsOf<Narrow<double>>(),
                                          kernelsOf<Narrow<uint32_t>>(),
                                          kernelsOf<Narrow<uint64_t>>()};

} // namespace lith::kernels
