// TensorOperator.h: the interface of operations whose facts stand in a record.
#ifndef LITH_OPS_TENSOROPERATOR_H
#define LITH_OPS_TENSOROPERATOR_H

#include "ir/Dialect.h"
#include "ops/OperatorTable.h"

#include "ops/TensorOperator.h.inc"

#endif // LITH_OPS_TENSOROPERATOR_H
