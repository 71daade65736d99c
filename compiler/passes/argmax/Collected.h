// Collected.h: a number of each iteration of a loop that is only appended to a tensor.
#ifndef LITH_PASSES_ARGMAX_COLLECTED_H
#define LITH_PASSES_ARGMAX_COLLECTED_H

#include "ops/RuntimeOps.h"
#include "ops/TensorOps.h"

#include "llvm/ADT/DenseSet.h"

namespace lith::passes {

/// acc = cat((acc, element)) in a loop that does nothing else with either.
struct Collection {
  ir::ConcatOp append;
  mlir::BlockArgument all; ///< what was appended before this iteration; of the loop's header
  int64_t dim;
  llvm::DenseSet<mlir::Block *> loop;
  llvm::SmallVector<mlir::Operation *> views; ///< from the element to what is appended
};

/// False: the element, one number, is used otherwise.
bool findCollection(mlir::Value element, Collection &collection);

/// Rows in place of elements: `row`, [1, length] of float, is appended to a tensor in each
/// iteration, and `elementsOf` makes an element, [rows], of each row of [rows, length] where the
/// elements are used behind the loop, and whenever `most` rows have come together.
void collectRows(Collection &collection, mlir::Value row, int64_t length, int64_t most,
                 llvm::function_ref<mlir::Value(mlir::OpBuilder &, mlir::Value rows)> elementsOf);

} // namespace lith::passes

#endif // LITH_PASSES_ARGMAX_COLLECTED_H
