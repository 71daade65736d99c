// RUN:
// FAILS: C2: 1 edges, 2 ports
func.func private @gradient(%grad: !lith.box) -> !lith.box {
  return %grad : !lith.box
}
func.func @main(%x: i64) -> !lith.node {
  %leaf = lith.grad_leaf 1
  %n = lith.grad_node @gradient() edges(%leaf) ports(%x, %x) outputs 1
  return %n : !lith.node
}
