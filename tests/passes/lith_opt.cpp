// lith_opt.cpp: IR text through the compiler's middle, for tests.
//
//   lith-opt FILE.mlir [--pass=NAME ...] [--passes] [--verify-counts] [--llvm] [--llvm-optimised] [--object]
//
// Verifies, runs the named passes or all, and prints the module or the LLVM IR that
// it becomes. Status 0, or 1 with a message.

#include "codegen/Codegen.h"
#include "ir/Dialect.h"
#include "passes/Passes.h"
#include "passes/counts/Counts.h"

#include "llvm/Support/raw_ostream.h"
#include "mlir/Parser/Parser.h"

using namespace lith;

static bool runPass(llvm::StringRef name, mlir::ModuleOp module) {
  for (const passes::NamedPass &pass : passes::pipeline())
    if (pass.name == name) {
      pass.run(module);
      return succeeded(mlir::verify(module));
    }
  llvm::errs() << "no pass is called " << name << '\n';
  return false;
}

static bool apply(llvm::StringRef option, mlir::ModuleOp module) {
  if (option.consume_front("--pass="))
    return runPass(option, module);
  if (option == "--passes")
    return passes::runPasses(module);
  if (option == "--verify-counts")
    return succeeded(passes::verifyCounts(module));
  if (option == "--llvm" || option == "--llvm-optimised") {
    llvm::outs() << codegen::generateText(module, option == "--llvm-optimised");
    return true;
  }
  if (option == "--object") {
    Image image;
    std::string error;
    bool done = codegen::generate(module, image, error);
    llvm::outs() << (done ? "object of " + std::to_string(image.object.size()) + " bytes\n" : error);
    return done;
  }
  llvm::errs() << "no option is called " << option << '\n';
  return false;
}

int main(int argc, char **argv) {
  if (argc < 2) {
    llvm::errs() << "usage: lith-opt FILE.mlir [OPTION ...]\n";
    return 2;
  }
  auto context = ir::makeContext();
  auto module = mlir::parseSourceFile<mlir::ModuleOp>(argv[1], context.get());
  if (!module)
    return 1;
  bool printed = false;
  for (int i = 2; i < argc; ++i) {
    if (!apply(argv[i], *module))
      return 1;
    printed |= !llvm::StringRef(argv[i]).contains("pass");
  }
  if (!printed)
    module->print(llvm::outs());
  return 0;
}
