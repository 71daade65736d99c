// Exit.h: the end of a program as a place where histories become nodes of run time.
#ifndef LITH_STAGE_GRADIENTS_EXIT_H
#define LITH_STAGE_GRADIENTS_EXIT_H

#include "contract/Program.h"
#include "stage/outside/Results.h"

namespace lith::stage {

/// Appends to the results the nodes that the tensors among them go back to, and the leaves of the
/// inputs that require a gradient.
contract::Gradients giveGradients(Stage &, llvm::ArrayRef<FollowedResult> tensors,
                                  llvm::SmallVectorImpl<mlir::Value> &results);

} // namespace lith::stage

#endif // LITH_STAGE_GRADIENTS_EXIT_H
