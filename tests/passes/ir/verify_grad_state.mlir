// RUN:
// FAILS: C3: 'gradient' reads the state of an instance
func.func private @gradient(%grad: !lith.box) -> !lith.box {
  %s = lith.state 0 : !lith.storage<tensor<?xf32>>
  %r = lith.box %s : !lith.storage<tensor<?xf32>>
  return %r : !lith.box
}
func.func @main() -> !lith.node {
  %leaf = lith.grad_leaf 1
  %zero = lith.constant 0 : i64
  %n = lith.grad_node @gradient() edges(%leaf) ports(%zero) outputs 1
  return %n : !lith.node
}
