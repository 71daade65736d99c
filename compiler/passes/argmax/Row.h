// Row.h: scores of rows, from the product to where the largest of each is looked for.
#ifndef LITH_PASSES_ARGMAX_ROW_H
#define LITH_PASSES_ARGMAX_ROW_H

#include "ops/TensorOps.h"

namespace lith::passes {

/// rows * matrix^T + bias, as it is or as softmax or log_softmax has it: the order is the same.
struct RowScores {
  enum class Kind : uint8_t { Plain, Softmax, LogSoftmax };
  Kind kind = Kind::Plain;
  mlir::Value rows;                       ///< [.., k], as the product takes them
  ir::ConstTensorOp matrix;               ///< [n, k] of float
  ir::ConstTensorOp bias;                 ///< [n], or null
  llvm::SetVector<mlir::Operation *> ops; ///< all that compute the scores, the product last

  int64_t count() { return matrix.getSizes()[0]; }
  int64_t length() { return matrix.getSizes()[1]; }
};

/// False: the value is something else.
bool findScores(mlir::Value value, RowScores &scores);
/// For each value on the way from the product: the rows, [.., k], picked and arranged as its are.
llvm::DenseMap<mlir::Value, mlir::Value> arrangeRows(RowScores &scores);

} // namespace lith::passes

#endif // LITH_PASSES_ARGMAX_ROW_H
