// RUN:
// FAILS: C1: does not stand directly after an operation that may raise
func.func @main(%a: i64) -> i1 {
  %b = lith.box %a : i64
  %r = lith.raised
  return %r : i1
}
