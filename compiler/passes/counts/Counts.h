// Counts.h: explicit reference counts.
#ifndef LITH_PASSES_COUNTS_COUNTS_H
#define LITH_PASSES_COUNTS_COUNTS_H

#include "ir/Dialect.h"

namespace lith::passes {

void insertCounts(mlir::ModuleOp module);

/// Checks what insertCounts ensures, with an error at the operation that breaks it.
mlir::LogicalResult verifyCounts(mlir::ModuleOp module);

} // namespace lith::passes

#endif // LITH_PASSES_COUNTS_COUNTS_H
