// TensorOps.td: all tensor primitives.
include "ops/Elementwise.td"
include "ops/Reduce.td"
include "ops/Views.td"
include "ops/Linalg.td"
include "ops/Runtime.td"
