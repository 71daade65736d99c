// A counter below a size needs no overflow test, and its index no check.
// RUN: --pass=simplify --pass=remove-implied --pass=simplify
// CHECK: lith.compare lt
// CHECK: lith.check %arg
// NOT: IndexError
// NOT: flag again
// CHECK: safe
// RUN: --passes --run 4 True / 4 False / -3 True
// CHECK: 4
// CHECK: ValueError: flag
// CHECK: 0
func.func @main(%n: i64, %flag: i1) -> i64 {
  %zero = lith.constant 0 : i64
  %one = lith.constant 1 : i64
  cf.br ^head(%zero : i64)
^head(%i: i64):
  %k = lith.compare lt %i, %n : i64
  cf.cond_br %k, ^body, ^exit
^body:
  %inside = lith.compare gt %n, %i : i64
  lith.check %inside, "IndexError" "index {0} is out of range"(%i : i64)
  %positive = lith.compare ge %i, %zero : i64
  lith.check %positive, "IndexError" "index {0} is negative"(%i : i64)
  lith.check %flag, "ValueError" "flag"
  lith.check %flag, "ValueError" "flag again"
  %j = lith.binary add %i, %one : i64 -> i64
  cf.br ^head(%j : i64)
^exit:
  return %i : i64
}
