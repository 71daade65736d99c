// Argmax.h: the largest element of a row times a large constant matrix.
#ifndef LITH_PASSES_ARGMAX_ARGMAX_H
#define LITH_PASSES_ARGMAX_ARGMAX_H

#include "ir/Dialect.h"
#include "passes/Derived.h"

namespace lith::passes {

/// Runs before constants are packed and before the graph is kept as bytecode.
void boundArgmax(mlir::ModuleOp module, DerivedConstants &constants);

} // namespace lith::passes

#endif // LITH_PASSES_ARGMAX_ARGMAX_H
