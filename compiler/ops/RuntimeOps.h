// RuntimeOps.h: the classes of the operations that call the runtime.
//
// Apart from TensorOps.h, so that a new one rebuilds little.
#ifndef LITH_OPS_RUNTIMEOPS_H
#define LITH_OPS_RUNTIMEOPS_H

#include "ops/TensorOperator.h"

#define GET_OP_CLASSES
#include "ops/RuntimeOps.h.inc"

#endif // LITH_OPS_RUNTIMEOPS_H
