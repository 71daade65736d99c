// RUN:
// FAILS: C4: 'gather' is called by lith.gather
func.func @main(%x: tensor<?x?xf32>, %d: i64, %i: tensor<?x?xi64>) -> tensor<?x?xf32> {
  %y = lith.rt @gather(%x, %d, %i) : (tensor<?x?xf32>, i64, tensor<?x?xi64>) -> tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}
