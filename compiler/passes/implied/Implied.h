// Implied.h: conditions that earlier ones decide.
#ifndef LITH_PASSES_IMPLIED_IMPLIED_H
#define LITH_PASSES_IMPLIED_IMPLIED_H

#include "ir/Dialect.h"

namespace lith::passes {

void removeImplied(mlir::ModuleOp module);

} // namespace lith::passes

#endif // LITH_PASSES_IMPLIED_IMPLIED_H
