// RunProgram.h: a module as native code, run on arguments given as words.
#ifndef LITH_TESTS_PASSES_RUNPROGRAM_H
#define LITH_TESTS_PASSES_RUNPROGRAM_H

#include "ir/Dialect.h"

namespace lith::test {

/// `words` are ints, floats, True, False and tensors (f32[2,3] holds 0, 1, 2 ...); "/" separates
/// runs. Prints each run's results as repr gives them, or the exception with its frames, then "/".
bool runProgram(mlir::ModuleOp module, llvm::ArrayRef<char *> words);

} // namespace lith::test

#endif // LITH_TESTS_PASSES_RUNPROGRAM_H
