// A tensor in a container keeps its history, the same tensor without it does not; a view has none.
// RUN: --passes --run f32[2]
// CHECK: True
// CHECK: 3
// CHECK: False
// CHECK: tensor([0., 1.])
func.func @main(%x: tensor<?xf32>) -> (i1, i64, i1, !lith.box) {
  %zero = lith.constant 0 : i64
  %three = lith.constant 3 : i64
  %leaf = lith.grad_leaf 1
  %t = lith.with_history %x, %leaf, %three : tensor<?xf32>
  %tb = lith.box %t : tensor<?xf32>
  %list = lith.rt @list_new(%tb) : (!lith.box) -> !lith.list
  %item = lith.rt @list_get(%list, %zero) : (!lith.list, i64) -> !lith.box
  %u = lith.unbox %item : tensor<?xf32>
  %n = lith.rt @history_of(%u) : (tensor<?xf32>) -> !lith.node
  %is = lith.rt @node_is(%n) : (!lith.node) -> i1
  %port = lith.rt @history_port(%u) : (tensor<?xf32>) -> i64
  %null = lith.null : !lith.node
  %v = lith.with_history %u, %null, %zero : tensor<?xf32>
  %none = lith.rt @history_of(%v) : (tensor<?xf32>) -> !lith.node
  %isNot = lith.rt @node_is(%none) : (!lith.node) -> i1
  %vb = lith.box %v : tensor<?xf32>
  return %is, %port, %isNot, %vb : i1, i64, i1, !lith.box
}
