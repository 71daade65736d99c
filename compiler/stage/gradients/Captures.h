// Captures.h: what a function of gradients uses of its surroundings.
#ifndef LITH_STAGE_GRADIENTS_CAPTURES_H
#define LITH_STAGE_GRADIENTS_CAPTURES_H

#include "stage/Stage.h"

namespace lith::stage::gradients {

/// Makes parameters of all values that the function uses and does not define, before those that it
/// has, and gives the values. Constants are made again in it; where it only asks for the sizes of a
/// tensor, those are what is saved.
std::vector<mlir::Value> captureOutside(Stage &s, mlir::func::FuncOp function);

} // namespace lith::stage::gradients

#endif // LITH_STAGE_GRADIENTS_CAPTURES_H
