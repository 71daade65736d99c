// y = x * x * x as two nodes over a leaf. With y as its gradient, x gets 3 * x * x * y, and once more as
// that is kept; the third run is one too many.
// RUN: --passes --run f32[3]
// CHECK: tensor([ 0.,  3., 96.]) None tensor([ 0.,  3., 96.])
// RUN: --passes --run f32[3]
// CHECK: RuntimeError: Trying to backward through the graph a second time (or directly access
// CHECK: f.py:9:0
// RUN: --passes --llvm
// CHECK: define internal i32 @entry.product_gradient(
// NOT: fn.product_gradient
func.func private @square_gradient(%x: tensor<?xf32>, %box: !lith.box) -> !lith.box {
  %two = lith.constant 2.0 : f64
  %grad = lith.unbox %box : tensor<?xf32>
  %twice = lith.mul %x, %two : tensor<?xf32>, f64 -> tensor<?xf32>
  %r = lith.mul %grad, %twice : tensor<?xf32>, tensor<?xf32> -> tensor<?xf32>
  %rb = lith.box %r : tensor<?xf32>
  return %rb : !lith.box
}
func.func private @product_gradient(%a: tensor<?xf32>, %b: tensor<?xf32>, %box: !lith.box) -> (!lith.box, !lith.box) {
  %grad = lith.unbox %box : tensor<?xf32>
  %da = lith.mul %grad, %b : tensor<?xf32>, tensor<?xf32> -> tensor<?xf32>
  %db = lith.mul %grad, %a : tensor<?xf32>, tensor<?xf32> -> tensor<?xf32>
  %dab = lith.box %da : tensor<?xf32>
  %dbb = lith.box %db : tensor<?xf32>
  return %dab, %dbb : !lith.box, !lith.box
}
func.func @main(%x: tensor<?xf32>) {
  %zero = lith.constant 0 : i64
  %keep = lith.constant true
  %give = lith.constant false
  %port = lith.constant 0 : i64
  %leaf = lith.grad_leaf 1
  %s = lith.mul %x, %x : tensor<?xf32>, tensor<?xf32> -> tensor<?xf32>
  %n = lith.grad_node @square_gradient(%x : tensor<?xf32>) edges(%leaf) ports(%zero) outputs 1 keeps
  %y = lith.mul %s, %x : tensor<?xf32>, tensor<?xf32> -> tensor<?xf32>
  %m = lith.grad_node @product_gradient(%s, %x : tensor<?xf32>, tensor<?xf32>) edges(%n, %leaf) ports(%zero, %zero) outputs 1 keeps
  %mb = lith.box %m : !lith.node
  %yb = lith.box %y : tensor<?xf32>
  %r1 = lith.rt @grad_run(%keep, %give, %mb, %zero, %yb) {segments = array<i64: 1, 0>} : (i1, i1, !lith.box, i64, !lith.box) -> !lith.box
  %first = lith.rt @grad_take(%leaf, %port) : (!lith.node, i64) -> !lith.box
  %empty = lith.rt @grad_take(%leaf, %port) : (!lith.node, i64) -> !lith.box
  %r2 = lith.rt @grad_run(%give, %give, %mb, %zero, %yb) {segments = array<i64: 1, 0>} : (i1, i1, !lith.box, i64, !lith.box) -> !lith.box
  %second = lith.rt @grad_take(%leaf, %port) : (!lith.node, i64) -> !lith.box
  %space = lith.constant " "
  lith.rt @print_values(%space, %space, %first, %empty, %second) : (!lith.str, !lith.str, !lith.box, !lith.box, !lith.box) -> ()
  %r3 = lith.rt @grad_run(%give, %give, %mb, %zero, %yb) {segments = array<i64: 1, 0>} : (i1, i1, !lith.box, i64, !lith.box) -> !lith.box
  lith.rt @grad_raise(%r3) : (!lith.box) -> () loc("f.py":9:0)
  return
}
