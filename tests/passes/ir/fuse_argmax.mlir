// The place of the largest of what a chain computes: one kernel, beside the value itself.
// RUN: --pass=fuse
// CHECK: lith.group "reduce"
// CHECK: lith.mul
// CHECK: lith.argmax
// CHECK: lith.amax
// NOT: lith.group "map"
// RUN: --passes --run f32[2,3] -1.0
// CHECK: 0, 0
func.func @main(%x: tensor<?x?xf32>, %s: f64) -> (tensor<?xi64>, tensor<?xf32>) {
  %scaled = lith.mul %x, %s : tensor<?x?xf32>, f64 -> tensor<?x?xf32>
  %at = lith.argmax %scaled {dims = array<i64: 1>, keepdim = false} : tensor<?x?xf32> -> tensor<?xi64>
  %top = lith.amax %scaled {dims = array<i64: 1>, keepdim = false} : tensor<?x?xf32> -> tensor<?xf32>
  return %at, %top : tensor<?xi64>, tensor<?xf32>
}
