// One row of a table times a large matrix is a row of their product; several rows, a small matrix and
// a row that something else reads are not.
// RUN: --pass=project-tables
// CHECK: lith.const_tensor 4 [600, 1500]
// CHECK: lith.const_tensor 5 [600, 512]
// CHECK: lith.index_select
// CHECK: {dims = array<i64: 1, 0, 2>} : (tensor<1x1x?xf32>) -> tensor<1x1x?xf32>
// CHECK: lith.index_select
// CHECK: lith.matmul
// CHECK: lith.matmul
// CHECK: lith.matmul
func.func @main(%one: tensor<1x1xi64>, %many: tensor<?xi64>)
    -> (tensor<1x1x?xf32>, tensor<1x1x?xf32>, tensor<?x?xf32>, tensor<1x1x?xf32>, tensor<1x1x?xf32>, tensor<1x1x?xf32>) {
  %table = lith.const_tensor 0 [600, 512] : tensor<?x?xf32>
  %large = lith.const_tensor 1 [1500, 512] : tensor<?x?xf32>
  %square = lith.const_tensor 2 [512, 512] : tensor<?x?xf32>
  %small = lith.const_tensor 3 [512, 100] : tensor<?x?xf32>
  %zero = lith.constant 0 : i64
  %t = lith.permute %large {dims = array<i64: 1, 0>} : (tensor<?x?xf32>) -> tensor<?x?xf32>

  %a = lith.index_select(%table, %zero, %one) : (tensor<?x?xf32>, i64, tensor<1x1xi64>) -> tensor<1x1x?xf32>
  %b = lith.permute %a {dims = array<i64: 1, 0, 2>} : (tensor<1x1x?xf32>) -> tensor<1x1x?xf32>
  %1 = lith.matmul %b, %t : (tensor<1x1x?xf32>, tensor<?x?xf32>) -> tensor<1x1x?xf32>

  %c = lith.index_select(%table, %zero, %one) : (tensor<?x?xf32>, i64, tensor<1x1xi64>) -> tensor<1x1x?xf32>
  %2 = lith.matmul %c, %square : (tensor<1x1x?xf32>, tensor<?x?xf32>) -> tensor<1x1x?xf32>

  %d = lith.index_select(%table, %zero, %many) : (tensor<?x?xf32>, i64, tensor<?xi64>) -> tensor<?x?xf32>
  %3 = lith.matmul %d, %t : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>

  %e = lith.index_select(%table, %zero, %one) : (tensor<?x?xf32>, i64, tensor<1x1xi64>) -> tensor<1x1x?xf32>
  %4 = lith.matmul %e, %small : (tensor<1x1x?xf32>, tensor<?x?xf32>) -> tensor<1x1x?xf32>

  %f = lith.index_select(%table, %zero, %one) : (tensor<?x?xf32>, i64, tensor<1x1xi64>) -> tensor<1x1x?xf32>
  %5 = lith.matmul %f, %t : (tensor<1x1x?xf32>, tensor<?x?xf32>) -> tensor<1x1x?xf32>
  return %1, %2, %3, %4, %5, %f : tensor<1x1x?xf32>, tensor<1x1x?xf32>, tensor<?x?xf32>, tensor<1x1x?xf32>, tensor<1x1x?xf32>, tensor<1x1x?xf32>
}
