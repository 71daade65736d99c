// An exception caught, looked at and raised again.
// RUN: --passes --run 0 / 5 / -5
// CHECK: 'integer division or modulo by zero'
// CHECK: '20'
// CHECK: '-20'
func.func @main(%n: i64) -> !lith.str {
  %hundred = lith.constant 100 : i64
  %q = lith.binary floordiv %hundred, %n : i64 -> i64
  %r = lith.raised
  cf.cond_br %r, ^handler, ^fine
^fine:
  %text = lith.rt @int_str(%q) : (i64) -> !lith.str
  cf.br ^done(%text : !lith.str)
^handler:
  %e = lith.catch
  %message = lith.rt @exception_str(%e) : (!lith.exception) -> !lith.str
  cf.br ^done(%message : !lith.str)
^done(%s: !lith.str):
  return %s : !lith.str
}
