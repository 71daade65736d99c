// In a loop the largest score of a row is found by codes of the matrix; where that score is collected,
// rows are. Neither for a small matrix, nor for scores that are used, nor outside of a loop.
// RUN: --pass=bound-argmax
// CHECK: ^bb1
// CHECK: tensor<?x512xf32>):
// CHECK: lith.const_tensor 4 [3000, 512]
// CHECK: lith.const_tensor 5 [4, 3000]
// CHECK: lith.argmax_linear
// CHECK: lith.concat
// CHECK: cf.cond_br
// CHECK: lith.matmul
// CHECK: lith.div
// CHECK: lith.concat
// CHECK: lith.full
// CHECK: lith.const_tensor 4 [3000, 512]
// CHECK: lith.const_tensor 6 [4, 3000]
// CHECK: lith.argmax_linear
// CHECK: lith.argmax
// CHECK: lith.argmax
// CHECK: lith.argmax
func.func @main(%row: tensor<1x512xf32>, %rows: tensor<?x512xf32>, %steps: i64)
    -> (tensor<?xf32>, tensor<1xi64>, tensor<1xf32>) {
  %large = lith.const_tensor 0 [3000, 512] : tensor<?x?xf32>
  %bias = lith.const_tensor 1 [3000] : tensor<?xf32>
  %small = lith.const_tensor 2 [300, 512] : tensor<?x?xf32>
  %none = lith.const_tensor 3 [0] : tensor<?xf32>
  %zero = lith.constant 0 : i64
  %one = lith.constant 1 : i64
  %t = lith.permute %large {dims = array<i64: 1, 0>} : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %u = lith.permute %small {dims = array<i64: 1, 0>} : (tensor<?x?xf32>) -> tensor<?x?xf32>
  cf.br ^loop(%none, %zero : tensor<?xf32>, i64)
^loop(%all: tensor<?xf32>, %i: i64):
  %more = lith.compare lt %i, %steps : i64
  cf.cond_br %more, ^body, ^behind
^body:
  %1 = lith.matmul %row, %t : (tensor<1x512xf32>, tensor<?x?xf32>) -> tensor<1x?xf32>
  %2 = lith.add %1, %bias : tensor<1x?xf32>, tensor<?xf32> -> tensor<1x?xf32>
  %3 = lith.amax %2 {dims = array<i64: 1>, keepdim = true} : tensor<1x?xf32> -> tensor<1x1xf32>
  %4 = lith.sub %2, %3 : tensor<1x?xf32>, tensor<1x1xf32> -> tensor<1x?xf32>
  %5 = lith.exp %4 : tensor<1x?xf32> -> tensor<1x?xf32>
  %6 = lith.sum %5 {dims = array<i64: 1>, keepdim = true} : tensor<1x?xf32> -> tensor<1x1xf32>
  %7 = lith.div %5, %6 : tensor<1x?xf32>, tensor<1x1xf32> -> tensor<1x?xf32>
  %8 = lith.argmax %7 {dims = array<i64: 1>, keepdim = true} : tensor<1x?xf32> -> tensor<1x1xi64>
  %9 = lith.gather(%7, %one, %8) : (tensor<1x?xf32>, i64, tensor<1x1xi64>) -> tensor<1x1xf32>
  %10 = lith.squeeze %9 {dims = array<i64: 1>} : (tensor<1x1xf32>) -> tensor<1xf32>
  %new = lith.concat(%zero, %all, %10) : (i64, tensor<?xf32>, tensor<1xf32>) -> tensor<?xf32>
  %a = lith.item_int(%8) : (tensor<1x1xi64>) -> i64

  %11 = lith.matmul %rows, %t : (tensor<?x512xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %12 = lith.argmax %11 {dims = array<i64: 1>, keepdim = false} : tensor<?x?xf32> -> tensor<?xi64>
  %b = lith.item_int(%12) : (tensor<?xi64>) -> i64

  %13 = lith.matmul %row, %u : (tensor<1x512xf32>, tensor<?x?xf32>) -> tensor<1x?xf32>
  %14 = lith.argmax %13 {dims = array<i64: 1>, keepdim = false} : tensor<1x?xf32> -> tensor<1xi64>
  %c = lith.item_int(%14) : (tensor<1xi64>) -> i64

  %15 = lith.matmul %row, %t : (tensor<1x512xf32>, tensor<?x?xf32>) -> tensor<1x?xf32>
  %16 = lith.argmax %15 {dims = array<i64: 1>, keepdim = false} : tensor<1x?xf32> -> tensor<1xi64>
  %d = lith.item_int(%16) : (tensor<1xi64>) -> i64
  %17 = lith.sum %15 {dims = array<i64: 1>, keepdim = false} : tensor<1x?xf32> -> tensor<1xf32>
  %e = lith.item_float(%17) : (tensor<1xf32>) -> f64

  %18 = lith.binary add %a, %b : i64 -> i64
  %19 = lith.binary add %18, %c : i64 -> i64
  %20 = lith.binary add %19, %d : i64 -> i64
  cf.br ^loop(%new, %20 : tensor<?xf32>, i64)
^behind:
  %21 = lith.matmul %row, %t : (tensor<1x512xf32>, tensor<?x?xf32>) -> tensor<1x?xf32>
  %22 = lith.argmax %21 {dims = array<i64: 1>, keepdim = false} : tensor<1x?xf32> -> tensor<1xi64>
  %23 = lith.cast %22 : tensor<1xi64> -> tensor<1xf32>
  return %all, %22, %23 : tensor<?xf32>, tensor<1xi64>, tensor<1xf32>
}
