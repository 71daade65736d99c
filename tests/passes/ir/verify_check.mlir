// RUN:
// FAILS: C1: there is no built-in exception 'NoSuchError'
func.func @main(%c: i1) {
  lith.check %c, "NoSuchError" "text"
  return
}
