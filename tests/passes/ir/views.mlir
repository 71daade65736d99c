// Every view.
// RUN: --passes --run f32[3,4] 1
// CHECK: tensor([1., 5., 9.])
// CHECK: tensor([[ 1.,  2.],
// CHECK: tensor([[ 0.,  4.,  8.],
// CHECK: tensor([1., 6.])
// CHECK: tensor([[[ 0.,  1.,  2.,  3.],
// CHECK: tensor([[[ 0.,  1.,
// CHECK: tensor([[0., 4., 8.]])
// CHECK: tensor([[[ 0.,  1.],
// CHECK: tensor([[ 5.,  6.],
// CHECK: tensor([[ 0.,  1.,  2.,  3.],
func.func @main(%t: tensor<?x4xf32>, %i: i64) -> (tensor<?xf32>, tensor<?x?xf32>, tensor<4x?xf32>, tensor<?xf32>, tensor<?x?x4xf32>, tensor<1x?x4xf32>, tensor<1x?xf32>, tensor<?x3x2xf32>, tensor<?x?xf32>, tensor<?x?xf32>) {
  %zero = lith.constant 0 : i64
  %one = lith.constant 1 : i64
  %two = lith.constant 2 : i64
  %three = lith.constant 3 : i64
  %four = lith.constant 4 : i64
  %five = lith.constant 5 : i64
  %a = lith.select %t, %i {dim = 1 : i64} : (tensor<?x4xf32>, i64) -> tensor<?xf32>
  %b = lith.slice %t, %one, %two, %one {dim = 1 : i64} : (tensor<?x4xf32>, i64, i64, i64) -> tensor<?x?xf32>
  %c = lith.permute %t {dims = array<i64: 1, 0>} : (tensor<?x4xf32>) -> tensor<4x?xf32>
  %d = lith.slice %t, %zero, %two, %one {dim = 0 : i64} : (tensor<?x4xf32>, i64, i64, i64) -> tensor<?x4xf32>
  %d1 = lith.diagonal %d, %i {dim1 = 0 : i64, dim2 = 1 : i64} : (tensor<?x4xf32>, i64) -> tensor<?xf32>
  %e = lith.expand %t, %two, %three, %four : (tensor<?x4xf32>, i64, i64, i64) -> tensor<?x?x4xf32>
  %f = lith.unsqueeze %t {dim = 0 : i64} : (tensor<?x4xf32>) -> tensor<1x?x4xf32>
  %g0 = lith.select %t, %zero {dim = 1 : i64} : (tensor<?x4xf32>, i64) -> tensor<?xf32>
  %g1 = lith.unsqueeze %g0 {dim = 0 : i64} : (tensor<?xf32>) -> tensor<1x?xf32>
  %g2 = lith.unsqueeze %g1 {dim = 2 : i64} : (tensor<1x?xf32>) -> tensor<1x?x1xf32>
  %g = lith.squeeze %g2 {dims = array<i64: 2>} : (tensor<1x?x1xf32>) -> tensor<1x?xf32>
  %h = lith.unfold %t, %two, %one {dim = 1 : i64} : (tensor<?x4xf32>, i64, i64) -> tensor<?x3x2xf32>
  %s = lith.slice %t, %one, %two, %one {dim = 0 : i64} : (tensor<?x4xf32>, i64, i64, i64) -> tensor<?x4xf32>
  %k = lith.as_strided %s, %two, %two, %four, %one, %five : (tensor<?x4xf32>, i64, i64, i64, i64, i64) -> tensor<?x?xf32>
  %l = lith.refine %t : tensor<?x4xf32> to tensor<?x?xf32>
  return %a, %b, %c, %d1, %e, %f, %g, %h, %k, %l : tensor<?xf32>, tensor<?x?xf32>, tensor<4x?xf32>, tensor<?xf32>, tensor<?x?x4xf32>, tensor<1x?x4xf32>, tensor<1x?xf32>, tensor<?x3x2xf32>, tensor<?x?xf32>, tensor<?x?xf32>
}
