// unit: sources that are one module; prints what their functions give, and what is refused.
#include <lith/compiler.h>

#include <functional>
#include <iostream>

static void refused(const char *what, const std::function<void()> &work) {
  try {
    work();
    std::cout << what << ": accepted\n";
  } catch (const lith::Error &error) {
    std::cout << what << ": " << error.what() << "\n";
  }
}

int main() {
  lith::CompilationUnit unit("K = 3\ndef twice(x):\n    return x * 2 + K\n");
  unit.define("def both(x, n):\n    return twice(x) + n\n");
  std::cout << unit.function("both")({int64_t(5), int64_t(1)})[0].integer() << "\n";
  lith::Program twice = unit.function("twice");
  refused("missing", [&] { unit.function("third"); });
  refused("syntax", [&] { unit.define("def third(x) return x\n"); });
  refused("python", [&] { unit.define("import numpy\n"); });
  unit.define("def twice(x):\n    return x\n");
  std::cout << unit.function("both")({int64_t(5), int64_t(1)})[0].integer() << " "
            << twice({int64_t(5)})[0].integer() << "\n";
  refused("empty", [] { lith::CompilationUnit().function("f"); });
}
