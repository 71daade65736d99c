// A history that nobody asks for goes, also round a loop, and with it the function that only it names.
// RUN: --pass=simplify
// CHECK: func.func @main
// NOT: lith.grad_node
// NOT: lith.grad_leaf
// NOT: lith.node
// NOT: @unused
// NOT: @helper
// RUN: --passes --run 3
// CHECK: 3
func.func private @helper(%x: !lith.box) -> !lith.box {
  return %x : !lith.box
}
func.func private @unused(%i: i64, %grad: !lith.box) -> !lith.box {
  %r = lith.call @helper(%grad) : (!lith.box) -> !lith.box
  return %r : !lith.box
}
func.func @main(%trips: i64) -> i64 {
  %zero = lith.constant 0 : i64
  %one = lith.constant 1 : i64
  %leaf = lith.grad_leaf 1
  cf.br ^header(%zero, %leaf : i64, !lith.node)
^header(%i: i64, %n: !lith.node):
  %more = lith.compare lt %i, %trips : i64
  cf.cond_br %more, ^body, ^exit
^body:
  %m = lith.grad_node @unused(%i : i64) edges(%n) ports(%zero) outputs 1
  %j = lith.binary add %i, %one : i64 -> i64
  cf.br ^header(%j, %m : i64, !lith.node)
^exit:
  return %i : i64
}
