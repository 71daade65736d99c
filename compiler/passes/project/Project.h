// Project.h: products of constant tables with constant matrices.
#ifndef LITH_PASSES_PROJECT_PROJECT_H
#define LITH_PASSES_PROJECT_PROJECT_H

#include "ir/Dialect.h"
#include "passes/Derived.h"

namespace lith::passes {

/// Runs before constants are packed and before the graph is kept as bytecode.
void projectTables(mlir::ModuleOp module, DerivedConstants &constants);

} // namespace lith::passes

#endif // LITH_PASSES_PROJECT_PROJECT_H
