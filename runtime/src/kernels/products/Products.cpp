// Products.cpp: the choice of a vector unit.
#include "kernels/products/Bfloat16.h"

namespace lith::kernels {

static const ProductUnit &choose() {
#if defined(__x86_64__)
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq"))
    return avx512Products;
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
    return avx2Products;
#elif defined(__aarch64__)
  return neonProducts;
#endif
  return baselineProducts;
}

const ProductUnit &products() {
  static const ProductUnit &unit = choose();
  return unit;
}

#if defined(__x86_64__)
extern const Bfloat16Kernels avx512Bfloat16;
bool hasTiles();
void multiplyTilesOfRows(const Product &), multiplyTilesOfColumns(const Product &);

static const Bfloat16Kernels *chooseBfloat16() {
  if (&products() != &avx512Products || !__builtin_cpu_supports("avx512bf16"))
    return nullptr;
#if defined(__linux__)
  static const Bfloat16Kernels tiles{multiplyTilesOfRows, multiplyTilesOfColumns, 32,
                                     avx512Bfloat16.dot};
  if (hasTiles())
    return &tiles;
#endif
  return &avx512Bfloat16;
}
#endif

const Bfloat16Kernels *bfloat16Kernels() {
#if defined(__x86_64__)
  static const Bfloat16Kernels *const kernels = chooseBfloat16();
  return kernels;
#else
  return nullptr;
#endif
}

} // namespace lith::kernels
