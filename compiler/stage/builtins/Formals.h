// Formals.h: the arguments of a built-in function by its formal parameters.
#ifndef LITH_STAGE_BUILTINS_FORMALS_H
#define LITH_STAGE_BUILTINS_FORMALS_H

#include "stage/Stage.h"
#include "stage/classes/TypeNames.h"

namespace lith::stage {

/// A formal parameter of a built-in: a name that starts with '*' is keyword-only, one that
/// starts with '/' is positional-only. Required unless `optional`.
struct Formal {
  const char *name;
  bool optional = false;
};

/// The arguments of a call by formal parameter; undefined where an optional one is not given.
/// Empty when the call does not fit: TypeError was raised.
std::optional<llvm::SmallVector<Value, 4>>
bindArguments(Stage &, const CallInfo &, llvm::StringRef function, llvm::ArrayRef<Formal> formals);

} // namespace lith::stage

#endif // LITH_STAGE_BUILTINS_FORMALS_H
