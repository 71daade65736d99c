// Fuse.h: tensor operators that become one kernel.
#ifndef LITH_PASSES_FUSE_FUSE_H
#define LITH_PASSES_FUSE_FUSE_H

#include "ir/Dialect.h"

namespace lith::passes {

void fuse(mlir::ModuleOp module);

} // namespace lith::passes

#endif // LITH_PASSES_FUSE_FUSE_H
