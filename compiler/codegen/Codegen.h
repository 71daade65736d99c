// Codegen.h: a module of the IR, after all passes, becomes native code.
#ifndef LITH_CODEGEN_CODEGEN_H
#define LITH_CODEGEN_CODEGEN_H

#include "codegen/Targets.h"
#include "ir/Dialect.h"

#include <lith/program.h>

#include <string>

namespace lith::codegen {

/// The function of the module that a call of the program runs.
inline constexpr llvm::StringLiteral entryName = "main";

/// The number of a function that only nodes name. Where it is a declaration, a call has its code
/// made: that of the function with the same number in a module of such functions, made later.
inline constexpr llvm::StringLiteral nodeFunction = "lith.node_function";

/// Fills in `image`: the object, the number of results, and, after those that are there already
/// (which `lith.const_tensor` counts), constants, strings and locations. So code of the same
/// program for another target can share the image. False with `error` set when the module needs
/// something that this build has no code for.
bool generate(mlir::ModuleOp module, Image &image, std::string &error,
              llvm::StringRef target = nativeTarget());

/// The LLVM IR of the module before and after LLVM's passes, for tests and for looking at.
std::string generateText(mlir::ModuleOp module, bool optimise);

} // namespace lith::codegen

#endif // LITH_CODEGEN_CODEGEN_H
