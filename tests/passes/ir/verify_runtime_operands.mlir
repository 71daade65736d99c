// RUN:
// FAILS: operand #1 must be 64-bit signless integer
func.func @main(%x: tensor<?x?xf32>, %i: tensor<?x?xi64>) -> tensor<?x?xf32> {
  %y = lith.gather(%x, %i, %i) : (tensor<?x?xf32>, tensor<?x?xi64>, tensor<?x?xi64>) -> tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}
