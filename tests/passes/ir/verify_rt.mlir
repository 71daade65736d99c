// RUN:
// FAILS: the runtime has no function 'nonsense'
func.func @main() {
  lith.rt @nonsense() : () -> ()
  return
}
