// A number taken out of a box is no reference to it.
// RUN: --pass=insert-counts --verify-counts
// CHECK: lith.unbox
// CHECK: lith.release
// CHECK: return
// RUN: --passes --run 2
// CHECK: 'b'
// RUN: --passes --run 7
// CHECK: IndexError
func.func @number(%list: !lith.list, %i: i64) -> i64 {
  %box = lith.rt @list_get(%list, %i) : (!lith.list, i64) -> !lith.box
  %n = lith.unbox %box : i64
  return %n : i64
}
func.func @main(%i: i64) -> !lith.box {
  %a = lith.constant "a"
  %b = lith.constant "b"
  %one = lith.constant 1 : i64
  %ba = lith.box %a : !lith.str
  %bb = lith.box %b : !lith.str
  %bi = lith.box %one : i64
  %list = lith.rt @list_new(%ba, %bb, %bi) : (!lith.box, !lith.box, !lith.box) -> !lith.list
  %n = lith.call @number(%list, %i) : (!lith.list, i64) -> i64
  %r = lith.rt @list_get(%list, %n) : (!lith.list, i64) -> !lith.box
  return %r : !lith.box
}
