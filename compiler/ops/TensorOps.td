// TensorOps.td: the operations that code generation makes kernels, views and products of.
include "ops/Elementwise.td"
include "ops/Reduce.td"
include "ops/Views.td"
include "ops/Linalg.td"
