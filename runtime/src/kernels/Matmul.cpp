// Matmul.cpp: which kernel multiplies two matrices, and how they are cut.
//
// Few rows and both operands side by side along k: dot products, in place. Rows of b side by side:
// outer products, in place while b is small or used for few rows. Otherwise panels of 64 columns of
// b are copied into a buffer that stays in the second-level cache, and used for all rows of a.
#include "kernels/Matmul.h"
#include "kernels/Operands.h"

#include <algorithm>
#include <cstring>

namespace lith::kernels {

namespace {
constexpr int64_t PanelDepth = 1024; // rows of a panel: 256 KB of float

void packRows(const Matrix &b, int64_t width, char *panel) {
  int64_t row = LITH_PANEL_COLUMNS * width;
  for (int64_t i = 0; i < b.rows; ++i) {
    const char *from = b.data + i * b.rowStride;
    if (b.columnStride == width) {
      std::memcpy(panel + i * row, from, size_t(b.columns * width));
      continue;
    }
    for (int64_t j = 0; j < b.columns; ++j)
      std::memcpy(panel + i * row + j * width, from + j * b.columnStride, size_t(width));
  }
}

void multiplyPanels(const ProductKernels &kernels, const Matrix &a, const Matrix &b,
                    const Matrix &c) {
  int64_t width = kernels.width, depth = std::min(a.columns, PanelDepth);
  size_t bytes = size_t((depth + 16) * LITH_PANEL_COLUMNS * width);
  char *panel = static_cast<char *>(takeShared(bytes));
  for (int64_t j = 0; j < b.columns; j += LITH_PANEL_COLUMNS)
    for (int64_t l = 0; l < a.columns; l += depth) {
      int64_t columns = std::min<int64_t>(LITH_PANEL_COLUMNS, b.columns - j);
      int64_t rows = std::min(depth, a.columns - l);
      Matrix part{b.data + l * b.rowStride + j * b.columnStride, rows, columns, b.rowStride,
                  b.columnStride};
      if (b.rowStride == width && b.columnStride != width)
        kernels.pack(part.data, part.columnStride, panel, rows, columns);
      else
        packRows(part, width, panel);
      int64_t row = LITH_PANEL_COLUMNS * width;
      lith_product product{a.data + l * a.columnStride,
                           panel,
                           c.data + j * width,
                           a.rows,
                           columns,
                           rows,
                           a.rowStride,
                           a.columnStride,
                           row,
                           c.rowStride,
                           l > 0};
      // What is packed next, where that lies in one piece.
      if (b.rowStride == width && b.columnStride == b.rows * width && b.rows == rows &&
          j + 2 * LITH_PANEL_COLUMNS <= b.columns) {
        product.ahead = part.data + LITH_PANEL_COLUMNS * b.columnStride - panel;
        product.ahead_step = (row + a.rows - 1) / a.rows;
      }
      kernels.outer(&product);
    }
  giveShared(panel, bytes);
}
} // namespace

void multiply(const ProductKernels &kernels, const Matrix &a, const Matrix &b, const Matrix &c) {
  int64_t width = kernels.width;
  if (a.columns == 0) {
    for (int64_t i = 0; i < c.rows; ++i)
      std::memset(c.data + i * c.rowStride, 0, size_t(c.columns * width));
    return;
  }
  bool single = a.columns == 1; // then strides along k do not matter
  bool aligned = single || (a.columnStride == width && b.rowStride == width);
  lith_product product{
      a.data,         b.data, c.data,      a.rows, b.columns, a.columns, a.rowStride,
      a.columnStride, 0,      c.rowStride, 0,      0,         0};
  if (aligned && (a.rows < 48 || b.columns < 8) && !(single && b.columnStride == width)) {
    product.b_row = b.columnStride;
    kernels.dot(&product);
    return;
  }
  bool sideBySide = b.columnStride == width || b.columns == 1;
  if (sideBySide && (a.rows < 32 || b.columns <= 256)) {
    product.b_row = b.rowStride;
    kernels.outer(&product);
    return;
  }
  multiplyPanels(kernels, a, b, c);
}

void multiplyShared(const ProductKernels &kernels, const Matrix &a, const Matrix &b,
                    const Matrix &c) {
  constexpr double Worth = 2e6; // multiply-adds that pay for a thread
  double work = double(a.rows) * double(a.columns) * double(b.columns);
  if (work < 2 * Worth || numThreads() == 1) {
    multiply(kernels, a, b, c);
    return;
  }
  // Columns in whole panels where there are enough, else rows.
  if (b.columns >= 2 * LITH_PANEL_COLUMNS) {
    int64_t panels = (b.columns + LITH_PANEL_COLUMNS - 1) / LITH_PANEL_COLUMNS;
    int64_t grain = std::max<int64_t>(1, int64_t(Worth / work * double(panels)));
    share(panels, grain, [&](int64_t begin, int64_t end) {
      int64_t from = begin * LITH_PANEL_COLUMNS, to = std::min(end * LITH_PANEL_COLUMNS, b.columns);
      multiply(kernels, a,
               {b.data + from * b.columnStride, b.rows, to - from, b.rowStride, b.columnStride},
               {c.data + from * kernels.width, c.rows, to - from, c.rowStride, c.columnStride});
    });
    return;
  }
  share(a.rows, std::max<int64_t>(6, int64_t(Worth / work * double(a.rows))),
        [&](int64_t begin, int64_t end) {
          multiply(
              kernels,
              {a.data + begin * a.rowStride, end - begin, a.columns, a.rowStride, a.columnStride},
              b,
              {c.data + begin * c.rowStride, end - begin, c.columns, c.rowStride, c.columnStride});
        });
}

} // namespace lith::kernels
