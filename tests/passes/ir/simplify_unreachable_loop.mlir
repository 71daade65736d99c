// A loop that nothing reaches is left alone until it is removed: its blocks give each other, and
// themselves, their own arguments.
// RUN: --pass=simplify
// CHECK: return
// NOT: cf.cond_br
func.func @main(%x: i64) -> i64 {
  %true = lith.constant true
  cf.cond_br %true, ^out, ^a(%x : i64)
^a(%i: i64):
  %c = lith.compare lt %i, %x : i64
  cf.cond_br %c, ^b(%i : i64), ^end
^b(%k: i64):
  %s = lith.binary add %i, %k : i64 -> i64
  cf.br ^a(%i : i64)
^end:
  cf.br ^out
^out:
  return %x : i64
}
