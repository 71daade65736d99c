// Avx2.cpp: matrix products on vectors of 32 bytes.
#include "kernels/products/Product.h"

#include <type_traits>
#include <utility>

#if defined(__x86_64__)
#include <immintrin.h>

namespace lith::kernels {
namespace {

struct Float {
  using Element = float;
  using V = __m256;
  using Mask = __m256i;
  static constexpr int Lanes = 8, Width = 2, DotRows = 2;
  static V load(const char *at) { return _mm256_loadu_ps(reinterpret_cast<const float *>(at)); }
  static void store(char *at, V x) { _mm256_storeu_ps(reinterpret_cast<float *>(at), x); }
  static Mask mask(int64_t n) {
    return _mm256_cmpgt_epi32(_mm256_set1_epi32(int(n < Lanes ? n : Lanes)),
                              _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
  }
  static V loadPart(const char *at, Mask mask) {
    return _mm256_maskload_ps(reinterpret_cast<const float *>(at), mask);
  }
  static void storePart(char *at, V x, Mask mask) {
    _mm256_maskstore_ps(reinterpret_cast<float *>(at), mask, x);
  }
  static V multiplyAdd(V x, V y, V z) { return _mm256_fmadd_ps(x, y, z); }
  static V splat(float x) { return _mm256_set1_ps(x); }
};

struct Double {
  using Element = double;
  using V = __m256d;
  using Mask = __m256i;
  static constexpr int Lanes = 4, Width = 2, DotRows = 2;
  static V load(const char *at) { return _mm256_loadu_pd(reinterpret_cast<const double *>(at)); }
  static void store(char *at, V x) { _mm256_storeu_pd(reinterpret_cast<double *>(at), x); }
  static Mask mask(int64_t n) {
    return _mm256_cmpgt_epi64(_mm256_set1_epi64x(n), _mm256_setr_epi64x(0, 1, 2, 3));
  }
  static V loadPart(const char *at, Mask mask) {
    return _mm256_maskload_pd(reinterpret_cast<const double *>(at), mask);
  }
  static void storePart(char *at, V x, Mask mask) {
    _mm256_maskstore_pd(reinterpret_cast<double *>(at), mask, x);
  }
  static V multiplyAdd(V x, V y, V z) { return _mm256_fmadd_pd(x, y, z); }
  static V splat(double x) { return _mm256_set1_pd(x); }
};

struct Codes {
  using V = __m256i;
  static constexpr int Step = 16;
  static V add(V sum, const int8_t *codes, const int16_t *x) {
    __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i *>(codes));
    V words = _mm256_loadu_si256(reinterpret_cast<const V *>(x));
    return _mm256_add_epi32(sum, _mm256_madd_epi16(_mm256_cvtepi8_epi16(bytes), words));
  }
  static int32_t total(V sum) {
    __m128i half = _mm_add_epi32(_mm256_castsi256_si128(sum), _mm256_extracti128_si256(sum, 1));
    half = _mm_add_epi32(half, _mm_shuffle_epi32(half, 0x4e));
    return _mm_cvtsi128_si32(_mm_add_epi32(half, _mm_shuffle_epi32(half, 0xb1)));
  }
};

#include "kernels/products/ProductKernels.inc"

} // namespace

extern const ProductUnit avx2Products{kernelsOf<Float>(), kernelsOf<Double>(),
                                      kernelsOf<Vectors<uint32_t, 32, 2, 2>>(),
                                      kernelsOf<Vectors<uint64_t, 32, 2, 2>>(), dotCodes<Codes>};

} // namespace lith::kernels
#endif
