// Compile.h: the steps of a compilation, after the stage.
#ifndef LITH_DRIVER_COMPILE_H
#define LITH_DRIVER_COMPILE_H

#include "driver/Driver.h"
#include "ir/Dialect.h"
#include "passes/Derived.h"

#include <lith/program.h>

namespace lith::driver {

/// The one context of the process, which is used under a CompilerLock.
struct Compiler {
  std::unique_ptr<mlir::MLIRContext> context = ir::makeContext();
  static Compiler &instance();
};

/// With the user's line behind each operation that has one: "// at model.py:12".
std::string textOf(mlir::ModuleOp module);
std::string bytecodeOf(mlir::ModuleOp module);

/// Collects what MLIR reports instead of printing it.
class ErrorText {
public:
  ErrorText(mlir::MLIRContext &context, std::string &error)
      : handler(&context, [&error](mlir::Diagnostic &diagnostic) {
          if (error.empty())
            error = diagnostic.str();
        }) {}

private:
  mlir::ScopedDiagnosticHandler handler;
};

/// How a tensor lies among the constants of a program: contiguous, or as panels of the matrix or of
/// its transpose (LITH_PANEL_COLUMNS), for float and double.
enum class Layout { Plain, Packed, PackedTransposed };

/// Copies of tensors of the host, and behind them what is derived from them, in memory of their
/// own. A layout for each.
std::vector<Constant> constantsOf(host::Host &host, llvm::ArrayRef<host::Handle> tensors,
                                  llvm::ArrayRef<passes::Derived> derived,
                                  llvm::ArrayRef<Layout> layouts);

} // namespace lith::driver

#endif // LITH_DRIVER_COMPILE_H
