// A recursive function; its exception passes through every caller.
// RUN: --passes --run 5 / -1
// CHECK: 120
// CHECK: ValueError: factorial of -1
// CHECK: f.py:9:0
// CHECK: f.py:2:0
// RUN: --passes --run 100000
// CHECK: RecursionError: maximum recursion depth exceeded
func.func @factorial(%n: i64) -> i64 {
  %zero = lith.constant 0 : i64
  %one = lith.constant 1 : i64
  %ok = lith.compare ge %n, %zero : i64
  lith.check %ok, "ValueError" "factorial of {0}"(%n : i64) loc("f.py":2:0)
  %last = lith.compare eq %n, %zero : i64
  cf.cond_br %last, ^done(%one : i64), ^more
^more:
  %m = lith.binary sub %n, %one : i64 -> i64
  %r = lith.call @factorial(%m) : (i64) -> i64 loc("f.py":4:0)
  %p = lith.binary mul %n, %r : i64 -> i64
  cf.br ^done(%p : i64)
^done(%result: i64):
  return %result : i64
}
func.func @main(%n: i64) -> i64 {
  %r = lith.call @factorial(%n) : (i64) -> i64 loc("f.py":9:0)
  return %r : i64
}
