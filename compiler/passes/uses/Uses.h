// Uses.h: what an operation does with a tensor operand.
#ifndef LITH_PASSES_USES_USES_H
#define LITH_PASSES_USES_USES_H

#include "ir/Dialect.h"

namespace lith::passes {

/// Whether the operation only reads the elements of its tensor operands: its results share no
/// memory with them, and no operand enters a container or leaves the function. Views do not.
bool readsOnly(mlir::Operation *op);

/// Whether the operation may write elements of tensors that exist before it.
bool mayWriteTensors(mlir::Operation *op);

/// Visits all uses of a tensor, through views; false when one of them is neither a view nor reads
/// only, so that the program may see which object the tensor is.
bool visitUses(mlir::Value tensor, llvm::function_ref<void(mlir::Operation *)> visit);

/// For each argument of the program, whether it may write its memory.
std::vector<bool> writtenArguments(mlir::ModuleOp module);

} // namespace lith::passes

#endif // LITH_PASSES_USES_USES_H
