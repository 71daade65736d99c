// Kernels.h: the builders of kernels, one per kind.
//
// Each adds one internal function to a module and returns it. Signatures are those of abi.h and
// lith/kernels.h; the drivers in runtime/src/kernels call them.
#ifndef LITH_CODEGEN_KERNELS_KERNELS_H
#define LITH_CODEGEN_KERNELS_KERNELS_H

#include "codegen/kernels/Graph.h"
#include "codegen/kernels/VectorBuilder.h"

namespace llvm {
class TargetMachine;
}

namespace lith::codegen {

/// The vector unit of a target machine.
KernelTarget kernelTargetOf(const llvm::TargetMachine &machine);

/// lith_map_kernel for a graph without reductions.
llvm::Function *buildMapKernel(llvm::Module &module, llvm::StringRef name, const Graph &graph,
                               KernelTarget target);
/// lith_row_kernel for a graph with reductions along the innermost dimension.
llvm::Function *buildRowKernel(llvm::Module &module, llvm::StringRef name, const Graph &graph,
                               KernelTarget target);
/// Scratch vectors of a row, eight bytes an element, that the row kernel of `graph` needs.
unsigned rowScratchSlots(const Graph &graph);
/// lith_column_kernel for a graph with reductions along an outer dimension.
llvm::Function *buildColumnKernel(llvm::Module &module, llvm::StringRef name, const Graph &graph,
                                  KernelTarget target);

} // namespace lith::codegen

#endif // LITH_CODEGEN_KERNELS_KERNELS_H
