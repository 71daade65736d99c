// Handlers.h: handlers of operations that become kernels, by family.
#ifndef LITH_CODEGEN_KERNELS_HANDLERS_H
#define LITH_CODEGEN_KERNELS_HANDLERS_H

#include "codegen/Emitter.h"
#include "codegen/kernels/Graph.h"

namespace lith::codegen {

void addGroupHandlers(HandlerTable &handlers);
void addProductHandlers(HandlerTable &handlers);

/// The kernel of a graph, written once per module for each structure.
llvm::Function *graphKernel(Emitter &emitter, const Graph &graph);

/// Kernels of matrix products for a dtype; null constants for dtypes without.
struct ProductCode {
  llvm::Value *outer, *dot, *pack;
};
ProductCode productCode(Emitter &emitter, lith_dtype dtype);

} // namespace lith::codegen

#endif // LITH_CODEGEN_KERNELS_HANDLERS_H
