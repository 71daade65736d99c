// Each loop asks whether a signal came, where its trips begin.
// RUN: --pass=poll-signals
// CHECK: ^bb1:
// CHECK: lith.poll
// CHECK: ^bb2:
// CHECK: lith.poll
// CHECK: ^bb3:
func.func @loops(%c: i1, %d: i1) {
  cf.br ^outer
^outer:
  cf.br ^inner
^inner:
  cf.cond_br %c, ^inner, ^after
^after:
  cf.cond_br %d, ^outer, ^done
^done:
  return
}
