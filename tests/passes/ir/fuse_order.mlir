// Operators do not wait past a write to the storage that they read, nor for a user in between.
// RUN: --pass=fuse
// CHECK: lith.group "map"
// CHECK: lith.add
// CHECK: lith.store
// CHECK: lith.group "map"
// CHECK: lith.mul
// RUN: --passes --run f32[2,2]
// CHECK: tensor([[0., 2.],
func.func @main(%t: tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<2x2xf32>) {
  %two = lith.constant 2.0 : f64
  %c = lith.clone %t : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %s = lith.new_storage %c : tensor<2x2xf32> -> !lith.storage<tensor<2x2xf32>>
  %x = lith.load %s : !lith.storage<tensor<2x2xf32>> -> tensor<2x2xf32>
  %a = lith.add %x, %two : tensor<2x2xf32>, f64 -> tensor<2x2xf32>
  lith.store %s, %two : !lith.storage<tensor<2x2xf32>>, f64
  %b = lith.mul %t, %two : tensor<2x2xf32>, f64 -> tensor<2x2xf32>
  %r = lith.add %a, %b : tensor<2x2xf32>, tensor<2x2xf32> -> tensor<2x2xf32>
  return %b, %r : tensor<2x2xf32>, tensor<2x2xf32>
}
