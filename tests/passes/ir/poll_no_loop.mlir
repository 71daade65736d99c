// What is no loop does not ask.
// RUN: --pass=poll-signals
// NOT: lith.poll
// CHECK: ^bb3
func.func @main(%c: i1) -> i64 {
  %a = lith.constant 1 : i64
  %b = lith.constant 2 : i64
  cf.cond_br %c, ^yes, ^no
^yes:
  cf.br ^done(%a : i64)
^no:
  cf.br ^done(%b : i64)
^done(%r: i64):
  return %r : i64
}
