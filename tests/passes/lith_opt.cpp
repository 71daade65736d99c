// lith_opt.cpp: reads IR text, verifies it and prints it again.
//
//   lith-opt FILE.mlir    status 0, or 1 and the verifier's message

#include "ir/Dialect.h"

#include "llvm/Support/raw_ostream.h"
#include "mlir/Parser/Parser.h"

int main(int argc, char **argv) {
  if (argc != 2) {
    llvm::errs() << "usage: lith-opt FILE.mlir\n";
    return 2;
  }
  auto context = lith::ir::makeContext();
  auto module = mlir::parseSourceFile<mlir::ModuleOp>(argv[1], context.get());
  if (!module)
    return 1;
  module->print(llvm::outs());
  return 0;
}
