// Captures.h: what a function of gradients uses of its surroundings.
#ifndef LITH_STAGE_GRADIENTS_CAPTURES_H
#define LITH_STAGE_GRADIENTS_CAPTURES_H

#include "stage/Stage.h"

namespace lith::stage::gradients {

/// Makes parameters of all values that the functions use and do not define, before those that they
/// have, the same of each, and gives the values. Constants are made again in them; where they only
/// ask for the sizes of a tensor, those are what is saved. `also` are parameters in any case.
std::vector<mlir::Value> captureOutside(Stage &s, llvm::ArrayRef<mlir::func::FuncOp> functions,
                                        llvm::ArrayRef<mlir::Value> also);

} // namespace lith::stage::gradients

#endif // LITH_STAGE_GRADIENTS_CAPTURES_H
