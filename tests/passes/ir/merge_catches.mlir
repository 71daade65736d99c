// Operations whose exceptions reach a handler with the same values share the way there; what is passed
// on, or done on the way, keeps two ways apart.
// RUN: --pass=merge-catches
// CHECK: 2 preds: ^bb0, ^bb1
// RUN: --passes --run 5 2 / 5 0 / 0 5
// CHECK: '2'
// CHECK: 'integer division or modulo by zero'
func.func @main(%a: i64, %b: i64) -> !lith.str {
  %one = lith.constant 1 : i64
  %q = lith.binary floordiv %a, %b : i64 -> i64
  %r = lith.raised
  cf.cond_br %r, ^first, ^next
^next:
  %p = lith.binary floordiv %q, %b : i64 -> i64
  %s = lith.raised
  cf.cond_br %s, ^second, ^last
^last:
  %t = lith.binary floordiv %one, %b : i64 -> i64
  %u = lith.raised
  cf.cond_br %u, ^third, ^fine
^fine:
  %text = lith.rt @int_str(%q) : (i64) -> !lith.str
  cf.br ^done(%text : !lith.str)
^first:
  %e1 = lith.catch
  %n1 = lith.constant 7 : i64
  cf.br ^handler(%e1, %n1 : !lith.exception, i64)
^second:
  %e2 = lith.catch
  %n2 = lith.constant 7 : i64
  cf.br ^handler(%e2, %n2 : !lith.exception, i64)
^third:
  %e3 = lith.catch
  cf.br ^handler(%e3, %q : !lith.exception, i64)
^handler(%e: !lith.exception, %n: i64):
  %message = lith.rt @exception_str(%e) : (!lith.exception) -> !lith.str
  cf.br ^done(%message : !lith.str)
^done(%result: !lith.str):
  return %result : !lith.str
}
