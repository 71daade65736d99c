// Conditions read one element without making a tensor for it; conversions that may raise stay.
// RUN: --pass=fuse --pass=read-items
// CHECK: lith.group "reduce"
// CHECK: -> i1
// CHECK: lith.element_float(%arg0, %arg1, %arg2)
// CHECK: lith.item_int
// NOT: item_bool
// NOT: item_float
// RUN: --passes --run f32[2,3] 1 -1
// CHECK: True
// CHECK: 5.0
// CHECK: 5
func.func @main(%x: tensor<?x?xf32>, %i: i64, %j: i64) -> (i1, f64, i64) {
  %four = lith.constant 4.0 : f64
  %top = lith.amax %x {dims = array<i64: 0, 1>, keepdim = false} : tensor<?x?xf32> -> tensor<f32>
  %large = lith.cmp "gt" %top, %four : tensor<f32>, f64 -> tensor<i1>
  %k = lith.item_bool(%large) : (tensor<i1>) -> i1
  %row = lith.select %x, %i {dim = 0 : i64} : (tensor<?x?xf32>, i64) -> tensor<?xf32>
  %e = lith.select %row, %j {dim = 0 : i64} : (tensor<?xf32>, i64) -> tensor<f32>
  %f = lith.item_float(%e) : (tensor<f32>) -> f64
  %n = lith.item_int(%e) : (tensor<f32>) -> i64
  return %k, %f, %n : i1, f64, i64
}
