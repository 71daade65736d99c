// RUN:
// FAILS: C1: the block's arguments are not of the operands' types
func.func @main(%a: tensor<?xf32>) -> tensor<?xf32> {
  %g = lith.group "map"(%a) : (tensor<?xf32>) -> tensor<?xf32> {
  ^bb0(%x: tensor<?xf64>):
    %y = lith.null : tensor<?xf32>
    lith.yield %y : tensor<?xf32>
  }
  return %g : tensor<?xf32>
}
