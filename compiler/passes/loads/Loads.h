// Loads.h: reading storages without copies.
#ifndef LITH_PASSES_LOADS_LOADS_H
#define LITH_PASSES_LOADS_LOADS_H

#include "ir/Dialect.h"

namespace lith::passes {

void elideLoads(mlir::ModuleOp module);

} // namespace lith::passes

#endif // LITH_PASSES_LOADS_LOADS_H
