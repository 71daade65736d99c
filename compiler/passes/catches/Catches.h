// Catches.h: the ways into exception handlers.
#ifndef LITH_PASSES_CATCHES_CATCHES_H
#define LITH_PASSES_CATCHES_CATCHES_H

#include "ir/Dialect.h"

namespace lith::passes {

void mergeCatches(mlir::ModuleOp module);

} // namespace lith::passes

#endif // LITH_PASSES_CATCHES_CATCHES_H
