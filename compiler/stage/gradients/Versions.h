// Versions.h: whether what a graph keeps is still what it was.
#ifndef LITH_STAGE_GRADIENTS_VERSIONS_H
#define LITH_STAGE_GRADIENTS_VERSIONS_H

#include "stage/gradients/Backward.h"

namespace lith::stage::gradients {

/// A tensor as it is now, for a node that keeps it.
KeptTensor keptNow(Stage &, Value tensor);
/// Raises what eager raises where it was written since. `contents`: what was kept; `result`: the
/// history of what is kept as a result of its own node; `isLater`: this is staged for a node of run
/// time, whose backward comes after writes that are not known yet; `source`: what the message adds
/// of where it comes from, where that is not its history now; `isSaved`: whether eager keeps it, a
/// bool of run time; null: it does. False: the path ended.
bool checkKept(Stage &, const KeptTensor &kept, mlir::Value contents,
               const History *result = nullptr, bool isLater = false, llvm::StringRef source = {},
               llvm::function_ref<Value()> isSaved = nullptr);
/// Whether others may have the memory of what a node keeps, too.
bool isSeen(Stage &, const KeptTensor &kept, mlir::Value contents, const SavedTensors &noted);
/// The history of what was written, for all that see it. Where that has a history of its own, so
/// have its views; of other tensors over its memory it is what it was where that is detached, else
/// not known any more.
void setWritten(Stage &, Value target, History now);

} // namespace lith::stage::gradients

#endif // LITH_STAGE_GRADIENTS_VERSIONS_H
