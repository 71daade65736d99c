// Groups around reductions: values that broadcast along the row, a reduction of everything, a mean.
// RUN: --pass=fuse
// CHECK: lith.group "reduce"
// CHECK: lith.sum
// CHECK: lith.mul
// CHECK: lith.sub
// CHECK: lith.group "reduce"
// CHECK: lith.amax
// CHECK: lith.cmp
// RUN: --passes --run f32[2,3] f32[2,1] 0.5
// CHECK: tensor([[-1.],
// CHECK: [ 0.]])
// CHECK: tensor([[0., 1., 2.],
// CHECK: [2., 3., 4.]])
// CHECK: tensor(False)
// CHECK: tensor([0.5000, 1.5000, 2.5000])
func.func @main(%x: tensor<?x?xf32>, %w: tensor<?x?xf32>, %s: f64)
    -> (tensor<?x?xf32>, tensor<?x?xf32>, tensor<i1>, tensor<?xf32>) {
  %one = lith.constant 1.0 : f64
  %two = lith.constant 2 : i64
  %t = lith.sum %x {dims = array<i64: 1>, keepdim = true} : tensor<?x?xf32> -> tensor<?x1xf32>
  %tw = lith.mul %t, %w : tensor<?x1xf32>, tensor<?x?xf32> -> tensor<?x?xf32>
  %m = lith.sub %tw, %t : tensor<?x?xf32>, tensor<?x1xf32> -> tensor<?x?xf32>
  %m1 = lith.add %m, %w : tensor<?x?xf32>, tensor<?x?xf32> -> tensor<?x?xf32>
  %m2 = lith.maximum %m1, %w : tensor<?x?xf32>, tensor<?x?xf32> -> tensor<?x?xf32>
  %m3 = lith.sub %m2, %one : tensor<?x?xf32>, f64 -> tensor<?x?xf32>
  %m4 = lith.mul %t, %m3 : tensor<?x1xf32>, tensor<?x?xf32> -> tensor<?x?xf32>
  %sub = lith.sub %m4, %m4 : tensor<?x?xf32>, tensor<?x?xf32> -> tensor<?x?xf32>
  %r = lith.sub %w, %one : tensor<?x?xf32>, f64 -> tensor<?x?xf32>
  %r1 = lith.add %sub, %r : tensor<?x?xf32>, tensor<?x?xf32> -> tensor<?x?xf32>
  %ten = lith.constant 10.0 : f64
  %isneg = lith.cmp "lt" %r1, %s : tensor<?x?xf32>, f64 -> tensor<?x?xi1>
  %out0 = lith.where %isneg, %r1, %ten : (tensor<?x?xi1>, tensor<?x?xf32>, f64) -> tensor<?x?xf32>
  %low = lith.amin %x {dims = array<i64: 1>, keepdim = true} : tensor<?x?xf32> -> tensor<?x1xf32>
  %d = lith.sub %x, %low : tensor<?x?xf32>, tensor<?x1xf32> -> tensor<?x?xf32>
  %ww = lith.mul %w, %two : tensor<?x?xf32>, i64 -> tensor<?x?xf32>
  %out1 = lith.add %d, %ww : tensor<?x?xf32>, tensor<?x?xf32> -> tensor<?x?xf32>
  %a = lith.abs %x : tensor<?x?xf32> -> tensor<?x?xf32>
  %top = lith.amax %a {dims = array<i64>, keepdim = false} : tensor<?x?xf32> -> tensor<f32>
  %small = lith.cmp "lt" %top, %s : tensor<f32>, f64 -> tensor<i1>
  %columns = lith.sum %x {dims = array<i64: 0>, keepdim = false} : tensor<?x?xf32> -> tensor<?xf32>
  %shifted = lith.sub %columns, %two : tensor<?xf32>, i64 -> tensor<?xf32>
  %mean = lith.div %shifted, %two : tensor<?xf32>, i64 -> tensor<?xf32>
  return %out0, %out1, %small, %mean : tensor<?x?xf32>, tensor<?x?xf32>, tensor<i1>, tensor<?xf32>
}
