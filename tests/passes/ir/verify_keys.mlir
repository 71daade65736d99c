// RUN:
// FAILS: C1: names other functions
func.func @hash(%key: !lith.box) -> !lith.box {
  return %key : !lith.box
}
func.func @main() {
  lith.key_methods @hash, @hash, [1, -2]
  return
}
