// RUN:
// FAILS: C1: 'gradient' is not of type '(i64, !lith.box) -> ()'
func.func private @gradient(%grad: !lith.box) -> !lith.box {
  return %grad : !lith.box
}
func.func @main(%x: i64) -> !lith.node {
  %n = lith.grad_node @gradient(%x : i64) outputs 1
  return %n : !lith.node
}
