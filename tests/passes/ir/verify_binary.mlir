// RUN:
// FAILS: C3: does not give
func.func @main(%a: i64) -> i64 {
  %b = lith.binary truediv %a, %a : i64 -> i64
  return %b : i64
}
