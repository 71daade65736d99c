// y = x * x over a leaf. The gradient 2 * x * g of g is differentiated itself: with the gradient h, of 2 * x * g it
// gives 2 * x * h to g, through a node that the second function makes.
// RUN: --passes --run f32[3]
// CHECK: tensor([0., 2., 4.])
// RUN: --passes
// CHECK: again @square_again
func.func private @square(%x: tensor<?xf32>, %box: !lith.box) -> !lith.box {
  %two = lith.constant 2.0 : f64
  %grad = lith.unbox %box : tensor<?xf32>
  %twice = lith.mul %x, %two : tensor<?xf32>, f64 -> tensor<?xf32>
  %r = lith.mul %grad, %twice : tensor<?xf32>, tensor<?xf32> -> tensor<?xf32>
  %rb = lith.box %r : tensor<?xf32>
  return %rb : !lith.box
}
func.func private @scaled(%twice: tensor<?xf32>, %box: !lith.box) -> !lith.box {
  %grad = lith.unbox %box : tensor<?xf32>
  %r = lith.mul %grad, %twice : tensor<?xf32>, tensor<?xf32> -> tensor<?xf32>
  %rb = lith.box %r : tensor<?xf32>
  return %rb : !lith.box
}
func.func private @square_again(%x: tensor<?xf32>, %box: !lith.box) -> !lith.box {
  %two = lith.constant 2.0 : f64
  %zero = lith.constant 0 : i64
  %grad = lith.unbox %box : tensor<?xf32>
  %before = lith.rt @history_of(%grad) : (tensor<?xf32>) -> !lith.node
  %port = lith.rt @history_port(%grad) : (tensor<?xf32>) -> i64
  %twice = lith.mul %x, %two : tensor<?xf32>, f64 -> tensor<?xf32>
  %r = lith.mul %grad, %twice : tensor<?xf32>, tensor<?xf32> -> tensor<?xf32>
  %node = lith.grad_node @scaled(%twice : tensor<?xf32>) edges(%before) ports(%port) outputs 1
  %known = lith.with_history %r, %node, %zero : tensor<?xf32>
  %rb = lith.box %known : tensor<?xf32>
  return %rb : !lith.box
}
func.func @main(%x: tensor<?xf32>) {
  %zero = lith.constant 0 : i64
  %yes = lith.constant true
  %no = lith.constant false
  %port = lith.constant 0 : i64
  %leaf = lith.grad_leaf 1
  %own = lith.grad_leaf 1
  %n = lith.grad_node @square(%x : tensor<?xf32>) edges(%leaf) ports(%zero) outputs 1 again @square_again
  %nb = lith.box %n : !lith.node
  %g = lith.with_history %x, %own, %zero : tensor<?xf32>
  %gb = lith.box %g : tensor<?xf32>
  %raised = lith.rt @grad_run(%yes, %yes, %nb, %zero, %gb) {segments = array<i64: 1, 0>} : (i1, i1, !lith.box, i64, !lith.box) -> !lith.box
  %first = lith.rt @grad_take(%leaf, %port) : (!lith.node, i64) -> !lith.box
  %made = lith.unbox %first : tensor<?xf32>
  %history = lith.rt @history_of(%made) : (tensor<?xf32>) -> !lith.node
  %hb = lith.box %history : !lith.node
  %one = lith.constant 1.0 : f64
  %none = lith.mul %x, %zero : tensor<?xf32>, i64 -> tensor<?xf32>
  %ones = lith.add %none, %one : tensor<?xf32>, f64 -> tensor<?xf32>
  %ob = lith.box %ones : tensor<?xf32>
  %raised2 = lith.rt @grad_run(%no, %no, %hb, %zero, %ob) {segments = array<i64: 1, 0>} : (i1, i1, !lith.box, i64, !lith.box) -> !lith.box
  %second = lith.rt @grad_take(%own, %port) : (!lith.node, i64) -> !lith.box
  %space = lith.constant " "
  lith.rt @print_values(%space, %space, %second) : (!lith.str, !lith.str, !lith.box) -> ()
  return
}
