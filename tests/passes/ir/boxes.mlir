// Boxing and unboxing change no counts.
// RUN: --pass=simplify
// CHECK: lith.constant 3 : i64
// NOT: lith.tag
// NOT: lith.unbox
// RUN: --passes --run 5 2.5 True
// CHECK: [5, 2.5, True, None, 'text', (1.5+2j)]
// CHECK: 3
// CHECK: 5
func.func @main(%i: i64, %f: f64, %b: i1) -> (!lith.list, i64, i64) {
  %none = lith.constant None
  %text = lith.constant "text"
  %z = lith.constant array<f64: 1.5, 2.0>
  %bi = lith.box %i : i64
  %bf = lith.box %f : f64
  %bb = lith.box %b : i1
  %bt = lith.box %text : !lith.str
  %bz = lith.box %z : complex<f64>
  %list = lith.rt @list_new(%bi, %bf, %bb, %none, %bt, %bz) : (!lith.box, !lith.box, !lith.box, !lith.box, !lith.box, !lith.box) -> !lith.list
  %tag = lith.tag %bi
  %back = lith.unbox %bi : i64
  return %list, %tag, %back : !lith.list, i64, i64
}
