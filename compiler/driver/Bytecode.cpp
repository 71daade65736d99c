// Bytecode.cpp: the program's graph as bytecode, and code from it.

#include "driver/Compile.h"

#include "codegen/Codegen.h"
#include "passes/Passes.h"

#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/raw_ostream.h"

using namespace lith;
using namespace lith::driver;

Compiler &Compiler::instance() {
  static Compiler compiler;
  return compiler;
}

std::string driver::bytecodeOf(mlir::ModuleOp module) {
  std::string bytes;
  llvm::raw_string_ostream stream(bytes);
  if (failed(mlir::writeBytecodeToFile(module, stream)))
    bytes.clear();
  return bytes;
}

bool driver::recompile(std::string_view bytecode, Image &image, std::string &error) {
  std::lock_guard lock(Compiler::instance().lock);
  mlir::MLIRContext &context = *Compiler::instance().context;
  ErrorText errors(context, error);
  auto module = mlir::parseSourceString<mlir::ModuleOp>(
      llvm::StringRef(bytecode.data(), bytecode.size()),
      mlir::ParserConfig(&context, /*verifyAfterParse=*/false));
  if (module)
    ir::upgradeCalls(*module);
  if (!module || failed(mlir::verify(*module))) {
    if (error.empty())
      error = "the program's graph is damaged";
    return false;
  }
  image.locations.clear();
  image.strings.clear();
  if (!passes::runPasses(*module)) {
    error = "the program's graph is not consistent";
    return false;
  }
  return codegen::generate(*module, image, error);
}
