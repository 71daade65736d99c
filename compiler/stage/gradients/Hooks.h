// Hooks.h: hooks of tensors.
#ifndef LITH_STAGE_GRADIENTS_HOOKS_H
#define LITH_STAGE_GRADIENTS_HOOKS_H

#include "stage/Stage.h"
#include "stage/model/Registry.h"

namespace lith::stage {

namespace gradients {

/// (tensor): what its node or leaf has for all its hooks, a dict (prelude/hooks.py).
Result hooksOf(Stage &, const CallInfo &info);
/// (dict of hooks): it, which is about to be changed.
Result hooksToChange(Stage &, const CallInfo &info);
/// The hooks of this known node, which a node of run time has from here on, may not be changed.
void takeHooks(Stage &, Address node);
/// Whether a result of a node, or a leaf, has hooks that get its gradient.
bool hasHooks(Stage &, const History &at);
/// Whether a tensor that the result is keeps its gradient, by retain_grad.
bool keepsGradient(Stage &, const History &at);
/// The tensor that keeps its gradient has another history from here on: a write made it.
void moveKeeper(Stage &, const History &from, const History &to);
/// What hooks make of the gradient of a result, or of a leaf; nothing: the path ended.
Result throughHooks(Stage &, const History &at, Value gradient);
/// Runs the hooks of a leaf whose gradient was added; false: the path ended.
bool runHooksAfter(Stage &, Value leaf);
/// What prelude/module_hooks.py asks of the stage.
void registerModuleHooks(Registry &registry);

} // namespace gradients

/// Refuses hooks of tensors of before the call that a program leaves behind.
void refuseHooksThatStay(Stage &);
/// Refuses hooks of leaves that it made, where a backward outside of it may come to one.
void refuseHooksOfResults(Stage &, llvm::ArrayRef<mlir::Value> results);
/// Refuses hooks of leaves that paths have made which met, or trips, and that the engine may reach.
void refuseHooksOfPaths(Stage &);
/// Refuses hooks on the way from a result to the argument that it is a view of: PyTorch's graph has
/// a view of its own there.
void refuseHooksOfViews(Stage &, const History &result);

} // namespace lith::stage

#endif // LITH_STAGE_GRADIENTS_HOOKS_H
