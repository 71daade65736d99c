// TensorOps.h: the classes of the tensor operators.
#ifndef LITH_OPS_TENSOROPS_H
#define LITH_OPS_TENSOROPS_H

#include "ops/TensorOperator.h"

#define GET_OP_CLASSES
#include "ops/TensorOps.h.inc"

#endif // LITH_OPS_TENSOROPS_H
