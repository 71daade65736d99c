// A load that is used up before the next write needs no copy; one that is not does.
// RUN: --pass=elide-loads
// CHECK: alias
// CHECK: lith.select
// RUN: --passes --run f32[2,2] 9.5
// CHECK: tensor([0., 1.])
// CHECK: tensor([[0., 1.],
// CHECK: tensor([[9.5000, 9.5000],
func.func @main(%t: tensor<2x2xf32>, %v: f64) -> (tensor<?xf32>, tensor<2x2xf32>, tensor<2x2xf32>) {
  %zero = lith.constant 0 : i64
  %c = lith.clone %t : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %s = lith.new_storage %c : tensor<2x2xf32> -> !lith.storage<tensor<2x2xf32>>
  %used = lith.load %s : !lith.storage<tensor<2x2xf32>> -> tensor<2x2xf32>
  %row = lith.select %used, %zero {dim = 0 : i64} : (tensor<2x2xf32>, i64) -> tensor<?xf32>
  %copy = lith.clone %row : (tensor<?xf32>) -> tensor<?xf32>
  %kept = lith.load %s : !lith.storage<tensor<2x2xf32>> -> tensor<2x2xf32>
  lith.store %s, %v : !lith.storage<tensor<2x2xf32>>, f64
  %after = lith.load %s : !lith.storage<tensor<2x2xf32>> -> tensor<2x2xf32>
  return %copy, %kept, %after : tensor<?xf32>, tensor<2x2xf32>, tensor<2x2xf32>
}
