// Passes.h: the passes over a module, in the order in which they run.
//
// A pass is a function over the module; it has a folder of its own whose .cpp opens
// with what it requires and ensures. runPasses is what the driver calls; tests name
// single ones.
#ifndef LITH_PASSES_PASSES_H
#define LITH_PASSES_PASSES_H

#include "ir/Dialect.h"

namespace lith::passes {

using Pass = void (*)(mlir::ModuleOp module);

struct NamedPass {
  llvm::StringLiteral name;
  Pass run;
};

/// All passes in order.
llvm::ArrayRef<NamedPass> pipeline();

/// Runs the pipeline. With LITH_VERIFY=1 in the environment the module is verified after each pass,
/// and the counts at the end; false when that fails (a defect of the compiler, not of the program).
bool runPasses(mlir::ModuleOp module);

} // namespace lith::passes

#endif // LITH_PASSES_PASSES_H
