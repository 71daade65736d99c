// A known bool decides an `and` or `or`, or leaves it to the other operand: the check goes.
// RUN: --passes
// CHECK: lith.binary sub
// NOT: lith.check
// NOT: lith.binary bor
// NOT: lith.binary band
// RUN: --passes --run 5
// CHECK: 4
func.func @main(%n: i64) -> i64 {
  %one = lith.constant 1 : i64
  %true = lith.constant true
  %false = lith.constant false
  %is = lith.compare eq %n, %one : i64
  %any = lith.binary bor %is, %true : i1 -> i1
  %all = lith.binary band %any, %true : i1 -> i1
  lith.check %all, "ValueError" "never"
  %none = lith.binary band %false, %is : i1 -> i1
  %same = lith.binary bor %none, %any : i1 -> i1
  lith.check %same, "ValueError" "never"
  %r = lith.binary sub %n, %one : i64 -> i64
  return %r : i64
}
