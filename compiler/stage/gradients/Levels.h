// Levels.h: what a function that torch.func differentiates is given, and what leaves its call.
//
// Each call of torch.func.grad or vjp gives its function inputs of its own: tensors over the same
// memory whose node leads to what they were made of. They require a gradient as long as the call
// goes on; what it gives back requires one where something else does that it was computed of.
#ifndef LITH_STAGE_GRADIENTS_LEVELS_H
#define LITH_STAGE_GRADIENTS_LEVELS_H

#include "stage/Stage.h"
#include "stage/model/Registry.h"

namespace lith::stage::gradients {

/// What a history certainly leads to: leaves, inputs of calls that go on, and nodes that are not
/// followed further; a known node requires a gradient as one of its arguments does.
struct Reach {
  bool isCertain = false;
  llvm::SmallVector<mlir::Value> atRunTime; ///< nodes, of which one that is not null suffices
};
Reach reachOf(Stage &, const History &from);

void registerLevels(Registry &registry);

} // namespace lith::stage::gradients

#endif // LITH_STAGE_GRADIENTS_LEVELS_H
