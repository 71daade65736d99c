// Products.cpp: the choice of a vector unit.
#include "kernels/products/Product.h"

namespace lith::kernels {

static const ProductUnit &choose() {
#if defined(__x86_64__)
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq"))
    return avx512Products;
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
    return avx2Products;
#endif
  return baselineProducts;
}

const ProductUnit &products() {
  static const ProductUnit &unit = choose();
  return unit;
}

} // namespace lith::kernels
