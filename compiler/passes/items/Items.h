// Items.h: elements that become numbers of the host program.
#ifndef LITH_PASSES_ITEMS_ITEMS_H
#define LITH_PASSES_ITEMS_ITEMS_H

#include "ir/Dialect.h"

namespace lith::passes {

void readItems(mlir::ModuleOp module);

} // namespace lith::passes

#endif // LITH_PASSES_ITEMS_ITEMS_H
