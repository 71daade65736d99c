// Operators.td: all records of operators, for the table.
include "ops/TensorOps.td"
include "ops/RuntimeOps.td"
