// lith_opt.cpp: IR text through the compiler's middle, for tests.
//
//   lith-opt FILE.mlir [--llvm | --llvm-optimised]
//
// Verifies and prints the module, or the LLVM IR that it becomes. Status 0, or 1
// with a message.

#include "codegen/Codegen.h"
#include "ir/Dialect.h"

#include "llvm/Support/raw_ostream.h"
#include "mlir/Parser/Parser.h"

int main(int argc, char **argv) {
  llvm::StringRef file, mode;
  for (llvm::StringRef argument : llvm::ArrayRef(argv + 1, argv + argc))
    (argument.starts_with("--") ? mode : file) = argument;
  if (file.empty()) {
    llvm::errs() << "usage: lith-opt FILE.mlir [--llvm | --llvm-optimised]\n";
    return 2;
  }
  auto context = lith::ir::makeContext();
  auto module = mlir::parseSourceFile<mlir::ModuleOp>(file, context.get());
  if (!module)
    return 1;
  if (mode.empty())
    module->print(llvm::outs());
  else
    llvm::outs() << lith::codegen::generateText(*module, mode == "--llvm-optimised");
  return 0;
}
