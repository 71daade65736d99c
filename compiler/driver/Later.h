// Later.h: functions that only nodes of gradients name become code when the first of them runs:
// most programs that could be differentiated never are.
#ifndef LITH_DRIVER_LATER_H
#define LITH_DRIVER_LATER_H

#include "ir/Dialect.h"

#include <lith/program.h>

namespace lith::driver {

/// Takes such functions out of the module, where declarations stay. Null: there are none, or the
/// program runs nodes itself and needs them at once.
mlir::OwningOpRef<mlir::ModuleOp> takeNodeFunctions(mlir::ModuleOp module);

/// Makes the code of those that the module, after all passes, still names; with a number below
/// `first` they are named by the modules before it. `tables` are those of the program before its
/// own code was made.
Executable::Later makeLater(mlir::OwningOpRef<mlir::ModuleOp> functions, mlir::ModuleOp module,
                            Image tables, int64_t first = 0);

} // namespace lith::driver

#endif // LITH_DRIVER_LATER_H
