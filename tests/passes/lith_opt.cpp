// lith_opt.cpp: IR text through the compiler's middle, for tests.
//
//   lith-opt FILE.mlir [--pass=NAME ...] [--passes] [--verify-counts] [--llvm] [--llvm-optimised]
//                      [--object] [--run ARGUMENT ... [/ ARGUMENT ...] ...]
//
// Verifies, runs the named passes or all, and prints the module or the LLVM IR that
// it becomes; or makes native code and runs it, once for each list of arguments,
// and prints the results or the exception. Status 0, or 1 with a message.

#include "RunProgram.h"
#include "codegen/Codegen.h"
#include "ir/Dialect.h"
#include "passes/Passes.h"
#include "passes/argmax/Argmax.h"
#include "passes/counts/Counts.h"
#include "passes/pack/Pack.h"
#include "passes/project/Project.h"

#include "mlir/Parser/Parser.h"
#include "llvm/Support/raw_ostream.h"

using namespace lith;

static bool runPass(llvm::StringRef name, mlir::ModuleOp module) {
  if (name == "pack-constants") {
    passes::packConstants(module);
    return succeeded(mlir::verify(module));
  }
  if (name == "project-tables" || name == "bound-argmax") {
    int64_t constants = 0;
    module.walk([&](ir::ConstTensorOp) { ++constants; });
    passes::DerivedConstants derived(constants);
    if (name == "project-tables")
      passes::projectTables(module, derived);
    else
      passes::boundArgmax(module, derived);
    return succeeded(mlir::verify(module));
  }
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
    llvm::outs() << (done ? "object of " + std::to_string(image.object.size()) + " bytes\n"
                          : error);
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
    llvm::StringRef option = argv[i];
    if (option == "--run")
      return !test::runProgram(*module, {argv + i + 1, argv + argc});
    if (!apply(option, *module))
      return 1;
    printed |= !option.contains("pass") && !option.contains("verify");
  }
  if (!printed)
    module->print(llvm::outs());
  return 0;
}
