// Bfloat16.cpp: products of pairs of bfloat16, added to floats by one instruction.
//
// Outer products as in ProductKernels.inc: tiles of 6 rows and 4 vectors of columns, a broadcast
// pair of a for each; bound by multiply-adds, two for each lane. Dot products of few rows are bound
// by reading b.
#include "kernels/products/Bfloat16.h"

#if defined(__x86_64__)
#include <immintrin.h>

namespace lith::kernels {
namespace {

constexpr int64_t Lanes = 16, PanelRow = PanelColumns * 4; // bytes of a row of pairs

__mmask16 maskOf(int64_t n) {
  return n >= Lanes ? __mmask16(-1) : n <= 0 ? __mmask16(0) : __mmask16((1 << n) - 1);
}

__m512 multiplyAdd(__m512 sum, __m512i x, __m512i y) {
  return _mm512_dpbf16_ps(sum, (__m512bh)x, (__m512bh)y);
}

/// Sums to c, from a place in its row on, rounded unless c is of floats.
void store(const Product &p, int64_t row, int64_t column, __m512 sums, __mmask16 mask) {
  char *to = p.c + row * p.cRow;
  if (p.wide)
    _mm512_mask_storeu_ps(to + column * 4, mask, sums);
  else
    _mm256_mask_storeu_epi16(to + column * 2, mask, (__m256i)_mm512_cvtneps_pbh(sums));
}

template <int Rows, int Vectors> void tile(const Product &p, int64_t row) {
  __m512 sums[Rows][Vectors];
  for (int i = 0; i < Rows * Vectors; ++i)
    sums[i / Vectors][i % Vectors] = _mm512_setzero_ps();
  const char *a = p.a + row * p.aRow, *b = p.b;
  for (int64_t k = 0; k < p.k; k += 2, a += 4, b += PanelRow) {
    __m512i y[Vectors];
#pragma GCC unroll 4
    for (int v = 0; v < Vectors; ++v)
      y[v] = _mm512_loadu_si512(b + v * 64);
#pragma GCC unroll 12
    for (int r = 0; r < Rows; ++r) {
      int32_t pair;
      __builtin_memcpy(&pair, a + r * p.aRow, 4);
      __m512i x = _mm512_set1_epi32(pair);
#pragma GCC unroll 4
      for (int v = 0; v < Vectors; ++v)
        sums[r][v] = multiplyAdd(sums[r][v], x, y[v]);
    }
  }
#pragma GCC unroll 12
  for (int r = 0; r < Rows; ++r)
#pragma GCC unroll 4
    for (int v = 0; v < Vectors; ++v)
      store(p, row + r, v * Lanes, sums[r][v], maskOf(p.n - v * Lanes));
}

template <int Rows, int Vectors> void tiles(const Product &p) {
  int64_t row = 0;
  for (; row + Rows <= p.m; row += Rows)
    tile<Rows, Vectors>(p, row);
  for (; row + 2 <= p.m; row += 2)
    tile<2, Vectors>(p, row);
  if (row < p.m)
    tile<1, Vectors>(p, row);
}

void outer(const Product &p) {
  if (p.n > 2 * Lanes)
    tiles<6, 4>(p);
  else if (p.n > Lanes)
    tiles<12, 2>(p);
  else
    tiles<12, 1>(p);
}

template <int Columns> void dotColumns(const Product &p, int64_t column) {
  __mmask32 rest = __mmask32((uint64_t(1) << (p.k % 32)) - 1);
  for (int64_t row = 0; row < p.m; ++row) {
    const char *a = p.a + row * p.aRow, *b = p.b + column * p.bRow;
    __m512 sums[Columns];
    for (__m512 &sum : sums)
      sum = _mm512_setzero_ps();
    int64_t k = p.k;
    for (; k >= 32; k -= 32, a += 64, b += 64) {
      __m512i x = _mm512_loadu_si512(a);
#pragma GCC unroll 4
      for (int c = 0; c < Columns; ++c)
        sums[c] = multiplyAdd(sums[c], x, _mm512_loadu_si512(b + c * p.bRow));
    }
    if (k > 0) {
      __m512i x = _mm512_maskz_loadu_epi16(rest, a);
      for (int c = 0; c < Columns; ++c)
        sums[c] = multiplyAdd(sums[c], x, _mm512_maskz_loadu_epi16(rest, b + c * p.bRow));
    }
    for (int c = 0; c < Columns; ++c)
      store(p, row, column + c, _mm512_set1_ps(_mm512_reduce_add_ps(sums[c])), 1);
  }
}

void dot(const Product &p) {
  int64_t column = 0;
  for (; column + 4 <= p.n; column += 4)
    dotColumns<4>(p, column);
  for (; column < p.n; ++column)
    dotColumns<1>(p, column);
}

} // namespace

extern const Bfloat16Kernels avx512Bfloat16{outer, nullptr, 2, dot};

} // namespace lith::kernels
#endif
