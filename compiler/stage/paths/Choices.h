// Choices.h: one of known elements, chosen by a number of run time.
#ifndef LITH_STAGE_CHOICES_H
#define LITH_STAGE_CHOICES_H

#include "stage/Stage.h"

namespace lith::stage {

/// Elements that a number chooses from by branches, at most.
inline constexpr size_t MostChoices = 256;

/// The entry of a dict of modules and the like of before the call, undefined where there is none,
/// for a key that is a number of run time or its digits, as ModuleList looks up its modules. The
/// dict stays known. Null where its keys or entries are others.
std::optional<Value> chosenEntry(Stage &stage, Value dict, Value key);

Result dynamicItem(Stage &, llvm::ArrayRef<Value> elements, Value index, llvm::StringRef message);
bool unrollInstead(Stage &, llvm::ArrayRef<Value> elements);

} // namespace lith::stage

#endif // LITH_STAGE_CHOICES_H
