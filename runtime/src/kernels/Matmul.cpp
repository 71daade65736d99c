// Matmul.cpp: which kernel multiplies two matrices, and how they are cut.
//
// Both operands side by side along k: dot products, in place, while too few rows share a copy of b
// for it to pay. Rows of b side by side: outer
// products, in place while b is small or used for few rows. Otherwise panels of 64 columns of b are
// copied into a buffer that stays in the second-level cache, and used for all rows of a.
#include "kernels/Matmul.h"
#include "kernels/Operands.h"

#include <algorithm>
#include <bitset>
#include <cstring>

namespace lith::kernels {

namespace {
constexpr int64_t PanelDepth = 1024; // rows of a panel: 256 KB of float

void packRows(const Matrix &b, int64_t width, char *panel) {
  int64_t row = PanelColumns * width;
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
  size_t bytes = size_t((depth + 16) * PanelColumns * width);
  char *panel = static_cast<char *>(takeShared(bytes));
  for (int64_t j = 0; j < b.columns; j += PanelColumns)
    for (int64_t l = 0; l < a.columns; l += depth) {
      int64_t columns = std::min(PanelColumns, b.columns - j);
      int64_t rows = std::min(depth, a.columns - l);
      Matrix part{b.data + l * b.rowStride + j * b.columnStride, rows, columns, b.rowStride,
                  b.columnStride};
      if (b.rowStride == width && b.columnStride != width)
        kernels.pack(part.data, part.columnStride, panel, rows, columns);
      else
        packRows(part, width, panel);
      int64_t row = PanelColumns * width;
      Product product{a.data + l * a.columnStride,
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
          j + 2 * PanelColumns <= b.columns) {
        product.ahead = part.data + PanelColumns * b.columnStride - panel;
        product.aheadStep = (row + a.rows - 1) / a.rows;
      }
      kernels.outer(product);
    }
  giveShared(panel, bytes);
}

/// Tiles of both operands stay in the first-level cache along a block of k.
void multiplyDots(const ProductKernels &kernels, Product product, int64_t bColumn) {
  constexpr int64_t Depth = 4096; // bytes
  int64_t k = product.k, depth = std::max<int64_t>(1, Depth / kernels.width);
  product.backwards = product.m == 1 && walksBackwards(product.b);
  product.bRow = bColumn;
  for (int64_t at = 0; at < k; at += product.k) {
    // The last block is not much shorter than the others.
    int64_t blocks = (k - at + depth - 1) / depth;
    product.k = std::min(k - at, ((k - at) / blocks + 15) / 16 * 16);
    kernels.dot(product);
    product.a += product.k * kernels.width;
    product.b += product.k * kernels.width;
    product.accumulate = true;
  }
}

bool isDots(const Matrix &a, const Matrix &b) {
  bool isTiny =
      b.columns == 1 && a.rows * a.columns <= 64; // less than adding up across lanes takes
  return (a.rows < 48 || b.columns < 8) && !isTiny;
}
} // namespace

bool walksBackwards(const void *matrix) {
  static thread_local std::bitset<256> last;
  auto bits = reinterpret_cast<uintptr_t>(matrix);
  size_t entry = (bits >> 6 ^ bits >> 14) % last.size();
  return last.flip(entry)[entry];
}

void multiply(const ProductKernels &kernels, const Matrix &a, const Matrix &b, const Matrix &c) {
  int64_t width = kernels.width;
  if (a.columns == 0) {
    for (int64_t i = 0; i < c.rows; ++i)
      std::memset(c.data + i * c.rowStride, 0, size_t(c.columns * width));
    return;
  }
  // Columns of a side by side, and one of b: the row of b times the rows of a's transpose.
  if (b.columns == 1 && a.rows > 1 && a.rowStride == width && a.columnStride != width &&
      c.rowStride == width) {
    multiply(kernels, {b.data, 1, b.rows, width, b.rowStride},
             {a.data, a.columns, a.rows, a.columnStride, width}, {c.data, 1, a.rows, width, width});
    return;
  }
  bool single = a.columns == 1; // then strides along k do not matter
  bool aligned = single || (a.columnStride == width && b.rowStride == width);
  Product product{a.data,    b.data,      c.data,         a.rows, b.columns,
                  a.columns, a.rowStride, a.columnStride, 0,      c.rowStride};
  if (aligned && isDots(a, b) && !(single && b.columnStride == width)) {
    multiplyDots(kernels, product, b.columnStride);
    return;
  }
  bool sideBySide = b.columnStride == width || b.columns == 1;
  if (sideBySide && (a.rows < 32 || b.columns <= 256)) {
    product.bRow = b.rowStride;
    kernels.outer(product);
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
  if (b.columns >= 2 * PanelColumns) {
    int64_t panels = (b.columns + PanelColumns - 1) / PanelColumns;
    int64_t grain = std::max<int64_t>(1, int64_t(Worth / work * double(panels)));
    share(panels, grain, [&](int64_t begin, int64_t end) {
      int64_t from = begin * PanelColumns, to = std::min(end * PanelColumns, b.columns);
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
