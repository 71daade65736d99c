// Bfloat16.h: matrix products of bfloat16 with sums in float, where the processor multiplies pairs.
#ifndef LITH_KERNELS_PRODUCTS_BFLOAT16_H
#define LITH_KERNELS_PRODUCTS_BFLOAT16_H

#include "kernels/products/Product.h"

namespace lith::kernels {

/// All take a side by side along k and write c; nothing is accumulated.
struct Bfloat16Kernels {
  /// b is a panel: rows of PanelColumns pairs that follow each other along k. `k` is a multiple of
  /// `depth` and `n` at most PanelColumns.
  void (*outer)(const Product &product);
  /// The same with the rows and columns of c exchanged; null where it has no use.
  void (*across)(const Product &product);
  int64_t depth;
  /// b side by side along k, `bRow` between its columns.
  void (*dot)(const Product &product);
};

/// Null where the processor lacks the instructions.
const Bfloat16Kernels *bfloat16Kernels();

} // namespace lith::kernels

#endif // LITH_KERNELS_PRODUCTS_BFLOAT16_H
