// An operation that cannot raise answers `raised`; one that may raise stays.
// RUN: --pass=simplify
// CHECK: lith.binary add
// CHECK: lith.check
// NOT: lith.raised
// NOT: lith.catch
func.func @main(%n: i64) -> i64 {
  %two = lith.constant 2 : i64
  %three = lith.constant 3 : i64
  %max = lith.constant 9223372036854775807 : i64
  %a = lith.binary add %two, %three : i64 -> i64
  %r = lith.raised
  cf.cond_br %r, ^h, ^n
^n:
  %b = lith.binary add %max, %n : i64 -> i64
  %k = lith.compare lt %a, %three : i64
  %b2 = lith.compare lt %n, %a : i64
  %b3 = lith.compare lt %n, %a : i64
  lith.check %b2, "ValueError" "x"
  lith.check %b3, "ValueError" "y"
  cf.cond_br %k, ^h, ^m
^m:
  return %b : i64
^h:
  %e = lith.catch
  lith.raise %e
}
