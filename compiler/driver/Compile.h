// Compile.h: the steps of a compilation, after the stage.
#ifndef LITH_DRIVER_COMPILE_H
#define LITH_DRIVER_COMPILE_H

#include "driver/Driver.h"
#include "ir/Dialect.h"

#include <lith/program.h>

#include <mutex>

namespace lith::driver {

/// The one context of the process, and the lock under which it is used.
struct Compiler {
  std::unique_ptr<mlir::MLIRContext> context = ir::makeContext();
  std::recursive_mutex lock; ///< what is compiled may run Python that compiles
  static Compiler &instance();
};

std::string textOf(mlir::ModuleOp module);
std::string bytecodeOf(mlir::ModuleOp module);

/// A contiguous copy of a tensor of the host, as a constant of the program.
Constant constantOf(host::Host &host, host::Handle tensor);
/// The same of a float or double matrix, or its transpose, in panels (LITH_PANEL_COLUMNS).
Constant packedConstantOf(host::Host &host, host::Handle tensor, bool transposed);

} // namespace lith::driver

#endif // LITH_DRIVER_COMPILE_H
