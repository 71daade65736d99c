// Dims.h: sizes of results, asked of the operands instead.
#ifndef LITH_PASSES_FUSE_DIMS_H
#define LITH_PASSES_FUSE_DIMS_H

#include "ir/Dialect.h"

namespace lith::passes {

/// Rewrites each lith.dim of an elementwise operator or reduction in terms of its operands, so that
/// a size is known before the elements are.
void forwardDims(mlir::ModuleOp module);

} // namespace lith::passes

#endif // LITH_PASSES_FUSE_DIMS_H
