// TensorOperator.h: the interface of operations whose facts stand in a record.
#ifndef LITH_OPS_TENSOROPERATOR_H
#define LITH_OPS_TENSOROPERATOR_H

#include "ir/Dialect.h"
#include "ops/OperatorTable.h"

#include "ops/TensorOperator.h.inc"

namespace lith::ops {

/// Whether the record is that of the operation `Op`.
template <typename Op> bool describes(const Operator &record) {
  return Op::getOperationName().split('.').second == llvm::StringRef(record.name);
}

} // namespace lith::ops

#endif // LITH_OPS_TENSOROPERATOR_H
