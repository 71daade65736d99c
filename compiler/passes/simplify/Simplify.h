// Simplify.h: folding, removal of what is dead or computed twice.
#ifndef LITH_PASSES_SIMPLIFY_SIMPLIFY_H
#define LITH_PASSES_SIMPLIFY_SIMPLIFY_H

#include "ir/Dialect.h"

namespace lith::passes {

void simplify(mlir::ModuleOp module);

/// Erases the private functions that no public one leads to by names.
void eraseUnnamedFunctions(mlir::ModuleOp module);

} // namespace lith::passes

#endif // LITH_PASSES_SIMPLIFY_SIMPLIFY_H
