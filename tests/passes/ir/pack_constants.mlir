// A matrix that is only multiplied with is packed; one that something else reads too is not.
// RUN: --pass=pack-constants
// CHECK: lith.packed_tensor 0 transposed
// CHECK: lith.packed_tensor 1
// CHECK: lith.const_tensor 2
// CHECK: lith.const_tensor 3
// CHECK: lith.matmul_packed
// CHECK: lith.matmul_packed
// CHECK: lith.matmul
// CHECK: lith.matmul
// NOT: lith.dim
func.func @main(%x: tensor<?x?x?xf32>) -> (tensor<?x?x?xf32>, tensor<?x?xf32>, i64) {
  %a = lith.const_tensor 0 [32, 64] : tensor<?x?xf32>
  %b = lith.const_tensor 1 [32, 16] : tensor<?x?xf32>
  %c = lith.const_tensor 2 [16, 16] : tensor<?x?xf32>
  %d = lith.const_tensor 3 [16, 8] : tensor<?x?xf32>
  %at = lith.permute %a {dims = array<i64: 1, 0>} : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %n = lith.dim %a[0] : tensor<?x?xf32>
  %1 = lith.matmul %x, %at : (tensor<?x?x?xf32>, tensor<?x?xf32>) -> tensor<?x?x?xf32>
  %2 = lith.matmul %1, %b : (tensor<?x?x?xf32>, tensor<?x?xf32>) -> tensor<?x?x?xf32>
  %3 = lith.matmul %2, %c : (tensor<?x?x?xf32>, tensor<?x?xf32>) -> tensor<?x?x?xf32>
  %4 = lith.matmul %3, %d : (tensor<?x?x?xf32>, tensor<?x?xf32>) -> tensor<?x?x?xf32>
  return %4, %c, %n : tensor<?x?x?xf32>, tensor<?x?xf32>, i64
}
