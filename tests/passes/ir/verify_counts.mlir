// A reference that is not given up.
// RUN: --verify-counts
// FAILS: returns while it still owns
func.func @main() {
  %l = lith.rt @list_new() : () -> !lith.list
  return
}
