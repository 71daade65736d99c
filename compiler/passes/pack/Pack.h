// Pack.h: the layout of constant matrices.
#ifndef LITH_PASSES_PACK_PACK_H
#define LITH_PASSES_PACK_PACK_H

#include "ir/Dialect.h"

namespace lith::passes {

/// Runs before the pipeline and before the graph is kept as bytecode: it decides how the program's
/// constants lie in memory.
void packConstants(mlir::ModuleOp module);

} // namespace lith::passes

#endif // LITH_PASSES_PACK_PACK_H
