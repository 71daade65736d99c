// Product.h: one matrix product in memory, and the kernels that compute it.
//
// The kernels are compiled once for each vector unit (Avx512.cpp, Avx2.cpp, Baseline.cpp, all from
// ProductKernels.inc); the processor decides at the first use.
#ifndef LITH_KERNELS_PRODUCTS_PRODUCT_H
#define LITH_KERNELS_PRODUCTS_PRODUCT_H

#include <cstdint>

namespace lith::kernels {

/// Columns of a packed panel.
constexpr int64_t PanelColumns = 64;

/// c[m, n] (+)= sum over k of a[m, k] * b[k, n]. Strides in bytes.
struct Product {
  const char *a, *b;
  char *c;
  int64_t m, n, k;
  int64_t aRow, aK;
  int64_t bRow; ///< outer products: between rows of b; dot products: between its columns
  int64_t cRow;
  bool accumulate = false; ///< c is added to, not written
  /// Outer products fetch the b of the next product into the cache: the bytes from b to it, and how
  /// many of its bytes go with each row of a and step of k.
  int64_t ahead = 0, aheadStep = 0;
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
  /// to[x] += sum of factors[i] * rows[i][x], for `count` rows of n elements.
  void (*combine)(const char *const *rows, const void *factors, int64_t count, char *to, int64_t n);
  /// row = exp(row * scale + mask - its largest), in place, over whole vectors; the mask may be
  /// null. Gives 1 / the sum; a row that is -inf throughout becomes 0, and the result 0. Null for
  /// integers.
  double (*weigh)(char *row, double scale, const char *mask, int64_t n);
  int64_t width; ///< bytes of an element
};

/// Kernels of float and double, and of 32 and 64-bit integers, whose sums wrap.
struct ProductUnit {
  ProductKernels single, twice, int32, int64;
};
extern const ProductUnit avx512Products, avx2Products, baselineProducts;
/// That of this processor.
const ProductUnit &products();

} // namespace lith::kernels

#endif // LITH_KERNELS_PRODUCTS_PRODUCT_H
