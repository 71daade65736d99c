// MatmulBfloat16.cpp: products of bfloat16 matrices without making floats of them.
//
// Few rows are dot products, where b lies side by side along k. Otherwise panels of 64 columns of b
// are packed as pairs along k; a's rows are copied where they are not pairs side by side. Where
// both lie along k and a is the smaller, as before weights, a's rows are packed instead and b is
// read as it is.
#include "kernels/Matmul.h"
#include "kernels/Operands.h"
#include "kernels/products/Bfloat16.h"

#include <cstring>

namespace lith::kernels {

namespace {

constexpr int64_t Width = 2, FewRows = 8;

/// Rows of `k` elements, side by side, and of an even length.
void copyRows(const Matrix &a, int64_t k, char *to) {
  for (int64_t i = 0; i < a.rows; ++i, to += k * Width) {
    if (a.columnStride == Width)
      std::memcpy(to, a.data + i * a.rowStride, size_t(a.columns * Width));
    for (int64_t l = 0; l < a.columns && a.columnStride != Width; ++l)
      std::memcpy(to + l * Width, a.data + i * a.rowStride + l * a.columnStride, Width);
    std::memset(to + a.columns * Width, 0, size_t((k - a.columns) * Width));
  }
}

uint16_t elementAt(const Matrix &b, int64_t row, int64_t column) {
  uint16_t element;
  std::memcpy(&element, b.data + row * b.rowStride + column * b.columnStride, Width);
  return element;
}

void packPairs(const Matrix &b, int64_t first, int64_t columns, uint32_t *panel, int64_t k) {
  int64_t pairs = (b.rows + 1) / 2;
  std::memset(panel + pairs * PanelColumns, 0, size_t((k / 2 - pairs) * PanelColumns * 4));
  if (b.rowStride == Width && b.rows % 2 == 0) { // pairs are numbers of 32 bits
    products().int32.pack(b.data + first * b.columnStride, b.columnStride,
                          reinterpret_cast<char *>(panel), b.rows / 2, columns);
    return;
  }
  for (int64_t row = 0; row < b.rows; row += 2, panel += PanelColumns) {
    bool isPair = row + 1 < b.rows;
    if (b.columnStride == Width && isPair) {
      uint16_t low[PanelColumns], high[PanelColumns];
      std::memcpy(low, b.data + row * b.rowStride + first * Width, size_t(columns * Width));
      std::memcpy(high, b.data + (row + 1) * b.rowStride + first * Width, size_t(columns * Width));
      for (int64_t j = 0; j < columns; ++j)
        panel[j] = low[j] | uint32_t(high[j]) << 16;
      continue;
    }
    for (int64_t j = 0; j < columns; ++j)
      panel[j] = elementAt(b, row, first + j) |
                 (isPair ? uint32_t(elementAt(b, row + 1, first + j)) << 16 : 0);
  }
}

int64_t panelsOf(int64_t columns) { return (columns + PanelColumns - 1) / PanelColumns; }

/// a's rows as panels; b's columns as rows of tiles, as many at a time as stay in the cache.
void multiplyAcross(const Bfloat16Kernels &kernels, const Matrix &a, const Matrix &b,
                    const Matrix &c) {
  constexpr int64_t CacheBytes = 512 << 10;
  int64_t k = a.columns, panels = panelsOf(a.rows), panel = (k / 2 + 16) * PanelColumns;
  auto *packed = static_cast<uint32_t *>(takeShared(size_t(panels * panel * 4)));
  Matrix turned{a.data, k, a.rows, a.columnStride, a.rowStride};
  for (int64_t i = 0; i < panels; ++i)
    packPairs(turned, i * PanelColumns, std::min(PanelColumns, a.rows - i * PanelColumns),
              packed + i * panel, k);
  int64_t rows = std::max<int64_t>(1, CacheBytes / (k * Width) / 32) * 32;
  int64_t blocks = (b.columns + rows - 1) / rows, work = a.rows * k * rows + 1;
  share(blocks, std::max<int64_t>(1, 40000000 / work), [&](int64_t begin, int64_t end) {
    for (int64_t row = begin * rows; row < std::min(end * rows, b.columns); row += rows)
      for (int64_t i = 0; i < panels; ++i)
        kernels.across({.a = b.data + row * b.columnStride,
                        .b = reinterpret_cast<const char *>(packed + i * panel),
                        .c = c.data + i * PanelColumns * c.rowStride + row * c.columnStride,
                        .m = std::min(rows, b.columns - row),
                        .n = std::min(PanelColumns, a.rows - i * PanelColumns),
                        .k = k,
                        .aRow = b.columnStride,
                        .aK = Width,
                        .bRow = 0,
                        .cRow = c.rowStride,
                        .wide = c.columnStride != Width});
  });
  giveShared(packed, size_t(panels * panel * 4));
}

void multiplyPanels(const Bfloat16Kernels &kernels, const Matrix &a, const Matrix &b,
                    const Matrix &c) {
  int64_t k = (a.columns + kernels.depth - 1) / kernels.depth * kernels.depth;
  int64_t panels = panelsOf(b.columns);
  bool isCopied = a.columnStride != Width || a.columns != k;
  size_t copied = isCopied ? size_t(a.rows * k * Width) : 0;
  char *rows = isCopied ? static_cast<char *>(takeShared(copied)) : a.data;
  if (isCopied)
    copyRows(a, k, rows);
  int64_t work = a.rows * k * PanelColumns + 1;
  share(panels, std::max<int64_t>(1, 4000000 / work), [&](int64_t begin, int64_t end) {
    size_t bytes = size_t((k / 2 + 16) * PanelColumns * 4);
    auto *panel = static_cast<uint32_t *>(takeShared(bytes));
    for (int64_t j = begin * PanelColumns; j < std::min(end * PanelColumns, b.columns);
         j += PanelColumns) {
      int64_t columns = std::min(PanelColumns, b.columns - j);
      packPairs(b, j, columns, panel, k);
      kernels.outer({.a = rows,
                     .b = reinterpret_cast<const char *>(panel),
                     .c = c.data + j * c.columnStride,
                     .m = a.rows,
                     .n = columns,
                     .k = k,
                     .aRow = isCopied ? k * Width : a.rowStride,
                     .aK = Width,
                     .bRow = 0,
                     .cRow = c.rowStride,
                     .wide = c.columnStride != Width});
    }
    giveShared(panel, bytes);
  });
  if (isCopied)
    giveShared(rows, copied);
}

} // namespace

void multiplyBfloat16(const Matrix &a, const Matrix &b, const Matrix &c) {
  const Bfloat16Kernels &kernels = *bfloat16Kernels();
  bool isAlong = a.columnStride == Width && b.rowStride == Width;
  if (isAlong && a.rows < FewRows)
    kernels.dot({.a = a.data,
                 .b = b.data,
                 .c = c.data,
                 .m = a.rows,
                 .n = b.columns,
                 .k = a.columns,
                 .aRow = a.rowStride,
                 .aK = Width,
                 .bRow = b.columnStride,
                 .cRow = c.rowStride,
                 .wide = c.columnStride != Width});
  else if (isAlong && kernels.across && a.rows <= b.columns && a.columns % kernels.depth == 0)
    multiplyAcross(kernels, a, b, c);
  else
    multiplyPanels(kernels, a, b, c);
}

} // namespace lith::kernels
