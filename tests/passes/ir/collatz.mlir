// A loop of checked arithmetic, and the exception with its place.
// RUN: --passes --run 27 / 9223372036854775805
// CHECK: 111
// CHECK: OverflowError: integer result of this operation leaves 64 bits
// CHECK: a.py:3:4
func.func @main(%n: i64) -> i64 {
  %z = lith.constant 0 : i64
  %one = lith.constant 1 : i64
  %three = lith.constant 3 : i64
  %two = lith.constant 2 : i64
  cf.br ^head(%n, %z : i64, i64)
^head(%x: i64, %c: i64):
  %k = lith.compare ne %x, %one : i64
  cf.cond_br %k, ^body, ^exit
^body:
  %m = lith.binary mod %x, %two : i64 -> i64
  %odd = lith.compare eq %m, %one : i64
  cf.cond_br %odd, ^o, ^e
^o:
  %t = lith.binary mul %x, %three : i64 -> i64 loc("a.py":3:4)
  %u = lith.binary add %t, %one : i64 -> i64 loc("a.py":3:4)
  cf.br ^next(%u : i64)
^e:
  %h = lith.binary floordiv %x, %two : i64 -> i64
  cf.br ^next(%h : i64)
^next(%y: i64):
  %d = lith.binary add %c, %one : i64 -> i64
  cf.br ^head(%y, %d : i64, i64)
^exit:
  return %c : i64
}
