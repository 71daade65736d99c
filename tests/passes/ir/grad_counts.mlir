// The function of a node takes over what the node saved and the gradient, so that a group may write its result
// into them. The node takes over what it saves at its last use.
// RUN: --pass=simplify --pass=fuse --pass=insert-counts --verify-counts
// CHECK: attributes {lith.takes_arguments}
// CHECK: attributes {owned = array<i64: 0, 1>}
// NOT: lith.release
// CHECK: @main
// NOT: lith.retain %
func.func private @gradient(%y: tensor<?xf32>, %box: !lith.box) -> !lith.box {
  %grad = lith.unbox %box : tensor<?xf32>
  %r = lith.mul %grad, %y : tensor<?xf32>, tensor<?xf32> -> tensor<?xf32>
  %rb = lith.box %r : tensor<?xf32>
  return %rb : !lith.box
}
func.func @main(%x: tensor<?xf32>) -> !lith.node {
  %zero = lith.constant 0 : i64
  %leaf = lith.grad_leaf 1
  %y = lith.mul %x, %x : tensor<?xf32>, tensor<?xf32> -> tensor<?xf32>
  %n = lith.grad_node @gradient(%y : tensor<?xf32>) edges(%leaf) ports(%zero) outputs 1
  return %n : !lith.node
}
