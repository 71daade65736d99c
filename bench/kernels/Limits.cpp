// Limits.cpp: multiply-adds in registers, sums over blocks of memory.
#include "Limits.h"

#include <immintrin.h>
#include <vector>

namespace lith::bench {

// The compiler must not see through the loops: results go to a volatile.
static volatile float sink;

__attribute__((target("avx512f"))) static void wideFma(int64_t n) {
  __m512 x[10], y = _mm512_set1_ps(1.0001f);
  for (auto &e : x)
    e = _mm512_set1_ps(1);
  for (int64_t i = 0; i < n; ++i)
    for (auto &e : x)
      e = _mm512_fmadd_ps(e, y, y);
  __m512 s = x[0];
  for (auto &e : x)
    s = _mm512_add_ps(s, e);
  sink = _mm512_reduce_add_ps(s);
}

__attribute__((target("avx2,fma"))) static void narrowFma(int64_t n) {
  __m256 x[10], y = _mm256_set1_ps(1.0001f);
  for (auto &e : x)
    e = _mm256_set1_ps(1);
  for (int64_t i = 0; i < n; ++i)
    for (auto &e : x)
      e = _mm256_fmadd_ps(e, y, y);
  float out[8];
  for (auto &e : x) {
    _mm256_storeu_ps(out, e);
    sink = out[0];
  }
}

double peakFlops() {
  bool wide = __builtin_cpu_supports("avx512f");
  constexpr int64_t n = 10000;
  double time = best([&] { wide ? wideFma(n) : narrowFma(n); });
  return double(n) * 10 * (wide ? 32 : 16) / time;
}

__attribute__((target("avx2"))) static void read(const float *data, int64_t count) {
  __m256 s[8] = {};
  for (int64_t i = 0; i + 64 <= count; i += 64)
    for (int j = 0; j < 8; ++j)
      s[j] = _mm256_or_ps(s[j], _mm256_loadu_ps(data + i + j * 8));
  float out[8];
  for (auto &e : s) {
    _mm256_storeu_ps(out, e);
    sink = out[0];
  }
}

double readBandwidth(int64_t bytes) {
  std::vector<float> data(size_t(bytes / 4), 1.f);
  return double(bytes) / best([&] { read(data.data(), bytes / 4); });
}

} // namespace lith::bench
