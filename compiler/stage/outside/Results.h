// Results.h: how the caller rebuilds the result of a program from what comes out of it.
#ifndef LITH_STAGE_OUTSIDE_RESULTS_H
#define LITH_STAGE_OUTSIDE_RESULTS_H

#include "stage/Stage.h"

namespace lith::stage {

/// A tensor among the results of the program: the number of its raw result, and its history.
struct FollowedResult {
  int index;
  History history;
  contract::Gradients::Part part; ///< in the graph of what it shares its memory with
};

/// Describes a value as the result of the program; `results` gets what the program returns for it,
/// `followed` the tensors that require a gradient. Refuses what cannot be a result.
contract::Output describe(Stage &, Value value, llvm::SmallVectorImpl<mlir::Value> &results,
                          std::vector<FollowedResult> &followed);

} // namespace lith::stage

#endif // LITH_STAGE_OUTSIDE_RESULTS_H
