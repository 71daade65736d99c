// A history that grows round a loop, null before it: y = x * 2 ** trips. The gradient of y is
// that of x times 2 ** trips; without a trip there is no node to run.
// RUN: --passes --run f32[2] 3 / f32[2] 0
// CHECK: tensor([0., 8.])
// CHECK: True
// CHECK: None
// CHECK: False
// RUN: --passes --run f32[2] -1
// CHECK: ValueError: at trip 0
// CHECK: f.py:9:0
// CHECK: f.py:2:0
func.func private @twice(%trip: i64, %box: !lith.box) -> !lith.box {
  %zero = lith.constant 0 : i64
  %two = lith.constant 2.0 : f64
  %fine = lith.compare ge %trip, %zero : i64
  lith.check %fine, "ValueError" "at trip 0" loc("f.py":2:0)
  %grad = lith.unbox %box : tensor<?xf32>
  %r = lith.mul %grad, %two : tensor<?xf32>, f64 -> tensor<?xf32>
  %rb = lith.box %r : tensor<?xf32>
  return %rb : !lith.box
}
func.func @main(%x: tensor<?xf32>, %trips: i64) -> (!lith.box, i1) {
  %zero = lith.constant 0 : i64
  %one = lith.constant 1 : i64
  %port = lith.constant 0 : i64
  %leaf = lith.grad_leaf 1
  %null = lith.null : !lith.node
  cf.br ^header(%zero, %null : i64, !lith.node)
^header(%i: i64, %n: !lith.node):
  %more = lith.compare ne %i, %trips : i64
  cf.cond_br %more, ^body, ^exit
^body:
  %is = lith.rt @node_is(%n) : (!lith.node) -> i1
  cf.cond_br %is, ^next(%n : !lith.node), ^next(%leaf : !lith.node)
^next(%below: !lith.node):
  %m = lith.grad_node @twice(%trips : i64) edges(%below) ports(%zero) outputs 1
  %step = lith.compare lt %trips, %zero : i64
  %by = lith.choose %step, %trips, %one : i64
  %j = lith.binary add %i, %by : i64 -> i64
  cf.br ^header(%j, %m : i64, !lith.node)
^exit:
  %keep = lith.constant false
  %nb = lith.box %n : !lith.node
  %xb = lith.box %x : tensor<?xf32>
  %raised = lith.rt @grad_run(%keep, %keep, %nb, %zero, %xb) {segments = array<i64: 1, 0>} : (i1, i1, !lith.box, i64, !lith.box) -> !lith.box loc("f.py":9:0)
  lith.rt @grad_raise(%raised) : (!lith.box) -> () loc("f.py":9:0)
  %r = lith.rt @grad_take(%leaf, %port) : (!lith.node, i64) -> !lith.box
  %any = lith.rt @node_is(%n) : (!lith.node) -> i1
  return %r, %any : !lith.box, i1
}
