// Avx512.cpp: matrix products on vectors of 64 bytes with masks.
#include "kernels/products/Product.h"

#include <type_traits>
#include <utility>

#if defined(__x86_64__)
#include <immintrin.h>

namespace lith::kernels {
namespace {

struct Float {
  using Element = float;
  using V = __m512;
  using Mask = __mmask16;
  static constexpr int Lanes = 16, Width = 4, DotRows = 4;
  static V load(const char *at) { return _mm512_loadu_ps(at); }
  static void store(char *at, V x) { _mm512_storeu_ps(at, x); }
  static Mask mask(int64_t n) {
    return n >= Lanes ? Mask(-1) : n <= 0 ? Mask(0) : Mask((1 << n) - 1);
  }
  static V loadPart(const char *at, Mask mask) { return _mm512_maskz_loadu_ps(mask, at); }
  static void storePart(char *at, V x, Mask mask) { _mm512_mask_storeu_ps(at, mask, x); }
  static V multiplyAdd(V x, V y, V z) { return _mm512_fmadd_ps(x, y, z); }
  static V splat(float x) { return _mm512_set1_ps(x); }
};

struct Double {
  using Element = double;
  using V = __m512d;
  using Mask = __mmask8;
  static constexpr int Lanes = 8, Width = 4, DotRows = 4;
  static V load(const char *at) { return _mm512_loadu_pd(at); }
  static void store(char *at, V x) { _mm512_storeu_pd(at, x); }
  static Mask mask(int64_t n) {
    return n >= Lanes ? Mask(-1) : n <= 0 ? Mask(0) : Mask((1 << n) - 1);
  }
  static V loadPart(const char *at, Mask mask) { return _mm512_maskz_loadu_pd(mask, at); }
  static void storePart(char *at, V x, Mask mask) { _mm512_mask_storeu_pd(at, mask, x); }
  static V multiplyAdd(V x, V y, V z) { return _mm512_fmadd_pd(x, y, z); }
  static V splat(double x) { return _mm512_set1_pd(x); }
};

struct Codes {
  using V = __m512i;
  static constexpr int Step = 32;
  static V add(V sum, const int8_t *codes, const int16_t *x) {
    __m256i bytes = _mm256_loadu_si256(reinterpret_cast<const __m256i *>(codes));
    V products = _mm512_madd_epi16(_mm512_cvtepi8_epi16(bytes), _mm512_loadu_si512(x));
    return _mm512_add_epi32(sum, products);
  }
  static int32_t total(V sum) { return _mm512_reduce_add_epi32(sum); }
};

#include "kernels/products/ProductKernels.inc"

} // namespace

extern const ProductUnit avx512Products{kernelsOf<Float>(), kernelsOf<Double>(),
                                        kernelsOf<Vectors<uint32_t, 64, 4, 4>>(),
                                        kernelsOf<Vectors<uint64_t, 64, 4, 4>>(), dotCodes<Codes>};

} // namespace lith::kernels
#endif
