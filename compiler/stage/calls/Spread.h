// Spread.h: f(*sequence) where only run time knows how many arguments there are.
#ifndef LITH_STAGE_SPREAD_H
#define LITH_STAGE_SPREAD_H

#include "stage/Stage.h"

namespace lith::stage {

/// Whether the value is this mark of the dataclasses module, as MISSING.
bool isMark(Stage &, Value value, llvm::StringRef mark);
/// Whether a dataclass field's default, or default factory, is absent (dataclasses.MISSING).
bool isMissingDefault(Stage &, Value value);

/// " missing 2 required positional arguments: 'a' and 'b'"
std::string missingText(llvm::ArrayRef<llvm::StringRef> names);

/// How many positional arguments a dataclass or a named tuple takes, as TypeErrors say it.
std::string positionalText(Stage &, Value cls);

/// Whether the callee takes the keyword for a parameter of this name, and so never has the key
/// itself.
bool readsKeyword(Stage &, Value callee, llvm::StringRef name);
/// f(**dict) where only run time knows the keys; false: the path ended.
bool spreadRuntimeKeywords(Stage &, Value dict, Arguments &arguments, Value callee);

/// Calls with the elements of `sequence`, a list of run time, after the positional arguments: one
/// call for each number of them that the callee has parameters for.
Result callSpread(Stage &, Value callee, Arguments arguments, Value sequence);

} // namespace lith::stage

#endif // LITH_STAGE_SPREAD_H
