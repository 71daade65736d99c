// Matmul.h: products of matrices in memory, for drivers.
#ifndef LITH_KERNELS_MATMUL_H
#define LITH_KERNELS_MATMUL_H

#include "kernels/products/Product.h"
#include "tensor/Tensor.h"

#include <algorithm>

namespace lith::kernels {

/// A matrix at any strides, in bytes.
struct Matrix {
  char *data;
  int64_t rows, columns, rowStride, columnStride;
};

/// Whether to walk over a matrix of weights from its end to its beginning: every other time, so
/// that a walk begins with what the last one has left in the cache. Over and over in one direction,
/// weights a little larger than the cache would never be found there. Per thread; only ever a
/// guess.
bool walksBackwards(const void *matrix);

/// c = a * b on the calling thread; c is contiguous along its columns.
void multiply(const ProductKernels &kernels, const Matrix &a, const Matrix &b, const Matrix &c);
/// The same on several threads where it pays.
void multiplyShared(const ProductKernels &kernels, const Matrix &a, const Matrix &b,
                    const Matrix &c);

/// A matrix in panels (LITH_PANEL_COLUMNS); `width` bytes an element.
struct PackedMatrix {
  const char *data;
  int64_t rows, columns, width;
  int64_t panels() const { return (columns + PanelColumns - 1) / PanelColumns; }
  const char *panel(int64_t index) const { return data + index * PanelColumns * rows * width; }
  int64_t columnsOf(int64_t panel) const {
    return std::min(PanelColumns, columns - panel * PanelColumns);
  }
  /// Bytes from row to row of a panel.
  int64_t stride(int64_t panel) const {
    return (columnsOf(panel) + LITH_PANEL_STEP - 1) / LITH_PANEL_STEP * LITH_PANEL_STEP * width;
  }
};
/// c = a * b, on several threads where it pays.
void multiplyPacked(const ProductKernels &kernels, const Matrix &a, const PackedMatrix &b,
                    const Matrix &c);

/// c = a * b of bfloat16, with sums in float, on several threads where it pays; for processors that
/// have instructions for it. c is of bfloat16 or, as its columns say, of float.
void multiplyBfloat16(const Matrix &a, const Matrix &b, const Matrix &c);

} // namespace lith::kernels

#endif // LITH_KERNELS_MATMUL_H
