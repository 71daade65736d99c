// GroupGraph.h: tensor operations of the dialect as the graph of one kernel.
#ifndef LITH_CODEGEN_KERNELS_GROUPGRAPH_H
#define LITH_CODEGEN_KERNELS_GROUPGRAPH_H

#include "codegen/kernels/Graph.h"
#include "ir/Dialect.h"

#include <lith/kernels.h>

namespace lith::codegen {

/// A kernel and the description that its driver gets. `owned` is left empty.
struct GroupCode {
  Graph graph;
  lith_group description;
};

/// The reductions of the dialect, by their operations' names, and the fold that computes each.
llvm::ArrayRef<std::pair<llvm::StringLiteral, ReduceKind>> reductions();

/// What the driver needs to know of a finished graph, but for the reduced dimensions.
lith_group describeGraph(const Graph &graph);

/// The operators that tell how the outputs lie in memory, as they stand behind the description;
/// their number goes into it. Empty: each output lies as one operator of its inputs does.
std::string describeLayout(const Graph &graph, lith_group &description);

/// The kernel of `operations`, in order, from `inputs` (tensors and numbers) to `outputs`.
/// Reductions must all fold the same dimensions.
GroupCode groupCode(llvm::ArrayRef<mlir::Operation *> operations, mlir::ValueRange inputs,
                    mlir::ValueRange outputs);

} // namespace lith::codegen

#endif // LITH_CODEGEN_KERNELS_GROUPGRAPH_H
