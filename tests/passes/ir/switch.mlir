// A switch, choices and null values.
// RUN: --passes --run 0 True / 1 False / 7 True
// CHECK: 'zero'
// CHECK: 10
// CHECK: 'one'
// CHECK: 20
// CHECK: 'many'
// CHECK: 10
func.func @main(%n: i64, %c: i1) -> (!lith.str, i64) {
  %zero = lith.constant "zero"
  %one = lith.constant "one"
  %null = lith.null : !lith.str
  %ten = lith.constant 10 : i64
  %twenty = lith.constant 20 : i64
  %x = lith.choose %c, %ten, %twenty : i64
  cf.switch %n : i64, [default: ^many(%null : !lith.str), 0: ^done(%zero : !lith.str), 1: ^done(%one : !lith.str)]
^many(%nothing: !lith.str):
  %m = lith.constant "ma"
  %n2 = lith.constant "ny"
  %both = lith.rt @str_concat(%m, %n2) : (!lith.str, !lith.str) -> !lith.str
  cf.br ^done(%both : !lith.str)
^done(%r: !lith.str):
  return %r, %x : !lith.str, i64
}
