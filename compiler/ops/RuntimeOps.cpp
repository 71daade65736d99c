// RuntimeOps.cpp: the generated parts of the operations that call the runtime.

#include "ops/RuntimeOps.h"
#include "ir/RuntimeTable.h"

using lith::ir::addRuntimeEffects;

#define GET_OP_CLASSES
#include "ops/RuntimeOps.cpp.inc"

void lith::ir::LithDialect::registerRuntimeOps() {
  addOperations<
#define GET_OP_LIST
#include "ops/RuntimeOps.cpp.inc"
      >();
}
