// RUN:
// FAILS: C2: operand 0 of 'list_append' has type 'i64', the table says 'l'
func.func @main(%a: i64) {
  %b = lith.box %a : i64
  lith.rt @list_append(%a, %b) : (i64, !lith.box) -> ()
  return
}
