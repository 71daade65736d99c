// Values are snapshots; storages are written in place.
// RUN: --passes --run f32[3,4] 1 7.5
// CHECK: tensor([[ 0.0000,  1.0000,  2.0000,  3.0000],
// CHECK:         [ 7.5000,  5.0000,  7.5000,  7.5000],
// CHECK: tensor([[ 0.0000,  7.5000,  2.0000,  3.0000],
// CHECK: 3
func.func @main(%t: tensor<?x4xf32>, %i: i64, %v: f64) -> (tensor<?x4xf32>, tensor<?x4xf32>, i64) {
  %z = lith.clone %t : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %a = lith.select %z, %i {dim = 0 : i64} : (tensor<?x4xf32>, i64) -> tensor<4xf32>
  %n = lith.insert %z, %a, %v : tensor<?x4xf32>, tensor<4xf32>, f64
  %b = lith.select %n, %i {dim = 1 : i64} : (tensor<?x4xf32>, i64) -> tensor<?xf32>
  %c = lith.select %t, %i {dim = 1 : i64} : (tensor<?x4xf32>, i64) -> tensor<?xf32>
  %m = lith.insert %n, %b, %c : tensor<?x4xf32>, tensor<?xf32>, tensor<?xf32>
  %s = lith.new_storage %m : tensor<?x4xf32> -> !lith.storage<tensor<?x4xf32>>
  %l0 = lith.load %s : !lith.storage<tensor<?x4xf32>> -> tensor<?x4xf32>
  %sv = lith.select %s, %i {dim = 1 : i64} : (!lith.storage<tensor<?x4xf32>>, i64) -> !lith.storage<tensor<?xf32>>
  lith.store %sv, %v : !lith.storage<tensor<?xf32>>, f64
  %l1 = lith.load %s : !lith.storage<tensor<?x4xf32>> -> tensor<?x4xf32>
  %d = lith.dim %l1[0] : tensor<?x4xf32>
  return %l0, %l1, %d : tensor<?x4xf32>, tensor<?x4xf32>, i64
}
