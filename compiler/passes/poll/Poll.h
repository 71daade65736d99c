// Poll.h: loops ask whether they are to stop.
#ifndef LITH_PASSES_POLL_POLL_H
#define LITH_PASSES_POLL_POLL_H

#include "ir/Dialect.h"

namespace lith::passes {

void pollSignals(mlir::ModuleOp module);

} // namespace lith::passes

#endif // LITH_PASSES_POLL_POLL_H
