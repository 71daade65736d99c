// A chain and the reduction behind it are one kernel; a value with another user is computed once.
// RUN: --pass=fuse
// CHECK: lith.group "reduce"
// CHECK: lith.mul
// CHECK: lith.amax
// CHECK: lith.exp
// CHECK: lith.sum
// CHECK: lith.div
// CHECK: lith.group "map"
// CHECK: lith.neg
// NOT: = lith.dim %1
// RUN: --passes --run f32[2,3] 2.0
// CHECK: 0.0159
// CHECK: -4
func.func @main(%x: tensor<?x?xf32>, %s: f64) -> (tensor<?x?xf32>, tensor<?x?xf32>, i64) {
  %scaled = lith.mul %x, %s : tensor<?x?xf32>, f64 -> tensor<?x?xf32>
  %n = lith.dim %scaled[1] : tensor<?x?xf32>
  %top = lith.amax %scaled {dims = array<i64: 1>, keepdim = true} : tensor<?x?xf32> -> tensor<?x1xf32>
  %d = lith.sub %scaled, %top : tensor<?x?xf32>, tensor<?x1xf32> -> tensor<?x?xf32>
  %e = lith.exp %d : tensor<?x?xf32> -> tensor<?x?xf32>
  %t = lith.sum %e {dims = array<i64: 1>, keepdim = true} : tensor<?x?xf32> -> tensor<?x1xf32>
  %p = lith.div %e, %t : tensor<?x?xf32>, tensor<?x1xf32> -> tensor<?x?xf32>
  %view = lith.permute %scaled {dims = array<i64: 1, 0>} : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %neg = lith.neg %view : tensor<?x?xf32> -> tensor<?x?xf32>
  return %p, %neg, %n : tensor<?x?xf32>, tensor<?x?xf32>, i64
}
