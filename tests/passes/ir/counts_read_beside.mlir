// A tensor that an operation takes over to write it is retained where the operation reads it as well.
// RUN: --pass=insert-counts --verify-counts
// CHECK: lith.retain
// CHECK: lith.scatter
// CHECK: lith.release
func.func @main(%x: tensor<?xf32>, %i: tensor<?xi64>) -> tensor<?xf32> {
  %zero = lith.constant 0 : i64
  %a = lith.rt @tensor_clone(%x) : (tensor<?xf32>) -> tensor<?xf32>
  %b = lith.scatter(%a, %zero, %i, %a, %zero) : (tensor<?xf32>, i64, tensor<?xi64>, tensor<?xf32>, i64) -> tensor<?xf32>
  return %b : tensor<?xf32>
}
