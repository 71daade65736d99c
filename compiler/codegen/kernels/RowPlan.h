// RowPlan.h: the passes of a row kernel.
#ifndef LITH_CODEGEN_KERNELS_ROWPLAN_H
#define LITH_CODEGEN_KERNELS_ROWPLAN_H

#include "codegen/kernels/Graph.h"

namespace lith::codegen {

/// One loop over a row.
struct RowPass {
  std::vector<uint32_t> reductions; // nodes that it accumulates
  std::vector<uint32_t> kept;       // nodes that it writes to scratch for later passes
  std::vector<uint32_t> reloaded;   // nodes that it reads from scratch
  std::vector<uint32_t> inputs;     // inputs that it reads
  std::vector<uint32_t> outputs;    // outputs (numbers) that it writes
  unsigned count = 0;               // which of the kernel's counts bounds it
  unsigned cost = 0;
};

struct RowPlan {
  std::vector<RowPass> passes;
  std::vector<bool> isScalar;      // by node: the same along the row
  std::vector<uint32_t> slot;      // by node: its row of scratch
  std::vector<unsigned> keptCount; // by node: the count of the pass that keeps it
  unsigned slots = 0;

  /// The type in which a node is kept: that of its computation.
  lith_dtype scratchDtype(const Graph &graph, uint32_t node) const;
};

RowPlan planRows(const Graph &graph);

/// By node: the tensor inputs that it depends on elementwise, and those through a reduction.
struct InputMasks {
  std::vector<uint32_t> direct, folded;
};
InputMasks inputMasks(const Graph &graph);
/// The reductions of a graph in order; number r is bounded by counts[r + 1] of a row kernel.
std::vector<uint32_t> reductionsOf(const Graph &graph);

} // namespace lith::codegen

#endif // LITH_CODEGEN_KERNELS_ROWPLAN_H
