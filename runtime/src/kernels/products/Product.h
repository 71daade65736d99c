// Product.h: one matrix product in memory, and the kernels that compute it.
//
// The kernels are compiled once for each vector unit (Avx512.cpp, Avx2.cpp, Neon.cpp, Baseline.cpp,
// all from ProductKernels.inc); the processor decides at the first use.
#ifndef LITH_KERNELS_PRODUCTS_PRODUCT_H
#define LITH_KERNELS_PRODUCTS_PRODUCT_H

#include <cstdint>
#include <lith/abi.h>

namespace lith::kernels {

/// Columns of a packed panel.
constexpr int64_t PanelColumns = LITH_PANEL_COLUMNS;

/// c[m, n] (+)= sum over k of a[m, k] * b[k, n]. Strides in bytes.
struct Product {
  const char *a, *b;
  char *c;
  int64_t m, n, k;
  int64_t aRow, aK;
  int64_t bRow; ///< outer products: between rows of b; dot products: between its columns
  int64_t cRow;
  bool accumulate = false; ///< c is added to, not written
  bool wide = false;       ///< c is of floats, where the factors are of bfloat16
  /// Outer products fetch the b of the next product into the cache: the bytes from b to it, and how
  /// many of its bytes go with each row of a and step of k.
  int64_t ahead = 0, aheadStep = 0;
  bool backwards = false; ///< dot products of one row: the columns of b from last to first
};

/// Up to a vector's lanes of a row of a panel; in bytes from a place in a plane, and in the row.
struct Piece {
  int64_t from, to, count;
};

/// Rows of a panel: for each channel and tap, what the pieces see of its plane. A piece may write a
/// vector, so pieces go from left to right, and a vector behind the panel is written to.
struct Unfolding {
  const char *planes;
  int64_t planeStride, channels;
  const int64_t *taps; ///< in bytes from a place to what the tap sees
  int64_t tapCount;
  const Piece *pieces;
  int64_t pieceCount;
  char *panel;
};

/// Copies rows of `count` elements that follow each other to rows of `length`, with zeros before
/// and behind. Up to a vector behind the last row is written to.
struct Padding {
  const char *from;
  char *to;
  int64_t rows, count, before, length;
};

/// One plane of the result from one plane of the input: the sum of its shifted rows.
struct Filter {
  const char *plane;
  int64_t rowStride; ///< in bytes, between what two rows of the result see
  int64_t rows, columns;
  const int64_t *taps; ///< in bytes
  const void *weights; ///< one for each tap
  int64_t tapCount;
  const void *bias; ///< null: none
  char *to;
};

/// Kernels of one element type on one vector unit.
struct ProductKernels {
  /// Rows of b, and of c, side by side.
  void (*outer)(const Product &product);
  /// a and b side by side along k; aK is not read.
  void (*dot)(const Product &product);
  /// Writes up to PanelColumns columns of b, each side by side along k, as rows of a panel; k is
  /// rounded up to a vector's lanes. Columns past `columns` get any values.
  void (*pack)(const char *b, int64_t columnStride, char *panel, int64_t k, int64_t columns);
  /// The parts of a convolution; null for integers.
  void (*unfold)(const Unfolding &unfolding);
  void (*pad)(const Padding &padding);
  void (*filter)(const Filter &filter);
  /// row = exp(row * scale + mask - its largest), in place, over whole vectors; the mask may be
  /// null. Gives 1 / the sum; a row that is -inf throughout becomes 0, and the result 0. Null for
  /// integers.
  double (*weigh)(char *row, double scale, const char *mask, int64_t n);
  int64_t width, lanes; ///< bytes of an element, elements of a vector
};

/// Kernels of float and double, and of 32 and 64-bit integers, whose sums wrap.
struct ProductUnit {
  ProductKernels single, twice, int32, int64;
  /// sums[i] = sum over k of codes[i, k] * x[k]; k is a multiple of LITH_CODE_STEP, and x so small
  /// that no sum of any of the products overflows.
  void (*dotCodes)(const int8_t *codes, int64_t rows, const int16_t *x, int64_t k, int32_t *sums);
};
extern const ProductUnit avx512Products, avx2Products, neonProducts, baselineProducts;
/// That of this processor.
const ProductUnit &products();

} // namespace lith::kernels

#endif // LITH_KERNELS_PRODUCTS_PRODUCT_H
