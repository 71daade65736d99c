// Results.h: how the caller rebuilds the result of a program from what comes out of it.
#ifndef LITH_STAGE_OUTSIDE_RESULTS_H
#define LITH_STAGE_OUTSIDE_RESULTS_H

#include "stage/Stage.h"

namespace lith::stage {

/// Describes a value as the result of the program; `results` gets what the program returns for it.
/// Refuses what cannot be a result.
contract::Output describe(Stage &, Value value, llvm::SmallVectorImpl<mlir::Value> &results);

} // namespace lith::stage

#endif // LITH_STAGE_OUTSIDE_RESULTS_H
