// Generators.h: generators as coroutines: the body is staged in the place of the
// loop (or `with`) that consumes it, and `yield` runs the consumer.
#ifndef LITH_STAGE_GENERATORS_H
#define LITH_STAGE_GENERATORS_H

#include "stage/Stage.h"

namespace lith::stage {

/// What a generator object has to run: its function with bound arguments, or a generator
/// expression with its first iterable (the last of the iterator's sources).
struct GeneratorBody {
  const CallableData *function = nullptr;
  const syntax::Expr *expression = nullptr;
  const FunctionCode *code = nullptr;
  Value globals, ownerClass;
};

/// A generator that is being run by its consumer.
struct GeneratorRun {
  /// Consumes a value; the value that `yield` gives; empty: the path ended.
  llvm::function_ref<Result(Value)> consume;
  /// The generator is left at its first value and not resumed; its place must then have no handler.
  bool leaves = false;
  const Edges *raises = nullptr; ///< where exceptions of its body go
};

} // namespace lith::stage

#endif // LITH_STAGE_GENERATORS_H
