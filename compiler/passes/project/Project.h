// Project.h: products of constant tables with constant matrices.
#ifndef LITH_PASSES_PROJECT_PROJECT_H
#define LITH_PASSES_PROJECT_PROJECT_H

#include "ir/Dialect.h"

namespace lith::passes {

/// A constant that is computed from two others: table * matrix, or its transpose. All are indices
/// of the program's constants.
struct Projection {
  int64_t table, matrix;
  bool transposed;
};

/// Runs before constants are packed and before the graph is kept as bytecode. Constant
/// `constants` + i of the graph is the result's i-th.
std::vector<Projection> projectTables(mlir::ModuleOp module, int64_t constants);

} // namespace lith::passes

#endif // LITH_PASSES_PROJECT_PROJECT_H
