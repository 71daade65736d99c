// Boxing.h: values that enter memory of run time; what the other rooms ask of runtime/.
#ifndef LITH_STAGE_BOXING_H
#define LITH_STAGE_BOXING_H

#include "stage/Stage.h"

namespace lith::stage {

/// Any value as a !lith.box: known objects become runtime objects.
mlir::Value toBox(Stage &, Value value);
/// Turns a known list, dict or set, with all that it holds, into one of run time; a storage into
/// a cell.
void makeRuntime(Stage &, Value object);

// --- containers of run time

Value runtimeList(Stage &, mlir::Value ssa, TypeVariable element);

} // namespace lith::stage

#endif // LITH_STAGE_BOXING_H
