// TensorOps.cpp: the generated parts of the tensor operators.

#include "ops/TensorOps.h"

#define GET_OP_CLASSES
#include "ops/TensorOps.cpp.inc"

void lith::ir::LithDialect::registerTensorOps() {
  addOperations<
#define GET_OP_LIST
#include "ops/TensorOps.cpp.inc"
      >();
}
