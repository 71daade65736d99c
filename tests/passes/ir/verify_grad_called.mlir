// RUN:
// FAILS: lends its arguments to 'gradient', which takes them over
func.func private @gradient(%grad: !lith.box) -> !lith.box attributes {lith.takes_arguments} {
  return %grad : !lith.box
}
func.func @main(%x: !lith.box) -> !lith.box {
  %r = lith.call @gradient(%x) : (!lith.box) -> !lith.box
  return %r : !lith.box
}
