// Amx.cpp: products of bfloat16 in tiles: 16 rows of 32 elements times 16 rows of 16 pairs, added
// to 16 x 16 floats by one instruction.
//
// Four sums of two tiles of a and two of b: four multiplications for four loads. Those of b come
// from the first-level cache: 32 columns of the panel stay there, a piece of k at a time, while
// rows of a pass.
#include "kernels/products/Bfloat16.h"

#if defined(__x86_64__) && defined(__linux__)
#include <algorithm>
#include <cpuid.h>
#include <cstring>
#include <immintrin.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace lith::kernels {
namespace {

constexpr int64_t Side = 16, Depth = 32, PanelRow = PanelColumns * 4; // bytes of a row of pairs
constexpr int64_t Piece = 512, Blocks = 8; // of k, and blocks of 32 rows, at a time

/// What `_tile_loadconfig` reads.
struct alignas(64) TileSizes {
  uint8_t palette = 1, start = 0, reserved[14] = {};
  uint16_t rowBytes[16] = {};
  uint8_t rows[16] = {};
};

/// Tiles 0 to 3 are sums, of `first` and `second` rows of a; 4 and 5 are of a, 6 and 7 of b.
void setSizes(int64_t first, int64_t second) {
  TileSizes sizes;
  for (int i = 0; i < 8; ++i) {
    bool isSecond = i == 2 || i == 3 || i == 5;
    sizes.rowBytes[i] = 64;
    sizes.rows[i] = uint8_t(i >= 6 ? Side : isSecond ? second : first);
  }
  _tile_loadconfig(&sizes);
}

using Sums = float[4][Side * Side];

/// Adds `k` products for up to 32 rows of a, from `a` on, and two vectors of the panel, from `b`
/// on.
template <bool HasSecond, bool HasRight>
void multiplyBlock(const Product &p, int64_t k, const char *a, const char *b, Sums &sums) {
  const char *below = a + Side * p.aRow;
  _tile_loadd(0, sums[0], 64);
  _tile_loadd(1, sums[1], 64);
  _tile_loadd(2, sums[2], 64);
  _tile_loadd(3, sums[3], 64);
  for (; k > 0; k -= Depth, a += 64, below += 64, b += Depth / 2 * PanelRow) {
    _tile_loadd(4, a, p.aRow);
    _tile_loadd(6, b, PanelRow);
    _tile_dpbf16ps(0, 4, 6);
    if (HasRight) {
      _tile_loadd(7, b + 64, PanelRow);
      _tile_dpbf16ps(1, 4, 7);
    }
    if (HasSecond) {
      _tile_loadd(5, below, p.aRow);
      _tile_dpbf16ps(2, 5, 6);
      if (HasRight)
        _tile_dpbf16ps(3, 5, 7);
    }
  }
  _tile_stored(0, sums[0], 64);
  _tile_stored(1, sums[1], 64);
  _tile_stored(2, sums[2], 64);
  _tile_stored(3, sums[3], 64);
}

void multiplyBlock(const Product &p, int64_t k, const char *a, const char *b, Sums &sums,
                   bool hasSecond, bool hasRight) {
  auto *multiply = hasSecond  ? hasRight ? multiplyBlock<true, true> : multiplyBlock<true, false>
                   : hasRight ? multiplyBlock<false, true>
                              : multiplyBlock<false, false>;
  multiply(p, k, a, b, sums);
}

__mmask16 maskOf(int64_t n) { return n >= Side ? __mmask16(-1) : __mmask16((1 << n) - 1); }

/// Sums to a row of c, from a place on, rounded unless c is of floats.
void storeRow(const Product &p, int64_t row, int64_t column, __m512 sums, int64_t count) {
  char *to = p.c + row * p.cRow;
  if (p.wide)
    _mm512_mask_storeu_ps(to + column * 4, maskOf(count), sums);
  else
    _mm256_mask_storeu_epi16(to + column * 2, maskOf(count), (__m256i)_mm512_cvtneps_pbh(sums));
}

/// A tile of sums to c, at `row` and `column` of it.
void storeRows(const Product &p, const float *sums, int64_t row, int64_t column) {
  for (int64_t i = 0; i < std::min(Side, p.m - row); ++i)
    storeRow(p, row + i, column, _mm512_loadu_ps(sums + i * Side), p.n - column);
}

/// The same with the rows and columns of c exchanged.
void storeColumns(const Product &p, const float *sums, int64_t row, int64_t column) {
  __m512 x[Side], y[Side];
  for (int i = 0; i < Side; ++i)
    x[i] = _mm512_loadu_ps(sums + i * Side);
  for (int i = 0; i < Side; i += 2) {
    y[i] = _mm512_unpacklo_ps(x[i], x[i + 1]);
    y[i + 1] = _mm512_unpackhi_ps(x[i], x[i + 1]);
  }
  for (int i = 0; i < Side; i += 4)
    for (int h = 0; h < 2; ++h) {
      __m512d low = _mm512_castps_pd(y[i + h]), high = _mm512_castps_pd(y[i + h + 2]);
      x[i + 2 * h] = _mm512_castpd_ps(_mm512_unpacklo_pd(low, high));
      x[i + 2 * h + 1] = _mm512_castpd_ps(_mm512_unpackhi_pd(low, high));
    }
  for (int j = 0; j < 4; ++j) { // x[4q + j]: columns j, 4 + j, 8 + j, 12 + j of four rows
    __m512 a = _mm512_shuffle_f32x4(x[j], x[4 + j], 0x88),
           b = _mm512_shuffle_f32x4(x[j], x[4 + j], 0xdd);
    __m512 c = _mm512_shuffle_f32x4(x[8 + j], x[12 + j], 0x88),
           d = _mm512_shuffle_f32x4(x[8 + j], x[12 + j], 0xdd);
    y[j] = _mm512_shuffle_f32x4(a, c, 0x88);
    y[8 + j] = _mm512_shuffle_f32x4(a, c, 0xdd);
    y[4 + j] = _mm512_shuffle_f32x4(b, d, 0x88);
    y[12 + j] = _mm512_shuffle_f32x4(b, d, 0xdd);
  }
  for (int64_t j = 0; j < std::min(Side, p.n - column); ++j)
    storeRow(p, column + j, row, y[j], p.m - row);
}

using Store = void(const Product &, const float *sums, int64_t row, int64_t column);

/// The rows from `first` to `end` of c, at most `Blocks` times 32, and 32 of its columns.
template <Store Write>
void multiplyStrip(const Product &p, int64_t first, int64_t end, int64_t column) {
  static_assert(sizeof(Sums) == 4096);
  alignas(64) Sums sums[Blocks];
  std::memset(sums, 0, size_t((end - first + 31) / 32) * sizeof(Sums));
  bool hasRight = p.n > column + Side;
  for (int64_t k = 0; k < p.k; k += Piece)
    for (int64_t row = first; row < end; row += 2 * Side) {
      int64_t rows = end - row;
      if (rows < 2 * Side)
        setSizes(std::min(rows, Side), std::max<int64_t>(rows - Side, 1));
      multiplyBlock(p, std::min(Piece, p.k - k), p.a + row * p.aRow + k * 2,
                    p.b + column * 4 + k / 2 * PanelRow, sums[(row - first) / 32], rows > Side,
                    hasRight);
      if (rows < 2 * Side)
        setSizes(Side, Side);
    }
  for (int64_t row = first; row < end; row += Side) {
    const auto &block = sums[(row - first) / 32];
    const float *from = block[(row - first) / Side % 2 * 2];
    Write(p, from, row, column);
    if (hasRight)
      Write(p, from + Side * Side, row, column + Side);
  }
}

template <Store Write> void multiplyTiles(const Product &p) {
  setSizes(Side, Side);
  for (int64_t row = 0; row < p.m; row += Blocks * 32)
    for (int64_t column = 0; column < p.n; column += 2 * Side)
      multiplyStrip<Write>(p, row, std::min(row + Blocks * 32, p.m), column);
  _tile_release();
}

} // namespace

/// Whether the processor has tiles and the system lets this process use them.
bool hasTiles() {
  constexpr unsigned Bfloat16Bit = 1u << 22, TileBit = 1u << 24;
  constexpr long RequestPermission = 0x1023, TileData = 18;
  unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
  if (!__get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx) || !(edx & Bfloat16Bit) || !(edx & TileBit))
    return false;
  return syscall(SYS_arch_prctl, RequestPermission, TileData) == 0;
}

void multiplyTilesOfRows(const Product &p) { multiplyTiles<storeRows>(p); }
void multiplyTilesOfColumns(const Product &p) { multiplyTiles<storeColumns>(p); }

} // namespace lith::kernels
#endif
