// Handlers.h: handlers of operations that become kernels, by family.
#ifndef LITH_CODEGEN_KERNELS_HANDLERS_H
#define LITH_CODEGEN_KERNELS_HANDLERS_H

#include "codegen/Emitter.h"
#include "codegen/kernels/Graph.h"

namespace lith::codegen {

void addGroupHandlers(HandlerTable &handlers);
void addAttentionHandlers(HandlerTable &handlers);

/// The kernel of a graph, written once per module for each structure.
llvm::Function *graphKernel(Emitter &emitter, const Graph &graph);

} // namespace lith::codegen

#endif // LITH_CODEGEN_KERNELS_HANDLERS_H
