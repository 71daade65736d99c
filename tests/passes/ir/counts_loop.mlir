// Values that are carried, kept in containers and left by exceptions.
// RUN: --pass=insert-counts --verify-counts
// CHECK: lith.retain
// CHECK: list_append
// CHECK: lith.release
// RUN: --passes --run 3 f32[2] / 4 f32[1]
// CHECK: ['abcabc', tensor([0., 1.]), 'abcabcabc', tensor([0., 1.]), 'abcabcabcabc', tensor([0., 1.])]
// CHECK: /
func.func @main(%n: i64, %t: tensor<?xf32>) -> !lith.list {
  %z = lith.constant 0 : i64
  %one = lith.constant 1 : i64
  %l = lith.rt @list_new() : () -> !lith.list
  %s0 = lith.constant "abc"
  %s1 = lith.rt @str_concat(%s0, %s0) : (!lith.str, !lith.str) -> !lith.str
  cf.br ^head(%z, %s1 : i64, !lith.str)
^head(%i: i64, %s: !lith.str):
  %k = lith.compare lt %i, %n : i64
  cf.cond_br %k, ^body, ^exit
^body:
  %b = lith.box %s : !lith.str
  lith.rt @list_append(%l, %b) : (!lith.list, !lith.box) -> ()
  %bt = lith.box %t : tensor<?xf32>
  lith.rt @list_append(%l, %bt) : (!lith.list, !lith.box) -> ()
  %u = lith.rt @str_concat(%s, %s0) : (!lith.str, !lith.str) -> !lith.str
  %g = lith.rt @str_get(%s, %i) : (!lith.str, i64) -> !lith.str
  %r = lith.raised
  cf.cond_br %r, ^handler, ^next
^next:
  %i1 = lith.binary add %i, %one : i64 -> i64
  cf.br ^head(%i1, %u : i64, !lith.str)
^handler:
  %e = lith.catch
  cf.cond_br %k, ^head(%i, %u : i64, !lith.str), ^re
^re:
  lith.raise %e
^exit:
  return %l : !lith.list
}
